// SPDX-License-Identifier: Apache-2.0
#include "families/cogvideox/transformer.h"

#include <cmath>

#include "base/error.h"
#include "nn/config_reader.h"
#include "nn/load.h"

namespace fw::families {
namespace {

using torch::Tensor;

constexpr ErrorCode bad_latent_size{
    "families.bad_latent_size",
    FW_TEXT("errors", "A latent of {frames} x {height} x {width} cannot be cut into patches of {patch}."),
    FW_TEXT("errors", "Choose frames, height and width that the model supports."), Blame::input};
constexpr ErrorCode fixed_latent_size{
    "families.fixed_latent_size",
    FW_TEXT("errors", "This model has learned positions for latents of {height} x {width}, not {given}."),
    FW_TEXT("errors", "Choose the height and width that the model was trained at."), Blame::input};

/// n evenly spaced numbers from `start` to `stop`, inclusive.
std::vector<double> linspace(double start, double stop, int64_t n) {
  std::vector<double> values(n, start);
  for (int64_t i = 1; i < n; ++i) values[i] = start + (stop - start) * static_cast<double>(i) / (n - 1);
  return values;
}

std::vector<double> counted(int64_t n) {
  return linspace(0, static_cast<double>(n - 1), n);
}

/// Positions of rows and columns of a grid fitted into the base grid, centered, with its aspect ratio kept.
/// Computes the end of each range from the end of the full range, not from its length, like diffusers.
std::pair<std::vector<double>, std::vector<double>> fit_grid(int64_t rows, int64_t columns, int64_t base_rows,
                                                             int64_t base_columns) {
  const auto h = static_cast<double>(rows), w = static_cast<double>(columns);
  const auto base_h = static_cast<double>(base_rows), base_w = static_cast<double>(base_columns);
  double fit_h = base_h, fit_w = base_w;  // nearbyint: half to even
  if (h / w > base_h / base_w)
    fit_w = std::nearbyint(base_h / h * w);
  else
    fit_h = std::nearbyint(base_w / w * h);
  const double top = std::nearbyint((base_h - fit_h) / 2), left = std::nearbyint((base_w - fit_w) / 2);
  return {linspace(top, (top + fit_h) * (h - 1) / h, rows),
          linspace(left, (left + fit_w) * (w - 1) / w, columns)};
}

constexpr double head_norm_eps = 1e-6;

nn::NormOf head_norm(const nn::LayerNorm& norm) {
  return {kernels::Norm::layer, head_norm_eps, norm.weight, norm.bias};
}

nn::Affine affine(const CogVideoXTransformerConfig& config) {
  return config.norm_elementwise_affine ? nn::Affine::yes : nn::Affine::no;
}

nn::SinusoidOrder sinusoid_order(const CogVideoXTransformerConfig& config) {
  return config.flip_sin_to_cos ? nn::SinusoidOrder::cos_sin : nn::SinusoidOrder::sin_cos;
}

}  // namespace

CogVideoXTransformerConfig CogVideoXTransformerConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "transformer/config.json");
  CogVideoXTransformerConfig c;
  c.num_attention_heads = read.size("num_attention_heads", c.num_attention_heads);
  c.attention_head_dim = read.size("attention_head_dim", c.attention_head_dim);
  c.in_channels = read.size("in_channels", c.in_channels);
  c.out_channels = read.size("out_channels", c.out_channels);
  c.flip_sin_to_cos = read.boolean("flip_sin_to_cos", c.flip_sin_to_cos);
  c.freq_shift = read.number("freq_shift", c.freq_shift);
  c.time_embed_dim = read.size("time_embed_dim", c.time_embed_dim);
  c.ofs_embed_dim = read.optional_size("ofs_embed_dim");
  c.text_embed_dim = read.size("text_embed_dim", c.text_embed_dim);
  c.num_layers = read.size("num_layers", c.num_layers);
  c.attention_bias = read.boolean("attention_bias", c.attention_bias);
  c.sample_width = read.size("sample_width", c.sample_width);
  c.sample_height = read.size("sample_height", c.sample_height);
  c.sample_frames = read.size("sample_frames", c.sample_frames);
  c.patch_size = read.size("patch_size", c.patch_size);
  c.patch_size_t = read.optional_size("patch_size_t");
  c.temporal_compression_ratio = read.size("temporal_compression_ratio", c.temporal_compression_ratio);
  c.max_text_seq_length = read.size("max_text_seq_length", c.max_text_seq_length);
  c.norm_elementwise_affine = read.boolean("norm_elementwise_affine", c.norm_elementwise_affine);
  c.norm_eps = read.number("norm_eps", c.norm_eps);
  c.spatial_interpolation_scale = read.number("spatial_interpolation_scale", c.spatial_interpolation_scale);
  c.temporal_interpolation_scale =
      read.number("temporal_interpolation_scale", c.temporal_interpolation_scale);
  c.use_rotary_positional_embeddings =
      read.boolean("use_rotary_positional_embeddings", c.use_rotary_positional_embeddings);
  c.use_learned_positional_embeddings =
      read.boolean("use_learned_positional_embeddings", c.use_learned_positional_embeddings);
  c.patch_bias = read.boolean("patch_bias", c.patch_bias);
  read.expect("activation_fn", "gelu-approximate", "gelu-approximate");
  read.expect("timestep_activation_fn", "silu", "silu");
  read.expect("dropout", 0.0, 0.0);
  read.require(c.attention_head_dim % 16 == 0, "attention_head_dim is not a multiple of 16");
  read.require(c.ofs_embed_dim.value_or(c.time_embed_dim) == c.time_embed_dim,
               "ofs_embed_dim differs from time_embed_dim");
  read.require(c.use_rotary_positional_embeddings || !c.use_learned_positional_embeddings,
               "learned positions without rotary ones");
  read.finish();
  return c;
}

