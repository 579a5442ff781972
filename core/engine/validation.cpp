// SPDX-License-Identifier: Apache-2.0
#include "engine/validation.h"

#include <algorithm>
#include <map>

#include "base/paths.h"
#include "engine/clip_files.h"
#include "engine/params.h"
#include "pipelines/video_pipeline.h"
#include "tensor/torch_errors.h"

namespace fw::engine {

namespace {

constexpr ErrorCode bad_validation{
    "engine.bad_validation", FW_TEXT("errors", "Validation clips cannot be made: {problems}"),
    FW_TEXT("errors", "Change validation.validation_prompts, or leave it empty to train without clips."),
    Blame::input};

constexpr ErrorCode not_decoded{
    "engine.not_decoded", FW_TEXT("errors", "A clip was denoised and could not be decoded: {reason}"),
    FW_TEXT("errors",
            "Its latents are in {file}: framewright-cli generate --latents makes the clip of them, when more "
            "memory is free.")};

/// One clip of every validation.
struct PlannedClip {
  std::string name;  ///< of its file: number of the prompt and of the clip
  pipelines::VideoRequest request;
  std::string image;  ///< file of its first frame; empty for text-to-video
};

pipelines::PipelineOptions options_of(const config::RunSettings& settings) {
  pipelines::PipelineOptions options;
  options.model_folder = settings.model_folder;
  options.device = training::compute_device(settings);
  options.dtype = training::compute_dtype(settings);
  options.offload = settings.offload == "none" ? pipelines::Offload::none : pipelines::Offload::model;
  options.text_encoder = text_encoder_param({{"text_encoder", settings.text_encoder}});
  options.vae_slicing = settings.enable_slicing;
  options.vae_tiling = settings.enable_tiling;
  return options;
}

config::Bucket most_frequent_bucket(const config::DatasetManifest& samples) {
  std::map<config::Bucket, size_t> counts;
  for (const config::DatasetSample& sample : samples) ++counts[sample.bucket];
  const auto most = std::max_element(counts.begin(), counts.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? config::Bucket{} : most->first;
}

std::vector<PlannedClip> plan_clips(const config::RunSettings& settings, const config::Bucket& usual_size) {
  std::vector<PlannedClip> clips;
  for (size_t prompt = 0; prompt < settings.validation_prompts.size(); ++prompt) {
    const auto parsed = *config::parse_validation_prompt(settings.validation_prompts[prompt]);
    for (int64_t number = 0; number < settings.num_validation_videos; ++number) {
      PlannedClip clip;
      clip.name = std::to_string(prompt) + "-" + std::to_string(number);
      clip.request.prompt = parsed.text;
      clip.request.size = parsed.size.value_or(usual_size);
      clip.request.steps = settings.num_inference_steps;
      clip.request.guidance_scale = settings.guidance_scale;
      clip.request.use_dynamic_cfg = settings.use_dynamic_cfg;
      clip.request.seed = static_cast<uint64_t>(settings.seed + number);
      if (prompt < settings.validation_images.size()) clip.image = settings.validation_images[prompt];
      clips.push_back(std::move(clip));
    }
  }
  return clips;
}

class ClipMaker {
 public:
  ClipMaker(const config::RunSettings& settings, const config::Bucket& usual_size,
            const std::stop_token& stop)
      : pipeline_(options_of(settings), stop), clips_(plan_clips(settings, usual_size)) {
    std::vector<Fault> faults;
    for (PlannedClip& clip : clips_) {
      if (!clip.image.empty()) clip.request.image = read_first_image(clip.image, clip.request.size);
      if (!clip.name.ends_with("-0")) continue;
      for (Fault& fault : pipeline_.check(clip.request)) faults.push_back(std::move(fault));
    }
    if (faults.empty()) return;
    std::string problems = faults.size() == 1 ? faults.front().full_message() : "";
    for (const Fault& fault : faults)
      if (faults.size() > 1) problems += "\n- " + fault.full_message();
    throw Error(bad_validation, {{"problems", problems}});
  }

  void make(const training::ValidationRequest& request,
            const std::function<void(const training::ValidationClip&)>& done) {
    pipeline_.lend_transformer(dynamic_cast<models::CogVideoXTransformer&>(request.model.transformer()),
                               request.runner);
    pipelines::VideoObserver observer;
    observer.on_notice = request.notice;
    encode_prompts(observer);
    const std::filesystem::path folder = request.run.samples(request.step);
    std::filesystem::create_directories(folder);
    for (size_t i = 0; i < clips_.size(); ++i) {
      const pipelines::VideoRequest& clip = clips_[i].request;
      observer.on_progress = [&](Progress progress) {
        progress.detail = "clip " + std::to_string(i + 1) + " of " + std::to_string(clips_.size());
        request.context.progress(progress);
      };
      const std::filesystem::path file = folder / (clips_[i].name + ".mp4");
      make_clip(clip, file, recipe_of(request, clip), observer);
      done({file, clip.prompt, static_cast<int64_t>(clip.seed)});
    }
  }

 private:
  /// Minutes of denoising wait in a file while they are decoded; it goes when the clip is there.
  void make_clip(const pipelines::VideoRequest& clip, const std::filesystem::path& file,
                 const nlohmann::json& recipe, pipelines::VideoObserver observer) {
    std::filesystem::path latents_file = file;
    latents_file.replace_extension(".latents.safetensors");
    bool saved = false;
    observer.on_latents = [&](const torch::Tensor& latents) {
      write_latents(latents_file, {latents, recipe});
      saved = true;
    };
    try {
      tensor::with_torch_errors(
          [&] { write_clip(file, pipeline_.generate(clip, observer), pipeline_.facts().rules.fps, recipe); });
    } catch (const Error& error) {
      if (!saved) throw;
      throw Error(not_decoded, {{"file", to_utf8(latents_file)}, {"reason", error.fault().full_message()}});
    }
    std::filesystem::remove(latents_file);
  }

  void encode_prompts(const pipelines::VideoObserver& observer) {
    std::vector<pipelines::VideoRequest> requests;
    for (const PlannedClip& clip : clips_) requests.push_back(clip.request);
    pipeline_.encode_prompts_of(requests, observer);
  }

  nlohmann::json recipe_of(const training::ValidationRequest& request,
                           const pipelines::VideoRequest& clip) const {
    return {{"model", request.settings.model_folder},
            {"model_id", pipeline_.facts().id},
            {"run", to_utf8(request.run.folder)},
            {"run_step", request.step},
            {"prompt", clip.prompt},
            {"frames", clip.size.frames},
            {"height", clip.size.height},
            {"width", clip.size.width},
            {"steps", clip.steps},
            {"guidance_scale", clip.guidance_scale},
            {"dynamic_cfg", clip.use_dynamic_cfg},
            {"seed", clip.seed},
            {"fps", pipeline_.facts().rules.fps}};
  }

  pipelines::VideoPipeline pipeline_;
  std::vector<PlannedClip> clips_;
};

}  // namespace

training::Validator make_validator(const config::RunPaths& run, const std::stop_token& stop) {
  const config::RunFile file = config::read_run_file(run.run_file());
  const config::RunSettings& settings = file.settings;
  if (settings.validation_prompts.empty() || !file.faults.empty()) return {};  // the trainer reports faults
  const config::DatasetManifest samples = config::read_dataset_manifest(run.dataset());
  const auto maker = std::make_shared<ClipMaker>(
      settings, most_frequent_bucket(training::split_samples(settings, samples).train), stop);
  return [maker](const training::ValidationRequest& request, const auto& done) {
    tensor::with_torch_errors([&] { maker->make(request, done); });
  };
}

}  // namespace fw::engine
