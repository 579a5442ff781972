// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/block.h"

#include "nn/norm_operators.h"

namespace fw::families {

namespace {

using torch::Tensor;

/// A table's rows plus those of the timesteps: [B, T, D] each.
std::vector<Tensor> ltx2_rows(const Tensor& table, const Tensor& of_times) {
  return (table + of_times.unflatten(-1, {table.size(0), -1})).unbind(2);
}

/// Attention of one stream's tokens to the other's, by the sound's heads.
Ltx2Attention::Options crossing_of(const Ltx2StreamConfig& from, const Ltx2StreamConfig& to,
                                   const Ltx2StreamConfig& sound) {
  Ltx2Attention::Options options = sound.attention;
  options.gated = from.attention.gated;
  options.query_width = from.width();
  options.context_width = to.width();
  return options;
}

}  // namespace

Ltx2BlockStream::Ltx2BlockStream(const Ltx2StreamConfig& config, const torch::TensorOptions& options)
    : norm_eps_(config.norm_eps),
      attn1_(config.attention, options),
      attn2_(config.attention, options),
      ff_(config.width(), 4 * config.width(), options, config.ff_bias ? nn::Bias::yes : nn::Bias::no) {
  const auto named = [&](const char* name) { return config.prefix + name; };
  add_parameter(named("scale_shift_table"), scale_shift_table_, {config.table_rows(), config.width()},
                options);
  if (config.modulates_text)
    add_parameter(named("prompt_scale_shift_table"), prompt_scale_shift_table_, {2, config.width()}, options);
  add_child(named("attn1"), attn1_);
  add_child(named("attn2"), attn2_);
  add_child(named("ff"), ff_);
}

std::vector<Tensor> Ltx2BlockStream::rows(const Tensor& modulation) const {
  return ltx2_rows(scale_shift_table_, modulation);
}

Ltx2BlockStream::Attended Ltx2BlockStream::attended(const Input& in, const std::vector<Tensor>& m) const {
  const Tensor change =
      attn1_.forward(nn::norm_modulated(in.x, norm(), {m[1], m[0]}), in.rotary, *in.tokens, in.skips);
  const bool is_modulated = prompt_scale_shift_table_.defined();
  Tensor text = in.context;
  nn::Condition of_query;
  if (is_modulated) {
    const auto t = ltx2_rows(prompt_scale_shift_table_, in.of_text);  // shift, scale
    text = torch::addcmul(t[0], in.context, 1 + t[1]);
    of_query = {m[7], m[6]};
  }
  const auto [y, query] = nn::add_gated_and_norm(in.x, change, m[2], norm(), of_query);
  return {y, attn2_.forward(query, text), is_modulated ? m[8] : Tensor()};
}

Tensor Ltx2BlockStream::forward(const Input& in) const {
  const auto m = rows(in.modulation);
  const auto [x, change, gate] = attended(in, m);
  const auto [sum, ff_in] = nn::add_gated_and_norm(x, change, gate, norm(), {m[4], m[3]});
  return nn::add_gated(sum, ff_.forward(ff_in), m[5]);
}

Tensor Ltx2BlockStream::attend(const Input& in) const {
  const auto [x, change, gate] = attended(in, rows(in.modulation));
  return nn::add_gated(x, change, gate);
}

Tensor Ltx2BlockStream::feed(const Tensor& x, const Tensor& modulation) const {
  const auto m = rows(modulation);
  return nn::add_gated(x, ff_.forward(nn::norm_modulated(x, norm(), {m[4], m[3]})), m[5]);
}

Ltx2Crossing::Ltx2Crossing(const Ltx2StreamConfig& video, const Ltx2StreamConfig& sound,
                           const torch::TensorOptions& options)
    : norm_eps_(video.norm_eps),
      audio_to_video_attn_(crossing_of(video, sound, sound), options),
      video_to_audio_attn_(crossing_of(sound, video, sound), options) {
  add_parameter("video_a2v_cross_attn_scale_shift_table", video_table_, {5, video.width()}, options);
  add_parameter("audio_a2v_cross_attn_scale_shift_table", sound_table_, {5, sound.width()}, options);
  add_child("audio_to_video_attn", audio_to_video_attn_);
  add_child("video_to_audio_attn", video_to_audio_attn_);
}

void Ltx2Crossing::forward(Side& video, Side& sound, const nn::SharedTokens& tokens, int64_t count) const {
  constexpr int64_t scales_and_shifts = 4;
  const auto of = [&](const Tensor& table, const Side& side) {
    auto rows = ltx2_rows(table.narrow(0, 0, scales_and_shifts), side.scale_shift);
    rows.push_back(table[scales_and_shifts] + side.gate);
    return rows;
  };
  const auto v = of(video_table_, video), s = of(sound_table_, sound);
  const nn::NormOf norm{kernels::Norm::rms, norm_eps_, {}, {}};
  const auto seen = [&](const Side& side, const std::vector<Tensor>& rows, size_t direction) {
    return nn::norm_modulated(side.x, norm, {rows[2 * direction], rows[2 * direction + 1]});
  };
  const Tensor to_video =
      audio_to_video_attn_.forward(seen(video, v, 0), video.rotary, {seen(sound, s, 0), sound.rotary});
  const Tensor to_sound = video_to_audio_attn_.forward(seen(sound, s, 1), sound.rotary,
                                                       {seen(video, v, 1), video.rotary, &tokens, count});
  video.x = nn::add_gated(video.x, to_video, v.back());
  sound.x = nn::add_gated(sound.x, to_sound, s.back());
}

Ltx2Block::Ltx2Block(const Ltx2StreamConfig& video, const std::optional<Ltx2StreamConfig>& sound,
                     const torch::TensorOptions& options)
    : video_(video, options) {
  add_child("", video_);
  if (!sound) return;
  add_child("", sound_.emplace(*sound, options));
  add_child("", crossing_.emplace(video, *sound, options));
}

nn::Tensors Ltx2Block::forward(const nn::Tensors& in, const Pass& pass) const {
  size_t next = 0;
  const auto take = [&] { return in[next++]; };
  Ltx2BlockStream::Input video{.tokens = &pass.tokens, .skips = pass.skips},
      sound{.tokens = &pass.sound_tokens, .skips = pass.skips};
  const auto both = [&](auto part) {
    video.*part = take();
    if (pass.with_sound) sound.*part = take();
  };
  both(&Ltx2BlockStream::Input::x);
  both(&Ltx2BlockStream::Input::context);
  both(&Ltx2BlockStream::Input::modulation);
  if (pass.of_text) both(&Ltx2BlockStream::Input::of_text);
  Ltx2Crossing::Side v, s;
  const bool crosses = pass.with_sound && !pass.apart;
  if (crosses) {
    v.scale_shift = take();
    s.scale_shift = take();
    v.gate = take();
    s.gate = take();
  }
  video.rotary = {take()};
  if (!pass.with_sound) return {video_.forward(video)};
  sound.rotary = {take()};
  if (!crosses) return {video_.forward(video), sound_->forward(sound)};
  v.rotary = {take()};
  s.rotary = {take()};
  v.x = video_.attend(video);
  s.x = sound_->attend(sound);
  crossing_->forward(v, s, pass.tokens, pass.count);
  return {video_.feed(v.x, video.modulation), sound_->feed(s.x, sound.modulation)};
}

}  // namespace fw::families
