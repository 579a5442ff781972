// SPDX-License-Identifier: Apache-2.0
#include "families/wan/sampling.h"

#include "families/registry.h"
#include "families/wan/samplers.h"
#include "tensor/copy_stream.h"
#include "tensor/placement.h"

namespace fw::families {

namespace {

using torch::Tensor;

constexpr int64_t mask_channels = 4;  // one per pixel frame of a latent frame

std::unique_ptr<schedulers::Sampler> wan_sampler(nlohmann::json config, const SampleInput& input) {
  // The name of the shift depends on the class. Every Wan model is a flow, stated or not.
  const double own = config.value("shift", config.value("flow_shift", 1.0));
  const auto shift = input.own_value<double>("validation.wan.flow_shift");
  config.emplace("shift", own);
  config.emplace("flow_shift", own);
  if (shift > 0) config["shift"] = config["flow_shift"] = shift;
  config.emplace("prediction_type", "flow_prediction");
  config.emplace("use_flow_sigmas", true);
  const bool original = input.own_value<std::string>("validation.wan.sigmas") == "original";
  return make_sampler(config, {.class_name = input.sampler,
                               .steps = input.steps,
                               .spacing = original ? schedulers::SigmaSpacing::original
                                                   : schedulers::SigmaSpacing::training_range});
}

/// The clip's picture condition, expanded to the batch size of `like` and moved to its device.
WanPictureInput pictures_of(const SampleInput& input, WanPictures how, const Tensor& like) {
  const auto of_batch = [&](const Tensor& x) {
    std::vector<int64_t> sizes(static_cast<size_t>(x.dim()), -1);
    sizes.front() = like.size(0);
    return x.to(like.device()).expand(sizes);
  };
  WanPictureInput pictures;
  if (input.image.embeds.defined()) pictures.embeds = of_batch(input.image.embeds);
  if (input.image.latents.empty()) return pictures;
  const Tensor latents = of_batch(input.image.latents.front().latents);
  if (how == WanPictures::first_frame)
    pictures.first_frame = latents;
  else
    pictures.channels = wan_picture_channels(latents, input.image.latents.back().frame_index < 0);
  return pictures;
}

Tensor with_first_frame(const Tensor& x, const Tensor& first) {
  return first.defined() ? torch::cat({first.to(x.scalar_type()), x.narrow(2, 1, x.size(2) - 1)}, 2) : x;
}

/// Moves both networks off the device on scope exit, also after an exception.
class Rested {
 public:
  explicit Rested(VideoTransformer& network) : network_(network) {}
  ~Rested() { network_.rest(); }
  Rested(const Rested&) = delete;

