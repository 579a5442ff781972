// SPDX-License-Identifier: Apache-2.0
#include "schedulers/make_sampler.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/join.h"

namespace fw::schedulers {
namespace {

constexpr ErrorCode unknown_class{"schedulers.unknown_class",
                                  FW_TEXT("errors", "There is no scheduler called {name}."),
                                  FW_TEXT("errors", "Choose one of: {choices}."), Blame::input};

std::unique_ptr<Sampler> make_flow_match(const nlohmann::json& json, const SamplerRequest& request) {
  const auto config = FlowMatchConfig::from_json(json);
  return std::make_unique<FlowMatchEuler>(
      config,
      request.sigmas.empty() ? spaced_sigmas(request.spacing, request.steps, config) : request.sigmas,
      request.mu);
}

}  // namespace

std::span<const SamplerClass> common_samplers() {
  static constexpr std::array list{SamplerClass{"FlowMatchEulerDiscreteScheduler", make_flow_match}};
  return list;
}

std::unique_ptr<Sampler> make_sampler(std::span<const SamplerClass> classes, const nlohmann::json& config,
                                      const SamplerRequest& request) {
  std::string name = request.class_name;
  if (name.empty() && config.is_object() && config.contains("_class_name") &&
      config.at("_class_name").is_string())
    name = config.at("_class_name").get<std::string>();
  const auto found = std::ranges::find(classes, name, &SamplerClass::name);
  if (found != classes.end()) return found->make(config, request);
  throw Error(unknown_class, {{"name", name}, {"choices", join(classes, ", ", &SamplerClass::name)}});
}

}  // namespace fw::schedulers
