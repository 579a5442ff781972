// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "base/error.h"
#include "base/json_text.h"
#include "catalog/catalog.h"
#include "catalog/model_config.h"

namespace fw::catalog {

namespace {

// HaCohen et al. 2025 and the model cards: 2B parameters, sizes in multiples of 32, 8k+1 frames up to 257, 24
// to 30 fps; the published pipeline assumes 25.
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

/// Versions differ in the VAE: their transformers are alike.
std::string_view ltx_version_of(const ModelConfig& vae) {
  const auto blocks = vae.get("down_block_types", std::vector<std::string>());
  if (std::ranges::find(blocks, "LTXVideo095DownBlock3D") != blocks.end()) return "ltx-video-0.9.5";
  return vae.get("timestep_conditioning", false) ? "ltx-video-0.9.1" : "ltx-video-0.9.0";
}

/// How many times the encoder halves each size.
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

/// Tensors of a single file with transformer and VAE, as published by Lightricks and read by ComfyUI, or with
/// the transformer alone: maps the names of the diffusers folders to the file's.
class LtxFile {
 public:
  explicit LtxFile(const safetensors::Header& header) : header_(header) {
    for (const safetensors::TensorInfo& tensor : header.tensors) names_.insert(tensor.name);
    is_095_ = names_.contains("vae.encoder.down_blocks.2.res_blocks.0.conv1.conv.weight");
    has_time_ = names_.contains("vae.decoder.last_scale_shift_table");
    for (const safetensors::TensorInfo& tensor : header.tensors) {
      const std::string_view name = tensor.name;
      constexpr std::string_view transformer = "model.diffusion_model.", vae = "vae.";
      if (name.starts_with(transformer))
        add("transformer", transformer_name(name.substr(transformer.size())), tensor);
      else if (name.starts_with(vae))
        add("vae", vae_name(name.substr(vae.size())), tensor);
      else if (names_.contains("patchify_proj.weight"))
        add("transformer", transformer_name(name), tensor);
    }
  }

  /// Files of the models with sound have tensors of the same names.
  bool is_readable() const {
    return !has("transformer", "audio_proj_in.weight") && has("transformer", "proj_in.weight") &&
           has("transformer", "transformer_blocks.0.attn2.to_k.weight") &&
           (has_vae() || !tensors_.contains("vae"));
  }
  /// Versions differ in VAE and scheduler: without a VAE, both are next to the file.
  SingleFile as_single_file() const {
    SingleFile file{.pipeline_class = is_095_ ? "LTXConditionPipeline" : "LTXPipeline",
                    .components = {{"transformer", transformer_config(), stored("transformer")}}};
    if (!has_vae()) return file;
    file.components.push_back({"vae", vae_config(), stored("vae")});
    file.scheduler = scheduler_config();
    return file;
  }

 private:
  using Json = nlohmann::json;
  using Tensors = std::map<std::string, const safetensors::TensorInfo*>;

  void add(const char* component, const std::string& published, const safetensors::TensorInfo& tensor) {
    if (!published.empty()) tensors_[component][published] = &tensor;
  }
  bool has_vae() const {
    return has("vae", "latents_mean") && has("vae", "encoder.conv_in.conv.weight") &&
           has("vae", "decoder.conv_in.conv.weight");
  }
  bool has(const std::string& component, const std::string& name) const {
    const auto found = tensors_.find(component);
    return found != tensors_.end() && found->second.contains(name);
  }
  std::map<std::string, StoredTensor> stored(const std::string& component) const {
    std::map<std::string, StoredTensor> names;
    for (const auto& [published, tensor] : tensors_.at(component)) names[published] = {tensor->name};
    return names;
  }
  /// A size of a tensor; 1 if the tensor or axis does not exist: the weights are compared when they are
  /// loaded.
  int64_t size(const std::string& component, const std::string& name, size_t axis) const {
    if (!has(component, name)) return 1;
    const auto& shape = tensors_.at(component).at(name)->shape;
    return axis < shape.size() ? shape[axis] : 1;
  }
  /// Number of tensors `prefix`0, `prefix`1 and so on.
  int64_t count(const std::string& component, const std::string& prefix) const {
    const auto& tensors = tensors_.at(component);
    int64_t n = 0;
    for (;; ++n) {
      const std::string start = prefix + std::to_string(n) + ".";
      const auto next = tensors.lower_bound(start);
      if (next == tensors.end() || !next->first.starts_with(start)) return n;
    }
  }

