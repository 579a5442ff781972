// SPDX-License-Identifier: Apache-2.0
#include "catalog/wan_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "catalog/model_config.h"
#include "catalog/part_names.h"

namespace fw::catalog {

namespace {

std::string resnet_name(std::string_view name) {
  constexpr std::array<Renaming, 5> parts{{{"residual.0.", "norm1."},
                                           {"residual.2.", "conv1."},
                                           {"residual.3.", "norm2."},
                                           {"residual.6.", "conv2."},
                                           {"shortcut.", "conv_shortcut."}}};
  return renamed(name, parts);
}

/// Maps the original code's block lists of the encoder and the decoder to levels.
struct VaeLevels {
  bool is_residual = false;  ///< 2.2: a list of lists
  int64_t resnets = 2;       ///< per level of the encoder

  std::string name_of(const std::string& half, std::string_view rest) const {
    const bool down = half == "encoder";
    const std::string list = half + (down ? ".down_blocks." : ".up_blocks.");
    const auto [i, inner] = numbered(rest);
    const int64_t own = resnets + (down ? 0 : 1);
    if (i < 0) return {};
    if (is_residual) {
      constexpr std::array<Renaming, 2> lists{{{"downsamples.", ""}, {"upsamples.", ""}}};
      const std::string block = renamed(inner, lists);
      const auto [j, last] = numbered(block);
      const std::string level = list + std::to_string(i) + ".";
      if (j < own) return level + "resnets." + std::to_string(j) + "." + resnet_name(last);
      return level + (down ? "downsampler." : "upsampler.") + std::string(last);
    }
    const std::string block = resnet_name(inner);
    if (down) return list + std::to_string(i) + "." + (block.empty() ? std::string(inner) : block);
    const std::string level = list + std::to_string(i / (own + 1)) + ".";
    if (i % (own + 1) == own) return level + "upsamplers.0." + std::string(inner);
    return level + "resnets." + std::to_string(i % (own + 1)) + "." + block;
  }
};

/// The published name of a tensor with this name in the original code; empty for other names.
std::string vae_name(std::string_view name, const VaeLevels& levels) {
  if (name.starts_with("conv1.")) return "quant_conv." + std::string(name.substr(6));
  if (name.starts_with("conv2.")) return "post_quant_conv." + std::string(name.substr(6));
  const size_t dot = name.find('.');
  const std::string half(name.substr(0, dot));
  if (half != "encoder" && half != "decoder") return {};
  const std::string_view rest = name.substr(dot + 1);
  constexpr std::array<Renaming, 4> outer{{{"conv1.", ".conv_in."},
                                           {"head.0.", ".norm_out."},
                                           {"head.2.", ".conv_out."},
                                           {"middle.1.", ".mid_block.attentions.0."}}};
  if (const std::string found = renamed(rest, outer); !found.empty()) return half + found;
  for (const auto& [other, published] : {Renaming{"middle.0.", "0."}, Renaming{"middle.2.", "1."}})
    if (rest.starts_with(other))
      return half + ".mid_block.resnets." + std::string(published) + resnet_name(rest.substr(other.size()));
  for (const std::string_view list : {"downsamples.", "upsamples."})
    if (rest.starts_with(list)) return levels.name_of(half, rest.substr(list.size()));
  return {};
}

nlohmann::json published_vae(bool is_residual) {
  const std::vector<double> mean =
      is_residual
          ? std::vector<double>{-0.2289, -0.0052, -0.1323, -0.2339, -0.2799, 0.0174,  0.1838,  0.1557,
                                -0.1382, 0.0542,  0.2813,  0.0891,  0.157,   -0.0098, 0.0375,  -0.1825,
                                -0.2246, -0.1207, -0.0698, 0.5109,  0.2665,  -0.2108, -0.2158, 0.2502,
                                -0.2055, -0.0322, 0.1109,  0.1567,  -0.0729, 0.0899,  -0.2799, -0.123,
                                -0.0313, -0.1649, 0.0117,  0.0723,  -0.2839, -0.2083, -0.052,  0.3748,
                                0.0152,  0.1957,  0.1433,  -0.2944, 0.3573,  -0.0548, -0.1681, -0.0667}
          : std::vector<double>{-0.7571, -0.7089, -0.9113, 0.1075,  -0.1745, 0.9653,  -0.1517, 1.5508,
                                0.4134,  -0.0715, 0.5517,  -0.3632, -0.1922, -0.9497, 0.2503,  -0.2921};
  const std::vector<double> deviation =
      is_residual ? std::vector<double>{0.4765, 1.0364, 0.4514, 1.1677, 0.5313, 0.499,  0.4818, 0.5013,
                                        0.8158, 1.0344, 0.5894, 1.0901, 0.6885, 0.6165, 0.8454, 0.4978,
                                        0.5759, 0.3523, 0.7135, 0.6804, 0.5833, 1.4146, 0.8986, 0.5659,
                                        0.7069, 0.5338, 0.4889, 0.4917, 0.4069, 0.4999, 0.6866, 0.4093,
                                        0.5709, 0.6065, 0.6415, 0.4944, 0.5726, 1.2042, 0.5458, 1.6887,
                                        0.3971, 1.06,   0.3943, 0.5537, 0.5444, 0.4089, 0.7468, 0.7744}
                  : std::vector<double>{2.8184, 1.4541, 2.3275, 2.6558, 1.2196, 1.7708, 2.6052, 2.0743,
                                        3.2687, 2.1526, 2.8652, 1.5579, 1.6382, 1.1253, 2.8251, 1.916};
  nlohmann::json config{{"_class_name", "AutoencoderKLWan"},
                        {"latents_mean", mean},
                        {"latents_std", deviation},
                        {"z_dim", mean.size()}};
  if (is_residual)
    config.update({{"base_dim", 160},
                   {"decoder_base_dim", 256},
                   {"is_residual", true},
                   {"in_channels", 12},
                   {"out_channels", 12},
                   {"patch_size", 2},
                   {"scale_factor_spatial", 16}});
  return config;
}

std::optional<SingleFile::Component> wan_vae(const Shapes& shapes, const nlohmann::json& config) {
  const bool is_published = axis(shapes, "encoder.conv_in.weight", 4) > 0;
  if (!is_published && axis(shapes, "conv2.weight", 0) == 0) return std::nullopt;
  VaeLevels levels;
  levels.is_residual = shapes.contains("encoder.downsamples.0.downsamples.0.residual.2.weight") ||
                       shapes.contains("encoder.down_blocks.0.resnets.0.conv1.weight");
  const std::string first =
      levels.is_residual ? "encoder.downsamples.0.downsamples." : "encoder.downsamples.";
  levels.resnets = 0;
  while (shapes.contains(first + std::to_string(levels.resnets) + ".residual.2.weight")) ++levels.resnets;
  SingleFile::Component part{"vae", config.is_object() ? config : published_vae(levels.is_residual), {}};
  const int64_t channels = axis(shapes, is_published ? "post_quant_conv.weight" : "conv2.weight", 0);
  if (!config.is_object() && channels != part.config["z_dim"]) return std::nullopt;
  for (const auto& [name, shape] : shapes) {
    const std::string published = is_published ? name : vae_name(name, levels);
    if (!published.empty()) part.tensors[published] = {.name = name};
  }
  return part;
}

std::string umt5_name(std::string_view name) {
  if (name == "token_embedding.weight") return "shared.weight";
  if (name == "norm.weight") return "encoder.final_layer_norm.weight";
  if (!name.starts_with("blocks.")) return {};
  constexpr std::array<Renaming, 7> parts{
      {{"norm1.", "0.layer_norm."},
       {"norm2.", "1.layer_norm."},
       {"attn.", "0.SelfAttention."},
       {"pos_embedding.embedding.", "0.SelfAttention.relative_attention_bias."},
       {"ffn.gate.0.", "1.DenseReluDense.wi_0."},
       {"ffn.fc1.", "1.DenseReluDense.wi_1."},
       {"ffn.fc2.", "1.DenseReluDense.wo."}}};
  const auto [i, rest] = numbered(name.substr(7));
  const std::string inner = renamed(rest, parts);
  return inner.empty() ? inner : "encoder.block." + std::to_string(i) + ".layer." + inner;
}

std::optional<SingleFile::Component> wan_text_encoder(const Shapes& shapes, const nlohmann::json& config) {
  const bool is_original = shapes.contains("token_embedding.weight");
  SingleFile::Component part{"text_encoder", config, {}};
  for (const auto& [name, shape] : shapes) {
    const bool is_published = name.starts_with("encoder.") || name == "shared.weight";
    const std::string published = is_original ? umt5_name(name) : is_published ? name : std::string();
    if (!published.empty()) part.tensors[published] = {.name = name};
  }
  // UMT5, unlike T5, has a table of relative positions in the second layer.
  constexpr const char* attention = "encoder.block.1.layer.0.SelfAttention.";
  const auto stored = [&](const std::string& name, size_t i) {
    const auto found = part.tensors.find(name);
    return found == part.tensors.end() ? 0 : axis(shapes, found->second.name, i);
  };
  const int64_t heads = stored(std::string(attention) + "relative_attention_bias.weight", 1);
  const std::string table = stored("shared.weight", 0) > 0 ? "shared.weight" : "encoder.embed_tokens.weight";
  if (heads == 0 || stored(table, 0) == 0) return std::nullopt;
  if (config.is_object()) return part;
  int64_t layers = 0;
  while (stored("encoder.block." + std::to_string(layers) + ".layer.0.layer_norm.weight", 0) > 0) ++layers;
  part.config = {{"architectures", {"UMT5EncoderModel"}},
                 {"model_type", "umt5"},
                 {"feed_forward_proj", "gated-gelu"},
                 {"vocab_size", stored(table, 0)},
                 {"d_model", stored(table, 1)},
                 {"d_kv", stored(std::string(attention) + "q.weight", 0) / heads},
                 {"d_ff", stored("encoder.block.0.layer.1.DenseReluDense.wi_0.weight", 0)},
                 {"num_layers", layers},
                 {"num_heads", heads},
                 {"relative_attention_num_buckets",
                  stored(std::string(attention) + "relative_attention_bias.weight", 0)}};
  return part;
}

/// Adds a tensor from a layer of the original code's CLIP image encoder; its q, k and v are fused.
void add_clip_layer(Tensors& tensors, const std::string& stored, std::string_view name,
                    const std::vector<int64_t>& shape) {
  const auto [i, rest] = numbered(name);
  if (i < 0) return;
  const std::string layer = "vision_model.encoder.layers." + std::to_string(i) + ".";
  constexpr std::array<Renaming, 5> parts{{{"norm1.", "layer_norm1."},
                                           {"norm2.", "layer_norm2."},
                                           {"attn.proj.", "self_attn.out_proj."},
                                           {"mlp.0.", "mlp.fc1."},
                                           {"mlp.2.", "mlp.fc2."}}};
  constexpr std::string_view fused = "attn.to_qkv.";
  if (const std::string inner = renamed(rest, parts); !inner.empty())
    tensors[layer + inner] = {.name = stored};
  if (!rest.starts_with(fused) || shape.empty()) return;
  const int64_t rows = shape[0] / 3;
  int64_t first = 0;
  for (const char* part : {"q_proj.", "k_proj.", "v_proj."}) {
    tensors[layer + "self_attn." + part + std::string(rest.substr(fused.size()))] = {
        .name = stored, .first_row = first, .rows = rows};
    first += rows;
  }
}

std::optional<SingleFile::Component> wan_image_encoder(const Shapes& shapes, const nlohmann::json& config) {
  constexpr std::string_view original = "visual.", layers = "transformer.";
  const bool is_original = shapes.contains("visual.cls_embedding");
  SingleFile::Component part{"image_encoder", config, {}};
  for (const auto& [name, shape] : shapes) {
    if (!is_original) {
      const bool is_buffer = name.ends_with("position_ids");
      if ((name.starts_with("vision_model.") && !is_buffer) || name == "visual_projection.weight")
        part.tensors[name] = {.name = name};
      continue;
    }
    if (!name.starts_with(original)) continue;
    const std::string_view rest = std::string_view(name).substr(original.size());
    constexpr std::array<Renaming, 3> outer{{{"patch_embedding.", "vision_model.embeddings.patch_embedding."},
                                             {"pre_norm.", "vision_model.pre_layrnorm."},
                                             {"post_norm.", "vision_model.post_layernorm."}}};
    if (const std::string found = renamed(rest, outer); !found.empty()) part.tensors[found] = {.name = name};
    if (rest == "cls_embedding")
      part.tensors["vision_model.embeddings.class_embedding"] = {.name = name, .leading_axes = 2};
    if (rest == "pos_embedding")
      part.tensors["vision_model.embeddings.position_embedding.weight"] = {.name = name, .leading_axes = 1};
    if (rest.starts_with(layers)) add_clip_layer(part.tensors, name, rest.substr(layers.size()), shape);
  }
  const auto patches = part.tensors.find("vision_model.embeddings.patch_embedding.weight");
  const auto places = part.tensors.find("vision_model.embeddings.position_embedding.weight");
  if (patches == part.tensors.end() || places == part.tensors.end() ||
      !part.tensors.contains("vision_model.embeddings.class_embedding"))  // SigLIP has the other names, too
    return std::nullopt;
  if (!config.is_object()) {
    // As in ViT-H/14; no shape determines the number of heads.
    constexpr int64_t heads = 16;
    const int64_t width = axis(shapes, patches->second.name, 0),
                  patch = axis(shapes, patches->second.name, 2);
    const auto tokens = axis(shapes, places->second.name, is_original ? 1 : 0);
    int64_t count = 0;
    while (
        part.tensors.contains("vision_model.encoder.layers." + std::to_string(count) + ".layer_norm1.weight"))
      ++count;
    const std::string inner =
        is_original ? "visual.transformer.0.mlp.0.weight" : "vision_model.encoder.layers.0.mlp.fc1.weight";
    part.config = {{"hidden_act", "gelu"},
                   {"hidden_size", width},
                   {"intermediate_size", axis(shapes, inner, 0)},
                   {"num_attention_heads", heads},
                   {"num_hidden_layers", count},
                   {"patch_size", patch},
                   {"image_size", patch * std::lround(std::sqrt(static_cast<double>(tokens - 1)))}};
  }
  const bool is_projected = part.tensors.contains("visual_projection.weight");
  part.config["architectures"] = {is_projected ? "CLIPVisionModelWithProjection" : "CLIPVisionModel"};
  return part;
}

}  // namespace

std::optional<SingleFile::Component> wan_part(const safetensors::Header& header, std::string_view name,
                                              const nlohmann::json& config) {
  constexpr std::array<Renaming, 3> classes{{{"vae", "AutoencoderKLWan"},
                                             {"text_encoder", "UMT5EncoderModel"},
                                             {"image_encoder", "CLIPVisionModel"}}};
  const auto own = std::ranges::find(classes, name, &Renaming::first);
  if (own == classes.end() || (config.is_object() && !class_of(config).starts_with(own->second)))
    return std::nullopt;
  const Shapes shapes = shapes_of(header);
  if (name == "vae") return wan_vae(shapes, config);
  if (name == "text_encoder") return wan_text_encoder(shapes, config);
  return wan_image_encoder(shapes, config);
}

}  // namespace fw::catalog
