// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "base/error.h"
#include "parity/components.h"

namespace fw::parity {

/// How far one output is from the reference.
struct OutputResult {
  std::string name;
  double absolute = 0;   ///< largest |got - want|
  double relative = 0;   ///< `absolute` over the largest |want|
  double tolerance = 0;  ///< the largest |got - want| / allowed over all elements: 1 is the limit
  std::string problem;   ///< when it cannot be compared: missing, another shape, not a number
  bool passed() const { return problem.empty() && tolerance <= 1; }
};

enum class Status {
  passed,
  failed,
  skipped,  ///< this build lacks a library that the component needs
  refused,  ///< not a case, or of an unknown component or family
};

struct CaseResult {
  std::filesystem::path path;
  std::string component;
  Status status = Status::failed;
  std::vector<OutputResult> outputs;
  std::optional<Fault> fault;  ///< why it was refused, or what ended it
};

/// Largest differences that the Python reference itself shows between bfloat16 and float32, read from
/// `bf16.json` in the case's folder or the one above:
///   {"format": "refcase-bf16-1", "cases": {"<case, relative to the file>": {"<output>": <largest
///   |difference|>}}}
/// @throws fw::Error parity.no_bf16_bounds
std::map<std::string, double> read_bf16_bounds(const Case& c);

/// Judges `got` against the case: in float32 by its tolerances, in bfloat16 by twice the reference's own
/// difference (components that work in full precision anyway: by their tolerances).
std::vector<OutputResult> compare(const Case& c, const Tensors& got,
                                  const std::map<std::string, double>* bf16_bounds);

/// Recomputes one case. Whatever it throws but fw::Cancelled is in the result.
CaseResult run_case(const std::filesystem::path& path, const Settings& settings);

nlohmann::json to_json(const CaseResult& result);

}  // namespace fw::parity
