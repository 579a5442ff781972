// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/family.h"
#include "families/ltx2/sound.h"
#include "families/ltx2/transformer.h"
#include "families/ltx2/upsampler.h"
#include "families/ltx_video/vae.h"
#include "schedulers/flow_match.h"

/// Sampling of LTX-2, from embeddings and noise to latents, with or without sound: Euler's method along the
/// flow with up to three passes per step, or four with sound, optionally in two stages with an upsampler of
/// latents between them. Shapes: B batch, F latent frames, C latent channels, h w latent size, S tokens of
/// the clip, X tokens after them from conditions that are not at the clip's start, A tokens of the sound.
namespace fw::families {

/// Noise streams of this family.
namespace ltx2_noise {
inline constexpr uint64_t second_stage = 2;  ///< mixed into the upsampled latents
inline constexpr uint64_t sound = 3;         ///< initial latents of the sound
inline constexpr uint64_t second_stage_sound = 4;
inline constexpr uint64_t condition = 1 << 18;  ///< counts up: replaced by a condition, by its strength
}  // namespace ltx2_noise

/// The published model's way to sample, from its configurations.
struct Ltx2Sampling {
  schedulers::FlowMatchConfig scheduler;
  LatentScale scale;           ///< of the VAE; for the upsampler
  int64_t skipped_block = 0;   ///< of the third pass
  int64_t sound_channels = 0;  ///< of the sound's latents; 0: without sound
};

/// The network's input for noisy tokens, in training and in sampling.
/// @param x          [B, tokens, C] float32
/// @param timesteps  [B] or [B, tokens]
/// @param sigmas     [B], times 1000
Ltx2TransformerInput ltx2_input(const torch::Tensor& x, const torch::Tensor& timesteps,
                                const torch::Tensor& sigmas, const torch::Tensor& text, torch::Dtype dtype);

/// Likewise of the sound, whose tokens all have the sample's noise level. @param x  [B, A, C]
Ltx2SoundInput ltx2_sound_input(const torch::Tensor& x, const torch::Tensor& sigmas,
                                const torch::Tensor& text, torch::Dtype dtype);

/// The sizes of the clip in the stages of sampling: one, or two with an upsampler.
/// @param upsampler  nullptr: one stage @throws fw::Error families.ltx2_no_half_size
std::vector<catalog::Bucket> ltx2_stages(const catalog::Bucket& size, const Ltx2UpsamplerConfig* upsampler);

/// See Family::encode_conditions. Pictures and clips, of which the first 8 k + 1 frames are used, at every
/// size of the stages, one size after the other.
std::vector<LatentCondition> ltx2_encode_conditions(VideoVae& vae, const catalog::ModelSpec& spec,
                                                    const std::vector<catalog::Bucket>& stages,
                                                    const std::vector<Condition>& conditions,
                                                    torch::Dtype dtype, const VaeOptions& options);

/// See Family::denoise. Samples stay in float32 whatever the network's compute type. SampleHooks::on_step
/// gets tokens, [B, S + X, C], and on_sound [B, A, C]; on_section the upsampled latents.
/// @param upsampler  nullptr: one stage
torch::Tensor ltx2_denoise(Ltx2Transformer& transformer, const Ltx2Sampling& how,
                           const Ltx2Upsampler* upsampler, const catalog::ModelSpec& spec,
                           const SampleInput& input, torch::Dtype dtype, const SampleHooks& hooks);

/// Noise levels in a setting, "0.9", from 1 to above 0. @param key  of a list
/// @throws fw::Error families.ltx2_bad_list
std::vector<float> ltx2_given_sigmas(const SampleRequest& request, std::string_view key);

}  // namespace fw::families
