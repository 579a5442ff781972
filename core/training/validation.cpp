// SPDX-License-Identifier: Apache-2.0
#include "training/validation.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/file_tree.h"
#include "base/paths.h"
#include "distributed/ranks.h"
#include "inference/latents_file.h"
#include "run/changed_prompts.h"
#include "run/sampling_options.h"
#include "tensor/torch_errors.h"
#include "training/active_run.h"
#include "training/run_options.h"
#include "training/validation_clips.h"

namespace fw::training {

namespace {

constexpr ErrorCode bad_validation{
    "training.bad_validation", FW_TEXT("errors", "Validation clips cannot be generated: {problems}"),
    FW_TEXT("errors", "Change validation.validation_prompts, or leave it empty to train without clips."),
    Blame::input};

constexpr ErrorCode bad_preview_lora{
    "training.bad_preview_lora", FW_TEXT("errors", "The preview LoRA {file} cannot be used: {reason}"),
    FW_TEXT("errors", "Change validation.preview_loras, or leave it empty."), Blame::input};

constexpr ErrorCode not_decoded{"training.not_decoded",
                                FW_TEXT("errors", "A clip was denoised but could not be decoded: {reason}"),
                                FW_TEXT("errors",
                                        "Its latents are in {file}. When more memory is free, "
                                        "framewright-cli generate --latents decodes them.")};

constexpr std::chrono::milliseconds watch_interval{50};

engine_api::ClipRecipe recipe_of(const ActiveRun& run, const catalog::ModelSpec& facts,
                                 const ValidationClipPlan& clip) {
  engine_api::ClipRecipe recipe;
  recipe.model_id = facts.id;
  recipe.run = run.paths.folder;
  recipe.run_step = run.state.step;
  engine_api::GenerateRequest& made = recipe.request;
  catalog::ModelSource model = run::model_source(run.settings);
  made.model = std::move(model.folder);
  made.parts = std::move(model.parts);
  made.prompt = clip.request.prompt;
  made.image = clip.image;
  if (!clip.last_image.empty()) made.conditions = {{clip.last_image, -1, 1}};
  made.frames = clip.request.size.frames;
  made.height = clip.request.size.height;
  made.width = clip.request.size.width;
  made.fps = facts.rules.fps;
  made.steps = clip.request.steps;
  made.guidance_scale = clip.request.guidance_scale;
  made.options = run::sampling_options(run.settings, run.settings.family);
  made.seed = static_cast<int64_t>(clip.request.seed);
  made.loras = preview_loras(run.settings);
  made.memory = engine_api::clip_memory(run.settings);
  made.vae_slicing = run.settings.enable_slicing;
  made.quantization = run.settings.quantization;
  return recipe;
}

using ChangedPrompts = std::optional<std::vector<std::string>>;

/// Reads them on rank 0 only: ranks that read the file at different moments could make different clips.
ChangedPrompts changed_prompts(const ActiveRun& run) {
  ChangedPrompts read;
  run.world.together([&] {
    if (run.world.writes()) read = run::read_changed_prompts(run.paths);
  });
  if (!run.world.ranks) return read;
  const nlohmann::json json = read ? nlohmann::json(*read) : nlohmann::json();
  const auto common = nlohmann::json::parse(
      run.world.gather(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)).front());
  return common.is_null() ? std::nullopt : std::optional(common.get<std::vector<std::string>>());
}

/// The problem of the first process with one among those that make a clip together; empty if none has one.
std::string message_of_any(const ActiveRun& run, const std::optional<Fault>& fault) {
  const std::string own = fault ? fault->message() : "";
  if (run.world.per_sample() == 1) return own;
  const std::vector<std::string> all = run.world.mesh->sample->gather(own);
  const auto first = std::ranges::find_if_not(all, &std::string::empty);
  return first == all.end() ? "" : *first;
}

class ClipMaker {
 public:
  /// @param usual_size  size of clips whose prompt does not name one
  /// @param begun       the run has begun: a missing picture only drops its clips until it is back
  ClipMaker(const run::RunSettings& settings, const catalog::Bucket& usual_size, bool begun, ClipSink& sink,
            const std::stop_token& stop);
  /// @param changed  prompts that replace the run's
  void make(ActiveRun& run, const ChangedPrompts& changed);

