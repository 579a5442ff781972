// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>

#include "families/family.h"
#include "families/framepack/sections.h"
#include "schedulers/flow_training.h"

namespace fw::families {

/// Trains FramePack like musubi-tuner: flow matching on one section of the clip at a time, with the clip's
/// own frames as its history and the first frame as its picture. Shapes: B batch, C channels, F latent
/// frames, h w latent height and width.
class FramePackTrainingModel : public TrainingModel {
 public:
  /// @throws fw::Error from reading the folder
  FramePackTrainingModel(const Family& family, const run::RunSettings& settings,
                         const nn::ComponentOptions& options);

  VideoTransformer& transformer() override { return *transformer_; }
  TrainingDraw draw(const TrainingBatch& batch, torch::Generator generator) const override;
  TrainingDraw draw_at(const TrainingBatch& batch, double level, torch::Generator generator) const override;
  torch::Tensor losses(const TrainingBatch& batch, const TrainingDraw& draw,
                       const nn::BlockRunner& runner) override;
  TrainingBatch example_batch(const catalog::Bucket& size, int64_t samples) const override;

 private:
  /// Draws a section and its noise.
  TrainingDraw draw_section(const TrainingBatch& batch, torch::Generator& generator) const;
  int64_t sections_of(const torch::Tensor& latents) const {
    return framepack_sections(latents.size(2), window_);
  }

  /// Rotary table for sections at these places. @param x  [B, C, F, h, w] @param text  tokens of picture and
  /// text
  const nn::RotaryTable& positions(const FramePackPlaces& places, const torch::Tensor& x, int64_t text);

  nn::ComponentOptions options_;
  catalog::ModelSpec spec_;
  double scaling_factor_;
  schedulers::FlowSettings flow_;
  FramePackOrder order_;
  int64_t window_;
  double guidance_;
  int64_t image_tokens_;
  std::unique_ptr<FramePackTransformer> transformer_;
  std::map<std::array<int64_t, 4>, nn::RotaryTable> positions_;
};

}  // namespace fw::families
