// SPDX-License-Identifier: Apache-2.0
// VideoX-Fun: flags of scripts/*/train.py and train_lora.py.
#include "interchange/foreign_advice.h"
#include "interchange/run_mapping.h"

namespace fw::interchange {

namespace videox {

namespace {

void combine(RunMapping& mapping) {
  if (mapping.has("max_train_steps"))
    mapping.take_out("num_train_epochs");
  else
    mapping.put("training.train_steps", int64_t{0});
  if (mapping.is_on("use_8bit_adam")) mapping.put("optimizer.optimizer", "adamw_8bit");
  if (mapping.is_on("use_came")) mapping.put("optimizer.optimizer", "came");
  for (const char* const key : {"use_8bit_adam", "use_came"}) mapping.take_out(key);
  if (mapping.is_on("uniform_sampling")) mapping.put("flow.weighting_scheme", "none");
  mapping.take_out("uniform_sampling");
  if (mapping.text_of("trainable_modules") == ".") mapping.take_out("trainable_modules");  // all
  const std::string mode = mapping.text_of("train_mode").value_or("normal");
  if (mode == "normal") mapping.take_out("train_mode");
  if (mode == "i2v") {
    mapping.put("training.task", "image_to_video");
    mapping.take_out("train_mode");
  }
}

std::vector<KeyRule> rules() {
  return {
      {.key = "pretrained_model_name_or_path", .setting = "model.folder"},
      {.key = "transformer_path", .setting = "model.parts.transformer"},
      {.key = "vae_path", .setting = "model.parts.vae"},
      {.key = "output_dir", .setting = "run.output_dir"},
      {.key = "seed", .setting = "run.seed"},
      {.key = "allow_tf32", .setting = "run.allow_tf32"},
      {.key = "dataloader_num_workers", .setting = "data.dataloader_num_workers"},
      {.key = "train_batch_size", .setting = "training.batch_size"},
      {.key = "num_train_epochs", .setting = "training.train_epochs"},
      {.key = "max_train_steps", .setting = "training.train_steps"},
      {.key = "gradient_accumulation_steps", .setting = "training.gradient_accumulation_steps"},
      {.key = "gradient_checkpointing", .setting = "training.gradient_checkpointing"},
      {.key = "mixed_precision", .setting = "training.mixed_precision"},
      {.key = "rank", .setting = "lora.rank"},
      {.key = "network_alpha", .setting = "lora.lora_alpha"},
      {.key = "trainable_modules", .setting = "sft.trainable_modules"},
      {.key = "weighting_scheme", .setting = "flow.weighting_scheme"},
      {.key = "logit_mean", .setting = "flow.logit_mean"},
      {.key = "logit_std", .setting = "flow.logit_std"},
      {.key = "mode_scale", .setting = "flow.mode_scale"},
      {.key = "learning_rate", .setting = "optimizer.lr"},
      {.key = "adam_beta1", .setting = "optimizer.beta1"},
      {.key = "adam_beta2", .setting = "optimizer.beta2"},
      {.key = "adam_weight_decay", .setting = "optimizer.weight_decay"},
      {.key = "adam_epsilon", .setting = "optimizer.epsilon"},
      {.key = "max_grad_norm", .setting = "optimizer.max_grad_norm"},
      {.key = "use_cpu_offload_optimizer", .setting = "optimizer.offload"},  // of a DeepSpeed file
      {.key = "lr_scheduler", .setting = "lr_scheduler.lr_scheduler"},
      {.key = "lr_warmup_steps", .setting = "lr_scheduler.lr_warmup_steps"},
      {.key = "checkpointing_steps", .setting = "checkpoints.checkpointing_steps"},
      {.key = "checkpoints_total_limit", .setting = "checkpoints.checkpointing_limit"},
      {.key = "validation_prompts", .setting = "validation.validation_prompts"},
      {.key = "validation_steps", .setting = "validation.validation_steps"},
      {.key = "validation_epochs", .setting = "validation.validation_epochs"},
      {.key = "validation_paths", .advice = advice::prompts},
      {.key = "train_data_dir", .advice = advice::dataset},
      {.key = "train_data_meta", .advice = advice::dataset},
      {.key = "max_train_samples", .advice = advice::dataset},
      {.key = "video_repeat", .advice = advice::every_clip_once},
      {.key = "video_sample_*", .advice = advice::buckets},
      {.key = "image_sample_size", .advice = advice::buckets},
      {.key = "token_sample_size", .advice = advice::buckets},
      {.key = "fix_sample_size", .advice = advice::buckets},
      {.key = "enable_bucket", .advice = advice::buckets},
      {.key = "training_with_video_token_length", .advice = advice::buckets},
      {.key = "keep_all_node_same_token_length", .advice = advice::buckets},
      {.key = "auto_tile_batch_size", .advice = advice::buckets},
      {.key = "random_*", .advice = advice::no_augmentation},
      {.key = "input_perturbation", .advice = advice::plain_loss},
      {.key = "noise_offset", .advice = advice::plain_loss},
      {.key = "snr_loss", .advice = advice::plain_loss},
      {.key = "motion_sub_loss*", .advice = advice::plain_loss},
      {.key = "prediction_type", .advice = advice::nothing},
      {.key = "train_sampling_steps", .advice = advice::timesteps},
      {.key = "train_mode", .advice = advice::other_model},
      {.key = "train_text_encoder", .advice = advice::no_text_encoder},
      {.key = "target_name", .advice = advice::plain_lora},
      {.key = "lora_skip_name", .advice = advice::plain_lora},
      {.key = "use_peft_lora", .advice = advice::nothing},
      {.key = "scale_lr", .advice = advice::scaled_rate},
      {.key = "use_ema", .advice = advice::average},
      {.key = "use_deepspeed", .advice = advice::devices},
      {.key = "use_fsdp", .advice = advice::devices},
      {.key = "local_rank", .advice = advice::devices},
      {.key = "low_vram", .advice = advice::memory},
      {.key = "vae_mini_batch", .advice = advice::precompute},
      {.key = "enable_text_encoder_in_dataloader", .advice = advice::precompute},
      {.key = "tokenizer_max_length", .advice = advice::nothing},
      {.key = "config_path", .advice = advice::model_folder},
      {.key = "revision", .advice = advice::model_on_disk},
      {.key = "variant", .advice = advice::model_on_disk},
      {.key = "non_ema_revision", .advice = advice::model_on_disk},
      {.key = "cache_dir", .advice = advice::model_on_disk},
      {.key = "multi_stream", .advice = advice::nothing},
      {.key = "save_state", .advice = advice::nothing},
      {.key = "logging_dir", .advice = advice::tracking},
      {.key = "report_to", .advice = advice::tracking},
      {.key = "tracker_project_name", .advice = advice::tracking},
      {.key = "push_to_hub", .advice = advice::no_upload},
      {.key = "hub_*", .advice = advice::no_upload},
      {.key = "resume_from_checkpoint", .advice = advice::resume},
  };
}

}  // namespace

}  // namespace videox

const ForeignTrainer& videox_fun() {
  static const ForeignTrainer trainer{
      .name = "VideoX-Fun",
      .rules = videox::rules(),
      .defaults = {{"data.caption_dropout_p", 0.1},
                   {"data.dataloader_num_workers", int64_t{0}},
                   {"training.train_epochs", int64_t{100}},
                   {"training.batch_size", int64_t{16}},
                   {"training.gradient_checkpointing", false},
                   {"lora.rank", int64_t{128}},
                   {"lora.lora_alpha", 64.0},
                   {"lora.target_modules", std::vector<std::string>{std::string(attention_and_feed_forward)}},
                   {"optimizer.optimizer", "adamw"},
                   {"optimizer.beta2", 0.999},
                   {"optimizer.weight_decay", 0.01},
                   {"optimizer.clipping", "update"},
                   {"lr_scheduler.lr_scheduler", "constant"},
                   {"lr_scheduler.lr_warmup_steps", int64_t{500}},
                   {"checkpoints.checkpointing_limit", int64_t{0}},
                   {"validation.validation_steps", int64_t{2000}}},
      .combine = videox::combine};
  return trainer;
}

}  // namespace fw::interchange
