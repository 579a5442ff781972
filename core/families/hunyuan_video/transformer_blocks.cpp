// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video/transformer.h"
#include "nn/attention.h"

namespace fw::families {

using torch::Tensor;
using torch::TensorOptions;

namespace {

constexpr double hunyuan_eps = 1e-6;
constexpr int64_t hunyuan_sinusoids = 256;
constexpr int64_t refiner_mlp_ratio = 4;  // whatever mlp_ratio is
constexpr HunyuanProjections::Names latent_names{"to_q", "to_k", "to_v", "norm_q", "norm_k"};
constexpr HunyuanProjections::Names text_names{"add_q_proj", "add_k_proj", "add_v_proj", "norm_added_q",
                                               "norm_added_k"};

/// What a condition makes of `linear`: `count` numbers of each channel, [B, 1, D] each.
std::vector<Tensor> modulation(const nn::Linear& linear, const Tensor& time, int64_t count) {
  return linear.forward(torch::silu(time)).unsqueeze(1).chunk(count, -1);
}

/// norm(x) * (1 + scale) + shift.
Tensor modulated(const nn::LayerNorm& norm, const Tensor& x, const Tensor& shift, const Tensor& scale) {
  Tensor normed = norm.forward(x);
  if (nn::may_write_in_place()) return torch::addcmul_out(normed, shift, normed, 1 + scale);
  return torch::addcmul(shift, normed, 1 + scale);
}

/// x + gate * change. @param x  is overwritten where it is the block's own and autograd does not need it
Tensor add_gated(Tensor x, const Tensor& change, const Tensor& gate, bool own) {
  if (own && nn::may_write_in_place()) return x.addcmul_(change, gate);
  return torch::addcmul(x, change, gate);
}

Tensor attend(const Tensor& q, const Tensor& k, const Tensor& v, const HunyuanSequence& sequence) {
  const nn::RotaryTable& table = sequence.rotary;
  return sequence.tokens.attention(nn::apply_rotary(q, table), nn::apply_rotary(k, table), v, sequence.bias);
}

}  // namespace

HunyuanTextProjection::HunyuanTextProjection(int64_t in_features, int64_t width, const TensorOptions& options)
    : linear_1_(in_features, width, nn::Bias::yes, options), linear_2_(width, width, nn::Bias::yes, options) {
  add_child("linear_1", linear_1_);
  add_child("linear_2", linear_2_);
}

Tensor HunyuanTextProjection::forward(const Tensor& x) const {
  return linear_2_.forward(torch::silu(linear_1_.forward(x)));
}

HunyuanConditionEmbedding::HunyuanConditionEmbedding(int64_t pooled_width, int64_t width, bool with_guidance,
                                                     const TensorOptions& options)
    : timestep_embedder_(width, options), text_embedder_(pooled_width, width, options) {
  add_child("", timestep_embedder_);
  add_child("text_embedder", text_embedder_);
  if (with_guidance)
    add_child("guidance_embedder", guidance_embedder_.emplace(hunyuan_sinusoids, width, options));
}

Tensor HunyuanConditionEmbedding::forward(const Tensor& timestep, const Tensor& pooled,
                                          const Tensor& guidance) const {
  const auto dtype = pooled.scalar_type();
  Tensor sum = timestep_embedder_.forward(timestep, dtype);
  if (guidance_embedder_)
    sum = sum +
          guidance_embedder_->forward(
              nn::sinusoidal_embedding(guidance, hunyuan_sinusoids, nn::SinusoidOrder::cos_sin, 0).to(dtype));
  return sum + text_embedder_.forward(pooled);
}

HunyuanRefinerBlock::HunyuanRefinerBlock(const HunyuanTransformerConfig& config, const TensorOptions& options)
    : heads_(config.num_attention_heads),
      norm1_(config.inner_dim(), hunyuan_eps, nn::Affine::yes, options),
      to_q_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      to_k_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      to_v_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      to_out_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      norm2_(config.inner_dim(), hunyuan_eps, nn::Affine::yes, options),
      up_(config.inner_dim(), refiner_mlp_ratio * config.inner_dim(), nn::Bias::yes, options),
      down_(refiner_mlp_ratio * config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      gates_(config.inner_dim(), 2 * config.inner_dim(), nn::Bias::yes, options) {
  add_child("norm1", norm1_);
  add_child("attn.to_q", to_q_);
  add_child("attn.to_k", to_k_);
  add_child("attn.to_v", to_v_);
  add_child("attn.to_out.0", to_out_);
  add_child("norm2", norm2_);
  add_child("ff.net.0.proj", up_);
  add_child("ff.net.2", down_);
  add_child("norm_out.linear", gates_);
}

Tensor HunyuanRefinerBlock::forward(const Tensor& text, const Tensor& time, const Tensor& bias) const {
  const auto gates = modulation(gates_, time, 2);
  const Tensor normed = norm1_.forward(text);
  const nn::SharedInput input(normed, {&to_q_, &to_k_, &to_v_});
  const auto heads = [&](const nn::Linear& linear) {
    return input.through(linear).unflatten(-1, {heads_, -1});
  };
  const Tensor attended = to_out_.forward(nn::attention(heads(to_q_), heads(to_k_), heads(to_v_), bias));
  const Tensor x = torch::addcmul(text, attended, gates[0]);
  return torch::addcmul(x, down_.forward(torch::silu(up_.forward(norm2_.forward(x)))), gates[1]);
}

HunyuanProjections::HunyuanProjections(const HunyuanTransformerConfig& config, const Names& names,
                                       const TensorOptions& options)
    : heads_(config.num_attention_heads),
      to_q_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      to_k_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      to_v_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      norm_q_(config.attention_head_dim, hunyuan_eps, options),
      norm_k_(config.attention_head_dim, hunyuan_eps, options) {
  add_child(names.q, to_q_);
  add_child(names.k, to_k_);
  add_child(names.v, to_v_);
  add_child(names.norm_q, norm_q_);
  add_child(names.norm_k, norm_k_);
}

HunyuanProjections::Result HunyuanProjections::forward(const Tensor& x) const {
  const nn::SharedInput input(x, {&to_q_, &to_k_, &to_v_});
  const auto heads = [&](const nn::Linear& linear) {
    return input.through(linear).unflatten(-1, {heads_, -1});
  };
  return {norm_q_.forward(heads(to_q_)), norm_k_.forward(heads(to_k_)), heads(to_v_)};
}

HunyuanDoubleBlock::HunyuanDoubleBlock(const HunyuanTransformerConfig& config, const TensorOptions& options)
    : norm1_(config.inner_dim(), 6 * config.inner_dim(), nn::Bias::yes, options),
      norm1_context_(config.inner_dim(), 6 * config.inner_dim(), nn::Bias::yes, options),
      latent_(config, latent_names, options),
      text_(config, text_names, options),
      to_out_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      to_add_out_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      norm_(config.inner_dim(), hunyuan_eps, nn::Affine::no, options),
      ff_(config.inner_dim(), config.mlp_dim(), options),
      ff_context_(config.inner_dim(), config.mlp_dim(), options) {
  add_child("norm1.linear", norm1_);
  add_child("norm1_context.linear", norm1_context_);
  add_child("attn", latent_);
  add_child("attn", text_);
  add_child("attn.to_out.0", to_out_);
  add_child("attn.to_add_out", to_add_out_);
  add_child("ff", ff_);
  add_child("ff_context", ff_context_);
}

nn::Tensors HunyuanDoubleBlock::forward(const Tensor& latent, const Tensor& text, const Tensor& time,
                                        const HunyuanSequence& sequence) const {
  const auto m = modulation(norm1_, time, 6), c = modulation(norm1_context_, time, 6);
  const int64_t tokens = latent.size(1), length = text.size(1);
  const auto [q, k, v] = latent_.forward(modulated(norm_, latent, m[0], m[1]));
  const auto [text_q, text_k, text_v] = text_.forward(modulated(norm_, text, c[0], c[1]));
  const Tensor attended =
      attend(torch::cat({q, text_q}, 1), torch::cat({k, text_k}, 1), torch::cat({v, text_v}, 1), sequence);
  Tensor x = add_gated(latent, to_out_.forward(attended.narrow(1, 0, tokens)), m[2], /*own=*/false);
  Tensor y = add_gated(text, to_add_out_.forward(attended.narrow(1, tokens, length)), c[2], /*own=*/false);
  x = add_gated(x, ff_.forward(modulated(norm_, x, m[3], m[4])), m[5], /*own=*/true);
  y = add_gated(y, ff_context_.forward(modulated(norm_, y, c[3], c[4])), c[5], /*own=*/true);
  return {x, y};
}

HunyuanSingleBlock::HunyuanSingleBlock(const HunyuanTransformerConfig& config, const TensorOptions& options)
    : modulation_(config.inner_dim(), 3 * config.inner_dim(), nn::Bias::yes, options),
      projections_(config, latent_names, options),
      proj_mlp_(config.inner_dim(), config.mlp_dim(), nn::Bias::yes, options),
      proj_out_(config.inner_dim() + config.mlp_dim(), config.inner_dim(), nn::Bias::yes, options),
      norm_(config.inner_dim(), hunyuan_eps, nn::Affine::no, options) {
  add_child("attn", projections_);
  add_child("norm.linear", modulation_);
  add_child("proj_mlp", proj_mlp_);
  add_child("proj_out", proj_out_);
}

Tensor HunyuanSingleBlock::forward(const Tensor& x, const Tensor& time,
                                   const HunyuanSequence& sequence) const {
  const auto m = modulation(modulation_, time, 3);
  const Tensor normed = modulated(norm_, x, m[0], m[1]);
  Tensor attended;
  {
    const auto [q, k, v] = projections_.forward(normed);
    attended = attend(q, k, v, sequence);
  }
  const Tensor inner = proj_mlp_.forward_gelu(normed);
  return add_gated(x, proj_out_.forward(torch::cat({attended, inner}, 2)), m[2], /*own=*/false);
}

}  // namespace fw::families
