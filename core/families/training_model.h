// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "families/video_transformer.h"
#include "nn/block_runner.h"

namespace fw::families {

/// One micro-batch out of the cache, all samples of one bucket. Raw: what the VAE's posterior gave.
struct TrainingBatch {
  torch::Tensor latents;        ///< [B, C, F, h, w]
  torch::Tensor text;           ///< [B, L, D]
  torch::Tensor image_latents;  ///< [B, C, 1, h, w], zero where the image is dropped; undefined for
                                ///< text-to-video
};

/// What chance adds to a micro-batch.
struct TrainingDraw {
  torch::Tensor noise;      ///< [B, F, C, h, w] float32, as the model sees latents
  torch::Tensor timesteps;  ///< [B] int64
};

/// What the trainer needs of a family: the network that is trained, and the loss of a batch.
/// Thread: one at a time; draw() on any.
class TrainingModel {
 public:
  virtual ~TrainingModel() = default;

  virtual VideoTransformer& transformer() = 0;
  virtual int64_t timestep_count() const = 0;  ///< timesteps are 0 .. this - 1

  /// Noise and timesteps as training draws them. @param generator  of the CPU, whatever the device
  virtual TrainingDraw draw(const TrainingBatch& batch, torch::Generator generator) const = 0;

  /// The loss of each sample; a batch's loss is their mean. Differentiable in the transformer's weights.
  /// @return [B] float32 @throws fw::Error of the model for sizes that it does not take
  virtual torch::Tensor losses(const TrainingBatch& batch, const TrainingDraw& draw,
                               const nn::BlockRunner& runner) = 0;
};

struct TrainingModelOptions {
  std::string family;            ///< as model.family has it
  std::filesystem::path folder;  ///< in diffusers layout
  bool image_to_video = false;
  torch::Dtype dtype = torch::kFloat32;  ///< of the transformer's weights and so of its arithmetic
  torch::Device device = torch::kCPU;
  bool weights_on_host =
      false;  ///< leaves the transformer's weights in host memory: see memory::BlockStreamer
  std::function<void(size_t done, size_t total)> on_tensor;  ///< may throw fw::Cancelled
};

/// Loads the transformer and reads the scheduler and the VAE's scaling.
/// @throws fw::Error families.unknown_family, families.wrong_task (the transformer takes no image, or needs
///   one), and what reading the folder throws
std::unique_ptr<TrainingModel> load_training_model(const TrainingModelOptions& options);

}  // namespace fw::families
