// SPDX-License-Identifier: Apache-2.0
#include "planner/plan.h"

#include <algorithm>

namespace fw::planner {

namespace {

using tensor::MemoryUse;
using tensor::Role;

/// Roles as a person wants to read them.
nlohmann::json parts(const MemoryUse& use) {
  constexpr std::pair<const char*, Role> names[]{
      {"activations", Role::activation}, {"weights", Role::weights},           {"adapter", Role::adapter},
      {"gradients", Role::gradient},     {"optimizer", Role::optimizer_state}, {"latents", Role::latents},
      {"embeddings", Role::embeddings},  {"workspace", Role::staging}};
  auto json = nlohmann::json::object();
  for (const auto& [name, role] : names)
    if (use.of(role) > 0) json[name] = use.of(role);
  return json;
}

nlohmann::json place(const MemoryUse& use) {
  return {{"bytes", use.total()}, {"parts", parts(use)}};
}

}  // namespace

int64_t RunPlan::device_peak_bytes() const {
  int64_t most = 0;
  for (const PhasePlan& phase : phases)
    most = std::max(most, device == "cpu" ? phase.all_places_bytes : phase.device_bytes());
  return most;
}

int64_t RunPlan::host_peak_bytes() const {
  int64_t most = 0;
  for (const PhasePlan& phase : phases) {
    const int64_t host = phase.host.total() + phase.pinned.total();
    most = std::max(most, device == "cpu" ? phase.all_places_bytes : host);
  }
  return most;
}

std::optional<bool> RunPlan::fits() const {
  if (device_limit_bytes == 0) return std::nullopt;
  return device_peak_bytes() <= device_limit_bytes && host_peak_bytes() <= host_free_bytes;
}

void to_json(nlohmann::json& json, const RunPlan& plan) {
  auto phases = nlohmann::json::array();
  for (const PhasePlan& phase : plan.phases) {
    phases.push_back({{"name", phase.name},
                      {"device", place(phase.device)},
                      {"host", place(phase.host)},
                      {"pinned", place(phase.pinned)},
                      {"overhead_bytes", phase.overhead_bytes},
                      {"all_places_bytes", phase.all_places_bytes},
                      {"flops", phase.flops}});
  }
  auto times = nlohmann::json::array();
  for (const StepTime& time : plan.step_times) {
    times.push_back(
        {{"card", time.card}, {"seconds", time.seconds}, {"efficiency_measured", time.efficiency_measured}});
  }
  json = {{"device", plan.device},
          {"size", plan.size},
          {"phases", phases},
          {"trained_parameters", plan.trained_parameters},
          {"block_count", plan.block_count},
          {"device_peak_bytes", plan.device_peak_bytes()},
          {"host_peak_bytes", plan.host_peak_bytes()},
          {"device_limit_bytes", plan.device_limit_bytes},
          {"limit_given", plan.limit_given},
          {"host_free_bytes", plan.host_free_bytes},
          {"overhead_measured", plan.overhead_measured},
          {"cache_bytes", plan.cache_bytes},
          {"cache_free_bytes", plan.cache_free_bytes},
          {"output_free_bytes", plan.output_free_bytes},
          {"samples", plan.samples},
          {"step_times", times},
          {"planning_seconds", plan.planning_seconds},
          {"fits", nullptr}};
  if (const auto fits = plan.fits()) json["fits"] = *fits;
}

}  // namespace fw::planner
