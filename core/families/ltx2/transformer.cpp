// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/transformer.h"

#include "catalog/ltx2_parts.h"
#include "nn/config_reader.h"

namespace fw::families {

namespace {

using torch::Tensor;

constexpr double cell_pixels = 32;  // per latent, along rows and columns
constexpr double cell_frames = 8;

/// Frame, row and column of each token, and one more: float32 [3, S, 2].
Tensor token_cells(int64_t frames, int64_t height, int64_t width) {
  const auto count = [](int64_t n) { return torch::arange(n, torch::kFloat32); };
  const Tensor start =
      torch::stack(torch::meshgrid({count(frames), count(height), count(width)}, "ij")).flatten(1);
  const Tensor scale = torch::tensor({cell_frames, cell_pixels, cell_pixels}, torch::kFloat32);
  return torch::stack({start, start + 1}, -1) * scale.view({3, 1, 1});
}

Ltx2Attention::Options attention_of(const Ltx2TransformerConfig& config) {
  return {.heads = config.num_attention_heads,
          .head_dim = config.attention_head_dim,
          .bias = config.attention_bias,
          .out_bias = config.attention_out_bias,
          .gated = config.gated_attention};
}

/// Values of a sound stream's settings that this network reads past, so that a wrong type is still noticed.
void read_unused(nn::ConfigReader& read) {
  read.expect("timestep_scale_multiplier", 1000, 1000);
  read.expect("causal_offset", 1, 1);
  read.expect("vae_scale_factors", nlohmann::json{8, 32, 32}, nlohmann::json{8, 32, 32});
}

}  // namespace

Ltx2TransformerConfig Ltx2TransformerConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "transformer/config.json");
  Ltx2TransformerConfig c;
  c.in_channels = read.size("in_channels", c.in_channels);
  c.out_channels = read.optional_size("out_channels").value_or(c.in_channels);
  c.num_attention_heads = read.size("num_attention_heads", c.num_attention_heads);
  c.attention_head_dim = read.size("attention_head_dim", c.attention_head_dim);
  c.num_layers = read.size("num_layers", c.num_layers);
  c.caption_channels = read.size("caption_channels", c.caption_channels);
  c.norm_eps = read.number("norm_eps", c.norm_eps);
  c.attention_bias = read.boolean("attention_bias", c.attention_bias);
  c.attention_out_bias = read.boolean("attention_out_bias", c.attention_out_bias);
  c.ff_bias = read.boolean("ff_bias", c.ff_bias);
  c.projects_captions = read.boolean("use_prompt_embeddings", c.projects_captions);
  c.gated_attention = read.boolean("gated_attn", c.gated_attention);
  c.modulates_text = read.boolean("cross_attn_mod", c.modulates_text);
  c.marks_keyframes = read.boolean("use_keyframes_abs_pos_embedding", c.marks_keyframes);
  c.longest_seconds = read.number("pos_embed_max_pos", c.longest_seconds);
  c.base_height = read.number("base_height", c.base_height);
  c.base_width = read.number("base_width", c.base_width);
  read.expect("activation_fn", "gelu-approximate", "gelu-approximate");
  read.expect("norm_elementwise_affine", false, false);
  read.expect("qk_norm", "rms_norm_across_heads", "rms_norm_across_heads");
  read.expect("patch_size", 1, 1);
  read.expect("patch_size_t", 1, 1);
  read.expect("rope_type", "split", "split");
  read.expect("rope_double_precision", true, true);
  read.expect("rope_theta", 10000.0, 10000.0);
  read_unused(read);
  read.require(read.size("cross_attention_dim", 4096) == c.inner_dim(),
               "cross_attention_dim differs from the width of the network");
  read.require(c.attention_head_dim % 2 == 0 && c.inner_dim() >= 6,
               "attention_head_dim is odd, or the width of the network too small");
  read.finish();
  return c;
}

Tensor ltx2_bounds(int64_t frames, int64_t height, int64_t width, double fps) {
  Tensor bounds = token_cells(frames, height, width);
  Tensor time = bounds[0];
  time.add_(1 - cell_frames).clamp_min_(0).div_(fps);
  return bounds;
}

Tensor ltx2_condition_bounds(int64_t frames, int64_t height, int64_t width, int64_t start,
                             int64_t pixel_frames, double fps) {
  Tensor bounds = token_cells(frames, height, width);
  Tensor time = bounds[0];
  time.add_(static_cast<double>(start));
  if (pixel_frames == 1) time.select(1, 1).copy_(time.select(1, 0) + 1);
  time.div_(fps);
  return bounds;
}

nn::RotaryTable ltx2_video_rotary(const Ltx2TransformerConfig& config, const Tensor& bounds,
                                  torch::Device device) {
  const Tensor cpu = bounds.to(torch::kCPU, torch::kFloat32);
  const Tensor middle = (cpu.select(-1, 0) + cpu.select(-1, 1)) / 2;  // [.., 3, S]
  const Tensor longest =
      torch::tensor({config.longest_seconds, config.base_height, config.base_width}, torch::kFloat32);
  return ltx2_rotary(config.inner_dim(), (middle / longest.unsqueeze(-1)).transpose(-1, -2), device);
}

Ltx2Block::Ltx2Block(const Ltx2TransformerConfig& config, const torch::TensorOptions& options)
    : norm_eps_(config.norm_eps),
      attn1_(attention_of(config), options),
      attn2_(attention_of(config), options),
      ff_(config.inner_dim(), 4 * config.inner_dim(), options,
          config.ff_bias ? nn::Bias::yes : nn::Bias::no) {
  add_parameter("scale_shift_table", scale_shift_table_, {config.table_rows(), config.inner_dim()}, options);
  if (config.modulates_text)
    add_parameter("prompt_scale_shift_table", prompt_scale_shift_table_, {2, config.inner_dim()}, options);
  add_child("attn1", attn1_);
  add_child("attn2", attn2_);
  add_child("ff", ff_);
}

