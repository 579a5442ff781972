// SPDX-License-Identifier: Apache-2.0
#include "families/mochi/transformer.h"

#include <cmath>

#include "nn/activation_operators.h"
#include "nn/config_reader.h"
#include "tensor/copy_stream.h"
#include "tensor/dry_run.h"

namespace fw::families {
namespace {

using torch::Tensor;
using torch::TensorOptions;

constexpr double norm_eps = 1e-6, head_norm_eps = 1e-5;
constexpr int64_t pool_heads = 8;        // independent of the transformer's heads
constexpr double masked_score = -10000;  // added to masked scores: low enough that nothing of them remains
constexpr double position_plane = 192;   // side of the square to whose area a clip's plane is scaled

nn::NormOf token_norm() {
  return {kernels::Norm::rms, norm_eps, {}, {}};
}

/// rms(x) (1 + scale). @param scale  [B, 1, width]
Tensor scaled(const Tensor& x, const Tensor& scale) {
  return nn::norm_modulated(x, token_norm(), {scale, {}});
}

/// Selects one sample of the batch. @param counting  indices of its valid tokens; undefined: all
nn::Stream sample_of(nn::Stream stream, int64_t sample, const Tensor& counting) {
  for (Tensor* x : {&stream.q, &stream.k, &stream.v}) {
    if (x->size(0) > 1) *x = x->narrow(0, sample, 1);
    if (counting.defined()) *x = x->index_select(1, counting);
  }
  return stream;
}

Tensor of_samples(const std::vector<Tensor>& samples) {
  return samples.size() == 1 ? samples.front() : torch::cat(samples);
}

int64_t feed_forward_width(int64_t width) {
  return 4 * width * 2 / 3;
}

/// Learned angles, different for each head, and therefore differentiable. @param positions  [S, 3]
/// @return  all heads concatenated, in the layout of a token's pairs
nn::RotaryTable rotary_of(const Tensor& frequencies, const Tensor& positions, bool trained) {
  const Tensor angles = torch::matmul(positions, frequencies.to(torch::kFloat32).flatten(1));
  return {torch::view_as_complex(torch::stack({angles.cos(), angles.sin()}, -1)), trained};
}

/// Centers of `count` cells that span `length` around 0.
Tensor cell_centres(int64_t count, double length) {
  const Tensor edges = torch::linspace(-length / 2, length / 2, count + 1, torch::kFloat32);
  return (edges.narrow(0, 0, count) + edges.narrow(0, 1, count)) / 2;
}

}  // namespace

MochiTransformerConfig MochiTransformerConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "transformer/config.json");
  MochiTransformerConfig c;
  c.patch_size = read.size("patch_size", c.patch_size);
  c.num_attention_heads = read.size("num_attention_heads", c.num_attention_heads);
  c.attention_head_dim = read.size("attention_head_dim", c.attention_head_dim);
  c.num_layers = read.size("num_layers", c.num_layers);
  c.pooled_projection_dim = read.size("pooled_projection_dim", c.pooled_projection_dim);
  c.in_channels = read.size("in_channels", c.in_channels);
  c.out_channels = read.optional_size("out_channels").value_or(c.in_channels);
  c.text_embed_dim = read.size("text_embed_dim", c.text_embed_dim);
  c.time_embed_dim = read.size("time_embed_dim", c.time_embed_dim);
  c.max_sequence_length = read.size("max_sequence_length", c.max_sequence_length);
  read.expect("activation_fn", "swiglu", "swiglu");
  read.expect("qk_norm", "rms_norm", "rms_norm");
  read.require(c.attention_head_dim % 2 == 0, "attention_head_dim is odd");
  read.require(c.text_embed_dim % pool_heads == 0, "text_embed_dim is no multiple of 8");
  read.require(c.out_channels == c.in_channels, "out_channels differs from in_channels");
  read.finish();
  return c;
}

Tensor mochi_positions(int64_t frames, int64_t height, int64_t width) {
  const auto h = static_cast<double>(height), w = static_cast<double>(width);
  const double scale = std::sqrt(position_plane * position_plane / (h * w));
  const auto grid = torch::meshgrid({torch::arange(frames, torch::kFloat32), cell_centres(height, h * scale),
                                     cell_centres(width, w * scale)},
                                    "ij");
  return torch::stack(grid, -1).flatten(0, 2);
}

MochiAttentionPool::MochiAttentionPool(int64_t width, int64_t out_features, const TensorOptions& options)
    : to_kv_(width, 2 * width, nn::Bias::yes, options),
      to_q_(width, width, nn::Bias::yes, options),
      to_out_(width, out_features, nn::Bias::yes, options) {
  add_child("to_kv", to_kv_);
  add_child("to_q", to_q_);
  add_child("to_out", to_out_);
}

