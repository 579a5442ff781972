// SPDX-License-Identifier: Apache-2.0
#include "families/framepack/sampling.h"

#include <cmath>

#include "families/hunyuan_video/sampling.h"
#include "tensor/dry_run.h"

namespace fw::families {

using torch::Tensor;

namespace {

constexpr ErrorCode last_picture_unused{
    "families.last_picture_unused",
    FW_TEXT("errors", "A last image needs sections that are made from the last to the first."),
    FW_TEXT("errors", "Set the order of sections to inverted_anti_drifting, or remove the last image."),
    Blame::input};

/// Without a limit, a clip of many tokens would spend all of its steps at high noise.
const double most_mu = std::log(7.0);

/// Inputs of a clip that stay the same for all sections.
struct Clip {
  FramePackOrder order = FramePackOrder::inverted;
  int64_t window = 0, sections = 0;
  Tensor start, last;                                 // [B, C, 1, h, w]; `last` undefined: none
  Tensor embeds;                                      // [B, tokens, D] of the picture
  std::vector<const encoders::TextCondition*> texts;  // the prompt and, for guidance, the negative one
  int64_t text = 0;                                   // largest number of tokens of picture and text
  double guidance = 0;                                // to embed
};

Clip clip_of(const SampleInput& input, int64_t frames, torch::Device device, torch::Dtype dtype) {
  Clip clip;
  clip.order = framepack_order(input.own_value<std::string>("validation.framepack.sampling_type"));
  clip.window = input.own_value<int64_t>("validation.framepack.latent_window_size");
  clip.sections = framepack_sections(frames, clip.window);
  clip.guidance = input.own_value<double>("validation.framepack.embedded_guidance_scale");
  const int64_t batch = input.text.embeds.size(0);
  const auto of_batch = [&](const Tensor& x) {
    std::vector<int64_t> sizes(static_cast<size_t>(x.dim()), -1);
    sizes.front() = batch;
    return x.to(device).expand(sizes);
  };
  for (const LatentCondition& condition : input.image.latents)
    (condition.frame_index == 0 ? clip.start : clip.last) = of_batch(condition.latents);
  if (clip.last.defined() && clip.order == FramePackOrder::vanilla) throw Error(last_picture_unused, {});
  clip.embeds = of_batch(input.image.embeds).to(dtype);
  clip.texts.push_back(&input.text);
  if (input.guidance_scale > 1) clip.texts.push_back(&input.negative);
  for (const auto* text : clip.texts)
    clip.text = std::max(clip.text, text->embeds.size(1) + clip.embeds.size(1));
  return clip;
}

/// Joins the existing and the new latents in clip order.
Tensor joined(FramePackOrder order, const Tensor& made, const Tensor& there) {
  if (!there.defined()) return made;
  return order == FramePackOrder::vanilla ? torch::cat({there, made}, 2) : torch::cat({made, there}, 2);
}

}  // namespace

FramePackTransformerInput framepack_input(const encoders::TextCondition& text, const Tensor& image_embeds,
                                          const FramePackParts<Tensor>& seen, torch::Dtype dtype) {
  const torch::Device device = seen.clean.device();
  auto input = hunyuan_input_of<FramePackTransformerInput>(text, device, dtype);
  input.image_embeds = tensor::upload(image_embeds.to(dtype), device);
  input.latents_clean = seen.clean.to(dtype);
  input.latents_history_2x = seen.history_2x.to(dtype);
  input.latents_history_4x = seen.history_4x.to(dtype);
  return input;
}

std::vector<LatentCondition> framepack_encode_conditions(VideoVae& vae,
                                                         const std::vector<Condition>& conditions,
                                                         const NoiseSource& noise, torch::Dtype dtype,
                                                         const VaeOptions& options) {
  const tensor::PhaseScope phase(tensor::Phase::video_encoding);
  std::vector<LatentCondition> encoded;
  for (const Condition& condition : conditions) {
    const LatentPosterior posterior = vae.encode((condition.pixels * 2 - 1).unsqueeze(2).to(dtype), options);
    const LatentPosterior wide{posterior.mean.to(torch::kFloat32), posterior.logvar.to(torch::kFloat32)};
    const Tensor latents = wide.sample(noise(framepack_noise::condition + encoded.size(), wide.mean.sizes()));
    encoded.push_back({vae.latent_scale().to_model(latents), condition.frame_index});
  }
  return encoded;
}

Tensor framepack_denoise(FramePackTransformer& transformer, const schedulers::FlowMatchConfig& scheduler,
                         const catalog::ModelSpec& spec, const SampleInput& input, torch::Dtype dtype,
                         const SampleHooks& hooks) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::denoising);
  const catalog::LatentSize size = catalog::latent_size(spec, input.size);
  const int64_t patch = transformer.config().patch_size;
  const torch::Device device = input.text.embeds.device();
  Clip clip = clip_of(input, size.frames, device, dtype);
  const double mu = scheduler.mu(clip.window * size.height * size.width / (patch * patch));
  schedulers::FlowMatchEuler sampler(
      scheduler, schedulers::spaced_sigmas(schedulers::SigmaSpacing::linear, input.steps, scheduler),
      std::min(mu, most_mu));
  const Guidance guidance(input.guidance_scale > 1, hooks.guidance);
  const bool forward = clip.order == FramePackOrder::vanilla;
  Tensor made = hooks.made.latents;  // [B, C, n, h, w] in host memory
  if (forward && !made.defined()) made = tensor::to_host(clip.start);
  for (int64_t k = hooks.made.count; k < clip.sections; ++k) {
    const int64_t section = forward ? k : clip.sections - 1 - k;
    const auto seen = framepack_history(clip.order, clip.start, k == 0 && !forward ? clip.last : made);
    const auto rotary = framepack_rotary(transformer.config(),
                                         framepack_places(clip.order, clip.window, section, clip.sections),
                                         size.height, size.width, clip.text, device);
    std::vector<FramePackTransformerInput> passes;
    for (const auto* text : clip.texts) passes.push_back(framepack_input(*text, clip.embeds, seen, dtype));
    const auto in_clip = [&](const Tensor& window) {
      const Tensor all = joined(clip.order, tensor::to_host(window), made);
      return section == 0 && !forward ? torch::cat({tensor::to_host(clip.start), all}, 2) : all;
    };
    Tensor x = hooks.noise(framepack_noise::section + static_cast<uint64_t>(k),
                           {clip.start.size(0), spec.latent.channels, clip.window, size.height, size.width});
    for (size_t i = 0; i < sampler.timesteps().size(); ++i) {
      const Tensor time = torch::full({x.size(0)}, sampler.timesteps()[i], x.options());
      const auto predicted = [&](FramePackTransformerInput& pass) {
        hunyuan_set_step(pass, x, time, clip.guidance, dtype);
        return transformer.forward(pass, rotary, hooks.block_runner).to(torch::kFloat32);
      };
      const Tensor v = guidance.branches([&](bool with) { return predicted(passes[with ? 0 : 1]); })
                           .guided(input.guidance_scale);
      const auto step = sampler.step(i, v, x, {});
      x = step.sample;
      if (hooks.on_step)
        hooks.on_step(k * input.steps + static_cast<int64_t>(i), x, in_clip(step.pred_original));
    }
    made = in_clip(x);
    if (hooks.on_section && k + 1 < clip.sections) hooks.on_section({k + 1, made});
  }
  return made.to(device);
}

