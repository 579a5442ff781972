// SPDX-License-Identifier: Apache-2.0
#include "engine/clip_ranks.h"

#include <chrono>

#include "distributed/ranks.h"
#include "engine/generate_params.h"
#include "engine/ranks_work.h"
#include "engine_api/results.h"
#include "engine_api/scaling.h"
#include "launch/mesh_shape.h"
#include "planner/many_cards.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"

namespace fw::engine {

namespace {

constexpr ErrorCode balanced_and_shared{
    "engine.balanced_and_shared",
    FW_TEXT("errors", "A balanced device map gives all GPUs to one process, but {processes} make this clip."),
    FW_TEXT("errors", "Start one process, or leave the device map out: then each process has its own GPU."),
    Blame::input};

/// Limit for the others while one computes; rank 0 may encode and write for longer.
constexpr std::chrono::minutes patience{30};

/// Collective.
void divide(const distributed::World& world, const SharedClip& made, const inference::VideoRequest& clip,
            families::MadeSections& sections, inference::VideoPipeline& pipeline) {
  const auto mesh = distributed::Mesh::make(
      *world.ranks, launch::clip_mesh(world.size, made.mesh, clip.guidance_scale > 1));
  sections = {made.sections, mesh->sample->from(0, {sections.latents}).front()};
  if (sections.latents.defined()) sections.latents = sections.latents.to(torch::kCPU);
  pipeline.share_with(mesh);
}

/// Forecast for these GPUs, whose `best` is the mesh to use; nullopt if unknown.
std::optional<engine_api::ScalingPlan> forecast(const engine_api::ClipRanks& ranks,
                                                const inference::PipelineOptions& options,
                                                const inference::VideoRequest& clip,
                                                const std::stop_token& stop) try {
  const launch::WorldSpec& world = ranks.world;
  if (!options.device.is_cuda() || world.size % world.local_size != 0) return std::nullopt;
  const std::string cards = std::to_string(world.size / world.local_size) + "x" +
                            std::to_string(world.local_size) + "x" + tensor::device_name(options.device);
  return planner::plan_clip_on_cards(options, clip, {.cards = cards, .links = {}}, stop).of_all(ranks.mesh);
} catch (const Error&) {  // GPU unknown to the planner
  return std::nullopt;
}

}  // namespace

inference::PipelineOptions connected_options(const engine_api::GenerateRequest& request,
                                             const distributed::World& world) {
  inference::PipelineOptions options = generation_options(request);
  if (!world.ranks) return options;
  if (!options.devices.empty()) throw Error(balanced_and_shared, {{"processes", world.size}});
  if (options.device.is_cuda())
    options.device = tensor::parse_device("cuda:" + std::to_string(world.ranks->local_rank));
  world.ranks->connect(options.device, patience, distributed::Ranks::Checks::no);
  return options;
}

launch::ClipMesh chosen_mesh(const engine_api::ClipRanks& ranks, const inference::PipelineOptions& options,
                             const inference::VideoRequest& clip, engine_api::JobContext& context) {
  const launch::MeshShape shape = launch::clip_mesh(ranks.world.size, ranks.mesh, clip.guidance_scale > 1);
  const launch::ClipMesh simple{shape.guidance, shape.ring, shape.ulysses};
  if (ranks.world.size == 1 || simple == ranks.mesh) return simple;
  if (const auto plan = forecast(ranks, options, clip, context.stop())) {
    context.log(engine_api::LogLevel::info, plan->reason());
    const launch::MeshShape& best = plan->best.mesh;
    return {best.guidance, best.ring, best.ulysses};
  }
  context.log(
      engine_api::LogLevel::info,
      launch::in_words(shape) +
          ": chosen without a forecast, which this device does not have. The two branches of guidance "
          "exchange least, and Ulysses less than a ring.");
  return simple;
}

void call_others(const distributed::World& world, SharedClip made, const inference::VideoRequest& clip,
                 families::MadeSections& sections, inference::VideoPipeline& pipeline) {
  if (!world.ranks) return;
  for (const families::Condition& each : clip.conditions) {
    made.conditions.push_back({"-", each.frame_index, each.strength});
    made.condition_frames.push_back(each.pixels.size(0));
  }
  made.sections = sections.count;
  world.gather(nlohmann::json(made).dump());
  divide(world, made, clip, sections, pipeline);
}

engine_api::Outcome follow_clip(const engine_api::GenerateRequest& request, engine_api::JobContext& context,
                                const distributed::World& world) {
  inference::VideoPipeline pipeline(connected_options(request, world), context.stop());
  const auto made = nlohmann::json::parse(world.gather("").front()).get<SharedClip>();
  inference::VideoRequest clip = generation_request(made.request, pipeline.spec());
  for (size_t i = 0; i < made.conditions.size(); ++i)
    clip.conditions.push_back({torch::empty({made.condition_frames[i], 3, 1, 1}, torch::kMeta),
                               made.conditions[i].frame, made.conditions[i].strength});
  inference::VideoObserver observer;
  observer.on_progress = [&](const Progress& progress) { context.progress(progress); };
  divide(world, made, clip, observer.made, pipeline);
  made.decodes ? pipeline.decode({}, clip, observer, {}) : pipeline.generate(clip, observer, {});
  return engine_api::Outcome::finished(engine_api::GenerateResult{});
}

}  // namespace fw::engine
