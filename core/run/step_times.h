// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>

#include "catalog/bucket.h"
#include "run/run_settings.h"

/// Duration of updates in the user's previous runs, in the user's data folder as step_times.json: better than
/// any estimate for a run of the same kind.
namespace fw::run {

/// Describes everything that determines the duration of an update.
/// @param model    name in the catalogue
/// @param device   name given by its manufacturer
/// @param buckets    of the training samples
/// @param processes  that train the run together
std::string step_kind(RunSettings run, const std::string& model, const std::string& device,
                      const std::set<catalog::Bucket>& buckets, int64_t processes = 1);

/// Kind of the time for encoding a million pixels.
inline std::string encoding_kind(const std::string& model, const std::string& device) {
  return "encoding, " + model + ", " + device;
}
/// Suffixes for work between updates: "…, checkpoint".
inline constexpr const char* checkpoint_kind = ", checkpoint";
inline constexpr const char* validation_kind = ", validation";
inline constexpr const char* held_out_kind = ", held-out loss";
/// How often something is due at every `interval` updates, and at the last one, after step `from`.
int64_t times_due(int64_t from, int64_t total, int64_t interval);

/// nullopt if no run of that kind was measured, or the file cannot be read. Thread: any.
std::optional<double> measured_step_seconds(const std::string& kind);

/// Replaces the previous measurement; beyond a number of kinds, drops the oldest.
/// @throws fw::Error base.write_failed. Thread: any; if two processes write at once, the last one wins.
void remember_step_seconds(const std::string& kind, double seconds);

}  // namespace fw::run
