// SPDX-License-Identifier: Apache-2.0
#include "catalog/hunyuan_video_15_parts.h"

#include <algorithm>
#include <cmath>

#include "catalog/model_config.h"
#include "catalog/part_names.h"

namespace fw::catalog {

namespace {

using Part = std::optional<SingleFile::Component>;

/// The part of a VAE's name behind "encoder." or "decoder."; empty for other names.
std::string vae_name(std::string_view rest) {
  constexpr std::array<Renaming, 9> inner{{{"mid.block_1.", "mid_block.resnets.0."},
                                           {"mid.block_2.", "mid_block.resnets.1."},
                                           {"mid.attn_1.q.", "mid_block.attentions.0.to_q."},
                                           {"mid.attn_1.k.", "mid_block.attentions.0.to_k."},
                                           {"mid.attn_1.v.", "mid_block.attentions.0.to_v."},
                                           {"mid.attn_1.", "mid_block.attentions.0."},
                                           {"conv_", "conv_"},
                                           {"norm_out.", "norm_out."},
                                           {"mid_block.", "mid_block."}}};
  if (const std::string found = renamed(rest, inner); !found.empty()) return found;
  for (const std::string_view way : {"down", "up"}) {
    const std::string list = std::string(way) + "_blocks.";
    if (rest.starts_with(list)) return std::string(rest);
    if (!rest.starts_with(std::string(way) + ".")) continue;
    const auto [i, last] = numbered(rest.substr(way.size() + 1));
    constexpr std::array<Renaming, 3> layers{
        {{"block.", "resnets."}, {"downsample.", "downsamplers.0."}, {"upsample.", "upsamplers.0."}}};
    const std::string layer = renamed(last, layers);
    return i < 0 || layer.empty() ? std::string() : list + std::to_string(i) + "." + layer;
  }
  return {};
}

Part vae_of(const Shapes& shapes, const nlohmann::json& config) {
  SingleFile::Component part{"vae", config, {}};
  for (const auto& [name, shape] : shapes)
    for (const std::string_view half : {"encoder.", "decoder."})
      if (name.starts_with(half))
        if (const std::string own = vae_name(std::string_view(name).substr(half.size())); !own.empty())
          part.tensors[std::string(half) + own] = {.name = name};
  // No other VAE has norms without a bias and these projections.
  if (!part.tensors.contains("encoder.mid_block.attentions.0.norm.gamma") ||
      !part.tensors.contains("encoder.mid_block.attentions.0.to_q.weight"))
    return std::nullopt;
  if (config.is_object()) return part;
  std::vector<int64_t> widths;
  for (int64_t i = 0;; ++i) {
    const auto norm =
        part.tensors.find("encoder.down_blocks." + std::to_string(i) + ".resnets.0.norm1.gamma");
    if (norm == part.tensors.end()) break;
    widths.push_back(axis(shapes, norm->second.name, 0));
  }
  int64_t layers = 0;
  while (part.tensors.contains("encoder.down_blocks.0.resnets." + std::to_string(layers) + ".norm1.gamma"))
    ++layers;
  part.config = {{"_class_name", "AutoencoderKLHunyuanVideo15"},
                 {"latent_channels", axis(shapes, "decoder.conv_in.conv.weight", 1)},
                 {"block_out_channels", widths},
                 {"layers_per_block", layers},
                 {"scaling_factor", 1.03682},
                 {"spatial_compression_ratio", 16},
                 {"temporal_compression_ratio", 4}};
  return part;
}

/// Counts the layers `list`0`module`, `list`1`module` and so on.
int64_t layers_of(const Tensors& tensors, const std::string& list, const std::string& module) {
  int64_t count = 0;
  while (tensors.contains(list + std::to_string(count) + module)) ++count;
  return count;
}

/// Qwen2.5-VL's language model: alone, or in a file of the whole model.
Part qwen_of(const Shapes& shapes, const nlohmann::json& config) {
  constexpr std::array prefixes{"model.language_model.", "language_model.model.", "model.", ""};
  const auto prefix = std::ranges::find_if(prefixes, [&](const char* each) {
    return shapes.contains(std::string(each) + "embed_tokens.weight") &&
           shapes.contains(std::string(each) + "layers.0.self_attn.q_proj.bias");
  });
  if (prefix == prefixes.end()) return std::nullopt;
  SingleFile::Component part{"text_encoder", config, {}};
  for (const auto& [name, shape] : shapes) {
    if (!name.starts_with(*prefix)) continue;
    const std::string own = name.substr(std::string_view(*prefix).size());
    if (own.starts_with("layers.") || own == "embed_tokens.weight" || own == "norm.weight")
      part.tensors[own] = {.name = name};
  }
  if (config.is_object()) return part;
  constexpr int64_t head = 128;  // no shape determines it
  const auto size = [&](const char* name, size_t i) { return axis(shapes, *prefix + std::string(name), i); };
  part.config = {{"architectures", {"Qwen2_5_VLTextModel"}},
                 {"model_type", "qwen2_5_vl_text"},
                 {"vocab_size", size("embed_tokens.weight", 0)},
                 {"hidden_size", size("embed_tokens.weight", 1)},
                 {"intermediate_size", size("layers.0.mlp.gate_proj.weight", 0)},
                 {"num_hidden_layers", layers_of(part.tensors, "layers.", ".input_layernorm.weight")},
                 {"num_attention_heads", size("layers.0.self_attn.q_proj.weight", 0) / head},
                 {"num_key_value_heads", size("layers.0.self_attn.k_proj.weight", 0) / head},
                 {"rms_norm_eps", 1e-6},
                 {"rope_theta", 1e6}};
  return part;
}

Part byt5_of(const Shapes& shapes, const nlohmann::json& config) {
  SingleFile::Component part{"text_encoder_2", config, {}};
  for (const auto& [name, shape] : shapes) {
    constexpr std::array<Renaming, 4> names{{{"encoder.", "encoder."},
                                             {"shared.", "shared."},
                                             {"embed_tokens.", "shared."},
                                             {"block.", "encoder.block."}}};
    std::string own = renamed(name, names);
    if (own.empty() && name.starts_with("final_layer_norm.")) own = "encoder." + name;
    if (!own.empty() && own != "encoder.embed_tokens.weight") part.tensors[own] = {.name = name};
  }
  const std::string attention = "encoder.block.0.layer.0.SelfAttention.";
  const auto size = [&](const std::string& name, size_t i) {
    const auto found = part.tensors.find(name);
    return found == part.tensors.end() ? 0 : axis(shapes, found->second.name, i);
  };
  const int64_t heads = size(attention + "relative_attention_bias.weight", 1);
  if (heads == 0 || size("shared.weight", 0) == 0) return std::nullopt;
  if (config.is_object()) return part;
  part.config = {{"architectures", {"T5EncoderModel"}},
                 {"feed_forward_proj", "gated-gelu"},
                 {"vocab_size", size("shared.weight", 0)},
                 {"d_model", size("shared.weight", 1)},
                 {"d_kv", size(attention + "q.weight", 0) / heads},
                 {"d_ff", size("encoder.block.0.layer.1.DenseReluDense.wi_0.weight", 0)},
                 {"num_layers", layers_of(part.tensors, "encoder.block.", ".layer.0.layer_norm.weight")},
                 {"num_heads", heads},
                 {"relative_attention_num_buckets", size(attention + "relative_attention_bias.weight", 0)}};
  return part;
}

/// SigLIP under its published names.
Part siglip_of(const Shapes& shapes, const nlohmann::json& config) {
  SingleFile::Component part{"image_encoder", config, {}};
  for (const auto& [name, shape] : shapes)
    if (name.starts_with("vision_model.") && !name.ends_with("position_ids"))
      part.tensors[name] = {.name = name};
  const std::string patches = "vision_model.embeddings.patch_embedding.weight";
  if (!part.tensors.contains("vision_model.head.probe") || !part.tensors.contains(patches))
    return std::nullopt;
  if (config.is_object()) return part;
  constexpr int64_t heads = 16;  // no shape determines it
  const int64_t patch = axis(shapes, patches, 2);
  const auto places =
      static_cast<double>(axis(shapes, "vision_model.embeddings.position_embedding.weight", 0));
  part.config = {
      {"architectures", {"SiglipVisionModel"}},
      {"hidden_size", axis(shapes, patches, 0)},
      {"intermediate_size", axis(shapes, "vision_model.encoder.layers.0.mlp.fc1.weight", 0)},
      {"num_attention_heads", heads},
      {"num_hidden_layers", layers_of(part.tensors, "vision_model.encoder.layers.", ".layer_norm1.weight")},
      {"patch_size", patch},
      {"image_size", patch * std::lround(std::sqrt(places))}};
  return part;
}

}  // namespace

std::optional<SingleFile::Component> hunyuan_15_part(const safetensors::Header& header, std::string_view name,
                                                     const nlohmann::json& config) {
  constexpr std::array<Renaming, 4> classes{{{"vae", "AutoencoderKLHunyuanVideo15"},
                                             {"text_encoder", "Qwen2_5_VL"},
                                             {"text_encoder_2", "T5EncoderModel"},
                                             {"image_encoder", "SiglipVisionModel"}}};
  const auto own = std::ranges::find(classes, name, &Renaming::first);
  if (own == classes.end() || (config.is_object() && !class_of(config).starts_with(own->second)))
    return std::nullopt;
  const Shapes shapes = shapes_of(header);
  if (name == "vae") return vae_of(shapes, config);
  if (name == "text_encoder") return qwen_of(shapes, config);
  return name == "text_encoder_2" ? byt5_of(shapes, config) : siglip_of(shapes, config);
}

}  // namespace fw::catalog