Tensor MochiAttentionPool::forward(const Tensor& x, const Tensor& mask) const {
  const Tensor counts = mask.unsqueeze(-1).to(x.scalar_type());  // [B, L, 1]
  const Tensor share = counts / counts.sum(1, /*keepdim=*/true).clamp_min(1);
  const Tensor mean = (x * share).sum(1, /*keepdim=*/true);
  const auto kv = to_kv_.forward(torch::cat({mean, x}, 1))
                      .unflatten(2, {2, pool_heads, -1})
                      .permute({2, 0, 3, 1, 4})
                      .unbind();
  const Tensor q = to_q_.forward(mean).unflatten(2, {pool_heads, -1}).transpose(1, 2);  // [B, H, 1, d]
  // The mean itself is never masked.
  const Tensor bias = torch::constant_pad_nd(1 - counts.squeeze(-1), {1, 0}) * masked_score;
  // Written out: its heads are wider than the fused kernels support.
  const Tensor scores = torch::matmul(q, kv[0].transpose(2, 3)) / std::sqrt(static_cast<double>(q.size(3)));
  const Tensor found = torch::matmul(torch::softmax(scores + bias.unsqueeze(1).unsqueeze(1), -1), kv[1]);
  return to_out_.forward(found.transpose(1, 2).flatten(1));
}

MochiConditioning::MochiConditioning(const MochiTransformerConfig& config, const TensorOptions& options)
    : time_embed_dim_(config.time_embed_dim),
      timestep_embedder_(config.time_embed_dim, config.inner_dim(), options),
      pooler_(config.text_embed_dim, config.inner_dim(), options),
      caption_proj_(config.text_embed_dim, config.pooled_projection_dim, nn::Bias::yes, options) {
  add_child("timestep_embedder", timestep_embedder_);
  add_child("pooler", pooler_);
  add_child("caption_proj", caption_proj_);
}

MochiConditioning::Result MochiConditioning::forward(const MochiTransformerInput& input) const {
  const Tensor& text = input.encoder_hidden_states;
  const Tensor sinusoids =
      nn::sinusoidal_embedding(input.timestep, time_embed_dim_, nn::SinusoidOrder::cos_sin, 0);
  return {timestep_embedder_.forward(sinusoids.to(text.scalar_type())) +
              pooler_.forward(text, tensor::upload(input.encoder_attention_mask, text.device())),
          caption_proj_.forward(text)};
}

MochiFeedForward::MochiFeedForward(int64_t width, const TensorOptions& options)
    : up_(width, 2 * feed_forward_width(width), nn::Bias::no, options),
      down_(feed_forward_width(width), width, nn::Bias::no, options) {
  add_child("net.0.proj", up_);
  add_child("net.2", down_);
}

Tensor MochiFeedForward::forward(const Tensor& x) const {
  return down_.forward(nn::gated_halves(up_.forward(x), kernels::Activation::silu));
}

MochiAttentionSide::MochiAttentionSide(int64_t width, const MochiTransformerConfig& config,
                                       const Names& names, const TensorOptions& options)
    : heads_(config.num_attention_heads),
      norm_q_(config.attention_head_dim, head_norm_eps, options),
      norm_k_(config.attention_head_dim, head_norm_eps, options),
      to_q_(width, config.inner_dim(), nn::Bias::no, options),
      to_k_(width, config.inner_dim(), nn::Bias::no, options),
      to_v_(width, config.inner_dim(), nn::Bias::no, options) {
  add_child(names.norm_q, norm_q_);
  add_child(names.norm_k, norm_k_);
  add_child(names.q, to_q_);
  add_child(names.k, to_k_);
  add_child(names.v, to_v_);
  if (!names.out.empty())
    add_child(names.out, to_out_.emplace(config.inner_dim(), width, nn::Bias::yes, options));
}

nn::Stream MochiAttentionSide::stream(const Tensor& x, const nn::RotaryTable& rotary) const {
  const nn::SharedInput input(x, {&to_q_, &to_k_, &to_v_});
  const auto split = [&](const nn::Linear& linear) {
    return input.through(linear).unflatten(-1, {heads_, -1});
  };
  const auto normed = [](const nn::RmsNorm& norm) {
    return nn::NormOf{kernels::Norm::rms, head_norm_eps, norm.weight, {}};
  };
  return {{split(to_q_), split(to_k_), split(to_v_)}, normed(norm_q_), normed(norm_k_), rotary};
}

