// SPDX-License-Identifier: Apache-2.0
#include "engine/validation.h"

#include <chrono>
#include <thread>

#include "base/paths.h"
#include "encoders/text_encoding.h"
#include "engine/clip_files.h"
#include "engine/params.h"
#include "inference/video_pipeline.h"
#include "run/sampling_options.h"
#include "tensor/torch_errors.h"
#include "training/split.h"
#include "training/validation_clips.h"

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

constexpr std::chrono::milliseconds watch_interval{50};

/// Whether a prompt whose picture is gone is an error, or is left out until it is there again.
enum class LostPicture { refuse, leave_out };

class ClipMaker {
 public:
  ClipMaker(const run::RunSettings& settings, const catalog::Bucket& usual_size, LostPicture lost,
            const std::stop_token& stop)
      : aborted_(stop, [this] { end_.request_stop(); }),
        pipeline_(training::validation_options(settings, training::compute_device(settings)),
                  end_.get_token()),
        clips_(training::plan_validation_clips(settings, usual_size)) {
    std::vector<Fault> faults;
    for (training::ValidationClipPlan& clip : clips_) {
      if (const auto fault = read_picture(clip)) {
        if (lost == LostPicture::refuse) throw Error(*fault);
        continue;
      }
      if (!clip.name.ends_with("-0")) continue;
      for (Fault& fault : pipeline_.check(clip.request)) faults.push_back(std::move(fault));
    }
    if (!faults.empty()) throw Error(bad_validation, {{"problems", full_message(faults)}});
  }

  void make(const training::ValidationRequest& request,
            const std::function<void(const training::ValidationClip&)>& done) {
    // Looks for a pause while a network computes; the pipeline looks at the token between any two blocks.
    const std::jthread watch([&](const std::stop_token& over) {
      while (!over.stop_requested() && !end_.stop_requested()) {
        if (request.ends && request.ends()) end_.request_stop();
        std::this_thread::sleep_for(watch_interval);
      }
    });
    pipeline_.lend_transformer(dynamic_cast<families::CogVideoXTransformer&>(request.model.transformer()),
                               request.runner);
    inference::VideoObserver observer;
    observer.on_warning = request.warning;
    encode_prompts(observer);
    const std::filesystem::path folder = request.run.samples(request.step);
    std::filesystem::create_directories(folder);
    for (size_t i = 0; i < clips_.size(); ++i) {
      if (end_.stop_requested()) throw Cancelled();
      if (const auto fault = read_picture(clips_[i])) {
        request.warning("A validation clip is left out: " + fault->message());
        continue;
      }
      const inference::VideoRequest& clip = clips_[i].request;
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
  /// Reads the clip's first frame, once. @return  why that was not possible
  static std::optional<Fault> read_picture(training::ValidationClipPlan& clip) {
    if (clip.image.empty() || clip.request.image.defined()) return std::nullopt;
    try {
      clip.request.image = read_first_image(clip.image, clip.request.size);
      return std::nullopt;
    } catch (const Error& error) {
      return error.fault();
    }
  }

  /// Minutes of denoising wait in a file while they are decoded; it goes when the clip is there.
  void make_clip(const inference::VideoRequest& clip, const std::filesystem::path& file,
                 const nlohmann::json& recipe, inference::VideoObserver observer) {
    std::filesystem::path latents_file = file;
    latents_file.replace_extension(".latents.safetensors");
    bool saved = false;
    observer.on_latents = [&](const torch::Tensor& latents) {
      write_latents(latents_file, {latents, recipe}, Existing::replace);
      saved = true;
    };
    try {
      tensor::with_torch_errors([&] {
        // A step that a resumed run comes to again has its clips made again.
        write_clip(file, pipeline_.generate(clip, observer), pipeline_.facts().rules.fps, recipe,
                   Existing::replace);
      });
    } catch (const Error& error) {
      if (!saved) throw;
      throw Error(not_decoded, {{"file", to_utf8(latents_file)}, {"reason", error.fault().full_message()}});
    }
    std::filesystem::remove(latents_file);
  }

  void encode_prompts(const inference::VideoObserver& observer) {
    std::vector<inference::VideoRequest> requests;
    for (const training::ValidationClipPlan& clip : clips_) requests.push_back(clip.request);
    pipeline_.encode_prompts_of(requests, observer);
  }

  nlohmann::json recipe_of(const training::ValidationRequest& request,
                           const inference::VideoRequest& clip) const {
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
            {"options", run::sampling_options(request.settings, request.settings.family)},
            {"seed", clip.seed},
            {"fps", pipeline_.facts().rules.fps}};
  }

  std::stop_source end_;  // of the job, or of this validation: a run that is paused makes no more
  std::stop_callback<std::function<void()>> aborted_;
  inference::VideoPipeline pipeline_;
  std::vector<training::ValidationClipPlan> clips_;
};

}  // namespace

training::Validator make_validator(const run::RunPaths& run, const std::stop_token& stop) {
  const run::RunFile file = run::read_run_file(run.run_file());
  const run::RunSettings& settings = file.settings;
  if (settings.validation_prompts.empty() || !file.faults.empty()) return {};  // the trainer reports faults
  dataset::DatasetManifest samples = dataset::read_dataset_manifest(run.dataset());
  training::take_out_unencoded(settings, samples);
  const training::Split split = training::split_samples(settings, samples, training::hold_out_of(run));
  // A run that has begun goes on, with fewer clips if need be.
  const LostPicture lost = run::checkpoint_steps(run).empty() ? LostPicture::refuse : LostPicture::leave_out;
  const auto maker =
      std::make_shared<ClipMaker>(settings, training::most_frequent_bucket(split.train), lost, stop);
  return [maker](const training::ValidationRequest& request, const auto& done) {
    tensor::with_torch_errors([&] { maker->make(request, done); });
  };
}

}  // namespace fw::engine
