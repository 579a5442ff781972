// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "families/ltx2/block.h"
#include "families/ltx_video/transformer.h"
#include "families/video_transformer.h"
#include "nn/block_runner.h"

/// LTX-2's transformer (Lightricks 2026; versions 2.0, 2.3 and 2.5): tokens of the latents attend to each
/// other and to the text; layers are modulated by the timestep of each token. A second, narrower stream of
/// the same blocks is the sound, and the two attend to each other in every block. The network can do without
/// the sound: its tensors in a checkpoint are skipped then.
///
/// Shapes: B batch, S video tokens, A sound tokens, C latent channels, L text tokens, D width of a stream, T
/// timesteps per sample (1, or one per token).
namespace fw::families {

inline constexpr ErrorCode ltx2_sound_split{
    "families.ltx2_sound_split",
    FW_TEXT("errors", "Training on sound cannot split the tokens of a clip across processes."),
    FW_TEXT("errors", "Set distributed.ulysses and distributed.ring to 1, or model.ltx2.sound to false."),
    Blame::input};

/// transformer/config.json. Defaults as in diffusers.
struct Ltx2TransformerConfig {
  int64_t in_channels = 128;
  int64_t out_channels = 128;
  int64_t num_attention_heads = 32;
  int64_t attention_head_dim = 128;
  int64_t num_layers = 48;
  int64_t caption_channels = 3840;
  double norm_eps = 1e-6;
  bool attention_bias = true;
  bool attention_out_bias = true;
  bool ff_bias = true;
  bool projects_captions = true;                 ///< 2.0: the text is projected here
  bool gated_attention = false;                  ///< since 2.3
  bool modulates_text = false;                   ///< since 2.3: cross-attention is modulated, too
  bool marks_keyframes = false;                  ///< since 2.5
  double longest_seconds = 20;                   ///< spanned by a quarter turn of the slowest angle
  double base_height = 2048, base_width = 2048;  ///< likewise, in pixels

  bool has_sound = false;  ///< whether the network has the sound's stream, whose settings follow
  int64_t audio_in_channels = 128;
  int64_t audio_out_channels = 128;
  int64_t audio_num_attention_heads = 32;
  int64_t audio_attention_head_dim = 64;
  bool audio_ff_bias = true;
  bool audio_gated_attention = false;
  double audio_longest_seconds = 20;
  double audio_frames = 4;              ///< of the spectrogram, per latent
  double audio_hop = 160;               ///< samples per frame of the spectrogram
  double audio_rate = 16000;            ///< samples per second
  double crossing_gate_multiplier = 1;  ///< of the timestep that opens the gates between the streams

  int64_t inner_dim() const { return num_attention_heads * attention_head_dim; }
  int64_t audio_inner_dim() const { return audio_num_attention_heads * audio_attention_head_dim; }
  int64_t text_width() const { return projects_captions ? caption_channels : inner_dim(); }
  int64_t audio_text_width() const { return projects_captions ? caption_channels : audio_inner_dim(); }
  /// Latents per second of sound.
  double audio_latent_rate() const { return audio_rate / audio_hop / audio_frames; }
  Ltx2StreamConfig video() const;
  Ltx2StreamConfig sound() const;