nn::RotaryTable cogvideox_rotary(const CogVideoXTransformerConfig& config, const LatentGrid& size,
                                 torch::Device device) {
  const int64_t rows = size.height / config.patch_size, columns = size.width / config.patch_size;
  const int64_t frames = (size.frames + config.frame_patch() - 1) / config.frame_patch();
  auto [y, x] = config.patch_size_t ? std::pair(counted(rows), counted(columns))
                                    : fit_grid(rows, columns, config.sample_height / config.patch_size,
                                               config.sample_width / config.patch_size);
  const int64_t space = config.attention_head_dim / 8 * 3;
  const Tensor t_angles =
      nn::rotary_angles(counted(frames), config.attention_head_dim / 4).view({frames, 1, 1, -1});
  const Tensor y_angles = nn::rotary_angles(y, space).view({1, rows, 1, -1});
  const Tensor x_angles = nn::rotary_angles(x, space).view({1, 1, columns, -1});
  const auto spread = [&](const Tensor& t) { return t.expand({frames, rows, columns, -1}); };
  return nn::rotary_from_angles(
      torch::cat({spread(t_angles), spread(y_angles), spread(x_angles)}, -1).flatten(0, 2), device);
}

CogVideoXPatchEmbed::Projection::Projection(const CogVideoXTransformerConfig& config,
                                            const torch::TensorOptions& options) {
  const int64_t p = config.patch_size, c = config.in_channels, width = config.inner_dim();
  if (!config.patch_size_t)
    add_parameter("weight", weight, {width, c, p, p}, options);
  else
    add_parameter("weight", weight, {width, c * *config.patch_size_t * p * p}, options);
  // 1.5 has patch_bias false in its config, but its linear layer has a bias anyway.
  if (config.patch_bias || config.patch_size_t) add_parameter("bias", bias, {width}, options);
}

