// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "launch/mesh_text.h"
#include "run/fit_verdict.h"

/// The forecast for several GPUs: made by planner/, shown by the window and the command line.
namespace fw::engine_api {

/// Forecast for one mesh.
struct MeshForecast {
  launch::MeshShape mesh;
  double step_s = 0;          ///< of a denoising step or an update
  double seconds = 0;         ///< of the clip, with encoding and decoding, or of the update
  double speed_up = 1;        ///< relative to one GPU
  double exchange_s = 0;      ///< per step, not overlapped
  int64_t memory_bytes = 0;   ///< of the GPU that needs most; upper bound for a clip
  bool extrapolated = false;  ///< based on a link or group size that was not measured
};
void describe(auto& fields, MeshForecast& forecast) {
  describe(fields, forecast.mesh);
  fields("step_s", forecast.step_s);
  fields("seconds", forecast.seconds);
  fields("speed_up", forecast.speed_up);
  fields("exchange_s", forecast.exchange_s);
  fields("memory_bytes", forecast.memory_bytes);
  fields("extrapolated", forecast.extrapolated);
}

/// Forecast for one process that places the model on several GPUs: more memory, no speed-up.
struct PlacedForecast {
  int64_t cards = 0;
  double seconds = 0;        ///< of the clip, without copies between GPUs
  int64_t memory_bytes = 0;  ///< upper bound for the GPU that needs most
};
void describe(auto& fields, PlacedForecast& forecast) {
  fields("cards", forecast.cards);
  fields("seconds", forecast.seconds);
  fields("memory_bytes", forecast.memory_bytes);
}

enum class ScaledWork { clip = 1, update };
constexpr auto choices_of(ScaledWork) {
  return std::array{Choice{ScaledWork::clip, "clip"}, Choice{ScaledWork::update, "update"}};
}

struct ScalingPlan {
  ScaledWork work = ScaledWork::clip;
  std::string card;  ///< `machines` times `cards` of these
  int64_t machines = 1;
  int64_t cards = 1;
  std::string size;                      ///< of the clip, FRAMESxHEIGHTxWIDTH
  int64_t micro_batches = 1;             ///< of an update
  int64_t limit_bytes = 0;               ///< memory of one GPU
  bool compute_measured = false;         ///< on this computer; else from the GPU's published rate
  bool links_measured = false;           ///< by `bench links`; else published or assumed for the GPU
  std::vector<MeshForecast> meshes;      ///< of all GPUs, fastest first
  std::vector<MeshForecast> by_count;    ///< the fastest for 1, 2, 3, … GPUs
  MeshForecast best;                     ///< recommended; may use fewer GPUs than available
  std::optional<PlacedForecast> placed;  ///< for a clip that fits no mesh: on the fewest GPUs that hold it

  /// Explains `best` in one sentence. @param translate  in the context "plan"; null: English
  std::string reason(const run::Translate& translate = {}) const;
  /// The same plan with the fastest mesh of all GPUs that satisfies `asked` as `best`; nullopt if there is
  /// none.
  std::optional<ScalingPlan> of_all(const launch::ClipMesh& asked) const;
  bool fits() const { return limit_bytes == 0 || best.memory_bytes <= limit_bytes; }
};
void describe(auto& fields, ScalingPlan& plan) {
  fields("work", plan.work);
  fields("card", plan.card);
  fields("machines", plan.machines);
  fields("cards", plan.cards);
  fields("size", plan.size);
  fields("micro_batches", plan.micro_batches);
  fields("limit_bytes", plan.limit_bytes);
  fields("compute_measured", plan.compute_measured);
  fields("links_measured", plan.links_measured);
  fields("meshes", plan.meshes);
  fields("by_count", plan.by_count);
  fields("best", plan.best);
  fields("placed", plan.placed);
  fields.derived("reason", plan.reason());
  fields.derived("fits", plan.fits());
}

}  // namespace fw::engine_api
