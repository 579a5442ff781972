// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video_15/sampling.h"

#include "families/hunyuan_video_15/pictures.h"
#include "tensor/copy_stream.h"
#include "tensor/dry_run.h"
#include "tensor/placement.h"

namespace fw::families {

using torch::Tensor;

namespace {

Hunyuan15Tokens tokens_of(const Tensor& states, const Tensor& mask, torch::Device device,
                          torch::Dtype dtype) {
  if (!states.defined()) return {};
  const auto placed = [&](const Tensor& x) { return tensor::upload(x.to(dtype), device); };
  if (tensor::DryRun::active() || !mask.defined()) return {placed(states), {}};
  const Tensor valid = mask.cpu().ne(0);
  const Tensor used = valid.any(0).nonzero();
  if (used.size(0) == 0) return {};
  const int64_t length = used.max().item<int64_t>() + 1;
  const Tensor kept = valid.narrow(1, 0, length);
  const bool is_whole = kept.all().item<bool>();
  return {placed(states.narrow(1, 0, length)),
          is_whole ? Tensor() : tensor::upload(kept.to(torch::kInt64), device)};
}

/// Expands a batch of one to `batch`.
Tensor of_batch(const Tensor& x, int64_t batch) {
  if (!x.defined() || x.size(0) == batch) return x;
  std::vector<int64_t> sizes(static_cast<size_t>(x.dim()), -1);
  sizes.front() = batch;
  return x.expand(sizes);
}

/// Classifier-free guidance of a request.
class Guide {
 public:
  explicit Guide(const SampleInput& input)
      : scale_(input.guidance_scale),
        rescale_(input.own_value<double>("validation.hunyuan_video_15.guidance_rescale")),
        is_original_(input.own_value<std::string>("validation.hunyuan_video_15.guidance_formula") ==
                     "original"),
        is_on_(input.negative.embeds.defined() && scale_ != (is_original_ ? 0 : 1)) {
    const auto of_steps = [&](const char* key) {
      return static_cast<int64_t>(input.own_value<double>(key) * static_cast<double>(input.steps));
    };
    first_ = of_steps("validation.hunyuan_video_15.guidance_start");
    end_ = of_steps("validation.hunyuan_video_15.guidance_stop");
  }

  bool is_on() const { return is_on_; }
  bool is_on(int64_t step) const { return is_on_ && first_ <= step && step < end_; }
  Tensor guided(const GuidanceBranches& v) const {
    if (!v.without.defined()) return v.with;
    const Tensor sum = (is_original_ ? v.with : v.without) + scale_ * (v.with - v.without);
    if (rescale_ <= 0) return sum;
    const std::vector<int64_t> axes{1, 2, 3, 4};
    const Tensor factor = v.with.std(axes, /*unbiased=*/true, /*keepdim=*/true) /
                          sum.std(axes, /*unbiased=*/true, /*keepdim=*/true);
    return rescale_ * (sum * factor) + (1 - rescale_) * sum;
  }

