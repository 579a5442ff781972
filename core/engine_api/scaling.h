// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "launch/mesh_text.h"
#include "run/fit_verdict.h"

/// The forecast of what several cards bring: what planner/ makes, and the window and the command line show.
namespace fw::engine_api {

/// What one mesh brings.
struct MeshForecast {
  launch::MeshShape mesh;
  double step_s = 0;          ///< of a denoising step or an update
  double seconds = 0;         ///< of the clip, with encoding and decoding, or of the update
  double speed_up = 1;        ///< over one card
  double exchange_s = 0;      ///< of a step, which nothing hides
  int64_t memory_bytes = 0;   ///< of the card that needs most; of a clip at most
  bool extrapolated = false;  ///< goes by a link, or by a group's size, that nobody measured
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

/// What one process brings that places the model over several cards: memory, no speed.
struct PlacedForecast {
  int64_t cards = 0;
  double seconds = 0;        ///< of the clip, but for copies at the borders between cards
  int64_t memory_bytes = 0;  ///< of the card that needs most, at most
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
  std::string card;  ///< of which there are `machines` times `cards`
  int64_t machines = 1;
  int64_t cards = 1;
  std::string size;                      ///< of the clip, FRAMESxHEIGHTxWIDTH
  int64_t micro_batches = 1;             ///< of an update
  int64_t limit_bytes = 0;               ///< a card's memory
  bool compute_measured = false;         ///< on this computer; else from the card's published rate
  bool links_measured = false;           ///< by `bench links`; else published or assumed for the card
  std::vector<MeshForecast> meshes;      ///< of all the cards, the fastest first
  std::vector<MeshForecast> by_count;    ///< the fastest of 1, 2, 3, … cards
  MeshForecast best;                     ///< what to choose: may use fewer cards than there are
  std::optional<PlacedForecast> placed;  ///< of a clip that no mesh fits: on the fewest cards that hold it

  /// Why `best`, in one sentence. @param translate  for the context "plan"; nothing: English
  std::string reason(const run::Translate& translate = {}) const;
  /// The same, with the fastest mesh of all the cards that has what is asked for as `best`; nothing: none
  /// has.
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