  /// Of a network without sound. @throws fw::Error nn.bad_config with everything wrong or not supported
  static Ltx2TransformerConfig from_json(const nlohmann::json& json);
};

/// Of a network with sound.
struct Ltx2SoundTransformerConfig : Ltx2TransformerConfig {
  /// @throws as Ltx2TransformerConfig::from_json
  static Ltx2SoundTransformerConfig from_json(const nlohmann::json& json);
};

/// Bounds of each token in seconds and pixels, in the order frame, row, column. A latent frame but the first
/// spans 8 frames.
/// @param frames, height, width  of the latents
/// @return  float32 [3, S, 2] on the CPU. Thread: any.
torch::Tensor ltx2_bounds(int64_t frames, int64_t height, int64_t width, double fps);

/// Bounds of tokens of a picture or clip that starts at a frame of its own: without the first frame's shift.
/// @param start  frame of the clip @param pixel_frames  1 for a picture
torch::Tensor ltx2_condition_bounds(int64_t frames, int64_t height, int64_t width, int64_t start,
                                    int64_t pixel_frames, double fps);

/// Bounds of the sound's tokens in seconds: float32 [1, A, 2] on the CPU. The first latent is one frame of
/// the spectrogram.
torch::Tensor ltx2_sound_bounds(const Ltx2TransformerConfig& config, int64_t tokens);

/// Rotary tables of the tokens of a clip at the middle of their bounds.
struct Ltx2Rotary {
  nn::RotaryTable video;
  nn::RotaryTable sound, video_time, sound_time;  ///< undefined without sound; the last two for the crossing
};
/// @param bounds        [3, S, 2] or [B, 3, S, 2]
/// @param sound_tokens  0: no sound. Thread: any.
Ltx2Rotary ltx2_rotary_of(const Ltx2TransformerConfig& config, const torch::Tensor& bounds,
                          int64_t sound_tokens, torch::Device device);

/// Which timesteps modulate the attention between the streams. They differ if one side has a given frame.
enum class Ltx2CrossingTimes {
  original,  ///< scale and shift by the side's own, gates by the other's noise level: the makers, since May
             ///< 2026
  own,       ///< all by the side's own: the makers' first release, diffusers for 2.0, SimpleTuner
  other,     ///< all by the other's noise level: diffusers since 2.3, ai-toolkit
};

/// The sound's half of the input.
struct Ltx2SoundInput {
  torch::Tensor hidden_states;          ///< [B, A, C]; undefined: no sound
  torch::Tensor encoder_hidden_states;  ///< [B, L, audio_text_width], all valid
  torch::Tensor timestep;               ///< as in Ltx2TransformerInput
  torch::Tensor sigma{};
  Ltx2CrossingTimes crossing = Ltx2CrossingTimes::original;
  bool apart = false;  ///< the streams do not attend to each other
};

struct Ltx2TransformerInput {
  torch::Tensor hidden_states;          ///< [B, S, C]
  torch::Tensor encoder_hidden_states;  ///< [B, L, text_width], all valid
  torch::Tensor timestep;               ///< [B] or [B, S], 0 to 1000, may be fractional
  torch::Tensor sigma{};                ///< [B], noise level times 1000; undefined: `timestep`, [B]
  torch::Tensor keyframes{};            ///< [B, S, 1], above 0 for generated keyframes; undefined: none
  std::set<int64_t> skipped_blocks{};   ///< blocks whose self-attention passes its values on
  Ltx2SoundInput sound{};
};

/// The flow's velocity, noise - x, of both streams.
struct Ltx2Velocity {
  torch::Tensor video;  ///< [B, S, out_channels]
  torch::Tensor sound;  ///< [B, A, audio_out_channels]; undefined without sound
};

/// The layers of a stream before and after the blocks.
struct Ltx2Ends {
  Ltx2Ends(const Ltx2StreamConfig& config, const torch::TensorOptions& options);

  torch::Tensor scale_shift_table;  // [2, D]
  nn::Linear proj_in;
  LtxTimestepModulation time_embed;
  std::optional<LtxTimestepModulation> prompt_adaln;
  std::optional<LtxCaptionProjection> caption_projection;
  nn::Linear proj_out;
};

/// The timesteps' modulation of the attention between the streams.
struct Ltx2CrossingEmbeddings {
  Ltx2CrossingEmbeddings(const Ltx2TransformerConfig& config, const torch::TensorOptions& options);

  LtxTimestepModulation video, video_gate, sound, sound_gate;
};

class Ltx2Transformer : public VideoTransformer {
 public:
  Ltx2Transformer(const Ltx2TransformerConfig& config, const torch::TensorOptions& options);

  /// Predicts the velocity. Differentiable in its inputs and weights.
  /// @param rotary  for this input's tokens
  /// @param runner  runs each block; its inputs are tokens, texts and modulations: see Ltx2Block
  /// @throws fw::Error families.ltx2_sound_split with a gradient, sound and tokens split across processes
  /// Thread: one at a time. Cost: 28 S D^2 + 4 S^2 D FLOP per layer and sample and stream; sound adds its
  /// 28 A D^2, and 4 S A D for each direction of the attention between them.
  Ltx2Velocity forward(const Ltx2TransformerInput& input, const Ltx2Rotary& rotary,
                       const nn::BlockRunner& runner = {});

  std::vector<std::string> block_lists() const override { return {"transformer_blocks"}; }
  int64_t block_count() const override { return config_.num_layers; }
  const Ltx2TransformerConfig& config() const { return config_; }

 private:
  void add_ends(const std::string& stream, Ltx2Ends& ends);
  void add_sound(const torch::TensorOptions& options);

  Ltx2TransformerConfig config_;
  Ltx2Ends video_;
  std::optional<Ltx2Ends> sound_;
  std::optional<Ltx2CrossingEmbeddings> crossing_;
  torch::Tensor keyframes_abs_pos_embedding_;  // [1, D], or undefined
  nn::ModuleList<Ltx2Block> transformer_blocks_;
};

}  // namespace fw::families
