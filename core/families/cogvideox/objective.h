// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <tuple>

#include "families/cogvideox/transformer.h"
#include "families/cogvideox/vae.h"
#include "families/family.h"
#include "schedulers/diffusion_schedule.h"

namespace fw::families {

/// Trains CogVideoX like CogVideoX-Factory: v-prediction, from which the clean latent is reconstructed, with
/// its squared error weighted by 1 / (1 - alphas_cumprod[t]), which equals the squared error of v.
/// Shapes: B batch, C channels, F latent frames, h w latent height and width.
class CogVideoXTrainingModel : public TrainingModel {
 public:
  /// @throws fw::Error from reading the folder
  CogVideoXTrainingModel(const Family& family, const run::RunSettings& settings,
                         const nn::ComponentOptions& options);

  VideoTransformer& transformer() override { return *transformer_; }
  TrainingDraw draw(const TrainingBatch& batch, torch::Generator generator) const override;
  TrainingDraw draw_at(const TrainingBatch& batch, double level, torch::Generator generator) const override;
  torch::Tensor losses(const TrainingBatch& batch, const TrainingDraw& draw,
                       const nn::BlockRunner& runner) override;
  TrainingBatch example_batch(const catalog::Bucket& size, int64_t samples) const override;

 private:
  /// Latents scaled and laid out for the transformer: [B, F, C, h, w] float32 on the device.
  torch::Tensor scaled(const torch::Tensor& latents) const;
  /// First frames in the transformer's scale. @param latents  [B, C, 1, h, w] @return [B, 1, C, h, w] float32
  torch::Tensor image_condition(const torch::Tensor& latents) const;
  int64_t padded_frames(int64_t frames) const;
  int64_t timestep_count() const { return schedule_->config().num_train_timesteps; }
  torch::Tensor draw_noise(const TrainingBatch& batch, torch::Generator& generator) const;
  const CogVideoXPositions& positions(const LatentGrid& size, int64_t text_length);

  nn::ComponentOptions options_;
  catalog::ModelSpec spec_;
  double image_dropout_;
  bool takes_image_;
  std::unique_ptr<CogVideoXTransformer> transformer_;
  std::optional<schedulers::DiffusionSchedule> schedule_;
  CogVideoXVaeConfig vae_;      ///< used only for the scale of latents
  torch::Tensor loss_weights_;  // [timesteps] float32
  std::map<std::tuple<int64_t, int64_t, int64_t, int64_t>, CogVideoXPositions> positions_;
};

}  // namespace fw::families
