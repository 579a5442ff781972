// SPDX-License-Identifier: Apache-2.0
// SimpleTuner: keys of config.json, with or without dashes; documentation/OPTIONS.md and the field registry.
#include "interchange/foreign_advice.h"
#include "interchange/run_mapping.h"

namespace fw::interchange {

namespace simple {

namespace {

/// Each counts unless it is 0, and steps come first.
void map_length(RunMapping& mapping) {
  if (mapping.number_of("max_train_steps").value_or(0) > 0) {
    mapping.advise("num_train_epochs", advice::nothing);
  } else {
    mapping.take_out("max_train_steps");
    mapping.put("training.train_steps", int64_t{0});
  }
}

/// Older versions have other names.
void rename(RunMapping& mapping, std::string_view old, std::string_view name) {
  if (ForeignKey* const key = mapping.find(old); key != nullptr && !mapping.has(name)) key->name = name;
}

void combine(RunMapping& mapping) {
  rename(mapping, "checkpointing_steps", "checkpoint_step_interval");
  rename(mapping, "validation_steps", "validation_step_interval");
  // It names a family as others name an older one.
  if (const auto name = mapping.text_of("model_family"))
    if (const catalog::Family* const own = family_named("simpletuner " + *name)) {
      mapping.put("model.family", std::string(own->id));
      mapping.take_out("model_family");
    }
  mapping.move("model_family", "model.family");
  map_length(mapping);
  if (mapping.is_on("use_ema")) {
    if (!mapping.move("ema_decay", "ema.ema_decay")) mapping.put("ema.ema_decay", 0.995);
  } else {
    mapping.take_out("ema_decay");
  }
  mapping.take_out("use_ema");
  if (const auto rank = mapping.number_of("lora_rank"); rank && !mapping.has("lora_alpha"))
    mapping.put("lora.lora_alpha", *rank);
  if (mapping.text_of("lora_type").value_or("standard") == "standard") mapping.take_out("lora_type");
  if (mapping.is_on("flow_use_uniform_schedule")) {
    mapping.put("flow.weighting_scheme", "none");
    mapping.take_out("flow_use_uniform_schedule");
    mapping.take_out("flow_sigmoid_scale");
  }
}

std::vector<KeyRule> rules() {
  return {
      {.key = "output_dir", .setting = "run.output_dir"},
      {.key = "tracker_run_name", .setting = "run.name"},
      {.key = "seed", .setting = "run.seed"},
      {.key = "allow_tf32", .setting = "run.allow_tf32"},
      {.key = "model_type", .setting = "training.training_type"},
      {.key = "pretrained_model_name_or_path", .setting = "model.folder"},
      {.key = "pretrained_transformer_model_name_or_path", .setting = "model.parts.transformer"},
      {.key = "pretrained_vae_model_name_or_path", .setting = "model.parts.vae"},
      {.key = "pretrained_t5_model_name_or_path", .setting = "model.parts.text_encoder"},
      {.key = "caption_dropout_probability", .setting = "data.caption_dropout_p"},
      {.key = "max_train_steps", .setting = "training.train_steps"},
      {.key = "num_train_epochs", .setting = "training.train_epochs"},
      {.key = "train_batch_size", .setting = "training.batch_size"},
      {.key = "gradient_accumulation_steps", .setting = "training.gradient_accumulation_steps"},
      {.key = "gradient_checkpointing", .setting = "training.gradient_checkpointing"},
      {.key = "gradient_checkpointing_interval", .setting = "training.gradient_checkpointing_interval"},
      {.key = "mixed_precision", .setting = "training.mixed_precision"},
      {.key = "init_lora", .setting = "training.start_from"},
      {.key = "lora_rank", .setting = "lora.rank"},
      {.key = "lora_alpha", .setting = "lora.lora_alpha"},
      {.key = "peft_lora_target_modules", .setting = "lora.target_modules"},
      {.key = "flow_schedule_shift", .setting = "flow.shift"},
      {.key = "flow_schedule_auto_shift", .setting = "flow.resolution_shifting"},
      {.key = "flow_sigmoid_scale", .setting = "flow.logit_std"},
      {.key = "base_model_precision", .setting = "memory.quantization"},
      {.key = "musubi_blocks_to_swap", .setting = "memory.streamed_blocks"},
      {.key = "optimizer", .setting = "optimizer.optimizer"},
      {.key = "learning_rate", .setting = "optimizer.lr"},
      {.key = "adam_beta1", .setting = "optimizer.beta1"},
      {.key = "adam_beta2", .setting = "optimizer.beta2"},
      {.key = "optimizer_beta1", .setting = "optimizer.beta1"},
      {.key = "optimizer_beta2", .setting = "optimizer.beta2"},
      {.key = "adam_epsilon", .setting = "optimizer.epsilon"},
      {.key = "adam_weight_decay", .setting = "optimizer.weight_decay"},
      {.key = "max_grad_norm", .setting = "optimizer.max_grad_norm"},
      {.key = "optimizer_offload_gradients", .setting = "optimizer.offload_gradients"},
      {.key = "lr_scheduler", .setting = "lr_scheduler.lr_scheduler"},
      {.key = "lr_warmup_steps", .setting = "lr_scheduler.lr_warmup_steps"},
      {.key = "lr_num_cycles", .setting = "lr_scheduler.lr_num_cycles"},
      {.key = "lr_power", .setting = "lr_scheduler.lr_power"},
      {.key = "checkpoint_step_interval", .setting = "checkpoints.checkpointing_steps"},
      {.key = "checkpoints_total_limit", .setting = "checkpoints.checkpointing_limit"},
      {.key = "validation_step_interval", .setting = "validation.validation_steps"},
      {.key = "validation_prompt", .setting = "validation.validation_prompts"},
      {.key = "validation_guidance", .setting = "validation.guidance_scale"},
      {.key = "validation_num_inference_steps", .setting = "validation.num_inference_steps"},
      {.key = "validation_on_startup", .setting = "validation.validate_first"},
      {.key = "dataloader_*", .advice = advice::nothing},
      {.key = "data_backend_config", .advice = advice::dataset},
      {.key = "data_backend_sampling", .advice = advice::every_clip_once},
      {.key = "override_dataset_config", .advice = advice::nothing},
      {.key = "caption_strategy", .advice = advice::dataset},
      {.key = "instance_prompt", .advice = advice::captions},
      {.key = "aspect_bucket_*", .advice = advice::buckets},
      {.key = "disable_bucket_pruning", .advice = advice::buckets},
      {.key = "resolution*", .advice = advice::buckets},
      {.key = "minimum_image_size", .advice = advice::buckets},
      {.key = "maximum_image_size", .advice = advice::buckets},
      {.key = "target_downsample_size", .advice = advice::buckets},
      {.key = "framerate", .advice = advice::buckets},
      {.key = "vae_*", .advice = advice::precompute},
      {.key = "cache_*", .advice = advice::precompute},
      {.key = "text_cache_*", .advice = advice::precompute},
      {.key = "write_batch_size", .advice = advice::precompute},
      {.key = "compress_disk_cache", .advice = advice::precompute},
      {.key = "text_encoder_*", .advice = advice::precompute},
      {.key = "lora_type", .advice = advice::plain_lora},
      {.key = "lora_dropout", .setting = "lora.lora_dropout"},
      {.key = "lora_init_type", .advice = advice::plain_lora},
      {.key = "lora_format", .advice = advice::nothing},
      {.key = "lycoris_*", .advice = advice::plain_lora},
      {.key = "peft_lora_mode", .advice = advice::plain_lora},
      {.key = "use_dora", .advice = advice::plain_lora},
      {.key = "flow_*", .advice = advice::timesteps},
      {.key = "snr_*", .advice = advice::plain_loss},
      {.key = "use_soft_min_snr", .advice = advice::plain_loss},
      {.key = "loss_type", .advice = advice::plain_loss},
      {.key = "huber_*", .advice = advice::plain_loss},
      {.key = "noise_offset*", .advice = advice::plain_loss},
      {.key = "offset_noise", .advice = advice::plain_loss},
      {.key = "input_perturbation*", .advice = advice::plain_loss},
      {.key = "crepa_*", .advice = advice::plain_loss},
      {.key = "optimizer_config", .advice = advice::other_optimizer},
      {.key = "optimizer_*", .advice = advice::other_optimizer},
      {.key = "prodigy_*", .advice = advice::prodigy},
      {.key = "fuse_optimizer", .advice = advice::other_optimizer},
      {.key = "gradient_precision", .advice = advice::nothing},
      {.key = "grad_clip_method", .advice = advice::schedule},
      {.key = "lr_end", .advice = advice::schedule},
      {.key = "lr_scale*", .advice = advice::scaled_rate},
      {.key = "ema_*", .advice = advice::average},
      {.key = "train_text_encoder", .advice = advice::no_text_encoder},
      {.key = "quantize_via", .advice = advice::quantization},
      {.key = "quantization_config", .advice = advice::quantization},
      {.key = "base_model_default_dtype", .advice = advice::precision},
      {.key = "quantize_activations", .advice = advice::quantization},
      {.key = "gradient_checkpointing_*", .advice = advice::memory},
      {.key = "enable_group_offload", .advice = advice::memory},
      {.key = "group_offload_*", .advice = advice::memory},
      {.key = "musubi_block_swap_device", .advice = advice::memory},
      {.key = "ramtorch*", .advice = advice::memory},
      {.key = "offload_*", .advice = advice::memory},
      {.key = "delete_model_after_load", .advice = advice::nothing},
      {.key = "fsdp_*", .advice = advice::devices},
      {.key = "deepspeed_*", .advice = advice::devices},
      {.key = "accelerate_*", .advice = advice::devices},
      {.key = "num_processes", .advice = advice::devices},
      {.key = "num_machines", .advice = advice::devices},
      {.key = "attention_mechanism", .advice = advice::nothing},
      {.key = "dynamo_*", .advice = advice::nothing},
      {.key = "fuse_qkv_projections", .advice = advice::nothing},
      {.key = "disable_benchmark", .advice = advice::nothing},
      {.key = "preserve_data_backend_cache", .advice = advice::nothing},
      {.key = "skip_file_discovery", .advice = advice::nothing},
      {.key = "model_flavour", .advice = advice::model_folder},
      {.key = "pretrained_*", .advice = advice::model_folder},
      {.key = "revision", .advice = advice::model_on_disk},
      {.key = "variant", .advice = advice::model_on_disk},
      {.key = "checkpoint_epoch_interval", .advice = advice::saved_by_steps},
      {.key = "checkpointing_*", .advice = advice::saved_by_steps},
      {.key = "checkpoints_rolling_total_limit", .advice = advice::saved_by_steps},
      {.key = "resume_from_checkpoint", .advice = advice::resume},
      {.key = "eval_*", .advice = advice::held_out},
      {.key = "evaluation_type", .advice = advice::held_out},
      {.key = "validation_epoch_interval", .setting = "validation.validation_epochs"},
      {.key = "user_prompt_library", .advice = advice::prompts},
      {.key = "validation_prompt_library", .advice = advice::prompts},
      {.key = "num_validation_images", .setting = "validation.num_validation_videos"},
      {.key = "validation_*", .advice = advice::own_sampler},
      {.key = "inference_scheduler_timestep_spacing", .advice = advice::own_sampler},
      {.key = "training_scheduler_timestep_spacing", .advice = advice::timesteps},
      {.key = "report_to", .advice = advice::tracking},
      {.key = "tracker_*", .advice = advice::tracking},
      {.key = "logging_dir", .advice = advice::tracking},
      {.key = "webhook_*", .advice = advice::tracking},
      {.key = "hub_*", .advice = advice::no_upload},
      {.key = "push_*", .advice = advice::no_upload},
      {.key = "model_card_*", .advice = advice::no_upload},
      {.key = "publishing_config", .advice = advice::no_upload},
      {.key = "modelspec_comment", .advice = advice::nothing},
  };
}

}  // namespace

}  // namespace simple

const ForeignTrainer& simple_tuner() {
  static const ForeignTrainer trainer{.name = "SimpleTuner",
                                      .rules = simple::rules(),
                                      .defaults = {{"training.training_type", "sft"},
                                                   {"training.train_epochs", int64_t{1}},
                                                   {"training.batch_size", int64_t{4}},
                                                   {"data.caption_dropout_p", 0.1},
                                                   {"lora.rank", int64_t{16}},
                                                   {"lora.lora_alpha", 16.0},
                                                   {"flow.weighting_scheme", "logit_normal"},
                                                   {"flow.shift", 3.0},
                                                   {"optimizer.lr", 4e-7},
                                                   {"optimizer.beta2", 0.999},
                                                   {"optimizer.weight_decay", 0.01},
                                                   {"optimizer.max_grad_norm", 2.0},
                                                   {"optimizer.clipping", "update"},
                                                   {"lr_scheduler.lr_scheduler", "constant_with_warmup"},
                                                   {"lr_scheduler.lr_warmup_steps", int64_t{0}},
                                                   {"lr_scheduler.lr_power", 0.8},
                                                   {"checkpoints.checkpointing_limit", int64_t{5}},
                                                   {"validation.validation_steps", int64_t{100}},
                                                   {"validation.num_inference_steps", int64_t{30}},
                                                   {"validation.guidance_scale", 7.5}},
                                      .combine = simple::combine};
  return trainer;
}

}  // namespace fw::interchange
