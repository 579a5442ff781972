// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <tuple>

#include "families/family.h"
#include "families/ltx_video/transformer.h"
#include "schedulers/flow_training.h"

namespace fw::families {

/// Trains LTX-Video like finetrainers: flow matching on normalised latents; a share of the micro-batches has
/// less noise in the first frame, so that the model learns to continue from one. Shapes: B batch, C channels,
/// F latent frames, h w latent height and width.
class LtxTrainingModel : public TrainingModel {
 public:
  /// @throws fw::Error from reading the folder
  LtxTrainingModel(const Family& family, const run::RunSettings& settings,
                   const nn::ComponentOptions& options);

  VideoTransformer& transformer() override { return *transformer_; }
  TrainingDraw draw(const TrainingBatch& batch, torch::Generator generator) const override;
  TrainingDraw draw_at(const TrainingBatch& batch, double level, torch::Generator generator) const override;
  torch::Tensor losses(const TrainingBatch& batch, const TrainingDraw& draw,
                       const nn::BlockRunner& runner) override;
  TrainingBatch example_batch(const catalog::Bucket& size, int64_t samples) const override;

 private:
  /// Rotary table for clips of this latent size and frame rate.
  const nn::RotaryTable& positions(const torch::Tensor& latents, double fps);

  nn::ComponentOptions options_;
  catalog::ModelSpec spec_;
  LatentScale scale_;
  schedulers::FlowSettings flow_;
  double first_frame_share_, most_first_frame_sigma_;
  std::unique_ptr<LtxTransformer> transformer_;
  std::map<std::tuple<int64_t, int64_t, int64_t, double>, nn::RotaryTable> positions_;
};

}  // namespace fw::families
