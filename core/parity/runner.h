// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "base/error.h"
#include "engine_api/results.h"
#include "parity/components.h"

namespace fw::parity {

using engine_api::CaseResult;
using engine_api::CaseStatus;
using engine_api::OutputResult;

/// Largest differences of the Python reference itself between bfloat16 and float32, from `bf16.json` in the
/// case's folder or its parent:
///   {"format": "refcase-bf16-1", "cases": {"<case, relative to the file>": {"<output>": <largest
///   |difference|>}}}
/// @throws fw::Error parity.no_bf16_bounds
std::map<std::string, double> read_bf16_bounds(const Case& c);

/// Compares `got` with the case: in float32 by its tolerances, in bfloat16 by twice the reference's own
/// difference (components that compute in full precision anyway: by their tolerances).
std::vector<OutputResult> compare(const Case& c, const Tensors& got,
                                  const std::map<std::string, double>* bf16_bounds);

/// Recomputes one case. Exceptions other than fw::Cancelled become part of the result.
CaseResult run_case(const std::filesystem::path& path, const Settings& settings);
/// Recomputes a training case with these memory settings of a run.
CaseResult run_training_case(const std::filesystem::path& path, const Settings& settings,
                             const run::RunSettings& run);

}  // namespace fw::parity
