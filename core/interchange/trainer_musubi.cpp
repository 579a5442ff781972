// SPDX-License-Identifier: Apache-2.0
// musubi-tuner: flags of its *_train_network.py, src/musubi_tuner/training/parser_common.py.
#include "interchange/foreign_advice.h"
#include "interchange/run_mapping.h"

namespace fw::interchange {

namespace musubi {

namespace {

/// --optimizer_args "weight_decay=0.1" "betas=.9,.99": as keys of their own.
void spread_optimizer_args(RunMapping& mapping) {
  const ForeignKey* const given = mapping.find("optimizer_args");
  if (given == nullptr) return;
  std::vector<ForeignKey> args;
  for (const std::string& word : given->values) {
    const size_t equals = std::min(word.find('='), word.size());
    const std::string name = word.substr(0, equals), value = word.substr(std::min(equals + 1, word.size()));
    if (name == "betas") {
      const size_t comma = std::min(value.find(','), value.size());
      args.push_back({"optimizer_args.beta1", {value.substr(value.find_first_not_of("( "), comma)}});
      args.push_back({"optimizer_args.beta2", {value.substr(std::min(comma + 1, value.size()))}});
    } else {
      args.push_back({"optimizer_args." + name, {value}});
    }
  }
  mapping.take_out("optimizer_args");
  for (ForeignKey& arg : args) {
    std::erase_if(arg.values[0], [](char c) { return c == ' ' || c == '(' || c == ')'; });
    mapping.keys().push_back(std::move(arg));
  }
}

/// sigmoid and shift draw from a logit-normal distribution, whose width is sigmoid_scale; the shift applies
/// to shift and sigma alone.
void map_timesteps(RunMapping& mapping) {
  const std::string sampling = mapping.text_of("timestep_sampling").value_or("sigma");
  const bool is_logit = sampling == "sigmoid" || sampling == "shift";
  if (!is_logit && sampling != "sigma" && sampling != "uniform") return;  // reported by the table
  mapping.take_out("timestep_sampling");
  if (is_logit) {
    mapping.put("flow.weighting_scheme", "logit_normal");
    mapping.move("sigmoid_scale", "flow.logit_std");
    for (const char* name : {"weighting_scheme", "logit_mean", "logit_std", "mode_scale"})
      mapping.take_out(name);
  }
  if (sampling == "shift" || sampling == "sigma") mapping.move("discrete_flow_shift", "flow.shift");
}

void combine(RunMapping& mapping) {
  if (mapping.has("max_train_epochs")) {
    mapping.put("training.train_steps", int64_t{0});
    mapping.take_out("max_train_steps");
  }
  const std::string module = mapping.text_of("network_module").value_or("");
  if (module.find("lora") != module.npos) mapping.take_out("network_module");
  if (const auto task = mapping.text_of("task"); task && task->starts_with("i2v"))
    mapping.put("training.task", "image_to_video");
  if (mapping.is_on("gradient_checkpointing_cpu_offload")) mapping.put("memory.activation_offload", true);
  mapping.take_out("gradient_checkpointing_cpu_offload");
  // Both mean 8 bits; the scaled ones are those of Framewright.
  if (mapping.is_on("fp8_base") || mapping.is_on("fp8_scaled")) mapping.put("memory.quantization", "fp8");
  for (const char* name : {"fp8_base", "fp8_scaled"}) mapping.take_out(name);
  spread_optimizer_args(mapping);
  map_timesteps(mapping);
  mapping.move_to_own("guidance_scale", "embedded_guidance_scale");
  mapping.move_to_own("min_timestep", "min_timestep");
  mapping.move_to_own("max_timestep", "max_timestep");
  mapping.move_to_own("preserve_distribution_shape", "preserve_distribution_shape");
  mapping.move_to_own("latent_window_size", "latent_window_size");
  if (mapping.is_on("f1") && !mapping.own_setting("sampling_type").empty()) {
    mapping.put(mapping.own_setting("sampling_type"), "vanilla");
    mapping.take_out("f1");
  }
  if (const std::string key = mapping.own_setting("timesteps"); !key.empty())
    mapping.put(key, std::string(musubi_tuner().name));
}

std::vector<KeyRule> rules() {
  return {
      {.key = "output_dir", .setting = "run.output_dir"},
      {.key = "output_name", .setting = "run.name"},
      {.key = "seed", .setting = "run.seed"},
      {.key = "cuda_allow_tf32", .setting = "run.allow_tf32"},
      {.key = "dit", .setting = "model.parts.transformer"},
      {.key = "vae", .setting = "model.parts.vae"},
      {.key = "text_encoder", .setting = "model.parts.text_encoder"},
      {.key = "text_encoder1", .setting = "model.parts.text_encoder"},
      {.key = "t5", .setting = "model.parts.text_encoder"},
      {.key = "image_encoder", .setting = "model.parts.image_encoder"},
      {.key = "clip", .setting = "model.parts.image_encoder"},
      {.key = "max_data_loader_n_workers", .setting = "data.dataloader_num_workers"},
      {.key = "max_train_steps", .setting = "training.train_steps"},
      {.key = "max_train_epochs", .setting = "training.train_epochs"},
      {.key = "gradient_accumulation_steps", .setting = "training.gradient_accumulation_steps"},
      {.key = "mixed_precision", .setting = "training.mixed_precision"},
      {.key = "gradient_checkpointing", .setting = "training.gradient_checkpointing"},
      {.key = "network_weights", .setting = "training.start_from"},
      {.key = "network_dim", .setting = "lora.rank"},
      {.key = "network_alpha", .setting = "lora.lora_alpha"},
      {.key = "weighting_scheme", .setting = "flow.weighting_scheme"},
      {.key = "logit_mean", .setting = "flow.logit_mean"},
      {.key = "logit_std", .setting = "flow.logit_std"},
      {.key = "mode_scale", .setting = "flow.mode_scale"},
      {.key = "blocks_to_swap", .setting = "memory.streamed_blocks"},
      {.key = "optimizer_type", .setting = "optimizer.optimizer"},
      {.key = "learning_rate", .setting = "optimizer.lr"},
      {.key = "optimizer_args.weight_decay", .setting = "optimizer.weight_decay"},
      {.key = "optimizer_args.beta1", .setting = "optimizer.beta1"},
      {.key = "optimizer_args.beta2", .setting = "optimizer.beta2"},
      {.key = "optimizer_args.eps", .setting = "optimizer.epsilon"},
      {.key = "max_grad_norm", .setting = "optimizer.max_grad_norm"},
      {.key = "use_cpu_offload_optimizer", .setting = "optimizer.offload"},  // of a DeepSpeed file
      {.key = "fused_backward_pass", .setting = "optimizer.fused_backward"},
      {.key = "lr_scheduler", .setting = "lr_scheduler.lr_scheduler"},
      {.key = "lr_warmup_steps", .setting = "lr_scheduler.lr_warmup_steps"},
      {.key = "lr_scheduler_num_cycles", .setting = "lr_scheduler.lr_num_cycles"},
      {.key = "lr_scheduler_power", .setting = "lr_scheduler.lr_power"},
      {.key = "save_every_n_steps", .setting = "checkpoints.checkpointing_steps"},
      {.key = "sample_every_n_steps", .setting = "validation.validation_steps"},
      {.key = "sample_at_first", .setting = "validation.validate_first"},
      {.key = "ddp_timeout", .advice = advice::devices},
      {.key = "ddp_*", .advice = advice::devices},
      {.key = "dataset_config", .advice = advice::dataset},
      {.key = "text_encoder2", .advice = advice::model_folder},
      {.key = "byt5", .advice = advice::model_folder},
      {.key = "dit_high_noise", .advice = advice::model_folder},
      {.key = "task", .advice = advice::model_folder},
      {.key = "dit_dtype", .advice = advice::precision},
      {.key = "dit_in_channels", .advice = advice::nothing},
      {.key = "vae_*", .advice = advice::precompute},
      {.key = "text_encoder_dtype", .advice = advice::precompute},
      {.key = "fp8_*", .advice = advice::precompute},
      {.key = "bulk_decode", .advice = advice::nothing},
      {.key = "one_frame", .advice = advice::other_model},
      {.key = "f1", .advice = advice::other_model},
      {.key = "latent_window_size", .advice = advice::other_model},
      {.key = "force_v2_1_time_embedding", .advice = advice::other_model},
      {.key = "timestep_boundary", .advice = advice::timesteps},
      {.key = "offload_inactive_dit", .advice = advice::memory},
      {.key = "timestep_sampling", .advice = advice::timesteps},
      {.key = "sigmoid_scale", .advice = advice::timesteps},
      {.key = "discrete_flow_shift", .advice = advice::timesteps},
      {.key = "min_timestep", .advice = advice::timesteps},
      {.key = "max_timestep", .advice = advice::timesteps},
      {.key = "preserve_distribution_shape", .advice = advice::timesteps},
      {.key = "num_timestep_buckets", .advice = advice::timesteps},
      {.key = "show_timesteps", .advice = advice::nothing},
      {.key = "guidance_scale", .advice = advice::other_model},
      {.key = "sdpa", .advice = advice::nothing},
      {.key = "flash_attn", .advice = advice::nothing},
      {.key = "flash3", .advice = advice::nothing},
      {.key = "sage_attn", .advice = advice::nothing},
      {.key = "xformers", .advice = advice::nothing},
      {.key = "split_attn", .advice = advice::nothing},
      {.key = "compile*", .advice = advice::nothing},
      {.key = "dynamo_*", .advice = advice::nothing},
      {.key = "cuda_cudnn_benchmark", .advice = advice::nothing},
      {.key = "persistent_data_loader_workers", .advice = advice::nothing},
      {.key = "disable_numpy_memmap", .advice = advice::nothing},
      {.key = "save_precision", .advice = advice::nothing},
      {.key = "use_pinned_memory_for_block_swap", .advice = advice::nothing},
      {.key = "block_swap_*", .advice = advice::memory},
      {.key = "img_in_txt_in_offloading", .advice = advice::memory},
      {.key = "logging_dir", .advice = advice::tracking},
      {.key = "log_*", .advice = advice::tracking},
      {.key = "wandb_*", .advice = advice::tracking},
      {.key = "sample_every_n_epochs", .setting = "validation.validation_epochs"},
      {.key = "sample_prompts", .advice = advice::prompts},
      {.key = "optimizer_args.*", .advice = advice::other_optimizer},
      {.key = "lr_decay_steps", .advice = advice::schedule},
      {.key = "lr_scheduler_*", .advice = advice::schedule},
      {.key = "network_module", .advice = advice::plain_lora},
      {.key = "network_dropout", .advice = advice::plain_lora},
      {.key = "network_args", .advice = advice::plain_lora},
      {.key = "scale_weight_norms", .advice = advice::plain_lora},
      {.key = "dim_from_weights", .advice = advice::nothing},
      {.key = "base_weights*", .advice = advice::plain_lora},
      {.key = "training_comment", .advice = advice::nothing},
      {.key = "no_metadata", .advice = advice::nothing},
      {.key = "metadata_*", .advice = advice::nothing},
      {.key = "save_every_n_epochs", .setting = "checkpoints.checkpointing_epochs"},
      {.key = "save_last_n_*", .advice = advice::saved_by_steps},
      {.key = "save_state*", .advice = advice::nothing},
      {.key = "resume", .advice = advice::resume},
      {.key = "huggingface_*", .advice = advice::no_upload},
      {.key = "async_upload", .advice = advice::no_upload},
      {.key = "resume_from_huggingface", .advice = advice::no_upload},
  };
}

}  // namespace

}  // namespace musubi

const ForeignTrainer& musubi_tuner() {
  static const ForeignTrainer trainer{
      .name = "musubi-tuner",
      .rules = musubi::rules(),
      .defaults = {{"data.caption_dropout_p", 0.0},
                   {"training.train_steps", int64_t{1600}},
                   {"training.gradient_checkpointing", false},
                   {"lora.rank", int64_t{4}},
                   {"lora.lora_alpha", 1.0},
                   {"lora.target_modules", std::vector<std::string>{std::string(attention_and_feed_forward)}},
                   {"flow.weighting_scheme", "none"},
                   {"flow.shift", 1.0},
                   {"optimizer.optimizer", "adamw"},
                   {"optimizer.lr", 2e-6},
                   {"optimizer.beta2", 0.999},
                   {"optimizer.weight_decay", 0.01},
                   {"optimizer.clipping", "update"},
                   {"lr_scheduler.lr_scheduler", "constant"},
                   {"lr_scheduler.lr_warmup_steps", int64_t{0}},
                   {"checkpoints.checkpointing_limit", int64_t{0}}},
      .combine = musubi::combine};
  return trainer;
}

}  // namespace fw::interchange