Tensor Ltx2Block::forward(const Tensor& x, const Tensor& context, const Tensor& modulation,
                          const Tensor& of_text, const nn::RotaryTable& rotary,
                          const nn::SharedTokens& tokens, bool skips) const {
  const int64_t rows = scale_shift_table_.size(0);
  const auto m = (scale_shift_table_ + modulation.unflatten(-1, {rows, -1})).unbind(2);  // each [B, T, D]
  const nn::NormOf norm{kernels::Norm::rms, norm_eps_, {}, {}};
  const Tensor attended = attn1_.forward(nn::norm_modulated(x, norm, {m[1], m[0]}), rotary, tokens, skips);
  const bool is_modulated = prompt_scale_shift_table_.defined();
  Tensor text = context;
  nn::Condition of_query;
  if (is_modulated) {
    const auto t = (prompt_scale_shift_table_ + of_text.unflatten(-1, {2, -1})).unbind(2);  // shift, scale
    text = torch::addcmul(t[0], context, 1 + t[1]);
    of_query = {m[7], m[6]};
  }
  const auto [y, query] = nn::add_gated_and_norm(x, attended, m[2], norm, of_query);
  const auto [sum, ff_in] = nn::add_gated_and_norm(y, attn2_.forward(query, text),
                                                   is_modulated ? m[8] : Tensor(), norm, {m[4], m[3]});
  return nn::add_gated(sum, ff_.forward(ff_in), m[5]);
}

Ltx2Transformer::Ltx2Transformer(const Ltx2TransformerConfig& config, const torch::TensorOptions& options)
    : config_(config),
      proj_in_(config.in_channels, config.inner_dim(), nn::Bias::yes, options),
      time_embed_(config.inner_dim(), options, config.table_rows()),
      proj_out_(config.inner_dim(), config.out_channels, nn::Bias::yes, options) {
  add_parameter("scale_shift_table", scale_shift_table_, {2, config.inner_dim()}, options);
  if (config.marks_keyframes)
    add_parameter("keyframes_abs_pos_embedding", keyframes_abs_pos_embedding_, {1, config.inner_dim()},
                  options);
  add_child("proj_in", proj_in_);
  add_child("time_embed", time_embed_);
  if (config.modulates_text) add_child("prompt_adaln", prompt_adaln_.emplace(config.inner_dim(), options, 2));
  if (config.projects_captions)
    add_child("caption_projection",
              caption_projection_.emplace(config.caption_channels, config.inner_dim(), options));
  for (int64_t i = 0; i < config.num_layers; ++i) transformer_blocks_.emplace_back(config, options);
  add_child("transformer_blocks", transformer_blocks_);
  add_child("proj_out", proj_out_);
  skip(catalog::is_of_ltx2_sound);
}

Tensor Ltx2Transformer::forward(const Ltx2TransformerInput& input, const nn::RotaryTable& rotary,
                                const nn::BlockRunner& runner) {
  const auto dtype = input.hidden_states.scalar_type();
  const nn::SharedTokens tokens(split(), input.hidden_states.size(1));
  const Tensor own_rotary = tokens.own(rotary.rotation, rotary.rotation.dim() - 2);
  const bool time_of_tokens = input.timestep.dim() == 2 && input.timestep.size(1) > 1;
  const auto [modulation, embedded] =
      time_embed_.forward(time_of_tokens ? tokens.own(input.timestep, 1) : input.timestep, dtype);
  nn::Tensors inputs{proj_in_.forward(tokens.own(input.hidden_states, 1)),
                     caption_projection_ ? caption_projection_->forward(input.encoder_hidden_states)
                                         : input.encoder_hidden_states,
                     modulation};
  if (keyframes_abs_pos_embedding_.defined() && input.keyframes.defined())
    inputs[0] = inputs[0] + (tokens.own(input.keyframes, 1) > 0).to(dtype) * keyframes_abs_pos_embedding_;
  const bool of_text = prompt_adaln_.has_value();
  if (of_text) {
    const Tensor& sigma = input.sigma.defined() ? input.sigma : input.timestep;
    inputs.push_back(prompt_adaln_->forward(sigma, dtype).modulation);
  }
  for (size_t i = 0; i < transformer_blocks_.size(); ++i) {
    Ltx2Block& block = transformer_blocks_[i];
    const bool skips = input.skipped_blocks.contains(static_cast<int64_t>(i));
    // By value: with checkpointing the block runs again long after this function has returned.
    const auto run = [&block, tokens, skips, of_text](const nn::Tensors& in) {
      return nn::Tensors{
          block.forward(in[0], in[1], in[2], of_text ? in[3] : Tensor(), {in.back()}, tokens, skips)};
    };
    inputs[0] = nn::run_block(runner, {i, block, inputs, run, {own_rotary}}).front();
  }
  const auto m = (scale_shift_table_ + embedded.unsqueeze(2)).unbind(2);  // each [B, T, D]
  const nn::NormOf norm{kernels::Norm::layer, 1e-6, {}, {}};
  return tokens.gather(proj_out_.forward(nn::norm_modulated(inputs[0], norm, {m[1], m[0]})), 0,
                       input.hidden_states.size(1));
}

}  // namespace fw::families
