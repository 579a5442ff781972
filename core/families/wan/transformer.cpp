// SPDX-License-Identifier: Apache-2.0
#include "families/wan/transformer.h"

#include "nn/attention.h"
#include "nn/config_reader.h"
#include "nn/head_operators.h"

namespace fw::families {
namespace {

using torch::Tensor;
using torch::TensorOptions;

constexpr double image_norm_eps = 1e-5;

nn::NormOf plain_norm(double eps) {
  return {kernels::Norm::layer, eps, {}, {}};
}

/// Adds the time embedding to the rows of a table in float32. Returns a [B, T, D] per row, in the dtype of
/// `like`.
std::vector<Tensor> modulations(const Tensor& table, const Tensor& time, const Tensor& like) {
  const Tensor rows = table.to(torch::kFloat32).unsqueeze(1) + time.to(torch::kFloat32);  // [B, T, rows, D]
  return rows.to(like.scalar_type()).unbind(2);
}

}  // namespace

WanTransformerConfig WanTransformerConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "transformer/config.json");
  WanTransformerConfig c;
  c.patch_size = read.sizes("patch_size", c.patch_size);
  c.num_attention_heads = read.size("num_attention_heads", c.num_attention_heads);
  c.attention_head_dim = read.size("attention_head_dim", c.attention_head_dim);
  c.in_channels = read.size("in_channels", c.in_channels);
  c.out_channels = read.size("out_channels", c.out_channels);
  c.text_dim = read.size("text_dim", c.text_dim);
  c.freq_dim = read.size("freq_dim", c.freq_dim);
  c.ffn_dim = read.size("ffn_dim", c.ffn_dim);
  c.num_layers = read.size("num_layers", c.num_layers);
  c.eps = read.number("eps", c.eps);
  c.image_dim = read.optional_size("image_dim");
  c.pos_embed_seq_len = read.optional_size("pos_embed_seq_len");
  const auto added = read.optional_size("added_kv_proj_dim");
  read.expect("cross_attn_norm", true, true);
  read.expect("qk_norm", "rms_norm_across_heads", "rms_norm_across_heads");
  read.require(c.patch_size.size() == 3, "patch_size is not three numbers");
  read.require(c.attention_head_dim % 2 == 0 && c.attention_head_dim >= 12,
               "attention_head_dim is odd or too small");
  read.require(c.freq_dim % 2 == 0, "freq_dim is odd");
  read.require(added.has_value() == c.image_dim.has_value(),
               "of image_dim and added_kv_proj_dim there is only one");
  read.require(!added || *added == c.inner_dim(), "added_kv_proj_dim differs from the width of the network");
  read.require(!c.pos_embed_seq_len || c.image_dim, "pos_embed_seq_len needs image_dim");
  read.finish();
  return c;
}

nn::RotaryTable wan_rotary(const WanTransformerConfig& config, int64_t frames, int64_t height, int64_t width,
                           torch::Device device) {
  const int64_t side = 2 * (config.attention_head_dim / 6);
  const Tensor angles = nn::rotary_angles_3d(
      {nn::counted(frames / config.patch_size[0]), nn::counted(height / config.patch_size[1]),
       nn::counted(width / config.patch_size[2])},
      {config.attention_head_dim - 2 * side, side, side});
  return nn::rotary_from_angles(angles.flatten(0, 2), device);
}

WanConditionEmbedder::Image::Image(const WanTransformerConfig& config, const TensorOptions& options)
    : norm1(*config.image_dim, image_norm_eps, nn::Affine::yes, options),
      norm2(config.inner_dim(), image_norm_eps, nn::Affine::yes, options),
      up(*config.image_dim, *config.image_dim, nn::Bias::yes, options),
      down(*config.image_dim, config.inner_dim(), nn::Bias::yes, options) {}

WanConditionEmbedder::WanConditionEmbedder(const WanTransformerConfig& config, const TensorOptions& options)
    : freq_dim_(config.freq_dim),
      time_embedder_(config.freq_dim, config.inner_dim(), options.dtype(torch::kFloat32)),
      time_proj_(config.inner_dim(), 6 * config.inner_dim(), nn::Bias::yes, options),
      text_up_(config.text_dim, config.inner_dim(), nn::Bias::yes, options),
      text_down_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options) {
  add_child("time_embedder", time_embedder_);
  add_child("time_proj", time_proj_);
  add_child("text_embedder.linear_1", text_up_);
  add_child("text_embedder.linear_2", text_down_);
  if (!config.image_dim) return;
  Image& image = image_.emplace(config, options);
  if (config.pos_embed_seq_len)
    add_parameter("image_embedder.pos_embed", image.pos_embed,
                  {1, *config.pos_embed_seq_len, *config.image_dim}, options);
  add_child("image_embedder.norm1", image.norm1);
  add_child("image_embedder.ff.net.0.proj", image.up);
  add_child("image_embedder.ff.net.2", image.down);
  add_child("image_embedder.norm2", image.norm2);
}