void framepack_decode(const FrameSink& sink, VideoVae& vae, int64_t temporal_factor, const Tensor& latents,
                      const SampleRequest& request, torch::Dtype dtype, const VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::decoding);
  const bool forward =
      framepack_order(request.own_value<std::string>("validation.framepack.sampling_type")) ==
      FramePackOrder::vanilla;
  const auto window = request.own_value<int64_t>("validation.framepack.latent_window_size");
  const int64_t faded = (window - 1) * temporal_factor + 1;  // frames decoded from a single window
  const int64_t frames = latents.size(2), sections = framepack_sections(frames, window);
  const auto hand_over = [&](const Tensor& video) {
    sink((video * 0.5 + 0.5).clamp_(0, 1).permute({0, 2, 3, 4, 1}));
  };
  Tensor before;  // [B, 3, T, H, W] in host memory: the next window may still change it
  for (int64_t k = 0; k < sections; ++k) {
    // Two windows: the section and the neighbour that already existed when it was generated.
    const int64_t from = k == 0 ? 0 : 1 + (forward ? k - 1 : k) * window;
    const int64_t to = std::min(frames, 1 + (forward ? k + 1 : k + 2) * window);
    const Tensor z = vae.latent_scale().to_vae(latents.narrow(2, from, to - from)).to(dtype);
    const Tensor video = tensor::to_host(vae.decode(z, {}, options).to(torch::kFloat32));
    if (!before.defined()) {
      before = video;
      continue;
    }
    const int64_t first = before.size(2) - faded;
    const Tensor old = torch::linspace(1, 0, faded).view({-1, 1, 1}).to(video.device());
    if (first > 0) hand_over(before.narrow(2, 0, first));
    hand_over(old * before.narrow(2, first, faded) + (1 - old) * video.narrow(2, 0, faded));
    before = video.narrow(2, faded, video.size(2) - faded);
  }
  hand_over(before);
}

}  // namespace fw::families
