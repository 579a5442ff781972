// SPDX-License-Identifier: Apache-2.0
#include "catalog/ltx2_parts.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/error.h"
#include "base/json_text.h"
#include "catalog/ltx2_sound_parts.h"
#include "catalog/model_config.h"

namespace fw::catalog {

namespace {

using Json = nlohmann::json;
using Tensors = std::map<std::string, StoredTensor>;

constexpr std::string_view network = "model.diffusion_model.";

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

/// The published name of a tensor of the VAE; empty for statistics that are not used.
std::string ltx2_vae_name(std::string_view stored) {
  if (stored == "per_channel_statistics.mean-of-means") return "latents_mean";
  if (stored == "per_channel_statistics.std-of-means") return "latents_std";
  if (stored.starts_with("per_channel_statistics.")) return {};
  const std::string name = replaced(std::string(stored), ".res_blocks.", ".resnets.");
  // In the file, blocks and the layers between them form one list.
  constexpr int64_t last_of_encoder = 8;
  for (const std::string_view list : {"encoder.down_blocks.", "decoder.up_blocks."}) {
    if (!name.starts_with(list)) continue;
    int64_t i = -1;
    const auto [end, error] = std::from_chars(name.data() + list.size(), name.data() + name.size(), i);
    if (error != std::errc()) return {};
    const std::string rest(end, name.data() + name.size());  // ".resnets.0.conv1.conv.weight"
    const bool down = list.front() == 'e';
    if (i == (down ? last_of_encoder : 0)) return std::string(list.substr(0, 8)) + "mid_block" + rest;
    const int64_t level = down ? i / 2 : (i - 1) / 2;
    return std::string(list) + std::to_string(level) +
           (i % 2 == 1 ? down ? ".downsamplers.0" : ".upsamplers.0" : "") + rest;
  }
  return name;
}

/// The published name of a tensor of the connectors; empty for others.
std::string connector_name(std::string_view stored) {
  constexpr std::string_view projection = "text_embedding_projection.";
  std::string name(stored);
  if (name.starts_with(projection))
    return replaced(name.substr(projection.size()), "aggregate_embed", "text_proj_in");
  if (name.find("_embeddings_connector.") == name.npos) return {};
  if (name.starts_with(network)) name.erase(0, network.size());
  name = replaced(replaced(std::move(name), "_embeddings_connector", "_connector"), "transformer_1d_blocks",
                  "transformer_blocks");
  return replaced(replaced(std::move(name), ".q_norm.", ".norm_q."), ".k_norm.", ".norm_k.");
}

/// The bare name of a tensor of Gemma's text model; empty for others.
std::string gemma_name(std::string_view stored) {
  for (const std::string_view prefix : {"model.language_model.", "language_model.model.", "model.", ""}) {
    if (!stored.starts_with(prefix)) continue;
    const std::string_view name = stored.substr(prefix.size());
    for (const std::string_view start : {"layers.", "embed_tokens.", "norm."})
      if (name.starts_with(start)) return std::string(name);
  }
  return {};
}

/// Renames tensors that are not a module's weight or bias.
std::string published_table(std::string name) {
  for (const char* stream : {"video", "audio"})
    name = replaced(std::move(name), std::string("scale_shift_table_a2v_ca_") + stream,
                    std::string(stream) + "_a2v_cross_attn_scale_shift_table");
  return name;
}

class Ltx2File {
 public:
  explicit Ltx2File(const safetensors::Header& header) : header_(header), stored_(header, "patchify_proj") {
    for (const safetensors::TensorInfo& tensor : header.tensors) shapes_[tensor.name] = tensor.shape;
    if (const auto found = header.metadata.find("config"); found != header.metadata.end()) {
      const Json config = parse_json(found->second);
      if (config.is_object() && config.contains("transformer") && config.at("transformer").is_object())
        said_ = config.at("transformer");
      if (config.is_object()) said_of_vocoder_ = config.value("vocoder", Json());
    }
  }

  bool has_transformer() const {
    return stored_.size("patchify_proj", 0) > 0 && stored_.size("audio_patchify_proj", 0) > 0;
  }

