// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/connectors.h"

#include <cmath>
#include <limits>

#include "encoders/gemma.h"
#include "encoders/placed_encoder.h"
#include "nn/config_reader.h"

namespace fw::families {

namespace {

using torch::Tensor;

constexpr double state_eps = 1e-6;
const nn::NormOf ltx2_text_norm{kernels::Norm::rms, 1e-6, {}, {}};

Ltx2ConnectorsConfig::Connector read_connector(nn::ConfigReader& read, const std::string& of) {
  Ltx2ConnectorsConfig::Connector c;
  c.attention.heads = read.size((of + "_connector_num_attention_heads").c_str(), 30);
  c.attention.head_dim = read.size((of + "_connector_attention_head_dim").c_str(), 128);
  c.attention.gated = read.boolean((of + "_gated_attn").c_str(), false);
  c.layers = read.size((of + "_connector_num_layers").c_str(), c.layers);
  c.registers = read.size((of + "_connector_num_learnable_registers").c_str(), c.registers);
  return c;
}

/// For each layer: 8 (h - mean) / (max - min), over all words and channels of a prompt.
Tensor range_normed(const Tensor& state, const Tensor& valid) {
  constexpr double range = 8, limit = std::numeric_limits<float>::infinity();
  const Tensor count = valid.sum({1, 2}, true) * state.size(2);
  const Tensor mean = state.masked_fill(~valid, 0).sum({1, 2}, true) / (count + state_eps);
  const Tensor low = state.masked_fill(~valid, limit).amin({1, 2}, true),
               high = state.masked_fill(~valid, -limit).amax({1, 2}, true);
  return range * (state - mean) / (high - low + state_eps);
}

}  // namespace

Ltx2ConnectorsConfig Ltx2ConnectorsConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "connectors/config.json");
  Ltx2ConnectorsConfig c;
  c.caption_channels = read.size("caption_channels", c.caption_channels);
  c.text_proj_in_factor = read.size("text_proj_in_factor", c.text_proj_in_factor);
  c.projects_apart = read.boolean("per_modality_projections", c.projects_apart);
  c.proj_bias = read.boolean("proj_bias", c.proj_bias);
  c.longest = read.size("connector_rope_base_seq_len", c.longest);
  c.video = read_connector(read, "video");
  c.audio = read_connector(read, "audio");
  read.expect("rope_type", "split", "split");
  read.expect("rope_double_precision", true, true);
  read.expect("rope_theta", 10000.0, 10000.0);
  read.expect("causal_temporal_positioning", false, false);
  const int64_t video = c.projects_apart ? read.size("video_hidden_dim", 4096) : c.caption_channels,
                audio = c.projects_apart ? read.size("audio_hidden_dim", 2048) : c.caption_channels;
  read.require(c.video.width() == video && c.audio.width() == audio,
               "the connectors' heads do not fill the width of the text");
  read.require(c.video.attention.head_dim % 2 == 0 && c.audio.attention.head_dim % 2 == 0,
               "a connector's head_dim is odd");
  read.finish();
  return c;
}

Ltx2TextProjection::Ltx2TextProjection(const Ltx2ConnectorsConfig& config, int64_t width,
                                       const torch::TensorOptions& options)
    : layers_(config.text_proj_in_factor) {
  add_parameter("weight", weight_, {width, config.caption_channels * layers_}, options);
  if (config.proj_bias) add_parameter("bias", bias_, {width}, options);
}

void Ltx2TextProjection::add(Tensor& sum, const Tensor& state, int64_t layer) const {
  const Tensor own = weight_.unflatten(1, {-1, layers_}).select(2, layer);
  const Tensor part = torch::linear(state.to(own.scalar_type()), own).to(torch::kFloat32);
  if (sum.defined()) {
    sum.add_(part);
    return;
  }
  sum = bias_.defined() ? part + bias_ : part;
}

Ltx2ConnectorBlock::Ltx2ConnectorBlock(const Ltx2ConnectorsConfig::Connector& config,
                                       const torch::TensorOptions& options)
    : attn1_(config.attention, options), ff_(config.width(), 4 * config.width(), options) {
  add_child("attn1", attn1_);
  add_child("ff", ff_);
}

Tensor Ltx2ConnectorBlock::forward(const Tensor& x, const nn::RotaryTable& rotary,
                                   const nn::SharedTokens& tokens) const {
  const Tensor attended = attn1_.forward(nn::norm_modulated(x, ltx2_text_norm, {}), rotary, tokens);
  const auto [sum, ff_in] = nn::add_gated_and_norm(x, attended, {}, ltx2_text_norm, {});
  return nn::add_gated(sum, ff_.forward(ff_in), {});
}

Ltx2Connector::Ltx2Connector(const Ltx2ConnectorsConfig::Connector& config, int64_t longest,
                             const torch::TensorOptions& options)
    : longest_(longest) {
  add_parameter("learnable_registers", learnable_registers_, {config.registers, config.width()}, options);
  for (int64_t i = 0; i < config.layers; ++i) transformer_blocks_.emplace_back(config, options);
  add_child("transformer_blocks", transformer_blocks_);
}

