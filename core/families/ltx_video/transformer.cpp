// SPDX-License-Identifier: Apache-2.0
#include "families/ltx_video/transformer.h"

#include <numbers>

#include "nn/attention.h"
#include "nn/config_reader.h"
#include "nn/head_operators.h"

namespace fw::families {
namespace {

using torch::Tensor;

constexpr double masked_score = -10000;         // added to a masked token's score by the published pipeline
constexpr double longest[] = {20, 2048, 2048};  // seconds and pixels spanned by a quarter turn
constexpr double highest_frequency = 10000;
constexpr double head_norm_eps = 1e-5;

nn::Bias bias_if(bool wanted) {
  return wanted ? nn::Bias::yes : nn::Bias::no;
}

/// The norm runs over all heads together, and so does the rotary table, if any.
nn::NormOf head_norm(const nn::RmsNorm& norm) {
  return {kernels::Norm::rms, head_norm_eps, norm.weight, {}};
}

/// x * (1 + scale) + shift. @param x  may be overwritten if autograd does not need it
Tensor ltx_modulate(Tensor x, const Tensor& shift, const Tensor& scale) {
  if (nn::may_write_in_place()) return torch::addcmul_out(x, shift, x, 1 + scale);
  return torch::addcmul(shift, x, 1 + scale);
}

}  // namespace

LtxTransformerConfig LtxTransformerConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "transformer/config.json");
  LtxTransformerConfig c;
  c.in_channels = read.size("in_channels", c.in_channels);
  c.out_channels = read.optional_size("out_channels").value_or(c.in_channels);
  c.num_attention_heads = read.size("num_attention_heads", c.num_attention_heads);
  c.attention_head_dim = read.size("attention_head_dim", c.attention_head_dim);
  c.num_layers = read.size("num_layers", c.num_layers);
  c.caption_channels = read.size("caption_channels", c.caption_channels);
  c.norm_eps = read.number("norm_eps", c.norm_eps);
  c.attention_bias = read.boolean("attention_bias", c.attention_bias);
  c.attention_out_bias = read.boolean("attention_out_bias", c.attention_out_bias);
  read.expect("activation_fn", "gelu-approximate", "gelu-approximate");
  read.expect("norm_elementwise_affine", false, false);
  read.expect("qk_norm", "rms_norm_across_heads", "rms_norm_across_heads");
  read.expect("patch_size", 1, 1);
  read.expect("patch_size_t", 1, 1);
  read.require(read.size("cross_attention_dim", 2048) == c.inner_dim(),
               "cross_attention_dim differs from the width of the network");
  read.require(c.inner_dim() % 2 == 0 && c.inner_dim() >= 6, "the width of the network is odd or too small");
  read.finish();
  return c;
}

Tensor ltx_coordinates(const std::vector<double>& seconds, int64_t height, int64_t width, double row,
                       double column) {
  const auto options = torch::TensorOptions(torch::kFloat64);
  const auto grid = torch::meshgrid({torch::tensor(seconds, options), torch::arange(height, options) * row,
                                     torch::arange(width, options) * column},
                                    "ij");
  return torch::stack(grid, -1).flatten(0, 2);
}

nn::RotaryTable ltx_rotary(int64_t width, const Tensor& coordinates, torch::Device device) {
  const auto options = torch::TensorOptions(torch::kFloat64);
  const int64_t count = width / 6, untouched = width % 6 / 2;
  const Tensor frequency =
      torch::pow(highest_frequency, torch::linspace(0, 1, count, options)) * (std::numbers::pi / 2);
  const Tensor place =
      coordinates.to(torch::kCPU, torch::kFloat64) / torch::tensor(c10::ArrayRef<double>(longest), options);
  // [.., S, count, 3]: the frequency is the outer index, the axis the inner one.
  const Tensor angles = (frequency.unsqueeze(-1) * (2 * place - 1).unsqueeze(-2)).flatten(-2);
  return nn::rotary_from_angles(torch::constant_pad_nd(angles, {untouched, 0}), device);
}

LtxTimestepModulation::LtxTimestepModulation(int64_t width, const torch::TensorOptions& options, int64_t rows)
    : embedder_(width, options), linear_(width, rows * width, nn::Bias::yes, options) {
  add_child("emb", embedder_);
  add_child("linear", linear_);
}

LtxTimestepModulation::Result LtxTimestepModulation::forward(const Tensor& timestep,
                                                             torch::Dtype dtype) const {
  const Tensor embedded = embedder_.forward(timestep.flatten(), dtype).unflatten(0, {timestep.size(0), -1});
  return {linear_.forward(torch::silu(embedded)), embedded};
}

LtxCaptionProjection::LtxCaptionProjection(int64_t in_features, int64_t width,
                                           const torch::TensorOptions& options)
    : linear_1_(in_features, width, nn::Bias::yes, options), linear_2_(width, width, nn::Bias::yes, options) {
  add_child("linear_1", linear_1_);
  add_child("linear_2", linear_2_);
}

Tensor LtxCaptionProjection::forward(const Tensor& x) const {
  return linear_2_.forward(linear_1_.forward_gelu(x));
}

LtxAttention::LtxAttention(const LtxTransformerConfig& config, const torch::TensorOptions& options)
    : heads_(config.num_attention_heads),
      norm_q_(config.inner_dim(), head_norm_eps, options),
      norm_k_(config.inner_dim(), head_norm_eps, options),
      to_q_(config.inner_dim(), config.inner_dim(), bias_if(config.attention_bias), options),
      to_k_(config.inner_dim(), config.inner_dim(), bias_if(config.attention_bias), options),
      to_v_(config.inner_dim(), config.inner_dim(), bias_if(config.attention_bias), options),
      to_out_(config.inner_dim(), config.inner_dim(), bias_if(config.attention_out_bias), options) {
  add_child("norm_q", norm_q_);
  add_child("norm_k", norm_k_);
  add_child("to_q", to_q_);
  add_child("to_k", to_k_);
  add_child("to_v", to_v_);
  add_child("to_out.0", to_out_);
}

