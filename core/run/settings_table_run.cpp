// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"
#include "run/settings_table.h"

namespace fw::run::table {

namespace {

using S = RunSettings;

constexpr double most_processes = 1024;

const catalog::Condition with_warmup{
    "lr_scheduler.lr_scheduler",
    {"constant_with_warmup", "linear", "cosine", "cosine_with_restarts", "polynomial"}};

}  // namespace

std::vector<catalog::Setting> lr_scheduler() {
  return {
      {.key = "lr_scheduler.lr_scheduler",
       .label = FW_TEXT("settings", "Learning-rate schedule"),
       .member = &S::lr_scheduler,
       .choices = {"constant", "constant_with_warmup", "linear", "cosine", "cosine_with_restarts",
                   "polynomial"},
       .flags = with_musubi(both("lr_scheduler"), "lr_scheduler"),
       .explanation = FW_TEXT("settings",
                              "How the learning rate changes over the steps. All but constant rise from 0 "
                              "during the warm-up; linear, cosine, cosine_with_restarts and polynomial then "
                              "fall towards 0 at the last step.")},
      {.key = "lr_scheduler.lr_warmup_steps",
       .label = FW_TEXT("settings", "Warm-up"),
       .member = &S::lr_warmup_steps,
       .unit = FW_TEXT("settings", "steps"),
       .range = catalog::Range{0, any},
       .applies_to = {with_warmup},
       .flags = with_musubi(both("lr_warmup_steps"), "lr_warmup_steps"),
       .explanation = FW_TEXT("settings", "Number of updates over which the learning rate rises from 0.")},
      {.key = "lr_scheduler.lr_num_cycles",
       .label = FW_TEXT("settings", "Cycles"),
       .member = &S::lr_num_cycles,
       .range = catalog::Range{1, any},
       .applies_to = {{"lr_scheduler.lr_scheduler", {"cosine_with_restarts"}}},
       .flags = both("lr_num_cycles"),
       .explanation = FW_TEXT("settings", "How often cosine_with_restarts falls from the full rate to 0.")},
      {.key = "lr_scheduler.lr_power",
       .label = FW_TEXT("settings", "Power"),
       .member = &S::lr_power,
       .range = catalog::Range{0, 100, true},
       .applies_to = {{"lr_scheduler.lr_scheduler", {"polynomial"}}},
       .flags = both("lr_power"),
       .explanation = FW_TEXT("settings", "Exponent of the polynomial schedule; 1 is a straight line.")},
  };
}

std::vector<catalog::Setting> keeping() {
  return {
      {.key = "checkpoints.checkpointing_steps",
       .label = FW_TEXT("settings", "Checkpoint every"),
       .member = &S::checkpointing_steps,
       .unit = FW_TEXT("settings", "steps"),
       .range = catalog::Range{1, any},
       .level = catalog::Level::basic,
       .flags = with_musubi(both("checkpointing_steps"), "save_every_n_steps"),
       .explanation = FW_TEXT("settings",
                              "Steps between checkpoints. A run resumes exactly from a checkpoint, so a "
                              "crash costs at most the steps since the last one.")},
      {.key = "checkpoints.checkpointing_epochs",
       .label = FW_TEXT("settings", "Checkpoint every (epochs)"),
       .member = &S::checkpointing_epochs,
       .unit = FW_TEXT("settings", "epochs"),
       .range = catalog::Range{0, any},
       .flags = {{musubi, "save_every_n_epochs"}},
       .explanation = FW_TEXT("settings", "Epochs between checkpoints, instead of steps. 0 counts steps.")},
      {.key = "checkpoints.checkpointing_limit",
       .label = FW_TEXT("settings", "Checkpoints kept"),
       .member = &S::checkpointing_limit,
       .unit = FW_TEXT("settings", "checkpoints"),
       .range = catalog::Range{0, any},
       .level = catalog::Level::basic,
       .flags = {{catalog::finetrainers, "checkpointing_limit"},
                 {catalog::factory, "checkpoints_total_limit"}},
       .explanation = FW_TEXT("settings",
                              "Number of checkpoints to keep. The oldest one is deleted once a newer one is "
                              "safely on disk. 0 keeps all.")},
      {.key = "checkpoints.keep_best",
       .label = FW_TEXT("settings", "Keep the best checkpoint"),
       .member = &S::keep_best,
       .explanation = FW_TEXT("settings",
                              "Saves a checkpoint whenever the held-out loss is lower than ever before, and "
                              "keeps it beyond the limit until a better one replaces it. Needs held-out "
                              "samples. The run's result is still that of its last step.")},
      {.key = "ema.ema_decay",
       .label = FW_TEXT("settings", "EMA decay"),
       .member = &S::ema_decay,
       .range = catalog::Range{0, 0.999999},
       .applies_to = {{"optimizer.optimizer", optimizer_names([](const OptimizerFacts& facts) {
                         return facts.kind != OptimizerKind::adamw_schedule_free;  // which averages itself
                       })}},
       .explanation =
           FW_TEXT("settings",
                   "Keeps an exponential moving average of the trained weights with this decay, for example "
                   "0.999. It is used for validation and saved beside the trained weights. 0 turns it off.")},
      {.key = "metrics.tensorboard",
       .label = FW_TEXT("settings", "TensorBoard files"),
       .member = &S::tensorboard,
       .explanation = FW_TEXT("settings", "Also writes the metrics as TensorBoard event files.")},
      {.key = "metrics.csv",
       .label = FW_TEXT("settings", "CSV file"),
       .member = &S::csv,
       .explanation = FW_TEXT("settings", "Also writes the metrics to metrics.csv, one line per step.")},
      {.key = "distributed.zero_stage",
       .label = FW_TEXT("settings", "ZeRO stage"),
       .member = &S::zero_stage,
       .range = catalog::Range{0, 3},
       .explanation =
           FW_TEXT("settings",
                   "What the processes of a run on several GPUs share out instead of each keeping all of it. "
                   "1 and 2: optimizer state, master weights, the EMA and summed gradients. 3: also the "
                   "weights of all blocks, which come from the other processes in each pass; it needs a fast "
                   "connection. The numbers stay those of one process. Without effect in a run of one "
                   "process.")},
      {.key = "distributed.ulysses",
       .label = FW_TEXT("settings", "Processes per sample (Ulysses)"),
       .member = &S::ulysses,
       .range = catalog::Range{1, most_processes},
       .explanation = FW_TEXT(
           "settings",
           "How many processes of a run on several GPUs compute each sample together, each with a part of "
           "its "
           "tokens, which they trade for attention heads (Ulysses): each needs less memory for activations, "
           "so larger clips fit, and a GPU that no micro-batch is left for helps too. The other processes, "
           "in groups of ulysses x ring, compute other samples. Needs a fast connection, as within a "
           "machine. "
           "Without effect in a run of one process.")},
      {.key = "distributed.ring",
       .label = FW_TEXT("settings", "Processes per sample (ring)"),
       .member = &S::ring,
       .range = catalog::Range{1, most_processes},
       .flags = {{catalog::finetrainers, "cp_degree"}},
       .explanation = FW_TEXT(
           "settings",
           "As distributed.ulysses, but keys and values go round among so many processes, or groups of "
           "ulysses processes: each talks to its neighbours alone, which serves "
           "between machines. Without effect in a run of one process.")},
      {.key = "distributed.timeout_s",
       .label = FW_TEXT("settings", "Timeout of ranks"),
       .member = &S::rank_timeout_s,
       .unit = "s",
       .range = catalog::Range{1, any},
       .flags = both("nccl_timeout"),
       .explanation = FW_TEXT(
           "settings",
           "How long the processes of a run on several GPUs wait for one that makes no progress before the "
           "run ends and names it. Each step of its work and each exchange is progress; saving and "
           "encoding, which one process does for all, may take longer. "
           "Without effect in a run of one process.")},
      {.key = "distributed.check_collectives",
       .label = FW_TEXT("settings", "Check exchanges between ranks"),
       .member = &S::check_collectives,
       .explanation =
           FW_TEXT("settings",
                   "Has the processes of a run compare each exchange of tensors before they make it, so that "
                   "a mismatch becomes an error instead of a hang. Slow: for finding faults. Without effect "
                   "in a run of one process.")},
  };
}

std::vector<catalog::Setting> validation() {
  return {
      {.key = "validation.validation_prompts",
       .label = FW_TEXT("settings", "Validation prompts"),
       .member = &S::validation_prompts,
       .meaning = catalog::Meaning::prompt,
       .level = catalog::Level::basic,
       .flags = {{catalog::finetrainers, "validation_prompts"},
                 {catalog::factory, "validation_prompt"},
                 {musubi, "sample_prompts"}},
       .explanation = FW_TEXT("settings",
                              "Prompts to generate clips from during training. A prompt may end in "
                              "@@@FRAMESxHEIGHTxWIDTH; otherwise the clip has the shape of the dataset's "
                              "most frequent bucket. If empty, no clips are generated.")},
      {.key = "validation.validation_images",
       .label = FW_TEXT("settings", "Validation images"),
       .member = &S::validation_images,
       .meaning = catalog::Meaning::file,
       .level = catalog::Level::basic,
       .applies_to = {image_to_video},
       .flags = both("validation_images"),
       .explanation = FW_TEXT("settings", "First frames of the validation clips, one for each prompt.")},
      {.key = "validation.validation_last_images",
       .label = FW_TEXT("settings", "Last validation images"),
       .member = &S::validation_last_images,
       .meaning = catalog::Meaning::file,
       .applies_to = {image_to_video},
       .explanation =
           FW_TEXT("settings",
                   "Last frames of the validation clips, one for each prompt, for models that make "
                   "a clip between two images.")},
      {.key = "validation.num_validation_videos",
       .label = FW_TEXT("settings", "Clips per prompt"),
       .member = &S::num_validation_videos,
       .unit = FW_TEXT("settings", "clips"),
       .range = catalog::Range{1, 1000},
       .flags = both("num_validation_videos"),
       .explanation = FW_TEXT("settings",
                              "Each clip has its own seed, counted up from run.seed and the same at every "
                              "validation, so that clips of different steps can be compared.")},
      {.key = "validation.validation_steps",
       .label = FW_TEXT("settings", "Validate every"),
       .member = &S::validation_steps,
       .unit = FW_TEXT("settings", "steps"),
       .range = catalog::Range{1, any},
       .level = catalog::Level::basic,
       .flags = with_musubi(both("validation_steps"), "sample_every_n_steps"),
       .explanation = FW_TEXT("settings", "Steps between validations.")},
      {.key = "validation.validation_epochs",
       .label = FW_TEXT("settings", "Validate every (epochs)"),
       .member = &S::validation_epochs,
       .unit = FW_TEXT("settings", "epochs"),
       .range = catalog::Range{0, any},
       .flags = with_musubi(both("validation_epochs"), "sample_every_n_epochs"),
       .explanation = FW_TEXT("settings", "Epochs between validations, instead of steps. 0 counts steps.")},
      {.key = "validation.validate_first",
       .label = FW_TEXT("settings", "Validate before training"),
       .member = &S::validate_first,
       .level = catalog::Level::basic,
       .explanation = FW_TEXT("settings",
                              "Also generates the clips and measures the held-out loss before the first "
                              "step, to show the untrained model.")},
      {.key = "validation.num_inference_steps",
       .label = FW_TEXT("settings", "Denoising steps"),
       .member = &S::num_inference_steps,
       .unit = FW_TEXT("settings", "steps"),
       .range = catalog::Range{1, 1000},
       .explanation = FW_TEXT("settings", "Number of denoising steps of a validation clip.")},
      {.key = "validation.guidance_scale",
       .label = FW_TEXT("settings", "Guidance"),
       .member = &S::guidance_scale,
       .range = catalog::Range{0, 100},
       .flags = {{catalog::factory, "guidance_scale"}},
       .explanation = FW_TEXT("settings",
                              "How closely validation clips follow their prompt. 1 or less turns guidance "
                              "off and halves the time.")},
      {.key = "validation.preview_loras",
       .label = FW_TEXT("settings", "Preview LoRAs"),
       .member = &S::preview_loras,
       .meaning = catalog::Meaning::file,
       .explanation = FW_TEXT(
           "settings",
           "LoRA files that are added to the model only while a validation clip is generated, such as a "
           "step-distillation LoRA, which needs 4 to 8 denoising steps and no guidance. They are not "
           "trained and not part of the result.")},
      {.key = "validation.preview_lora_strength",
       .label = FW_TEXT("settings", "Strength of preview LoRAs"),
       .member = &S::preview_lora_strength,
       .range = catalog::Range{-10, 10},
       .explanation = FW_TEXT("settings", "Strength of each of the preview LoRAs; 1 is as trained.")},
      {.key = "validation.offload",
       .label = FW_TEXT("settings", "Memory mode"),
       .member = choice<&S::offload>(),
       .choices = all_names<catalog::Offload>(),
       .saving = FW_TEXT("plan", "less on the device during validation"),
       .explanation = FW_TEXT(
           "settings",
           "How validation shares memory with training, whose transformer it uses: model keeps the text "
           "encoder and the VAE on the device only while each of them works, none keeps both there.")},
      {.key = "validation.text_encoder",
       .label = FW_TEXT("settings", "Text encoder"),
       .member = choice<&S::text_encoder>(),
       .choices = all_names<catalog::TextEncoderPlace>(),
       .saving = FW_TEXT("plan", "text encoder streamed"),
       .explanation = FW_TEXT(
           "settings",
           "Where prompts and captions are encoded, once per run. stream moves the encoder's blocks to the "
           "device one "
           "after the other, with a tenth of the memory; cpu does not use the device and is slower.")},
      {.key = "validation.enable_slicing",
       .label = FW_TEXT("settings", "VAE slicing"),
       .member = &S::enable_slicing,
       .flags = both("enable_slicing"),
       .saving = FW_TEXT("plan", "clips decoded one by one"),
       .explanation = FW_TEXT("settings", "Decodes one clip of a validation batch at a time.")},
      {.key = "validation.enable_tiling",
       .label = FW_TEXT("settings", "VAE tiling"),
       .member = &S::enable_tiling,
       .flags = both("enable_tiling"),
       .saving = FW_TEXT("plan", "clips decoded in tiles"),
       .explanation = FW_TEXT("settings",
                              "Decodes a validation clip in overlapping tiles: far less memory, faint seams "
                              "at worst. data.vae_tiling does the same for encoding.")},
      {.key = "validation.held_out_samples",
       .label = FW_TEXT("settings", "Held-out samples"),
       .member = &S::held_out_samples,
       .unit = FW_TEXT("settings", "samples"),
       .range = catalog::Range{0, any},
       .explanation = FW_TEXT("settings",
                              "Number of samples that are never trained on. Their loss, at fixed timesteps "
                              "and with fixed noise, shows whether the model learns or memorises.")},
      {.key = "validation.held_out_steps",
       .label = FW_TEXT("settings", "Held-out loss every"),
       .member = &S::held_out_steps,
       .unit = FW_TEXT("settings", "steps"),
       .range = catalog::Range{1, any},
       .explanation = FW_TEXT("settings", "Steps between measurements of the held-out loss.")},
      {.key = "validation.early_stop_patience",
       .label = FW_TEXT("settings", "Stop early after"),
       .member = &S::early_stop_patience,
       .unit = FW_TEXT("settings", "measurements"),
       .range = catalog::Range{0, any},
       .explanation = FW_TEXT("settings",
                              "Finishes the run after this many measurements of the held-out loss in a row "
                              "without a new lowest value. Needs held-out samples. 0 never stops early.")},
  };
}

}  // namespace fw::run::table
