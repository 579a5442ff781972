// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <memory>

#include "catalog/bucket.h"
#include "catalog/model_spec.h"
#include "families/conditions.h"
#include "families/video_transformer.h"
#include "nn/block_runner.h"
#include "run/run_settings.h"

namespace fw::families {

/// One micro-batch from the cache, all samples from one bucket. Latents are unscaled: from the VAE's
/// posterior. Shapes: B batch, C channels, F latent frames, h w latent height and width.
struct TrainingBatch {
  torch::Tensor latents = {};  ///< [B, C, F, h, w]
  TextCondition text = {};
  torch::Tensor image_latents = {};  ///< [B, C, 1, h, w] of the first frame alone; undefined: none
  torch::Tensor image_embeds = {};   ///< [B, tokens, D] of the image encoder; undefined: none
  double fps = 0;                    ///< of the clips; 0: unknown
  torch::Tensor sound_latents = {};  ///< [B, C, A, bins] of the sound; undefined: none
  torch::Tensor has_sound = {};      ///< [B] bool, false for clips whose sound is missing; undefined: all
};

/// Random values drawn for a micro-batch. Those that a family does not use are undefined.
struct TrainingDraw {
  torch::Tensor noise = {};               ///< float32, shaped like the latents that the network sees
  torch::Tensor timesteps = {};           ///< [B] float32, 0 clean to 1000 noise: the x axis of loss curves
  torch::Tensor sigmas = {};              ///< [B] float32 noise level, for flow matching
  torch::Tensor first_frame_sigmas = {};  ///< [B] if the first frame has its own noise level
  torch::Tensor sound_noise = {};         ///< likewise for the sound
  bool image_dropped = false;             ///< the network gets an empty picture
  int64_t section = 0;                    ///< index of the trained section, for families that train sections
};

/// A family's part in training: the network to train and the loss of a batch.
/// Thread: one at a time; draw() and draw_at() on any.
class TrainingModel {
 public:
  virtual ~TrainingModel() = default;

  virtual VideoTransformer& transformer() = 0;
  /// The component of the model folder that it is.
  virtual std::string part() const { return "transformer"; }
  /// Components that a trained LoRA is for, separated by commas.
  virtual std::string lora_parts() const { return part(); }

  /// Draws all random values of a micro-batch. @param generator  on the CPU, whatever the device
  virtual TrainingDraw draw(const TrainingBatch& batch, torch::Generator generator) const = 0;
  /// Draws at a given noise level and drops nothing: for comparable losses.
  /// @param level  0 clean to 1 noise
  virtual TrainingDraw draw_at(const TrainingBatch& batch, double level,
                               torch::Generator generator) const = 0;

  /// The loss of each sample; a batch's loss is their mean. Differentiable in the transformer's weights.
  /// @return [B] float32 @throws fw::Error of the model for sizes that it does not support
  virtual torch::Tensor losses(const TrainingBatch& batch, const TrainingDraw& draw,
                               const nn::BlockRunner& runner) = 0;

  /// The sound's part of the last losses(), before it was weighted: [B] float32 without a gradient, 0 for
  /// clips without sound. Undefined if the batch had none.
  virtual torch::Tensor sound_losses() const { return {}; }

  /// A batch of such clips with shapes only, like those from the cache: the memory planner runs it on the
  /// meta device.
  virtual TrainingBatch example_batch(const catalog::Bucket& size, int64_t samples) const = 0;
};

/// draw_at() for flow matching: noise, its level, and the corresponding timestep.
TrainingDraw draw_at_sigma(const TrainingBatch& batch, double sigma, torch::Generator generator);

/// example_batch() of a family with one text encoder: latents, embeddings and their mask.
/// @param text_width  of the embeddings. @param dtype  of the embeddings
TrainingBatch example_text_batch(const catalog::ModelSpec& spec, const catalog::Bucket& size, int64_t samples,
                                 int64_t text_width, torch::Dtype dtype);

}  // namespace fw::families
