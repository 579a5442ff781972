// SPDX-License-Identifier: Apache-2.0
#include "engine_api/plan.h"

#include <algorithm>

#include "run/step_times.h"

namespace fw {

void to_json(nlohmann::json& json, const MemoryUse& use) {
  auto parts = nlohmann::json::object();
  for (const auto& [role, name] : choices_of(MemoryRole{}))
    if (use.of(role) > 0) parts[std::string(name)] = use.of(role);
  json = {{"bytes", use.total()}, {"parts", parts}};
}

void from_json(const nlohmann::json& json, MemoryUse& use) {
  use = {};
  for (const auto& [role, name] : choices_of(MemoryRole{}))
    use.by_role[static_cast<size_t>(role)] = json.at("parts").value(std::string(name), int64_t{0});
}

namespace engine_api {

int64_t RunPlan::device_bytes(const PhasePlan& phase) const {
  return on_cpu() ? phase.all_places_bytes : phase.device_bytes();
}

int64_t RunPlan::device_peak_bytes() const {
  int64_t most = 0;
  for (const PhasePlan& phase : phases) most = std::max(most, device_bytes(phase));
  return most;
}

int64_t RunPlan::host_peak_bytes() const {
  int64_t most = 0;
  for (const PhasePlan& phase : phases)
    most = std::max(most, on_cpu() ? phase.all_places_bytes : phase.host_bytes);
  return most;
}

std::optional<bool> RunPlan::fits() const {
  if (device_limit_bytes == 0) return std::nullopt;
  return device_peak_bytes() <= device_limit_bytes && host_peak_bytes() <= host_free_bytes;
}

double run_seconds(const RunPlan& plan, const run::RunSettings& settings, int64_t steps, double step_s) {
  if (step_s <= 0) return 0;
  const auto all = [&](double each, int64_t interval) {
    return each * static_cast<double>(run::times_due(0, steps, interval));
  };
  return step_s * static_cast<double>(steps) + all(plan.checkpoint_seconds, settings.checkpointing_steps) +
         all(plan.validation_seconds, settings.validation_steps) +
         (settings.held_out_samples > 0 ? all(plan.held_out_seconds, settings.held_out_steps) : 0);
}

}  // namespace engine_api

}  // namespace fw
