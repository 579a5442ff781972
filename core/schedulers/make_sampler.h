// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schedulers/flow_match.h"

namespace fw::schedulers {

/// Parameters of a sampling run in addition to the model's scheduler_config.json.
struct SamplerRequest {
  std::string class_name = {};  ///< empty: `_class_name` in the configuration
  int64_t steps = 50;
  SigmaSpacing spacing = SigmaSpacing::linear;  ///< only for flow matching
  double mu = 0;                                ///< only for flow matching with use_dynamic_shifting
  std::vector<float> sigmas = {};               ///< of a flow, before any shift; empty: by steps and spacing
};

/// A scheduler class of diffusers and its equivalent sampler.
struct SamplerClass {
  std::string_view name;
  /// @param config  scheduler_config.json @throws fw::Error schedulers.bad_step_count, nn.bad_config
  std::unique_ptr<Sampler> (*make)(const nlohmann::json& config, const SamplerRequest& request);
};

/// The classes that do not belong to a single family.
std::span<const SamplerClass> common_samplers();

/// @throws fw::Error schedulers.unknown_class, and as SamplerClass::make
std::unique_ptr<Sampler> make_sampler(std::span<const SamplerClass> classes, const nlohmann::json& config,
                                      const SamplerRequest& request);

}  // namespace fw::schedulers
