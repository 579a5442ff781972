// SPDX-License-Identifier: Apache-2.0
#include "encoders/t5_encoder.h"

#include <cmath>

#include "encoders/causal_mask.h"
#include "nn/activation_operators.h"
#include "nn/attention.h"
#include "nn/config_reader.h"

namespace fw::encoders {

using torch::Tensor;

namespace {

/// The bucket of a distance: exact nearby, logarithmic further out, half of the buckets for each direction.
int64_t bucket_of(int64_t distance, int64_t buckets, int64_t max_distance) {
  const int64_t half = buckets / 2, exact = half / 2;
  const int64_t offset = distance > 0 ? half : 0, n = std::abs(distance);
  if (n < exact) return offset + n;
  // In float32, like transformers, since the results are truncated to integers.
  const float ratio =
      std::log(static_cast<float>(n) / static_cast<float>(exact)) /
      static_cast<float>(std::log(static_cast<double>(max_distance) / static_cast<double>(exact)));
  const auto far = exact + static_cast<int64_t>(ratio * static_cast<float>(half - exact));
  return offset + std::min(far, half - 1);
}

}  // namespace

T5EncoderConfig T5EncoderConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "text_encoder/config.json");
  T5EncoderConfig c;
  c.vocab_size = read.size("vocab_size", c.vocab_size);
  c.d_model = read.size("d_model", c.d_model);
  c.d_kv = read.size("d_kv", c.d_kv);
  c.d_ff = read.size("d_ff", c.d_ff);
  c.num_layers = read.size("num_layers", c.num_layers);
  c.num_heads = read.size("num_heads", c.num_heads);
  c.relative_attention_num_buckets =
      read.size("relative_attention_num_buckets", c.relative_attention_num_buckets);
  c.relative_attention_max_distance =
      read.size("relative_attention_max_distance", c.relative_attention_max_distance);
  c.layer_norm_epsilon = read.number("layer_norm_epsilon", c.layer_norm_epsilon);
  c.bias_in_every_layer = read.text("model_type", "t5") == "umt5";
  read.expect("feed_forward_proj", "gated-gelu", "relu");
  read.require(c.relative_attention_num_buckets >= 4 &&
                   c.relative_attention_max_distance > c.relative_attention_num_buckets / 4,
               "relative_attention_num_buckets and relative_attention_max_distance do not fit");
  read.finish();
  return c;
}

T5Attention::T5Attention(const T5EncoderConfig& config, bool with_bias_table,
                         const torch::TensorOptions& options)
    : heads_(config.num_heads),
      buckets_(config.relative_attention_num_buckets),
      max_distance_(config.relative_attention_max_distance),
      q_(config.d_model, config.num_heads * config.d_kv, nn::Bias::no, options),
      k_(config.d_model, config.num_heads * config.d_kv, nn::Bias::no, options),
      v_(config.d_model, config.num_heads * config.d_kv, nn::Bias::no, options),
      o_(config.num_heads * config.d_kv, config.d_model, nn::Bias::no, options) {
  add_child("q", q_);
  add_child("k", k_);
  add_child("v", v_);
  add_child("o", o_);
  if (with_bias_table)
    add_child("relative_attention_bias", relative_attention_bias_.emplace(buckets_, heads_, options));
}

Tensor T5Attention::forward(const Tensor& x, const Tensor& bias) const {
  const auto heads = [&](const nn::Linear& linear) { return linear.forward(x).unflatten(-1, {heads_, -1}); };
  return o_.forward(nn::attention(heads(q_), heads(k_), heads(v_), bias, /*scale=*/1.0));
}

