// SPDX-License-Identifier: Apache-2.0
#include "schedulers/make_sampler.h"

#include <map>

#include "base/error.h"
#include "schedulers/cogvideox_ddim.h"
#include "schedulers/cogvideox_dpm.h"

namespace fw::schedulers {
namespace {

constexpr ErrorCode unknown_class{"schedulers.unknown_class",
                                  FW_TEXT("errors", "There is no scheduler {name}."),
                                  FW_TEXT("errors", "Choose one of: {choices}."), Blame::input};

using Make = std::unique_ptr<Sampler> (*)(const nlohmann::json& config, const SamplerRequest& request);

template <class CogVideoXSampler>
std::unique_ptr<Sampler> make_discrete(const nlohmann::json& config, const SamplerRequest& request) {
  return std::make_unique<CogVideoXSampler>(DiffusionSchedule(DiffusionScheduleConfig::from_json(config)),
                                            request.steps);
}

std::unique_ptr<Sampler> make_flow_match(const nlohmann::json& json, const SamplerRequest& request) {
  const auto config = FlowMatchConfig::from_json(json);
  return std::make_unique<FlowMatchEuler>(config, spaced_sigmas(request.spacing, request.steps, config),
                                          request.mu);
}

const std::map<std::string, Make>& makers() {
  static const std::map<std::string, Make> map{
      {"CogVideoXDDIMScheduler", make_discrete<CogVideoXDdim>},
      {"CogVideoXDPMScheduler", make_discrete<CogVideoXDpm>},
      {"FlowMatchEulerDiscreteScheduler", make_flow_match},
  };
  return map;
}

}  // namespace

std::unique_ptr<Sampler> make_sampler(const nlohmann::json& config, const SamplerRequest& request) {
  std::string name = request.class_name;
  if (name.empty() && config.is_object() && config.contains("_class_name") &&
      config.at("_class_name").is_string())
    name = config.at("_class_name").get<std::string>();
  const auto found = makers().find(name);
  if (found != makers().end()) return found->second(config, request);
  std::string choices;
  for (const std::string& known : sampler_classes()) choices += (choices.empty() ? "" : ", ") + known;
  throw Error(unknown_class, {{"name", name}, {"choices", choices}});
}

std::vector<std::string> sampler_classes() {
  std::vector<std::string> names;
  for (const auto& [name, make] : makers()) names.push_back(name);
  return names;
}

}  // namespace fw::schedulers
