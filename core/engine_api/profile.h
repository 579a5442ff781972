// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"

namespace fw::engine_api {

/// Trains some steps of a run file in a temporary folder and measures how the last ones spend their time.
/// Result: ProfileReport.
struct ProfileRequest {
  static constexpr std::string_view kind = "profile";
  std::filesystem::path run_file;
  std::vector<std::string> settings;  ///< "key=value", override those of `run_file`
  int64_t warm_up = 2;                ///< steps before the measured ones: the first steps are slower
  int64_t steps = 3;
  std::filesystem::path trace;  ///< for Perfetto or chrome://tracing; empty: none
  bool overwrite = false;       ///< of an existing trace
  bool operator==(const ProfileRequest&) const = default;
};
void describe(auto& fields, ProfileRequest& request) {
  fields.need("run_file", request.run_file);
  fields("settings", request.settings);
  fields("warm_up", request.warm_up);
  fields("steps", request.steps);
  fields("trace", request.trace);
  fields("overwrite", request.overwrite);
}

/// Operators of one kind, or with one name, averaged per step.
struct ProfileRow {
  std::string what;
  double milliseconds = 0;  ///< excluding the operators they call
  double share = 0;         ///< of the step
  double calls = 0;
  double allocated_bytes = 0;
};
void describe(auto& fields, ProfileRow& row) {
  fields("what", row.what);
  fields("milliseconds", row.milliseconds);
  fields("share", row.share);
  fields("calls", row.calls);
  fields("allocated_bytes", row.allocated_bytes);
}

struct ProfileReport {
  std::string device;
  double step_milliseconds = 0;       ///< wall-clock time
  std::vector<ProfileRow> kinds;      ///< they add up to the whole step; longest first
  std::vector<ProfileRow> operators;  ///< likewise, by name
  std::filesystem::path trace;
};
void describe(auto& fields, ProfileReport& report) {
  fields("device", report.device);
  fields("step_milliseconds", report.step_milliseconds);
  fields("kinds", report.kinds);
  fields("operators", report.operators);
  fields("trace", report.trace);
}

}  // namespace fw::engine_api
