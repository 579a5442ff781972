// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <numeric>

#include "base/error.h"
#include "catalog/catalog.h"
#include "catalog/model_config.h"

namespace fw::catalog {

namespace {

// Genmo 2024: 10B parameters, 480x848 at 30 fps, 6N+1 frames up to 163, which is 5.4 seconds. Its trainer and
// CogVideoX-Factory's use clips of 37, 61 and 85 frames.
std::vector<ModelSpec> mochi_published() {
  ModelSpec model;
  model.id = "mochi-1-preview";
  model.family = "mochi";
  model.tasks = {VideoTask::text_to_video};
  model.rules = {.model = "Mochi-1 preview",
                 .size_multiple = 16,
                 .vae_frame_step = 6,
                 .frame_step = 6,
                 .max_n = 27,
                 .fps = 30,
                 .native_height = 480,
                 .native_width = 848};
  model.native_frames = 85;
  model.latent = {.channels = 12, .spatial_factor = 8, .temporal_factor = 6, .patch_size = 2};
  model.transformer = {.width = 24 * 128, .blocks = 48};
  model.encoders = {{.kind = EncoderSpec::Kind::t5, .token_limit = 256}};
  model.dtype = "bf16";
  model.steps = 64;
  model.guidance_scale = 4.5;
  model.samplers = {"FlowMatchEulerDiscreteScheduler"};
  return {model};
}

/// The product of a list of factors.
int64_t mochi_factor(const ModelConfig& vae, const char* name, std::vector<int64_t> fallback) {
  const auto factors = vae.get(name, std::move(fallback));
  for (const int64_t factor : factors)
    if (factor < 1 || factor > 8 || factors.size() > 8)
      vae.fail("\"" + std::string(name) + "\" is out of range");
  return std::accumulate(factors.begin(), factors.end(), int64_t{1}, std::multiplies<>());
}

ModelSpec mochi_describe(const ModelSource& source) {
  const ModelConfig transformer(source.part("transformer") / "config.json");
  const ModelConfig vae(source.part("vae") / "config.json");
  ModelSpec model = *find_model("mochi-1-preview");
  model.latent.channels = transformer.get_size("in_channels", model.latent.channels);
  model.latent.spatial_factor = mochi_factor(vae, "spatial_expansions", {2, 2, 2});
  model.latent.temporal_factor = mochi_factor(vae, "temporal_expansions", {1, 2, 3});
  model.latent.patch_size = transformer.get_size("patch_size", model.latent.patch_size);
  model.transformer.width =
      transformer.get_size("num_attention_heads", 24) * transformer.get_size("attention_head_dim", 128);
  model.transformer.blocks = transformer.get_size("num_layers", 48);
  model.encoders.front().token_limit = transformer.get_size("max_sequence_length", 256);
  model.rules.size_multiple = model.latent.spatial_factor * model.latent.patch_size;
  model.rules.vae_frame_step = model.rules.frame_step = model.latent.temporal_factor;
  return model;
}

// Genmo's fine-tuner, README, 480x848 on an H100: 50 GB for 37 frames, 80 GB for 85.
std::optional<VramEstimate> mochi_estimate(std::string_view) {
  constexpr double gb = 1e9, frame = 30 * gb / (85 - 37);
  return VramEstimate{50 * gb - 37 * frame, frame / (480.0 * 848)};
}

// Genmo's own repository, which ComfyUI follows, compared with the checkpoint in diffusers layout.
const KeyNames& mochi_key_names() {
  static const KeyNames names{.blocks = {{"transformer_blocks",
                                          "blocks",
                                          {{"norm1.linear", "mod_x"},
                                           {"norm1_context.linear", "mod_y"},
                                           {"norm1_context.linear_1", "mod_y"},
                                           {"attn1.to_q", "attn.qkv_x"},
                                           {"attn1.to_k", "attn.qkv_x"},
                                           {"attn1.to_v", "attn.qkv_x"},
                                           {"attn1.add_q_proj", "attn.qkv_y"},
                                           {"attn1.add_k_proj", "attn.qkv_y"},
                                           {"attn1.add_v_proj", "attn.qkv_y"},
                                           {"attn1.to_out.0", "attn.proj_x"},
                                           {"attn1.to_add_out", "attn.proj_y"},
                                           {"attn1.norm_q", "attn.q_norm_x"},
                                           {"attn1.norm_k", "attn.k_norm_x"},
                                           {"attn1.norm_added_q", "attn.q_norm_y"},
                                           {"attn1.norm_added_k", "attn.k_norm_y"},
                                           {"ff.net.0.proj", "mlp_x.w1", /*halves_swapped=*/true},
                                           {"ff.net.2", "mlp_x.w2"},
                                           {"ff_context.net.0.proj", "mlp_y.w1", /*halves_swapped=*/true},
                                           {"ff_context.net.2", "mlp_y.w2"}}}},
                              .outside = {{"patch_embed.proj", "x_embedder.proj"},
                                          {"time_embed.timestep_embedder.linear_1", "t_embedder.mlp.0"},
                                          {"time_embed.timestep_embedder.linear_2", "t_embedder.mlp.2"},
                                          {"time_embed.pooler.to_kv", "t5_y_embedder.to_kv"},
                                          {"time_embed.pooler.to_q", "t5_y_embedder.to_q"},
                                          {"time_embed.pooler.to_out", "t5_y_embedder.to_out"},
                                          {"time_embed.caption_proj", "t5_yproj"},
                                          {"norm_out.linear", "final_layer.mod", /*halves_swapped=*/true},
                                          {"proj_out", "final_layer.linear"}},
                              .full_width = {"norm1.linear", "attn1.to_q", "attn1.to_k", "attn1.to_v",
                                             "attn1.to_out.0", "attn1.to_add_out", "ff.net.0.proj"},
                              .comfy = ComfyLoader{.reads_bare_names = true}};
  return names;
}

/// The transformer in one file, as published by Genmo and used with ComfyUI; VAE and text encoder are next to
/// it.
std::optional<SingleFile> mochi_single_file(const safetensors::Header& header) {
  const StoredTransformer file(header, "x_embedder.proj");
  const int64_t width = file.size("x_embedder.proj", 0), patch = file.size("x_embedder.proj", 2);
  const int64_t head = file.size("blocks.0.attn.q_norm_x", 0);
  const int64_t blocks = file.blocks("blocks.", ".attn.qkv_x");
  if (width == 0 || patch == 0 || head == 0 || file.size("t5_yproj", 1) == 0) return std::nullopt;
  auto tensors = file.tensors(mochi_key_names(), width);
  // The last block has a different module, but also one matrix.
  for (int64_t i = 0; i < blocks; ++i) {
    for (const char* kind : {".weight", ".bias"}) {
      const std::string context = "transformer_blocks." + std::to_string(i) + ".norm1_context.linear";
      const bool last = i + 1 == blocks;
      tensors.erase(context + (last ? "" : "_1") + kind);
      const auto stored = tensors.find(context + (last ? "_1" : "") + kind);
      if (stored != tensors.end()) stored->second = {.name = stored->second.name};
    }
  }
  nlohmann::json config{{"_class_name", "MochiTransformer3DModel"},
                        {"patch_size", patch},
                        {"num_attention_heads", width / head},
                        {"attention_head_dim", head},
                        {"num_layers", blocks},
                        {"pooled_projection_dim", file.size("t5_yproj", 0)},
                        {"in_channels", file.size("x_embedder.proj", 1)},
                        {"text_embed_dim", file.size("t5_yproj", 1)},
                        {"time_embed_dim", file.size("t_embedder.mlp.0", 1)}};
  return SingleFile{
      .pipeline_class = "MochiPipeline",
      .components = {{"transformer", std::move(config), std::move(tensors)}},
      .scheduler = {{"_class_name", "FlowMatchEulerDiscreteScheduler"}, {"invert_sigmas", true}},
      .others = {{"force_zeros_for_empty_prompt", true}}};
}

// The model card. Parameters: tests/reference/manifests.
std::vector<Download> mochi_downloads() {
  return {
      {"mochi-1-preview", {{"genmo/mochi-1-preview"}}, apache, 10'027'677'744 + 459'748'611 + 4'762'310'656}};
}

}  // namespace

const Family& mochi() {
  static const Family family{
      .id = "mochi",
      .name = "Mochi-1",
      .pipeline_classes = {"MochiPipeline"},
      .transformer_classes = {"MochiTransformer3DModel"},
      .other_names = {"mochi-1", "mochi_1"},
      .factory_script = "text_to_video_lora.py",  // in a separate folder, without the model's name
      .components = {{"vae", "diffusers", "AutoencoderKLMochi"},
                     {"text_encoder", "transformers", "T5EncoderModel"},
                     {"tokenizer", "transformers", "T5Tokenizer"}},
      .published = mochi_published(),
      .describe = mochi_describe,
      .read_single_file = mochi_single_file,
      .defaults = {{"validation.guidance_scale", 4.5}},
      .key_names = &mochi_key_names(),
      .lora_estimate = mochi_estimate,
      .downloads = mochi_downloads,
  };
  return family;
}

}  // namespace fw::catalog
