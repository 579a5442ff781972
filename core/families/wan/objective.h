// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>

#include "families/flow_timesteps.h"
#include "families/wan/sampling.h"

namespace fw::families {

/// A trainer's timesteps by its name: finetrainers, musubi-tuner or diffusion-pipe.
FlowTimesteps wan_timesteps(std::string_view trainer);

/// Trains Wan like finetrainers, musubi-tuner or diffusion-pipe: flow matching on normalised latents.
/// Shapes: B batch, C channels, F latent frames, h w latent height and width.
class WanTrainingModel : public TrainingModel {
 public:
  /// @throws fw::Error families.lora_only, families.no_timesteps, and errors of the model folder
  WanTrainingModel(const Family& family, const run::RunSettings& settings,
                   const nn::ComponentOptions& options);

  VideoTransformer& transformer() override { return *transformer_; }
  std::string part() const override { return part_; }
  std::string lora_parts() const override { return shared_ ? "transformer,transformer_2" : part_; }
  TrainingDraw draw(const TrainingBatch& batch, torch::Generator generator) const override;
  TrainingDraw draw_at(const TrainingBatch& batch, double level, torch::Generator generator) const override;
  torch::Tensor losses(const TrainingBatch& batch, const TrainingDraw& draw,
                       const nn::BlockRunner& runner) override;
  TrainingBatch example_batch(const catalog::Bucket& size, int64_t samples) const override;

 private:
  /// The network for a batch's timesteps, which are all on one side of the boundary.
  WanTransformer& network_at(const torch::Tensor& sigmas);
  const nn::RotaryTable& positions(const torch::Tensor& latents);

  nn::ComponentOptions options_;
  catalog::ModelSpec spec_;
  LatentScale scale_;
  WanPictures pictures_;
  FlowTimesteps timesteps_;
  double border_ = 0;    ///< noise level of the boundary; 0: only one network is trained
  bool shared_ = false;  ///< the low-noise network uses the high-noise one's LoRA
  std::string part_ = "transformer";
  std::unique_ptr<VideoTransformer> transformer_;
  WanTransformerConfig config_;
  int64_t image_tokens_ = 0;
  std::map<std::array<int64_t, 3>, nn::RotaryTable> positions_;
};

/// Reads the parameters of wan_denoise() and of training from the model's configurations.
WanSampling wan_sampling(const catalog::ModelSource& source);
/// Loads the transformer of a model folder: a WanTransformer, or WanExperts if there are two networks.
std::unique_ptr<VideoTransformer> wan_load_transformer(const catalog::ModelSource& source,
                                                       const nn::ComponentOptions& options);

}  // namespace fw::families