WanConditionEmbedder::Time WanConditionEmbedder::time(const Tensor& timestep, torch::Dtype dtype) const {
  const Tensor sinusoids =
      nn::sinusoidal_embedding(timestep.flatten(), freq_dim_, nn::SinusoidOrder::cos_sin, 0);
  const Tensor embedded = time_embedder_.forward(sinusoids).unflatten(0, timestep.sizes());
  return {embedded, time_proj_.forward(torch::silu(embedded.to(dtype)))};
}

Tensor WanConditionEmbedder::text(const Tensor& x) const {
  return text_down_.forward(text_up_.forward_gelu(x));
}

Tensor WanConditionEmbedder::image(const Tensor& x) const {
  const Tensor placed = image_->pos_embed.defined() ? x + image_->pos_embed : x;
  const Tensor hidden = torch::gelu(image_->up.forward(image_->norm1.forward(placed)));
  return image_->norm2.forward(image_->down.forward(hidden));
}

WanAttention::WanAttention(const WanTransformerConfig& config, Of of, const TensorOptions& options)
    : heads_(config.num_attention_heads),
      eps_(config.eps),
      norm_q_(config.inner_dim(), config.eps, options),
      norm_k_(config.inner_dim(), config.eps, options),
      to_q_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      to_k_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      to_v_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options),
      to_out_(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options) {
  add_child("norm_q", norm_q_);
  add_child("norm_k", norm_k_);
  add_child("to_q", to_q_);
  add_child("to_k", to_k_);
  add_child("to_v", to_v_);
  add_child("to_out.0", to_out_);
  if (of != Of::text_and_image) return;
  add_child("norm_added_k", norm_added_k_.emplace(config.inner_dim(), config.eps, options));
  add_child("add_k_proj",
            add_k_proj_.emplace(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options));
  add_child("add_v_proj",
            add_v_proj_.emplace(config.inner_dim(), config.inner_dim(), nn::Bias::yes, options));
}

Tensor WanAttention::forward(const Tensor& x, const nn::RotaryTable& rotary,
                             const nn::SharedTokens& tokens) const {
  const nn::SharedInput input(x, {&to_q_, &to_k_, &to_v_});
  const auto heads = [&](const nn::Linear& layer) { return split_heads(input.through(layer)); };
  const auto [q, k, v] =
      nn::heads_of({{{heads(to_q_), heads(to_k_), heads(to_v_)}, norm(norm_q_), norm(norm_k_), rotary}});
  return to_out_.forward(tokens.attention(q, k, v));
}

Tensor WanAttention::forward(const Tensor& x, const Tensor& text, const Tensor& image) const {
  const Tensor q = nn::norm_rotated(split_heads(to_q_.forward(x)), norm(norm_q_), {});
  const auto attended = [&](const Tensor& context, const nn::Linear& to_k, const nn::Linear& to_v,
                            const nn::RmsNorm& norm_k) {
    const nn::SharedInput input(context, {&to_k, &to_v});
    const Tensor k = nn::norm_rotated(split_heads(input.through(to_k)), norm(norm_k), {});
    return nn::attention(q, k, split_heads(input.through(to_v)));
  };
  Tensor sum = attended(text, to_k_, to_v_, norm_k_);
  if (image.defined()) sum = sum + attended(image, *add_k_proj_, *add_v_proj_, *norm_added_k_);
  return to_out_.forward(sum);
}

WanBlock::WanBlock(const WanTransformerConfig& config, const TensorOptions& options)
    : eps_(config.eps),
      attn1_(config, WanAttention::Of::video, options),
      attn2_(config, config.image_dim ? WanAttention::Of::text_and_image : WanAttention::Of::text, options),
      norm2_(config.inner_dim(), config.eps, nn::Affine::yes, options),
      ffn_(config.inner_dim(), config.ffn_dim, options) {
  add_parameter("scale_shift_table", scale_shift_table_, {1, 6, config.inner_dim()}, options);
  add_child("attn1", attn1_);
  add_child("attn2", attn2_);
  add_child("norm2", norm2_);
  add_child("ffn", ffn_);
}

