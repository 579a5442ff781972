// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/family.h"
#include "families/ltx_video/transformer.h"
#include "families/ltx_video/vae.h"
#include "schedulers/flow_match.h"

/// The steps from embeddings and noise to latents, and from these to frames, as the published LTX-Video
/// pipelines do them: models that take conditions at any frame have a pipeline with a schedule and times of
/// its own. Shapes: B batch, F latent frames, C latent channels, h w latent size, S tokens of the
/// clip, X tokens before them that conditions elsewhere than at its beginning add.
namespace fw::families {

/// Streams of noise that only this family has; each counts on from its number.
namespace ltx_noise {
inline constexpr uint64_t decoding = 2;         ///< mixed into the latents before they are decoded
inline constexpr uint64_t injected = 1 << 16;   ///< within the decoder
inline constexpr uint64_t posterior = 1 << 17;  ///< of each condition's latents
inline constexpr uint64_t condition = 1 << 18;  ///< that a condition's latents fade into
}  // namespace ltx_noise

/// Latents as a row of tokens and back: [B, C, F, h, w] and [B, F h w, C].
torch::Tensor ltx_pack(const torch::Tensor& latents);
torch::Tensor ltx_unpack(const torch::Tensor& tokens, const catalog::LatentSize& size);

/// Seconds of each latent frame, in training as in sampling: frame f begins at 8 f pixel frames for 0.9.0 and
/// 0.9.1, and at max(0, 8 f - 7) for models that take conditions at any frame.
std::vector<double> ltx_seconds(const catalog::ModelSpec& spec, int64_t frames, double fps);

/// Where the tokens of these frames are, as ltx_rotary takes it, in training as in sampling: [F h w, 3].
/// @param seconds  of each latent frame
torch::Tensor ltx_places(const catalog::ModelSpec& spec, const std::vector<double>& seconds, int64_t height,
                         int64_t width);

/// The network's input for noisy tokens, in training as in sampling.
/// @param x          [B, tokens, C] float32
/// @param timesteps  [B] or [B, 1] of all tokens, or [B, tokens]
LtxTransformerInput ltx_input(const torch::Tensor& x, const torch::Tensor& timesteps,
                              const encoders::TextCondition& text, torch::Dtype dtype);

/// See Family::encode_conditions. Models with conditions at any frame take each as a clip, of whose frames
/// 8 k + 1 count; the others take pictures, one a sample of the batch.
std::vector<LatentCondition> ltx_encode_conditions(LtxVae& vae, const catalog::ModelSpec& spec,
                                                   const std::vector<Condition>& conditions,
                                                   const NoiseSource& noise, torch::Dtype dtype,
                                                   const VaeOptions& options);

/// See Family::denoise. Samples stay in float32 whatever the network computes in. SampleHooks::on_step gets
/// tokens, [B, X + S, C].
torch::Tensor ltx_denoise(LtxTransformer& transformer, const schedulers::FlowMatchConfig& scheduler,
                          const catalog::ModelSpec& spec, const SampleInput& input, torch::Dtype dtype,
                          const SampleHooks& hooks);

/// See Family::decode.
torch::Tensor ltx_decode(LtxVae& vae, const torch::Tensor& latents, const SampleRequest& request,
                         const NoiseSource& noise, torch::Dtype dtype, VaeOptions options);

}  // namespace fw::families
