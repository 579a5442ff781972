// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>

#include "catalog/catalog.h"
#include "encoders/text_encoders.h"
#include "families/ltx2/attention.h"
#include "nn/feed_forward.h"

/// From the hidden states of all layers of Gemma to the text that LTX-2's transformer reads: a projection,
/// and a small transformer in which learned registers take the place of padding. There is one for video and
/// one for sound.
///
/// Shapes: B batch, L tokens, W width of Gemma, D width of the text.
namespace fw::families {

/// connectors/config.json. Defaults as in diffusers.
struct Ltx2ConnectorsConfig {
  struct Connector {
    Ltx2Attention::Options attention;
    int64_t layers = 2;
    int64_t registers = 128;
    int64_t width() const { return attention.heads * attention.head_dim; }
  };
  int64_t caption_channels = 3840;   ///< W
  int64_t text_proj_in_factor = 49;  ///< hidden states: one more than Gemma's layers
  bool projects_apart = false;       ///< since 2.3: one projection each for video and sound
  bool proj_bias = false;
  int64_t longest = 4096;  ///< tokens spanned by a quarter turn of the slowest angle
  Connector video, audio;

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static Ltx2ConnectorsConfig from_json(const nlohmann::json& json);
};

/// Linear layer over the hidden states of all layers, channel-major, to which they are given one by one.
class Ltx2TextProjection : public nn::Module {
 public:
  Ltx2TextProjection(const Ltx2ConnectorsConfig& config, int64_t width, const torch::TensorOptions& options);
  /// Adds a layer's part. @param sum  [B, L, D] float32, or undefined @param state  [B, L, W]
  void add(torch::Tensor& sum, const torch::Tensor& state, int64_t layer) const;

 private:
  int64_t layers_;
  torch::Tensor weight_, bias_;  // [D, W layers], [D] or undefined
};

class Ltx2ConnectorBlock : public nn::Module {
 public:
  Ltx2ConnectorBlock(const Ltx2ConnectorsConfig::Connector& config, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x, const nn::RotaryTable& rotary,
                        const nn::SharedTokens& tokens) const;

 private:
  Ltx2Attention attn1_;
  nn::FeedForward ff_;
};

class Ltx2Connector : public nn::Module {
 public:
  Ltx2Connector(const Ltx2ConnectorsConfig::Connector& config, int64_t longest,
                const torch::TensorOptions& options);
  /// @param x     [B, L, D]; L is a multiple of the registers
  /// @param mask  [B, L], 0 for padding
  /// @return      [B, L, D]: the words first, then what became of registers; all valid
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& mask) const;

 private:
  int64_t longest_;
  torch::Tensor learnable_registers_;  // [registers, D]
  nn::ModuleList<Ltx2ConnectorBlock> transformer_blocks_;
};

class Ltx2Connectors : public nn::Module {
 public:
  Ltx2Connectors(const Ltx2ConnectorsConfig& config, const torch::TensorOptions& options);

  /// Features of a text, to which the hidden states are added one by one.
  struct Features {
    torch::Tensor video, audio;  ///< [B, L, D] float32
  };
  /// @param state  of `layer`, [B, L, W] @param mask  [B, L], 0 for padding
  /// @param sound  whether to compute the sound's features, too
  void add(Features& sum, const torch::Tensor& state, const torch::Tensor& mask, int64_t layer,
           bool sound) const;
  torch::Tensor video_text(const Features& features, const torch::Tensor& mask) const;
  torch::Tensor audio_text(const Features& features, const torch::Tensor& mask) const;

  const Ltx2ConnectorsConfig& config() const { return config_; }

 private:
  Ltx2ConnectorsConfig config_;
  Ltx2TextProjection video_in_;
  std::optional<Ltx2TextProjection> audio_in_;
  Ltx2Connector video_connector_, audio_connector_;
};

/// Prompts of one text for both streams, [B, L, D] each, as the case of prompts has them.
struct Ltx2Texts {
  torch::Tensor video, audio;
};
Ltx2Texts ltx2_encode_all(const catalog::ModelSource& model, const catalog::EncoderSpec& spec,
                          const std::vector<std::string>& prompts, const nn::ComponentOptions& options);

/// Encodes prompts with Gemma and the connectors, which are frozen: their output is cached for training.
/// @param sound  also for the sound: in TextCondition::second_embeds
std::unique_ptr<encoders::TextEncoders> ltx2_text_encoders(const catalog::ModelSource& model,
                                                           const catalog::EncoderSpec& spec,
                                                           encoders::TextEncoderPlace place, size_t prompts,
                                                           const nn::ComponentOptions& options, bool sound);

}  // namespace fw::families
