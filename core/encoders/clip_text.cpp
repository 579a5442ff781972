// SPDX-License-Identifier: Apache-2.0
#include "encoders/clip_text.h"

#include "encoders/causal_mask.h"
#include "nn/config_reader.h"

namespace fw::encoders {

using torch::Tensor;

namespace {

/// The placeholder that all published models of this class have for the end token.
constexpr int64_t unset_end_token = 2;

}  // namespace

ClipTextConfig ClipTextConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "text_encoder_2/config.json");
  ClipTextConfig c;
  c.vocab_size = read.size("vocab_size", c.vocab_size);
  c.layer.hidden_size = read.size("hidden_size", c.layer.hidden_size);
  c.layer.intermediate_size = read.size("intermediate_size", c.layer.intermediate_size);
  c.num_hidden_layers = read.size("num_hidden_layers", c.num_hidden_layers);
  c.layer.num_attention_heads = read.size("num_attention_heads", c.layer.num_attention_heads);
  c.max_position_embeddings = read.size("max_position_embeddings", c.max_position_embeddings);
  c.eos_token_id = read.count("eos_token_id", c.eos_token_id);
  c.layer.layer_norm_eps = read.number("layer_norm_eps", c.layer.layer_norm_eps);
  read.expect("hidden_act", "quick_gelu", "quick_gelu");
  read.require(c.layer.hidden_size % c.layer.num_attention_heads == 0,
               "hidden_size is not a multiple of num_attention_heads");
  read.finish();
  return c;
}

ClipText::ClipText(const ClipTextConfig& config, const torch::TensorOptions& options)
    : config_(config),
      token_embedding_(config.vocab_size, config.layer.hidden_size, options),
      position_embedding_(config.max_position_embeddings, config.layer.hidden_size, options),
      final_layer_norm_(config.layer.hidden_size, config.layer.layer_norm_eps, nn::Affine::yes, options) {
  add_child("text_model.embeddings.token_embedding", token_embedding_);
  add_child("text_model.embeddings.position_embedding", position_embedding_);
  for (int64_t i = 0; i < config.num_hidden_layers; ++i)
    layers_.emplace_back(config.layer, ClipActivation::quick_gelu, options);
  add_child("text_model.encoder.layers", layers_);
  add_child("text_model.final_layer_norm", final_layer_norm_);
}

ClipTextOutput ClipText::forward(const Tensor& input_ids, const nn::BlockRunner& runner) {
  const int64_t length = input_ids.size(1);
  Tensor x = token_embedding_.forward(input_ids) + position_embedding_.weight.narrow(0, 0, length);
  const Tensor bias = causal_bias({}, length, x);
  for (size_t i = 0; i < layers_.size(); ++i) {
    ClipLayer& layer = layers_[i];
    const auto run = [&layer, bias](const nn::Tensors& in) {
      return nn::Tensors{layer.forward(in[0], bias)};
    };
    x = nn::run_block(runner, {i, layer, {x}, run}).front();
  }
  x = final_layer_norm_.forward(x);
  // The end token has the highest id, and argmax returns the first one, before those used as padding.
  const Tensor is_end = config_.eos_token_id == unset_end_token
                            ? input_ids
                            : input_ids.eq(config_.eos_token_id).to(torch::kInt64);
  const Tensor end = is_end.argmax(1).view({-1, 1, 1}).expand({-1, 1, x.size(2)});
  return {x, x.gather(1, end).squeeze(1)};
}

}  // namespace fw::encoders
