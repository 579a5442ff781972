// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video_15/transformer.h"

#include <limits>

#include "nn/config_reader.h"

namespace fw::families {

using torch::Tensor;
using torch::TensorOptions;

namespace {

constexpr double projection_eps = 1e-5;
constexpr int64_t hunyuan15_sinusoids = 256;
/// Rows of the table of kinds of tokens.
enum TokenKind : int64_t { text_kind, glyph_kind, image_kind, kind_count };

/// [B, 1, 1, L], added to attention scores: hides the tokens outside of a mask.
Tensor bias_of(const Tensor& mask, const Tensor& like) {
  return torch::zeros(mask.sizes(), like.options())
      .masked_fill_(mask.eq(0), -std::numeric_limits<double>::infinity())
      .unsqueeze(1)
      .unsqueeze(1);
}

/// The bias of the latent's and the second stream's tokens; undefined if none is masked.
/// @param tokens  of the latent and the picture, which are all valid
Tensor sequence_bias(const Hunyuan15TransformerInput& input, int64_t tokens, const Tensor& like) {
  if (!input.text.mask.defined() && !input.glyphs.mask.defined()) return {};
  std::vector<Tensor> parts{torch::zeros({like.size(0), 1, 1, tokens}, like.options())};
  for (const Hunyuan15Tokens& each : {input.glyphs, input.text}) {
    if (!each.states.defined()) continue;
    parts.push_back(each.mask.defined()
                        ? bias_of(each.mask, like)
                        : torch::zeros({like.size(0), 1, 1, each.states.size(1)}, like.options()));
  }
  return torch::cat(parts, -1);
}

}  // namespace

Hunyuan15TransformerConfig Hunyuan15TransformerConfig::from_json(const nlohmann::json& json) {
  nlohmann::json known{{"in_channels", 65},         {"out_channels", 32},       {"num_attention_heads", 16},
                       {"attention_head_dim", 128}, {"num_layers", 54},         {"num_refiner_layers", 2},
                       {"mlp_ratio", 4.0},          {"patch_size", 1},          {"patch_size_t", 1},
                       {"text_embed_dim", 3584},    {"guidance_embeds", false}, {"num_single_layers", 0}};
  if (json.is_object()) known.update(json);
  Hunyuan15TransformerConfig c{HunyuanTransformerConfig::from_json(known)};
  nn::ConfigReader read(json, "transformer/config.json");
  c.text_embed_2_dim = read.size("text_embed_2_dim", c.text_embed_2_dim);
  c.text_embed_2_hidden_dim = read.size("text_embed_2_hidden_dim", c.text_embed_2_hidden_dim);
  c.image_embed_dim = read.size("image_embed_dim", c.image_embed_dim);
  c.use_meanflow = read.boolean("use_meanflow", c.use_meanflow);
  read.require(c.in_channels == 2 * c.out_channels + 1, "in_channels is not 2 out_channels + 1");
  read.finish();
  return c;
}

Hunyuan15GlyphProjection::Hunyuan15GlyphProjection(const Hunyuan15TransformerConfig& config,
                                                   const TensorOptions& options)
    : norm_(config.text_embed_2_dim, projection_eps, nn::Affine::yes, options),
      linear_1_(config.text_embed_2_dim, config.text_embed_2_hidden_dim, nn::Bias::yes, options),
      linear_2_(config.text_embed_2_hidden_dim, config.text_embed_2_hidden_dim, nn::Bias::yes, options),
      linear_3_(config.text_embed_2_hidden_dim, config.inner_dim(), nn::Bias::yes, options) {
  add_child("norm", norm_);
  add_child("linear_1", linear_1_);
  add_child("linear_2", linear_2_);
  add_child("linear_3", linear_3_);
}

Tensor Hunyuan15GlyphProjection::forward(const Tensor& glyphs) const {
  const Tensor x = torch::gelu(linear_1_.forward(norm_.forward(glyphs)));
  return linear_3_.forward(torch::gelu(linear_2_.forward(x)));
}

Hunyuan15ImageProjection::Hunyuan15ImageProjection(const Hunyuan15TransformerConfig& config,
                                                   const TensorOptions& options)
    : norm_in_(config.image_embed_dim, projection_eps, nn::Affine::yes, options),
      linear_1_(config.image_embed_dim, config.image_embed_dim, nn::Bias::yes, options),
      linear_2_(config.image_embed_dim, config.inner_dim(), nn::Bias::yes, options),
      norm_out_(config.inner_dim(), projection_eps, nn::Affine::yes, options) {
  add_child("norm_in", norm_in_);
  add_child("linear_1", linear_1_);
  add_child("linear_2", linear_2_);
  add_child("norm_out", norm_out_);
}

Tensor Hunyuan15ImageProjection::forward(const Tensor& embeds) const {
  return norm_out_.forward(linear_2_.forward(torch::gelu(linear_1_.forward(norm_in_.forward(embeds)))));
}

Hunyuan15Transformer::Hunyuan15Transformer(const Hunyuan15TransformerConfig& config,
                                           const TensorOptions& options)
    : config_(config),
      x_embedder_(config.in_channels, config.inner_dim(),
                  {config.patch_size_t, config.patch_size, config.patch_size}, options),
      image_embedder_(config, options),
      refiner_(config, options),
      glyph_embedder_(config, options),
      time_embedder_(config.inner_dim(), options),
      kinds_(kind_count, config.inner_dim(), options),
      output_(config, options) {
  add_child("x_embedder.proj", x_embedder_);
  add_child("image_embedder", image_embedder_);
  add_child("context_embedder", refiner_);
  add_child("context_embedder_2", glyph_embedder_);
  add_child("time_embed", time_embedder_);
  if (config.use_meanflow)
    add_child("time_embed.timestep_embedder_r",
              end_embedder_.emplace(hunyuan15_sinusoids, config.inner_dim(), options));
  add_child("cond_type_embed", kinds_);
  for (int64_t i = 0; i < config.num_layers; ++i) transformer_blocks_.emplace_back(config, options);
  add_child("transformer_blocks", transformer_blocks_);
  add_child("", output_);
}

std::vector<std::string> Hunyuan15Transformer::block_lists() const {
  return {HunyuanTextRefiner::block_list, "transformer_blocks"};
}

Tensor Hunyuan15Transformer::time_of(const Hunyuan15TransformerInput& input) const {
  const auto dtype = input.hidden_states.scalar_type();
  const Tensor time = time_embedder_.forward(input.timestep, dtype);
  if (!end_embedder_ || !input.timestep_r.defined()) return time;
  const Tensor end =
      nn::sinusoidal_embedding(input.timestep_r, hunyuan15_sinusoids, nn::SinusoidOrder::cos_sin, 0);
  return time + end_embedder_->forward(end.to(dtype));
}

Tensor Hunyuan15Transformer::context(const Hunyuan15TransformerInput& input, const nn::BlockRunner& runner) {
  const auto of_kind = [&](const Tensor& x, TokenKind kind) { return x + kinds_.weight.select(0, kind); };
  const Tensor& text = input.text.states;
  const Tensor mask =
      input.text.mask.defined() ? input.text.mask : torch::ones({text.size(0), text.size(1)}, text.options());
  std::vector<Tensor> parts;
  if (input.image_embeds.defined())
    parts.push_back(of_kind(image_embedder_.forward(input.image_embeds), image_kind));
  if (input.glyphs.states.defined())
    parts.push_back(of_kind(glyph_embedder_.forward(input.glyphs.states), glyph_kind));
  parts.push_back(
      of_kind(refiner_.forward(text, mask, bias_of(mask, text), input.timestep, runner), text_kind));
  return torch::cat(parts, 1);
}

Tensor Hunyuan15Transformer::forward(const Hunyuan15TransformerInput& input, const nn::RotaryTable& rotary,
                                     const nn::BlockRunner& runner) {
  const Tensor time = time_of(input);
  Tensor text = context(input, runner);
  Tensor x = nn::patch_tokens(x_embedder_, input.hidden_states);
  const int64_t tokens = x.size(1);
  const int64_t image = input.image_embeds.defined() ? input.image_embeds.size(1) : 0;
  const nn::SharedTokens shared(split(), tokens + text.size(1));
  const nn::Tensors of_all_blocks{shared.own(rotary.rotation, 0), sequence_bias(input, tokens + image, x)};
  x = shared.own(x, 1);
  text = shared.own(text, 1, tokens);
  nn::Tensors streams = hunyuan_run_blocks(transformer_blocks_, refiner_.size(),
                                           {std::exchange(x, {}), std::exchange(text, {})}, time, shared,
                                           of_all_blocks, runner);
  const Tensor out = output_.forward(std::exchange(streams, {}).front(), time);
  return output_.from_patches(shared.gather(out, 0, tokens), input.hidden_states);
}

}  // namespace fw::families
