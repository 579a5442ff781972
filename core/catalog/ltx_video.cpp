// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/error.h"
#include "catalog/catalog.h"
#include "catalog/model_config.h"

namespace fw::catalog {

namespace {

// HaCohen et al. 2025 and the model cards: 2B parameters, sizes in multiples of 32, 8k+1 frames up to 257, 24
// to 30 frames a second; the published pipeline counts 25.
ModelSpec ltx_version(std::string id, std::string name) {
  using enum VideoTask;
  ModelSpec model;
  model.id = std::move(id);
  model.family = "ltx_video";
  model.tasks = {text_to_video, image_to_video};
  model.rules = {.model = std::move(name),
                 .size_multiple = 32,
                 .vae_frame_step = 8,
                 .frame_step = 8,
                 .max_n = 32,
                 .fps = 25,
                 .native_height = 512,
                 .native_width = 768};
  model.native_frames = 121;
  model.latent = {.channels = 128, .spatial_factor = 32, .temporal_factor = 8, .patch_size = 1};
  model.transformer = {.width = 32 * 64, .blocks = 28};
  model.encoders = {{.kind = EncoderSpec::Kind::t5, .token_limit = 128}};
  model.dtype = "bf16";
  model.steps = 50;
  model.guidance_scale = 3;
  model.samplers = {"FlowMatchEulerDiscreteScheduler"};
  return model;
}

std::vector<ModelSpec> ltx_published() {
  std::vector<ModelSpec> models{ltx_version("ltx-video-0.9.0", "LTX-Video 0.9.0"),
                                ltx_version("ltx-video-0.9.1", "LTX-Video 0.9.1"),
                                ltx_version("ltx-video-0.9.5", "LTX-Video 0.9.5")};
  models.back().conditions_at_any_frame = true;
  return models;
}

/// The VAE tells them apart: the transformers are built alike.
std::string_view ltx_version_of(const ModelConfig& vae) {
  const auto blocks = vae.get("down_block_types", std::vector<std::string>());
  if (std::ranges::find(blocks, "LTXVideo095DownBlock3D") != blocks.end()) return "ltx-video-0.9.5";
  return vae.get("timestep_conditioning", false) ? "ltx-video-0.9.1" : "ltx-video-0.9.0";
}

/// How often the encoder halves every size.
int64_t ltx_halvings(const ModelConfig& vae) {
  const auto scaling = vae.get("spatio_temporal_scaling", std::vector<bool>{true, true, true, false});
  if (scaling.size() > 8) vae.fail("\"spatio_temporal_scaling\" is out of range");
  return std::ranges::count(scaling, true);
}

ModelSpec ltx_describe(const ModelSource& source) {
  const ModelConfig transformer(source.part("transformer") / "config.json");
  const ModelConfig vae(source.part("vae") / "config.json");
  ModelSpec model = *find_model(ltx_version_of(vae));
  const int64_t part = int64_t{1} << ltx_halvings(vae);
  model.latent.channels = vae.get_size("latent_channels", model.latent.channels);
  model.latent.spatial_factor =
      vae.get_size("spatial_compression_ratio", vae.get_size("patch_size", 4) * part);
  model.latent.temporal_factor = vae.get_size("temporal_compression_ratio", part);
  model.transformer.width =
      transformer.get_size("num_attention_heads", 32) * transformer.get_size("attention_head_dim", 64);
  model.transformer.blocks = transformer.get_size("num_layers", 28);
  model.rules.size_multiple = model.latent.spatial_factor;
  model.rules.vae_frame_step = model.rules.frame_step = model.latent.temporal_factor;
  return model;
}

// finetrainers' README: 49x512x768, rank 128, bf16, with precomputed conditions 10.9 GiB; of these the
// weights take 3.9, the LoRA with its optimizer 1.2.
std::optional<VramEstimate> ltx_estimate(std::string_view) {
  constexpr double gib = 1 << 30;
  return VramEstimate{5.1 * gib, 5.8 * gib / (49.0 * 512 * 768)};
}

// Lightricks' own repository, which ComfyUI follows, against the checkpoint in diffusers layout.
const KeyNames& ltx_key_names() {
  static const KeyNames names{
      .blocks = {{"transformer_blocks",
                  "transformer_blocks",
                  {{"attn1.norm_q", "attn1.q_norm"},
                   {"attn1.norm_k", "attn1.k_norm"},
                   {"attn2.norm_q", "attn2.q_norm"},
                   {"attn2.norm_k", "attn2.k_norm"}}}},
      .outside = {{"proj_in", "patchify_proj"},
                  {"time_embed.emb.timestep_embedder.linear_1",
                   "adaln_single.emb.timestep_embedder.linear_1"},
                  {"time_embed.emb.timestep_embedder.linear_2",
                   "adaln_single.emb.timestep_embedder.linear_2"},
                  {"time_embed.linear", "adaln_single.linear"}},
      .full_width = {"attn1.to_q", "attn1.to_k", "attn1.to_v", "attn1.to_out.0", "attn2.to_q", "attn2.to_k",
                     "attn2.to_v", "attn2.to_out.0", "ff.net.0.proj"}};
  return names;
}

std::vector<Setting> ltx_settings() {
  return {
      {.key = "model.ltx_video.first_frame_conditioning",
       .label = FW_TEXT("settings", "First-frame share"),
       .standard = 0.1,
       .range = Range{0, 1},
       .explanation = FW_TEXT("settings",
                              "Share of the micro-batches in which the first frame gets less noise than the "
                              "rest, so that the model also learns to continue from an image.")},
      {.key = "model.ltx_video.first_frame_sigma",
       .label = FW_TEXT("settings", "First-frame noise"),
       .standard = 0.25,
       .range = Range{0, 1},
       .explanation = FW_TEXT("settings",
                              "The most noise that such a first frame gets: 0 is the clean image, 1 noise "
                              "alone.")},
      {.key = "validation.ltx_video.decode_timestep",
       .label = FW_TEXT("settings", "Decode timestep"),
       .standard = 0.05,
       .range = Range{0, 1},
       .explanation = FW_TEXT("settings",
                              "How noisy the decoder takes its latents to be: from 0.9.1 on it does the last "
                              "denoising step itself. 0.9.0 has no such decoder.")},
      {.key = "validation.ltx_video.decode_noise_scale",
       .label = FW_TEXT("settings", "Decode noise"),
       .standard = 0.025,
       .range = Range{0, 1},
       .explanation = FW_TEXT("settings",
                              "Share of noise that is mixed into the latents before they are decoded; the "
                              "decode timestep tells the decoder of it.")},
      {.key = "validation.ltx_video.guidance_rescale",
       .label = FW_TEXT("settings", "Guidance rescale"),
       .standard = 0.0,
       .range = Range{0, 1},
       .explanation = FW_TEXT("settings",
                              "Brings the contrast that guidance adds back towards that of the prediction "
                              "with the prompt alone; 0 leaves it.")},
      {.key = "validation.ltx_video.image_cond_noise_scale",
       .label = FW_TEXT("settings", "Condition noise"),
       .standard = 0.15,
       .range = Range{0, 1},
       .explanation = FW_TEXT("settings",
                              "Noise on images and clips that are to be kept, less with every step: with "
                              "some, motion starts more easily. 0.9.5 alone uses it.")},
  };
}

}  // namespace

const Family& ltx_video() {
  static const Family family{
      .id = "ltx_video",
      .name = "LTX-Video",
      .pipeline_classes = {"LTXPipeline", "LTXImageToVideoPipeline", "LTXConditionPipeline"},
      .transformer_class = "LTXVideoTransformer3DModel",
      .other_names = {"ltx"},
      .published = ltx_published(),
      .describe = ltx_describe,
      .settings = ltx_settings,
      .flow_matching = true,
      .defaults = {{"validation.guidance_scale", 3.0}, {"optimizer.clipping", std::string("micro_batch")}},
      .key_names = &ltx_key_names(),
      .lora_estimate = ltx_estimate,
  };
  return family;
}

}  // namespace fw::catalog
