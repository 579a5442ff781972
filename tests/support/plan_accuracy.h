// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "catalog/bucket.h"
#include "support/plan_models.h"

/// Forecast and measurement of the same run on the CPU.
namespace fw::support {

struct PlanCase {
  std::string name;
  SmallModel model;
  catalog::Bucket size;
  std::vector<std::string> settings;
  bool generation = false;  ///< one clip instead of a run
};
const std::vector<PlanCase>& plan_cases();

/// Model, dataset and run file of a case.
void make_plan_case(const PlanCase& each, const std::filesystem::path& folder);

struct PlanAccuracy {
  int64_t planned_bytes = 0;   ///< the dry run's peak, all places together
  int64_t live_bytes = 0;      ///< the run's, counted by the same definition
  int64_t resident_bytes = 0;  ///< peak resident memory above that before the run
};
/// Plans the case in `folder`, then runs it.
PlanAccuracy measure_plan_case(const PlanCase& each, const std::filesystem::path& folder);

}  // namespace fw::support
