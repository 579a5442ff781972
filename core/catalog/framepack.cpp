// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"
#include "catalog/catalog.h"
#include "catalog/model_config.h"

namespace fw::catalog {

const Family& hunyuan_video();  // provides its networks

namespace {

/// Latent frames per section of the published model.
constexpr int64_t framepack_window = 9;
constexpr std::string_view inverted = "inverted_anti_drifting", vanilla = "vanilla";

// Zhang and Agrawala 2025 and their demo: 640x640 pixels in all aspect ratios, sections of 36 frames at 30
// fps, 25 steps, embedded guidance 10.
std::vector<ModelSpec> framepack_published() {
  ModelSpec model = hunyuan_video().published.front();
  model.id = "framepack-i2v-hy";
  model.family = "framepack";
  model.tasks = {VideoTask::image_to_video};
  model.rules.model = "FramePack";
  model.rules.vae_frame_step = model.rules.frame_step = model.latent.temporal_factor * framepack_window;
  model.rules.still_images = false;
  model.rules.max_n = 100;
  model.rules.fps = 30;
  model.rules.native_height = model.rules.native_width = 640;
  model.native_frames = 145;
  model.latent.window_frames = framepack_window;
  model.encoders.push_back(
      {.kind = EncoderSpec::Kind::siglip, .part = "image_encoder", .tokenizer = "feature_extractor"});
  model.keeps_first_frame = true;
  model.takes_last_frame = true;
  model.steps = 25;
  model.embedded_guidance_scale = 10;
  return {model};
}

std::vector<Component> framepack_components() {
  std::vector<Component> components = hunyuan_video().components;
  components.push_back({"image_encoder", "transformers", "SiglipVisionModel"});
  components.push_back({"feature_extractor", "transformers", "SiglipImageProcessor"});
  return components;
}

ModelSpec framepack_describe(const ModelSource& source) {
  ModelSpec model = *find_model("framepack-i2v-hy");
  const ModelSpec sizes = hunyuan_video().describe(source);
  const int64_t window = model.latent.window_frames;
  model.latent = sizes.latent;
  model.latent.window_frames = window;
  model.transformer = sizes.transformer;
  model.rules.size_multiple = sizes.rules.size_multiple;
  model.rules.vae_frame_step = model.rules.frame_step = model.latent.temporal_factor * window;
  return model;
}

// HunyuanVideo's estimate, since it has the same blocks, for the frames that it sees at a time: a section,
// and a history equivalent to nine more, as a share of the native clip.
std::optional<VramEstimate> framepack_estimate(std::string_view) {
  VramEstimate estimate = *hunyuan_video().lora_estimate({});
  estimate.bytes_per_pixel *= 45.0 / 145;
  return estimate;
}

std::vector<Setting> framepack_settings() {
  constexpr std::string_view order = FW_TEXT("settings",
                                             "FramePack makes a clip section by section. "
                                             "inverted_anti_drifting: from the last section to the first; "
                                             "vanilla: from the first on, for FramePack-F1.");
  constexpr std::string_view window = FW_TEXT(
      "settings",
      "Latent frames that the network makes at a time, each of 4 frames: 9 are a section of 36 frames.");
  std::vector<Setting> settings = hunyuan_video().settings();  // for guidance
  settings[0].key = "model.framepack.embedded_guidance_scale";
  settings[1].key = "validation.framepack.embedded_guidance_scale";
  for (Setting& guidance : settings) guidance.standard = 10.0;
  for (const bool training : {true, false}) {
    settings.push_back(
        {.key = training ? "model.framepack.sampling_type" : "validation.framepack.sampling_type",
         .label = training ? FW_TEXT("settings", "Order of sections in training")
                           : FW_TEXT("settings", "Order of sections"),
         .standard = std::string(inverted),
         .choices = {inverted, vanilla},
         .explanation = order});
    settings.push_back(
        {.key = training ? "model.framepack.latent_window_size" : "validation.framepack.latent_window_size",
         .label = training ? FW_TEXT("settings", "Latent frames of a section in training")
                           : FW_TEXT("settings", "Latent frames of a section"),
         .standard = framepack_window,
         .range = Range{1, 64},
         .explanation = window});
  }
  return settings;
}

/// The transformer in one file, as used with musubi-tuner and ComfyUI: published names and no configuration;
/// everything else is next to it. Values not determined by shapes are those of the published model.
std::optional<SingleFile> framepack_single_file(const safetensors::Header& header) {
  const StoredTransformer file(header, "clean_x_embedder.proj");
  const int64_t width = file.size("clean_x_embedder.proj", 0), patch = file.size("x_embedder.proj", 3);
  const int64_t head = file.size("transformer_blocks.0.attn.norm_q", 0);
  if (width == 0 || patch == 0 || head == 0) return std::nullopt;
  const int64_t mlp = file.size("transformer_blocks.0.ff.net.0.proj", 0), side = head * 7 / 32 * 2;
  nlohmann::json config{
      {"_class_name", "HunyuanVideoFramepackTransformer3DModel"},
      {"in_channels", file.size("x_embedder.proj", 1)},
      {"out_channels", file.size("proj_out", 0) / (patch * patch)},
      {"num_attention_heads", width / head},
      {"attention_head_dim", head},
      {"num_layers", file.blocks("transformer_blocks.", ".attn.to_q")},
      {"num_single_layers", file.blocks("single_transformer_blocks.", ".attn.to_q")},
      {"num_refiner_layers", file.blocks("context_embedder.token_refiner.refiner_blocks.", ".attn.to_q")},
      {"mlp_ratio", static_cast<double>(mlp) / static_cast<double>(width)},
      {"patch_size", patch},
      {"patch_size_t", 1},
      {"guidance_embeds", file.size("time_text_embed.guidance_embedder.linear_1", 0) > 0},
      {"text_embed_dim", file.size("context_embedder.proj_in", 1)},
      {"pooled_projection_dim", file.size("time_text_embed.text_embedder.linear_1", 1)},
      {"rope_axes_dim", {head - 2 * side, side, side}},
      {"has_image_proj", true},
      {"has_clean_x_embedder", true},
      {"image_proj_dim", file.size("image_projection.up", 1)}};
  return SingleFile{.pipeline_class = "HunyuanVideoFramepackPipeline",
                    .components = {{"transformer", std::move(config), file.tensors({}, width)}},
                    .scheduler = {{"_class_name", "FlowMatchEulerDiscreteScheduler"}, {"shift", 7.0}}};
}

// Encoders, VAE and scheduler are those of another model, whose licence therefore applies. Parameters:
// tests/reference/manifests.
std::vector<Download> framepack_downloads() {
  const Download base = hunyuan_video().downloads().front();
  return {{"framepack-i2v-hy",
           {{"lllyasviel/FramePackI2V_HY"},
            {base.repositories.front().name,
             {"vae", "scheduler", "text_encoder", "text_encoder_2", "tokenizer", "tokenizer_2"}},
            {"lllyasviel/flux_redux_bfl", {"image_encoder", "feature_extractor"}}},
           base.licence,
           base.parameters - 12'821'012'544 + 12'874'314'816 + 428'225'600}};
}

}  // namespace

const Family& framepack() {
  static const Family family{
      .id = "framepack",
      .name = "FramePack",
      .pipeline_classes = {"HunyuanVideoFramepackPipeline"},
      .transformer_classes = {"HunyuanVideoFramepackTransformer3DModel",
                              "HunyuanVideoTransformer3DModelPacked"},
      .other_names = {"fpack"},
      .components = framepack_components(),
      .published = framepack_published(),
      .describe = framepack_describe,
      .settings = framepack_settings,
      .read_single_file = framepack_single_file,
      .flow_matching = true,
      .defaults = {{"training.task", std::string("image_to_video")},
                   {"validation.guidance_scale", 1.0},
                   {"optimizer.clipping", std::string("micro_batch")}},
      .lora_estimate = framepack_estimate,
      .downloads = framepack_downloads,
  };
  return family;
}

}  // namespace fw::catalog
