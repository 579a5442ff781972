// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "schedulers/flow_match.h"

namespace fw::schedulers {

/// What a sampling run wants beside the model's scheduler_config.json.
struct SamplerRequest {
  std::string class_name = {};  ///< one of sampler_classes(); empty: `_class_name` of the configuration
  int64_t steps = 50;
  SigmaSpacing spacing = SigmaSpacing::linear;  ///< flow matching only
  double mu = 0;                                ///< flow matching with use_dynamic_shifting only
};

/// @param config  scheduler_config.json
/// @throws fw::Error schedulers.unknown_class, schedulers.bad_step_count, nn.bad_config
std::unique_ptr<Sampler> make_sampler(const nlohmann::json& config, const SamplerRequest& request);

/// The scheduler classes of diffusers that make_sampler() knows.
std::vector<std::string> sampler_classes();

}  // namespace fw::schedulers