CogVideoXPatchEmbed::CogVideoXPatchEmbed(const CogVideoXTransformerConfig& config,
                                         const torch::TensorOptions& options)
    : patch_(config.patch_size),
      frame_patch_(config.frame_patch()),
      proj_(config, options),
      text_proj_(config.text_embed_dim, config.inner_dim(), nn::Bias::yes, options) {
  add_child("proj", proj_);
  add_child("text_proj", text_proj_);
  if (config.use_learned_positional_embeddings) {
    const int64_t tokens =
        config.sample_latent_frames() * (config.sample_height / patch_) * (config.sample_width / patch_);
    add_buffer("pos_embedding", pos_embedding_, {1, config.max_text_seq_length + tokens, config.inner_dim()},
               options);
  }
}

Tensor CogVideoXPatchEmbed::forward(const Tensor& text, const Tensor& latents,
                                    const Tensor& embedding) const {
  const int64_t p = patch_, pt = frame_patch_;
  const auto [b, f, c, h, w] =
      std::tuple(latents.size(0), latents.size(1), latents.size(2), latents.size(3), latents.size(4));
  // A convolution whose stride equals its kernel is a linear layer on patches ordered (channel, frame, row,
  // column).
  const Tensor patches = latents.reshape({b, f / pt, pt, c, h / p, p, w / p, p})
                             .permute({0, 1, 4, 6, 3, 2, 5, 7})
                             .reshape({b, f / pt * (h / p) * (w / p), c * pt * p * p});
  Tensor video = torch::linear(patches, proj_.weight.flatten(1), proj_.bias);
  if (embedding.defined()) video = video + embedding.to(video.scalar_type());
  const Tensor tokens = torch::cat({text_proj_.forward(text), video}, 1);
  if (!pos_embedding_.defined() || embedding.defined()) return tokens;
  return tokens + pos_embedding_.to(tokens.scalar_type());
}

CogVideoXLayerNormZero::CogVideoXLayerNormZero(const CogVideoXTransformerConfig& config,
                                               const torch::TensorOptions& options)
    : linear_(config.time_embed_dim, 6 * config.inner_dim(), nn::Bias::yes, options),
      norm_(config.inner_dim(), config.norm_eps, affine(config), options),
      norm_eps_(config.norm_eps) {
  add_child("linear", linear_);
  add_child("norm", norm_);
}

CogVideoXLayerNormZero::Result CogVideoXLayerNormZero::forward(const Tensor& temb,
                                                               int64_t text_length) const {
  // Shift, scale and gate of the video, then of the text; a process that shares the tokens may have no text.
  const int64_t parts = text_length > 0 ? 2 : 1;
  const auto m = linear_.forward(torch::silu(temb)).unflatten(1, {2, 3, -1}).narrow(1, 0, parts).unbind(2);
  return {{kernels::Norm::layer, norm_eps_, norm_.weight, norm_.bias}, {m[1], m[0], text_length}, m[2]};
}

CogVideoXAttention::CogVideoXAttention(const CogVideoXTransformerConfig& config,
                                       const torch::TensorOptions& options)
    : heads_(config.num_attention_heads),
      to_q_(config.inner_dim(), config.inner_dim(), config.attention_bias ? nn::Bias::yes : nn::Bias::no,
            options),
      to_k_(config.inner_dim(), config.inner_dim(), config.attention_bias ? nn::Bias::yes : nn::Bias::no,
            options),
      to_v_(config.inner_dim(), config.inner_dim(), config.attention_bias ? nn::Bias::yes : nn::Bias::no,
            options),
      to_out_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      norm_q_(config.attention_head_dim, head_norm_eps, nn::Affine::yes, options),
      norm_k_(config.attention_head_dim, head_norm_eps, nn::Affine::yes, options) {
  add_child("norm_q", norm_q_);
  add_child("norm_k", norm_k_);
  add_child("to_q", to_q_);
  add_child("to_k", to_k_);
  add_child("to_v", to_v_);
  add_child("to_out.0", to_out_);
}

