// SPDX-License-Identifier: Apache-2.0
#include "engine_api/scaling.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/units.h"

namespace fw::engine_api {

std::string ScalingPlan::reason(const run::Translate& translate) const {
  const int64_t there = machines * cards, used = best.mesh.size();
  std::string_view sentence;
  if (placed)
    sentence = FW_TEXT(
        "plan",
        "No mesh fits into {limit} a card, as each card holds all weights: one process with a balanced "
        "device map, which places them over {placed} cards, needs {placed_memory} of one and is as fast "
        "as one card.");
  else if (!fits())
    sentence =
        FW_TEXT("plan",
                "No mesh fits into {limit} a card: the work is divided, the weights are not; {mesh} needs "
                "{memory}.");
  else if (work == ScaledWork::update && used < there && micro_batches % there != 0)
    sentence = FW_TEXT(
        "plan",
        "{mesh}: {speed_up} times as fast as one card; the cards that share an update must divide its "
        "{micro_batches} {micro_batches:micro-batch|micro-batches}, and with "
        "gradient_accumulation_steps = {there} all {there} would.");
  else if (used < there)
    sentence =
        FW_TEXT("plan",
                "{mesh}, {used} of {there} cards: {speed_up} times as fast as one, and more of them exchange "
                "for longer than they save.");
  else
    sentence =
        FW_TEXT("plan", "{mesh}: {speed_up} times as fast as one card; {share} % of a step is exchange.");
  const std::string text(sentence);
  return fill_placeholders(
      translate ? translate(text) : text,
      {{"mesh", launch::in_words(best.mesh)},
       {"used", std::to_string(used)},
       {"there", std::to_string(there)},
       {"speed_up", format_fixed(best.speed_up, 2)},
       {"share", std::to_string(std::lround(100 * best.exchange_s / best.step_s))},
       {"micro_batches", std::to_string(micro_batches)},
       {"placed", std::to_string(placed.value_or(PlacedForecast()).cards)},
       {"placed_memory", format_bytes(static_cast<uint64_t>(placed.value_or(PlacedForecast()).memory_bytes))},
       {"memory", format_bytes(static_cast<uint64_t>(best.memory_bytes))},
       {"limit", format_bytes(static_cast<uint64_t>(limit_bytes))}});
}

std::optional<ScalingPlan> ScalingPlan::of_all(const launch::ClipMesh& asked) const {
  const auto has = [](int64_t wanted, int64_t count) { return wanted == 0 || wanted == count; };
  const auto found = std::ranges::find_if(meshes, [&](const MeshForecast& each) {
    return has(asked.guidance, each.mesh.guidance) && has(asked.ring, each.mesh.ring) &&
           has(asked.ulysses, each.mesh.ulysses);
  });
  if (found == meshes.end()) return std::nullopt;
  ScalingPlan plan = *this;
  plan.best = *found;
  return plan;
}

}  // namespace fw::engine_api
