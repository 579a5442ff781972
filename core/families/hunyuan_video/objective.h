// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>

#include "families/family.h"
#include "families/hunyuan_video/transformer.h"
#include "schedulers/flow_training.h"

namespace fw::families {

/// Trains HunyuanVideo like finetrainers: flow matching on scaled latents, with one embedded guidance value
/// for all samples. Shapes: B batch, C channels, F latent frames, h w latent height and width.
class HunyuanTrainingModel : public TrainingModel {
 public:
  /// @throws fw::Error from reading the folder
  HunyuanTrainingModel(const Family& family, const run::RunSettings& settings,
                       const nn::ComponentOptions& options);

  VideoTransformer& transformer() override { return *transformer_; }
  TrainingDraw draw(const TrainingBatch& batch, torch::Generator generator) const override;
  TrainingDraw draw_at(const TrainingBatch& batch, double level, torch::Generator generator) const override;
  torch::Tensor losses(const TrainingBatch& batch, const TrainingDraw& draw,
                       const nn::BlockRunner& runner) override;
  TrainingBatch example_batch(const catalog::Bucket& size, int64_t samples) const override;

 private:
  /// Rotary table for this latent size and this many text tokens.
  const nn::RotaryTable& positions(const torch::Tensor& latents, int64_t text);

  nn::ComponentOptions options_;
  catalog::ModelSpec spec_;
  double scaling_factor_;
  schedulers::FlowSettings flow_;
  double guidance_;
  std::unique_ptr<HunyuanTransformer> transformer_;
  std::map<std::array<int64_t, 4>, nn::RotaryTable> positions_;
};

}  // namespace fw::families