Tensor WanBlock::forward(const Tensor& x, const Tensor& modulation, const Tensor& text, const Tensor& image,
                         const nn::RotaryTable& rotary, int64_t head, const nn::SharedTokens& tokens) const {
  const auto m = modulations(scale_shift_table_, modulation.unflatten(-1, {6, -1}), x);
  const Tensor &shift = m[0], &scale = m[1], &gate = m[2];
  const Tensor &ff_shift = m[3], &ff_scale = m[4], &ff_gate = m[5];
  const Tensor attended =
      attn1_.forward(nn::norm_modulated(x, plain_norm(eps_), {scale, shift, head}), rotary, tokens);
  const auto [y, cross_in] = nn::add_gated_and_norm(
      x, attended, gate, {kernels::Norm::layer, eps_, norm2_.weight, norm2_.bias}, {{}, {}, head});
  const auto [sum, ff_in] = nn::add_gated_and_norm(y, attn2_.forward(cross_in, text, image), {},
                                                   plain_norm(eps_), {ff_scale, ff_shift, head});
  return nn::add_gated(sum, ffn_.forward(ff_in), ff_gate, head);
}

WanTransformer::WanTransformer(const WanTransformerConfig& config, const TensorOptions& options)
    : config_(config),
      patch_embedding_(config.in_channels, config.inner_dim(), config.patch_size, options),
      condition_embedder_(config, options),
      proj_out_(config.inner_dim(),
                config.patch_size[0] * config.patch_size[1] * config.patch_size[2] * config.out_channels,
                nn::Bias::yes, options) {
  add_parameter("scale_shift_table", scale_shift_table_, {1, 2, config.inner_dim()}, options);
  add_child("patch_embedding", patch_embedding_);
  add_child("condition_embedder", condition_embedder_);
  for (int64_t i = 0; i < config.num_layers; ++i) blocks_.emplace_back(config, options);
  add_child("blocks", blocks_);
  add_child("proj_out", proj_out_);
}

Tensor WanTransformer::forward(const WanTransformerInput& input, const nn::RotaryTable& rotary,
                               const nn::BlockRunner& runner) {
  const Tensor& latents = input.hidden_states;
  const auto& patch = config_.patch_size;
  const int64_t frames = latents.size(2) / patch[0], rows = latents.size(3) / patch[1],
                columns = latents.size(4) / patch[2];
  const nn::SharedTokens tokens(split(), frames * rows * columns);
  Tensor times = input.timestep.dim() == 2 ? tokens.own(input.timestep, 1) : input.timestep.unsqueeze(1);
  int64_t head = 0;
  if (input.first_frame_timestep.defined()) {
    head = tokens.own_count(0, rows * columns);
    // A process without tokens of the first frame does not use its time.
    if (head > 0) times = torch::cat({times, input.first_frame_timestep.unsqueeze(1)}, 1);
  }
  const auto time = condition_embedder_.time(times, latents.scalar_type());
  nn::Tensors inputs{tokens.own(nn::patch_tokens(patch_embedding_, latents), 1), time.modulation,
                     condition_embedder_.text(input.encoder_hidden_states)};
  if (config_.image_dim) inputs.push_back(condition_embedder_.image(input.image_embeds));
  const bool pictures = config_.image_dim.has_value();
  const Tensor own_rotary = tokens.own(rotary.rotation, 0);
  for (size_t i = 0; i < blocks_.size(); ++i) {
    WanBlock& block = blocks_[i];
    // Captures by value: with checkpointing, the block runs again long after this function has returned.
    const auto run = [&block, tokens, head, pictures](const nn::Tensors& in) {
      return nn::Tensors{
          block.forward(in[0], in[1], in[2], pictures ? in[3] : Tensor(), {in.back()}, head, tokens)};
    };
    inputs.front() = nn::run_block(runner, {first_block_ + i, block, inputs, run, {own_rotary}}).front();
  }
  const auto m = modulations(scale_shift_table_, time.embedded.unsqueeze(2), inputs.front());
  const Tensor out =
      proj_out_.forward(nn::norm_modulated(inputs.front(), plain_norm(config_.eps), {m[1], m[0], head}));
  return tokens.gather(out, 0, frames * rows * columns)
      .unflatten(2, {patch[0], patch[1], patch[2], -1})
      .unflatten(1, {frames, rows, columns})
      .permute({0, 7, 1, 4, 2, 5, 3, 6})
      .flatten(6, 7)
      .flatten(4, 5)
      .flatten(2, 3);
}

}  // namespace fw::families
