// SPDX-License-Identifier: Apache-2.0
#include "run/settings_table.h"

#include "base/error.h"

namespace fw::run::table {

namespace {

using S = RunSettings;
const catalog::Condition sft_only{"training.training_type", {"sft"}};
constexpr std::string_view part_elsewhere =
    FW_TEXT("settings",
            "Location of this component if it is not in the model folder: a folder of its own, or the single "
            ".safetensors file of a model that holds it. Models that share a component then need only one "
            "copy on disk.");

std::vector<std::string_view> ids_of_families() {
  std::vector<std::string_view> ids;
  for (const catalog::Family* family : catalog::families()) ids.push_back(family->id);
  return ids;
}

}  // namespace

std::vector<catalog::Setting> run_and_model() {
  return {
      {.key = "schema",
       .label = FW_TEXT("settings", "File format version"),
       .member = &S::schema,
       .range = catalog::Range{1, 1},
       .required = true,
       .explanation = FW_TEXT("settings",
                              "Format of the run file. A program that only knows an older format refuses the "
                              "file instead of misreading it.")},
      {.key = "run.name",
       .label = FW_TEXT("settings", "Name"),
       .member = &S::name,
       .level = catalog::Level::basic,
       .explanation = FW_TEXT("settings", "Name of the run in lists. If empty, the run file's name.")},
      {.key = "run.output_dir",
       .label = FW_TEXT("settings", "Runs folder"),
       .member = &S::output_dir,
       .meaning = catalog::Meaning::folder,
       .flags = with_musubi(both("output_dir"), "output_dir"),
       .explanation = FW_TEXT(
           "settings",
           "Where the run's folder is created, with its checkpoints, samples, events and frozen copies of "
           "this file and of the dataset. A relative path starts at the run file's folder.")},
      {.key = "run.seed",
       .label = FW_TEXT("settings", "Seed"),
       .member = &S::seed,
       .range = catalog::Range{0, 9007199254740991.0},
       .flags = with_musubi(both("seed"), "seed"),
       .explanation = FW_TEXT("settings",
                              "Seed of all random numbers of the run: new LoRA weights, order of the clips, "
                              "noise, timesteps, dropout and validation clips. On the CPU, two runs with the "
                              "same seed, settings and data give bit-identical losses.")},
      {.key = "run.device",
       .label = FW_TEXT("settings", "Device"),
       .member = &S::device,
       .explanation = FW_TEXT(
           "settings",
           "auto uses the first CUDA device, or the CPU if there is none. cpu, cuda or cuda:1 selects one.")},
      {.key = "run.cpu_threads",
       .label = FW_TEXT("settings", "CPU threads"),
       .member = &S::cpu_threads,
       .unit = FW_TEXT("settings", "threads"),
       .range = catalog::Range{0, 1024},
       .explanation = FW_TEXT("settings",
                              "Number of threads for each CPU operation; 0 uses one per core. It is frozen "
                              "with the run, because a different number changes the order of summation and "
                              "so the last digits of every loss.")},
      {.key = "run.allow_tf32",
       .label = FW_TEXT("settings", "Allow TF32"),
       .member = &S::allow_tf32,
       .flags = both("allow_tf32"),
       .explanation = FW_TEXT("settings",
                              "Lets CUDA devices multiply fp32 matrices with a 10-bit mantissa. Faster for "
                              "fp32 computation; changes results in the third digit.")},
      {.key = "model.family",
       .label = FW_TEXT("settings", "Model family"),
       .member = &S::family,
       .choices = ids_of_families(),
       .required = true,
       .flags = {{catalog::finetrainers, "model_name"}},
       .explanation = FW_TEXT("settings", "Architecture of the model in the model folder.")},
      {.key = "model.folder",
       .label = FW_TEXT("settings", "Model folder"),
       .member = &S::model_folder,
       .meaning = catalog::Meaning::model,
       .level = catalog::Level::basic,
       .required = true,
       .flags = both("pretrained_model_name_or_path"),
       .explanation = FW_TEXT("settings",
                              "The published model: a folder in diffusers layout with model_index.json, or "
                              "one .safetensors file with transformer and VAE that has the folders "
                              "text_encoder and tokenizer beside it. Models are not downloaded from a hub by "
                              "name: give a folder or file on disk.")},
      {.key = "model.parts.transformer",
       .label = FW_TEXT("settings", "Transformer folder"),
       .standard = std::string(),
       .meaning = catalog::Meaning::folder,
       .explanation = part_elsewhere},
      {.key = "model.parts.vae",
       .label = FW_TEXT("settings", "VAE folder"),
       .standard = std::string(),
       .meaning = catalog::Meaning::folder,
       .explanation = part_elsewhere},
      {.key = "model.parts.text_encoder",
       .label = FW_TEXT("settings", "Text encoder folder"),
       .standard = std::string(),
       .meaning = catalog::Meaning::folder,
       .explanation = part_elsewhere},
      {.key = "model.parts.image_encoder",
       .label = FW_TEXT("settings", "Image encoder folder"),
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
                              "The frozen dataset: dataset.jsonl as written by `framewright-cli precompute`, "
                              "one line per sample. The run keeps its own copy.")},
      {.key = "data.cache",
       .label = FW_TEXT("settings", "Cache of latents and embeddings"),
       .member = &S::cache,
       .meaning = catalog::Meaning::folder,
       .required = true,
       .explanation = FW_TEXT("settings",
                              "Folder where precompute stored the latents, text embeddings and first-frame "
                              "conditions that the dataset refers to.")},
      {.key = "data.video_resolution_buckets",
       .label = FW_TEXT("settings", "Resolution buckets"),
       .member = &S::video_resolution_buckets,
       .meaning = catalog::Meaning::bucket,
       .flags = {{catalog::finetrainers, "video_resolution_buckets"}},
       .explanation = FW_TEXT("settings",
                              "Shapes to train on, each FRAMESxHEIGHTxWIDTH. Only samples in these buckets "
                              "are used; an empty list uses the whole dataset.")},
      {.key = "data.id_token",
       .label = FW_TEXT("settings", "Trigger word"),
       .member = &S::id_token,
       .level = catalog::Level::basic,
       .flags = both("id_token"),
       .explanation =
           FW_TEXT("settings",
                   "Word added in front of every caption when the dataset is frozen and encoded, so that a "
                   "prompt can invoke what was learned. Add it to the validation prompts yourself.")},
      {.key = "data.caption_dropout_p",
       .label = FW_TEXT("settings", "Caption dropout"),
       .member = &S::caption_dropout_p,
       .range = catalog::Range{0, 1},
       .flags = {{catalog::finetrainers, "caption_dropout_p"}},
       .explanation = FW_TEXT("settings",
                              "Probability that a sample is trained with an empty prompt instead of its "
                              "caption. Guidance compares the two and needs this to keep working.")},
      {.key = "data.allow_unreadable",
       .label = FW_TEXT("settings", "Train without missing clips"),
       .standard = false,
       .explanation = FW_TEXT("settings",
                              "Clips that are missing or cannot be read are left out, with a warning. When "
                              "they are more than 5 % of the samples or a whole folder, a disk may not be "
                              "connected: the run ends before its first step unless this is on.")},
      {.key = "data.vae_tiling",
       .label = FW_TEXT("settings", "Encode in tiles"),
       .member = &S::vae_tiling,
       .saving = FW_TEXT("plan", "clips encoded in tiles"),
       .explanation = FW_TEXT(
           "settings",
           "Encodes clips in overlapping tiles: far less memory, but faint seams in what the model "
           "learns from. Turn it on if encoding runs out of memory; Fit to my GPU does so if needed.")},
      {.key = "data.stored_latents",
       .label = FW_TEXT("settings", "Stored latents"),
       .member = choice<&S::stored_latents>(),
       .choices = all_names<catalog::StoredLatents>(),
       .explanation =
           FW_TEXT("settings",
                   "What the cache keeps of a clip: its posterior, from which each step draws a new sample, "
                   "or one fixed sample, in half the space.")},
      {.key = "data.encoding_dtype",
       .label = FW_TEXT("settings", "Encoding precision"),
       .member = choice<&S::encoding_dtype>(),
       .choices = {"auto", "bf16", "fp16", "fp32"},
       .explanation =
           FW_TEXT("settings",
                   "Type in which clips and captions are encoded and stored. auto keeps the type of a "
                   "dataset that is encoded already; otherwise it is the model's own type on a GPU and fp32 "
                   "on the CPU.")},
      {.key = "data.dataloader_num_workers",
       .label = FW_TEXT("settings", "Loading threads"),
       .member = &S::dataloader_num_workers,
       .unit = FW_TEXT("settings", "threads"),
       .range = catalog::Range{0, 64},
       .flags = with_musubi(both("dataloader_num_workers"), "max_data_loader_n_workers"),
       .explanation =
           FW_TEXT("settings",
                   "Threads that read upcoming batches from the cache while the device is busy; 0 reads each "
                   "batch when it is needed. The order of the samples does not depend on it.")},
  };
}

