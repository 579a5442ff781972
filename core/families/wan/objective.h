// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>

#include "families/wan/sampling.h"
#include "schedulers/flow_training.h"

namespace fw::families {

/// Timesteps as trainers draw them and give them to the network.
struct WanTimesteps {
  enum class Of { finetrainers, musubi, diffusion_pipe };
  Of of = Of::finetrainers;
  schedulers::FlowSettings flow;  ///< how numbers are drawn, and their shift
  double least = 0, most = 1;     ///< shares of noise
  bool drops = true;              ///< what is drawn outside; else all is squeezed into the range

  /// Shares of noise. @param places  [n] in 0..1, drawn as `flow` says @return [n], those outside included
  torch::Tensor sigmas(const torch::Tensor& places) const;
  /// Which of them are within the range. @return  [n] bool
  torch::Tensor within(const torch::Tensor& sigmas) const;
  /// The timesteps that the network takes. @return  float32
  torch::Tensor of_sigmas(const torch::Tensor& sigmas) const;
  /// @param border  share of noise: all timesteps of a draw are on one side of it, the first one's; 0: none
  /// @return [count] float32 within the range, on the CPU
  torch::Tensor draw(int64_t count, double border, torch::Generator& generator) const;
};

/// Training of Wan as finetrainers, musubi-tuner and diffusion-pipe do it: flow matching on normalised
/// latents. Shapes: B batch, C channels, F latent frames, h w latent height and width.
class WanTrainingModel : public TrainingModel {
 public:
  /// @throws fw::Error what reading the folder throws
  WanTrainingModel(const Family& family, const run::RunSettings& settings,
                   const nn::ComponentOptions& options);

  VideoTransformer& transformer() override { return *transformer_; }
  std::string part() const override { return part_; }
  TrainingDraw draw(const TrainingBatch& batch, torch::Generator generator) const override;
  TrainingDraw draw_at(const TrainingBatch& batch, double level, torch::Generator generator) const override;
  torch::Tensor losses(const TrainingBatch& batch, const TrainingDraw& draw,
                       const nn::BlockRunner& runner) override;
  TrainingBatch example_batch(const catalog::Bucket& size, int64_t samples) const override;

 private:
  /// The network for a batch's timesteps, all of them on one side of the border.
  WanTransformer& network_at(const torch::Tensor& sigmas);
  const nn::RotaryTable& positions(const torch::Tensor& latents);

  nn::ComponentOptions options_;
  catalog::ModelSpec spec_;
  LatentScale scale_;
  WanPictures pictures_;
  WanTimesteps timesteps_;
  double border_ = 0;    ///< share of noise where two trained networks change; 0: there is one
  bool shared_ = false;  ///< the second network computes with the first one's LoRA
  std::string part_ = "transformer";
  std::unique_ptr<VideoTransformer> transformer_;
  WanTransformerConfig config_;
  int64_t image_tokens_ = 0;
  std::map<std::array<int64_t, 3>, nn::RotaryTable> positions_;
};

/// Where and how the model is: what wan_denoise() and training need of its configurations.
WanSampling wan_sampling(const catalog::ModelSource& source);
/// The transformer of a model folder: a WanTransformer, or WanExperts where it has two networks.
std::unique_ptr<VideoTransformer> wan_load_transformer(const catalog::ModelSource& source,
                                                       const nn::ComponentOptions& options);

}  // namespace fw::families
