// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video/transformer.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "nn/config_reader.h"

namespace fw::families {

using torch::Tensor;
using torch::TensorOptions;

namespace {

/// [B, 1, L, L]: valid tokens see each other, and every token sees the first one, so no row is fully masked.
Tensor refiner_bias(const Tensor& mask, const Tensor& like) {
  const Tensor counts = mask.ne(0);
  Tensor hidden = (counts.unsqueeze(1) & counts.unsqueeze(2)).eq(0);  // [B, L, L]
  hidden.select(2, 0).fill_(false);
  return torch::zeros(hidden.sizes(), like.options())
      .masked_fill_(hidden, -std::numeric_limits<double>::infinity())
      .unsqueeze(1);
}

/// [B, 1, 1, S + L]: unmasks the latent and each sample's valid text; undefined if no text is masked.
Tensor sequence_bias(const std::vector<int64_t>& lengths, int64_t tokens, int64_t text, const Tensor& like) {
  if (std::ranges::all_of(lengths, [&](int64_t length) { return length == text; })) return {};
  Tensor bias = torch::zeros({std::ssize(lengths), 1, 1, tokens + text}, like.options());
  for (size_t i = 0; i < lengths.size(); ++i)
    bias.select(0, static_cast<int64_t>(i))
        .narrow(2, tokens + lengths[i], text - lengths[i])
        .fill_(-std::numeric_limits<double>::infinity());
  return bias;
}

}  // namespace

HunyuanTransformerConfig HunyuanTransformerConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "transformer/config.json");
  HunyuanTransformerConfig c;
  c.in_channels = read.size("in_channels", c.in_channels);
  c.out_channels = read.optional_size("out_channels").value_or(c.in_channels);
  c.num_attention_heads = read.size("num_attention_heads", c.num_attention_heads);
  c.attention_head_dim = read.size("attention_head_dim", c.attention_head_dim);
  c.num_layers = read.count("num_layers", c.num_layers);
  c.num_single_layers = read.count("num_single_layers", c.num_single_layers);
  c.num_refiner_layers = read.count("num_refiner_layers", c.num_refiner_layers);
  c.mlp_ratio = read.number("mlp_ratio", c.mlp_ratio);
  c.patch_size = read.size("patch_size", c.patch_size);
  c.patch_size_t = read.size("patch_size_t", c.patch_size_t);
  c.guidance_embeds = read.boolean("guidance_embeds", c.guidance_embeds);
  c.text_embed_dim = read.size("text_embed_dim", c.text_embed_dim);
  c.pooled_projection_dim = read.size("pooled_projection_dim", c.pooled_projection_dim);
  c.rope_theta = read.number("rope_theta", c.rope_theta);
  c.rope_axes_dim = read.sizes("rope_axes_dim", c.rope_axes_dim);
  read.expect("qk_norm", "rms_norm", "rms_norm");
  read.expect("image_condition_type", nullptr, nullptr);
  const auto& axes = c.rope_axes_dim;
  read.require(axes.size() == 3 &&
                   std::accumulate(axes.begin(), axes.end(), int64_t{0}) == c.attention_head_dim &&
                   std::ranges::all_of(axes, [](int64_t dim) { return dim % 2 == 0; }),
               "rope_axes_dim is not three even numbers whose sum is attention_head_dim");
  read.require(c.mlp_dim() >= 1, "mlp_ratio is too small");
  read.finish();
  return c;
}

Tensor hunyuan_angles(const HunyuanTransformerConfig& config, const std::vector<double>& frames,
                      int64_t height, int64_t width) {
  const auto& axes = config.rope_axes_dim;
  return nn::rotary_angles_3d(
      {frames, nn::counted(height / config.patch_size), nn::counted(width / config.patch_size)},
      {axes[0], axes[1], axes[2]}, config.rope_theta);
}

nn::RotaryTable hunyuan_rotary(const HunyuanTransformerConfig& config, int64_t frames, int64_t height,
                               int64_t width, int64_t text, torch::Device device) {
  const Tensor angles =
      hunyuan_angles(config, nn::counted(frames / config.patch_size_t), height, width).flatten(0, 2);
  return nn::rotary_from_angles(torch::constant_pad_nd(angles, {0, 0, 0, text}), device);
}

