// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "schedulers/flow_match.h"

namespace fw::schedulers {

/// What a sampling run wants beside the model's scheduler_config.json.
struct SamplerRequest {
  std::string class_name = {};  ///< empty: `_class_name` of the configuration
  int64_t steps = 50;
  SigmaSpacing spacing = SigmaSpacing::linear;  ///< flow matching only
  double mu = 0;                                ///< flow matching with use_dynamic_shifting only
};

/// A class of schedulers in diffusers, and the sampler that does what it does.
struct SamplerClass {
  std::string_view name;
  /// @param config  scheduler_config.json @throws fw::Error schedulers.bad_step_count, nn.bad_config
  std::unique_ptr<Sampler> (*make)(const nlohmann::json& config, const SamplerRequest& request);
};

/// Those that are no family's own.
std::span<const SamplerClass> common_samplers();

/// @throws fw::Error schedulers.unknown_class, and as SamplerClass::make
std::unique_ptr<Sampler> make_sampler(std::span<const SamplerClass> classes, const nlohmann::json& config,
                                      const SamplerRequest& request);

}  // namespace fw::schedulers