Tensor CogVideoXAttention::forward(const Tensor& x, const nn::RotaryTable& rotary,
                                   const nn::SharedTokens& tokens) const {
  const auto split_heads = [&](const Tensor& t) { return t.unflatten(-1, {heads_, -1}); };  // [B, N, H, d]
  const nn::SharedInput input(x, {&to_q_, &to_k_, &to_v_});
  const auto [q, k, v] = nn::heads_of({{{split_heads(input.through(to_q_)), split_heads(input.through(to_k_)),
                                         split_heads(input.through(to_v_))},
                                        head_norm(norm_q_),
                                        head_norm(norm_k_),
                                        rotary}});
  return to_out_.forward(tokens.attention(q, k, v));
}

CogVideoXBlock::CogVideoXBlock(const CogVideoXTransformerConfig& config, const torch::TensorOptions& options)
    : norm1_(config, options),
      attn1_(config, options),
      norm2_(config, options),
      ff_(config.inner_dim(), 4 * config.inner_dim(), options) {
  add_child("norm1", norm1_);
  add_child("attn1", attn1_);
  add_child("norm2", norm2_);
  add_child("ff", ff_);
}

Tensor CogVideoXBlock::forward(const Tensor& x, int64_t text_length, const Tensor& temb,
                               const nn::RotaryTable& rotary, const nn::SharedTokens& tokens) const {
  const auto before = norm1_.forward(temb, text_length), behind = norm2_.forward(temb, text_length);
  Tensor attended = attn1_.forward(nn::norm_modulated(x, before.norm, before.condition), rotary, tokens);
  const auto [y, ff_in] = nn::add_gated_and_norm(x, attended, before.gate, behind.norm, behind.condition);
  attended.reset();
  return nn::add_gated(y, ff_.forward(ff_in), behind.gate, text_length);
}

CogVideoXTransformer::CogVideoXTransformer(const CogVideoXTransformerConfig& config,
                                           const torch::TensorOptions& options)
    : config_(config),
      patch_embed_(config, options),
      time_embedding_(config.inner_dim(), config.time_embed_dim, options),
      norm_final_(config.inner_dim(), config.norm_eps, affine(config), options),
      norm_out_linear_(config.time_embed_dim, 2 * config.inner_dim(), nn::Bias::yes, options),
      norm_out_(config.inner_dim(), config.norm_eps, affine(config), options),
      proj_out_(config.inner_dim(),
                config.out_channels * config.frame_patch() * config.patch_size * config.patch_size,
                nn::Bias::yes, options) {
  add_child("patch_embed", patch_embed_);
  add_child("time_embedding", time_embedding_);
  if (config.ofs_embed_dim)
    add_child("ofs_embedding", ofs_embedding_.emplace(*config.ofs_embed_dim, *config.ofs_embed_dim, options));
  for (int64_t i = 0; i < config.num_layers; ++i) transformer_blocks_.emplace_back(config, options);
  add_child("transformer_blocks", transformer_blocks_);
  add_child("norm_final", norm_final_);
  add_child("norm_out.linear", norm_out_linear_);
  add_child("norm_out.norm", norm_out_);
  add_child("proj_out", proj_out_);
}