std::vector<catalog::Setting> training() {
  return {
      {.key = "training.training_type",
       .label = FW_TEXT("settings", "Training type"),
       .member = choice<&S::training_type>(),
       .choices = all_names<TrainingType>(),
       .level = catalog::Level::basic,
       .flags = {{catalog::finetrainers, "training_type"}},
       .explanation =
           FW_TEXT("settings",
                   "A LoRA (lora) trains small matrices on top of the frozen model and saves a small "
                   "file. A full fine-tune (sft) trains the transformer's own weights and saves a "
                   "whole model folder.")},
      {.key = "training.task",
       .label = FW_TEXT("settings", "Task"),
       .member = choice<&S::task>(),
       .choices = all_names<catalog::VideoTask>(),
       .level = catalog::Level::basic,
       .explanation =
           FW_TEXT("settings",
                   "What to train a model for that can do several tasks; otherwise the task follows from the "
                   "model folder. Image to video (image_to_video) gives the model the first frame.")},
      {.key = "training.train_steps",
       .label = FW_TEXT("settings", "Steps"),
       .member = &S::train_steps,
       .unit = FW_TEXT("settings", "steps"),
       .range = catalog::Range{0, any},
       .level = catalog::Level::basic,
       .flags = {{catalog::finetrainers, "train_steps"},
                 {catalog::factory, "max_train_steps"},
                 {musubi, "max_train_steps"}},
       .explanation = FW_TEXT(
           "settings",
           "Number of weight updates. 0 counts epochs instead; training.train_epochs must then be set.")},
      {.key = "training.train_epochs",
       .label = FW_TEXT("settings", "Epochs"),
       .member = &S::train_epochs,
       .unit = FW_TEXT("settings", "epochs"),
       .range = catalog::Range{0, any},
       .level = catalog::Level::basic,
       .applies_to = {{"training.train_steps", {"0"}}},
       .flags = {{catalog::finetrainers, "train_epochs"},
                 {catalog::factory, "num_train_epochs"},
                 {musubi, "max_train_epochs"}},
       .explanation = FW_TEXT(
           "settings", "Number of passes over the dataset. Only used when training.train_steps is 0.")},
      {.key = "training.batch_size",
       .label = FW_TEXT("settings", "Batch size"),
       .member = &S::batch_size,
       .unit = FW_TEXT("settings", "clips"),
       .range = catalog::Range{1, 4096},
       .level = catalog::Level::basic,
       .flags = {{catalog::finetrainers, "batch_size"}, {catalog::factory, "train_batch_size"}},
       .explanation = FW_TEXT("settings",
                              "Number of clips of one bucket that are processed at once. Memory use grows "
                              "almost in proportion.")},
      {.key = "training.gradient_accumulation_steps",
       .label = FW_TEXT("settings", "Gradient accumulation"),
       .member = &S::gradient_accumulation_steps,
       .unit = FW_TEXT("settings", "batches"),
       .range = catalog::Range{1, 65536},
       .flags = with_musubi(both("gradient_accumulation_steps"), "gradient_accumulation_steps"),
       .explanation = FW_TEXT("settings",
                              "Number of batches whose gradients are averaged for one update: a large batch "
                              "with the memory of a small one.")},
      {.key = "training.mixed_precision",
       .label = FW_TEXT("settings", "Precision"),
       .member = &S::mixed_precision,
       .choices = {"bf16", "fp16", "fp32"},
       .flags = with_musubi(both("mixed_precision"), "mixed_precision"),
       .explanation =
           FW_TEXT("settings",
                   "Data type that the model computes in. LoRA weights and, unless sft.trained_type says "
                   "otherwise, trained weights are kept in fp32. fp16 scales the loss so that small "
                   "gradients do not vanish. The type that the model was trained in works best.")},
      {.key = "training.gradient_checkpointing",
       .label = FW_TEXT("settings", "Gradient checkpointing"),
       .member = &S::gradient_checkpointing,
       .flags = with_musubi(both("gradient_checkpointing"), "gradient_checkpointing"),
       .saving = FW_TEXT("plan", "gradient checkpointing"),
       .explanation =
           FW_TEXT("settings",
                   "Keeps only the input of each block and recomputes the block in the backward pass: about "
                   "a third slower, with a fraction of the memory. The gradients are identical.")},
      {.key = "training.gradient_checkpointing_interval",
       .label = FW_TEXT("settings", "Checkpoint every n-th block"),
       .member = &S::gradient_checkpointing_interval,
       .unit = FW_TEXT("settings", "blocks"),
       .range = catalog::Range{1, 1000},
       .applies_to = {{"training.gradient_checkpointing", {"true"}}},
       .saving = FW_TEXT("plan", "every block checkpointed"),
       .explanation = FW_TEXT(
           "settings",
           "1 recomputes every block; 2 only every second one, which is faster and needs more memory.")},
      {.key = "training.max_skipped_steps",
       .label = FW_TEXT("settings", "Skipped steps before stopping"),
       .member = &S::max_skipped_steps,
       .unit = FW_TEXT("settings", "steps"),
       .range = catalog::Range{1, 100000},
       .explanation = FW_TEXT("settings",
                              "Steps whose loss or gradient is not finite are skipped. After this many in a "
                              "row, the run stops and keeps its last good state.")},
      {.key = "training.start_from",
       .label = FW_TEXT("settings", "Start from trained weights"),
       .member = &S::start_from,
       .meaning = catalog::Meaning::file,
       .level = catalog::Level::basic,
       .explanation = FW_TEXT("settings",
                              "Weights to start from, at step 0: a LoRA file (diffusers, ComfyUI or kohya "
                              "keys, with the same modules as this run) or a checkpoint folder of another "
                              "run. If empty, a new LoRA or the published model.")},
      {.key = "training.loss_type",
       .label = FW_TEXT("settings", "Loss"),
       .standard = std::string("l2"),
       .choices = {"l2", "huber", "smooth_l1", "l1"},
       .explanation =
           FW_TEXT("settings",
                   "How much an error counts. l2: its square. huber and smooth_l1 grow linearly with large "
                   "errors and l1 with all, so that a few odd samples count less. The held-out loss is "
                   "always l2.")},
      {.key = "training.huber_c",
       .label = FW_TEXT("settings", "Large errors from"),
       .standard = 0.1,
       .range = catalog::Range{0, 1000, true},
       .applies_to = {{"training.loss_type", {"huber", "smooth_l1"}}},
       .explanation = FW_TEXT("settings", "Errors far above it count linearly, those far below as squares.")},
  };
}

