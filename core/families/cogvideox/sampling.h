// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "families/cogvideox/transformer.h"
#include "families/cogvideox/vae.h"
#include "nn/block_runner.h"
#include "schedulers/sampler.h"

/// The steps from embeddings and noise to frames, as the CogVideoX pipelines do them; one function a step, on
/// networks that are loaded already. VideoPipeline puts them together; training's validation and the parity
/// check call them too. Shapes: B batch, F latent frames, C latent channels, h w latent size, L tokens, D
/// text width.
namespace fw::families {

struct DenoiseInput {
  torch::Tensor latents;                 ///< [B, F, C, h, w] standard normal, padding frames included
  torch::Tensor prompt_embeds;           ///< [B, L, D]
  torch::Tensor negative_prompt_embeds;  ///< [B, L, D]; undefined without classifier-free guidance
  torch::Tensor image_latents;           ///< [B, 1, C, h, w] from encode_image; undefined for text-to-video
  double guidance_scale = 6;             ///< no guidance at 1 and below
  bool use_dynamic_cfg = false;          ///< guidance rises from 1 along a cosine
};

struct DenoiseHooks {
  nn::BlockRunner block_runner;  ///< runs each block: cancelling, streaming
  /// Fresh standard normal noise for step `index`; only asked for where the sampler needs it.
  std::function<torch::Tensor(size_t index, torch::IntArrayRef shape)> step_noise;
  /// After each step. @param pred_original  the clean sample as this step sees it, [B, F, C, h, w]
  std::function<void(size_t index, const torch::Tensor& latents, const torch::Tensor& pred_original)> on_step;
};

/// @return [B, F, C, h, w] float32: samples stay in float32 whatever the network computes in
/// Thread: one at a time. Cost: the transformer's, twice a step with guidance.
torch::Tensor denoise(CogVideoXTransformer& transformer, schedulers::Sampler& sampler,
                      const DenoiseInput& input, torch::Dtype dtype, const DenoiseHooks& hooks);

/// The first frame as a condition: a draw from the VAE's posterior, scaled as the model wants it.
/// @param image  [B, 3, H, W] in 0..1. @param noise  [B, C, 1, h, w]. @return [B, 1, C, h, w]
torch::Tensor encode_image(CogVideoXVae& vae, const torch::Tensor& image, const torch::Tensor& noise,
                           torch::Dtype dtype, const VaeOptions& options = {});

/// @param latents         [B, F, C, h, w] as denoise returns them
/// @param padding_frames  in front of the latents, thrown away: CogVideoX 1.5 works on pairs
/// @return                [B, T, H, W, 3] float32 in 0..1
torch::Tensor decode_latents(CogVideoXVae& vae, const torch::Tensor& latents, int64_t padding_frames,
                             torch::Dtype dtype, const VaeOptions& options = {});

/// The folder's scheduler, or another class on its configuration.
/// @param class_name  "CogVideoXDDIMScheduler", "CogVideoXDPMScheduler", or empty for the folder's own
std::unique_ptr<schedulers::Sampler> make_folder_sampler(const std::filesystem::path& model_folder,
                                                         const std::string& class_name, int64_t steps);

}  // namespace fw::families
