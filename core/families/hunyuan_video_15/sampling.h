// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/family.h"
#include "families/hunyuan_video_15/transformer.h"
#include "schedulers/flow_match.h"

/// Shapes: B batch, z latent channels, F latent frames, h w latent height and width.
namespace fw::families {

/// The part of the network's input that depends on the text and on a picture's embedding. Tokens beyond the
/// last valid one of all samples are dropped; a batch without any glyphs, or with an embedding of zeros, has
/// none. Synchronizes with the GPU if the masks are on one. In a dry run, all tokens are valid.
/// @param image_embeds  [B, N, D]; undefined: no picture
Hunyuan15TransformerInput hunyuan15_input(const encoders::TextCondition& text,
                                          const torch::Tensor& image_embeds, torch::Device device,
                                          torch::Dtype dtype);

/// The channels behind the noisy latents: the condition's latents, and a mask.
/// @param like   [B, z, F, h, w]
/// @param first  [B, z, 1, h, w], latents of the first frame; undefined: no condition
/// @return       [B, z + 1, F, h, w], 0 without a condition
torch::Tensor hunyuan15_condition(const torch::Tensor& like, const torch::Tensor& first);

/// Sets the part of the network's input that changes from step to step, in training and in sampling.
/// @param x         [B, z, F, h, w] float32 @param condition  from hunyuan15_condition()
/// @param timestep  [B]
void hunyuan15_set_step(Hunyuan15TransformerInput& input, const torch::Tensor& x,
                        const torch::Tensor& condition, const torch::Tensor& timestep, torch::Dtype dtype);

/// See Family::encode_conditions. The mode of the first picture's posterior.
std::vector<LatentCondition> hunyuan15_encode_conditions(VideoVae& vae,
                                                         const std::vector<Condition>& conditions,
                                                         const catalog::Bucket& size, torch::Dtype dtype,
                                                         const VaeOptions& options);

/// See Family::denoise: the published pipelines. Guidance is a second pass, in the steps that the
/// request selects. MeanFlow networks also take the time at which a step ends.
torch::Tensor hunyuan15_denoise(Hunyuan15Transformer& transformer,
                                const schedulers::FlowMatchConfig& scheduler, const catalog::ModelSpec& spec,
                                const SampleInput& input, torch::Dtype dtype, const SampleHooks& hooks);

}  // namespace fw::families
