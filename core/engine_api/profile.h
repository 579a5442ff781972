// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"

namespace fw::engine_api {

/// Trains some steps of a run file, in a folder of its own that is removed afterwards, and measures where the
/// time of the last ones goes. Result: ProfileReport.
struct ProfileRequest {
  static constexpr std::string_view kind = "profile";
  std::filesystem::path run_file;
  std::vector<std::string> settings;  ///< "key=value", laid over those of `run_file`
  int64_t warm_up = 2;                ///< steps before those that are measured: the first ones are slower
  int64_t steps = 3;
  std::filesystem::path trace;  ///< for Perfetto or chrome://tracing; empty: none
  bool overwrite = false;       ///< a file that has that name
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

/// Operators of one kind, or of one name, in a step on average.
struct ProfileRow {
  std::string what;
  double milliseconds = 0;  ///< in themselves, without the operators that they call
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
  double step_milliseconds = 0;       ///< by the clock
  std::vector<ProfileRow> kinds;      ///< together the whole step; longest first
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
