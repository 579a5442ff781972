// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "families/family.h"
#include "families/wan/experts.h"

/// Denoising from text, pictures and noise to latents, as in the published pipelines. Shapes: B batch, C
/// latent channels, F latent frames, h w latent height and width.
namespace fw::families {

/// How a model is conditioned on pictures.
enum class WanPictures {
  none,
  channels,     ///< extra channels: a mask, and the latents of a clip of the pictures and grey frames
  first_frame,  ///< the picture is the clip's first latent frame, whose tokens have timestep 0
};
/// @param index  model_index.json, or null @param transformer, vae  their config.json
WanPictures wan_pictures(const nlohmann::json& index, const nlohmann::json& transformer,
                         const nlohmann::json& vae);

/// Pictures in the form that the network takes; undefined where the model or the clip has none.
struct WanPictureInput {
  torch::Tensor channels{};     ///< [B, 4 + C, F, h, w]: mask, then latents
  torch::Tensor first_frame{};  ///< [B, C, 1, h, w]
  torch::Tensor embeds{};       ///< [B, N, image_dim]
};

/// The clip that the VAE encodes: pictures at its ends, grey frames elsewhere.
/// @param first, last  [1, 3, H, W] in [-1, 1]; `last` undefined: none @return [1, 3, frames, H, W]
torch::Tensor wan_picture_clip(const torch::Tensor& first, const torch::Tensor& last, int64_t frames);

/// Builds WanPictureInput::channels.
/// @param latents  [B, C, F, h, w] of wan_picture_clip(), in the network's scale
/// @param last     whether the last frame is a picture, too
torch::Tensor wan_picture_channels(const torch::Tensor& latents, bool last);

/// Builds the network's input for training and sampling.
/// @param x         [B, C, F, h, w] noisy latents, in the network's scale
/// @param timestep  [B] float32, 0 to 1000
/// @param text      [B, L, text_dim]
WanTransformerInput wan_input(const torch::Tensor& x, const torch::Tensor& timestep,
                              const WanPictureInput& pictures, const torch::Tensor& text, torch::Dtype dtype);

/// See Family::encode_conditions.
/// @return for WanPictures::channels the latents of wan_picture_clip() and, with a last picture, the last
///   latent frame at frame -1; for first_frame the picture's latents
std::vector<LatentCondition> wan_encode_conditions(VideoVae& vae, WanPictures how,
                                                   const std::vector<Condition>& conditions, int64_t frames,
                                                   torch::Dtype dtype, const VaeOptions& options);

/// Sampling parameters from the model folder.
struct WanSampling {
  nlohmann::json scheduler;  ///< scheduler_config.json
  double border = 0;         ///< noise level of the boundary between the networks; 0: one network
  WanPictures pictures = WanPictures::none;
};

/// See Family::denoise.
torch::Tensor wan_denoise(VideoTransformer& network, const WanSampling& how, const catalog::ModelSpec& spec,
                          const SampleInput& input, torch::Dtype dtype, const SampleHooks& hooks);

}  // namespace fw::families