  static std::string replaced(std::string text, std::string_view what, std::string_view by) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
      text.replace(at, what.size(), by);
    return text;
  }
  static std::string transformer_name(std::string_view stored) {
    std::string name = replaced(std::string(stored), "patchify_proj", "proj_in");
    name = replaced(std::move(name), "adaln_single", "time_embed");
    return replaced(replaced(std::move(name), "q_norm", "norm_q"), "k_norm", "norm_k");
  }
  /// Empty for tensors that the diffusers folders do not have.
  std::string vae_name(std::string_view stored) const {
    if (stored == "per_channel_statistics.mean-of-means") return "latents_mean";
    if (stored == "per_channel_statistics.std-of-means") return "latents_std";
    if (stored.starts_with("per_channel_statistics.")) return {};
    std::string name = replaced(std::string(stored), "res_blocks", "resnets");
    name = replaced(std::move(name), "norm3.norm", "norm3");
    name = replaced(std::move(name), "conv_shortcut", "conv_shortcut.conv");
    name = replaced(std::move(name), "last_time_embedder", "time_embedder");
    name = replaced(std::move(name), "last_scale_shift_table", "scale_shift_table");
    name = block_name(std::move(name), "encoder.down_blocks.", is_095_ ? encoder_095() : encoder());
    return block_name(std::move(name), "decoder.up_blocks.", has_time_ ? decoder_091() : decoder());
  }
  /// In the file, blocks and the layers between them form one list.
  static std::string block_name(std::string name, std::string_view list,
                                const std::vector<std::string_view>& places) {
    if (!name.starts_with(list)) return name;
    const size_t end = std::min(name.find('.', list.size()), name.size());
    size_t index = places.size();
    std::from_chars(name.data() + list.size(), name.data() + end, index);
    if (index >= places.size()) return name;
    return std::string(list.substr(0, list.find('.') + 1)) + std::string(places[index]) + name.substr(end);
  }
  static const std::vector<std::string_view>& encoder() {
    static const std::vector<std::string_view> places{
        "down_blocks.0", "down_blocks.0.downsamplers.0", "down_blocks.0.conv_out",
        "down_blocks.1", "down_blocks.1.downsamplers.0", "down_blocks.1.conv_out",
        "down_blocks.2", "down_blocks.2.downsamplers.0", "down_blocks.3",
        "mid_block"};
    return places;
  }
  static const std::vector<std::string_view>& encoder_095() {
    static const std::vector<std::string_view> places{
        "down_blocks.0", "down_blocks.0.downsamplers.0", "down_blocks.1", "down_blocks.1.downsamplers.0",
        "down_blocks.2", "down_blocks.2.downsamplers.0", "down_blocks.3", "down_blocks.3.downsamplers.0",
        "mid_block"};
    return places;
  }
  static const std::vector<std::string_view>& decoder() {
    static const std::vector<std::string_view> places{
        "mid_block",   "up_blocks.0",         "up_blocks.1.upsamplers.0",
        "up_blocks.1", "up_blocks.2.conv_in", "up_blocks.2.upsamplers.0",
        "up_blocks.2", "up_blocks.3.conv_in", "up_blocks.3.upsamplers.0",
        "up_blocks.3"};
    return places;
  }
  static const std::vector<std::string_view>& decoder_091() {
    static const std::vector<std::string_view> places{
        "mid_block",   "up_blocks.0.upsamplers.0", "up_blocks.0", "up_blocks.1.upsamplers.0",
        "up_blocks.1", "up_blocks.2.upsamplers.0", "up_blocks.2", "up_blocks.3.upsamplers.0",
        "up_blocks.3"};
    return places;
  }

