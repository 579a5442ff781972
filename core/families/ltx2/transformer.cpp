// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/transformer.h"

#include <algorithm>

#include "catalog/ltx2_parts.h"
#include "nn/config_reader.h"

namespace fw::families {

namespace {

using torch::Tensor;

constexpr double cell_pixels = 32;  // per latent, along rows and columns
constexpr double cell_frames = 8;
constexpr int64_t crossing_rows = 4;  // scale and shift for each direction

/// Frame, row and column of each token, and one more: float32 [3, S, 2].
Tensor token_cells(int64_t frames, int64_t height, int64_t width) {
  const auto count = [](int64_t n) { return torch::arange(n, torch::kFloat32); };
  const Tensor start =
      torch::stack(torch::meshgrid({count(frames), count(height), count(width)}, "ij")).flatten(1);
  const Tensor scale = torch::tensor({cell_frames, cell_pixels, cell_pixels}, torch::kFloat32);
  return torch::stack({start, start + 1}, -1) * scale.view({3, 1, 1});
}

/// Settings that have one value in all published models.
void expect_published(nn::ConfigReader& read) {
  read.expect("activation_fn", "gelu-approximate", "gelu-approximate");
  read.expect("norm_elementwise_affine", false, false);
  read.expect("qk_norm", "rms_norm_across_heads", "rms_norm_across_heads");
  read.expect("patch_size", 1, 1);
  read.expect("patch_size_t", 1, 1);
  read.expect("rope_type", "split", "split");
  read.expect("rope_double_precision", true, true);
  read.expect("rope_theta", 10000.0, 10000.0);
  read.expect("timestep_scale_multiplier", 1000, 1000);
  read.expect("causal_offset", 1, 1);
  read.expect("vae_scale_factors", nlohmann::json{8, 32, 32}, nlohmann::json{8, 32, 32});
}

/// The sound's settings.
void read_sound(nn::ConfigReader& read, Ltx2TransformerConfig& c) {
  c.has_sound = true;
  c.audio_in_channels = read.size("audio_in_channels", c.audio_in_channels);
  c.audio_out_channels = read.optional_size("audio_out_channels").value_or(c.audio_in_channels);
  c.audio_num_attention_heads = read.size("audio_num_attention_heads", c.audio_num_attention_heads);
  c.audio_attention_head_dim = read.size("audio_attention_head_dim", c.audio_attention_head_dim);
  c.audio_ff_bias = read.boolean("audio_ff_bias", c.audio_ff_bias);
  c.audio_gated_attention = read.boolean("audio_gated_attn", c.audio_gated_attention);
  c.audio_longest_seconds = read.number("audio_pos_embed_max_pos", c.audio_longest_seconds);
  c.audio_frames = read.number("audio_scale_factor", c.audio_frames);
  c.audio_hop = read.number("audio_hop_length", c.audio_hop);
  c.audio_rate = read.number("audio_sampling_rate", c.audio_rate);
  c.crossing_gate_multiplier = read.number("cross_attn_timestep_scale_multiplier", 1000) / 1000;
  read.expect("audio_patch_size", 1, 1);
  read.expect("audio_patch_size_t", 1, 1);
  read.expect("audio_cross_attn_mod", c.modulates_text, false);
  read.require(read.size("audio_cross_attention_dim", 2048) == c.audio_inner_dim(),
               "audio_cross_attention_dim differs from the width of the sound's stream");
  read.require(c.audio_attention_head_dim % 2 == 0, "audio_attention_head_dim is odd");
}

Ltx2TransformerConfig read_transformer(const nlohmann::json& json, bool with_sound) {
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
  expect_published(read);
  read.require(read.size("cross_attention_dim", 4096) == c.inner_dim(),
               "cross_attention_dim differs from the width of the network");
  read.require(c.attention_head_dim % 2 == 0 && c.inner_dim() >= 6,
               "attention_head_dim is odd, or the width of the network too small");
  if (with_sound) read_sound(read, c);
  read.finish();
  return c;
}

/// The middle of each token's bounds on the given axes, in units of the longest extent: [.., S, axes].
Tensor middles(const Tensor& bounds, const std::vector<double>& longest) {
  const Tensor cpu = bounds.to(torch::kCPU, torch::kFloat32);
  const Tensor middle = (cpu.select(-1, 0) + cpu.select(-1, 1)) / 2;
  return (middle / torch::tensor(longest, torch::kFloat32).unsqueeze(-1)).transpose(-1, -2);
}

Tensor own_rows(const nn::RotaryTable& table, const nn::SharedTokens& tokens) {
  return tokens.own(table.rotation, table.rotation.dim() - 2);
}

}  // namespace

Ltx2TransformerConfig Ltx2TransformerConfig::from_json(const nlohmann::json& json) {
  return read_transformer(json, /*with_sound=*/false);
}

Ltx2SoundTransformerConfig Ltx2SoundTransformerConfig::from_json(const nlohmann::json& json) {
  return {read_transformer(json, /*with_sound=*/true)};
}

Ltx2StreamConfig Ltx2TransformerConfig::video() const {
  return {.in_channels = in_channels,
          .out_channels = out_channels,
          .attention = {.heads = num_attention_heads,
                        .head_dim = attention_head_dim,
                        .bias = attention_bias,
                        .out_bias = attention_out_bias,
                        .gated = gated_attention},
          .caption_channels = projects_captions ? caption_channels : 0,
          .ff_bias = ff_bias,
          .modulates_text = modulates_text,
          .norm_eps = norm_eps};
}

Ltx2StreamConfig Ltx2TransformerConfig::sound() const {
  Ltx2StreamConfig stream = video();
  stream.prefix = "audio_";
  stream.in_channels = audio_in_channels;
  stream.out_channels = audio_out_channels;
  stream.attention.heads = audio_num_attention_heads;
  stream.attention.head_dim = audio_attention_head_dim;
  stream.attention.gated = audio_gated_attention;
  stream.ff_bias = audio_ff_bias;
  return stream;
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

Tensor ltx2_sound_bounds(const Ltx2TransformerConfig& config, int64_t tokens) {
  const Tensor frames = torch::arange(tokens + 1, torch::kFloat32) * config.audio_frames;
  const Tensor seconds =
      (frames + (1 - config.audio_frames)).clamp_min(0) * config.audio_hop / config.audio_rate;
  return torch::stack({seconds.slice(0, 0, tokens), seconds.slice(0, 1)}, -1).unsqueeze(0);
}

Ltx2Rotary ltx2_rotary_of(const Ltx2TransformerConfig& config, const Tensor& bounds, int64_t sound_tokens,
                          torch::Device device) {
  Ltx2Rotary rotary;
  const Tensor places = middles(bounds, {config.longest_seconds, config.base_height, config.base_width});
  rotary.video = ltx2_rotary(config.inner_dim(), places, device);
  if (sound_tokens == 0) return rotary;
  const Tensor sound = ltx2_sound_bounds(config, sound_tokens);
  const int64_t width = config.audio_inner_dim();
  const std::vector<double> longest{std::max(config.longest_seconds, config.audio_longest_seconds)};
  rotary.sound = ltx2_rotary(width, middles(sound, {config.audio_longest_seconds}), device);
  rotary.video_time = ltx2_rotary(width, middles(bounds.narrow(-3, 0, 1), longest), device);
  rotary.sound_time = ltx2_rotary(width, middles(sound, longest), device);
  return rotary;
}

Ltx2Ends::Ltx2Ends(const Ltx2StreamConfig& config, const torch::TensorOptions& options)
    : proj_in(config.in_channels, config.width(), nn::Bias::yes, options),
      time_embed(config.width(), options, config.table_rows()),
      proj_out(config.width(), config.out_channels, nn::Bias::yes, options) {
  if (config.modulates_text) prompt_adaln.emplace(config.width(), options, 2);
  if (config.caption_channels > 0)
    caption_projection.emplace(config.caption_channels, config.width(), options);
}

Ltx2CrossingEmbeddings::Ltx2CrossingEmbeddings(const Ltx2TransformerConfig& config,
                                               const torch::TensorOptions& options)
    : video(config.inner_dim(), options, crossing_rows),
      video_gate(config.inner_dim(), options, 1),
      sound(config.audio_inner_dim(), options, crossing_rows),
      sound_gate(config.audio_inner_dim(), options, 1) {}

Ltx2Transformer::Ltx2Transformer(const Ltx2TransformerConfig& config, const torch::TensorOptions& options)
    : config_(config), video_(config.video(), options) {
  add_parameter("scale_shift_table", video_.scale_shift_table, {2, config.inner_dim()}, options);
  if (config.marks_keyframes)
    add_parameter("keyframes_abs_pos_embedding", keyframes_abs_pos_embedding_, {1, config.inner_dim()},
                  options);
  add_ends("", video_);
  if (config.has_sound) add_sound(options);
  const auto sound = config.has_sound ? std::optional(config.sound()) : std::nullopt;
  for (int64_t i = 0; i < config.num_layers; ++i)
    transformer_blocks_.emplace_back(config.video(), sound, options);
  add_child("transformer_blocks", transformer_blocks_);
  add_child("proj_out", video_.proj_out);
  if (sound_)
    add_child("audio_proj_out", sound_->proj_out);
  else
    skip(catalog::is_of_ltx2_sound);
}

void Ltx2Transformer::add_ends(const std::string& stream, Ltx2Ends& ends) {
  add_child(stream + "proj_in", ends.proj_in);
  add_child(stream + "time_embed", ends.time_embed);
  if (ends.prompt_adaln) add_child(stream + "prompt_adaln", *ends.prompt_adaln);
  if (ends.caption_projection) add_child(stream + "caption_projection", *ends.caption_projection);
}

void Ltx2Transformer::add_sound(const torch::TensorOptions& options) {
  add_parameter("audio_scale_shift_table", sound_.emplace(config_.sound(), options).scale_shift_table,
                {2, config_.audio_inner_dim()}, options);
  add_ends("audio_", *sound_);
  crossing_.emplace(config_, options);
  add_child("av_cross_attn_video_scale_shift", crossing_->video);
  add_child("av_cross_attn_video_a2v_gate", crossing_->video_gate);
  add_child("av_cross_attn_audio_scale_shift", crossing_->sound);
  add_child("av_cross_attn_audio_v2a_gate", crossing_->sound_gate);
}

namespace {

/// A stream before and after the blocks.
class Ltx2StreamPass {
 public:
  /// @param timestep, sigma  see Ltx2TransformerInput
  Ltx2StreamPass(const Ltx2Ends& ends, const nn::SharedTokens& tokens, const Tensor& states,
                 const Tensor& timestep, const Tensor& sigma)
      : ends_(ends),
        tokens_(tokens),
        states_(states),
        times_(timestep),
        sigma_(sigma.defined() ? sigma : timestep) {
    if (timestep.dim() == 2 && timestep.size(1) > 1) times_ = tokens.own(timestep, 1);
  }

  /// This process's timesteps, and the sample's.
  const Tensor& times() const { return times_; }
  const Tensor& sigma() const { return sigma_; }

  /// Tokens, text, modulation and, since 2.3, that of the text.
  nn::Tensors inputs(const Tensor& text) {
    const auto time = ends_.time_embed.forward(times_, states_.scalar_type());
    embedded_ = time.embedded;
    nn::Tensors all{ends_.proj_in.forward(tokens_.own(states_, 1)),
                    ends_.caption_projection ? ends_.caption_projection->forward(text) : text,
                    time.modulation};
    if (ends_.prompt_adaln)
      all.push_back(ends_.prompt_adaln->forward(sigma_, states_.scalar_type()).modulation);
    return all;
  }
  Tensor velocity(const Tensor& x) const {
    const auto m = (ends_.scale_shift_table + embedded_.unsqueeze(2)).unbind(2);  // each [B, T, D]
    const nn::NormOf norm{kernels::Norm::layer, 1e-6, {}, {}};
    return tokens_.gather(ends_.proj_out.forward(nn::norm_modulated(x, norm, {m[1], m[0]})), 0,
                          states_.size(1));
  }

 private:
  const Ltx2Ends& ends_;
  const nn::SharedTokens& tokens_;
  Tensor states_, times_, sigma_, embedded_;
};

/// Adds scale and shift of the crossing and its gates.
void add_crossing(nn::Tensors& inputs, const Ltx2CrossingEmbeddings& crossing, const Ltx2StreamPass& video,
                  const Ltx2StreamPass& sound, Ltx2CrossingTimes times, double gate, torch::Dtype dtype) {
  const bool by_other = times == Ltx2CrossingTimes::other, gate_by_own = times == Ltx2CrossingTimes::own;
  const auto add = [&](const LtxTimestepModulation& layer, const Tensor& time) {
    inputs.push_back(layer.forward(time, dtype).modulation);
  };
  add(crossing.video, by_other ? sound.sigma() : video.times());
  add(crossing.sound, by_other ? video.sigma() : sound.times());
  add(crossing.video_gate, (gate_by_own ? video.times() : sound.sigma()) * gate);
  add(crossing.sound_gate, (gate_by_own ? sound.times() : video.sigma()) * gate);
}

/// One after the other of each.
nn::Tensors alternating(const nn::Tensors& first, const nn::Tensors& second) {
  nn::Tensors all;
  for (size_t i = 0; i < first.size(); ++i) {
    all.push_back(first[i]);
    all.push_back(second[i]);
  }
  return all;
}

}  // namespace

Ltx2Velocity Ltx2Transformer::forward(const Ltx2TransformerInput& input, const Ltx2Rotary& rotary,
                                      const nn::BlockRunner& runner) {
  const auto dtype = input.hidden_states.scalar_type();
  const Ltx2SoundInput& heard = input.sound;
  const bool with_sound = heard.hidden_states.defined();
  if (with_sound && split() && torch::GradMode::is_enabled()) throw Error(ltx2_sound_split);
  const int64_t count = input.hidden_states.size(1);
  // Every process computes the sound's few tokens.
  Ltx2Block::Pass pass{.tokens = {split(), count},
                       .sound_tokens = {nullptr, with_sound ? heard.hidden_states.size(1) : 0},
                       .count = count,
                       .of_text = config_.modulates_text,
                       .with_sound = with_sound,
                       .apart = heard.apart};
  Ltx2StreamPass video(video_, pass.tokens, input.hidden_states, input.timestep, input.sigma);
  std::optional<Ltx2StreamPass> sound;
  nn::Tensors inputs = video.inputs(input.encoder_hidden_states);
  nn::Tensors shared{own_rows(rotary.video, pass.tokens)};
  if (keyframes_abs_pos_embedding_.defined() && input.keyframes.defined())
    inputs[0] =
        inputs[0] + (pass.tokens.own(input.keyframes, 1) > 0).to(dtype) * keyframes_abs_pos_embedding_;
  if (with_sound) {
    sound.emplace(*sound_, pass.sound_tokens, heard.hidden_states, heard.timestep, heard.sigma);
    inputs = alternating(inputs, sound->inputs(heard.encoder_hidden_states));
    shared.push_back(rotary.sound.rotation);
    if (!pass.apart) {
      add_crossing(inputs, *crossing_, video, *sound, heard.crossing, config_.crossing_gate_multiplier,
                   dtype);
      shared.push_back(own_rows(rotary.video_time, pass.tokens));
      shared.push_back(rotary.sound_time.rotation);
    }
  }
  for (size_t i = 0; i < transformer_blocks_.size(); ++i) {
    Ltx2Block& block = transformer_blocks_[i];
    pass.skips = input.skipped_blocks.contains(static_cast<int64_t>(i));
    // By value: with checkpointing the block runs again long after this function has returned.
    const auto run = [&block, pass](const nn::Tensors& in) { return block.forward(in, pass); };
    const nn::Tensors made = nn::run_block(runner, {i, block, inputs, run, shared});
    std::ranges::copy(made, inputs.begin());
  }
  return {video.velocity(inputs[0]), with_sound ? sound->velocity(inputs[1]) : Tensor()};
}

}  // namespace fw::families
