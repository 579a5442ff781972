// SPDX-License-Identifier: Apache-2.0
#include "inference/video_pipeline.h"

#include <torch/torch.h>

#include "base/error.h"
#include "base/units.h"
#include "inference/vae_memory.h"
#include "memory/checkpointing.h"
#include "tensor/device.h"
#include "tensor/dry_run.h"
#include "tensor/placement.h"

namespace fw::inference {

namespace {

constexpr ErrorCode image_missing{
    "inference.image_missing",
    FW_TEXT("errors", "{model} makes clips from a first image, and none is given."),
    FW_TEXT("errors", "Give an image, or choose a text-to-video model."), Blame::input};
constexpr ErrorCode image_unused{
    "inference.image_unused",
    FW_TEXT("errors", "{model} makes clips from text alone and cannot use an image."),
    FW_TEXT("errors", "Leave the image out, or choose an image-to-video model."), Blame::input};
constexpr ErrorCode bad_steps{"inference.bad_steps",
                              FW_TEXT("errors", "{steps} denoising steps are not possible."),
                              FW_TEXT("errors", "Choose between 1 and 1000; 50 is usual."), Blame::input};

/// Independent streams of random numbers of one seed: adding a use does not change the others.
enum RandomUse : uint64_t { use_latents = 0, use_image = 1, use_first_step = 16 };

}  // namespace

VideoPipeline::VideoPipeline(PipelineOptions options, std::stop_token stop)
    : options_(std::move(options)),
      stop_(std::move(stop)),
      facts_(catalog::recognise_model({options_.model_folder})) {}

VideoPipeline::~VideoPipeline() = default;

std::vector<Fault> VideoPipeline::check(const VideoRequest& request) const {
  std::vector<Fault> faults = catalog::check_video_size(facts_, request.size);
  const bool takes_image = facts_.can(catalog::VideoTask::image_to_video);
  if (takes_image && !request.image.defined())
    faults.emplace_back(image_missing, std::initializer_list<Argument>{{"model", facts_.id}});
  if (!takes_image && request.image.defined())
    faults.emplace_back(image_unused, std::initializer_list<Argument>{{"model", facts_.id}});
  if (request.steps < 1 || request.steps > 1000) {
    faults.emplace_back(bad_steps, std::initializer_list<Argument>{{"steps", request.steps}});
  }
  return faults;
}

torch::Tensor VideoPipeline::generate(const VideoRequest& request, const VideoObserver& observer) {
  const std::vector<Fault> faults = check(request);
  if (!faults.empty()) throw Error(faults.front());
  const torch::NoGradGuard no_grad;
  encode_prompts_of({request}, observer);
  const torch::Tensor embeds = embed(request, observer);

  torch::Tensor image_latents;
  if (observer.on_vae) observer.on_vae(vae());
  const catalog::LatentSize size = catalog::latent_size(facts_, request.size);
  if (request.image.defined()) {
    const torch::Tensor noise =
        draw(request.seed, use_image, {1, facts_.latent.channels, 1, size.height, size.width});
    families::CogVideoXVae& network = vae();
    image_latents = families::encode_image(network, request.image.to(options_.device), noise, options_.dtype,
                                           vae_options(FW_TEXT("phases", "encoding the image"), observer));
  }
  unload(vae_);

  const torch::Tensor latents = sample(request, embeds, image_latents, observer);
  unload(transformer_);
  const torch::Tensor kept = latents.narrow(1, size.padding_frames, latents.size(1) - size.padding_frames);
  if (observer.on_latents) observer.on_latents(kept);
  return decode(kept, request.size.frames, observer);
}

torch::Tensor VideoPipeline::decode(const torch::Tensor& latents, int64_t frames,
                                    const VideoObserver& observer) {
  families::CogVideoXVae& network = vae();
  families::VaeOptions options = vae_options(FW_TEXT("phases", "decoding"), observer);
  fit_tiles(options, {latents.size(1), 0, latents.size(3), latents.size(4)}, observer);
  const torch::Tensor clip = families::decode_latents(network, latents.to(options_.device),
                                                      /*padding_frames=*/0, options_.dtype, options);
  unload(vae_);
  // The decoder makes multiples of four frames of an even number of latents; only what was asked for is kept.
  return tensor::to_host(clip[0].narrow(0, 0, std::min<int64_t>(clip.size(1), frames)));
}

void VideoPipeline::encode_prompts_of(const std::vector<VideoRequest>& requests,
                                      const VideoObserver& observer) {
  const torch::NoGradGuard no_grad;
  for (const VideoRequest& request : requests) embed(request, observer);
  unload(text_encoder_);
}

template <class Component>
void VideoPipeline::unload(std::unique_ptr<Component>& component) {
  if (options_.offload == Offload::none || !component) return;
  component.reset();
  // Streamed weights belong to the runner, which must not outlive the network.
  if (!transformer_ && lent_transformer_ == nullptr) transformer_runner_ = {};
  tensor::release_unused_memory(options_.device);
}

void VideoPipeline::lend_transformer(families::CogVideoXTransformer& transformer, nn::BlockRunner runner) {
  lent_transformer_ = &transformer;
  transformer_runner_ = std::move(runner);
}

torch::Tensor VideoPipeline::embed(const VideoRequest& request, const VideoObserver& observer) {
  std::vector<std::string> prompts{request.prompt};
  if (request.guidance_scale > 1) prompts.insert(prompts.begin(), request.negative_prompt);
  if (const auto known = embeds_.find(prompts); known != embeds_.end())
    return known->second.to(options_.device);
  const tensor::PhaseScope phase(tensor::Phase::text_encoding);
  ProgressMeter meter(FW_TEXT("phases", "encoding the prompt"), 0);
  if (observer.on_progress) observer.on_progress(meter.update(0));
  if (!text_encoder_) {
    text_encoder_ = std::make_unique<encoders::TextEncoding>(
        options_.model_folder, options_.dtype, options_.device, options_.text_encoder, prompts.size(), stop_);
  }
  const torch::Tensor embeds = text_encoder_->encode(prompts, facts_.token_limit());
  embeds_[prompts] = tensor::to_host(embeds);
  return embeds.to(options_.device);
}

torch::Tensor VideoPipeline::sample(const VideoRequest& request, const torch::Tensor& embeds,
                                    const torch::Tensor& image_latents, const VideoObserver& observer) {
  const auto sampler =
      families::make_folder_sampler(options_.model_folder, request.scheduler_class, request.steps);
  families::CogVideoXTransformer& network = transformer(observer);
  const catalog::LatentSize size = catalog::latent_size(facts_, request.size);
  families::DenoiseInput input;
  input.latents =
      draw(request.seed, use_latents,
           {1, size.frames + size.padding_frames, facts_.latent.channels, size.height, size.width});
  input.prompt_embeds = embeds.narrow(0, embeds.size(0) - 1, 1);
  if (embeds.size(0) == 2) input.negative_prompt_embeds = embeds.narrow(0, 0, 1);
  input.image_latents = image_latents;
  input.guidance_scale = request.guidance_scale;
  input.use_dynamic_cfg = request.use_dynamic_cfg;

  ProgressMeter meter(FW_TEXT("phases", "denoising"), request.steps);
  if (observer.on_progress) observer.on_progress(meter.update(0));
  families::DenoiseHooks hooks;
  hooks.block_runner = transformer_runner_;
  hooks.step_noise = [&](size_t index, torch::IntArrayRef shape) {
    return draw(request.seed, use_first_step + index, shape);
  };
  hooks.on_step = [&](size_t index, const torch::Tensor&, const torch::Tensor& pred_original) {
    if (observer.on_progress) observer.on_progress(meter.update(static_cast<int64_t>(index) + 1));
    const int64_t padding = size.padding_frames;
    if (observer.on_step)
      observer.on_step(index, pred_original.narrow(1, padding, pred_original.size(1) - padding));
  };
  return families::denoise(network, *sampler, input, options_.dtype, hooks);
}

families::CogVideoXTransformer& VideoPipeline::transformer(const VideoObserver& observer) {
  if (lent_transformer_ != nullptr) return *lent_transformer_;
  if (transformer_) return *transformer_;
  transformer_ = load_transformer_with_loras();
  memory::BlockMemory memory;
  if (options_.streamed_blocks > 0) {
    memory.streamer = memory::BlockStreamer::create(*transformer_, options_.device,
                                                    {.lists = transformer_->block_lists(),
                                                     .streamed_blocks = options_.streamed_blocks,
                                                     .warning = observer.on_warning});
  }
  transformer_runner_ = memory::run_blocks(std::move(memory), nn::cancelling_runner(stop_));
  return *transformer_;
}

std::unique_ptr<families::CogVideoXTransformer> VideoPipeline::load_transformer_with_loras() const {
  const bool streamed = options_.streamed_blocks > 0;
  auto transformer = families::load_transformer(
      options_.model_folder, options_.dtype, streamed ? torch::Device(torch::kCPU) : options_.device, stop_);
  // A LoRA is small: it is on the device even where blocks are streamed.
  attach_loras(*transformer, facts_.family, options_.loras, options_.device);
  return transformer;
}

families::CogVideoXVae& VideoPipeline::vae() {
  if (!vae_) vae_ = families::load_vae(options_.model_folder, options_.dtype, options_.device, stop_);
  return *vae_;
}

families::VaeOptions VideoPipeline::vae_options(const std::string& phase,
                                                const VideoObserver& observer) const {
  families::VaeOptions options;
  options.slicing = options_.vae_slicing;
  if (options_.vae_tiling) options.tiling = vae_->default_tiling();
  if (observer.on_progress) observer.on_progress(ProgressMeter(phase, 0).update(0));
  options.on_block = [this] {
    if (stop_.stop_requested()) throw Cancelled();
  };
  return options;
}

void VideoPipeline::fit_tiles(families::VaeOptions& options, const catalog::LatentSize& latents,
                              const VideoObserver& observer) const {
  const tensor::DeviceMemory memory = tensor::device_memory(options_.device);
  // A tenth for what is not tensors: workspaces, and gaps between them.
  const uint64_t free = options_.vae_bytes > 0 ? options_.vae_bytes : (memory.free + memory.unused) / 10 * 9;
  const torch::Device& device = options_.device;
  const DecodeJob job{latents, options_.dtype, device.is_meta() ? tensor::DryRun::target() : device.type()};
  const VaeFit fit = fit_decoding(vae_->config(), job, options.tiling, free);
  options.tiling = fit.tiling;
  if (fit.as_wanted || !observer.on_warning) return;
  observer.on_warning("Decoding takes tiles of " + std::to_string(fit.tiling->tile_sample_min_height) +
                      " x " + std::to_string(fit.tiling->tile_sample_min_width) + " pixels (" +
                      format_bytes(static_cast<uint64_t>(fit.bytes)) + "), as only " + format_bytes(free) +
                      " are free: seams may show faintly.");
}

torch::Tensor VideoPipeline::draw(uint64_t seed, uint64_t use, torch::IntArrayRef shape) const {
  // On the CPU, so that a seed gives the same clip on every device; each use has its own well-mixed seed.
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(seed * 0x9E3779B97F4A7C15ULL +
                                                                  use * 0xD1B54A32D192ED03ULL);
  return tensor::draw_normal(shape, generator).to(options_.device);
}

}  // namespace fw::inference
