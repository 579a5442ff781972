// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "families/family.h"
#include "families/wan/experts.h"

/// The steps from texts, pictures and noise to latents, as the published pipelines do them. Shapes: B batch,
/// C channels of the latents, F latent frames, h w latent height and width.
namespace fw::families {

/// How a model takes pictures.
enum class WanPictures {
  none,
  channels,     ///< extra channels: a mask, and the pictures encoded as a clip with grey frames
  first_frame,  ///< the picture is the clip's first latent frame, whose tokens have timestep 0
};
/// @param index  model_index.json, or null. @param transformer, vae  their config.json
WanPictures wan_pictures(const nlohmann::json& index, const nlohmann::json& transformer,
                         const nlohmann::json& vae);

/// Pictures as the network takes them; what a model or clip does not have is undefined.
struct WanPictureInput {
  torch::Tensor channels{};     ///< [B, 4 + C, F, h, w]: mask, then latents
  torch::Tensor first_frame{};  ///< [B, C, 1, h, w]
  torch::Tensor embeds{};       ///< [B, N, image_dim]
};

/// Pictures at both ends of a clip and grey between them: what the VAE encodes.
/// @param first, last  [1, 3, H, W] in [-1, 1]; `last` undefined: none @return [1, 3, frames, H, W]
torch::Tensor wan_picture_clip(const torch::Tensor& first, const torch::Tensor& last, int64_t frames);

/// WanPictureInput::channels.
/// @param latents  [B, C, F, h, w] of the pictures with grey between them, in the network's scale
/// @param last     whether the last frame is a picture as well
torch::Tensor wan_picture_channels(const torch::Tensor& latents, bool last);

/// The network's input, in training as in sampling.
/// @param x         [B, C, F, h, w] latents with noise, in the network's scale
/// @param timestep  [B] float32, 0 to 1000
/// @param text      [B, L, text_dim]
WanTransformerInput wan_input(const torch::Tensor& x, const torch::Tensor& timestep,
                              const WanPictureInput& pictures, const torch::Tensor& text, torch::Dtype dtype);

/// See Family::encode_conditions.
/// @return of channels the whole clip's latents and, where there is a last picture, its own at frame -1
std::vector<LatentCondition> wan_encode_conditions(VideoVae& vae, WanPictures how,
                                                   const std::vector<Condition>& conditions, int64_t frames,
                                                   torch::Dtype dtype, const VaeOptions& options);

/// Sampling parameters from the model folder.
struct WanSampling {
  nlohmann::json scheduler;  ///< scheduler_config.json
  double border = 0;         ///< share of noise where the networks change
  WanPictures pictures = WanPictures::none;
};

/// See Family::denoise.
torch::Tensor wan_denoise(VideoTransformer& network, const WanSampling& how, const catalog::ModelSpec& spec,
                          const SampleInput& input, torch::Dtype dtype, const SampleHooks& hooks);

}  // namespace fw::families
