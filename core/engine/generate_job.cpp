// SPDX-License-Identifier: Apache-2.0
#include "engine/generate_job.h"

#include <chrono>
#include <optional>
#include <set>

#include "base/file_tree.h"
#include "base/join.h"
#include "base/paths.h"
#include "engine/clip_files.h"
#include "engine/generate_params.h"
#include "engine_api/results.h"
#include "inference/latent_preview.h"
#include "inference/latents_file.h"
#include "inference/sections_file.h"
#include "inference/video_pipeline.h"
#include "media/image.h"
#include "model_files/model_report.h"
#include "run/sampling_options.h"
#include "safetensors/identity.h"

namespace fw::engine {

namespace {

using engine_api::FileMade;
using engine_api::GenerateRequest;

constexpr ErrorCode bad_folder{
    "engine.bad_out_folder", FW_TEXT("errors", "The folder of {file} does not exist."),
    FW_TEXT("errors", "Create it first, or choose another place for the clip."), Blame::input};
constexpr ErrorCode bad_request{
    "engine.bad_request", FW_TEXT("errors", "This clip cannot be generated: {problems}"), "", Blame::input};

/// Everything the clip was made of, as its metadata keep it.
engine_api::ClipRecipe recipe_of(const GenerateRequest& request, const inference::VideoRequest& made,
                                 const catalog::ModelSpec& facts) {
  engine_api::ClipRecipe recipe{request, facts.id, {}, {}};
  recipe.request.frames = made.size.frames;
  recipe.request.height = made.size.height;
  recipe.request.width = made.size.width;
  recipe.request.steps = made.steps;
  recipe.request.guidance_scale = made.guidance_scale;
  recipe.request.seed = static_cast<int64_t>(made.seed);
  run::RunSettings own;
  own.own = run::read_sampling_options(request.options, facts.family);
  recipe.request.options = run::sampling_options(own, facts.family);
  recipe.request.fps = made.fps;
  recipe.request.overwrite = false;  // of the file, not of the clip
  return recipe;
}

std::filesystem::path with_suffix(std::filesystem::path out, const char* suffix) {
  return out += suffix;
}

/// What the job writes, and may write it over.
struct Output {
  std::filesystem::path clip;
  Existing existing;