 private:
  double scale_, rescale_;
  bool is_original_, is_on_;
  int64_t first_ = 0, end_ = 0;
};

}  // namespace

Hunyuan15TransformerInput hunyuan15_input(const encoders::TextCondition& text, const Tensor& image_embeds,
                                          torch::Device device, torch::Dtype dtype) {
  Hunyuan15TransformerInput input;
  input.text = tokens_of(text.embeds, text.mask, device, dtype);
  input.glyphs = tokens_of(text.second_embeds, text.second_mask, device, dtype);
  const bool is_there =
      image_embeds.defined() && (tensor::DryRun::active() || image_embeds.ne(0).any().item<bool>());
  if (is_there) input.image_embeds = tensor::upload(image_embeds.to(dtype), device);
  return input;
}

Tensor hunyuan15_condition(const Tensor& like, const Tensor& first) {
  std::vector<int64_t> shape = like.sizes().vec();
  ++shape[1];
  Tensor condition = torch::zeros(shape, like.options());
  if (!first.defined()) return condition;
  const Tensor frame = condition.narrow(2, 0, 1);
  frame.narrow(1, 0, like.size(1)).copy_(first);
  frame.narrow(1, like.size(1), 1).fill_(1);
  return condition;
}

void hunyuan15_set_step(Hunyuan15TransformerInput& input, const Tensor& x, const Tensor& condition,
                        const Tensor& timestep, torch::Dtype dtype) {
  input.hidden_states = torch::cat({x, condition}, 1).to(dtype);
  input.timestep = timestep;
}

std::vector<LatentCondition> hunyuan15_encode_conditions(VideoVae& vae,
                                                         const std::vector<Condition>& conditions,
                                                         const catalog::Bucket& size, torch::Dtype dtype,
                                                         const VaeOptions& options) {
  const tensor::PhaseScope phase(tensor::Phase::video_encoding);
  Tensor picture = conditions.front().pixels.narrow(0, 0, 1);
  if (picture.size(2) != size.height || picture.size(3) != size.width)
    picture = hunyuan15_cropped(picture, size.height, size.width);
  const Tensor mean = vae.encode((picture * 2 - 1).to(dtype).unsqueeze(2), options).mean;
  return {{vae.latent_scale().to_model(mean.to(torch::kFloat32)), 0}};
}

Tensor hunyuan15_denoise(Hunyuan15Transformer& transformer, const schedulers::FlowMatchConfig& scheduler,
                         const catalog::ModelSpec& spec, const SampleInput& input, torch::Dtype dtype,
                         const SampleHooks& hooks) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::denoising);
  const Guide guide(input);
  const Guidance both(guide.is_on(), hooks.guidance), one(false, nullptr);
  const catalog::LatentSize size = catalog::latent_size(spec, input.size);
  schedulers::FlowMatchConfig config = scheduler;
  const auto shift = input.own_value<double>("validation.hunyuan_video_15.flow_shift");
  if (shift > 0) config.shift = shift;
  schedulers::FlowMatchEuler sampler(
      config, schedulers::spaced_sigmas(schedulers::SigmaSpacing::linear, input.steps, config));
  Tensor x = hooks.noise(noise_stream::latents, {input.text.embeds.size(0), spec.latent.channels, size.frames,
                                                 size.height, size.width});
  const int64_t batch = x.size(0);
  const auto pass_of = [&](const encoders::TextCondition& text) {
    return hunyuan15_input(text.each([&](const Tensor& part) { return of_batch(part, batch); }),
                           of_batch(input.image.embeds, batch), x.device(), dtype);
  };
  std::vector<Hunyuan15TransformerInput> passes{pass_of(input.text)};
  if (guide.is_on()) passes.push_back(pass_of(input.negative));
  const Tensor condition = hunyuan15_condition(
      x, input.image.latents.empty() ? Tensor() : input.image.latents.front().latents.to(x.device()));
  const auto rotary =
      hunyuan_rotary(transformer.config(), size.frames, size.height, size.width, 0, x.device());

  for (size_t i = 0; i < sampler.timesteps().size(); ++i) {
    const auto step = static_cast<int64_t>(i);
    const Tensor times = torch::full({batch}, sampler.timesteps()[i], x.options());
    const Tensor ends =
        torch::full({batch}, static_cast<double>(sampler.sigmas()[i + 1]) * 1000, x.options());
    const auto predicted = [&](bool with) {
      Hunyuan15TransformerInput& pass = passes[with ? 0 : 1];
      hunyuan15_set_step(pass, x, condition, times, dtype);
      pass.timestep_r = ends;
      return transformer.forward(pass, rotary, hooks.block_runner).to(torch::kFloat32);
    };
    const Tensor v = guide.guided((guide.is_on(step) ? both : one).branches(predicted));
    const auto next = sampler.step(i, v, x, {});
    x = next.sample;
    if (hooks.on_step) hooks.on_step(step, x, next.pred_original);
  }
  return x;
}

}  // namespace fw::families
