// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"
#include "base/paths.h"
#include "catalog/catalog.h"
#include "catalog/hunyuan_video_15_parts.h"
#include "catalog/model_config.h"
#include "catalog/tencent_names.h"

namespace fw::catalog {

namespace {

constexpr std::string_view tencent = "tencent", musubi = "musubi-tuner", diffusion_pipe = "diffusion-pipe";
constexpr int64_t large_target = 960;  // the side of a square with as many pixels as the model's clips: 720p

// From Wu et al. 2025 (arXiv 2511.18870) and the model cards: sizes in multiples of 16, 4k+1 frames; 121
// frames at 24 fps.
ModelSpec hunyuan_15_model(std::string id, std::string name, bool large, bool pictures) {
  ModelSpec model;
  model.id = std::move(id);
  model.family = "hunyuan_video_15";
  model.tasks = {pictures ? VideoTask::image_to_video : VideoTask::text_to_video};
  model.rules = {.model = std::move(name),
                 .size_multiple = 16,
                 .vae_frame_step = 4,
                 .frame_step = 4,
                 .max_n = 60,
                 .fps = 24,
                 .native_height = large ? 720 : 480,
                 .native_width = large ? 1280 : 848};
  model.native_frames = 121;
  model.latent = {.channels = 32, .spatial_factor = 16, .temporal_factor = 4, .patch_size = 1};
  model.transformer = {.width = 16 * 128, .blocks = 54};
  model.encoders = {{.kind = EncoderSpec::Kind::qwen, .token_limit = 1000},
                    {.kind = EncoderSpec::Kind::byt5,
                     .part = "text_encoder_2",
                     .tokenizer = "tokenizer_2",
                     .token_limit = 256}};
  if (pictures)
    model.encoders.push_back(
        {.kind = EncoderSpec::Kind::siglip, .part = "image_encoder", .tokenizer = "feature_extractor"});
  model.keeps_first_frame = pictures;
  model.dtype = "bf16";
  model.steps = 50;
  model.guidance_scale = 6;
  model.samplers = {"FlowMatchEulerDiscreteScheduler"};
  return model;
}

std::vector<ModelSpec> hunyuan_15_published() {
  std::vector<ModelSpec> models{
      hunyuan_15_model("hunyuan-video-1.5-480p-t2v", "HunyuanVideo 1.5 T2V 480p", false, false),
      hunyuan_15_model("hunyuan-video-1.5-480p-i2v", "HunyuanVideo 1.5 I2V 480p", false, true),
      hunyuan_15_model("hunyuan-video-1.5-720p-t2v", "HunyuanVideo 1.5 T2V 720p", true, false),
      hunyuan_15_model("hunyuan-video-1.5-720p-i2v", "HunyuanVideo 1.5 I2V 720p", true, true),
      hunyuan_15_model("hunyuan-video-1.5-480p-i2v-step-distilled",
                       "HunyuanVideo 1.5 I2V 480p step-distilled", false, true)};
  models.back().steps = 8;
  models.back().guidance_scale = 1;
  return models;
}

bool is_there(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::exists(file, error);
}

/// The folder's own configuration of the transformer if there is one: a single file that replaces the
/// transformer does not store the task and the size.
ModelConfig described_transformer(const ModelSource& source) {
  const std::filesystem::path own = source.root() / "transformer" / "config.json";
  return ModelConfig(is_there(own) ? own : source.part("transformer") / "config.json");
}

/// The name of the transformer's single file, or an empty text.
std::string file_name(const ModelSource& source) {
  const auto part = source.parts.find("transformer");
  const std::filesystem::path& place = part == source.parts.end() ? source.folder : part->second;
  return is_single_file(place) ? to_utf8(place.filename()) : std::string();
}

/// Identifies the variant by its pipeline, which is right where a published configuration's task is not, and
/// by its transformer's configuration; a single file, by its name.
std::string hunyuan_15_variant(const ModelSource& source, const ModelConfig& transformer) {
  const ModelConfig described = described_transformer(source);
  const std::filesystem::path index = source.root() / "model_index.json";
  const std::string name = file_name(source);
  const bool by_pipeline = is_there(index) && !is_single_file(source.folder);
  const bool pictures = by_pipeline ? ModelConfig(index).get("_class_name", std::string()) ==
                                          "HunyuanVideo15ImageToVideoPipeline"
                                    : described.get("task_type", std::string()) == "i2v";
  const bool large = described.get<int64_t>("target_size", 0) >= large_target;
  if (transformer.get("use_meanflow", false)) return "hunyuan-video-1.5-480p-i2v-step-distilled";
  return std::string("hunyuan-video-1.5-") + (large || name.find("720p") != name.npos ? "720p" : "480p") +
         (pictures || name.find("i2v") != name.npos ? "-i2v" : "-t2v");
}

ModelSpec hunyuan_15_describe(const ModelSource& source) {
  const ModelConfig transformer(source.part("transformer") / "config.json");
  const ModelConfig vae(source.part("vae") / "config.json");
  ModelSpec model = *find_model(hunyuan_15_variant(source, transformer));
  model.latent.channels = vae.get_size("latent_channels", model.latent.channels);
  model.latent.spatial_factor = vae.get_size("spatial_compression_ratio", model.latent.spatial_factor);
  model.latent.temporal_factor = vae.get_size("temporal_compression_ratio", model.latent.temporal_factor);
  model.latent.patch_size = transformer.get_size("patch_size", model.latent.patch_size);
  model.latent.patch_frames = transformer.get_size("patch_size_t", model.latent.patch_frames);
  model.transformer.width =
      transformer.get_size("num_attention_heads", 16) * transformer.get_size("attention_head_dim", 128);
  model.transformer.blocks = transformer.get<int64_t>("num_layers", 54);
  model.rules.size_multiple = model.latent.spatial_factor * model.latent.patch_size;
  model.rules.vae_frame_step = model.rules.frame_step = model.latent.temporal_factor;
  if (const auto guider = source.root() / "guider" / "guider_config.json"; is_there(guider))
    model.guidance_scale = ModelConfig(guider).get("guidance_scale", model.guidance_scale);
  return model;
}

// musubi-tuner's documentation: 121x720x1280 with float8 weights, 51 of 54 blocks in host memory,
// about 20 GB. Weights are parameters in bf16.
std::optional<VramEstimate> hunyuan_15_estimate(std::string_view) {
  constexpr double gib = 1 << 30;
  return VramEstimate{16.7e9 + 1.2 * gib, 17.5 * gib / (121.0 * 720 * 1280)};
}

/// Layers of a dual-stream block. The original repository and musubi-tuner separate q, k and v; ComfyUI's
/// files fuse them, and its LoRA files use HunyuanVideo's module names.
std::vector<KeyNames::Part> block_parts() {
  return {{"attn.to_q", "img_attn_q"},
          {"attn.to_k", "img_attn_k"},
          {"attn.to_v", "img_attn_v"},
          {"attn.to_q", "img_attn_qkv"},
          {"attn.to_k", "img_attn_qkv"},
          {"attn.to_v", "img_attn_qkv"},
          {"attn.to_q", "img_attn.qkv"},
          {"attn.to_k", "img_attn.qkv"},
          {"attn.to_v", "img_attn.qkv"},
          {"attn.to_out.0", "img_attn_proj"},
          {"attn.to_out.0", "img_attn.proj"},
          {"attn.add_q_proj", "txt_attn_q"},
          {"attn.add_k_proj", "txt_attn_k"},
          {"attn.add_v_proj", "txt_attn_v"},
          {"attn.add_q_proj", "txt_attn_qkv"},
          {"attn.add_k_proj", "txt_attn_qkv"},
          {"attn.add_v_proj", "txt_attn_qkv"},
          {"attn.add_q_proj", "txt_attn.qkv"},
          {"attn.add_k_proj", "txt_attn.qkv"},
          {"attn.add_v_proj", "txt_attn.qkv"},
          {"attn.to_add_out", "txt_attn_proj"},
          {"attn.to_add_out", "txt_attn.proj"},
          {"attn.norm_q", "img_attn_q_norm"},
          {"attn.norm_k", "img_attn_k_norm"},
          {"attn.norm_added_q", "txt_attn_q_norm"},
          {"attn.norm_added_k", "txt_attn_k_norm"},
          {"norm1.linear", "img_mod.linear"},
          {"norm1.linear", "img_mod.lin"},
          {"norm1_context.linear", "txt_mod.linear"},
          {"norm1_context.linear", "txt_mod.lin"},
          {"ff.net.0.proj", "img_mlp.fc1"},
          {"ff.net.0.proj", "img_mlp.0"},
          {"ff.net.2", "img_mlp.fc2"},
          {"ff.net.2", "img_mlp.2"},
          {"ff_context.net.0.proj", "txt_mlp.fc1"},
          {"ff_context.net.0.proj", "txt_mlp.0"},
          {"ff_context.net.2", "txt_mlp.fc2"},
          {"ff_context.net.2", "txt_mlp.2"}};
}

const KeyNames& hunyuan_15_key_names() {
  static const KeyNames names{
      .blocks = {{"transformer_blocks", "double_blocks", block_parts()},
                 {"context_embedder.token_refiner.refiner_blocks",
                  "txt_in.individual_token_refiner.blocks",
                  {{"attn.to_q", "self_attn_qkv"},
                   {"attn.to_k", "self_attn_qkv"},
                   {"attn.to_v", "self_attn_qkv"},
                   {"attn.to_out.0", "self_attn_proj"},
                   {"ff.net.0.proj", "mlp.fc1"},
                   {"ff.net.2", "mlp.fc2"},
                   {"norm_out.linear", "adaLN_modulation.1"}}}},
      .outside = {{"x_embedder.proj", "img_in.proj"},
                  {"image_embedder.norm_in", "vision_in.proj.0"},
                  {"image_embedder.linear_1", "vision_in.proj.1"},
                  {"image_embedder.linear_2", "vision_in.proj.3"},
                  {"image_embedder.norm_out", "vision_in.proj.4"},
                  {"context_embedder.proj_in", "txt_in.input_embedder"},
                  {"context_embedder.time_text_embed.timestep_embedder.linear_1", "txt_in.t_embedder.mlp.0"},
                  {"context_embedder.time_text_embed.timestep_embedder.linear_2", "txt_in.t_embedder.mlp.2"},
                  {"context_embedder.time_text_embed.text_embedder.linear_1", "txt_in.c_embedder.linear_1"},
                  {"context_embedder.time_text_embed.text_embedder.linear_2", "txt_in.c_embedder.linear_2"},
                  {"context_embedder_2.norm", "byt5_in.layernorm"},
                  {"context_embedder_2.linear_1", "byt5_in.fc1"},
                  {"context_embedder_2.linear_2", "byt5_in.fc2"},
                  {"context_embedder_2.linear_3", "byt5_in.fc3"},
                  {"time_embed.timestep_embedder.linear_1", "time_in.mlp.0"},
                  {"time_embed.timestep_embedder.linear_2", "time_in.mlp.2"},
                  {"time_embed.timestep_embedder_r.linear_1", "time_r_in.mlp.0"},
                  {"time_embed.timestep_embedder_r.linear_2", "time_r_in.mlp.2"},
                  {"cond_type_embed", "cond_type_embedding"},
                  {"norm_out.linear", "final_layer.adaLN_modulation.1", /*halves_swapped=*/true},
                  {"proj_out", "final_layer.linear"}},
      .full_width = {"attn.to_q", "attn.to_k", "attn.to_v", "attn.to_out.0", "attn.add_q_proj",
                     "attn.add_k_proj", "attn.add_v_proj", "attn.to_add_out", "ff.net.0.proj",
                     "ff_context.net.0.proj"},
      .kohya_has_other_names = true,
      .comfy = tencent_names_in_comfyui()};
  return names;
}

/// The transformer in one file, as published by Tencent and used with ComfyUI; everything else is next to it.
/// Values not determined by shapes are those of the published models.
std::optional<SingleFile> hunyuan_15_single_file(const safetensors::Header& header) {
  const StoredTransformer file(header, "img_in.proj");
  const int64_t width = file.size("img_in.proj", 0), in = file.size("img_in.proj", 1),
                patch = file.size("img_in.proj", 3), time = file.size("img_in.proj", 2),
                head = file.size("double_blocks.0.img_attn_q_norm", 0);
  if (width == 0 || patch == 0 || time == 0 || head == 0 || file.size("cond_type_embedding", 0) == 0)
    return std::nullopt;
  const int64_t out = file.size("final_layer.linear", 0) / (patch * patch * time);
  if (in != 2 * out + 1) return std::nullopt;  // super-resolution
  const int64_t mlp = file.size("double_blocks.0.img_mlp.fc1", 0), side = head * 7 / 32 * 2;
  nlohmann::json config{
      {"_class_name", "HunyuanVideo15Transformer3DModel"},
      {"in_channels", in},
      {"out_channels", out},
      {"num_attention_heads", width / head},
      {"attention_head_dim", head},
      {"num_layers", file.blocks("double_blocks.", ".img_attn_proj")},
      {"num_refiner_layers", file.blocks("txt_in.individual_token_refiner.blocks.", ".self_attn_qkv")},
      {"mlp_ratio", static_cast<double>(mlp) / static_cast<double>(width)},
      {"patch_size", patch},
      {"patch_size_t", time},
      {"text_embed_dim", file.size("txt_in.input_embedder", 1)},
      {"text_embed_2_dim", file.size("byt5_in.fc1", 1)},
      {"text_embed_2_hidden_dim", file.size("byt5_in.fc1", 0)},
      {"image_embed_dim", file.size("vision_in.proj.1", 0)},
      {"use_meanflow", file.size("time_r_in.mlp.0", 0) > 0},
      {"rope_axes_dim", {head - 2 * side, side, side}}};
  return SingleFile{
      .pipeline_class = "HunyuanVideo15Pipeline",
      .components = {{"transformer", std::move(config), file.tensors(hunyuan_15_key_names(), width)}},
      .scheduler = {{"_class_name", "FlowMatchEulerDiscreteScheduler"}, {"shift", 7.0}}};
}

std::vector<Setting> training_settings() {
  return {
      {.key = "model.hunyuan_video_15.timesteps",
       .label = FW_TEXT("settings", "Timestep convention"),
       .standard = std::string(tencent),
       .choices = {tencent, musubi, diffusion_pipe},
       .explanation = FW_TEXT("settings",
                              "The trainer to follow. musubi-tuner adds 1 to the timestep and gives the "
                              "network the picture's latents unscaled; Tencent's own trainer and "
                              "diffusion-pipe do neither.")},
      {.key = "model.hunyuan_video_15.uniform_share",
       .label = FW_TEXT("settings", "Share of uniform timesteps"),
       .standard = 0.0,
       .range = Range{0, 1},
       .explanation = FW_TEXT("settings",
                              "This share of the timesteps is drawn uniformly instead of by the weighting "
                              "scheme: 0.3 is the mix of Tencent's trainer.")},
      {.key = "model.hunyuan_video_15.min_timestep",
       .label = FW_TEXT("settings", "Lowest timestep"),
       .standard = 0.0,
       .range = Range{0, 1000},
       .explanation = FW_TEXT("settings", "Training draws no timestep below this; 0 is a clean clip.")},
      {.key = "model.hunyuan_video_15.max_timestep",
       .label = FW_TEXT("settings", "Highest timestep"),
       .standard = 1000.0,
       .range = Range{0, 1000},
       .explanation = FW_TEXT("settings", "Training draws no timestep above this; 1000 is pure noise.")},
      {.key = "model.hunyuan_video_15.preserve_distribution_shape",
       .label = FW_TEXT("settings", "Redraw timesteps outside the range"),
       .standard = false,
       .explanation = FW_TEXT("settings",
                              "Timesteps outside the range are drawn again, which keeps the shape of the "
                              "distribution. Otherwise all draws are scaled into the range.")},
      {.key = "model.hunyuan_video_15.picture_dropout_p",
       .label = FW_TEXT("settings", "Share trained without the picture"),
       .standard = 0.0,
       .range = Range{0, 1},
       .explanation = FW_TEXT("settings",
                              "In image-to-video training, this share of the steps trains text to video, "
                              "without the first frame: 0.7 in Tencent's trainer.")},
  };
}

std::vector<Setting> hunyuan_15_settings() {
  std::vector<Setting> settings = training_settings();
  settings.insert(
      settings.end(),
      {{.key = "validation.hunyuan_video_15.flow_shift",
        .label = FW_TEXT("settings", "Flow shift"),
        .standard = 0.0,
        .range = Range{0, 100},
        .explanation = FW_TEXT("settings",
                               "Above 1, more of the denoising steps are at high noise; 0 uses the model's "
                               "own value.")},
       {.key = "validation.hunyuan_video_15.guidance_rescale",
        .label = FW_TEXT("settings", "Guidance rescaling"),
        .standard = 0.0,
        .range = Range{0, 1},
        .explanation = FW_TEXT("settings",
                               "How far the guided prediction is scaled back to the contrast of the one with "
                               "the prompt alone; 0 is not at all.")},
       {.key = "validation.hunyuan_video_15.guidance_start",
        .label = FW_TEXT("settings", "Guidance from"),
        .standard = 0.0,
        .range = Range{0, 1},
        .explanation = FW_TEXT("settings", "Share of the steps before the first one with guidance.")},
       {.key = "validation.hunyuan_video_15.guidance_stop",
        .label = FW_TEXT("settings", "Guidance until"),
        .standard = 1.0,
        .range = Range{0, 1},
        .explanation = FW_TEXT("settings", "Share of the steps after which guidance ends.")},
       {.key = "validation.hunyuan_video_15.guidance_formula",
        .label = FW_TEXT("settings", "Guidance formula"),
        .standard = std::string("diffusers"),
        .choices = {"diffusers", "original"},
        .explanation = FW_TEXT("settings",
                               "original adds the guidance scale's multiple of the prompt's effect to the "
                               "prediction with the prompt; diffusers adds it to the one without.")}});
  return settings;
}

// hunyuanvideo-community's folders. Parameters: tests/reference/manifests.
std::vector<Download> hunyuan_15_downloads() {
  constexpr int64_t others = 1'260'634'115 + 7'070'619'136 + 219'314'944, pictures = 428'225'600;
  constexpr Licence own{
      .name = "Tencent Hunyuan Community License",
      .address = "https://huggingface.co/tencent/HunyuanVideo-1.5/blob/main/LICENSE",
      .limits = FW_TEXT("licences",
                        "It does not apply in the European Union, the United Kingdom and South Korea.")};
  const auto of = [&](const char* model, const char* repository, int64_t transformer) {
    return Download{model, {{repository}}, own, transformer + others};
  };
  return {of("hunyuan-video-1.5-480p-t2v", "hunyuanvideo-community/HunyuanVideo-1.5-Diffusers-480p_t2v",
             8'326'608'160),
          of("hunyuan-video-1.5-480p-i2v", "hunyuanvideo-community/HunyuanVideo-1.5-Diffusers-480p_i2v",
             8'326'608'160 + pictures),
          of("hunyuan-video-1.5-720p-t2v", "hunyuanvideo-community/HunyuanVideo-1.5-Diffusers-720p_t2v",
             8'326'608'160),
          of("hunyuan-video-1.5-720p-i2v", "hunyuanvideo-community/HunyuanVideo-1.5-Diffusers-720p_i2v",
             8'326'608'160 + pictures),
          of("hunyuan-video-1.5-480p-i2v-step-distilled",
             "hunyuanvideo-community/HunyuanVideo-1.5-Diffusers-480p_i2v_step_distilled",
             8'331'330'848 + pictures)};
}

}  // namespace

const Family& hunyuan_video_15() {
  static const Family family{
      .id = "hunyuan_video_15",
      .name = "HunyuanVideo 1.5",
      .pipeline_classes = {"HunyuanVideo15Pipeline", "HunyuanVideo15ImageToVideoPipeline"},
      .transformer_classes = {"HunyuanVideo15Transformer3DModel"},
      .other_names = {"hunyuan_video_1.5", "hunyuanvideo-1.5", "hv_1_5", "simpletuner hunyuanvideo"},
      .components = {{"vae", "diffusers", "AutoencoderKLHunyuanVideo15"},
                     {"text_encoder", "transformers", "Qwen2_5_VLTextModel"},
                     {"tokenizer", "transformers", "Qwen2Tokenizer"},
                     {"text_encoder_2", "transformers", "T5EncoderModel"},
                     {"tokenizer_2", "transformers", "ByT5Tokenizer"},
                     {"image_encoder", "transformers", "SiglipVisionModel"},
                     {"feature_extractor", "transformers", "SiglipImageProcessor"}},
      .published = hunyuan_15_published(),
      .describe = hunyuan_15_describe,
      .settings = hunyuan_15_settings,
      .read_single_file = hunyuan_15_single_file,
      .read_component_file = hunyuan_15_part,
      .flow_matching = true,
      .defaults = {{"flow.weighting_scheme", std::string("logit_normal")},
                   {"flow.shift", 3.0},
                   {"validation.guidance_scale", 6.0}},
      .key_names = &hunyuan_15_key_names(),
      .lora_estimate = hunyuan_15_estimate,
      .downloads = hunyuan_15_downloads,
  };
  return family;
}

}  // namespace fw::catalog