Tensor LtxAttention::forward(const Tensor& x, const nn::RotaryTable& rotary,
                             const nn::SharedTokens& tokens) const {
  const nn::SharedInput input(x, {&to_q_, &to_k_, &to_v_});
  const auto heads = [&](const nn::Linear& layer) { return split_heads(input.through(layer)); };
  const auto [q, k, v] = nn::heads_of(
      {{{heads(to_q_), heads(to_k_), heads(to_v_)}, head_norm(norm_q_), head_norm(norm_k_), rotary}});
  return to_out_.forward(tokens.attention(q, k, v));
}

Tensor LtxAttention::forward(const Tensor& x, const Tensor& context, const Tensor& bias) const {
  const nn::SharedInput text(context, {&to_k_, &to_v_});
  const Tensor q = nn::norm_rotated(split_heads(to_q_.forward(x)), head_norm(norm_q_), {}),
               k = nn::norm_rotated(split_heads(text.through(to_k_)), head_norm(norm_k_), {});
  return to_out_.forward(nn::attention(q, k, split_heads(text.through(to_v_)),
                                       bias.defined() ? std::optional(bias) : std::nullopt));
}

LtxBlock::LtxBlock(const LtxTransformerConfig& config, const torch::TensorOptions& options)
    : norm_eps_(config.norm_eps),
      attn1_(config, options),
      attn2_(config, options),
      ff_(config.inner_dim(), 4 * config.inner_dim(), options) {
  add_parameter("scale_shift_table", scale_shift_table_, {6, config.inner_dim()}, options);
  add_child("attn1", attn1_);
  add_child("attn2", attn2_);
  add_child("ff", ff_);
}

Tensor LtxBlock::forward(const Tensor& x, const Tensor& context, const Tensor& modulation, const Tensor& bias,
                         const nn::RotaryTable& rotary, const nn::SharedTokens& tokens) const {
  const auto m = (scale_shift_table_ + modulation.unflatten(-1, {6, -1})).unbind(2);  // each [B, T, D]
  const Tensor &shift = m[0], &scale = m[1], &gate = m[2];
  const Tensor &ff_shift = m[3], &ff_scale = m[4], &ff_gate = m[5];
  const nn::NormOf norm{kernels::Norm::rms, norm_eps_, {}, {}};
  const Tensor y =
      nn::add_gated(x, attn1_.forward(nn::norm_modulated(x, norm, {scale, shift}), rotary, tokens), gate);
  const auto [sum, ff_in] =
      nn::add_gated_and_norm(y, attn2_.forward(y, context, bias), {}, norm, {ff_scale, ff_shift});
  return nn::add_gated(sum, ff_.forward(ff_in), ff_gate);
}

LtxTransformer::LtxTransformer(const LtxTransformerConfig& config, const torch::TensorOptions& options)
    : config_(config),
      proj_in_(config.in_channels, config.inner_dim(), nn::Bias::yes, options),
      time_embed_(config.inner_dim(), options),
      caption_projection_(config.caption_channels, config.inner_dim(), options),
      norm_out_(config.inner_dim(), 1e-6, nn::Affine::no, options),
      proj_out_(config.inner_dim(), config.out_channels, nn::Bias::yes, options) {
  add_parameter("scale_shift_table", scale_shift_table_, {2, config.inner_dim()}, options);
  add_child("proj_in", proj_in_);
  add_child("time_embed", time_embed_);
  add_child("caption_projection", caption_projection_);
  for (int64_t i = 0; i < config.num_layers; ++i) transformer_blocks_.emplace_back(config, options);
  add_child("transformer_blocks", transformer_blocks_);
  add_child("proj_out", proj_out_);
}

Tensor LtxTransformer::forward(const LtxTransformerInput& input, const nn::RotaryTable& rotary,
                               const nn::BlockRunner& runner) {
  const auto dtype = input.hidden_states.scalar_type();
  Tensor bias;
  if (input.encoder_attention_mask.defined())
    bias = ((1 - input.encoder_attention_mask.to(dtype)) * masked_score).unsqueeze(1).unsqueeze(1);
  const nn::SharedTokens tokens(split(), input.hidden_states.size(1));
  const Tensor own_rotary = tokens.own(rotary.rotation, rotary.rotation.dim() - 2);
  const bool time_of_tokens = input.timestep.dim() == 2 && input.timestep.size(1) > 1;
  const auto [modulation, embedded] =
      time_embed_.forward(time_of_tokens ? tokens.own(input.timestep, 1) : input.timestep, dtype);
  const Tensor context = caption_projection_.forward(input.encoder_hidden_states);
  Tensor x = proj_in_.forward(tokens.own(input.hidden_states, 1));
  for (size_t i = 0; i < transformer_blocks_.size(); ++i) {
    LtxBlock& block = transformer_blocks_[i];
    // By value: with checkpointing the block runs again long after this function has returned.
    const auto run = [&block, tokens](const nn::Tensors& in) {
      return nn::Tensors{block.forward(in[0], in[1], in[2], in[3], {in[4]}, tokens)};
    };
    x = nn::run_block(runner, {i, block, {x, context, modulation}, run, {bias, own_rotary}}).front();
  }
  const auto m = (scale_shift_table_ + embedded.unsqueeze(2)).unbind(2);  // each [B, T, D]
  return tokens.gather(proj_out_.forward(ltx_modulate(norm_out_.forward(x), m[0], m[1])), 0,
                       input.hidden_states.size(1));
}

}  // namespace fw::families
