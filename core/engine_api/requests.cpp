// SPDX-License-Identifier: Apache-2.0
#include "engine_api/requests.h"

#include "engine_api/commands.h"

namespace fw::engine_api {

std::filesystem::path trained_run(const JobSpec& job) {
  if (job.kind != TrainRequest::kind) return {};
  TrainRequest request;
  read_fields(job.params, request, job.kind, Reading::lenient);
  return request.run;
}

PrecomputeRequest precompute_of(const run::RunSettings& settings, const std::filesystem::path& dataset) {
  catalog::ModelSource model = run::model_source(settings);
  return {.dataset = dataset,
          .model = std::move(model.folder),
          .parts = std::move(model.parts),
          .cache = settings.cache,
          .device = settings.device,
          .dtype = settings.encoding_dtype,
          .task = settings.task,
          .stored = settings.stored_latents,
          .text_encoder = settings.text_encoder,
          .vae_tiling = settings.vae_tiling,
          .image_noise = run::wants_first_frame_noise(settings),
          .sound = run::wants_sound(settings)};
}

ClipMemory clip_memory(const run::RunSettings& settings) {
  return {.offload = settings.offload,
          .text_encoder = settings.text_encoder,
          .vae_tiling = settings.enable_tiling};
}

}  // namespace fw::engine_api