 private:
  VideoTransformer& network_;
};

}  // namespace

WanPictures wan_pictures(const nlohmann::json& index, const nlohmann::json& transformer,
                         const nlohmann::json& vae) {
  const bool expands = index.is_object() && index.contains("expand_timesteps") &&
                       index.at("expand_timesteps").is_boolean() && index.at("expand_timesteps");
  if (expands || vae.value("is_residual", false)) return WanPictures::first_frame;
  return transformer.value("in_channels", 16) > vae.value("z_dim", 16) ? WanPictures::channels
                                                                       : WanPictures::none;
}

Tensor wan_picture_clip(const Tensor& first, const Tensor& last, int64_t frames) {
  Tensor clip = torch::zeros({1, 3, frames, first.size(2), first.size(3)}, first.options());
  clip.select(2, 0).copy_(first);
  if (last.defined()) clip.select(2, frames - 1).copy_(last);
  return clip;
}

Tensor wan_picture_channels(const Tensor& latents, bool last) {
  std::vector<int64_t> shape = latents.sizes().vec();
  shape[1] = mask_channels;
  Tensor mask = torch::zeros(shape, latents.options());
  mask.select(2, 0).fill_(1);
  if (last) mask.select(1, mask_channels - 1).select(1, -1).fill_(1);
  return torch::cat({mask, latents}, 1);
}

WanTransformerInput wan_input(const Tensor& x, const Tensor& timestep, const WanPictureInput& pictures,
                              const Tensor& text, torch::Dtype dtype) {
  WanTransformerInput input;
  input.hidden_states = with_first_frame(x, pictures.first_frame);
  if (pictures.channels.defined())
    input.hidden_states = torch::cat({input.hidden_states, pictures.channels}, 1);
  input.hidden_states = input.hidden_states.to(dtype);
  input.timestep = timestep;
  if (pictures.first_frame.defined()) input.first_frame_timestep = torch::zeros_like(timestep);
  input.encoder_hidden_states = tensor::upload(text.to(dtype), x.device());
  if (pictures.embeds.defined()) input.image_embeds = tensor::upload(pictures.embeds.to(dtype), x.device());
  return input;
}

std::vector<LatentCondition> wan_encode_conditions(VideoVae& vae, WanPictures how,
                                                   const std::vector<Condition>& conditions, int64_t frames,
                                                   torch::Dtype dtype, const VaeOptions& options) {
  const tensor::PhaseScope phase(tensor::Phase::video_encoding);
  const auto picture = [&](const Condition& condition) { return (condition.pixels * 2 - 1).to(dtype); };
  const Tensor last = conditions.size() > 1 ? picture(conditions.back()) : Tensor();
  const Tensor clip =
      wan_picture_clip(picture(conditions.front()), last, how == WanPictures::first_frame ? 1 : frames);
  // The mean of the posterior, never a sample.
  const Tensor latents = vae.latent_scale().to_model(vae.encode(clip, options).mean.to(torch::kFloat32));
  std::vector<LatentCondition> encoded{{latents, 0}};
  if (conditions.size() > 1) encoded.push_back({latents.narrow(2, latents.size(2) - 1, 1), -1});
  return encoded;
}

Tensor wan_denoise(VideoTransformer& network, const WanSampling& how, const catalog::ModelSpec& spec,
                   const SampleInput& input, torch::Dtype dtype, const SampleHooks& hooks) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::denoising);
  const Rested rested(network);
  const Guidance guidance(input.guidance_scale > 1, hooks.guidance);
  const catalog::LatentSize size = catalog::latent_size(spec, input.size);
  const auto sampler = wan_sampler(how.scheduler, input);
  const auto own_border = input.own_value<double>("validation.wan.boundary_ratio");
  const double border = own_border > 0 ? own_border : how.border;
  const auto second_scale = input.own_value<double>("validation.wan.guidance_scale_2");
  Tensor x = hooks.noise(noise_stream::latents, {input.text.embeds.size(0), spec.latent.channels, size.frames,
                                                 size.height, size.width});
  const WanPictureInput pictures = pictures_of(input, how.pictures, x);
  nn::RotaryTable rotary;
  for (size_t i = 0; i < sampler->timesteps().size(); ++i) {
    const double timestep = sampler->timesteps()[i];
    WanTransformer& transformer = wan_network_at(network, timestep, border);
    if (!rotary.rotation.defined())
      rotary = wan_rotary(transformer.config(), size.frames, size.height, size.width, x.device());
    const bool second = timestep < 1000 * border && second_scale > 0;
    const Tensor times = torch::full({x.size(0)}, timestep, x.options());
    const Tensor v =
        guidance
            .branches([&](bool with) {
              const Tensor& text = (with ? input.text : input.negative).embeds;
              return transformer
                  .forward(wan_input(x, times, pictures, text, dtype), rotary, hooks.block_runner)
                  .to(torch::kFloat32);
            })
            .guided(second ? second_scale : input.guidance_scale);
    const auto step = sampler->step(i, v, x, {});
    x = step.sample;
    if (hooks.on_step)
      hooks.on_step(static_cast<int64_t>(i), x, with_first_frame(step.pred_original, pictures.first_frame));
  }
  return with_first_frame(x, pictures.first_frame);
}

}  // namespace fw::families