MochiBlock::MochiBlock(const MochiTransformerConfig& config, Text text, const TensorOptions& options)
    : text_(text),
      norm1_(config.inner_dim(), 4 * config.inner_dim(), nn::Bias::yes, options),
      norm1_context_(config.inner_dim(), (text == Text::both_ways ? 4 : 1) * config.pooled_projection_dim,
                     nn::Bias::yes, options),
      video_side_(config.inner_dim(), config, {"to_q", "to_k", "to_v", "norm_q", "norm_k", "to_out.0"},
                  options),
      text_side_(config.pooled_projection_dim, config,
                 {"add_q_proj", "add_k_proj", "add_v_proj", "norm_added_q", "norm_added_k",
                  text == Text::both_ways ? "to_add_out" : ""},
                 options),
      ff_(config.inner_dim(), options) {
  add_child("norm1.linear", norm1_);
  add_child(text == Text::both_ways ? "norm1_context.linear" : "norm1_context.linear_1", norm1_context_);
  add_child("attn1", video_side_);
  add_child("attn1", text_side_);
  add_child("ff", ff_);
  if (text == Text::both_ways)
    add_child("ff_context", ff_context_.emplace(config.pooled_projection_dim, options));
}

MochiBlock::Attended MochiBlock::attend(const Tensor& x, const Tensor& context, const nn::RotaryTable& rotary,
                                        const std::vector<MochiSampleTokens>& tokens) const {
  const nn::Stream video = video_side_.stream(x, rotary), text = text_side_.stream(context, {});
  const int64_t own = x.size(1), length = context.size(1);
  std::vector<Tensor> of_video, of_text;
  for (int64_t b = 0; b < x.size(0); ++b) {
    const auto& [all, counting] = tokens[static_cast<size_t>(b)];
    const auto [q, k, v] = nn::heads_of({sample_of(video, b, {}), sample_of(text, b, counting)});
    const int64_t count = q.size(1) - own;
    const auto attended = all.attention(q, k, v).split_with_sizes({own, count}, 1);
    of_video.push_back(attended[0]);
    // Valid tokens come first; the rest of the stream gets zeros.
    of_text.push_back(count == length ? attended[1]
                                      : torch::constant_pad_nd(attended[1], {0, 0, 0, length - count}));
  }
  return {of_samples(of_video), of_samples(of_text)};
}

nn::Tensors MochiBlock::forward(const Tensor& x, const Tensor& context, const Tensor& modulation,
                                const nn::RotaryTable& rotary,
                                const std::vector<MochiSampleTokens>& tokens) const {
  const Tensor activated = torch::silu(modulation);
  const bool goes_on = text_ == Text::both_ways;
  const auto parts = [&](const nn::Linear& linear, int64_t count) {
    return linear.forward(activated).unsqueeze(1).chunk(count, 2);
  };
  const auto m = parts(norm1_, 4);  // scale, gate, and both for the feed-forward
  const auto c = parts(norm1_context_, goes_on ? 4 : 1);
  const Attended attended = attend(scaled(x, m[0]), scaled(context, c[0]), rotary, tokens);
  const auto [y, ff_in] =
      nn::add_normed_and_norm(x, video_side_.out(attended.x), m[1], token_norm(), {m[2], {}});
  Tensor of_video = nn::add_normed(y, ff_.forward(ff_in), m[3], norm_eps);
  if (!goes_on) return {of_video};
  const auto [t, text_ff_in] =
      nn::add_normed_and_norm(context, text_side_.out(attended.context), c[1], token_norm(), {c[2], {}});
  return {of_video, nn::add_normed(t, ff_context_->forward(text_ff_in), c[3], norm_eps)};
}

MochiTransformer::MochiTransformer(const MochiTransformerConfig& config, const TensorOptions& options)
    : config_(config),
      time_embed_(config, options),
      norm_out_(config.inner_dim(), 2 * config.inner_dim(), nn::Bias::yes, options),
      proj_out_(config.inner_dim(), config.patch_size * config.patch_size * config.out_channels,
                nn::Bias::yes, options) {
  const int64_t width = config.inner_dim(), p = config.patch_size;
  add_parameter("pos_frequencies", pos_frequencies_,
                {3, config.num_attention_heads, config.attention_head_dim / 2}, options);
  add_parameter("patch_embed.proj.weight", patch_embed_, {width, config.in_channels, p, p}, options);
  add_parameter("patch_embed.proj.bias", patch_embed_bias_, {width}, options);
  add_child("time_embed", time_embed_);
  for (int64_t i = 0; i < config.num_layers; ++i)
    transformer_blocks_.emplace_back(
        config, i + 1 < config.num_layers ? MochiBlock::Text::both_ways : MochiBlock::Text::only_read,
        options);
  add_child("transformer_blocks", transformer_blocks_);
  add_child("norm_out.linear", norm_out_);
  add_child("proj_out", proj_out_);
}

