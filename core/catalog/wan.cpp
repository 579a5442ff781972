// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"
#include "catalog/catalog.h"
#include "catalog/model_config.h"
#include "catalog/wan_parts.h"

namespace fw::catalog {

namespace {

/// The original code's default: garish colours, static images, subtitles, grey, low quality, deformed bodies,
/// crowds, walking backwards.
constexpr const char* wan_negative_prompt =
    "色调艳丽，过曝，静态，细节模糊不清，字幕，风格，作品，画作，画面，静止，整体发灰，最差质量，低质量，"
    "JPEG压缩残留，丑陋的，残缺的，多余的手指，画得不好的手部，画得不好的脸部，畸形的，毁容的，"
    "形态畸形的肢体，手指融合，静止不动的画面，杂乱的背景，三条腿，背景人很多，倒着走";

// From Wan Team 2025 (arXiv 2503.20314) and the model cards: sizes in multiples of 16, 4k+1 frames; 81 frames
// at 16 fps.
ModelSpec wan_model(std::string id, std::string name, TransformerSize transformer) {
  ModelSpec model;
  model.id = std::move(id);
  model.family = "wan";
  model.tasks = {VideoTask::text_to_video};
  model.rules = {.model = std::move(name),
                 .size_multiple = 16,
                 .vae_frame_step = 4,
                 .frame_step = 4,
                 .max_n = 20,
                 .fps = 16,
                 .native_height = 480,
                 .native_width = 832};
  model.native_frames = 81;
  model.latent = {.channels = 16, .spatial_factor = 8, .temporal_factor = 4, .patch_size = 2};
  model.transformer = transformer;
  model.encoders = {{.kind = EncoderSpec::Kind::umt5, .token_limit = 512}};
  model.dtype = "bf16";
  model.steps = 50;
  model.guidance_scale = 5;
  model.samplers = {"UniPCMultistepScheduler", "DPMSolverMultistepScheduler",
                    "FlowMatchEulerDiscreteScheduler"};
  model.negative_prompt = wan_negative_prompt;
  return model;
}

std::vector<ModelSpec> wan_published() {
  constexpr TransformerSize small{.width = 12 * 128, .blocks = 30}, middle{.width = 24 * 128, .blocks = 30},
      large{.width = 40 * 128, .blocks = 40};
  const auto with_pictures = [](ModelSpec model) {
    model.tasks = {VideoTask::image_to_video};
    model.keeps_first_frame = model.pictures_fill_clip = true;
    model.steps = 40;
    return model;
  };
  const auto with_encoder = [](ModelSpec model) {
    model.encoders.push_back(
        {.kind = EncoderSpec::Kind::clip_vision, .part = "image_encoder", .tokenizer = "image_processor"});
    return model;
  };
  const auto in_720p = [](ModelSpec model) {
    model.rules.native_height = 720;
    model.rules.native_width = 1280;
    return model;
  };
  std::vector<ModelSpec> models{
      wan_model("wan-2.1-t2v-1.3b", "Wan 2.1 T2V 1.3B", small),
      in_720p(wan_model("wan-2.1-t2v-14b", "Wan 2.1 T2V 14B", large)),
      with_encoder(with_pictures(wan_model("wan-2.1-i2v-14b-480p", "Wan 2.1 I2V 14B 480P", large))),
      in_720p(with_encoder(with_pictures(wan_model("wan-2.1-i2v-14b-720p", "Wan 2.1 I2V 14B 720P", large)))),
      in_720p(
          with_encoder(with_pictures(wan_model("wan-2.1-flf2v-14b-720p", "Wan 2.1 FLF2V 14B 720P", large)))),
      in_720p(wan_model("wan-2.2-t2v-a14b", "Wan 2.2 T2V-A14B", large)),
      in_720p(with_pictures(wan_model("wan-2.2-i2v-a14b", "Wan 2.2 I2V-A14B", large))),
      wan_model("wan-2.2-ti2v-5b", "Wan 2.2 TI2V-5B", middle)};
  models[0].guidance_scale = 6;
  // Camera shake, and camera cuts.
  for (const size_t i : {2, 3}) models[i].negative_prompt.insert(0, "镜头晃动，");
  models[4].negative_prompt.insert(0, "镜头切换，");
  models[4].takes_last_frame = models[4].needs_last_frame = models[6].takes_last_frame = true;
  models[4].steps = 50;
  models[5].guidance_scale = 4;
  models[5].steps = 40;
  models[6].guidance_scale = 3.5;
  ModelSpec& both = models[7];
  both.tasks = {VideoTask::text_to_video, VideoTask::image_to_video};
  both.latent.channels = 48;
  both.latent.spatial_factor = 16;
  both.rules.size_multiple = 32;
  both.rules.native_height = 704;
  both.rules.native_width = 1280;
  both.rules.fps = 24;
  both.rules.max_n = 30;
  both.native_frames = 121;
  return models;
}

/// Reads a number from model_index.json; 0 if it is missing, for example next to a single transformer.
double index_number(const ModelSource& source, const char* name) {
  const std::filesystem::path index = source.root() / "model_index.json";
  std::error_code missing;
  return std::filesystem::exists(index, missing) ? ModelConfig(index).get(name, 0.0) : 0;
}
bool has_second_network(const ModelSource& source) {
  std::error_code missing;
  return source.parts.contains("transformer_2") || index_number(source, "boundary_ratio") > 0 ||
         std::filesystem::exists(source.root() / "transformer_2", missing);
}

/// Identifies the variant by the number and configurations of its networks; the scheduler distinguishes 480P
/// and 720P.
std::string_view wan_variant(const ModelSource& source, const ModelConfig& transformer,
                             const ModelConfig& vae) {
  if (vae.get("is_residual", false)) return "wan-2.2-ti2v-5b";
  const bool pictures = transformer.get<int64_t>("in_channels", 16) > vae.get_size("z_dim", 16);
  if (has_second_network(source)) return pictures ? "wan-2.2-i2v-a14b" : "wan-2.2-t2v-a14b";
  if (!pictures) return transformer.get_size("num_layers", 40) <= 30 ? "wan-2.1-t2v-1.3b" : "wan-2.1-t2v-14b";
  if (!transformer.has("image_dim")) return "wan-2.2-i2v-a14b";  // only one of its two networks
  if (transformer.has("pos_embed_seq_len")) return "wan-2.1-flf2v-14b-720p";
  const std::filesystem::path scheduler = source.part("scheduler") / "scheduler_config.json";
  std::error_code missing;
  const bool is_480p =
      std::filesystem::exists(scheduler, missing) && ModelConfig(scheduler).get("flow_shift", 5.0) < 5;
  return is_480p ? "wan-2.1-i2v-14b-480p" : "wan-2.1-i2v-14b-720p";
}

ModelSpec wan_describe(const ModelSource& source) {
  const ModelConfig transformer(source.part("transformer") / "config.json");
  const ModelConfig vae(source.part("vae") / "config.json");
  ModelSpec model = *find_model(wan_variant(source, transformer, vae));
  model.latent.channels = vae.get_size("z_dim", model.latent.channels);
  model.latent.spatial_factor = vae.get_size("scale_factor_spatial", model.latent.spatial_factor);
  model.latent.temporal_factor = vae.get_size("scale_factor_temporal", model.latent.temporal_factor);
  const auto patch = transformer.get("patch_size", std::vector<int64_t>{1, 2, 2});
  if (patch.size() != 3 || patch[0] < 1 || patch[1] < 1 || patch[1] != patch[2] || patch[1] > 64)
    transformer.fail("\"patch_size\" is not supported");
  model.latent.patch_size = patch[1];
  model.latent.patch_frames = patch[0];
  model.transformer.width =
      transformer.get_size("num_attention_heads", 40) * transformer.get_size("attention_head_dim", 128);
  model.transformer.blocks = transformer.get_size("num_layers", 40);
  model.rules.size_multiple = model.latent.spatial_factor * model.latent.patch_size;
  model.rules.vae_frame_step = model.rules.frame_step = model.latent.temporal_factor;
  return model;
}

// Memory per pixel is from diffusion-pipe's 14B example: a LoRA of rank 32 at 65x512x512 takes 24 GB with
// float8 weights and 32 of 40 blocks in host memory. Weights are parameters in bf16.
std::optional<VramEstimate> wan_estimate(std::string_view id) {
  constexpr double gib = 1 << 30;
  const bool small = id == "wan-2.1-t2v-1.3b", middle = id == "wan-2.2-ti2v-5b";
  const double weights = (small ? 2.8 : middle ? 10.0 : 28.6) * 1e9;
  const double per_pixel = 18.0 * gib / (65.0 * 512 * 512);
  return VramEstimate{weights + 1.2 * gib, per_pixel * (small ? 0.3 : middle ? 0.15 : 1)};
}

// Names in the diffusers checkpoint and in the original repository, which ComfyUI and the trainers follow.
const KeyNames& wan_key_names() {
  static const KeyNames names{
      .blocks = {{"blocks",
                  "blocks",
                  {{"attn1.to_q", "self_attn.q"},
                   {"attn1.to_k", "self_attn.k"},
                   {"attn1.to_v", "self_attn.v"},
                   {"attn1.to_out.0", "self_attn.o"},
                   {"attn1.norm_q", "self_attn.norm_q"},
                   {"attn1.norm_k", "self_attn.norm_k"},
                   {"attn2.to_q", "cross_attn.q"},
                   {"attn2.to_k", "cross_attn.k"},
                   {"attn2.to_v", "cross_attn.v"},
                   {"attn2.to_out.0", "cross_attn.o"},
                   {"attn2.norm_q", "cross_attn.norm_q"},
                   {"attn2.norm_k", "cross_attn.norm_k"},
                   {"attn2.add_k_proj", "cross_attn.k_img"},
                   {"attn2.add_v_proj", "cross_attn.v_img"},
                   {"attn2.norm_added_k", "cross_attn.norm_k_img"},
                   {"norm2", "norm3"},
                   {"ffn.net.0.proj", "ffn.0"},
                   {"ffn.net.2", "ffn.2"}}}},
      .outside = {{"condition_embedder.time_embedder.linear_1", "time_embedding.0"},
                  {"condition_embedder.time_embedder.linear_2", "time_embedding.2"},
                  {"condition_embedder.time_proj", "time_projection.1"},
                  {"condition_embedder.text_embedder.linear_1", "text_embedding.0"},
                  {"condition_embedder.text_embedder.linear_2", "text_embedding.2"},
                  {"condition_embedder.image_embedder.norm1", "img_emb.proj.0"},
                  {"condition_embedder.image_embedder.ff.net.0.proj", "img_emb.proj.1"},
                  {"condition_embedder.image_embedder.ff.net.2", "img_emb.proj.3"},
                  {"condition_embedder.image_embedder.norm2", "img_emb.proj.4"},
                  {"proj_out", "head.head"}},
      .full_width = {"attn1.to_q", "attn1.to_k", "attn1.to_v", "attn1.to_out.0", "attn2.to_q", "attn2.to_k",
                     "attn2.to_v", "attn2.to_out.0", "attn2.add_k_proj", "attn2.add_v_proj",
                     "ffn.net.0.proj"},
      .kohya_has_other_names = true,
      .modulation = "scale_shift_table",
      .comfy = ComfyLoader{}};
  return names;
}

/// Renames tensors that are not a module's weight or bias.
std::string wan_published_name(const std::string& name) {
  constexpr std::string_view modulation = ".modulation";
  if (name == "head.modulation") return "scale_shift_table";
  if (name == "img_emb.emb_pos") return "condition_embedder.image_embedder.pos_embed";
  if (name.ends_with(modulation))
    return name.substr(0, name.size() - modulation.size()) + ".scale_shift_table";
  return name;
}

/// Reads the transformer from a single file of the original repository or of ComfyUI. The other components
/// are in folders next to it. Settings that no shape determines have the published models' values.
std::optional<SingleFile> wan_single_file(const safetensors::Header& header) {
  const StoredTransformer file(header, "patch_embedding");
  const int64_t width = file.size("patch_embedding", 0), in = file.size("patch_embedding", 1),
                area = file.size("patch_embedding", 2) * file.size("patch_embedding", 3) *
                       file.size("patch_embedding", 4);
  const int64_t image = file.size("img_emb.proj.0", 0);
  const int64_t head = width % 128 == 0 ? 128 : width;
  if (width == 0 || area == 0 || file.size("time_projection.1", 0) != 6 * width) return std::nullopt;
  std::map<std::string, StoredTensor> tensors;
  for (auto& [name, stored] : file.tensors(wan_key_names(), width))
    tensors.emplace(wan_published_name(name), stored);
  const bool has_places = tensors.contains("condition_embedder.image_embedder.pos_embed");
  nlohmann::json config{
      {"_class_name", "WanTransformer3DModel"},
      {"in_channels", in},
      {"out_channels", file.size("head.head", 0) / area},
      {"num_attention_heads", width / head},
      {"attention_head_dim", head},
      {"num_layers", file.blocks("blocks.", ".self_attn.q")},
      {"ffn_dim", file.size("blocks.0.ffn.0", 0)},
      {"text_dim", file.size("text_embedding.0", 1)},
      {"freq_dim", file.size("time_embedding.0", 1)},
      {"patch_size",
       {file.size("patch_embedding", 2), file.size("patch_embedding", 3), file.size("patch_embedding", 4)}}};
  if (image > 0) {
    config["image_dim"] = image;
    config["added_kv_proj_dim"] = width;
  }
  if (has_places) config["pos_embed_seq_len"] = 514;
  const bool pictures = config["in_channels"] != config["out_channels"];
  nlohmann::json others = nlohmann::json::object();
  if (image == 0)
    for (const char* unused : {"image_encoder", "image_processor"}) others[unused] = {nullptr, nullptr};
  return SingleFile{.pipeline_class = pictures ? "WanImageToVideoPipeline" : "WanPipeline",
                    .components = {{"transformer", std::move(config), std::move(tensors)}},
                    .scheduler = {{"_class_name", "UniPCMultistepScheduler"},
                                  {"prediction_type", "flow_prediction"},
                                  {"use_flow_sigmas", true},
                                  {"flow_shift", pictures ? 5.0 : 3.0}},
                    .others = std::move(others)};
}

std::vector<Setting> wan_training_settings() {
  return {
      {.key = "model.wan.expert",
       .label = FW_TEXT("settings", "Trained expert"),
       .standard = std::string("high"),
       .choices = {"high", "low", "each", "shared"},
       .explanation =
           FW_TEXT("settings",
                   "Wan 2.2 A14B has two expert networks: one for high noise, which decides layout "
                   "and motion, and one for low noise, which adds detail. A run trains one of "
                   "them (high, low) at the timesteps it samples at, a LoRA for each (each), or "
                   "one LoRA for both (shared). Other models have a single network.")},
      {.key = "model.wan.timesteps",
       .label = FW_TEXT("settings", "Timestep convention"),
       .standard = std::string("finetrainers"),
       .choices = {"finetrainers", "musubi-tuner", "diffusion-pipe"},
       .explanation =
           FW_TEXT("settings",
                   "Which trainer's timesteps the network gets: finetrainers draws whole numbers up "
                   "to 1000, musubi-tuner and diffusion-pipe draw fractions, and musubi-tuner "
                   "adds 1.")},
      {.key = "model.wan.min_timestep",
       .label = FW_TEXT("settings", "Lowest timestep"),
       .standard = 0.0,
       .range = Range{0, 1000},
       .explanation = FW_TEXT("settings", "Training draws no timestep below this; 0 is a clean clip.")},
      {.key = "model.wan.max_timestep",
       .label = FW_TEXT("settings", "Highest timestep"),
       .standard = 1000.0,
       .range = Range{0, 1000},
       .explanation = FW_TEXT("settings", "Training draws no timestep above this; 1000 is pure noise.")},
      {.key = "model.wan.preserve_distribution_shape",
       .label = FW_TEXT("settings", "Redraw timesteps outside the range"),
       .standard = true,
       .explanation = FW_TEXT("settings",
                              "Timesteps outside the range are drawn again, which keeps the shape of the "
                              "distribution. Otherwise all draws are scaled into the range.")},
  };
}

std::vector<Setting> wan_settings() {
  std::vector<Setting> settings = wan_training_settings();
  settings.insert(
      settings.end(),
      {{.key = "validation.wan.guidance_scale_2",
        .label = FW_TEXT("settings", "Low-noise guidance"),
        .standard = 0.0,
        .range = Range{0, 100},
        .explanation = FW_TEXT("settings",
                               "Guidance scale of Wan 2.2 A14B's low-noise expert; 0 uses that of the "
                               "high-noise expert.")},
       {.key = "validation.wan.boundary_ratio",
        .label = FW_TEXT("settings", "Expert boundary"),
        .standard = 0.0,
        .range = Range{0, 1},
        .explanation =
            FW_TEXT("settings",
                    "Noise level at which Wan 2.2 A14B switches from its high-noise to its "
                    "low-noise expert, in training, too; 0 uses the model's own: 0.875, or 0.9 for image to "
                    "video.")},
       {.key = "validation.wan.flow_shift",
        .label = FW_TEXT("settings", "Flow shift"),
        .standard = 0.0,
        .range = Range{0, 100},
        .explanation = FW_TEXT("settings",
                               "Above 1, more of the denoising steps are at high noise; 0 uses the model's "
                               "own value.")},
       {.key = "validation.wan.sigmas",
        .label = FW_TEXT("settings", "Step spacing"),
        .standard = std::string("diffusers"),
        .choices = {"diffusers", "original"},
        .explanation = FW_TEXT("settings",
                               "Noise levels of the denoising steps, as in diffusers or as in Wan's own "
                               "repository. They differ by a few percent in the last steps.")}});
  return settings;
}

// Repositories: the table in resources/help/wan.md; licence: README of Wan-Video/Wan2.1 and Wan2.2.
// Parameters: tests/reference/manifests.
std::vector<Download> wan_downloads() {
  constexpr int64_t others = 5'680'910'336 + 126'892'531, pictures = 632'076'800;
  return {{"wan-2.1-t2v-1.3b", {{"Wan-AI/Wan2.1-T2V-1.3B-Diffusers"}}, apache, 1'418'996'800 + others},
          {"wan-2.1-t2v-14b", {{"Wan-AI/Wan2.1-T2V-14B-Diffusers"}}, apache, 14'288'491'584 + others},
          {"wan-2.1-i2v-14b-480p",
           {{"Wan-AI/Wan2.1-I2V-14B-480P-Diffusers"}},
           apache,
           16'394'878'784 + pictures + others},
          {"wan-2.1-i2v-14b-720p",
           {{"Wan-AI/Wan2.1-I2V-14B-720P-Diffusers"}},
           apache,
           16'394'878'784 + pictures + others},
          {"wan-2.1-flf2v-14b-720p",
           {{"Wan-AI/Wan2.1-FLF2V-14B-720P-diffusers"}},
           apache,
           16'395'536'704 + pictures + others},
          {"wan-2.2-t2v-a14b", {{"Wan-AI/Wan2.2-T2V-A14B-Diffusers"}}, apache, 2 * 14'288'491'584 + others},
          {"wan-2.2-i2v-a14b", {{"Wan-AI/Wan2.2-I2V-A14B-Diffusers"}}, apache, 2 * 14'288'901'184 + others},
          {"wan-2.2-ti2v-5b",
           {{"Wan-AI/Wan2.2-TI2V-5B-Diffusers"}},
           apache,
           4'999'787'712 + 5'680'910'336 + 704'688'668}};
}

}  // namespace

const Family& wan() {
  static const Family family{
      .id = "wan",
      .name = "Wan",
      .pipeline_classes = {"WanPipeline", "WanImageToVideoPipeline"},
      .transformer_classes = {"WanTransformer3DModel"},
      .other_names = {"wan2.1", "wan2.2"},
      .components = {{"vae", "diffusers", "AutoencoderKLWan"},
                     {"text_encoder", "transformers", "UMT5EncoderModel"},
                     {"tokenizer", "transformers", "T5TokenizerFast"},
                     {"image_encoder", "transformers", "CLIPVisionModelWithProjection"},
                     {"image_processor", "transformers", "CLIPImageProcessor"}},
      .published = wan_published(),
      .describe = wan_describe,
      .settings = wan_settings,
      .read_single_file = wan_single_file,
      .read_component_file = wan_part,
      .flow_matching = true,
      .defaults = {{"optimizer.clipping", std::string("micro_batch")}, {"validation.guidance_scale", 5.0}},
      .key_names = &wan_key_names(),
      .lora_estimate = wan_estimate,
      .downloads = wan_downloads,
  };
  return family;
}

}  // namespace fw::catalog