  /// Values not determined by shapes come from the file's metadata since 0.9.1, or are those of the published
  /// models.
  Json transformer_config() const {
    const std::string part = "transformer";
    const int64_t width = size(part, "proj_in.weight", 0);
    int64_t head = 64;
    if (const auto own = header_.metadata.find("config"); own != header_.metadata.end()) {
      const Json config = parse_json(own->second);
      const auto said = config.is_object() ? config.find("transformer") : config.end();
      if (said != config.end() && said->is_object()) head = said->value("attention_head_dim", head);
    }
    return {{"_class_name", "LTXVideoTransformer3DModel"},
            {"in_channels", size(part, "proj_in.weight", 1)},
            {"out_channels", size(part, "proj_out.weight", 0)},
            {"num_attention_heads", width / std::max<int64_t>(head, 1)},
            {"attention_head_dim", head},
            {"cross_attention_dim", width},
            {"num_layers", count(part, "transformer_blocks.")},
            {"caption_channels", size(part, "caption_projection.linear_1.weight", 1)},
            {"attention_bias", has(part, "transformer_blocks.0.attn1.to_q.bias")},
            {"attention_out_bias", has(part, "transformer_blocks.0.attn1.to_out.0.bias")}};
  }

  Json vae_config() const {
    const std::string part = "vae";
    const int64_t downs = count(part, "encoder.down_blocks."), ups = count(part, "decoder.up_blocks.");
    const int64_t factor = has_time_ ? 2 : 1;
    const auto width = [&](const std::string& block) {
      return size(part, block + "resnets.0.conv1.conv.weight", 0);
    };
    const auto layers = [&](const std::string& block) { return count(part, block + "resnets."); };
    const auto injects = [&](const std::string& block) {
      return has(part, block + "resnets.0.per_channel_scale1");
    };
    Json channels = Json::array(), depths = Json::array(), scaled = Json::array(), kinds = Json::array();
    int64_t space = patch(), time = 1;
    for (int64_t i = 0; i < downs; ++i) {
      const std::string block = "encoder.down_blocks." + std::to_string(i) + ".";
      channels.push_back(width(block));
      depths.push_back(layers(block));
      scaled.push_back(count(part, block + "downsamplers.") > 0);
      const std::string above =
          i + 1 < downs ? "encoder.down_blocks." + std::to_string(i + 1) + "." : "encoder.mid_block.";
      // The number of pixels that become channels shows in which directions they were adjacent.
      const int64_t each = width(above) / size(part, block + "downsamplers.0.conv.conv.weight", 0);
      kinds.push_back(!is_095_ ? "conv" : each == 4 ? "spatial" : each == 2 ? "temporal" : "spatiotemporal");
      if (!scaled.back().get<bool>()) continue;
      if (kinds.back() != "temporal") space *= 2;
      if (kinds.back() != "spatial") time *= 2;
    }
    if (is_095_) channels.push_back(width("encoder.mid_block."));
    depths.push_back(layers("encoder.mid_block."));
    Json up_channels = Json::array(), up_depths = Json::array(), up_scaled = Json::array(),
         noise = Json::array();
    for (int64_t i = ups; i-- > 0;) {
      const std::string block = "decoder.up_blocks." + std::to_string(i) + ".";
      up_channels.push_back(width(block) * factor);
      up_depths.push_back(layers(block));
      up_scaled.push_back(count(part, block + "upsamplers.") > 0);
      noise.push_back(injects(block));
    }
    up_depths.push_back(layers("decoder.mid_block."));
    noise.push_back(injects("decoder.mid_block."));
    const std::string kind = is_095_ ? "LTXVideo095DownBlock3D" : "LTXVideoDownBlock3D";
    return {{"_class_name", "AutoencoderKLLTXVideo"},
            {"latent_channels", size(part, "latents_mean", 0)},
            {"patch_size", patch()},
            {"block_out_channels", channels},
            {"down_block_types", std::vector<std::string>(static_cast<size_t>(downs), kind)},
            {"layers_per_block", depths},
            {"spatio_temporal_scaling", scaled},
            {"downsample_type", kinds},
            {"decoder_block_out_channels", up_channels},
            {"decoder_layers_per_block", up_depths},
            {"decoder_spatio_temporal_scaling", up_scaled},
            {"decoder_inject_noise", noise},
            {"upsample_residual", std::vector<bool>(static_cast<size_t>(ups), has_time_)},
            {"upsample_factor", std::vector<int64_t>(static_cast<size_t>(ups), factor)},
            {"timestep_conditioning", has_time_},
            {"spatial_compression_ratio", space},
            {"temporal_compression_ratio", time}};
  }
  /// The encoder's input has this many pixels of three colours per patch.
  int64_t patch() const {
    const int64_t numbers = size("vae", "encoder.conv_in.conv.weight", 1);
    int64_t side = 1;
    while (3 * side * side < numbers) ++side;
    return side;
  }

