// SPDX-License-Identifier: Apache-2.0
#include "run/settings_table.h"

#include "base/error.h"

namespace fw::run::table {

namespace {

using S = RunSettings;
const catalog::Condition lora_only{"training.training_type", {"lora"}};
const catalog::Condition sft_only{"training.training_type", {"sft"}};
constexpr std::string_view part_elsewhere =
    FW_TEXT("settings",
            "Where this component is when it is not in the model folder: its own folder, or one .safetensors "
            "file. Models that share a component need it only once on disk.");

std::vector<std::string_view> ids_of_families() {
  std::vector<std::string_view> ids;
  for (const catalog::Family* family : catalog::families()) ids.push_back(family->id);
  return ids;
}

}  // namespace

std::vector<catalog::Setting> run_and_model() {
  return {
      {.key = "schema",
       .label = FW_TEXT("settings", "Version of the file's format"),
       .member = &S::schema,
       .range = catalog::Range{1, 1},
       .required = true,
       .explanation = FW_TEXT("settings",
                              "The format of the run file. A program that knows only an older format "
                              "refuses the file instead of misreading it.")},
      {.key = "run.name",
       .label = FW_TEXT("settings", "Name"),
       .member = &S::name,
       .level = catalog::Level::basic,
       .explanation = FW_TEXT("settings", "What the run is called in lists. Empty: the run file's name.")},
      {.key = "run.output_dir",
       .label = FW_TEXT("settings", "Folder of the runs"),
       .member = &S::output_dir,
       .meaning = catalog::Meaning::folder,
       .flags = both("output_dir"),
       .explanation = FW_TEXT("settings",
                              "Where the run's own folder is made: checkpoints, samples, events and the "
                              "frozen copies of this file and of the dataset. A relative path counts from "
                              "the run file's folder.")},
      {.key = "run.seed",
       .label = FW_TEXT("settings", "Seed"),
       .member = &S::seed,
       .range = catalog::Range{0, 9007199254740991.0},
       .flags = both("seed"),
       .explanation = FW_TEXT("settings",
                              "Start of every random number of the run: new LoRA weights, order of the "
                              "clips, noise, timesteps, dropout and validation clips. Two runs with the "
                              "same seed, settings and data on the CPU give the same losses bit for bit.")},
      {.key = "run.device",
       .label = FW_TEXT("settings", "Device"),
       .member = &S::device,
       .explanation = FW_TEXT("settings",
                              "auto takes the first CUDA device, or the CPU when there is none. "
                              "cpu, cuda and cuda:1 choose one.")},
      {.key = "run.cpu_threads",
       .label = FW_TEXT("settings", "CPU threads"),
       .member = &S::cpu_threads,
       .unit = FW_TEXT("settings", "threads"),
       .range = catalog::Range{0, 1024},
       .explanation =
           FW_TEXT("settings",
                   "How many threads one operation on the CPU uses; 0 takes one for each core. The number is "
                   "frozen with the run, because another one changes the order of sums and so the last "
                   "digits of every loss.")},
      {.key = "run.allow_tf32",
       .label = FW_TEXT("settings", "Allow TF32"),
       .member = &S::allow_tf32,
       .flags = both("allow_tf32"),
       .explanation = FW_TEXT("settings",
                              "Lets CUDA devices multiply fp32 matrices with ten bits of mantissa. Faster "
                              "for what is computed in fp32; changes the results in the third digit.")},
      {.key = "model.family",
       .label = FW_TEXT("settings", "Model family"),
       .member = &S::family,
       .choices = ids_of_families(),
       .required = true,
       .flags = {{catalog::finetrainers, "model_name"}},
       .explanation = FW_TEXT("settings", "Which architecture the model folder holds.")},
      {.key = "model.folder",
       .label = FW_TEXT("settings", "Model folder"),
       .member = &S::model_folder,
       .meaning = catalog::Meaning::folder,
       .level = catalog::Level::basic,
       .required = true,
       .flags = both("pretrained_model_name_or_path"),
       .explanation = FW_TEXT("settings",
                              "The model as published: a folder in diffusers layout with model_index.json. "
                              "Names of models on a hub are not downloaded: give the folder on disk.")},
      {.key = "model.parts.transformer",
       .label = FW_TEXT("settings", "Transformer elsewhere"),
       .standard = std::string(),
       .meaning = catalog::Meaning::folder,
       .explanation = part_elsewhere},
      {.key = "model.parts.vae",
       .label = FW_TEXT("settings", "VAE elsewhere"),
       .standard = std::string(),
       .meaning = catalog::Meaning::folder,
       .explanation = part_elsewhere},
      {.key = "model.parts.text_encoder",
       .label = FW_TEXT("settings", "Text encoder elsewhere"),
       .standard = std::string(),
       .meaning = catalog::Meaning::folder,
       .explanation = part_elsewhere},
      {.key = "model.parts.image_encoder",
       .label = FW_TEXT("settings", "Image encoder elsewhere"),
       .standard = std::string(),
       .meaning = catalog::Meaning::folder,
       .explanation = part_elsewhere},
  };
}

std::vector<catalog::Setting> data() {
  return {
      {.key = "data.dataset",
       .label = FW_TEXT("settings", "Dataset"),
       .member = &S::dataset,
       .meaning = catalog::Meaning::file,
       .level = catalog::Level::basic,
       .required = true,
       .explanation = FW_TEXT("settings",
                              "The frozen dataset: dataset.jsonl as `framewright-cli precompute` writes it, "
                              "one line a sample. The run keeps its own copy.")},
      {.key = "data.cache",
       .label = FW_TEXT("settings", "Cache of latents and embeddings"),
       .member = &S::cache,
       .meaning = catalog::Meaning::folder,
       .required = true,
       .explanation = FW_TEXT("settings",
                              "The folder in which precompute left the latents, text embeddings and "
                              "first-frame conditions that the dataset's lines name.")},
      {.key = "data.video_resolution_buckets",
       .label = FW_TEXT("settings", "Resolution buckets"),
       .member = &S::video_resolution_buckets,
       .meaning = catalog::Meaning::bucket,
       .flags = {{catalog::finetrainers, "video_resolution_buckets"}},
       .explanation = FW_TEXT("settings",
                              "Shapes to train on, each FRAMESxHEIGHTxWIDTH. Only samples of these buckets "
                              "are drawn; an empty list draws all of the dataset.")},
      {.key = "data.id_token",
       .label = FW_TEXT("settings", "Identifier in front of captions"),
       .member = &S::id_token,
       .level = catalog::Level::basic,
       .flags = both("id_token"),
       .explanation = FW_TEXT("settings",
                              "A word that is put before every caption when the dataset is frozen and its "
                              "texts are encoded, so that a prompt can call up what was learned. Put it into "
                              "the validation prompts yourself.")},
      {.key = "data.caption_dropout_p",
       .label = FW_TEXT("settings", "Caption dropout"),
       .member = &S::caption_dropout_p,
       .range = catalog::Range{0, 1},
       .flags = {{catalog::finetrainers, "caption_dropout_p"}},
       .explanation = FW_TEXT("settings",
                              "Probability with which a sample is trained with the empty prompt instead of "
                              "its caption. It keeps guidance working, which compares the two.")},
      {.key = "data.dataloader_num_workers",
       .label = FW_TEXT("settings", "Loading threads"),
       .member = &S::dataloader_num_workers,
       .unit = FW_TEXT("settings", "threads"),
       .range = catalog::Range{0, 64},
       .flags = both("dataloader_num_workers"),
       .explanation = FW_TEXT("settings",
                              "Threads that read coming batches from the cache while the device works; 0 "
                              "reads each batch when it is needed. The order of the samples does not depend "
                              "on it.")},
  };
}

std::vector<catalog::Setting> training() {
  return {
      {.key = "training.training_type",
       .label = FW_TEXT("settings", "What is trained"),
       .member = choice<&S::training_type>(),
       .choices = catalog::all_words<TrainingType>(),
       .level = catalog::Level::basic,
       .flags = {{catalog::finetrainers, "training_type"}},
       .explanation = FW_TEXT("settings",
                              "lora trains small matrices beside the frozen model and saves a small file. "
                              "sft trains the transformer's own weights and saves a whole model folder.")},
      {.key = "training.task",
       .label = FW_TEXT("settings", "Task"),
       .member = choice<&S::task>(),
       .choices = catalog::all_words<catalog::VideoTask>(),
       .level = catalog::Level::basic,
       .explanation = FW_TEXT("settings",
                              "What a model that is made for several things is trained for; else it follows "
                              "from the model folder. image_to_video gives the model the first frame.")},
      {.key = "training.train_steps",
       .label = FW_TEXT("settings", "Steps"),
       .member = &S::train_steps,
       .unit = FW_TEXT("settings", "steps"),
       .range = catalog::Range{0, any},
       .level = catalog::Level::basic,
       .flags = {{catalog::finetrainers, "train_steps"}, {catalog::factory, "max_train_steps"}},
       .explanation = FW_TEXT("settings",
                              "Updates of the weights after which the run is done. 0 counts epochs instead: "
                              "then training.train_epochs must be given.")},
      {.key = "training.train_epochs",
       .label = FW_TEXT("settings", "Epochs"),
       .member = &S::train_epochs,
       .unit = FW_TEXT("settings", "epochs"),
       .range = catalog::Range{0, any},
       .level = catalog::Level::basic,
       .applies_to = {{"training.train_steps", {"0"}}},
       .flags = {{catalog::finetrainers, "train_epochs"}, {catalog::factory, "num_train_epochs"}},
       .explanation = FW_TEXT("settings",
                              "Passes over the dataset after which the run is done. Counts only when "
                              "training.train_steps is 0.")},
      {.key = "training.batch_size",
       .label = FW_TEXT("settings", "Batch size"),
       .member = &S::batch_size,
       .unit = FW_TEXT("settings", "clips"),
       .range = catalog::Range{1, 4096},
       .level = catalog::Level::basic,
       .flags = {{catalog::finetrainers, "batch_size"}, {catalog::factory, "train_batch_size"}},
       .explanation = FW_TEXT("settings",
                              "Clips of one bucket that go through the model at once. Memory grows with it "
                              "almost in proportion.")},
      {.key = "training.gradient_accumulation_steps",
       .label = FW_TEXT("settings", "Gradient accumulation"),
       .member = &S::gradient_accumulation_steps,
       .unit = FW_TEXT("settings", "batches"),
       .range = catalog::Range{1, 65536},
       .flags = both("gradient_accumulation_steps"),
       .explanation = FW_TEXT("settings",
                              "Batches whose gradients are averaged before one update: a larger batch in the "
                              "memory of a small one.")},
      {.key = "training.mixed_precision",
       .label = FW_TEXT("settings", "Precision"),
       .member = &S::mixed_precision,
       .choices = {"bf16", "fp16", "fp32"},
       .flags = both("mixed_precision"),
       .explanation =
           FW_TEXT("settings",
                   "Type in which the model computes. LoRA weights and, unless sft.trained_type says "
                   "otherwise, trained weights are kept in fp32. fp16 scales the loss, so that small "
                   "gradients do not vanish. Best is the type in which the model was trained.")},
      {.key = "training.gradient_checkpointing",
       .label = FW_TEXT("settings", "Gradient checkpointing"),
       .member = &S::gradient_checkpointing,
       .flags = both("gradient_checkpointing"),
       .saving = FW_TEXT("plan", "gradient checkpointing"),
       .explanation = FW_TEXT("settings",
                              "Keeps only the input of each block and computes the block again in the "
                              "backward pass: about a third more time, a fraction of the memory. The "
                              "gradients are the same.")},
      {.key = "training.gradient_checkpointing_interval",
       .label = FW_TEXT("settings", "Checkpoint every n-th block"),
       .member = &S::gradient_checkpointing_interval,
       .unit = FW_TEXT("settings", "blocks"),
       .range = catalog::Range{1, 1000},
       .applies_to = {{"training.gradient_checkpointing", {"true"}}},
       .saving = FW_TEXT("plan", "every block checkpointed"),
       .explanation = FW_TEXT("settings",
                              "1 computes every block again; 2 only every second one, which is faster and "
                              "takes more memory.")},
      {.key = "training.max_skipped_steps",
       .label = FW_TEXT("settings", "Skipped steps before stopping"),
       .member = &S::max_skipped_steps,
       .unit = FW_TEXT("settings", "steps"),
       .range = catalog::Range{1, 100000},
       .explanation = FW_TEXT("settings",
                              "A step whose loss or gradient is not a finite number is skipped and counted. "
                              "After this many in a row the run stops and keeps its last good state.")},
      {.key = "training.start_from",
       .label = FW_TEXT("settings", "Start from trained weights"),
       .member = &S::start_from,
       .meaning = catalog::Meaning::file,
       .level = catalog::Level::basic,
       .explanation = FW_TEXT("settings",
                              "Weights to go on from, at step 0: a LoRA file (diffusers, ComfyUI or kohya "
                              "keys; its modules must be the run's own) or a checkpoint folder of another "
                              "run. Empty: a new LoRA, or the model as published.")},
      {.key = "lora.rank",
       .label = FW_TEXT("settings", "Rank"),
       .member = &S::rank,
       .range = catalog::Range{1, 4096},
       .level = catalog::Level::basic,
       .applies_to = {lora_only},
       .flags = both("rank"),
       .explanation = FW_TEXT("settings",
                              "Inner width of the LoRA matrices: what can be learned, and the file's size, "
                              "grow with it.")},
      {.key = "lora.lora_alpha",
       .label = FW_TEXT("settings", "Alpha"),
       .member = &S::lora_alpha,
       .range = catalog::Range{0, 1e6, true},
       .level = catalog::Level::basic,
       .applies_to = {lora_only},
       .flags = both("lora_alpha"),
       .explanation = FW_TEXT("settings",
                              "The LoRA's effect is scaled by alpha / rank. Equal to the rank means a scale "
                              "of 1.")},
      {.key = "lora.target_modules",
       .label = FW_TEXT("settings", "Adapted modules"),
       .member = &S::target_modules,
       .meaning = catalog::Meaning::module_pattern,
       .applies_to = {lora_only},
       .flags = {{catalog::finetrainers, "target_modules"}},
       .explanation =
           FW_TEXT("settings",
                   "Linear layers of the transformer that get a LoRA. An entry of letters, digits, dots and "
                   "underscores is the end of a module's name (to_q, attn1.to_out.0); any other entry is a "
                   "regular expression that must match the whole name.")},
      {.key = "sft.trainable_modules",
       .label = FW_TEXT("settings", "Trained modules"),
       .member = &S::trainable_modules,
       .meaning = catalog::Meaning::module_pattern,
       .applies_to = {sft_only},
       .explanation = FW_TEXT("settings",
                              "Modules whose weights are trained, named as in lora.target_modules; all below "
                              "a named module is trained too. Empty: the whole transformer.")},
      {.key = "sft.trained_type",
       .label = FW_TEXT("settings", "Type of the trained weights"),
       .member = &S::trained_type,
       .choices = {"fp32", "bf16"},
       .applies_to = {sft_only,
                      {"training.mixed_precision", {"bf16"}},
                      {"optimizer.offload", {"false"}},
                      {"optimizer.optimizer", {"adamw", "adam", "adamw_8bit", "adam_8bit"}}},
       .saving = FW_TEXT("plan", "weights trained in bf16"),
       .explanation =
           FW_TEXT("settings",
                   "fp32 keeps the trained weights and their summed gradients in fp32 beside the bf16 ones "
                   "that compute. bf16 trains these themselves and saves up to 8 bytes a weight: an update "
                   "is rounded up or down at random, so that changes too small for bf16 count on average. "
                   "Losses differ slightly from fp32's.")},
  };
}

}  // namespace fw::run::table
