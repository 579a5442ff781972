// SPDX-License-Identifier: Apache-2.0
#include "inference/video_pipeline.h"

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>

#include "adapters/lora.h"
#include "adapters/merged_loras.h"
#include "base/error.h"
#include "base/units.h"
#include "families/registry.h"
#include "inference/finite_output.h"
#include "inference/vae_memory.h"
#include "memory/block_placement.h"
#include "memory/checkpointing.h"
#include "model_files/prompt_tokenizers.h"
#include "nn/int8_attention.h"
#include "safetensors/mapped_file.h"
#include "tensor/copy_stream.h"
#include "tensor/device.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"
#include "tensor/torch_errors.h"

namespace fw::inference {

namespace {

constexpr ErrorCode image_missing{
    "inference.image_missing",
    FW_TEXT("errors", "{model} generates clips from a first image, but none was given."),
    FW_TEXT("errors", "Give an image, or choose a text-to-video model."), Blame::input};
constexpr ErrorCode image_unused{
    "inference.image_unused",
    FW_TEXT("errors", "{model} generates clips from text alone and cannot use an image."),
    FW_TEXT("errors", "Remove the image, or choose an image-to-video model."), Blame::input};
constexpr ErrorCode bad_steps{"inference.bad_steps",
                              FW_TEXT("errors", "{steps} denoising steps are not possible."),
                              FW_TEXT("errors", "Choose between 1 and 1000; 50 is usual."), Blame::input};

constexpr ErrorCode first_frame_only{
    "inference.first_frame_only",
    FW_TEXT("errors", "{model} takes one image only, as its first frame, and keeps it exactly."),
    FW_TEXT("errors", "Remove the others, or choose a model that takes images and videos at any frame."),
    Blame::input};
constexpr ErrorCode first_and_last_only{
    "inference.first_and_last_only",
    FW_TEXT("errors",
            "{model} takes an image as its first frame and another as its last, and keeps them exactly."),
    FW_TEXT("errors", "Remove the others, or choose a model that takes images and videos at any frame."),
    Blame::input};
constexpr ErrorCode last_frame_missing{
    "inference.last_frame_missing",
    FW_TEXT("errors", "{model} generates clips between a first and a last image, but no last one was given."),
    FW_TEXT(
        "errors",
        "Give an image at frame -1, or in a run validation.validation_last_images, or choose a model that "
        "needs only a first image."),
    Blame::input};
constexpr ErrorCode condition_outside{
    "inference.condition_outside",
    FW_TEXT("errors",
            "A clip of {clip} frames has no room for {frames} {frames:frame|frames} at frame {index}."),
    FW_TEXT("errors", "Place the image or video earlier, shorten it, or generate a longer clip."),
    Blame::input};
constexpr ErrorCode bad_strength{"inference.bad_strength",
                                 FW_TEXT("errors", "The strength {strength} is not possible."),
                                 FW_TEXT("errors", "Choose one from 0 to 1."), Blame::input};

/// Problems of at least one condition with the model.
void check_conditions(const catalog::ModelSpec& model, const VideoRequest& request,
                      std::vector<Fault>& faults) {
  const auto frames_of = [&](const families::Condition& condition) {
    const int64_t step = model.latent.temporal_factor;
    const int64_t given = condition.pixels.defined() ? condition.pixels.size(0) : 1;
    return (given - 1) / step * step + 1;  // the rest of a video is dropped
  };
  if (!model.conditions_at_any_frame) {
    const auto is_frame = [&](size_t i, int64_t index) {
      const families::Condition& given = request.conditions[i];
      return given.frame_index == index && given.strength == 1 &&
             (!given.pixels.defined() || given.pixels.size(0) == 1);
    };
    const size_t count = request.conditions.size();
    const bool with_last = model.takes_last_frame && count == 2 && is_frame(1, -1);
    if (!is_frame(0, 0) || (count > 1 && !with_last))
      faults.push_back(
          {model.takes_last_frame ? first_and_last_only : first_frame_only, {{"model", model.id}}});
    else if (model.needs_last_frame && !with_last)
      faults.push_back({last_frame_missing, {{"model", model.id}}});
    return;
  }
  for (const families::Condition& condition : request.conditions) {
    const int64_t frames = frames_of(condition), index = condition.frame_index;
    if (index < -1 || std::max<int64_t>(index, 0) + frames > request.size.frames)
      faults.push_back(
          {condition_outside, {{"frames", frames}, {"index", index}, {"clip", request.size.frames}}});
    if (!(condition.strength >= 0 && condition.strength <= 1))
      faults.push_back({bad_strength, {{"strength", condition.strength}}});
  }
}

DecodeJob decode_job(const PipelineOptions& options, const torch::Tensor& latents,
                     const VideoRequest& request) {
  const torch::Device& device = options.device;
  return {request, latents.sizes().vec(), options.dtype,
          device.is_meta() ? tensor::DryRun::target() : device.type()};
}

/// Sends the first process's condition to all.
families::ImageCondition shared(const families::ImageCondition& image, const distributed::Group& group) {
  std::vector<torch::Tensor> tensors{image.embeds};
  nlohmann::json places = nlohmann::json::array();
  for (const families::LatentCondition& each : image.latents) {
    tensors.push_back(each.latents);
    places.push_back({each.frame_index, each.strength});
  }
  tensors = group.from(0, tensors);
  places = nlohmann::json::parse(group.gather(places.dump()).front());
  families::ImageCondition all{{}, tensors.front()};
  for (size_t i = 0; i < places.size(); ++i)
    all.latents.push_back({tensors[i + 1], places[i].at(0), places[i].at(1)});
  return all;
}

/// @param prompts  the negative one first, if there are two
void warn_of_cuts(const catalog::ModelSource& model, const catalog::ModelSpec& spec,
                  const std::vector<std::string>& prompts, const VideoObserver& observer) {
  if (tensor::DryRun::active() || !observer.on_warning) return;
  for (size_t i = 0; i < prompts.size(); ++i) {
    const char* const name = i + 1 < prompts.size() ? "negative prompt" : "prompt";
    for (const std::string& warning : model_files::cut_warnings(model, spec, name, prompts[i]))
      observer.on_warning(warning);
  }
}

/// Selects one of a batch of prompts.
encoders::TextCondition one_of(const encoders::TextCondition& texts, int64_t index) {
  return texts.each([index](const torch::Tensor& x) { return x.narrow(0, index, 1); });
}

}  // namespace

VideoPipeline::VideoPipeline(PipelineOptions options, std::stop_token stop)
    : options_(std::move(options)), stop_(std::move(stop)), family_(families::open_family(options_.model)) {}

VideoPipeline::~VideoPipeline() = default;

std::vector<Fault> VideoPipeline::check(const VideoRequest& request) const {
  using enum catalog::VideoTask;
  const catalog::ModelSpec& model = spec();
  std::vector<Fault> faults = catalog::check_video_size(model, request.size);
  if (request.conditions.empty() && !model.can(text_to_video))
    faults.emplace_back(image_missing, std::initializer_list<Argument>{{"model", model.id}});
  if (!request.conditions.empty() && !model.can(image_to_video))
    faults.emplace_back(image_unused, std::initializer_list<Argument>{{"model", model.id}});
  else if (!request.conditions.empty())
    check_conditions(model, request, faults);
  if (request.steps < 1 || request.steps > 1000) {
    faults.emplace_back(bad_steps, std::initializer_list<Argument>{{"steps", request.steps}});
  }
  for (Fault& fault : family_->check(request)) faults.push_back(std::move(fault));
  return faults;
}

torch::Tensor VideoPipeline::generate(const VideoRequest& request, const VideoObserver& observer) {
  std::vector<torch::Tensor> parts;
  generate(request, observer, [&](const torch::Tensor& frames) { parts.push_back(frames); });
  return parts.size() == 1 ? parts.front() : torch::cat(parts);
}

void VideoPipeline::generate(const VideoRequest& request, const VideoObserver& observer,
                             const families::FrameSink& sink) {
  const std::vector<Fault> faults = check(request);
  if (!faults.empty()) throw Error(faults.front());
  const torch::NoGradGuard no_grad;
  encode_prompts_of({request}, observer);
  families::SampleInput input;
  static_cast<families::SampleRequest&>(input) = request;
  const encoders::TextCondition texts = encode_text(request, observer);
  const int64_t count = texts.embeds.size(0);
  input.text = one_of(texts, count - 1);
  if (count == 2) input.negative = one_of(texts, 0);

  on_first([&] {
    if (observer.on_vae) observer.on_vae(vae(families::VaePart::whole));
  });
  if (!request.conditions.empty()) input.image = encode_pictures(request, observer);
  unload(vae_);

  const torch::Tensor latents = sample(input, request.seed, observer);
  unload(transformer_);
  decode_sound(observer);
  if (observer.on_latents && leads()) observer.on_latents(latents);
  decode(latents, request, observer, sink);
}

void VideoPipeline::decode(const torch::Tensor& given, const VideoRequest& request,
                           const VideoObserver& observer, const families::FrameSink& sink) {
  const torch::Tensor latents = mesh_ ? mesh_->sample->from(0, {given}).front() : given;
  families::VideoVae& network = vae(families::VaePart::decoder);
  families::VaeOptions options = vae_options(FW_TEXT("phases", "decoding"), observer);
  fit_tiles(options, latents, request, free_bytes(), observer);
  const bool shares = mesh_ && options.tiling;
  if (shares) options.tile_ranks = mesh_->sample;
  if (!shares && !leads()) return unload(vae_);
  const auto take_less = [&] {
    const DecodeJob job = decode_job(options_, latents, request);
    const int64_t bytes = decode_need(*family_, job, options.tiling).bytes;
    options_.vae_bytes = static_cast<uint64_t>(bytes - 1);  // for later clips, too
    fit_tiles(options, latents, request, options_.vae_bytes, observer);
    return decode_need(*family_, job, options.tiling).bytes < bytes;
  };
  int64_t done = 0;  // frames already passed on: a second attempt continues after them
  for (bool is_whole = false; !is_whole;) {
    int64_t at = 0;
    const auto hand_over = [&](const torch::Tensor& frames) {
      // Decoders may return more frames than requested, since some work on groups of frames.
      const int64_t from = std::max<int64_t>(done - at, 0),
                    to = std::min(frames.size(1), request.size.frames - at);
      at += frames.size(1);
      if (from >= to) return;
      if (leads()) {
        const torch::Tensor made = tensor::to_host(frames[0].narrow(0, from, to - from));
        require_finite(made, options_.model, FW_TEXT("phases", "decoding"));
        sink(made);
      }
      done += to - from;
    };
    std::exception_ptr failure;
    try {
      family_->decode_to(hand_over, network, latents.to(options_.device), request, noise_of(request.seed),
                         options_.dtype, options);
    } catch (const c10::Error& error) {  // workspaces and fragmentation may exceed the memory left to them
      if (!tensor::is_out_of_memory(error)) throw;
      failure = std::current_exception();
    }
    is_whole = shares ? !is_true_anywhere(failure != nullptr) : !failure;
    if (is_whole) break;
    if (!take_less() && failure) std::rethrow_exception(failure);
    tensor::release_unused_memory(options_.device);
  }
  unload(vae_);
}

void VideoPipeline::encode_prompts_of(const std::vector<VideoRequest>& requests,
                                      const VideoObserver& observer) {
  const torch::NoGradGuard no_grad;
  for (const VideoRequest& request : requests) encode_text(request, observer);
  unload(text_encoders_);
}

template <class Component>
void VideoPipeline::unload(std::unique_ptr<Component>& component) {
  safetensors::check_mapped_files();  // its results are valid
  if (options_.offload == Offload::none || !component) return;
  component.reset();
  // Streamed weights belong to the runner, which must not outlive the network.
  if (!transformer_ && lent_model_ == nullptr) transformer_runner_ = {};
  tensor::release_unused_memory(options_.device);
}

void VideoPipeline::lend_transformer(families::TrainingModel& model, nn::BlockRunner runner) {
  lent_model_ = &model;
  transformer_runner_ = std::move(runner);
}

void VideoPipeline::check_lora(const LoraChoice& lora) const {
  const auto network = family_->load_transformer(on(torch::kMeta));
  attach_loras(*network, spec().family, {lora}, torch::kMeta);
}

void VideoPipeline::attach_to_lent() {
  families::VideoTransformer& network = lent_model_->transformer();
  attach_loras(network, spec().family, options_.loras, options_.device,
               only_part(network, options_.model, lent_model_->part()));
}

encoders::TextCondition VideoPipeline::encode_text(const VideoRequest& request,
                                                   const VideoObserver& observer) {
  choose_sound(request);
  const auto to_device = [this](const torch::Tensor& x) { return x.to(options_.device); };
  std::vector<std::string> prompts{request.prompt};
  if (request.guidance_scale > 1)
    prompts.insert(prompts.begin(),
                   request.negative_prompt.empty() ? spec().negative_prompt : request.negative_prompt);
  const std::pair key(prompts, family_->with_sound());
  if (const auto known = texts_.find(key); known != texts_.end()) return known->second.each(to_device);
  const tensor::PhaseScope phase(tensor::Phase::text_encoding);
  ProgressMeter meter(FW_TEXT("phases", "encoding the prompt"), 0);
  if (observer.on_progress) observer.on_progress(meter.update(0));
  encoders::TextCondition texts;
  on_first([&] {
    warn_of_cuts(options_.model, spec(), prompts, observer);
    if (!text_encoders_)
      text_encoders_ =
          family_->load_text_encoders(options_.text_encoder, prompts.size(), on(encoding_device()));
    texts = text_encoders_->encode(prompts);
  });
  if (mesh_) {
    const auto shared = mesh_->sample->from(
        0, {texts.embeds, texts.mask, texts.pooled, texts.second_embeds, texts.second_mask});
    texts = {shared[0], shared[1], shared[2], shared[3], shared[4]};
  }
  texts_[key] = texts.each([](const torch::Tensor& x) { return tensor::to_host(x); });
  return texts.each(to_device);
}

families::ImageCondition VideoPipeline::encode_pictures(const VideoRequest& request,
                                                        const VideoObserver& observer) {
  families::ImageCondition image;
  on_first([&] {
    std::vector<families::Condition> pictures = request.conditions;
    for (families::Condition& picture : pictures) picture.pixels = picture.pixels.to(options_.device);
    if (const auto encoder = family_->load_image_encoder(on(options_.device)))
      image.embeds = family_->embed_pictures(*encoder, pictures);
    families::VideoVae& network = vae(families::VaePart::encoder);
    const auto vae_options = this->vae_options(FW_TEXT("phases", "encoding the image"), observer);
    image.latents = family_->encode_conditions(network, pictures, request, noise_of(request.seed),
                                               options_.dtype, vae_options);
  });
  return mesh_ ? shared(image, *mesh_->sample) : image;
}

torch::Tensor VideoPipeline::sample(const families::SampleInput& input, uint64_t seed,
                                    const VideoObserver& observer) {
  families::VideoTransformer& network = transformer(observer);
  std::optional<adapters::LoraScope> scope;
  if (lent_model_ != nullptr && !options_.loras.empty()) {
    network.rest();
    scope.emplace(network);
    attach_to_lent();
  }
  const adapters::MergedLoras merged(network);
  ProgressMeter meter(FW_TEXT("phases", "denoising"), family_->steps_of(input));
  if (observer.on_progress) observer.on_progress(meter.update(0));
  families::SampleHooks hooks;
  hooks.block_runner = transformer_runner_;
  if (mesh_) hooks.guidance = mesh_->guidance;
  hooks.noise = noise_of(seed);
  std::optional<nn::Int8Attention> int8;
  if (options_.attention == catalog::AttentionForm::int8) {
    if (nn::Int8Attention::has_kernel(options_.device))
      int8.emplace();
    else if (observer.on_warning)
      observer.on_warning(
          "Attention is exact: int8 attention needs an NVIDIA GPU of compute capability 8.0 or higher.");
  }
  hooks.on_step = [&](int64_t step, const torch::Tensor&, const torch::Tensor& clean) {
    if (const auto measured = int8 ? int8->settle() : std::nullopt; measured && observer.on_low_bit)
      observer.on_low_bit(measured->to_text());
    require_finite(clean, options_.model, FW_TEXT("phases", "denoising"));
    if (observer.on_progress) observer.on_progress(meter.update(step + 1));
    if (observer.on_step) observer.on_step(step, clean);
  };
  hooks.on_sound = [&](int64_t, const torch::Tensor& tokens) { sound_tokens_ = tokens; };
  hooks.made = observer.made;
  if (leads()) hooks.on_section = observer.on_section;
  const torch::Tensor latents = family_->denoise(network, input, options_.dtype, hooks);
  if (mesh_) mesh_->sample->settle();  // a lost rank would have left invalid data in them
  return latents;
}

families::VideoTransformer& VideoPipeline::transformer(const VideoObserver& observer) {
  if (lent_model_ != nullptr) return lent_model_->transformer();
  if (transformer_) return *transformer_;
  auto network = load_transformer_with_loras(observer);
  if (mesh_ && mesh_->shape.sequence() > 1) network->share_tokens(std::make_shared<nn::SequenceSplit>(mesh_));
  transformer_runner_ = place_transformer(*network, observer);
  transformer_ = std::move(network);
  return *transformer_;
}

nn::BlockRunner VideoPipeline::place_transformer(families::VideoTransformer& network,
                                                 const VideoObserver& observer) {
  nn::BlockRunner cancelling = nn::cancelling_runner(stop_);
  if (!options_.devices.empty()) {
    if (options_.offload == Offload::none) vae(families::VaePart::whole);  // its memory is not free
    return memory::place_blocks(network, network.block_lists(), options_.devices, std::move(cancelling));
  }
  memory::BlockMemory memory;
  if (options_.streamed_blocks > 0) {
    memory.streamer = memory::BlockStreamer::create(network, options_.device,
                                                    {.lists = network.block_lists(),
                                                     .streamed_blocks = options_.streamed_blocks,
                                                     .warning = observer.on_warning});
  }
  return memory::run_blocks(std::move(memory), std::move(cancelling));
}

std::unique_ptr<families::VideoTransformer> VideoPipeline::load_transformer_with_loras(
    const VideoObserver& observer) const {
  const bool is_moved_later = options_.streamed_blocks > 0 || !options_.devices.empty();
  nn::ComponentOptions options = on(is_moved_later ? torch::Device(torch::kCPU) : options_.device);
  options.low_bit = options_.low_bit;
  options.on_low_bit = observer.on_low_bit;
  if (options.low_bit && observer.on_progress) {  // the first time takes a while
    options.on_tensor = [&observer, loading = ProgressMeter(FW_TEXT("phases", "loading the model"), 0)](
                            size_t done, size_t total) mutable {
      Progress progress = loading.update(static_cast<int64_t>(done));
      progress.total = static_cast<int64_t>(total);
      observer.on_progress(progress);
    };
  }
  auto transformer = family_->load_transformer(options);
  // A LoRA is small: it is on the device even if blocks are streamed.
  attach_loras(*transformer, spec().family, options_.loras, options_.device);
  return transformer;
}

nn::ComponentOptions VideoPipeline::on(torch::Device device) const {
  return {.dtype = options_.dtype, .device = device, .stop = stop_};
}

torch::Device VideoPipeline::encoding_device() const {
  torch::Device roomiest = options_.device;
  uint64_t most = 0;
  for (const torch::Device device : options_.devices) {
    const tensor::DeviceMemory memory = tensor::device_memory(device);
    if (memory.free + memory.unused < most) continue;  // ties: the last one, since the first holds more
    most = memory.free + memory.unused;
    roomiest = device;
  }
  return roomiest;
}

families::VideoVae& VideoPipeline::vae(families::VaePart part) {
  const bool is_kept = options_.offload == Offload::none;
  if (!vae_) vae_ = family_->load_vae(on(options_.device), is_kept ? families::VaePart::whole : part);
  return *vae_;
}

families::VaeOptions VideoPipeline::vae_options(const std::string& phase,
                                                const VideoObserver& observer) const {
  families::VaeOptions options;
  options.slicing = options_.vae_slicing;
  if (options_.vae_tiling) options.tiling = vae_->default_tiling();
  const auto report = [progress = ProgressMeter(phase, 0).update(0), on_progress = observer.on_progress] {
    if (on_progress) on_progress(progress);
  };
  report();
  options.on_block = [this, report] {
    if (stop_.stop_requested()) throw Cancelled();
    report();  // shows waiting ranks that this one does not hang
  };
  return options;
}

void VideoPipeline::on_first(const std::function<void()>& work) const {
  mesh_ ? mesh_->sample->on_first(work) : work();
}

bool VideoPipeline::is_true_anywhere(bool here) const {
  const std::vector<std::string> told = mesh_->sample->gather(here ? "yes" : "");
  return !std::ranges::all_of(told, &std::string::empty);
}

/// Memory for decoding; the minimum over processes that share a clip.
uint64_t VideoPipeline::free_bytes() const {
  const tensor::DeviceMemory memory = tensor::device_memory(options_.device);
  // A tenth is reserved for non-tensors: workspaces and fragmentation.
  uint64_t free = options_.vae_bytes > 0 ? options_.vae_bytes : (memory.free + memory.unused) / 10 * 9;
  if (!mesh_) return free;
  for (const std::string& other : mesh_->sample->gather(std::to_string(free)))
    free = std::min<uint64_t>(free, std::stoull(other));
  return free;
}

void VideoPipeline::fit_tiles(families::VaeOptions& options, const torch::Tensor& latents,
                              const VideoRequest& request, uint64_t free,
                              const VideoObserver& observer) const {
  const VaeFit fit = fit_decoding(*family_, decode_job(options_, latents, request), options.tiling, free);
  options.tiling = fit.tiling;
  if (fit.as_wanted || !observer.on_warning) return;
  observer.on_warning(
      "The clip is decoded in tiles of " + std::to_string(fit.tiling->tile_sample_min_height) + " x " +
      std::to_string(fit.tiling->tile_sample_min_width) + " pixels (" +
      format_bytes(static_cast<uint64_t>(fit.need.bytes)) + "), because only " + format_bytes(free) +
      " are free or because a GPU cannot address larger ones. Faint seams may be visible.");
}

families::NoiseSource VideoPipeline::noise_of(uint64_t seed) const {
  return [seed, device = options_.device](uint64_t stream, torch::IntArrayRef shape) {
    // On the CPU, so that a seed gives the same clip on every device; each stream has its own well-mixed
    // seed.
    auto generator = torch::make_generator<torch::CPUGeneratorImpl>(seed * 0x9E3779B97F4A7C15ULL +
                                                                    stream * 0xD1B54A32D192ED03ULL);
    return tensor::upload(tensor::draw_normal(shape, generator), device);
  };
}

}  // namespace fw::inference