CogVideoXPositions CogVideoXTransformer::positions(const LatentGrid& size, int64_t text_length,
                                                   torch::Device device) const {
  const int64_t p = config_.patch_size, pt = config_.frame_patch();
  if (size.frames < 1 || size.height < p || size.width < p || size.frames % pt || size.height % p ||
      size.width % p)
    throw Error(bad_latent_size,
                {{"frames", size.frames},
                 {"height", size.height},
                 {"width", size.width},
                 {"patch", std::to_string(pt) + " x " + std::to_string(p) + " x " + std::to_string(p)}});
  const bool own_size = size.height == config_.sample_height && size.width == config_.sample_width;
  if (config_.use_learned_positional_embeddings && !own_size)
    throw Error(fixed_latent_size,
                {{"height", config_.sample_height},
                 {"width", config_.sample_width},
                 {"given", std::to_string(size.height) + " x " + std::to_string(size.width)}});
  CogVideoXPositions positions;
  if (config_.use_rotary_positional_embeddings) {
    const Tensor video = cogvideox_rotary(config_, size, device).rotation;
    positions.rotary.rotation =
        torch::cat({torch::ones({text_length, video.size(1)}, video.options()), video});
  }
  // A model with learned positions has them for one number of frames and uses sinusoids for every other.
  const bool learned =
      config_.use_learned_positional_embeddings && size.frames == config_.sample_latent_frames();
  if (!learned && (!config_.use_rotary_positional_embeddings || config_.use_learned_positional_embeddings))
    positions.embedding =
        nn::sincos_3d({size.frames, size.height / p, size.width / p, config_.temporal_interpolation_scale,
                       config_.spatial_interpolation_scale},
                      config_.inner_dim())
            .unsqueeze(0)
            .to(device);
  return positions;
}

Tensor CogVideoXTransformer::time_embedding(const CogVideoXTransformerInput& input) const {
  const auto dtype = input.hidden_states.scalar_type();
  const auto order = sinusoid_order(config_);
  Tensor temb = time_embedding_.forward(
      nn::sinusoidal_embedding(input.timestep, config_.inner_dim(), order, config_.freq_shift).to(dtype));
  if (!ofs_embedding_) return temb;
  return temb + ofs_embedding_->forward(
                    nn::sinusoidal_embedding(input.ofs, *config_.ofs_embed_dim, order, config_.freq_shift)
                        .to(dtype));
}

Tensor CogVideoXTransformer::unpatchify(const Tensor& patches, const Tensor& latents) const {
  const int64_t p = config_.patch_size, pt = config_.frame_patch();
  const auto [b, f, h, w] = std::tuple(latents.size(0), latents.size(1), latents.size(3), latents.size(4));
  return patches
      .reshape({b, f / pt, h / p, w / p, -1, pt, p, p})  // [.., C, pt, p, p]
      .permute({0, 1, 5, 4, 2, 6, 3, 7})
      .reshape({b, f, -1, h, w});
}

Tensor CogVideoXTransformer::forward(const CogVideoXTransformerInput& input,
                                     const CogVideoXPositions& positions, const nn::BlockRunner& runner) {
  const int64_t text_length = input.encoder_hidden_states.size(1);
  const Tensor temb = time_embedding(input);
  Tensor x = patch_embed_.forward(input.encoder_hidden_states, input.hidden_states, positions.embedding);
  const nn::SharedTokens tokens(split(), x.size(1));
  const int64_t video_length = x.size(1) - text_length, own_text = tokens.own_count(0, text_length);
  Tensor rotary = positions.rotary.rotation;
  if (rotary.defined()) rotary = tokens.own(rotary, 0);
  x = tokens.own(x, 1);
  for (size_t i = 0; i < transformer_blocks_.size(); ++i) {
    CogVideoXBlock& block = transformer_blocks_[i];
    // By value: with checkpointing the block runs again long after this function has returned.
    const auto run = [&block, own_text, tokens](const nn::Tensors& in) {
      return nn::Tensors{block.forward(in[0], own_text, in[1], {in[2]}, tokens)};
    };
    x = nn::run_block(runner, {i, block, {x, temb}, run, {rotary}}).front();
  }
  const Tensor video = norm_final_.forward(x.narrow(1, own_text, x.size(1) - own_text));
  const auto m = norm_out_linear_.forward(torch::silu(temb)).unsqueeze(1).chunk(2, -1);
  const Tensor out = torch::addcmul(m[0], norm_out_.forward(video), 1 + m[1]);
  return unpatchify(tokens.gather(proj_out_.forward(out), text_length, video_length), input.hidden_states);
}

}  // namespace fw::families