  std::filesystem::path latents() const { return with_suffix(clip, ".latents.safetensors"); }
  std::filesystem::path preview() const { return with_suffix(clip, ".preview.png"); }
};

/// Every file that the clip is made of. A model is a folder, which no clip replaces.
std::vector<std::filesystem::path> sources_of(const GenerateRequest& request) {
  std::vector<std::filesystem::path> sources;
  for (const auto& file : {request.image, request.latents})
    if (!file.empty()) sources.push_back(file);
  for (const engine_api::ClipCondition& condition : request.conditions) sources.push_back(condition.file);
  for (const engine_api::LoraChoice& lora : request.loras) sources.push_back(lora.file);
  return sources;
}

/// The place that the user named, or one that is free; refused before the minutes of work, not after them.
Output output_of(const GenerateRequest& request) {
  Output output{request.out, existing_of(request.overwrite)};
  if (output.clip.empty()) {
    output.clip = free_name("clip.mp4", [](const std::filesystem::path& clip) {
      std::error_code error;
      return std::filesystem::exists(clip, error) ||
             std::filesystem::exists(Output{clip, Existing::refuse}.latents(), error);
    });
  }
  check_clip_name(output.clip);
  std::error_code error;
  if (output.clip.has_parent_path() && !std::filesystem::is_directory(output.clip.parent_path(), error))
    throw Error(bad_folder, {{"file", to_utf8(output.clip)}});
  std::vector<std::filesystem::path> targets{output.clip};
  if (request.latents.empty()) targets.push_back(output.latents());
  if (request.preview) targets.push_back(output.preview());
  const std::vector<std::filesystem::path> sources = sources_of(request);
  for (const std::filesystem::path& target : targets) {
    refuse_sources(target, sources);
    if (target != output.clip && output.existing == Existing::refuse) refuse_existing(target);
  }
  check_room_for_clip(output.clip, output.existing);
  return output;
}

/// After each step a PNG of the current estimate, its frames side by side, as an artifact.
void add_preview(inference::VideoObserver& observer, const inference::PipelineOptions& options,
                 const std::filesystem::path& file, engine_api::JobContext& context) {
  auto preview = std::make_shared<std::optional<inference::LatentPreview>>();
  observer.on_vae = [=, &context](families::VideoVae& vae) {
    const auto identity = safetensors::component_identity(options.model.part("vae"), context.stop());
    families::VaeOptions vae_options;
    vae_options.on_block = [&context] {
      if (context.stop().stop_requested()) throw Cancelled();
    };
    *preview =
        inference::LatentPreview::load_or_fit(vae, options.dtype, options.device, identity, vae_options);
  };
  observer.on_step = [=, &context](int64_t step, const torch::Tensor& estimate) {
    const torch::Tensor frames = (*preview)->render(estimate[0]);  // [F, h, w, 3]
    const int64_t count = frames.size(0), height = frames.size(1), width = frames.size(2);
    const torch::Tensor strip = frames.permute({1, 0, 2, 3}).contiguous();
    media::RgbImage image(static_cast<int>(count * width), static_cast<int>(height));
    std::copy_n(strip.data_ptr<uint8_t>(), image.pixels.size(), image.pixels.begin());
    media::write_image(file, image, Existing::replace);  // that of the step before
    context.publish(engine_api::PreviewMade{file, static_cast<int64_t>(step), count, height, width});
  };
}

/// Names, sizes and times of the files at a place: of a folder those in it, of a file itself.
std::string stamps_of(const std::filesystem::path& place) {
  std::set<std::string> stamps;
  const auto add = [&](const std::filesystem::directory_entry& file) {
    std::error_code error;
    if (file.is_regular_file(error))
      stamps.insert(to_utf8(file.path()) + ' ' + std::to_string(file.file_size(error)) + ' ' +
                    std::to_string(file.last_write_time(error).time_since_epoch().count()));
  };
  std::error_code none;
  add(std::filesystem::directory_entry(place, none));
  for (std::filesystem::directory_iterator entry(place, none), end; !none && entry != end;
       entry.increment(none))
    add(*entry);
  return join(stamps, "\n") + '\n';
}

/// Everything that decides what a clip is like.
std::string content_of(GenerateRequest request, const catalog::ModelSource& model) {
  request.out.clear();
  request.overwrite = request.preview = false;
  std::string text = format_recipe(engine_api::ClipRecipe{request, {}, {}, {}}) + '\n';
  for (const std::filesystem::path& source : sources_of(request)) text += stamps_of(source);
  for (const auto& [name, class_name] : model_files::components_of(model))
    text += stamps_of(model.part(name));
  return text;
}

/// Lets a clip that is made in sections go on from where a call with the same request was cut off.
std::optional<inference::SectionsFile> keep_sections(
    const GenerateRequest& request, const catalog::ModelSpec& facts, const catalog::ModelSource& model,
    inference::VideoRequest& clip, inference::VideoObserver& observer, engine_api::JobContext& context) try {
  if (facts.latent.window_frames == 0) return std::nullopt;
  const inference::SectionsFile file(content_of(request, model));
  if (auto kept = file.read(); kept.made.count > 0) {
    clip.seed = kept.seed;  // of a request that leaves it to chance
    observer.made = std::move(kept.made);
    context.log(engine_api::LogLevel::info, std::to_string(observer.made.count) +
                                                " sections of this clip are kept from a call that was cut "
                                                "off: it goes on from there.");
  }
  observer.on_section = [&context, file, seed = clip.seed](const families::MadeSections& made) {
    try {
      file.write({made, seed});
    } catch (const Error& error) {
      context.log(engine_api::LogLevel::warning, error.fault().full_message());
    }
    kill_point("generate.section");
  };
  return file;
} catch (const Error& error) {  // no folder for caches: the clip is made all the same
  context.log(engine_api::LogLevel::warning, error.fault().full_message());
  return std::nullopt;
}

/// What generate_params' condition_shapes only counted.
void read_conditions(const GenerateRequest& request, inference::VideoRequest& clip) {
  auto next = clip.conditions.begin();
  if (!request.image.empty()) (next++)->pixels = read_first_image(request.image, clip.size);
  for (const engine_api::ClipCondition& condition : request.conditions) {
    torch::Tensor& pixels = (next++)->pixels;
    pixels = read_frames(condition.file, clip.fps, pixels.size(0), clip.size);
  }
}

/// Only decodes what an earlier job denoised.
engine_api::Outcome decode_file(inference::VideoPipeline& pipeline, const std::filesystem::path& file,
                                const Output& out, const inference::VideoObserver& observer,
                                engine_api::JobContext& context) {
  const auto start = std::chrono::steady_clock::now();
  const inference::LatentsFile content = inference::read_latents(file);
  const GenerateRequest& made = content.recipe.request;
  ClipFile clip(out.clip, made.fps > 0 ? made.fps : pipeline.spec().rules.fps, content.recipe, out.existing);
  pipeline.decode(content.latents, generation_request(made, pipeline.spec()), observer,
                  [&](const torch::Tensor& frames) { clip.write(frames); });
  clip.finish();
  context.publish(FileMade{FileMade::What::clip, out.clip});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return engine_api::Outcome::finished(engine_api::GenerateResult{
      out.clip, file, static_cast<uint64_t>(std::max<int64_t>(made.seed, 0)), seconds.count()});
}

}  // namespace

engine_api::Outcome run_generate(const GenerateRequest& request, engine_api::JobContext& context) {
  const auto start = std::chrono::steady_clock::now();
  Output out = output_of(request);
  const inference::PipelineOptions options = generation_options(request);
  inference::VideoPipeline pipeline(options, context.stop());
  inference::VideoObserver observer;
  observer.on_progress = [&](const Progress& progress) { context.progress(progress); };
  observer.on_warning = [&](const std::string& text) { context.log(engine_api::LogLevel::warning, text); };
  if (!request.latents.empty()) return decode_file(pipeline, request.latents, out, observer, context);
  inference::VideoRequest clip = generation_request(request, pipeline.spec());
  clip.conditions = condition_shapes(request, clip.fps);
  throw_faults(pipeline.check(clip), bad_request);  // before anything is read in an illegal size
  read_conditions(request, clip);

  const auto sections = keep_sections(request, pipeline.spec(), options.model, clip, observer, context);
  engine_api::ClipRecipe recipe = recipe_of(request, clip, pipeline.spec());
  observer.on_latents = [&](const torch::Tensor& latents) {
    // A name that was free before the minutes of work may be another job's by now.
    if (request.out.empty()) out = output_of(request);
    recipe.request.out = out.clip;
    inference::write_latents(out.latents(), {latents, recipe}, out.existing);
    context.publish(FileMade{FileMade::What::latents, out.latents()});
  };
  if (request.preview) add_preview(observer, options, out.preview(), context);
  std::optional<ClipFile> file;
  try {
    pipeline.generate(clip, observer, [&](const torch::Tensor& frames) {
      if (!file) file.emplace(out.clip, recipe.request.fps, recipe, out.existing);
      file->write(frames);
    });
  } catch (const Cancelled&) {
    // Who asks again for a clip of any seed wants another one.
    if (sections && request.seed < 0) sections->remove();
    throw;
  }
  file->finish();
  if (sections) sections->remove();
  context.publish(FileMade{FileMade::What::clip, out.clip});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return engine_api::Outcome::finished(
      engine_api::GenerateResult{out.clip, out.latents(), clip.seed, seconds.count()});
}

}  // namespace fw::engine
