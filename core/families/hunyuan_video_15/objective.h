// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>

#include "families/family.h"
#include "families/flow_timesteps.h"
#include "families/hunyuan_video_15/transformer.h"

namespace fw::families {

/// A trainer's timesteps by its name: tencent, musubi-tuner or diffusion-pipe.
FlowTimesteps hunyuan15_timesteps(std::string_view trainer);

/// Loads the transformer. A single file does not store the division of a head among the axes: it is that of
/// the model folder's own configuration, if there is one.
std::unique_ptr<Hunyuan15Transformer> hunyuan15_load_transformer(const catalog::ModelSource& source,
                                                                 const nn::ComponentOptions& options);

/// Trains HunyuanVideo 1.5 like Tencent's trainer, musubi-tuner or diffusion-pipe: flow matching on scaled
/// latents. Shapes: B batch, C channels, F latent frames, h w latent height and width.
class Hunyuan15TrainingModel : public TrainingModel {
 public:
  /// @throws fw::Error families.no_timesteps, and errors of the model folder
  Hunyuan15TrainingModel(const Family& family, const run::RunSettings& settings,
                         const nn::ComponentOptions& options);

  VideoTransformer& transformer() override { return *transformer_; }
  TrainingDraw draw(const TrainingBatch& batch, torch::Generator generator) const override;
  TrainingDraw draw_at(const TrainingBatch& batch, double level, torch::Generator generator) const override;
  torch::Tensor losses(const TrainingBatch& batch, const TrainingDraw& draw,
                       const nn::BlockRunner& runner) override;
  TrainingBatch example_batch(const catalog::Bucket& size, int64_t samples) const override;

 private:
  const nn::RotaryTable& positions(const torch::Tensor& latents);
  /// Latents of the first frame, as the network is given them. @param x  the scaled latents
  torch::Tensor first_frame(const TrainingBatch& batch, const torch::Tensor& x) const;

  nn::ComponentOptions options_;
  catalog::ModelSpec spec_;
  double scaling_factor_;
  bool with_pictures_;     ///< image to video
  bool unscaled_ = false;  ///< the picture's latents, as in musubi-tuner
  double picture_dropout_ = 0;
  FlowTimesteps timesteps_;
  std::unique_ptr<Hunyuan15Transformer> transformer_;
  std::array<int64_t, 2> image_size_{};  ///< of a picture's embedding; 0: none
  std::map<std::array<int64_t, 3>, nn::RotaryTable> positions_;
};

}  // namespace fw::families
