// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <tuple>

#include "families/family.h"
#include "families/ltx2/sound.h"
#include "families/ltx2/transformer.h"

namespace fw::families {

/// Training noise levels in a trainer's convention.
struct Ltx2Timesteps {
  enum class Of {
    stretched,  ///< ltx-trainer: shifted by the clip's tokens, then stretched over the whole range
    legacy,     ///< its first release, and musubi-tuner for 2.0: only shifted
    uniform,
    table,  ///< ai-toolkit: a table of 1000 steps
  };
  Of of = Of::stretched;
  double spread = 1;              ///< of the normal distribution
  std::optional<double> shift;    ///< instead of the one by the number of tokens
  bool limits_shift = false;      ///< to that of 1024 and 4096 tokens
  double least_stretched = 1e-3;  ///< lower stretched values are reflected
  double uniform_share = 0.1;     ///< of the stretched draws is uniform
  double least = 0, most = 1;     ///< all draws are scaled into this range

  /// @param normal, uniform, choice  [n] random numbers; those that the convention does not use may be
  ///   undefined
  /// @param tokens  of the clip @return  [n] float32 noise levels
  torch::Tensor sigmas(const torch::Tensor& normal, const torch::Tensor& uniform, const torch::Tensor& choice,
                       int64_t tokens) const;
};

/// How the sound is trained. A clip without sound has no sound loss.
struct Ltx2SoundTraining {
  enum class Missing {
    absent,  ///< a batch in which no clip has sound runs without its stream; elsewhere as `zeros`
    zeros,   ///< zero latents with the sample's noise, like SimpleTuner
    noise,   ///< noise alone, like ai-toolkit
  };
  bool on = false;
  Missing missing = Missing::absent;
  Ltx2CrossingTimes crossing = Ltx2CrossingTimes::original;
  double weight = 1;  ///< of the sound's loss
};

/// Trains LTX-2 like its makers' trainer: flow matching on normalised latents, with a timestep for each
/// token; a share of the samples has its first frame given, without noise and loss, so that the model learns
/// to continue from one. Sound has the noise level of its clip, and a loss that is added. Shapes: B batch, C
/// channels, F latent frames, h w latent size, A tokens of the sound.
class Ltx2TrainingModel : public TrainingModel {
 public:
  /// @throws fw::Error from reading the folder
  Ltx2TrainingModel(const Family& family, const run::RunSettings& settings,
                    const nn::ComponentOptions& options);

  VideoTransformer& transformer() override { return *transformer_; }
  TrainingDraw draw(const TrainingBatch& batch, torch::Generator generator) const override;
  TrainingDraw draw_at(const TrainingBatch& batch, double level, torch::Generator generator) const override;
  torch::Tensor losses(const TrainingBatch& batch, const TrainingDraw& draw,
                       const nn::BlockRunner& runner) override;
  torch::Tensor sound_losses() const override { return sound_losses_; }
  TrainingBatch example_batch(const catalog::Bucket& size, int64_t samples) const override;

 private:
  /// The sound's part in a batch; undefined tensors if it has none.
  struct Sound {
    torch::Tensor noisy, noise;  ///< [B, A, C]
    torch::Tensor clean;         ///< undefined: no loss
    torch::Tensor there;         ///< [B]: 1, or 0 for clips without sound; undefined: all have it
  };
  double fps_of(const TrainingBatch& batch) const { return batch.fps > 0 ? batch.fps : spec_.rules.fps; }
  int64_t sound_tokens(const TrainingBatch& batch) const;
  void draw_sound(const TrainingBatch& batch, torch::Generator generator, TrainingDraw& draw) const;
  Sound sound_of(const TrainingBatch& batch, const TrainingDraw& draw, const torch::Tensor& sigmas) const;
  /// Rotary tables for clips of this latent size and frame rate.
  const Ltx2Rotary& positions(const torch::Tensor& latents, double fps, int64_t sound_tokens);

  nn::ComponentOptions options_;
  catalog::ModelSpec spec_;
  LatentScale scale_;
  Ltx2Timesteps timesteps_;
  double first_frame_share_;
  Ltx2SoundTraining sound_;
  Ltx2SoundScale sound_scale_;
  int64_t sound_channels_ = 0;  ///< of the sound's latents
  torch::Tensor sound_losses_;
  std::unique_ptr<Ltx2Transformer> transformer_;
  std::map<std::tuple<int64_t, int64_t, int64_t, double, int64_t>, Ltx2Rotary> positions_;
};

/// Reads the VAE's latent scale without loading the VAE.
LatentScale ltx2_latent_scale(const catalog::ModelSource& source, torch::Device device);

}  // namespace fw::families