  Tensors transformer() const {
    Tensors tensors;
    for (auto& [name, stored] : stored_.tensors(ltx2_key_names(), stored_.size("patchify_proj", 0))) {
      const bool is_other =
          name.find("embeddings_connector") != name.npos ||
          std::ranges::any_of(other_parts, [&](auto part) { return name.starts_with(part); });
      if (!is_other) tensors.emplace(published_table(name), stored);
    }
    return tensors;
  }
  Tensors connectors() const { return renamed(connector_name); }
  Tensors text_encoder() const { return renamed(gemma_name); }
  Tensors vae() const {
    return renamed([](std::string_view name) {
      constexpr std::string_view prefix = "vae.";
      if (name.starts_with(prefix)) return ltx2_vae_name(name.substr(prefix.size()));
      const bool is_bare = name.starts_with("encoder.") || name.starts_with("decoder.") ||
                           name.starts_with("per_channel_statistics.");
      return is_bare ? ltx2_vae_name(name) : std::string();
    });
  }

  Json transformer_config() const {
    const Tensors all = transformer();
    const int64_t width = stored_.size("patchify_proj", 0), head = said("attention_head_dim", 128),
                  audio_head = said("audio_attention_head_dim", 64);
    const std::string block = "transformer_blocks.0.";
    return {{"_class_name", "LTX2VideoTransformer3DModel"},
            {"in_channels", stored_.size("patchify_proj", 1)},
            {"out_channels", stored_.size("proj_out", 0)},
            {"num_attention_heads", width / head},
            {"attention_head_dim", head},
            {"cross_attention_dim", width},
            {"num_layers", stored_.blocks("transformer_blocks.", ".attn1.to_q")},
            {"caption_channels", all.contains("caption_projection.linear_1.weight")
                                     ? stored_.size("caption_projection.linear_1", 1)
                                     : said("caption_channels", 3840)},
            {"use_prompt_embeddings", all.contains("caption_projection.linear_1.weight")},
            {"gated_attn", all.contains(block + "attn1.to_gate_logits.weight")},
            {"cross_attn_mod", all.contains(block + "prompt_scale_shift_table")},
            {"ff_bias", all.contains(block + "ff.net.0.proj.bias")},
            {"use_keyframes_abs_pos_embedding", all.contains("keyframes_abs_pos_embedding")},
            {"audio_in_channels", stored_.size("audio_patchify_proj", 1)},
            {"audio_out_channels", stored_.size("audio_proj_out", 0)},
            {"audio_num_attention_heads", stored_.size("audio_patchify_proj", 0) / audio_head},
            {"audio_attention_head_dim", audio_head},
            {"audio_cross_attention_dim", stored_.size("audio_patchify_proj", 0)},
            {"audio_gated_attn", all.contains(block + "audio_attn1.to_gate_logits.weight")},
            {"audio_cross_attn_mod", all.contains(block + "audio_prompt_scale_shift_table")},
            {"audio_ff_bias", all.contains(block + "audio_ff.net.0.proj.bias")}};
  }

  Tensors audio_vae() const { return renamed(ltx2_audio_vae_name); }
  Tensors vocoder() const { return renamed(ltx2_vocoder_name); }
  Json audio_vae_config() const { return ltx2_audio_vae_config(shapes_of(audio_vae())); }
  Json vocoder_config() const { return ltx2_vocoder_config(shapes_of(vocoder()), said_of_vocoder_); }

