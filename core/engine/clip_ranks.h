// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "distributed/world.h"
#include "engine_api/job.h"
#include "engine_api/requests.h"
#include "inference/video_pipeline.h"

/// A clip made by several processes: rank 0 does all input, output and logging, and the others compute with
/// it.
namespace fw::engine {

/// The pipeline options for this process's device in the world; connects it to the other processes.
/// @throws as generation_options
inference::PipelineOptions connected_options(const engine_api::GenerateRequest& request,
                                             const distributed::World& world);

/// Called on rank 0. Returns the mesh that `ranks` asks for, with unspecified parts chosen by the forecast
/// for such GPUs, or by launch::clip_mesh if there is no forecast for the device. Logs the choice and its
/// reason.
/// @param clip  its conditions need no pixels
/// @throws as launch::clip_mesh, also in a single process. Cost: a dry run.
launch::ClipMesh chosen_mesh(const engine_api::ClipRanks& ranks, const inference::PipelineOptions& options,
                             const inference::VideoRequest& clip, engine_api::JobContext& context);

/// The message that rank 0 sends to the others for a clip.
struct SharedClip {
  engine_api::GenerateRequest request;  ///< with all defaults and random choices filled in
  launch::ClipMesh mesh = {};           ///< from chosen_mesh(); any mesh will do for decoding
  bool decodes = false;                 ///< only decodes existing latents
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

/// Called on rank 0 before the clip is computed; does nothing in a single process.
/// @param made  without its conditions and sections, which are taken from `clip` and `sections`
void call_others(const distributed::World& world, SharedClip made, const inference::VideoRequest& clip,
                 families::MadeSections& sections, inference::VideoPipeline& pipeline);

/// The part of the other ranks. @param request  from rank 0
engine_api::Outcome follow_clip(const engine_api::GenerateRequest& request, engine_api::JobContext& context,
                                const distributed::World& world);

}  // namespace fw::engine
