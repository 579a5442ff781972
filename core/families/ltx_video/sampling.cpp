// SPDX-License-Identifier: Apache-2.0
#include "families/ltx_video/sampling.h"

#include <algorithm>

#include "tensor/copy_stream.h"
#include "tensor/placement.h"

namespace fw::families {

namespace {

using torch::Tensor;

constexpr double sigma_tolerance = 1e-6;
/// Latent frames of a clip condition in the middle that become extra tokens; the rest replaces the clip's
/// tokens.
constexpr int64_t prefix_frames = 2;

/// The network's tokens, one row per token.
struct LtxTokens {
  Tensor x;            // [B, X + S, C]
  Tensor kept;         // [B, X + S]: condition strength, the share of a token that is kept, 0 to 1
  Tensor coordinates;  // [X + S, 3]
  int64_t extra = 0;   // X
};

/// Times of latent frames that cover 1, 8, 8 ... frames from `start` on.
std::vector<double> seconds_from(const catalog::ModelSpec& spec, int64_t start, int64_t frames, double fps) {
  const int64_t step = spec.latent.temporal_factor;
  std::vector<double> seconds;
  for (int64_t f = 0; f < frames; ++f)
    seconds.push_back(static_cast<double>(std::max<int64_t>(0, f * step - (step - 1)) + start) / fps);
  return seconds;
}

/// Blends `frames` into the latents from `start` on, by their condition's strength.
void put(Tensor& z, Tensor& kept, const Tensor& frames, int64_t start, double strength) {
  const int64_t count = std::min(frames.size(2), z.size(2) - start);
  if (count <= 0) return;
  Tensor place = z.narrow(2, start, count);
  place.copy_(torch::lerp(place, frames.narrow(2, 0, count).expand_as(place), strength));
  kept.narrow(1, start, count).fill_(strength);
}

/// The initial tokens: noise with the conditions in it.
LtxTokens first_tokens(const catalog::ModelSpec& spec, const SampleInput& input, const NoiseSource& noise) {
  const catalog::LatentSize size = catalog::latent_size(spec, input.size);
  const double fps = input.fps > 0 ? input.fps : spec.rules.fps;
  const int64_t batch = input.text.embeds.size(0), plane = size.height * size.width;
  Tensor z =
      noise(noise_stream::latents, {batch, spec.latent.channels, size.frames, size.height, size.width});
  Tensor kept = torch::zeros({batch, size.frames}, z.options());
  std::vector<Tensor> x, share, places;
  for (size_t k = 0; k < input.image.latents.size(); ++k) {
    const LatentCondition& condition = input.image.latents[k];
    Tensor frames = condition.latents;
    const int64_t pixel_frames = (frames.size(2) - 1) * spec.latent.temporal_factor + 1;
    const int64_t start =
        condition.frame_index < 0 ? input.size.frames - pixel_frames : condition.frame_index;
    if (start == 0) {
      put(z, kept, frames, 0, condition.strength);
      continue;
    }
    if (frames.size(2) > prefix_frames) {
      const int64_t rest = frames.size(2) - prefix_frames;
      put(z, kept, frames.narrow(2, prefix_frames, rest), start / spec.latent.temporal_factor + prefix_frames,
          condition.strength);
      frames = frames.narrow(2, 0, prefix_frames);
    }
    frames = torch::lerp(noise(ltx_noise::condition + k, frames.sizes()), frames, condition.strength);
    x.push_back(ltx_pack(frames).expand({batch, -1, -1}));
    share.push_back(torch::full({batch, x.back().size(1)}, condition.strength, z.options()));
    places.push_back(
        ltx_places(spec, seconds_from(spec, start, frames.size(2), fps), size.height, size.width));
  }
  x.push_back(ltx_pack(z));
  share.push_back(kept.unsqueeze(2).expand({-1, -1, plane}).flatten(1));
  places.push_back(ltx_places(spec, ltx_seconds(spec, size.frames, fps), size.height, size.width));
  LtxTokens tokens{torch::cat(x, 1), torch::cat(share, 1), torch::cat(places), 0};
  tokens.extra = tokens.x.size(1) - size.frames * plane;
  return tokens;
}

/// Guidance rescaled, by the share `rescale`, to the standard deviation of the branch with the prompt (Lin et
/// al. 2023, section 3.4).
Tensor rescaled(const Tensor& v, const Tensor& with, double rescale) {
  const auto deviation = [](const Tensor& t) { return t.std({1, 2}, /*unbiased=*/true, /*keepdim=*/true); };
  return rescale * v * (deviation(with) / deviation(v)) + (1 - rescale) * v;
}

}  // namespace

Tensor ltx_pack(const Tensor& latents) {
  return latents.flatten(2).transpose(1, 2);
}

Tensor ltx_unpack(const Tensor& tokens, const catalog::LatentSize& size) {
  return tokens.transpose(1, 2).unflatten(2, {size.frames, size.height, size.width});
}

std::vector<double> ltx_seconds(const catalog::ModelSpec& spec, int64_t frames, double fps) {
  if (spec.conditions_at_any_frame) return seconds_from(spec, 0, frames, fps);
  std::vector<double> seconds;
  for (int64_t f = 0; f < frames; ++f)
    seconds.push_back(static_cast<double>(f * spec.latent.temporal_factor) / fps);
  return seconds;
}

Tensor ltx_places(const catalog::ModelSpec& spec, const std::vector<double>& seconds, int64_t height,
                  int64_t width) {
  const auto pixels = static_cast<double>(spec.latent.spatial_factor);
  return ltx_coordinates(seconds, height, width, pixels, pixels);
}

LtxTransformerInput ltx_input(const Tensor& x, const Tensor& timesteps, const encoders::TextCondition& text,
                              torch::Dtype dtype) {
  LtxTransformerInput input;
  input.hidden_states = x.to(dtype);
  input.encoder_hidden_states = tensor::upload(text.embeds.to(dtype), x.device());
  if (text.mask.defined()) input.encoder_attention_mask = tensor::upload(text.mask, x.device());
  input.timestep = timesteps;
  return input;
}

std::vector<LatentCondition> ltx_encode_conditions(LtxVae& vae, const catalog::ModelSpec& spec,
                                                   const std::vector<Condition>& conditions,
                                                   const NoiseSource& noise, torch::Dtype dtype,
                                                   const VaeOptions& options) {
  const tensor::PhaseScope phase(tensor::Phase::video_encoding);
  std::vector<LatentCondition> encoded;
  for (const Condition& condition : conditions) {
    Tensor clip = condition.pixels * 2 - 1;  // [n, 3, H, W]
    if (spec.conditions_at_any_frame) {
      const int64_t step = spec.latent.temporal_factor;
      clip = clip.narrow(0, 0, (clip.size(0) - 1) / step * step + 1).transpose(0, 1).unsqueeze(0);
    } else {
      clip = clip.unsqueeze(2);
    }
    const LatentPosterior posterior = vae.encode(clip.to(dtype), options);
    const LatentPosterior wide{posterior.mean.to(torch::kFloat32), posterior.logvar.to(torch::kFloat32)};
    const uint64_t stream =
        spec.conditions_at_any_frame ? ltx_noise::posterior + encoded.size() : noise_stream::image;
    const Tensor latents = wide.sample(noise(stream, wide.mean.sizes()));
    encoded.push_back({vae.latent_scale().to_model(latents), condition.frame_index, condition.strength});
  }
  return encoded;
}

Tensor ltx_denoise(LtxTransformer& transformer, const schedulers::FlowMatchConfig& scheduler,
                   const catalog::ModelSpec& spec, const SampleInput& input, torch::Dtype dtype,
                   const SampleHooks& hooks) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::denoising);
  const Guidance guidance(input.guidance_scale > 1, hooks.guidance);
  const catalog::LatentSize size = catalog::latent_size(spec, input.size);
  const auto spacing = spec.conditions_at_any_frame ? schedulers::SigmaSpacing::linear_quadratic
                                                    : schedulers::SigmaSpacing::linear;
  const schedulers::FlowMatchEuler sampler(scheduler,
                                           schedulers::spaced_sigmas(spacing, input.steps, scheduler),
                                           scheduler.mu(size.frames * size.height * size.width));
  LtxTokens tokens = first_tokens(spec, input, hooks.noise);
  Tensor& x = tokens.x;
  const Tensor start = x;
  const auto rotary = ltx_rotary(transformer.config().inner_dim(), tokens.coordinates, x.device());
  const auto rescale = input.own_value<double>("validation.ltx_video.guidance_rescale");
  const auto later_noise = input.own_value<double>("validation.ltx_video.image_cond_noise_scale");
  const bool noises_conditions =
      spec.conditions_at_any_frame && !input.image.latents.empty() && later_noise > 0;

  for (size_t i = 0; i < sampler.timesteps().size(); ++i) {
    const double timestep = sampler.timesteps()[i], sigma = sampler.sigmas()[i];
    if (noises_conditions) {
      const Tensor noised =
          start + later_noise * sigma * sigma * hooks.noise(noise_stream::first_step + i, x.sizes());
      x = torch::where((tokens.kept > 1 - sigma_tolerance).unsqueeze(-1), noised, x);
    }
    // A single time for all tokens, unless a condition keeps some at an earlier one.
    const Tensor times = input.image.latents.empty() ? torch::full({x.size(0), 1}, timestep, x.options())
                                                     : ((1 - tokens.kept) * 1000).clamp_max(timestep);
    const GuidanceBranches branches = guidance.branches([&](bool with) {
      const auto of_step = ltx_input(x, times, with ? input.text : input.negative, dtype);
      return transformer.forward(of_step, rotary, hooks.block_runner).to(torch::kFloat32);
    });
    Tensor v = branches.guided(input.guidance_scale);
    if (guidance && rescale > 0) v = rescaled(v, branches.with, rescale);
    const Tensor clean = x - (times / 1000).unsqueeze(-1) * v;
    const Tensor moved = sampler.step_per_token(v, x, times);
    x = torch::where((tokens.kept < 1 - sigma + sigma_tolerance).unsqueeze(-1), moved, x);
    const auto clip = [&](const Tensor& t) {
      return ltx_unpack(t.narrow(1, tokens.extra, t.size(1) - tokens.extra), size);
    };
    if (hooks.on_step) hooks.on_step(static_cast<int64_t>(i), x, clip(clean));
  }
  return ltx_unpack(x.narrow(1, tokens.extra, x.size(1) - tokens.extra), size);
}

Tensor ltx_decode(LtxVae& vae, const Tensor& latents, const SampleRequest& request, const NoiseSource& noise,
                  torch::Dtype dtype, VaeOptions options) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::decoding);
  Tensor z = vae.latent_scale().to_vae(latents), timestep;
  if (vae.config().timestep_conditioning) {
    const auto share = request.own_value<double>("validation.ltx_video.decode_noise_scale");
    z = (1 - share) * z + share * noise(ltx_noise::decoding, z.sizes());
    timestep = torch::full({z.size(0)}, request.own_value<double>("validation.ltx_video.decode_timestep"),
                           z.options());
  }
  uint64_t next = ltx_noise::injected;
  options.injected_noise = [&](torch::IntArrayRef shape) { return noise(next++, shape); };
  options.skip_noise = [&, count = vae.noises_of_a_tile()] { next += count; };
  const Tensor video = vae.decode(z.to(dtype), timestep, options).to(torch::kFloat32);
  return (video * 0.5 + 0.5).clamp_(0, 1).permute({0, 2, 3, 4, 1});
}

}  // namespace fw::families
