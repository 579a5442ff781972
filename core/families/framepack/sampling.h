// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/family.h"
#include "families/framepack/sections.h"
#include "schedulers/flow_match.h"

/// Sampling from a picture, embeddings and noise to latents, and decoding them to frames, like the published
/// pipeline. Shapes: B batch, C channels, F latent frames, h w latent height and width; T frames.
namespace fw::families {

/// FramePack's noise streams: see noise_stream.
namespace framepack_noise {
inline constexpr uint64_t condition = noise_stream::image;     ///< + i: posterior of picture i
inline constexpr uint64_t section = noise_stream::first_step;  ///< + i: section generated i-th
}  // namespace framepack_noise

/// The network's input for a section, in training and in sampling, except for what hunyuan_set_step() adds.
/// @param image_embeds  [B, tokens, image_proj_dim]
/// @param seen          framepack_history() of the section, in the network's scale
FramePackTransformerInput framepack_input(const encoders::TextCondition& text,
                                          const torch::Tensor& image_embeds,
                                          const FramePackParts<torch::Tensor>& seen, torch::Dtype dtype);

/// See Family::encode_conditions.
std::vector<LatentCondition> framepack_encode_conditions(VideoVae& vae,
                                                         const std::vector<Condition>& conditions,
                                                         const NoiseSource& noise, torch::Dtype dtype,
                                                         const VaeOptions& options);

/// See Family::denoise. Sections are generated one after the other, and finished ones are kept in host
/// memory, so device memory does not grow with the clip. SampleHooks::on_step gets the current window, [B, C,
/// F, h, w], and the clip so far with the window in its place. Each section's noise has its own stream, so
/// MadeSections is enough to continue.
/// @throws fw::Error families.last_picture_unused
torch::Tensor framepack_denoise(FramePackTransformer& transformer,
                                const schedulers::FlowMatchConfig& scheduler, const catalog::ModelSpec& spec,
                                const SampleInput& input, torch::Dtype dtype, const SampleHooks& hooks);

/// See Family::decode_to: decodes two windows at a time and fades each into the next. Frames are in host
/// memory.
/// @param temporal_factor  frames per latent frame
void framepack_decode(const FrameSink& sink, VideoVae& vae, int64_t temporal_factor,
                      const torch::Tensor& latents, const SampleRequest& request, torch::Dtype dtype,
                      const VaeOptions& options);

}  // namespace fw::families
