// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "distributed/world.h"
#include "engine_api/job.h"
#include "engine_api/requests.h"
#include "inference/video_pipeline.h"

/// One clip, made by several processes: rank 0 reads, asks, shows and writes, the others compute with it.
namespace fw::engine {

/// A request's pipeline on this process's device of the world, and the way for tensors to the others.
/// @throws as generation_options
inference::PipelineOptions connected_options(const engine_api::GenerateRequest& request,
                                             const distributed::World& world);

/// At rank 0: what `ranks` asks for, with what it leaves open as the forecast for such cards has it; for
/// devices without a forecast as launch::clip_mesh. Logs which it is and why.
/// @param clip  whose conditions need no pixels
/// @throws as launch::clip_mesh, also where it is alone. Cost: a dry run.
launch::ClipMesh chosen_mesh(const engine_api::ClipRanks& ranks, const inference::PipelineOptions& options,
                             const inference::VideoRequest& clip, engine_api::JobContext& context);

/// What rank 0 says to the others of a clip.
struct SharedClip {
  engine_api::GenerateRequest request;  ///< with everything that was left to the model or to chance
  launch::ClipMesh mesh = {};           ///< as chosen_mesh() has it; to decode with, any will do
  bool decodes = false;                 ///< latents that are there, and nothing else
  std::vector<engine_api::ClipCondition> conditions = {};  ///< without their files
  std::vector<int64_t> condition_frames = {};
  int64_t sections = 0;
};
void describe(auto& fields, SharedClip& clip) {
  fields("request", clip.request);
  fields("mesh", clip.mesh);
  fields("decodes", clip.decodes);
  fields("conditions", clip.conditions);
  fields("condition_frames", clip.condition_frames);
  fields("sections", clip.sections);
}

/// At rank 0, before anything of the clip is computed; nothing of a process alone.
/// @param made  all but its conditions and sections, which are those of `clip` and `sections`
void call_others(const distributed::World& world, SharedClip made, const inference::VideoRequest& clip,
                 families::MadeSections& sections, inference::VideoPipeline& pipeline);

/// What the other ranks do. @param request  rank 0's
engine_api::Outcome follow_clip(const engine_api::GenerateRequest& request, engine_api::JobContext& context,
                                const distributed::World& world);

}  // namespace fw::engine