Tensor Ltx2Connector::forward(const Tensor& features, const Tensor& mask) const {
  const int64_t length = features.size(1), registers = learnable_registers_.size(0);
  const Tensor words_first = torch::argsort(mask.eq(0).to(torch::kInt64), /*stable=*/true, 1);
  const Tensor words = features.to(learnable_registers_.scalar_type())
                           .gather(1, words_first.unsqueeze(-1).expand_as(features));
  const Tensor place = torch::arange(length, mask.options().dtype(torch::kInt64));
  const Tensor is_word = (place < mask.ne(0).sum(1, true)).unsqueeze(-1);  // [B, L, 1]
  Tensor x = torch::where(is_word, words, learnable_registers_.repeat({length / registers, 1}).unsqueeze(0));
  const Tensor fraction =
      (torch::arange(length, torch::kFloat32) / static_cast<double>(longest_)).unsqueeze(-1);
  const nn::RotaryTable rotary = ltx2_rotary(x.size(2), fraction, x.device());
  const nn::SharedTokens tokens(nullptr, length);
  for (size_t i = 0; i < transformer_blocks_.size(); ++i)
    x = transformer_blocks_[i].forward(x, rotary, tokens);
  return nn::norm_modulated(x, ltx2_text_norm, {});
}

Ltx2Connectors::Ltx2Connectors(const Ltx2ConnectorsConfig& config, const torch::TensorOptions& options)
    : config_(config),
      video_in_(config, config.video.width(), options),
      video_connector_(config.video, config.longest, options),
      audio_connector_(config.audio, config.longest, options) {
  add_child(config.projects_apart ? "video_text_proj_in" : "text_proj_in", video_in_);
  if (config.projects_apart)
    add_child("audio_text_proj_in", audio_in_.emplace(config, config.audio.width(), options));
  add_child("video_connector", video_connector_);
  add_child("audio_connector", audio_connector_);
}

void Ltx2Connectors::add(Features& sum, const Tensor& state, const Tensor& mask, int64_t layer,
                         bool sound) const {
  const Tensor valid = mask.ne(0).unsqueeze(-1), wide = state.to(torch::kFloat32);
  const Tensor normed =
      config_.projects_apart ? wide * nn::inverse_rms(wide, state_eps) : range_normed(wide, valid);
  const Tensor kept = normed.masked_fill(~valid, 0);
  const auto scaled = [&](int64_t width) {
    if (!config_.projects_apart) return kept;
    return kept * std::sqrt(static_cast<double>(width) / static_cast<double>(config_.caption_channels));
  };
  video_in_.add(sum.video, scaled(config_.video.width()), layer);
  if (!sound) return;
  if (audio_in_)
    audio_in_->add(sum.audio, scaled(config_.audio.width()), layer);
  else
    sum.audio = sum.video;
}

Tensor Ltx2Connectors::video_text(const Features& features, const Tensor& mask) const {
  return video_connector_.forward(features.video, mask);
}

Tensor Ltx2Connectors::audio_text(const Features& features, const Tensor& mask) const {
  return audio_connector_.forward(features.audio, mask);
}

namespace {

class Ltx2TextEncoders : public encoders::TextEncoders {
 public:
  Ltx2TextEncoders(const catalog::ModelSource& model, const catalog::EncoderSpec& spec,
                   encoders::TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options,
                   bool sound)
      : run_(model, spec, place, prompts, options),
        token_limit_(spec.token_limit),
        sound_(sound),
        gemma_(run_.load<encoders::Gemma, encoders::GemmaConfig>({"layers"})),
        connectors_(load_connectors(model, place, options, sound)) {}

  encoders::TextCondition encode(const std::vector<std::string>& prompts) override {
    const Ltx2Texts texts = encode_all(prompts);
    return {.embeds = texts.video, .mask = {}, .pooled = {}, .second_embeds = texts.audio};
  }

  Ltx2Texts encode_all(const std::vector<std::string>& prompts) {
    const encoders::TokenBatch tokens = run_.tokens(prompts, token_limit_);
    Ltx2Connectors::Features features;
    const auto add = [&](int64_t layer, const Tensor& state) {
      connectors_->add(features, state, tokens.mask, layer, sound_);
    };
    gemma_->forward(tokens.ids, tokens.mask, add, run_.runner());
    return {connectors_->video_text(features, tokens.mask),
            sound_ ? connectors_->audio_text(features, tokens.mask) : Tensor()};
  }

 private:
  static std::unique_ptr<Ltx2Connectors> load_connectors(const catalog::ModelSource& model,
                                                         encoders::TextEncoderPlace place,
                                                         nn::ComponentOptions options, bool sound) {
    if (place == encoders::TextEncoderPlace::cpu) options.device = torch::kCPU;
    if (!sound) options.without = "audio_";
    return nn::load_component<Ltx2Connectors, Ltx2ConnectorsConfig>(model.part("connectors"), options);
  }

  encoders::EncoderRun run_;
  int64_t token_limit_;
  bool sound_;
  std::unique_ptr<encoders::Gemma> gemma_;
  std::unique_ptr<Ltx2Connectors> connectors_;
};

}  // namespace

Ltx2Texts ltx2_encode_all(const catalog::ModelSource& model, const catalog::EncoderSpec& spec,
                          const std::vector<std::string>& prompts, const nn::ComponentOptions& options) {
  return Ltx2TextEncoders(model, spec, encoders::TextEncoderPlace::device, prompts.size(), options,
                          /*sound=*/true)
      .encode_all(prompts);
}

std::unique_ptr<encoders::TextEncoders> ltx2_text_encoders(const catalog::ModelSource& model,
                                                           const catalog::EncoderSpec& spec,
                                                           encoders::TextEncoderPlace place, size_t prompts,
                                                           const nn::ComponentOptions& options, bool sound) {
  return std::make_unique<Ltx2TextEncoders>(model, spec, place, prompts, options, sound);
}

}  // namespace fw::families
