// SPDX-License-Identifier: Apache-2.0
#include "engine/generate_job.h"

#include <chrono>

#include "base/file_tree.h"
#include "base/paths.h"
#include "engine/clip_files.h"
#include "engine/generate_params.h"
#include "engine/params.h"
#include "inference/latent_preview.h"
#include "inference/latents_file.h"
#include "inference/video_pipeline.h"
#include "media/image.h"
#include "run/sampling_options.h"
#include "safetensors/identity.h"

namespace fw::engine {

namespace {

constexpr ErrorCode bad_folder{
    "engine.bad_out_folder", FW_TEXT("errors", "The folder of {file} does not exist."),
    FW_TEXT("errors", "Create it first, or choose another place for the clip."), Blame::input};
constexpr ErrorCode bad_request{
    "engine.bad_request", FW_TEXT("errors", "This clip cannot be generated: {problems}"), "", Blame::input};

/// Everything the clip was made of, as its metadata keep it.
nlohmann::json recipe_of(const nlohmann::json& params, const inference::VideoRequest& request,
                         const catalog::ModelSpec& facts, double fps) {
  nlohmann::json recipe = params;
  recipe["model_id"] = facts.id;
  recipe["frames"] = request.size.frames;
  recipe["height"] = request.size.height;
  recipe["width"] = request.size.width;
  recipe["steps"] = request.steps;
  recipe["guidance_scale"] = request.guidance_scale;
  recipe["seed"] = request.seed;
  run::RunSettings own;
  own.own = run::read_sampling_options(params, facts.family);
  recipe["options"] = run::sampling_options(own, facts.family);
  recipe.erase("dynamic_cfg");  // an option, before each family had its own
  recipe["fps"] = fps;
  recipe.erase("overwrite");  // of the file, not of the clip
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
std::vector<std::filesystem::path> sources_of(const nlohmann::json& params) {
  std::vector<std::filesystem::path> sources;
  for (const char* key : {"image", "latents"})
    if (!params.value(key, "").empty()) sources.push_back(path_param(params, key));
  for (const auto& lora : params.value("loras", nlohmann::json::array()))
    sources.push_back(path_param(lora, "file"));
  return sources;
}

/// The place that the user named, or one that is free; refused before the minutes of work, not after them.
Output output_of(const nlohmann::json& params) {
  const bool only_decodes = !params.value("latents", std::string()).empty();
  Output output{params.value("out", std::string()), existing_param(params)};
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
  if (!only_decodes) targets.push_back(output.latents());
  if (params.value("preview", false)) targets.push_back(output.preview());
  const std::vector<std::filesystem::path> sources = sources_of(params);
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
    context.artifact("preview", to_utf8(file),
                     {{"step", step}, {"frames", count}, {"height", height}, {"width", width}});
  };
}

/// Only decodes what an earlier job denoised.
engine_api::Outcome decode_file(inference::VideoPipeline& pipeline, const std::filesystem::path& file,
                                const Output& out, const inference::VideoObserver& observer,
                                engine_api::JobContext& context) {
  const auto start = std::chrono::steady_clock::now();
  const inference::LatentsFile content = inference::read_latents(file);
  const torch::Tensor frames =
      pipeline.decode(content.latents, generation_request(content.recipe, pipeline.spec()), observer);
  write_clip(out.clip, frames, content.recipe.value("fps", pipeline.spec().rules.fps), content.recipe,
             out.existing);
  context.artifact("clip", to_utf8(out.clip), {{"recipe", content.recipe}});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return engine_api::Outcome::finished({{"out", to_utf8(out.clip)},
                                        {"latents", to_utf8(file)},
                                        {"seed", content.recipe.value("seed", uint64_t{0})},
                                        {"seconds", seconds.count()}});
}

}  // namespace

engine_api::Outcome run_generate(const nlohmann::json& params, engine_api::JobContext& context) {
  const auto start = std::chrono::steady_clock::now();
  Output out = output_of(params);
  const inference::PipelineOptions options = generation_options(params);
  inference::VideoPipeline pipeline(options, context.stop());
  inference::VideoObserver observer;
  observer.on_progress = [&](const Progress& progress) { context.progress(progress); };
  observer.on_warning = [&](const std::string& text) { context.log(engine_api::LogLevel::warning, text); };
  if (!params.value("latents", std::string()).empty())
    return decode_file(pipeline, path_param(params, "latents"), out, observer, context);
  inference::VideoRequest request = generation_request(params, pipeline.spec());
  const auto image = params.value("image", std::string());
  if (!image.empty()) request.conditions = {{}};  // an illegal size is refused before it is read
  throw_faults(pipeline.check(request), bad_request);
  if (!image.empty()) request.conditions = {{.pixels = read_first_image(image, request.size)}};

  const double fps = params.value("fps", 0.0) > 0 ? params.value("fps", 0.0) : pipeline.spec().rules.fps;
  nlohmann::json recipe = recipe_of(params, request, pipeline.spec(), fps);
  observer.on_latents = [&](const torch::Tensor& latents) {
    // A name that was free before the minutes of work may be another job's by now.
    if (params.value("out", std::string()).empty()) out = output_of(params);
    recipe["out"] = to_utf8(out.clip);
    inference::write_latents(out.latents(), {latents, recipe}, out.existing);
    context.artifact("latents", to_utf8(out.latents()));
  };
  if (params.value("preview", false)) add_preview(observer, options, out.preview(), context);
  const torch::Tensor frames = pipeline.generate(request, observer);
  write_clip(out.clip, frames, fps, recipe, out.existing);
  context.artifact("clip", to_utf8(out.clip), {{"recipe", recipe}});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return engine_api::Outcome::finished({{"out", to_utf8(out.clip)},
                                        {"latents", to_utf8(out.latents())},
                                        {"seed", request.seed},
                                        {"seconds", seconds.count()}});
}

}  // namespace fw::engine