  Json connectors_config() const {
    const Tensors all = connectors();
    const bool apart = all.contains("video_text_proj_in.weight");
    const std::string projection = apart ? "video_text_proj_in" : "text_proj_in";
    const int64_t states = size(all, projection + ".weight", 1);
    const int64_t width = apart ? said("caption_channels", 3840) : size(all, projection + ".weight", 0);
    Json config{{"_class_name", "LTX2TextConnectors"},
                {"caption_channels", width},
                {"text_proj_in_factor", states / std::max<int64_t>(width, 1)},
                {"per_modality_projections", apart},
                {"proj_bias", all.contains(projection + ".bias")}};
    for (const std::string of : {"video", "audio"}) {
      const std::string part = of + "_connector.", first = part + "transformer_blocks.0.";
      const std::string key =
          of == "audio" ? "audio_connector_attention_head_dim" : "connector_attention_head_dim";
      const int64_t own = size(all, part + "learnable_registers", 1);
      const int64_t head = said(key.c_str(), of == "audio" && apart ? 64 : 128);
      int64_t layers = 0;
      while (all.contains(part + "transformer_blocks." + std::to_string(layers) + ".attn1.to_q.weight"))
        ++layers;
      config[of + "_connector_attention_head_dim"] = head;
      config[of + "_connector_num_attention_heads"] = own / std::max<int64_t>(head, 1);
      config[of + "_connector_num_layers"] = layers;
      config[of + "_connector_num_learnable_registers"] = size(all, part + "learnable_registers", 0);
      config[of + "_gated_attn"] = all.contains(first + "attn1.to_gate_logits.weight");
      config[of + "_hidden_dim"] = own;
    }
    return config;
  }

  /// 2.0's decoder has three stages, the later ones four.
  Json vae_config() const {
    const Tensors all = vae();
    const auto width = [&](const std::string& block) {
      return size(all, block + "resnets.0.conv1.conv.weight", 0);
    };
    const auto layers = [&](const std::string& block) {
      int64_t count = 0;
      while (all.contains(block + "resnets." + std::to_string(count) + ".conv1.conv.weight")) ++count;
      return count;
    };
    const bool old = !all.contains("decoder.up_blocks.3.upsamplers.0.conv.conv.weight");
    const int64_t stages = old ? 3 : 4;
    Json config{{"_class_name", "AutoencoderKLLTX2Video"},
                {"latent_channels", size(all, "latents_mean", 0)},
                {"block_out_channels", Json::array()},
                {"layers_per_block", Json::array()},
                {"decoder_block_out_channels", Json::array()},
                {"decoder_layers_per_block", Json::array()},
                {"upsample_factor", old ? Json{2, 2, 2} : Json{2, 2, 1, 2}},
                {"upsample_residual", std::vector<bool>(static_cast<size_t>(stages), old)},
                {"decoder_spatio_temporal_scaling", std::vector<bool>(static_cast<size_t>(stages), true)},
                {"decoder_inject_noise", std::vector<bool>(static_cast<size_t>(stages) + 1, false)},
                {"decoder_spatial_padding_mode", old ? "reflect" : "zeros"}};
    config["upsample_type"] = std::vector<std::string>(static_cast<size_t>(stages), "spatiotemporal");
    if (!old) {
      config["upsample_type"][2] = "temporal";
      config["upsample_type"][3] = "spatial";
    }
    constexpr int64_t downs = 4;
    for (int64_t i = 0; i < downs; ++i) {
      const auto block = [](int64_t n) {
        return n < downs ? "encoder.down_blocks." + std::to_string(n) + "." : "encoder.mid_block.";
      };
      config["layers_per_block"].push_back(layers(block(i)));
      config["block_out_channels"].push_back(width(block(i + 1)));
    }
    config["layers_per_block"].push_back(layers("encoder.mid_block."));
    for (int64_t i = stages; i-- > 0;) {
      const std::string block = "decoder.up_blocks." + std::to_string(i) + ".";
      const auto place = static_cast<size_t>(stages - 1 - i);
      config["decoder_block_out_channels"].push_back(width(block) *
                                                     config["upsample_factor"][place].get<int64_t>());
      config["decoder_layers_per_block"].push_back(layers(block));
    }
    config["decoder_layers_per_block"].push_back(layers("decoder.mid_block."));
    return config;
  }

  /// Gemma 4's files have their configuration in the metadata; of Gemma 3 there is one published size.
  Json text_encoder_config() const {
    if (const auto own = header_.metadata.find("gemma_config"); own != header_.metadata.end())
      return parse_json(own->second);
    constexpr int64_t head = 256;
    const Tensors all = text_encoder();
    int64_t layers = 0;
    while (all.contains("layers." + std::to_string(layers) + ".self_attn.q_proj.weight")) ++layers;
    return {{"architectures", {"Gemma3ForConditionalGeneration"}},
            {"text_config",
             {{"model_type", "gemma3_text"},
              {"head_dim", head},
              {"num_attention_heads", size(all, "layers.0.self_attn.q_proj.weight", 0) / head},
              {"num_key_value_heads", size(all, "layers.0.self_attn.k_proj.weight", 0) / head},
              {"hidden_size", size(all, "embed_tokens.weight", 1)},
              {"vocab_size", size(all, "embed_tokens.weight", 0)},
              {"intermediate_size", size(all, "layers.0.mlp.gate_proj.weight", 0)},
              {"num_hidden_layers", layers},
              {"rope_scaling", {{"factor", 8.0}, {"rope_type", "linear"}}}}}};
  }

