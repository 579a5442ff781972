// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "families/ltx2/attention.h"
#include "nn/block_runner.h"
#include "nn/feed_forward.h"

/// A block of LTX-2's transformer: for each stream, self-attention, attention to its text and a feed-forward
/// layer; between the streams, attention in both directions. Shapes as in transformer.h.
namespace fw::families {

/// Properties of one stream.
struct Ltx2StreamConfig {
  std::string prefix;  ///< of its layers' names: "" for video, "audio_" for sound
  int64_t in_channels = 0, out_channels = 0;
  Ltx2Attention::Options attention;
  int64_t caption_channels = 0;  ///< of a text that is projected first; 0: it is not
  bool ff_bias = true;
  bool modulates_text = false;
  double norm_eps = 1e-6;

  int64_t width() const { return attention.width(); }
  /// Rows of a block's table: shift, scale and gate of each layer that is modulated.
  int64_t table_rows() const { return modulates_text ? 9 : 6; }
};

/// A stream's layers in a block.
class Ltx2BlockStream : public nn::Module {
 public:
  Ltx2BlockStream(const Ltx2StreamConfig& config, const torch::TensorOptions& options);

  /// Inputs of a block from one stream.
  struct Input {
    torch::Tensor x;           ///< [B, S, D]
    torch::Tensor context;     ///< [B, L, D]
    torch::Tensor modulation;  ///< [B, T, rows D]
    torch::Tensor of_text;     ///< [B, 1, 2 D], or undefined
    nn::RotaryTable rotary;
    const nn::SharedTokens* tokens = nullptr;
    bool skips = false;  ///< self-attention passes its values on
  };
  /// All layers. @return  [B, S, D], a new tensor
  torch::Tensor forward(const Input& in) const;
  /// The layers up to the attention to the text, and those after it. @return  new tensors
  torch::Tensor attend(const Input& in) const;
  torch::Tensor feed(const torch::Tensor& x, const torch::Tensor& modulation) const;

 private:
  struct Attended {
    torch::Tensor x, change, gate;  // x + gate change
  };
  std::vector<torch::Tensor> rows(const torch::Tensor& modulation) const;  // each [B, T, D]
  Attended attended(const Input& in, const std::vector<torch::Tensor>& m) const;
  nn::NormOf norm() const { return {kernels::Norm::rms, norm_eps_, {}, {}}; }

  double norm_eps_;
  torch::Tensor scale_shift_table_;         // [6 or 9, D]
  torch::Tensor prompt_scale_shift_table_;  // [2, D], or undefined
  Ltx2Attention attn1_, attn2_;
  nn::FeedForward ff_;
};

/// Attention between the streams, in both directions at once: each sees the other as it was before.
class Ltx2Crossing : public nn::Module {
 public:
  Ltx2Crossing(const Ltx2StreamConfig& video, const Ltx2StreamConfig& sound,
               const torch::TensorOptions& options);

  struct Side {
    torch::Tensor x;            ///< [B, S, D]
    torch::Tensor scale_shift;  ///< [B, T, 4 D]: of the attention to video, then to sound
    torch::Tensor gate;         ///< [B, T, D]
    nn::RotaryTable rotary;     ///< of the tokens' times
  };
  /// Adds to both sides' x. @param tokens  of the video @param count  of all its tokens
  void forward(Side& video, Side& sound, const nn::SharedTokens& tokens, int64_t count) const;

 private:
  double norm_eps_;
  torch::Tensor video_table_, sound_table_;  // [5, D]: scale and shift for each direction, gate
  Ltx2Attention audio_to_video_attn_, video_to_audio_attn_;
};

class Ltx2Block : public nn::Module {
 public:
  Ltx2Block(const Ltx2StreamConfig& video, const std::optional<Ltx2StreamConfig>& sound,
            const torch::TensorOptions& options);

  /// How the blocks of a pass run; the same for all but `skips`.
  struct Pass {
    nn::SharedTokens tokens, sound_tokens;
    int64_t count = 0;  ///< of all video tokens
    bool of_text = false, with_sound = false, apart = false, skips = false;
  };
  /// The order of a block's tensors. Without sound: x, text, modulation and, since 2.3, the text's; shared:
  /// the rotary table. With sound, each followed by the sound's. If the streams are not apart, then scale and
  /// shift of the crossing and its gates, video first, and the shared tables of times.
  /// @return  x, and with sound that of the sound
  nn::Tensors forward(const nn::Tensors& in, const Pass& pass) const;

 private:
  Ltx2BlockStream video_;
  std::optional<Ltx2BlockStream> sound_;
  std::optional<Ltx2Crossing> crossing_;
};

}  // namespace fw::families