 private:
  std::vector<Fault> problems_of(const std::vector<ValidationClipPlan>& clips) const;
  void take_changes(const ActiveRun& run, const ChangedPrompts& changed,
                    const std::function<void(const std::string&)>& warning);
  std::optional<Fault> read_picture(ValidationClipPlan& clip);
  void make_clip(const inference::VideoRequest& clip, const std::filesystem::path& file,
                 const engine_api::ClipRecipe& recipe, inference::VideoObserver observer);
  bool make_together(const ActiveRun& run, const inference::VideoRequest& clip,
                     const std::filesystem::path& file, const engine_api::ClipRecipe& recipe,
                     const inference::VideoObserver& observer);
  std::optional<Fault> lora_problem() const;
  static bool is_asked_to_end(ActiveRun& run);
  void encode_prompts(const inference::VideoObserver& observer);

  ClipSink& sink_;
  std::stop_source end_;  // of the job, or of one validation when the run is paused
  std::stop_callback<std::function<void()>> aborted_;
  std::vector<model_files::LoraChoice> loras_;
  inference::VideoPipeline pipeline_;
  catalog::Bucket usual_size_;
  std::vector<std::string> prompts_;  // checked last, usable or not
  std::vector<ValidationClipPlan> clips_;
};

ClipMaker::ClipMaker(const run::RunSettings& settings, const catalog::Bucket& usual_size, bool begun,
                     ClipSink& sink, const std::stop_token& stop)
    : sink_(sink),
      aborted_(stop, [this] { end_.request_stop(); }),
      loras_(preview_loras(settings)),
      pipeline_(validation_options(settings, compute_device(settings)), end_.get_token()),
      usual_size_(usual_size),
      prompts_(settings.validation_prompts),
      clips_(plan_validation_clips(settings, usual_size_)) {
  for (ValidationClipPlan& clip : clips_) {
    if (const auto fault = read_picture(clip); fault && !begun) throw Error(*fault);
  }
  if (const auto fault = lora_problem(); fault && !begun) throw Error(*fault);
  const std::vector<Fault> faults = problems_of(clips_);
  if (!faults.empty()) throw Error(bad_validation, {{"problems", full_message(faults)}});
}

/// Problems of the clips whose pictures could be read.
std::vector<Fault> ClipMaker::problems_of(const std::vector<ValidationClipPlan>& clips) const {
  std::vector<Fault> faults;
  for (const ValidationClipPlan& clip : clips) {
    const bool lacks_picture = !clip.image.empty() && clip.request.conditions.empty();
    if (lacks_picture || !clip.name.ends_with("-0")) continue;
    for (Fault& fault : pipeline_.check(clip.request)) faults.push_back(std::move(fault));
  }
  return faults;
}

/// Adopts prompts that were changed since the last validation; keeps the former ones if the new ones cannot
/// be used.
void ClipMaker::take_changes(const ActiveRun& run, const ChangedPrompts& changed,
                             const std::function<void(const std::string&)>& warning) {
  run::RunSettings settings = run.settings;
  if (changed) settings.validation_prompts = *changed;
  if (settings.validation_prompts == prompts_) return;
  prompts_ = settings.validation_prompts;
  std::vector<Fault> faults = run::check_prompts(settings, prompts_, &pipeline_.spec());
  if (faults.empty()) {
    std::vector<ValidationClipPlan> clips = plan_validation_clips(settings, usual_size_);
    for (ValidationClipPlan& clip : clips) read_picture(clip);
    faults = problems_of(clips);
    if (run.world.of_first(faults.empty())) clips_ = std::move(clips);
  }
  if (!faults.empty())
    warning("The changed validation prompts are rejected, so the previous ones stay in use: " +
            full_message(faults));
}

void ClipMaker::make(ActiveRun& run, const ChangedPrompts& changed) {
  const bool together = run.world.per_sample() > 1;
  std::jthread watch;
  if (!together)
    // Checks for a pause while the network computes; the pipeline checks the token between blocks.
    watch = std::jthread([&, ends = run.requests.ends()](const std::stop_token& over) {
      while (!over.stop_requested() && !end_.stop_requested()) {
        if (ends()) end_.request_stop();
        std::this_thread::sleep_for(watch_interval);
      }
    });
  pipeline_.lend_transformer(*run.learner.model, run.learner.runner);
  pipeline_.share_with(run.world.mesh);
  const auto warning = [&](const std::string& text) {
    if (run.world.leads()) run.events.warn_first(text);
  };
  inference::VideoObserver observer;
  observer.on_warning = warning;
  if (together)
    observer.on_step = [&](int64_t, const torch::Tensor&) {
      if (is_asked_to_end(run)) throw Cancelled();
    };
  take_changes(run, changed, warning);
  const std::filesystem::path folder = run.paths.samples(run.state.step);
  run.world.in_step([&] {
    encode_prompts(observer);
    make_folders(folder);
  });
  const std::string no_lora = message_of_any(run, lora_problem());
  if (!no_lora.empty()) {
    warning("Validation clips are left out: " + no_lora);
    return;
  }
  const auto step = static_cast<size_t>(run.world.data_size());
  for (auto i = static_cast<size_t>(run.world.data_rank()); i < clips_.size(); i += step) {
    if (end_.stop_requested()) throw Cancelled();
    if (const std::string reason = message_of_any(run, read_picture(clips_[i])); !reason.empty()) {
      warning("A validation clip is left out: " + reason);
      continue;
    }
    const inference::VideoRequest& clip = clips_[i].request;
    observer.on_progress = [&](Progress progress) {
      progress.details = {{FW_TEXT("progress", "clip {number} of {count}"),
                           {{"number", std::to_string(i + 1)}, {"count", std::to_string(clips_.size())}}}};
      run.context.progress(progress);
    };
    const std::filesystem::path file = folder / (clips_[i].name + ".mp4");
    const engine_api::ClipRecipe recipe = recipe_of(run, pipeline_.spec(), clips_[i]);
    if (!together)
      make_clip(clip, file, recipe, observer);
    else if (!make_together(run, clip, file, recipe, observer))
      continue;
    run.events.tell_first({run.state.step, file, clip.prompt, static_cast<int64_t>(clip.seed)});
  }
}

/// Gives the same answer in all processes that make a clip together.
bool ClipMaker::is_asked_to_end(ActiveRun& run) {
  const std::vector<std::string> asked = run.world.mesh->sample->gather(run.requests.ends()() ? "yes" : "");
  if (std::ranges::all_of(asked, &std::string::empty)) return false;
  run.world.ranks->ask_to_end();
  return true;
}

/// The first preview LoRA that cannot be used. Files can change during a run.
std::optional<Fault> ClipMaker::lora_problem() const {
  for (const model_files::LoraChoice& lora : loras_) {
    try {
      tensor::with_torch_errors([&] { pipeline_.check_lora(lora); });
    } catch (const Error& error) {
      return Fault(bad_preview_lora,
                   {{"file", to_utf8(lora.file)}, {"reason", error.fault().full_message()}});
    }
  }
  return std::nullopt;
}

/// Reads the clip's first and last frame, once. @return  the error, if any
std::optional<Fault> ClipMaker::read_picture(ValidationClipPlan& clip) {
  if (clip.image.empty() || !clip.request.conditions.empty()) return std::nullopt;
  try {
    std::vector<families::Condition> read{{.pixels = sink_.read_picture(clip.image, clip.request.size)}};
    if (!clip.last_image.empty())
      read.push_back({.pixels = sink_.read_picture(clip.last_image, clip.request.size), .frame_index = -1});
    clip.request.conditions = std::move(read);
    return std::nullopt;
  } catch (const Error& error) {
    return error.fault();
  }
}

/// Keeps latents that took minutes to denoise in a file while they are decoded; deletes it afterwards.
void ClipMaker::make_clip(const inference::VideoRequest& clip, const std::filesystem::path& file,
                          const engine_api::ClipRecipe& recipe, inference::VideoObserver observer) {
  std::filesystem::path latents_file = file;
  latents_file.replace_extension(".latents.safetensors");
  bool saved = false;
  families::SoundWave sound;
  observer.on_latents = [&](const torch::Tensor& latents) {
    inference::write_latents(latents_file, {latents, recipe, sound}, Existing::own);
    saved = true;
  };
  try {
    tensor::with_torch_errors([&] {
      sink_.write_clip(file, pipeline_.spec().rules.fps, recipe,
                       [&](const families::FrameSink& sink, const SoundSink& sound_sink) {
                         observer.on_sound = [&](const families::SoundWave& made) {
                           sound_sink(sound = made);
                         };
                         pipeline_.generate(clip, observer, sink);
                       });
    });
  } catch (const Error& error) {
    if (!saved) throw;
    throw Error(not_decoded, {{"file", to_utf8(latents_file)}, {"reason", error.fault().full_message()}});
  }
  std::filesystem::remove(latents_file);
}

/// Only the first process writes, after the others have finished.
/// @return whether this process has written the clip
bool ClipMaker::make_together(const ActiveRun& run, const inference::VideoRequest& clip,
                              const std::filesystem::path& file, const engine_api::ClipRecipe& recipe,
                              const inference::VideoObserver& observer) {
  std::vector<torch::Tensor> parts;
  families::SoundWave sound;
  inference::VideoObserver hearing = observer;
  hearing.on_sound = [&](const families::SoundWave& made) { sound = made; };
  run.world.in_step([&] {
    tensor::with_torch_errors([&] {
      pipeline_.generate(clip, hearing, [&](const torch::Tensor& frames) { parts.push_back(frames); });
    });
  });
  if (!run.world.leads()) return false;
  try {
    const auto pass_on = [&](const families::FrameSink& sink, const SoundSink& sound_sink) {
      if (sound.samples.defined()) sound_sink(sound);
      for (const torch::Tensor& frames : parts) sink(frames);
    };
    sink_.write_clip(file, pipeline_.spec().rules.fps, recipe, pass_on);
    return true;
  } catch (const Error& error) {
    observer.on_warning("A validation clip is left out: " + error.fault().full_message());
    return false;
  }
}

void ClipMaker::encode_prompts(const inference::VideoObserver& observer) {
  std::vector<inference::VideoRequest> requests;
  for (const ValidationClipPlan& clip : clips_) requests.push_back(clip.request);
  pipeline_.encode_prompts_of(requests, observer);
}

}  // namespace

Validator make_validator(const RunPlan& plan, ClipSink& sink, const std::stop_token& stop) {
  const catalog::Bucket size = most_frequent_bucket(plan.samples.train);
  std::shared_ptr<ClipMaker> maker;
  if (!plan.settings.validation_prompts.empty() || run::read_changed_prompts(plan.paths))
    maker = std::make_shared<ClipMaker>(plan.settings, size, !plan.checkpoint.empty(), sink, stop);
  return [maker, size, &sink, stop](ActiveRun& run) mutable {
    const ChangedPrompts changed = changed_prompts(run);
    if (!maker && !changed) return;
    if (!maker) maker = std::make_shared<ClipMaker>(run.settings, size, /*begun=*/true, sink, stop);
    maker->make(run, changed);
  };
}

}  // namespace fw::training