std::vector<MochiSampleTokens> MochiTransformer::tokens_of_samples(const nn::SharedTokens& shared,
                                                                   int64_t video, const Tensor& mask,
                                                                   torch::Device device) const {
  const int64_t length = mask.size(1);
  std::vector<MochiSampleTokens> tokens(static_cast<size_t>(mask.size(0)), {shared, {}});
  if (tensor::DryRun::active() || mask.is_meta()) return tokens;  // no values to read
  const Tensor on_host = mask.to(torch::kCPU, torch::kBool);
  for (int64_t b = 0; b < mask.size(0); ++b) {
    if (on_host[b].all().item<bool>()) continue;
    MochiSampleTokens& sample = tokens[static_cast<size_t>(b)];
    std::vector<int64_t> counts = shared.counts(0, video);
    int64_t first = 0;  // first text token of each process
    for (size_t i = 0; i < counts.size(); ++i) {
      const int64_t own = shared.counts(video, length)[i];
      counts[i] += on_host[b].narrow(0, first, own).sum().item<int64_t>();
      first += own;
    }
    sample.all = {split(), std::move(counts)};
    sample.text = tensor::upload(shared.own(on_host[b], 0, video).nonzero().flatten(), device);
  }
  return tokens;
}

Tensor MochiTransformer::forward(const MochiTransformerInput& input, const nn::BlockRunner& runner) {
  const Tensor& latents = input.hidden_states;
  const int64_t p = config_.patch_size, frames = latents.size(2);
  const int64_t rows = latents.size(3) / p, columns = latents.size(4) / p;
  const MochiConditioning::Result conditions = time_embed_.forward(input);
  // A convolution whose stride equals its kernel is a linear layer on patches ordered (channel, row, column).
  const Tensor patches =
      latents.unflatten(4, {columns, p}).unflatten(3, {rows, p}).permute({0, 2, 3, 5, 1, 4, 6});
  Tensor x = torch::linear(patches.flatten(4).flatten(1, 3), patch_embed_.flatten(1), patch_embed_bias_);
  const int64_t video = x.size(1);
  const nn::SharedTokens shared(split(), video + conditions.text.size(1));
  const auto tokens = tokens_of_samples(shared, video, input.encoder_attention_mask, latents.device());
  x = shared.own(x, 1);
  Tensor text = shared.own(conditions.text, 1, video);

  const Tensor positions =
      shared.own(tensor::upload(mochi_positions(frames, rows, columns), latents.device()), 0);
  // Recomputed in each block if they are trained, so that gradients pass through checkpoints.
  const bool trained = torch::GradMode::is_enabled() && pos_frequencies_.requires_grad();
  nn::Tensors of_all_blocks{trained ? positions : rotary_of(pos_frequencies_, positions, trained).rotation};
  for (const MochiSampleTokens& sample : tokens) of_all_blocks.push_back(sample.text);
  for (size_t i = 0; i < transformer_blocks_.size(); ++i) {
    MochiBlock& block = transformer_blocks_[i];
    const auto run = [&block, trained, tokens](const nn::Tensors& in) {
      std::vector<MochiSampleTokens> here = tokens;
      for (size_t b = 0; b < here.size(); ++b) here[b].text = in[5 + b];
      return block.forward(in[0], in[1], in[2],
                           trained ? rotary_of(in[3], in[4], trained) : nn::RotaryTable{in[4]}, here);
    };
    auto out = nn::run_block(
        runner, {i, block, {x, text, conditions.modulation, pos_frequencies_}, run, of_all_blocks});
    x = std::move(out[0]);
    if (out.size() > 1) text = std::move(out[1]);
  }
  const auto m = norm_out_.forward(torch::silu(conditions.modulation)).unsqueeze(1).chunk(2, 2);
  x = torch::layer_norm(x, {x.size(2)}, {}, {}, norm_eps) * (1 + m[0]) + m[1];
  return shared.gather(proj_out_.forward(x), 0, video)
      .unflatten(2, {p, p, -1})
      .unflatten(1, {frames, rows, columns})
      .permute({0, 6, 1, 2, 4, 3, 5})
      .flatten(5, 6)
      .flatten(3, 4);
}

}  // namespace fw::families
