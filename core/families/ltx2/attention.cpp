// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/attention.h"

#include <numbers>

#include "nn/attention.h"
#include "nn/head_operators.h"

namespace fw::families {

namespace {

using torch::Tensor;

constexpr double ltx2_highest_frequency = 10000;
constexpr double ltx2_norm_eps = 1e-6;

nn::Bias ltx2_bias(bool wanted) {
  return wanted ? nn::Bias::yes : nn::Bias::no;
}

/// Moves the two halves of each head next to each other, since rotary tables turn adjacent pairs. Scores do
/// not depend on the order of a head's channels, so nothing has to be moved back.
/// @param x  [.., d]
Tensor paired(const Tensor& x) {
  return x.unflatten(-1, {2, -1}).transpose(-1, -2).flatten(-2);
}

nn::NormOf norm_of(const nn::RmsNorm& norm, int64_t heads, bool turned) {
  const Tensor weight = turned ? paired(norm.weight.unflatten(0, {heads, -1})).flatten() : norm.weight;
  return {kernels::Norm::rms, ltx2_norm_eps, weight, {}};
}

}  // namespace

nn::RotaryTable ltx2_rotary(int64_t width, const Tensor& fraction, torch::Device device) {
  const int64_t axes = fraction.size(-1), count = width / (2 * axes);
  const auto options = torch::TensorOptions(torch::kFloat64);
  const Tensor powers = torch::pow(ltx2_highest_frequency, torch::linspace(0, 1, count, options));
  const Tensor frequency = (powers * (std::numbers::pi / 2)).to(torch::kFloat32);
  const Tensor place = (fraction * 2 - 1).unsqueeze(-2);  // [.., S, 1, axes]
  // [.., S, count, axes]: the frequency is the outer index, the axis the inner one.
  const Tensor angles = (place * frequency.unsqueeze(-1)).flatten(-2).to(torch::kFloat64);
  return nn::rotary_from_angles(torch::constant_pad_nd(angles, {width / 2 - angles.size(-1), 0}), device);
}

Ltx2Attention::Ltx2Attention(const Options& how, const torch::TensorOptions& options)
    : heads_(how.heads),
      norm_q_(how.width(), ltx2_norm_eps, options),
      norm_k_(how.width(), ltx2_norm_eps, options),
      to_q_(how.query(), how.width(), ltx2_bias(how.bias), options),
      to_k_(how.context(), how.width(), ltx2_bias(how.bias), options),
      to_v_(how.context(), how.width(), ltx2_bias(how.bias), options),
      to_out_(how.width(), how.query(), ltx2_bias(how.out_bias), options) {
  add_child("norm_q", norm_q_);
  add_child("norm_k", norm_k_);
  add_child("to_q", to_q_);
  add_child("to_k", to_k_);
  add_child("to_v", to_v_);
  add_child("to_out.0", to_out_);
  if (how.gated)
    add_child("to_gate_logits", to_gate_logits_.emplace(how.query(), how.heads, nn::Bias::yes, options));
}

Tensor Ltx2Attention::out(const Tensor& x, const Tensor& heads) const {
  if (!to_gate_logits_) return to_out_.forward(heads);
  const Tensor gate = 2 * torch::sigmoid(to_gate_logits_->forward(x));  // [B, S, H]
  return to_out_.forward((split_heads(heads) * gate.unsqueeze(-1)).flatten(-2));
}

Tensor Ltx2Attention::forward(const Tensor& x, const nn::RotaryTable& rotary, const nn::SharedTokens& tokens,
                              bool skips) const {
  if (skips) return out(x, to_v_.forward(x));
  const nn::SharedInput input(x, {&to_q_, &to_k_, &to_v_});
  const auto heads = [&](const nn::Linear& layer) { return split_heads(input.through(layer)); };
  const auto [q, k, v] = nn::heads_of({{{paired(heads(to_q_)), paired(heads(to_k_)), heads(to_v_)},
                                        norm_of(norm_q_, heads_, true),
                                        norm_of(norm_k_, heads_, true),
                                        rotary}});
  return out(x, tokens.attention(q, k, v));
}

Tensor Ltx2Attention::forward(const Tensor& x, const Tensor& context) const {
  const nn::SharedInput text(context, {&to_k_, &to_v_});
  const Tensor q = nn::norm_rotated(split_heads(to_q_.forward(x)), norm_of(norm_q_, heads_, false), {}),
               k = nn::norm_rotated(split_heads(text.through(to_k_)), norm_of(norm_k_, heads_, false), {});
  return out(x, nn::attention(q, k, split_heads(text.through(to_v_))));
}

Tensor Ltx2Attention::forward(const Tensor& x, const nn::RotaryTable& rotary, const Other& other) const {
  const nn::SharedInput states(other.states, {&to_k_, &to_v_});
  const auto turned = [&](const Tensor& heads, const nn::RmsNorm& norm, const nn::RotaryTable& table) {
    return nn::norm_rotated(paired(split_heads(heads)), norm_of(norm, heads_, true), table);
  };
  const auto whole = [&](const Tensor& rows) {
    return other.tokens != nullptr ? other.tokens->gather(rows, 0, other.count) : rows;
  };
  const Tensor q = turned(to_q_.forward(x), norm_q_, rotary),
               k = turned(states.through(to_k_), norm_k_, other.rotary);
  return out(x, nn::attention(q, whole(k), whole(split_heads(states.through(to_v_)))));
}

}  // namespace fw::families
