// SPDX-License-Identifier: Apache-2.0
#include "encoders/gemma.h"

#include <cmath>

#include "encoders/causal_mask.h"
#include "nn/attention.h"
#include "nn/config_reader.h"

namespace fw::encoders {

using torch::Tensor;

namespace {

using Layer = GemmaConfig::Layer;

/// Angles in float64, since positions reach a thousand. Channels beyond the rotated share are not rotated.
LlamaRotary gemma_rotary(const Layer& layer, int64_t length, const Tensor& like) {
  const auto options = torch::TensorOptions(torch::kFloat64);
  const Tensor exponent = torch::arange(0, layer.head_dim, 2, options) / static_cast<double>(layer.head_dim);
  Tensor frequency = torch::pow(layer.rope_theta, -exponent) / layer.rope_divisor;
  const auto turning = static_cast<int64_t>(layer.rope_share * static_cast<double>(layer.head_dim)) / 2;
  frequency.slice(0, turning).zero_();
  const Tensor angle = torch::outer(torch::arange(length, options), frequency);
  const Tensor twice = torch::cat({angle, angle}, -1).unsqueeze(1);
  return {twice.cos().to(like.device(), like.scalar_type()),
          twice.sin().to(like.device(), like.scalar_type())};
}

/// A member that is an object; otherwise an empty one.
nlohmann::json object_in(const nlohmann::json& json, const char* key) {
  const bool is_there = json.is_object() && json.contains(key) && json.at(key).is_object();
  return is_there ? json.at(key) : nlohmann::json::object();
}

void read_rope(nn::ConfigReader& read, const nlohmann::json& json, Layer& full, Layer& sliding) {
  const nlohmann::json both = object_in(json, "rope_parameters");
  if (both.empty()) {
    full.rope_theta = read.number("rope_theta", 1e6);
    sliding.rope_theta = read.number("rope_local_base_freq", 10000);
    full.rope_divisor = object_in(json, "rope_scaling").value("factor", 1.0);
    return;
  }
  for (auto& [layer, key] : {std::pair<Layer&, const char*>(full, "full_attention"),
                             std::pair<Layer&, const char*>(sliding, "sliding_attention")}) {
    const nlohmann::json own = object_in(both, key);
    const auto kind = own.value("rope_type", std::string("default"));
    read.require(kind == "default" || kind == "linear" || kind == "proportional",
                 "rope_parameters has an unknown rope_type");
    layer.rope_theta = own.value("rope_theta", 10000.0);
    if (kind == "linear") layer.rope_divisor = own.value("factor", 1.0);
    if (kind == "proportional") layer.rope_share = own.value("partial_rotary_factor", 1.0);
  }
}

/// Names of parts that read pictures and sound, and of the head.
bool is_of_other_part(std::string_view name) {
  for (const std::string_view part : {"vision", "multi_modal", "audio", "lm_head", "embed_tokens_per"})
    if (name.find(part) != name.npos) return true;
  return false;
}

}  // namespace

GemmaConfig GemmaConfig::from_json(const nlohmann::json& json) {
  const nlohmann::json text =
      json.is_object() && json.contains("text_config") ? object_in(json, "text_config") : json;
  nn::ConfigReader read(text, "text_encoder/config.json");
  GemmaConfig c;
  const std::string type = read.text("model_type", "gemma3_text");
  read.require(type.starts_with("gemma3") || type.starts_with("gemma4"), "model_type is not Gemma 3 or 4");
  c.is_gemma4 = type.starts_with("gemma4");
  c.vocab_size = read.size("vocab_size", c.vocab_size);
  c.hidden_size = read.size("hidden_size", c.hidden_size);
  c.intermediate_size = read.size("intermediate_size", c.intermediate_size);
  c.num_attention_heads = read.size("num_attention_heads", c.num_attention_heads);
  c.sliding_window = read.size("sliding_window", c.sliding_window);
  c.rms_norm_eps = read.number("rms_norm_eps", c.rms_norm_eps);
  Layer full, sliding;
  full.full = true;
  full.head_dim = sliding.head_dim = read.size("head_dim", sliding.head_dim);
  full.key_value_heads = sliding.key_value_heads = read.size("num_key_value_heads", 8);
  if (c.is_gemma4) {
    full.head_dim = read.optional_size("global_head_dim").value_or(full.head_dim);
    full.key_value_heads = read.optional_size("num_global_key_value_heads").value_or(full.key_value_heads);
    full.keys_are_values = read.boolean("attention_k_eq_v", false);
    read.expect("num_kv_shared_layers", 0, 0);
    read.expect("use_double_wide_mlp", false, false);
  } else {
    c.attention_scale = 1 / std::sqrt(read.number("query_pre_attn_scalar", 256));
    read.expect("attn_logit_softcapping", nullptr, nullptr);
  }
  read_rope(read, text, full, sliding);
  read.expect("hidden_activation", "gelu_pytorch_tanh", "gelu_pytorch_tanh");
  read.expect("attention_bias", false, false);
  const int64_t count = read.size("num_hidden_layers", 48), pattern = read.size("sliding_window_pattern", 6);
  std::vector<std::string> types(static_cast<size_t>(count), "sliding_attention");
  for (int64_t i = pattern; i <= count; i += pattern) types[static_cast<size_t>(i) - 1] = "full_attention";
  types = read.texts("layer_types", types);
  read.require(std::ssize(types) == count, "layer_types has not num_hidden_layers entries");
  for (const std::string& each : types) {
    read.require(each == "full_attention" || each == "sliding_attention", "layer_types has an unknown type");
    c.layers.push_back(each == "full_attention" ? full : sliding);
  }
  for (const Layer& each : {full, sliding})
    read.require(each.head_dim % 2 == 0 && c.num_attention_heads % each.key_value_heads == 0,
                 "head_dim is odd, or num_attention_heads not a multiple of the key-value heads");
  read.finish();
  return c;
}

GemmaNorm::GemmaNorm(int64_t width, const GemmaConfig& config, const torch::TensorOptions& options)
    : eps_(config.rms_norm_eps), unit_(config.is_gemma4 ? 0 : 1) {
  add_parameter("weight", weight_, {width}, options);
}

Tensor GemmaNorm::forward(const Tensor& x) const {
  const Tensor wide = x.to(torch::kFloat32);
  return (wide * nn::inverse_rms(wide, eps_) * (weight_.to(torch::kFloat32) + unit_)).to(x.scalar_type());
}

GemmaAttention::GemmaAttention(const GemmaConfig& config, const Layer& layer,
                               const torch::TensorOptions& options)
    : heads_(config.num_attention_heads),
      head_dim_(layer.head_dim),
      eps_(config.rms_norm_eps),
      scale_(config.attention_scale),
      norms_values_(config.is_gemma4),
      q_proj_(config.hidden_size, heads_ * head_dim_, nn::Bias::no, options),
      k_proj_(config.hidden_size, layer.key_value_heads * head_dim_, nn::Bias::no, options),
      o_proj_(heads_ * head_dim_, config.hidden_size, nn::Bias::no, options),
      q_norm_(head_dim_, config, options),
      k_norm_(head_dim_, config, options) {
  add_child("q_proj", q_proj_);
  add_child("k_proj", k_proj_);
  if (!layer.keys_are_values)
    add_child("v_proj",
              v_proj_.emplace(config.hidden_size, layer.key_value_heads * head_dim_, nn::Bias::no, options));
  add_child("o_proj", o_proj_);
  add_child("q_norm", q_norm_);
  add_child("k_norm", k_norm_);
}

Tensor GemmaAttention::forward(const Tensor& x, const Tensor& bias, const LlamaRotary& rotary) const {
  const auto heads = [&](const nn::Linear& layer) { return layer.forward(x).unflatten(-1, {-1, head_dim_}); };
  const Tensor q = turned(q_norm_.forward(heads(q_proj_)), rotary), key = heads(k_proj_);
  Tensor v = v_proj_ ? heads(*v_proj_) : key;
  if (norms_values_) v = (v * nn::inverse_rms(v, eps_)).to(x.scalar_type());
  const Tensor k = turned(k_norm_.forward(key), rotary);
  return o_proj_.forward(
      nn::attention(q, for_each_query(k, heads_), for_each_query(v, heads_), bias, scale_));
}

GemmaLayer::GemmaLayer(const GemmaConfig& config, const Layer& layer, const torch::TensorOptions& options)
    : input_layernorm_(config.hidden_size, config, options),
      post_attention_layernorm_(config.hidden_size, config, options),
      pre_feedforward_layernorm_(config.hidden_size, config, options),
      post_feedforward_layernorm_(config.hidden_size, config, options),
      self_attn_(config, layer, options),
      mlp_(config.hidden_size, config.intermediate_size, kernels::Activation::gelu_tanh, options) {
  if (config.is_gemma4) add_buffer("layer_scalar", layer_scalar_, {1}, options);
  add_child("self_attn", self_attn_);
  add_child("mlp", mlp_);
  add_child("input_layernorm", input_layernorm_);
  add_child("post_attention_layernorm", post_attention_layernorm_);
  add_child("pre_feedforward_layernorm", pre_feedforward_layernorm_);
  add_child("post_feedforward_layernorm", post_feedforward_layernorm_);
}

Tensor GemmaLayer::forward(const Tensor& x, const Tensor& bias, const LlamaRotary& rotary) const {
  const Tensor attended = self_attn_.forward(input_layernorm_.forward(x), bias, rotary);
  const Tensor y = x + post_attention_layernorm_.forward(attended);
  const Tensor z =
      y + post_feedforward_layernorm_.forward(mlp_.forward(pre_feedforward_layernorm_.forward(y)));
  return layer_scalar_.defined() ? z * layer_scalar_ : z;
}

Gemma::Gemma(const GemmaConfig& config, const torch::TensorOptions& options)
    : config_(config),
      embed_tokens_(config.vocab_size, config.hidden_size, options),
      norm_(config.hidden_size, config, options) {
  add_child("embed_tokens", embed_tokens_);
  for (const GemmaConfig::Layer& layer : config.layers) layers_.emplace_back(config, layer, options);
  add_child("layers", layers_);
  add_child("norm", norm_);
  // Names of different versions of transformers, and of ComfyUI.
  for_each_slot([&](const std::string& name, const Tensor&) {
    for (const char* prefix : {"language_model.model.", "model.language_model.", "model."})
      add_alias(prefix + name, name);
  });
  skip(is_of_other_part);
}

void Gemma::forward(const Tensor& input_ids, const Tensor& attention_mask, const StateSink& sink,
                    const nn::BlockRunner& runner) {
  Tensor x = embed_tokens_.forward(input_ids);
  // Rounded to the type of the states, like transformers.
  x = x * torch::scalar_tensor(std::sqrt(static_cast<double>(config_.hidden_size)), x.options());
  const int64_t length = input_ids.size(1);
  const Tensor kept = attention_mask.ne(0).unsqueeze(2).to(x.scalar_type());
  const Tensor all = causal_bias(attention_mask, length, x),
               near = causal_bias(attention_mask, length, x, config_.sliding_window);
  std::optional<LlamaRotary> rotaries[2];  // of layers with a window, and of the others
  for (size_t i = 0; i < layers_.size(); ++i) {
    sink(static_cast<int64_t>(i), x * kept);
    const Layer& how = config_.layers[i];
    std::optional<LlamaRotary>& table = rotaries[how.full ? 1 : 0];
    if (!table) table = gemma_rotary(how, length, x);
    GemmaLayer& layer = layers_[i];
    const Tensor& bias = how.full ? all : near;
    const auto run = [&layer, bias, rotary = *table](const nn::Tensors& in) {
      return nn::Tensors{layer.forward(in[0], bias, rotary)};
    };
    x = nn::run_block(runner, {i, layer, {x}, run}).front();
  }
  sink(static_cast<int64_t>(layers_.size()), norm_.forward(x) * kept);
}

}  // namespace fw::encoders
