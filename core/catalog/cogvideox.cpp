// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "base/error.h"
#include "catalog/catalog.h"
#include "catalog/model_config.h"

namespace fw::catalog {

namespace {

// Yang et al. 2024 and the model cards: 1.0 makes 480x720 at 8 fps and accepts 8N+1 frames with N up to 6;
// 1.5 makes 768x1360 at 16 fps and accepts 16N+1 frames with N up to 10.
ModelSpec version_1_0(std::string id, std::string name, VideoTask task) {
  ModelSpec model;
  model.id = std::move(id);
  model.family = "cogvideox";
  model.tasks = {task};
  model.rules = {.model = std::move(name),
                 .size_multiple = 16,
                 .vae_frame_step = 4,
                 .frame_step = 8,
                 .max_n = 6,
                 .fps = 8,
                 .native_height = 480,
                 .native_width = 720};
  model.native_frames = 49;
  model.latent = {.channels = 16, .spatial_factor = 8, .temporal_factor = 4, .patch_size = 2};
  model.transformer = {.width = 48 * 64, .blocks = 42};
  model.encoders = {{.kind = EncoderSpec::Kind::t5, .token_limit = 226}};
  model.keeps_first_frame = task == VideoTask::image_to_video;
  model.dtype = "bf16";
  model.steps = 50;
  model.guidance_scale = 6;
  model.samplers = {"CogVideoXDDIMScheduler", "CogVideoXDPMScheduler"};
  return model;
}

ModelSpec version_1_5(std::string id, std::string name, VideoTask task) {
  ModelSpec model = version_1_0(std::move(id), std::move(name), task);
  model.rules.frame_step = 16;
  model.rules.max_n = 10;
  model.rules.fps = 16;
  model.rules.native_height = 768;
  model.rules.native_width = 1360;
  model.native_frames = 81;
  model.latent.patch_frames = 2;
  return model;
}

std::vector<ModelSpec> published() {
  using enum VideoTask;
  std::vector list{version_1_0("cogvideox-2b", "CogVideoX-2b", text_to_video),
                   version_1_0("cogvideox-5b", "CogVideoX-5b", text_to_video),
                   version_1_0("cogvideox-5b-i2v", "CogVideoX-5b-I2V", image_to_video),
                   version_1_5("cogvideox-1.5-5b", "CogVideoX1.5-5B", text_to_video),
                   version_1_5("cogvideox-1.5-5b-i2v", "CogVideoX1.5-5B-I2V", image_to_video)};
  list[0].dtype = "fp16";
  list[0].transformer = {.width = 30 * 64, .blocks = 30};
  list[2].rules.any_size = false;
  return list;
}

std::string variant_of(const ModelConfig& transformer, int64_t latent_channels) {
  const int64_t out_channels = transformer.get_size("out_channels", latent_channels);
  const bool image = transformer.get_size("in_channels", out_channels) == 2 * out_channels;
  const bool rotary = transformer.get("use_rotary_positional_embeddings", false);
  std::string id = transformer.get<int64_t>("patch_size_t", 0) > 0 ? "cogvideox-1.5-5b"
                   : rotary || image                               ? "cogvideox-5b"
                                                                   : "cogvideox-2b";
  return image ? id + "-i2v" : id;
}

ModelSpec describe(const ModelSource& source) {
  const ModelConfig transformer(source.part("transformer") / "config.json");
  const ModelConfig vae(source.part("vae") / "config.json");
  const int64_t channels = vae.get_size("latent_channels", 16);
  ModelSpec model = *find_model(variant_of(transformer, channels));
  model.latent.channels = channels;
  model.encoders.front().token_limit = transformer.get_size("max_text_seq_length", model.token_limit());
  model.latent.patch_size = transformer.get_size("patch_size", model.latent.patch_size);
  model.latent.patch_frames = transformer.get_size("patch_size_t", 1);
  model.latent.temporal_factor = vae.get_size("temporal_compression_ratio", model.latent.temporal_factor);
  const auto widths = vae.get("block_out_channels", std::vector<int64_t>(4));
  if (widths.empty() || widths.size() > 8) vae.fail("\"block_out_channels\" is out of range");
  model.latent.spatial_factor = int64_t{1} << (widths.size() - 1);
  model.transformer.width =
      transformer.get_size("num_attention_heads", 30) * transformer.get_size("attention_head_dim", 64);
  model.transformer.blocks = transformer.get_size("num_layers", 30);
  model.rules.size_multiple = model.latent.spatial_factor * model.latent.patch_size;
  model.rules.vae_frame_step = model.latent.temporal_factor;
  model.native_frames = transformer.get_size("sample_frames", model.native_frames);
  model.rules.any_size = !transformer.get("use_learned_positional_embeddings", false);
  const int64_t height = transformer.get_size("sample_height", model.rules.native_height / 8);
  const int64_t width = transformer.get_size("sample_width", model.rules.native_width / 8);
  // Copies of the 1.5 models have 300x300 here, which is unused: their rotary tables have no base size.
  if (height != 300 || width != 300) {
    model.rules.native_height = height * model.latent.spatial_factor;
    model.rules.native_width = width * model.latent.spatial_factor;
  }
  return model;
}

std::optional<VramEstimate> estimate_of(std::string_view id) {
  constexpr double gib = 1 << 30;
  constexpr double sample = 49.0 * 480 * 720;
  // CogVideoX-Factory's README, memory requirements, LoRA of rank 64 with checkpointing: from batch 1 to 4
  // the peak rises by 9.0 GiB per sample for 5b (20.8 to 47.8); for 2b it is 4.6 (22.3 at batch 4). 1.5 has
  // half the tokens per pixel; CogVideo's README states 35 GB for 81x768x1360, which agrees.
  if (id == "cogvideox-2b") return VramEstimate{3.9 * gib, 4.6 * gib / sample};
  return VramEstimate{11.8 * gib, (id.starts_with("cogvideox-1.5") ? 4.5 : 9.0) * gib / sample};
}

// ComfyUI's CogVideoXTransformer3DModel compared with the published checkpoint.
const KeyNames& key_names() {
  static const KeyNames names{
      .blocks = {{"transformer_blocks",
                  "blocks",
                  {{"attn1.to_q", "q"},
                   {"attn1.to_k", "k"},
                   {"attn1.to_v", "v"},
                   {"attn1.to_out.0", "attn_out"},
                   {"ff.net.0.proj", "ff_proj"},
                   {"ff.net.2", "ff_out"}}}},
      .outside = {{"time_embedding.linear_1", "time_embedding_linear_1"},
                  {"time_embedding.linear_2", "time_embedding_linear_2"},
                  {"ofs_embedding.linear_1", "ofs_embedding_linear_1"},
                  {"ofs_embedding.linear_2", "ofs_embedding_linear_2"}},
      .full_width = {"attn1.to_q", "attn1.to_k", "attn1.to_v", "attn1.to_out.0", "ff.net.0.proj"},
      .comfy = ComfyLoader{}};
  return names;
}

std::vector<Setting> own_settings() {
  const Condition image_to_video{"training.task", {"image_to_video"}};
  return {
      {.key = "model.cogvideox.noised_image_dropout",
       .label = FW_TEXT("settings", "Image dropout"),
       .standard = 0.05,
       .range = Range{0, 1},
       .applies_to = {image_to_video},
       .flags = {{factory, "noised_image_dropout"}},
       .explanation = FW_TEXT("settings",
                              "Fraction of micro-batches trained without their first-frame image, so that "
                              "the model also learns to work without one.")},
      {.key = "model.cogvideox.min_snr_gamma",
       .label = FW_TEXT("settings", "Min-SNR gamma"),
       .standard = 0.0,
       .range = Range{0, 100},
       .explanation =
           FW_TEXT("settings",
                   "Lets steps with little noise count less: the weight of a step is limited as if "
                   "its signal-to-noise ratio were at most this, usually 5. 0: all count alike.")},
      {.key = "model.cogvideox.first_frame_noise",
       .label = FW_TEXT("settings", "Noise on first frames"),
       .standard = true,
       .applies_to = {image_to_video},
       .explanation = FW_TEXT(
           "settings",
           "Adds noise of random strength, exp(N(-3, 0.5)), to first frames before they are encoded, as the "
           "trainers of CogVideo and CogVideoX-Factory do, so that the model does not copy every flaw of its "
           "image. Each clip gets a few noised images for training to draw from; the held-out loss uses the "
           "clean one. Applied when the dataset is encoded: what is already encoded does not change.")},
      {.key = "validation.cogvideox.use_dynamic_cfg",
       .label = FW_TEXT("settings", "Dynamic guidance"),
       .standard = false,
       .flags = {{factory, "use_dynamic_cfg"}},
       .old_keys = {"validation.use_dynamic_cfg", "dynamic_cfg"},
       .explanation = FW_TEXT("settings",
                              "Guidance rises from 1 along a cosine over the denoising steps, which makes "
                              "the first steps calmer.")},
  };
}

// Repositories and licences: the model cards, and "Model-License" in the README of THUDM/CogVideo.
// Parameters: tests/reference/manifests.
std::vector<Download> cogvideox_downloads() {
  constexpr int64_t encoder = 4'762'310'656, vae = 215'583'907;
  constexpr Licence own{.name = "CogVideoX License",
                        .address = "https://huggingface.co/THUDM/CogVideoX-5b/blob/main/LICENSE"};
  return {{"cogvideox-2b", {{"zai-org/CogVideoX-2b"}}, apache, 1'693'783'872 + vae + encoder},
          {"cogvideox-5b", {{"zai-org/CogVideoX-5b"}}, own, 5'570'283'072 + vae + encoder},
          {"cogvideox-5b-i2v", {{"zai-org/CogVideoX-5b-I2V"}}, own, 5'570'479'680 + vae + encoder},
          {"cogvideox-1.5-5b", {{"zai-org/CogVideoX1.5-5B"}}, {}, 5'570'676'352 + vae + encoder},
          {"cogvideox-1.5-5b-i2v", {{"zai-org/CogVideoX1.5-5B-I2V"}}, {}, 5'571'594'880 + vae + encoder}};
}

}  // namespace

const Family& cogvideox() {
  static const Family family{
      .id = "cogvideox",
      .name = "CogVideoX",
      .pipeline_classes = {"CogVideoXPipeline", "CogVideoXImageToVideoPipeline",
                           "CogVideoXVideoToVideoPipeline"},
      .transformer_classes = {"CogVideoXTransformer3DModel"},
      .factory_script = "cogvideox_",
      .components = {{"vae", "diffusers", "AutoencoderKLCogVideoX"},
                     {"text_encoder", "transformers", "T5EncoderModel"},
                     {"tokenizer", "transformers", "T5Tokenizer"}},
      .published = published(),
      .describe = describe,
      .settings = own_settings,
      .first_frame_noise = "model.cogvideox.first_frame_noise",
      .key_names = &key_names(),
      .lora_estimate = estimate_of,
      .downloads = cogvideox_downloads,
  };
  return family;
}

}  // namespace fw::catalog
