// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/family.h"
#include "families/framepack/sections.h"
#include "schedulers/flow_match.h"

/// The steps from a picture, embeddings and noise to latents, and from these to frames, as the published
/// pipeline does them. Shapes: B batch, C channels, F latent frames, h w latent height and width; T frames.
namespace fw::families {

/// FramePack's use of noise: see noise_stream.
namespace framepack_noise {
inline constexpr uint64_t condition = noise_stream::image;     ///< + i: of the posterior of picture i
inline constexpr uint64_t section = noise_stream::first_step;  ///< + i: of the section that is made i-th
}  // namespace framepack_noise

/// The network's input for a section, in training as in sampling, except what hunyuan_set_step() adds.
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

/// See Family::denoise. Sections are made one after the other, and what is made is kept in host memory, so
/// that the device's memory does not grow with the clip. SampleHooks::on_step gets the window that is made,
/// [B, C, F, h, w], and of the clip what is there with it in its place. The noise of a section has a stream
/// of its own, so that MadeSections is all that going on needs.
/// @throws fw::Error families.last_picture_unused
torch::Tensor framepack_denoise(FramePackTransformer& transformer,
                                const schedulers::FlowMatchConfig& scheduler, const catalog::ModelSpec& spec,
                                const SampleInput& input, torch::Dtype dtype, const SampleHooks& hooks);

/// See Family::decode_to: two windows at a time, each faded into the next. The frames are in host memory.
/// @param temporal_factor  frames a latent one
void framepack_decode(const FrameSink& sink, VideoVae& vae, int64_t temporal_factor,
                      const torch::Tensor& latents, const SampleRequest& request, torch::Dtype dtype,
                      const VaeOptions& options);

}  // namespace fw::families