Tensor T5Attention::position_bias(int64_t length) const {
  std::vector<int64_t> buckets;  // of the distances -(length - 1) .. length - 1
  for (int64_t distance = 1 - length; distance < length; ++distance)
    buckets.push_back(bucket_of(distance, buckets_, max_distance_));
  const torch::Device device = relative_attention_bias_->weight.device();
  const Tensor by_distance =
      relative_attention_bias_->forward(torch::tensor(buckets, torch::kInt64).to(device))
          .t();  // [H, 2 L - 1]
  const Tensor position = torch::arange(length, torch::TensorOptions(torch::kInt64).device(device));
  const Tensor index = position.unsqueeze(0) - position.unsqueeze(1) + (length - 1);  // key - query
  return by_distance.index_select(1, index.flatten()).view({1, heads_, length, length});
}

T5GatedFeedForward::T5GatedFeedForward(const T5EncoderConfig& config, const torch::TensorOptions& options)
    : wi_0_(config.d_model, config.d_ff, nn::Bias::no, options),
      wi_1_(config.d_model, config.d_ff, nn::Bias::no, options),
      wo_(config.d_ff, config.d_model, nn::Bias::no, options) {
  add_child("wi_0", wi_0_);
  add_child("wi_1", wi_1_);
  add_child("wo", wo_);
}

Tensor T5GatedFeedForward::forward(const Tensor& x) const {
  return wo_.forward(nn::gated(wi_0_.forward(x), wi_1_.forward(x), kernels::Activation::gelu_tanh));
}

T5Block::T5Block(const T5EncoderConfig& config, bool with_bias_table, const torch::TensorOptions& options)
    : attention_(config, with_bias_table, options),
      attention_norm_(config.d_model, config.layer_norm_epsilon, options),
      feed_forward_(config, options),
      feed_forward_norm_(config.d_model, config.layer_norm_epsilon, options) {
  add_child("layer.0.SelfAttention", attention_);
  add_child("layer.0.layer_norm", attention_norm_);
  add_child("layer.1.DenseReluDense", feed_forward_);
  add_child("layer.1.layer_norm", feed_forward_norm_);
}

Tensor T5Block::forward(const Tensor& x, const Tensor& bias) const {
  const Tensor y = x + attention_.forward(attention_norm_.forward(x), bias);
  return y + feed_forward_.forward(feed_forward_norm_.forward(y));
}

T5Encoder::T5Encoder(const T5EncoderConfig& config, const torch::TensorOptions& options)
    : config_(config),
      shared_(config.vocab_size, config.d_model, options),
      final_layer_norm_(config.d_model, config.layer_norm_epsilon, options) {
  add_child("shared", shared_);
  for (int64_t i = 0; i < config.num_layers; ++i)
    blocks_.emplace_back(config, /*with_bias_table=*/i == 0 || config.bias_in_every_layer, options);
  add_child("encoder.block", blocks_);
  add_child("encoder.final_layer_norm", final_layer_norm_);
  add_alias("encoder.embed_tokens.weight", "shared.weight");
}

Tensor T5Encoder::forward(const Tensor& input_ids, const Tensor& attention_mask,
                          const nn::BlockRunner& runner) {
  Tensor x = shared_.forward(input_ids);
  const auto bias_of = [&, device = x.device()](const T5Block& block) {
    // With streaming, the first block may still be on another device.
    const Tensor bias = block.attention().position_bias(input_ids.size(1)).to(device);
    if (!attention_mask.defined()) return bias;
    const Tensor hidden = (attention_mask == 0).unsqueeze(1).unsqueeze(1);  // [B, 1, 1, L]
    return bias + hidden.to(bias.scalar_type()) * lowest(bias.scalar_type());
  };
  const Tensor shared_bias = config_.bias_in_every_layer ? Tensor() : bias_of(blocks_[0]);
  for (size_t i = 0; i < blocks_.size(); ++i) {
    T5Block& block = blocks_[i];
    const auto run = [&](const nn::Tensors& in) {
      return nn::Tensors{block.forward(in[0], shared_bias.defined() ? shared_bias : bias_of(block))};
    };
    x = nn::run_block(runner, {i, block, {x}, run}).front();
  }
  return final_layer_norm_.forward(x);
}

}  // namespace fw::encoders
