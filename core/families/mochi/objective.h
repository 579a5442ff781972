// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/family.h"
#include "families/mochi/transformer.h"

namespace fw::families {

/// Trains Mochi-1 like CogVideoX-Factory and Genmo: uniform noise levels, continuous timesteps, and a flow
/// that runs from noise to the clip. Latents are normalised as at inference.
class MochiTrainingModel : public TrainingModel {
 public:
  /// @throws fw::Error from reading the folder
  MochiTrainingModel(const Family& family, const nn::ComponentOptions& options);

  VideoTransformer& transformer() override { return *transformer_; }
  TrainingDraw draw(const TrainingBatch& batch, torch::Generator generator) const override;
  TrainingDraw draw_at(const TrainingBatch& batch, double level, torch::Generator generator) const override;
  torch::Tensor losses(const TrainingBatch& batch, const TrainingDraw& draw,
                       const nn::BlockRunner& runner) override;
  TrainingBatch example_batch(const catalog::Bucket& size, int64_t samples) const override;

 private:
  nn::ComponentOptions options_;
  catalog::ModelSpec spec_;
  LatentScale scale_;
  std::unique_ptr<MochiTransformer> transformer_;
};

}  // namespace fw::families
