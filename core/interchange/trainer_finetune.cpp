// SPDX-License-Identifier: Apache-2.0
// CogVideo's own trainer: flags of finetune/train.py, finetune/schemas/args.py.
#include "interchange/foreign_advice.h"
#include "interchange/run_mapping.h"

namespace fw::interchange {

namespace finetune {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty()) lines.push_back(std::move(line));
    at = end + 1;
  }
  return lines;
}

/// Validation is off by default. Prompts are lines of a file below --validation_dir.
void map_validation(RunMapping& mapping) {
  const bool validates = mapping.is_on("do_validation");
  mapping.take_out("do_validation");
  if (!validates) {
    for (const char* name : {"validation_dir", "validation_steps", "validation_prompts", "validation_images",
                             "validation_videos", "gen_fps"})
      mapping.advise(name, advice::no_validation);
    return;
  }
  const std::string folder = mapping.text_of("validation_dir").value_or(".");
  if (const ForeignKey* const prompts = mapping.find("validation_prompts")) {
    if (const auto text = mapping.read(folder + "/" + prompts->text())) {
      mapping.set(*prompts, "validation.validation_prompts", lines_of(*text));
      mapping.take_out("validation_prompts");
      mapping.take_out("validation_dir");
    }
  }
}

void combine(RunMapping& mapping) {
  if (const auto type = mapping.text_of("model_type"); type && (*type == "i2v" || *type == "t2v")) {
    if (*type == "i2v") mapping.put("training.task", "image_to_video");
    mapping.take_out("model_type");
  }
  const std::string steps = mapping.text_of("train_steps").value_or("None");
  if (steps == "None") {
    mapping.take_out("train_steps");
    mapping.put("training.train_steps", int64_t{0});
  } else {
    mapping.take_out("train_epochs");
  }
  map_validation(mapping);
}

std::vector<KeyRule> rules() {
  return {
      {.key = "model_path", .setting = "model.folder"},
      {.key = "model_name", .setting = "model.family"},
      {.key = "training_type", .setting = "training.training_type"},
      {.key = "output_dir", .setting = "run.output_dir"},
      {.key = "seed", .setting = "run.seed"},
      {.key = "train_resolution", .setting = "data.video_resolution_buckets"},
      {.key = "num_workers", .setting = "data.dataloader_num_workers"},
      {.key = "train_epochs", .setting = "training.train_epochs"},
      {.key = "train_steps", .setting = "training.train_steps"},
      {.key = "batch_size", .setting = "training.batch_size"},
      {.key = "gradient_accumulation_steps", .setting = "training.gradient_accumulation_steps"},
      {.key = "mixed_precision", .setting = "training.mixed_precision"},
      {.key = "gradient_checkpointing", .setting = "training.gradient_checkpointing"},
      {.key = "rank", .setting = "lora.rank"},
      {.key = "lora_alpha", .setting = "lora.lora_alpha"},
      {.key = "target_modules", .setting = "lora.target_modules"},
      {.key = "optimizer", .setting = "optimizer.optimizer"},
      {.key = "learning_rate", .setting = "optimizer.lr"},
      {.key = "beta1", .setting = "optimizer.beta1"},
      {.key = "beta2", .setting = "optimizer.beta2"},
      {.key = "epsilon", .setting = "optimizer.epsilon"},
      {.key = "weight_decay", .setting = "optimizer.weight_decay"},
      {.key = "max_grad_norm", .setting = "optimizer.max_grad_norm"},
      {.key = "lr_scheduler", .setting = "lr_scheduler.lr_scheduler"},
      {.key = "lr_warmup_steps", .setting = "lr_scheduler.lr_warmup_steps"},
      {.key = "lr_num_cycles", .setting = "lr_scheduler.lr_num_cycles"},
      {.key = "lr_power", .setting = "lr_scheduler.lr_power"},
      {.key = "checkpointing_steps", .setting = "checkpoints.checkpointing_steps"},
      {.key = "checkpointing_limit", .setting = "checkpoints.checkpointing_limit"},
      {.key = "nccl_timeout", .setting = "distributed.timeout_s"},
      {.key = "validation_steps", .setting = "validation.validation_steps"},
      {.key = "enable_slicing", .setting = "validation.enable_slicing"},
      {.key = "enable_tiling", .setting = "validation.enable_tiling"},
      {.key = "use_cpu_offload_optimizer", .setting = "optimizer.offload"},  // of a DeepSpeed file
      {.key = "validation_prompts", .advice = advice::prompts},
      {.key = "validation_dir", .advice = advice::prompts},
      {.key = "validation_images", .advice = advice::prompts},
      {.key = "validation_videos", .advice = advice::other_model},
      {.key = "gen_fps", .advice = advice::nothing},
      {.key = "model_type", .advice = advice::other_model},
      {.key = "data_root", .advice = advice::dataset},
      {.key = "caption_column", .advice = advice::dataset},
      {.key = "video_column", .advice = advice::dataset},
      {.key = "image_column", .advice = advice::dataset},
      {.key = "beta3", .setting = "optimizer.beta3"},
      {.key = "pin_memory", .advice = advice::nothing},
      {.key = "report_to", .advice = advice::tracking},
      {.key = "tracker_name", .advice = advice::tracking},
      {.key = "resume_from_checkpoint", .advice = advice::resume},
  };
}

}  // namespace

}  // namespace finetune

const ForeignTrainer& finetune_trainer() {
  static const ForeignTrainer trainer{.name = "CogVideo's own trainer",
                                      .rules = finetune::rules(),
                                      .defaults = {{"data.caption_dropout_p", 0.0},
                                                   {"data.dataloader_num_workers", int64_t{8}},
                                                   {"training.train_epochs", int64_t{10}},
                                                   {"training.mixed_precision", "fp32"},
                                                   {"training.gradient_checkpointing", true},
                                                   {"lora.rank", int64_t{128}},
                                                   {"lora.lora_alpha", 64.0},
                                                   {"optimizer.optimizer", "adamw"},
                                                   {"optimizer.lr", 2e-5},
                                                   {"optimizer.clipping", "update"},
                                                   {"lr_scheduler.lr_scheduler", "constant_with_warmup"},
                                                   {"lr_scheduler.lr_warmup_steps", int64_t{100}},
                                                   {"checkpoints.checkpointing_steps", int64_t{200}},
                                                   {"checkpoints.checkpointing_limit", int64_t{10}},
                                                   {"validation.enable_slicing", true},
                                                   {"validation.enable_tiling", true}},
                                      .combine = finetune::combine};
  return trainer;
}

}  // namespace fw::interchange