  Json scheduler_config() const {
    Json config{
        {"_class_name", "FlowMatchEulerDiscreteScheduler"}, {"num_train_timesteps", 1000}, {"shift", 1.0}};
    if (!is_095_)
      config.update({{"use_dynamic_shifting", true},
                     {"base_image_seq_len", 1024},
                     {"max_image_seq_len", 4096},
                     {"base_shift", 0.95},
                     {"max_shift", 2.05},
                     {"shift_terminal", 0.1}});
    return config;
  }

  const safetensors::Header& header_;
  std::set<std::string_view> names_;
  bool is_095_ = false, has_time_ = false;
  std::map<std::string, Tensors> tensors_;
};

std::optional<SingleFile> ltx_single_file(const safetensors::Header& header) {
  const LtxFile file(header);
  return file.is_readable() ? std::optional(file.as_single_file()) : std::nullopt;
}

// finetrainers' README: 49x512x768, rank 128, bf16, with precomputed conditions 10.9 GiB, of which the
// weights take 3.9 and the LoRA with its optimizer 1.2.
std::optional<VramEstimate> ltx_estimate(std::string_view) {
  constexpr double gib = 1 << 30;
  return VramEstimate{5.1 * gib, 5.8 * gib / (49.0 * 512 * 768)};
}

// Lightricks' own repository, which ComfyUI follows, compared with the checkpoint in diffusers layout.
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
                     "attn2.to_v", "attn2.to_out.0", "ff.net.0.proj"},
      .comfy = ComfyLoader{.reads_bare_names = true}};
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

// The licence has changed between versions, so the hub is asked for it. Parameters:
// tests/reference/manifests.
std::vector<Download> ltx_downloads() {
  constexpr int64_t others = 4'762'310'656 + 1'923'385'472;
  return {{"ltx-video-0.9.0", {{"Lightricks/LTX-Video"}}, {}, 419'193'649 + others},
          {"ltx-video-0.9.1", {{"a-r-r-o-w/LTX-Video-0.9.1-diffusers"}}, {}, 934'976'434 + others},
          {"ltx-video-0.9.5", {{"Lightricks/LTX-Video-0.9.5"}}, {}, 1'246'913'522 + others}};
}

}  // namespace

const Family& ltx_video() {
  static const Family family{
      .id = "ltx_video",
      .name = "LTX-Video",
      .pipeline_classes = {"LTXPipeline", "LTXImageToVideoPipeline", "LTXConditionPipeline"},
      .transformer_classes = {"LTXVideoTransformer3DModel"},
      .other_names = {"ltx"},
      .components = {{"vae", "diffusers", "AutoencoderKLLTXVideo"},
                     {"text_encoder", "transformers", "T5EncoderModel"},
                     {"tokenizer", "transformers", "T5Tokenizer"}},
      .published = ltx_published(),
      .describe = ltx_describe,
      .settings = ltx_settings,
      .read_single_file = ltx_single_file,
      .flow_matching = true,
      .defaults = {{"validation.guidance_scale", 3.0}, {"optimizer.clipping", std::string("micro_batch")}},
      .key_names = &ltx_key_names(),
      .lora_estimate = ltx_estimate,
      .downloads = ltx_downloads,
  };
  return family;
}

}  // namespace fw::catalog