 private:
  static constexpr std::array<std::string_view, 5> other_parts{"vae.", "audio_vae.", "vocoder.",
                                                               "text_embedding_projection.", "text_encoder"};

  template <class Name>
  Tensors renamed(const Name& published) const {
    Tensors tensors;
    for (const auto& [name, shape] : shapes_) {
      if (const std::string own = published(name); !own.empty()) tensors[own] = {.name = name};
    }
    return tensors;
  }
  Ltx2Shapes shapes_of(const Tensors& tensors) const {
    Ltx2Shapes shapes;
    for (const auto& [name, stored] : tensors) shapes[name] = shapes_.at(stored.name);
    return shapes;
  }
  /// A size of a tensor; 0 if the tensor or axis does not exist.
  int64_t size(const Tensors& tensors, const std::string& name, size_t axis) const {
    const auto found = tensors.find(name);
    if (found == tensors.end()) return 0;
    const auto& shape = shapes_.at(found->second.name);
    return axis < shape.size() ? shape[axis] : 0;
  }
  /// A number of the transformer's configuration in the metadata.
  int64_t said(const char* key, int64_t fallback) const {
    const auto found = said_.find(key);
    const bool is_usable = found != said_.end() && found->is_number_integer() && found->get<int64_t>() > 0;
    return is_usable ? found->get<int64_t>() : fallback;
  }

