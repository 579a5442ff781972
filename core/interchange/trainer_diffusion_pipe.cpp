// SPDX-License-Identifier: Apache-2.0
// diffusion-pipe: keys of examples/main_example.toml, train.py and docs/supported_models.md.
#include "base/json_text.h"
#include "interchange/config_text.h"
#include "interchange/foreign_advice.h"
#include "interchange/run_mapping.h"

namespace fw::interchange {

namespace pipe {

namespace {

/// Both mean epochs without end if the steps are limited.
void map_length(RunMapping& mapping) {
  if (mapping.has("max_steps"))
    mapping.advise("epochs", advice::nothing);
  else
    mapping.put("training.train_steps", int64_t{0});
}

/// A constant rate, too, rises over the warm-up.
void map_schedule(RunMapping& mapping) {
  const double warmup = mapping.number_of("warmup_steps").value_or(0);
  if (mapping.text_of("lr_scheduler").value_or("constant") != "constant") return;
  mapping.take_out("lr_scheduler");
  mapping.put("lr_scheduler.lr_scheduler", warmup > 0 ? "constant_with_warmup" : "constant");
}

void map_checkpointing(RunMapping& mapping) {
  if (mapping.text_of("activation_checkpointing") == "unsloth") {
    mapping.put("training.gradient_checkpointing", true);
    mapping.put("memory.activation_offload", true);
    mapping.take_out("activation_checkpointing");
  }
}

void map_adapter(RunMapping& mapping) {
  mapping.put("training.training_type", mapping.has("adapter.type") ? "lora" : "sft");
  if (mapping.text_of("adapter.type") == "lora") mapping.take_out("adapter.type");
  // The scale of its LoRAs is always 1.
  if (const auto rank = mapping.number_of("adapter.rank")) mapping.put("lora.lora_alpha", *rank);
}

/// The optimizers have defaults of their own.
void map_optimizer(RunMapping& mapping) {
  split_pair(mapping, "optimizer.betas", "optimizer.beta1", "optimizer.beta2");
  const std::string type = mapping.text_of("optimizer.type").value_or("");
  if (type == "adamw_optimi" || type == "AdamW_optimi") {
    if (!mapping.is_set("optimizer.beta2")) mapping.put("optimizer.beta2", 0.99);
    if (!mapping.has("optimizer.weight_decay")) mapping.put("optimizer.weight_decay", 0.0);
    if (!mapping.has("optimizer.eps")) mapping.put("optimizer.epsilon", 1e-6);
  }
  if (mapping.is_on("optimizer.gradient_release")) mapping.put("optimizer.fused_backward", true);
  mapping.take_out("optimizer.gradient_release");
}

/// Exact sizes of the dataset file; its areas and aspect ratios are chosen on the Dataset page instead.
void map_dataset(RunMapping& mapping) {
  const auto text = mapping.read(mapping.text_of("dataset").value_or(""));
  const nlohmann::json dataset = text ? parse_config(*text, "dataset.toml") : nlohmann::json();
  if (!dataset.is_object()) return;
  std::vector<std::string> buckets;
  for (const nlohmann::json& size : dataset.value("size_buckets", nlohmann::json::array()))
    if (size.is_array() && size.size() == 3)  // width, height, frames
      buckets.push_back(size[2].dump() + "x" + size[1].dump() + "x" + size[0].dump());
  if (!buckets.empty()) mapping.set({"size_buckets", buckets}, "data.video_resolution_buckets", buckets);
}

void combine(RunMapping& mapping) {
  mapping.move("model.type", "model.family");
  map_length(mapping);
  map_schedule(mapping);
  map_checkpointing(mapping);
  map_adapter(mapping);
  map_optimizer(mapping);
  map_dataset(mapping);
  mapping.move_to_own("model.first_frame_conditioning_p", "first_frame_conditioning");
  mapping.move_to_own("model.guidance", "embedded_guidance_scale");
  mapping.move_to_own("model.min_t", "min_timestep");
  mapping.move_to_own("model.max_t", "max_timestep");
  if (const std::string key = mapping.own_setting("timesteps"); !key.empty())
    mapping.set({"model.type", {std::string(diffusion_pipe().name)}}, key,
                std::string(diffusion_pipe().name));
}

std::vector<KeyRule> rules() {
  return {
      {.key = "output_dir", .setting = "run.output_dir"},
      {.key = "model.diffusers_path", .setting = "model.folder"},
      {.key = "model.transformer_path", .setting = "model.parts.transformer"},
      {.key = "model.single_file_path", .setting = "model.parts.transformer"},
      {.key = "model.vae_path", .setting = "model.parts.vae"},
      {.key = "model.llm_path", .setting = "model.parts.text_encoder"},
      {.key = "model.text_encoder_path", .setting = "model.parts.text_encoder"},
      {.key = "uncond_fraction", .setting = "data.caption_dropout_p"},
      {.key = "epochs", .setting = "training.train_epochs"},
      {.key = "max_steps", .setting = "training.train_steps"},
      {.key = "micro_batch_size_per_gpu", .setting = "training.batch_size"},
      {.key = "gradient_accumulation_steps", .setting = "training.gradient_accumulation_steps"},
      {.key = "activation_checkpointing", .setting = "training.gradient_checkpointing"},
      {.key = "model.dtype", .setting = "training.mixed_precision"},
      {.key = "adapter.rank", .setting = "lora.rank"},
      {.key = "adapter.init_from_existing", .setting = "training.start_from"},
      {.key = "model.timestep_sample_method", .setting = "flow.weighting_scheme"},
      {.key = "model.shift", .setting = "flow.shift"},
      {.key = "model.flux_shift", .setting = "flow.resolution_shifting"},
      {.key = "model.sigmoid_scale", .setting = "flow.logit_std"},
      {.key = "model.transformer_dtype", .setting = "memory.quantization"},
      {.key = "model.diffusion_model_dtype", .setting = "memory.quantization"},
      {.key = "blocks_to_swap", .setting = "memory.streamed_blocks"},
      {.key = "optimizer.type", .setting = "optimizer.optimizer"},
      {.key = "optimizer.lr", .setting = "optimizer.lr"},
      {.key = "optimizer.eps", .setting = "optimizer.epsilon"},
      {.key = "optimizer.weight_decay", .setting = "optimizer.weight_decay"},
      {.key = "gradient_clipping", .setting = "optimizer.max_grad_norm"},
      {.key = "lr_scheduler", .setting = "lr_scheduler.lr_scheduler"},
      {.key = "warmup_steps", .setting = "lr_scheduler.lr_warmup_steps"},
      {.key = "save_every_n_steps", .setting = "checkpoints.checkpointing_steps"},
      {.key = "checkpoint_every_n_steps", .setting = "checkpoints.checkpointing_steps"},
      {.key = "save_every_n_epochs", .setting = "checkpoints.checkpointing_epochs"},
      {.key = "checkpoint_every_n_epochs", .setting = "checkpoints.checkpointing_epochs"},
      {.key = "dataset", .advice = advice::dataset},
      {.key = "eval_*", .advice = advice::held_out},
      {.key = "image_eval_*", .advice = advice::held_out},
      {.key = "disable_block_swap_for_eval", .advice = advice::held_out},
      {.key = "image_micro_batch_size_per_gpu", .advice = advice::buckets},
      {.key = "model.ckpt_path", .advice = advice::model_folder},
      {.key = "model.checkpoint_path", .advice = advice::model_folder},
      {.key = "model.clip_path", .advice = advice::model_folder},
      {.key = "model.byt5_path", .advice = advice::model_folder},
      {.key = "model.cache_text_embeddings", .advice = advice::precompute},
      {.key = "model.min_t", .advice = advice::timesteps},
      {.key = "model.max_t", .advice = advice::timesteps},
      {.key = "model.guidance", .advice = advice::other_model},
      {.key = "model.first_frame_conditioning_p", .advice = advice::other_model},
      {.key = "pseudo_huber_c", .advice = advice::plain_loss},
      {.key = "adapter.dtype", .advice = advice::nothing},
      {.key = "adapter.*", .advice = advice::plain_lora},
      {.key = "optimizer.*", .advice = advice::other_optimizer},
      {.key = "force_constant_lr", .advice = advice::schedule},
      {.key = "pipeline_stages", .advice = advice::devices},
      {.key = "partition_*", .advice = advice::devices},
      {.key = "reentrant_activation_checkpointing", .advice = advice::nothing},
      {.key = "save_every_*", .advice = advice::saved_by_steps},
      {.key = "checkpoint_every_*", .advice = advice::saved_by_steps},
      {.key = "save_dtype", .advice = advice::nothing},
      {.key = "caching_batch_size", .advice = advice::precompute},
      {.key = "map_num_proc", .advice = advice::precompute},
      {.key = "video_clip_mode", .advice = advice::buckets},
      {.key = "compile", .advice = advice::nothing},
      {.key = "steps_per_print", .advice = advice::tracking},
      {.key = "logging_steps", .advice = advice::tracking},
      {.key = "x_axis_examples", .advice = advice::tracking},
      {.key = "monitoring.*", .advice = advice::tracking},
      {.key = "resume_from_checkpoint", .advice = advice::resume},
  };
}

}  // namespace

}  // namespace pipe

const ForeignTrainer& diffusion_pipe() {
  static const ForeignTrainer trainer{
      .name = "diffusion-pipe",
      .rules = pipe::rules(),
      .defaults = {{"data.caption_dropout_p", 0.0},
                   {"training.gradient_checkpointing", false},
                   {"lora.target_modules", std::vector<std::string>{std::string(all_layers_of_blocks)}},
                   {"flow.weighting_scheme", "logit_normal"},
                   {"optimizer.beta2", 0.999},
                   {"optimizer.weight_decay", 0.01},
                   {"optimizer.max_grad_norm", 1.0},
                   {"optimizer.clipping", "update"},
                   {"lr_scheduler.lr_warmup_steps", int64_t{0}},
                   {"checkpoints.checkpointing_limit", int64_t{0}}},
      .combine = pipe::combine};
  return trainer;
}

}  // namespace fw::interchange