HunyuanTransformer::HunyuanTransformer(const HunyuanTransformerConfig& config, const TensorOptions& options)
    : config_(config),
      x_embedder_(config.in_channels, config.inner_dim(),
                  {config.patch_size_t, config.patch_size, config.patch_size}, options),
      refiner_(config, options),
      time_text_embed_(config.pooled_projection_dim, config.inner_dim(), config.guidance_embeds, options),
      output_(config, options) {
  add_child("x_embedder.proj", x_embedder_);
  add_child("context_embedder", refiner_);
  add_child("time_text_embed", time_text_embed_);
  for (int64_t i = 0; i < config.num_layers; ++i) transformer_blocks_.emplace_back(config, options);
  add_child("transformer_blocks", transformer_blocks_);
  for (int64_t i = 0; i < config.num_single_layers; ++i)
    single_transformer_blocks_.emplace_back(config, options);
  add_child("single_transformer_blocks", single_transformer_blocks_);
  add_child("", output_);
}

std::vector<std::string> HunyuanTransformer::block_lists() const {
  return {HunyuanTextRefiner::block_list, "transformer_blocks", "single_transformer_blocks"};
}

Tensor HunyuanTransformer::forward(const HunyuanTransformerInput& input, const nn::RotaryTable& rotary,
                                   const nn::BlockRunner& runner) {
  return forward(input, {}, rotary, runner);
}

Tensor HunyuanTransformer::forward(const HunyuanTransformerInput& input, const Beside& beside,
                                   const nn::RotaryTable& rotary, const nn::BlockRunner& runner) {
  const Tensor time = time_text_embed_.forward(input.timestep, input.pooled_projections, input.guidance);
  Tensor x = nn::patch_tokens(x_embedder_, input.hidden_states);
  const int64_t own = x.size(1);
  if (beside.before_latent.defined()) x = torch::cat({beside.before_latent, x}, 1);
  // Text beyond the longest sample is masked everywhere and is not part of the result.
  Tensor text = refiner_
                    .forward(input.encoder_hidden_states, input.encoder_attention_mask,
                             refiner_bias(input.encoder_attention_mask, x), input.timestep, runner)
                    .narrow(1, 0, std::max<int64_t>(1, std::ranges::max(input.text_lengths)));
  std::vector<int64_t> lengths = input.text_lengths;
  if (beside.before_text.defined()) {
    text = torch::cat({beside.before_text, text}, 1);
    for (int64_t& length : lengths) length += beside.before_text.size(1);
  }
  const int64_t tokens = x.size(1), longest = text.size(1);
  const nn::SharedTokens shared(split(), tokens + longest);
  const nn::Tensors of_all_blocks{shared.own(rotary.rotation.narrow(0, 0, tokens + longest), 0),
                                  sequence_bias(lengths, tokens, longest, x)};
  x = shared.own(x, 1);
  text = shared.own(text, 1, tokens);
  nn::Tensors streams = hunyuan_run_blocks(transformer_blocks_, refiner_.size(),
                                           {std::exchange(x, {}), std::exchange(text, {})}, time, shared,
                                           of_all_blocks, runner);
  x = torch::cat(std::exchange(streams, {}), 1);
  size_t index = refiner_.size() + transformer_blocks_.size();
  for (size_t i = 0; i < single_transformer_blocks_.size(); ++i) {
    HunyuanSingleBlock& block = single_transformer_blocks_[i];
    // By value: with checkpointing the block runs again long after this function has returned.
    const auto run = [&block, shared](const nn::Tensors& in) {
      return nn::Tensors{block.forward(in[0], in[1], hunyuan_sequence(shared, {in[2], in[3]}))};
    };
    x = nn::run_block(runner, {index++, block, {x, time}, run, of_all_blocks}).front();
  }
  const int64_t before = shared.own_count(0, tokens - own), kept = shared.own_count(tokens - own, own);
  const Tensor out = output_.forward(x.narrow(1, before, kept), time);
  return output_.from_patches(shared.gather(out, tokens - own, own), input.hidden_states);
}

}  // namespace fw::families