std::vector<catalog::Setting> full_training() {
  return {
      {.key = "sft.trainable_modules",
       .label = FW_TEXT("settings", "Trained modules"),
       .member = &S::trainable_modules,
       .meaning = catalog::Meaning::module_pattern,
       .applies_to = {sft_only},
       .explanation =
           FW_TEXT("settings",
                   "Modules whose weights are trained, named as in lora.target_modules; everything inside a "
                   "named module is trained, too. If empty, the whole transformer.")},
      {.key = "sft.trained_type",
       .label = FW_TEXT("settings", "Trained-weight precision"),
       .member = &S::trained_type,
       .choices = {"fp32", "bf16"},
       .applies_to = {sft_only,
                      {"training.mixed_precision", {"bf16"}},
                      {"optimizer.offload", {"false"}},
                      {"optimizer.optimizer",
                       optimizer_names([](const OptimizerFacts& facts) { return facts.trains_bf16; })}},
       .saving = FW_TEXT("plan", "weights trained in bf16"),
       .explanation =
           FW_TEXT("settings",
                   "fp32 keeps the trained weights and accumulated gradients in fp32, beside the bf16 "
                   "weights used for computation. bf16 trains the bf16 weights themselves and saves up to 8 "
                   "bytes per weight: stochastic rounding makes changes too small for bf16 count on average. "
                   "Losses differ slightly from those with fp32.")},
  };
}

}  // namespace fw::run::table