  const safetensors::Header& header_;
  StoredTransformer stored_;
  Json said_ = Json::object(), said_of_vocoder_;
  std::map<std::string, std::vector<int64_t>> shapes_;
};

}  // namespace

bool is_of_ltx2_sound(std::string_view name) {
  const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
  return has("audio_") || has("a2v_c") || name.starts_with("av_c");
}

const KeyNames& ltx2_key_names() {
  static const KeyNames names{
      .blocks = {{"transformer_blocks",
                  "transformer_blocks",
                  {{"attn1.norm_q", "attn1.q_norm"},
                   {"attn1.norm_k", "attn1.k_norm"},
                   {"attn2.norm_q", "attn2.q_norm"},
                   {"attn2.norm_k", "attn2.k_norm"},
                   {"audio_attn1.norm_q", "audio_attn1.q_norm"},
                   {"audio_attn1.norm_k", "audio_attn1.k_norm"},
                   {"audio_attn2.norm_q", "audio_attn2.q_norm"},
                   {"audio_attn2.norm_k", "audio_attn2.k_norm"},
                   {"audio_to_video_attn.norm_q", "audio_to_video_attn.q_norm"},
                   {"audio_to_video_attn.norm_k", "audio_to_video_attn.k_norm"},
                   {"video_to_audio_attn.norm_q", "video_to_audio_attn.q_norm"},
                   {"video_to_audio_attn.norm_k", "video_to_audio_attn.k_norm"}}}},
      .outside =
          [] {
            std::vector<KeyNames::Part> parts{{"proj_in", "patchify_proj"},
                                              {"audio_proj_in", "audio_patchify_proj"}};
            // Each is three layers.
            static const std::array<std::pair<std::string, std::string>, 8> modulations{
                {{"time_embed", "adaln_single"},
                 {"audio_time_embed", "audio_adaln_single"},
                 {"prompt_adaln", "prompt_adaln_single"},
                 {"audio_prompt_adaln", "audio_prompt_adaln_single"},
                 {"av_cross_attn_video_scale_shift", "av_ca_video_scale_shift_adaln_single"},
                 {"av_cross_attn_audio_scale_shift", "av_ca_audio_scale_shift_adaln_single"},
                 {"av_cross_attn_video_a2v_gate", "av_ca_a2v_gate_adaln_single"},
                 {"av_cross_attn_audio_v2a_gate", "av_ca_v2a_gate_adaln_single"}}};
            static const std::vector<std::pair<std::string, std::string>> all = [] {
              std::vector<std::pair<std::string, std::string>> list;
              for (const auto& [published, other] : modulations)
                for (const std::string layer :
                     {".emb.timestep_embedder.linear_1", ".emb.timestep_embedder.linear_2", ".linear"})
                  list.emplace_back(published + layer, other + layer);
              return list;
            }();
            for (const auto& [published, other] : all) parts.push_back({published, other});
            return parts;
          }(),
      .full_width = {"attn1.to_q", "attn1.to_k", "attn1.to_v", "attn1.to_out.0", "attn2.to_q", "attn2.to_k",
                     "attn2.to_v", "attn2.to_out.0", "ff.net.0.proj"},
      .skips = is_of_ltx2_sound,
      .comfy = ComfyLoader{.reads_bare_names = true}};
  return names;
}

std::optional<SingleFile> ltx2_single_file(const safetensors::Header& header) {
  const Ltx2File file(header);
  if (!file.has_transformer()) return std::nullopt;
  SingleFile whole{.pipeline_class = "LTX2Pipeline",
                   .components = {{"transformer", file.transformer_config(), file.transformer()}},
                   .scheduler = {{"_class_name", "FlowMatchEulerDiscreteScheduler"},
                                 {"num_train_timesteps", 1000},
                                 {"shift", 1.0},
                                 {"use_dynamic_shifting", true},
                                 {"base_image_seq_len", 1024},
                                 {"max_image_seq_len", 4096},
                                 {"base_shift", 0.95},
                                 {"max_shift", 2.05},
                                 {"shift_terminal", 0.1}}};
  for (const std::string_view name : {"connectors", "vae", "audio_vae", "vocoder"})
    if (auto part = ltx2_part(header, name, {})) whole.components.push_back(std::move(*part));
  return whole;
}

std::optional<SingleFile::Component> ltx2_part(const safetensors::Header& header, std::string_view name,
                                               const Json& config) {
  struct Kind {
    std::string_view name, class_name, known;
    Tensors (Ltx2File::*tensors)() const;
    Json (Ltx2File::*config)() const;
  };
  // `known` is a tensor that every such component has.
  static constexpr std::array<Kind, 6> kinds{
      {{"transformer", "LTX2VideoTransformer3DModel", "audio_proj_in.weight", &Ltx2File::transformer,
        &Ltx2File::transformer_config},
       {"connectors", "LTX2TextConnectors", "audio_connector.learnable_registers", &Ltx2File::connectors,
        &Ltx2File::connectors_config},
       {"vae", "AutoencoderKLLTX2Video", "encoder.down_blocks.3.downsamplers.0.conv.conv.weight",
        &Ltx2File::vae, &Ltx2File::vae_config},
       {"audio_vae", "AutoencoderKLLTX2Audio", "encoder.mid.block_1.conv1.conv.weight", &Ltx2File::audio_vae,
        &Ltx2File::audio_vae_config},
       {"vocoder", "LTX2Vocoder", "conv_in.weight", &Ltx2File::vocoder, &Ltx2File::vocoder_config},
       {"text_encoder", "Gemma", "layers.0.pre_feedforward_layernorm.weight", &Ltx2File::text_encoder,
        &Ltx2File::text_encoder_config}}};
  const auto kind = std::ranges::find(kinds, name, &Kind::name);
  if (kind == kinds.end() || (config.is_object() && !class_of(config).starts_with(kind->class_name)))
    return std::nullopt;
  const Ltx2File file(header);
  SingleFile::Component part{std::string(name), config, (file.*kind->tensors)()};
  const bool has_two = name == "vocoder" && part.tensors.contains("vocoder.conv_in.weight");
  if (!has_two && !part.tensors.contains(std::string(kind->known))) return std::nullopt;
  if (!config.is_object()) part.config = (file.*kind->config)();
  return part;
}

}  // namespace fw::catalog
