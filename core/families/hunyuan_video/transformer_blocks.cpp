// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video/transformer.h"
#include "nn/activation_operators.h"
#include "nn/attention.h"

namespace fw::families {

using torch::Tensor;
using torch::TensorOptions;

namespace {

constexpr double hunyuan_eps = 1e-6;
constexpr int64_t hunyuan_sinusoids = 256;
constexpr int64_t refiner_mlp_ratio = 4;  // regardless of mlp_ratio
constexpr HunyuanProjections::Names latent_names{"to_q", "to_k", "to_v", "norm_q", "norm_k"};
constexpr HunyuanProjections::Names text_names{"add_q_proj", "add_k_proj", "add_v_proj", "norm_added_q",
                                               "norm_added_k"};

/// Projects a condition to `count` modulation values per channel, each [B, 1, D].
std::vector<Tensor> modulation(const nn::Linear& linear, const Tensor& time, int64_t count) {
  return linear.forward(torch::silu(time)).unsqueeze(1).chunk(count, -1);
}

/// The norm used by all blocks; it has no weights.
nn::NormOf block_norm() {
  return {kernels::Norm::layer, hunyuan_eps, {}, {}};
}

nn::NormOf affine(const nn::LayerNorm& norm) {
  return {kernels::Norm::layer, hunyuan_eps, norm.weight, norm.bias};
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
  const nn::SharedInput input(nn::norm_modulated(text, affine(norm1_), {}), {&to_q_, &to_k_, &to_v_});
  const auto heads = [&](const nn::Linear& linear) {
    return input.through(linear).unflatten(-1, {heads_, -1});
  };
  const Tensor attended = to_out_.forward(nn::attention(heads(to_q_), heads(to_k_), heads(to_v_), bias));
  const auto [x, ff_in] = nn::add_gated_and_norm(text, attended, gates[0], affine(norm2_), {});
  return nn::add_gated(x, down_.forward(nn::activated(up_.forward(ff_in), kernels::Activation::silu)),
                       gates[1]);
}

HunyuanTextRefiner::HunyuanTextRefiner(const HunyuanTransformerConfig& config, const TensorOptions& options)
    : time_text_embed_(config.text_embed_dim, config.inner_dim(), /*with_guidance=*/false, options),
      proj_in_(config.text_embed_dim, config.inner_dim(), nn::Bias::yes, options) {
  add_child("time_text_embed", time_text_embed_);
  add_child("proj_in", proj_in_);
  for (int64_t i = 0; i < config.num_refiner_layers; ++i) refiner_blocks_.emplace_back(config, options);
  add_child("token_refiner.refiner_blocks", refiner_blocks_);
}

Tensor HunyuanTextRefiner::forward(const Tensor& text, const Tensor& mask, const Tensor& bias,
                                   const Tensor& timestep, const nn::BlockRunner& runner) {
  const Tensor weights = mask.to(torch::kFloat32).unsqueeze(-1);
  const Tensor pooled = ((text * weights).sum(1) / weights.sum(1)).to(text.scalar_type());
  const Tensor time = time_text_embed_.forward(timestep, pooled, {});
  Tensor x = proj_in_.forward(text);
  for (size_t i = 0; i < refiner_blocks_.size(); ++i) {
    HunyuanRefinerBlock& block = refiner_blocks_[i];
    const auto run = [&block](const nn::Tensors& in) {
      return nn::Tensors{block.forward(in[0], in[1], in[2])};
    };
    x = nn::run_block(runner, {i, block, {x, time}, run, {bias}}).front();
  }
  return x;
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

nn::Stream HunyuanProjections::forward(const Tensor& x, const nn::RotaryTable& table) const {
  const nn::SharedInput input(x, {&to_q_, &to_k_, &to_v_});
  const auto heads = [&](const nn::Linear& linear) {
    return input.through(linear).unflatten(-1, {heads_, -1});
  };
  const auto normed = [](const nn::RmsNorm& norm) {
    return nn::NormOf{kernels::Norm::rms, hunyuan_eps, norm.weight, {}};
  };
  return {{heads(to_q_), heads(to_k_), heads(to_v_)}, normed(norm_q_), normed(norm_k_), table};
}

HunyuanDoubleBlock::HunyuanDoubleBlock(const HunyuanTransformerConfig& config, const TensorOptions& options)
    : norm1_(config.inner_dim(), 6 * config.inner_dim(), nn::Bias::yes, options),
      norm1_context_(config.inner_dim(), 6 * config.inner_dim(), nn::Bias::yes, options),
      latent_(config, latent_names, options),
      text_(config, text_names, options),
      to_out_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      to_add_out_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
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
  std::vector<Tensor> attended;  // of latent and text
  {
    const auto [q, k, v] = nn::heads_of(
        {latent_.forward(nn::norm_modulated(latent, block_norm(), {m[1], m[0]}),
                         {sequence.rotary.rotation.narrow(0, 0, tokens)}),
         text_.forward(nn::norm_modulated(text, block_norm(), {c[1], c[0]}), {})});  // text has no position
    attended = sequence.tokens.attention(q, k, v, sequence.bias).split_with_sizes({tokens, length}, 1);
  }
  const auto [x, ff_in] =
      nn::add_gated_and_norm(latent, to_out_.forward(attended[0]), m[2], block_norm(), {m[4], m[3]});
  const auto [y, text_ff_in] =
      nn::add_gated_and_norm(text, to_add_out_.forward(attended[1]), c[2], block_norm(), {c[4], c[3]});
  return {nn::add_gated(x, ff_.forward(ff_in), m[5]),
          nn::add_gated(y, ff_context_.forward(text_ff_in), c[5])};
}

HunyuanSequence hunyuan_sequence(const nn::SharedTokens& tokens, const nn::Tensors& of_all_blocks) {
  const Tensor& bias = of_all_blocks[1];
  return {tokens, {of_all_blocks[0]}, bias.defined() ? std::optional(bias) : std::nullopt};
}

nn::Tensors hunyuan_run_blocks(nn::ModuleList<HunyuanDoubleBlock>& blocks, size_t first, nn::Tensors streams,
                               const Tensor& time, const nn::SharedTokens& tokens,
                               const nn::Tensors& of_all_blocks, const nn::BlockRunner& runner) {
  for (size_t i = 0; i < blocks.size(); ++i) {
    HunyuanDoubleBlock& block = blocks[i];
    // By value: with checkpointing the block runs again long after this function has returned.
    const auto run = [&block, tokens](const nn::Tensors& in) {
      return block.forward(in[0], in[1], in[2], hunyuan_sequence(tokens, {in[3], in[4]}));
    };
    streams = nn::run_block(runner, {first + i, block, {streams[0], streams[1], time}, run, of_all_blocks});
  }
  return streams;
}

HunyuanOutput::HunyuanOutput(const HunyuanTransformerConfig& config, const TensorOptions& options)
    : patch_size_(config.patch_size),
      patch_size_t_(config.patch_size_t),
      norm_out_(config.inner_dim(), 2 * config.inner_dim(), nn::Bias::yes, options),
      norm_(config.inner_dim(), hunyuan_eps, nn::Affine::no, options),
      proj_out_(config.inner_dim(), patch_size_t_ * patch_size_ * patch_size_ * config.out_channels,
                nn::Bias::yes, options) {
  add_child("norm_out.linear", norm_out_);
  add_child("proj_out", proj_out_);
}

Tensor HunyuanOutput::forward(const Tensor& x, const Tensor& time) const {
  const auto m = modulation(norm_out_, time, 2);  // scale, shift
  return proj_out_.forward(torch::addcmul(m[1], norm_.forward(x), 1 + m[0]));
}

Tensor HunyuanOutput::from_patches(const Tensor& x, const Tensor& like) const {
  const int64_t t = patch_size_t_, p = patch_size_;
  return x.unflatten(2, {-1, t, p, p})
      .unflatten(1, {like.size(2) / t, like.size(3) / p, like.size(4) / p})
      .permute({0, 4, 1, 5, 2, 6, 3, 7})
      .flatten(6, 7)
      .flatten(4, 5)
      .flatten(2, 3);
}

HunyuanSingleBlock::HunyuanSingleBlock(const HunyuanTransformerConfig& config, const TensorOptions& options)
    : modulation_(config.inner_dim(), 3 * config.inner_dim(), nn::Bias::yes, options),
      projections_(config, latent_names, options),
      proj_mlp_(config.inner_dim(), config.mlp_dim(), nn::Bias::yes, options),
      proj_out_(config.inner_dim() + config.mlp_dim(), config.inner_dim(), nn::Bias::yes, options) {
  add_child("attn", projections_);
  add_child("norm.linear", modulation_);
  add_child("proj_mlp", proj_mlp_);
  add_child("proj_out", proj_out_);
}

Tensor HunyuanSingleBlock::forward(const Tensor& x, const Tensor& time,
                                   const HunyuanSequence& sequence) const {
  const auto m = modulation(modulation_, time, 3);
  const Tensor normed = nn::norm_modulated(x, block_norm(), {m[1], m[0]});
  Tensor attended;
  {
    const auto [q, k, v] = nn::heads_of({projections_.forward(normed, sequence.rotary)});
    attended = sequence.tokens.attention(q, k, v, sequence.bias);
  }
  const Tensor inner = proj_mlp_.forward_gelu(normed);
  return nn::add_gated(x, proj_out_.forward(torch::cat({attended, inner}, 2)), m[2]);
}

}  // namespace fw::families
