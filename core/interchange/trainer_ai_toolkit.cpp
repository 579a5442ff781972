// SPDX-License-Identifier: Apache-2.0
// ai-toolkit: keys of config.process[0], toolkit/config_modules.py.
#include <set>

#include "interchange/config_text.h"
#include "interchange/foreign_advice.h"
#include "interchange/run_mapping.h"

namespace fw::interchange {

namespace ai {

namespace {

/// "config.process.train.lr" is "train.lr".
void shorten(RunMapping& mapping) {
  constexpr std::string_view table = "config.process.";
  for (ForeignKey& key : mapping.keys())
    if (key.name.starts_with(table)) key.name.erase(0, table.size());
}

void map_average(RunMapping& mapping) {
  if (mapping.is_on("train.ema_config.use_ema")) {
    if (!mapping.move("train.ema_config.ema_decay", "ema.ema_decay")) mapping.put("ema.ema_decay", 0.999);
  } else {
    mapping.take_out("train.ema_config.ema_decay");
  }
  mapping.take_out("train.ema_config.use_ema");
}

void map_timesteps(RunMapping& mapping) {
  const std::string type = mapping.text_of("train.timestep_type").value_or("sigmoid");
  if (type != "sigmoid" && type != "linear") return;  // reported by the table
  mapping.put("flow.weighting_scheme", type == "sigmoid" ? "logit_normal" : "none");
  mapping.take_out("train.timestep_type");
}

/// quantize with qtype; without it the weights stay as they are.
void map_quantization(RunMapping& mapping) {
  if (mapping.is_on("model.quantize")) {
    if (!mapping.move("model.qtype", "memory.quantization")) mapping.put("memory.quantization", "fp8");
  } else {
    mapping.take_out("model.qtype");
  }
  mapping.take_out("model.quantize");
}

/// Prompts have the size of all samples.
void map_samples(RunMapping& mapping) {
  std::vector<std::string> prompts;
  for (const ForeignKey& key : mapping.keys())
    if (key.name == "sample.prompts" || key.name == "sample.samples.prompt")
      prompts.insert(prompts.end(), key.values.begin(), key.values.end());
  if (prompts.empty()) return;
  const auto frames = mapping.text_of("sample.num_frames"), height = mapping.text_of("sample.height"),
             width = mapping.text_of("sample.width");
  if (frames && height && width) {
    for (std::string& prompt : prompts) prompt += "@@@" + *frames + "x" + *height + "x" + *width;
    for (const char* name : {"sample.num_frames", "sample.height", "sample.width"}) mapping.take_out(name);
  }
  mapping.set({"sample.prompts", prompts}, "validation.validation_prompts", prompts);
  mapping.take_out("sample.prompts");
  mapping.take_out("sample.samples.prompt");
}

/// Of each dataset; here of all.
void map_dropout(RunMapping& mapping) {
  std::set<std::string> rates;
  for (const ForeignKey& key : mapping.keys())
    if (key.name == "datasets.caption_dropout_rate") rates.insert(key.text());
  if (rates.size() == 1) mapping.move("datasets.caption_dropout_rate", "data.caption_dropout_p");
}

void combine(RunMapping& mapping) {
  shorten(mapping);
  mapping.move("model.arch", "model.family");
  mapping.put("training.training_type", mapping.has("network.type") ? "lora" : "sft");
  const std::string network = mapping.text_of("network.type").value_or("lora");
  if (network == "lora") mapping.take_out("network.type");
  if (!mapping.has("network.linear"))
    if (ForeignKey* const rank = mapping.find("network.rank")) rank->name = "network.linear";
  if (!mapping.has("network.linear_alpha"))
    if (ForeignKey* const alpha = mapping.find("network.alpha")) alpha->name = "network.linear_alpha";
  if (mapping.text_of("datasets.do_i2v") == "true") {
    mapping.put("training.task", "image_to_video");
    mapping.take_out("datasets.do_i2v");
  }
  split_pair(mapping, "train.optimizer_params.betas", "optimizer.beta1", "optimizer.beta2");
  map_average(mapping);
  map_timesteps(mapping);
  map_quantization(mapping);
  map_samples(mapping);
  map_dropout(mapping);
}

std::vector<KeyRule> rules() {
  return {
      {.key = "config.name", .setting = "run.name"},
      {.key = "training_folder", .setting = "run.output_dir"},
      {.key = "trigger_word", .setting = "data.id_token"},
      {.key = "model.name_or_path", .setting = "model.folder"},
      {.key = "model.vae_path", .setting = "model.parts.vae"},
      {.key = "model.te_name_or_path", .setting = "model.parts.text_encoder"},
      {.key = "train.steps", .setting = "training.train_steps"},
      {.key = "train.batch_size", .setting = "training.batch_size"},
      {.key = "train.gradient_accumulation", .setting = "training.gradient_accumulation_steps"},
      {.key = "train.gradient_accumulation_steps", .setting = "training.gradient_accumulation_steps"},
      {.key = "train.gradient_checkpointing", .setting = "training.gradient_checkpointing"},
      {.key = "train.dtype", .setting = "training.mixed_precision"},
      {.key = "network.pretrained_lora_path", .setting = "training.start_from"},
      {.key = "network.linear", .setting = "lora.rank"},
      {.key = "network.linear_alpha", .setting = "lora.lora_alpha"},
      {.key = "train.optimizer", .setting = "optimizer.optimizer"},
      {.key = "train.lr", .setting = "optimizer.lr"},
      {.key = "train.optimizer_params.weight_decay", .setting = "optimizer.weight_decay"},
      {.key = "train.optimizer_params.eps", .setting = "optimizer.epsilon"},
      {.key = "train.max_grad_norm", .setting = "optimizer.max_grad_norm"},
      {.key = "train.lr_scheduler", .setting = "lr_scheduler.lr_scheduler"},
      {.key = "save.save_every", .setting = "checkpoints.checkpointing_steps"},
      {.key = "save.max_step_saves_to_keep", .setting = "checkpoints.checkpointing_limit"},
      {.key = "sample.sample_every", .setting = "validation.validation_steps"},
      {.key = "sample.guidance_scale", .setting = "validation.guidance_scale"},
      {.key = "sample.sample_steps", .setting = "validation.num_inference_steps"},
      {.key = "job", .advice = advice::nothing},
      {.key = "type", .advice = advice::nothing},
      {.key = "meta.*", .advice = advice::nothing},
      {.key = "device", .advice = advice::devices},
      {.key = "performance_log_every", .advice = advice::tracking},
      {.key = "logging.*", .advice = advice::tracking},
      {.key = "sqlite_db_path", .advice = advice::tracking},
      {.key = "datasets.folder_path", .advice = advice::dataset},
      {.key = "datasets.dataset_path", .advice = advice::dataset},
      {.key = "datasets.caption_ext", .advice = advice::dataset},
      {.key = "datasets.resolution", .advice = advice::buckets},
      {.key = "datasets.num_frames", .advice = advice::buckets},
      {.key = "datasets.fps", .advice = advice::buckets},
      {.key = "datasets.shrink_video_to_frames", .advice = advice::buckets},
      {.key = "datasets.buckets", .advice = advice::buckets},
      {.key = "datasets.bucket_tolerance", .advice = advice::buckets},
      {.key = "datasets.auto_frame_count", .advice = advice::buckets},
      {.key = "datasets.cache_*", .advice = advice::precompute},
      {.key = "datasets.num_repeats", .advice = advice::every_clip_once},
      {.key = "datasets.network_weight", .advice = advice::every_clip_once},
      {.key = "datasets.loss_multiplier", .advice = advice::every_clip_once},
      {.key = "datasets.is_reg", .advice = advice::every_clip_once},
      {.key = "datasets.flip_*", .advice = advice::no_augmentation},
      {.key = "datasets.augment*", .advice = advice::no_augmentation},
      {.key = "datasets.random_*", .advice = advice::no_augmentation},
      {.key = "datasets.mask_*", .advice = advice::plain_loss},
      {.key = "datasets.control_*", .advice = advice::other_model},
      {.key = "datasets.do_i2v", .advice = advice::other_model},
      {.key = "datasets.do_audio", .advice = advice::other_model},
      {.key = "datasets.caption_dropout_rate", .advice = advice::captions},
      {.key = "datasets.*", .advice = advice::captions},
      {.key = "network.*", .advice = advice::plain_lora},
      {.key = "adapter.*", .advice = advice::plain_lora},
      {.key = "save.push_to_hub", .advice = advice::no_upload},
      {.key = "save.hf_*", .advice = advice::no_upload},
      {.key = "save.*", .advice = advice::nothing},
      {.key = "train.train_unet", .advice = advice::nothing},
      {.key = "train.train_text_encoder", .advice = advice::no_text_encoder},
      {.key = "train.text_encoder_lr", .advice = advice::no_text_encoder},
      {.key = "train.noise_scheduler", .advice = advice::nothing},
      {.key = "train.timestep_type", .advice = advice::timesteps},
      {.key = "train.content_or_style*", .advice = advice::timesteps},
      {.key = "train.linear_timesteps*", .advice = advice::timesteps},
      {.key = "train.min_denoising_steps", .advice = advice::timesteps},
      {.key = "train.max_denoising_steps", .advice = advice::timesteps},
      {.key = "train.num_train_timesteps", .advice = advice::timesteps},
      {.key = "train.switch_boundary_every", .advice = advice::timesteps},
      {.key = "train.optimizer_params.*", .advice = advice::other_optimizer},
      {.key = "train.lr_scheduler_params.*", .advice = advice::schedule},
      {.key = "train.ema_config.*", .advice = advice::average},
      {.key = "train.unload_text_encoder", .advice = advice::precompute},
      {.key = "train.cache_text_embeddings", .advice = advice::precompute},
      {.key = "train.xformers", .advice = advice::nothing},
      {.key = "train.sdp", .advice = advice::nothing},
      {.key = "train.attention_backend", .advice = advice::nothing},
      {.key = "train.skip_first_sample", .advice = advice::own_sampler},
      {.key = "train.force_first_sample", .setting = "validation.validate_first"},
      {.key = "train.disable_sampling", .advice = advice::own_sampler},
      {.key = "train.start_step", .advice = advice::resume},
      {.key = "train.loss_type", .advice = advice::plain_loss},
      {.key = "train.noise_*", .advice = advice::plain_loss},
      {.key = "train.snr_gamma", .advice = advice::plain_loss},
      {.key = "train.min_snr_gamma", .advice = advice::plain_loss},
      {.key = "train.diff_output_preservation*", .advice = advice::plain_loss},
      {.key = "train.blank_prompt_preservation*", .advice = advice::plain_loss},
      {.key = "train.do_differential_guidance", .advice = advice::plain_loss},
      {.key = "train.differential_guidance_scale", .advice = advice::plain_loss},
      {.key = "train.bypass_guidance_embedding", .advice = advice::other_model},
      {.key = "model.quantize_te", .advice = advice::precompute},
      {.key = "model.qtype_te", .advice = advice::precompute},
      {.key = "model.low_vram", .advice = advice::memory},
      {.key = "model.layer_offloading*", .advice = advice::memory},
      {.key = "model.auto_memory", .advice = advice::memory},
      {.key = "model.split_model_*", .advice = advice::devices},
      {.key = "model.compile*", .advice = advice::nothing},
      {.key = "model.model_kwargs.*", .advice = advice::model_folder},
      {.key = "model.*", .advice = advice::model_folder},
      {.key = "sample.*", .advice = advice::own_sampler},
      {.key = "slider.*", .advice = advice::other_model},
  };
}

}  // namespace

}  // namespace ai

const ForeignTrainer& ai_toolkit() {
  static const ForeignTrainer trainer{
      .name = "ai-toolkit",
      .rules = ai::rules(),
      .defaults = {{"data.caption_dropout_p", 0.0},
                   {"training.mixed_precision", "fp32"},
                   {"lora.rank", int64_t{4}},
                   {"lora.lora_alpha", 1.0},
                   {"lora.target_modules", std::vector<std::string>{std::string(all_layers_of_blocks)}},
                   {"optimizer.optimizer", "adamw"},
                   {"optimizer.lr", 1e-6},
                   {"optimizer.beta2", 0.999},
                   {"optimizer.epsilon", 1e-6},
                   {"optimizer.weight_decay", 0.01},
                   {"optimizer.clipping", "update"},
                   {"lr_scheduler.lr_scheduler", "constant"},
                   {"lr_scheduler.lr_warmup_steps", int64_t{0}},
                   {"checkpoints.checkpointing_steps", int64_t{1000}},
                   {"checkpoints.checkpointing_limit", int64_t{5}},
                   {"validation.validation_steps", int64_t{100}},
                   {"validation.num_inference_steps", int64_t{20}},
                   {"validation.guidance_scale", 7.0}},
      .combine = ai::combine};
  return trainer;
}

}  // namespace fw::interchange
