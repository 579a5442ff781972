// SPDX-License-Identifier: Apache-2.0
// OneTrainer: keys of modules/util/config/TrainConfig.py; its files contain all of them.
#include "interchange/foreign_advice.h"
#include "interchange/run_mapping.h"

namespace fw::interchange {

namespace one {

namespace {

void map_schedule(RunMapping& mapping) {
  const double warmup = mapping.number_of("learning_rate_warmup_steps").value_or(200);
  if (mapping.text_of("learning_rate_scheduler").value_or("CONSTANT") != "CONSTANT") return;
  mapping.take_out("learning_rate_scheduler");
  mapping.put("lr_scheduler.lr_scheduler", warmup > 0 ? "constant_with_warmup" : "constant");
}

/// Older files have one key for it: ON, OFF or CPU_OFFLOADED.
void map_checkpointing(RunMapping& mapping) {
  if (const auto mode = mapping.text_of("gradient_checkpointing")) {
    mapping.put("training.gradient_checkpointing", *mode != "OFF");
    if (*mode == "CPU_OFFLOADED" &&
        mapping.text_of("enable_activation_offloading").value_or("true") == "true")
      mapping.put("memory.activation_offload", true);
  }
  mapping.take_out("gradient_checkpointing");
  mapping.take_out("enable_activation_offloading");
}

void map_averages(RunMapping& mapping) {
  const bool has_average = mapping.text_of("ema").value_or("OFF") != "OFF";
  if (has_average && !mapping.has("ema_decay")) mapping.put("ema.ema_decay", 0.999);
  mapping.take_out("ema");
  if (!has_average) mapping.take_out("ema_decay");
}

void map_timesteps(RunMapping& mapping) {
  if (mapping.text_of("timestep_distribution") != "LOGIT_NORMAL") return;
  if (const auto weight = mapping.number_of("noising_weight")) {
    mapping.set(*mapping.find("noising_weight"), "flow.logit_std", 1 + *weight);
    mapping.take_out("noising_weight");
  }
}

/// "attn,ff": parts of the names of the layers.
void map_layers(RunMapping& mapping) {
  const ForeignKey* const filter = mapping.find("layer_filter");
  if (filter == nullptr || mapping.is_on("layer_filter_regex")) return;
  std::vector<std::string> patterns;
  std::string part;
  for (const char c : filter->text() + ",") {
    if (c == ',') {
      if (!part.empty()) patterns.push_back(".*" + part + ".*");
      part.clear();
    } else if (c != ' ') {
      part += c == '.' ? "\\." : std::string(1, c);
    }
  }
  if (!patterns.empty()) mapping.set(*filter, "lora.target_modules", patterns);
  mapping.take_out("layer_filter");
  mapping.take_out("layer_filter_preset");
  mapping.take_out("layer_filter_regex");
}

/// A count of steps, or of something else.
void map_interval(RunMapping& mapping, std::string_view name, std::string_view steps,
                  std::string_view epochs) {
  const std::string unit_name = std::string(name) + "_unit";
  const auto unit = mapping.text_of(unit_name);
  if (unit == "NEVER") mapping.take_out(name);
  if (unit == "STEP") mapping.move(name, steps);
  if (unit == "EPOCH") mapping.move(name, epochs);
  if (unit == "NEVER" || unit == "STEP" || unit == "EPOCH") mapping.take_out(unit_name);
}

void combine(RunMapping& mapping) {
  mapping.move("model_type", "model.family");
  mapping.put("training.train_steps", int64_t{0});
  if (mapping.text_of("peft_type").value_or("LORA") == "LORA") mapping.take_out("peft_type");
  map_schedule(mapping);
  map_checkpointing(mapping);
  map_averages(mapping);
  map_timesteps(mapping);
  map_layers(mapping);
  map_interval(mapping, "save_every", "checkpoints.checkpointing_steps", "checkpoints.checkpointing_epochs");
  map_interval(mapping, "sample_after", "validation.validation_steps", "validation.validation_epochs");
  mapping.move_to_own("transformer.guidance_scale", "embedded_guidance_scale");
}

std::vector<KeyRule> rules() {
  return {
      {.key = "training_method", .setting = "training.training_type"},
      {.key = "base_model_name", .setting = "model.folder"},
      {.key = "transformer.model_name", .setting = "model.parts.transformer"},
      {.key = "vae.model_name", .setting = "model.parts.vae"},
      {.key = "workspace_dir", .setting = "run.output_dir"},
      {.key = "save_filename_prefix", .setting = "run.name"},
      {.key = "epochs", .setting = "training.train_epochs"},
      {.key = "batch_size", .setting = "training.batch_size"},
      {.key = "gradient_accumulation_steps", .setting = "training.gradient_accumulation_steps"},
      {.key = "train_dtype", .setting = "training.mixed_precision"},
      {.key = "transformer.gradient_checkpointing", .setting = "training.gradient_checkpointing"},
      {.key = "transformer.activation_offloading", .setting = "memory.activation_offload"},
      {.key = "transformer.weight_dtype", .setting = "memory.quantization"},
      {.key = "lora_model_name", .setting = "training.start_from"},
      {.key = "lora_rank", .setting = "lora.rank"},
      {.key = "lora_alpha", .setting = "lora.lora_alpha"},
      {.key = "timestep_distribution", .setting = "flow.weighting_scheme"},
      {.key = "noising_bias", .setting = "flow.logit_mean"},
      {.key = "timestep_shift", .setting = "flow.shift"},
      {.key = "dynamic_timestep_shifting", .setting = "flow.resolution_shifting"},
      {.key = "optimizer.optimizer", .setting = "optimizer.optimizer"},
      {.key = "learning_rate", .setting = "optimizer.lr"},
      {.key = "optimizer.beta1", .setting = "optimizer.beta1"},
      {.key = "optimizer.beta2", .setting = "optimizer.beta2"},
      {.key = "optimizer.eps", .setting = "optimizer.epsilon"},
      {.key = "optimizer.weight_decay", .setting = "optimizer.weight_decay"},
      {.key = "optimizer.fused_back_pass", .setting = "optimizer.fused_backward"},
      {.key = "clip_grad_norm", .setting = "optimizer.max_grad_norm"},
      {.key = "learning_rate_scheduler", .setting = "lr_scheduler.lr_scheduler"},
      {.key = "learning_rate_warmup_steps", .setting = "lr_scheduler.lr_warmup_steps"},
      {.key = "learning_rate_cycles", .setting = "lr_scheduler.lr_num_cycles"},
      {.key = "ema_decay", .setting = "ema.ema_decay"},
      {.key = "tensorboard", .setting = "metrics.tensorboard"},
      {.key = "dataloader_threads", .setting = "data.dataloader_num_workers"},
      {.key = "concept_file_name", .advice = advice::dataset},
      {.key = "concepts*", .advice = advice::dataset},
      {.key = "resolution", .advice = advice::buckets},
      {.key = "frames", .advice = advice::buckets},
      {.key = "aspect_ratio_bucketing", .advice = advice::buckets},
      {.key = "cache_dir", .advice = advice::precompute},
      {.key = "latent_caching", .advice = advice::precompute},
      {.key = "clear_cache_before_training", .advice = advice::precompute},
      {.key = "only_cache", .advice = advice::precompute},
      {.key = "layer_offload_fraction", .advice = advice::memory},
      {.key = "transformer.offload_fraction", .advice = advice::memory},
      {.key = "enable_async_offloading", .advice = advice::memory},
      {.key = "async_offloading", .advice = advice::memory},
      {.key = "temp_device", .advice = advice::memory},
      {.key = "quantization.*", .advice = advice::quantization},
      {.key = "fallback_train_dtype", .advice = advice::precision},
      {.key = "enable_autocast_cache", .advice = advice::nothing},
      {.key = "train_device", .advice = advice::devices},
      {.key = "multi_gpu", .advice = advice::devices},
      {.key = "device_indexes", .advice = advice::devices},
      {.key = "gradient_reduce_precision", .advice = advice::devices},
      {.key = "fused_gradient_reduce", .advice = advice::devices},
      {.key = "async_gradient_reduce*", .advice = advice::devices},
      {.key = "cloud.*", .advice = advice::devices},
      {.key = "layer_filter*", .advice = advice::plain_lora},
      {.key = "peft_type", .advice = advice::plain_lora},
      {.key = "lora_*", .advice = advice::plain_lora},
      {.key = "lokr_*", .advice = advice::plain_lora},
      {.key = "oft_*", .advice = advice::plain_lora},
      {.key = "dropout_probability", .advice = advice::plain_lora},
      {.key = "bundle_additional_embeddings", .advice = advice::no_text_encoder},
      {.key = "embedding*", .advice = advice::no_text_encoder},
      {.key = "additional_embeddings*", .advice = advice::no_text_encoder},
      {.key = "preserve_embedding_norm", .advice = advice::no_text_encoder},
      {.key = "text_encoder*", .advice = advice::no_text_encoder},
      {.key = "transformer.*", .advice = advice::nothing},
      {.key = "unet.*", .advice = advice::other_model},
      {.key = "prior.*", .advice = advice::other_model},
      {.key = "unconditional_transformer.*", .advice = advice::other_model},
      {.key = "effnet_encoder.*", .advice = advice::other_model},
      {.key = "decoder*", .advice = advice::other_model},
      {.key = "vae.*", .advice = advice::precompute},
      {.key = "mse_strength", .advice = advice::plain_loss},
      {.key = "mae_strength", .advice = advice::plain_loss},
      {.key = "log_cosh_strength", .advice = advice::plain_loss},
      {.key = "huber_*", .advice = advice::plain_loss},
      {.key = "vb_loss_strength", .advice = advice::plain_loss},
      {.key = "loss_*", .advice = advice::plain_loss},
      {.key = "masked_*", .advice = advice::plain_loss},
      {.key = "unmasked_*", .advice = advice::plain_loss},
      {.key = "normalize_masked_area_loss", .advice = advice::plain_loss},
      {.key = "custom_conditioning_image", .advice = advice::other_model},
      {.key = "offset_noise_weight", .advice = advice::plain_loss},
      {.key = "generalized_offset_noise", .advice = advice::plain_loss},
      {.key = "perturbation_noise_weight", .advice = advice::plain_loss},
      {.key = "rescale_noise_scheduler_to_zero_terminal_snr", .advice = advice::other_model},
      {.key = "force_*", .advice = advice::other_model},
      {.key = "min_noising_strength", .advice = advice::timesteps},
      {.key = "max_noising_strength", .advice = advice::timesteps},
      {.key = "noising_weight", .advice = advice::timesteps},
      {.key = "optimizer.*", .advice = advice::other_optimizer},
      {.key = "optimizer_defaults*", .advice = advice::other_optimizer},
      {.key = "custom_learning_rate_scheduler", .advice = advice::schedule},
      {.key = "scheduler_params*", .advice = advice::schedule},
      {.key = "learning_rate_min_factor", .advice = advice::schedule},
      {.key = "learning_rate_scaler", .advice = advice::scaled_rate},
      {.key = "ema_update_step_interval", .advice = advice::average},
      {.key = "non_ema_sampling", .advice = advice::average},
      {.key = "sample_definition_file_name", .advice = advice::prompts},
      {.key = "samples*", .advice = advice::prompts},
      {.key = "sample_after*", .advice = advice::every_steps},
      {.key = "sample_*", .advice = advice::own_sampler},
      {.key = "validation", .advice = advice::held_out},
      {.key = "validate_after*", .advice = advice::held_out},
      {.key = "backup_*", .advice = advice::saved_by_steps},
      {.key = "rolling_backup*", .advice = advice::saved_by_steps},
      {.key = "save_*", .advice = advice::saved_by_steps},
      {.key = "continue_last_backup", .advice = advice::resume},
      {.key = "output_*", .advice = advice::nothing},
      {.key = "tensorboard_*", .advice = advice::tracking},
      {.key = "debug_*", .advice = advice::nothing},
      {.key = "attention_mechanism", .advice = advice::nothing},
      {.key = "compile", .advice = advice::nothing},
      {.key = "prevent_overwrites", .advice = advice::nothing},
      {.key = "include_train_config", .advice = advice::nothing},
      {.key = "offline_mode", .advice = advice::nothing},
      {.key = "huggingface_cache_dir", .advice = advice::model_on_disk},
      {.key = "secrets.*", .advice = advice::no_upload},
      {.key = "__version", .advice = advice::nothing},
  };
}

}  // namespace

}  // namespace one

const ForeignTrainer& one_trainer() {
  static const ForeignTrainer trainer{
      .name = "OneTrainer",
      .rules = one::rules(),
      .defaults = {{"training.training_type", "sft"},
                   {"training.train_epochs", int64_t{100}},
                   {"training.mixed_precision", "fp16"},
                   {"data.caption_dropout_p", 0.0},
                   {"data.dataloader_num_workers", int64_t{2}},
                   {"lora.rank", int64_t{16}},
                   {"lora.lora_alpha", 1.0},
                   {"lora.target_modules", std::vector<std::string>{std::string(all_layers_of_blocks)}},
                   {"flow.weighting_scheme", "none"},
                   {"optimizer.lr", 3e-6},
                   {"optimizer.beta2", 0.999},
                   {"optimizer.weight_decay", 0.01},
                   {"optimizer.clipping", "update"},
                   {"lr_scheduler.lr_warmup_steps", int64_t{200}},
                   {"checkpoints.checkpointing_limit", int64_t{3}}},
      .combine = one::combine};
  return trainer;
}

}  // namespace fw::interchange
