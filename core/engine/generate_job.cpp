// SPDX-License-Identifier: Apache-2.0
#include "engine/generate_job.h"

#include <chrono>
#include <optional>

#include "engine/clip_files.h"
#include "engine/clip_output.h"
#include "engine/clip_ranks.h"
#include "engine/generate_params.h"
#include "engine/ranks_work.h"
#include "engine_api/results.h"
#include "inference/latent_preview.h"
#include "inference/latents_file.h"
#include "inference/sections_file.h"
#include "inference/video_pipeline.h"
#include "media/image.h"
#include "run/sampling_options.h"
#include "safetensors/identity.h"
#include "tensor/attention_kernels.h"
#include "tensor/device.h"

namespace fw::engine {

namespace {

using engine_api::FileMade;
using engine_api::GenerateRequest;

constexpr ErrorCode bad_request{
    "engine.bad_request", FW_TEXT("errors", "This clip cannot be generated: {problems}"), "", Blame::input};

/// Everything that determined the clip, for its metadata.
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
  recipe.request.overwrite = false;  // concerns the file, not the clip
  return recipe;
}

/// Writes the current estimate as a PNG after each step, frames side by side, as an artifact.
void add_preview(inference::VideoObserver& observer, const inference::PipelineOptions& options,
                 ClipOutput& out, engine_api::JobContext& context) {
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
  observer.on_step = [=, &out, &context](int64_t step, const torch::Tensor& estimate) {
    const torch::Tensor frames = (*preview)->render(estimate[0]);  // [F, h, w, 3]
    const int64_t count = frames.size(0), height = frames.size(1), width = frames.size(2);
    const torch::Tensor strip = frames.permute({1, 0, 2, 3}).contiguous();
    media::RgbImage image(static_cast<int>(count * width), static_cast<int>(height));
    std::copy_n(strip.data_ptr<uint8_t>(), image.pixels.size(), image.pixels.begin());
    out.write_preview(image);
    context.publish(engine_api::PreviewMade{out.preview(), step, count, height, width});
  };
}

/// Lets a clip that is made in sections continue where an interrupted job with the same request stopped.
void keep_sections(const ClipOutput& out, const catalog::ModelSpec& facts, inference::VideoRequest& clip,
                   inference::VideoObserver& observer, engine_api::JobContext& context) try {
  if (facts.latent.window_frames == 0) return;
  const inference::SectionsFile file(out.content());
  if (auto kept = file.read(); kept.made.count > 0) {
    clip.seed = kept.seed;  // if the request did not specify it
    observer.made = std::move(kept.made);
    context.log(engine_api::LogLevel::info, std::to_string(observer.made.count) +
                                                " sections of this clip were kept from an interrupted job. "
                                                "Generation continues after them.");
  }
  observer.on_section = [&context, file, seed = clip.seed](const families::MadeSections& made) {
    try {
      file.write({made, seed});
    } catch (const Error& error) {
      context.log(engine_api::LogLevel::warning, error.fault());
    }
    kill_point("generate.section");
  };
} catch (const Error& error) {  // without a cache folder the clip is made anyway
  context.log(engine_api::LogLevel::warning, error.fault());
}

/// Reads the conditions that condition_shapes() of generate_params only counted.
void read_conditions(const GenerateRequest& request, inference::VideoRequest& clip) {
  auto next = clip.conditions.begin();
  if (!request.image.empty()) (next++)->pixels = read_first_image(request.image, clip.size);
  for (const engine_api::ClipCondition& condition : request.conditions) {
    torch::Tensor& pixels = (next++)->pixels;
    pixels = read_frames(condition.file, clip.fps, pixels.size(0), clip.size);
  }
}

/// Only decodes latents of an earlier job, or of this one before it was interrupted.
engine_api::Outcome decode_file(inference::VideoPipeline& pipeline, const std::filesystem::path& file,
                                const ClipOutput& out, inference::VideoObserver observer,
                                engine_api::JobContext& context, const distributed::World& world) {
  const auto start = std::chrono::steady_clock::now();
  const inference::LatentsFile content = inference::read_latents(file);
  const GenerateRequest& made = content.recipe.request;
  ClipFile clip(out.clip(), made.fps > 0 ? made.fps : pipeline.spec().rules.fps, content.recipe,
                out.existing());
  const inference::VideoRequest request = generation_request(made, pipeline.spec());
  clip.set_sound(content.sound);
  call_others(world, {.request = made, .decodes = true}, request, observer.made, pipeline);
  pipeline.decode(content.latents, request, observer,
                  [&](const torch::Tensor& frames) { clip.write(frames); });
  clip.finish();
  out.forget();
  context.publish(FileMade{FileMade::What::clip, out.clip()});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return engine_api::Outcome::finished(engine_api::GenerateResult{
      out.clip(), file, static_cast<uint64_t>(std::max<int64_t>(made.seed, 0)), seconds.count()});
}

/// The part of rank 0, or of a single process.
engine_api::Outcome generate(const GenerateRequest& request, const engine_api::ClipRanks& ranks,
                             engine_api::JobContext& context, const distributed::World& world) {
  const auto start = std::chrono::steady_clock::now();
  ClipOutput out(request);
  const inference::PipelineOptions options = connected_options(request, world);
  inference::VideoPipeline pipeline(options, context.stop());
  inference::VideoObserver observer;
  observer.on_progress = [&](const Progress& progress) { context.progress(progress); };
  observer.on_warning = [&](const std::string& text) { context.log(engine_api::LogLevel::warning, text); };
  observer.on_low_bit = [&](const std::string& text) { context.log(engine_api::LogLevel::info, text); };
  if (!request.latents.empty()) return decode_file(pipeline, request.latents, out, observer, context, world);
  if (out.has_latents()) {
    context.log(engine_api::LogLevel::info,
                "An interrupted job has left the latents of this clip. Only decoding remains.");
    return decode_file(pipeline, out.latents(), out, observer, context, world);
  }
  inference::VideoRequest clip = generation_request(request, pipeline.spec());
  clip.conditions = condition_shapes(request, clip.fps);
  throw_faults(pipeline.check(clip), bad_request);  // before anything is read at an illegal size
  check_clip(out.clip(), clip.fps, clip.size);
  const launch::ClipMesh mesh = chosen_mesh(ranks, options, clip, context);
  read_conditions(request, clip);

  keep_sections(out, pipeline.spec(), clip, observer, context);
  engine_api::ClipRecipe recipe = recipe_of(request, clip, pipeline.spec());
  call_others(world, {.request = recipe.request, .mesh = mesh}, clip, observer.made, pipeline);
  families::SoundWave sound;
  observer.on_sound = [&](const families::SoundWave& made) { sound = made; };
  observer.on_latents = [&](const torch::Tensor& latents) {
    out.write_latents({latents, recipe, sound});
    recipe.request.out = out.clip();
    context.publish(FileMade{FileMade::What::latents, out.latents()});
  };
  if (request.preview) add_preview(observer, options, out, context);
  std::optional<ClipFile> file;
  try {
    pipeline.generate(clip, observer, [&](const torch::Tensor& frames) {
      if (!file) file.emplace(out.clip(), recipe.request.fps, recipe, out.existing()).set_sound(sound);
      file->write(frames);
    });
  } catch (const Cancelled&) {
    // A repeated request without a seed wants a different clip.
    if (request.seed < 0) out.forget();
    throw;
  }
  file->finish();
  out.forget();
  context.publish(FileMade{FileMade::What::clip, out.clip()});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return engine_api::Outcome::finished(
      engine_api::GenerateResult{out.clip(), out.latents(), clip.seed, seconds.count()});
}

}  // namespace

engine_api::Outcome run_generate(const GenerateRequest& asked, engine_api::JobContext& job) {
  const engine_api::ClipRanks ranks = asked.shared.value_or(engine_api::ClipRanks{});
  return with_world(ranks.world, job, [&](const distributed::World& world) {
    GenerateRequest request = asked;
    if (world.ranks)
      request =
          nlohmann::json::parse(world.gather(nlohmann::json(asked).dump()).front()).get<GenerateRequest>();
    request.shared.reset();
    const torch::Device device = tensor::parse_device(request.device);
    const tensor::AttentionKernels kernels(tensor::attention_order_on(device), device);
    RankContext context(job, world);
    return world.writes() ? generate(request, ranks, context, world) : follow_clip(request, context, world);
  });
}

}  // namespace fw::engine
