// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>

#include "catalog/bucket.h"
#include "run/run_settings.h"

/// How long updates took in former runs of this user, in the user's data folder as step_times.json: better
/// than any estimate for a run of the same kind.
namespace fw::run {

/// What decides how long an update takes, in words.
/// @param model    as the catalogue names it
/// @param device   what its maker calls it
/// @param buckets    of the samples that are trained on
/// @param processes  that train the run together
std::string step_kind(RunSettings run, const std::string& model, const std::string& device,
                      const std::set<catalog::Bucket>& buckets, int64_t processes = 1);

/// The kind of what encoding a million pixels takes.
inline std::string encoding_kind(const std::string& model, const std::string& device) {
  return "encoding, " + model + ", " + device;
}
/// What comes between updates, as part of a kind: "…, checkpoint".
inline constexpr const char* checkpoint_kind = ", checkpoint";
inline constexpr const char* validation_kind = ", validation";
inline constexpr const char* held_out_kind = ", held-out loss";
/// How often something comes that is due each `interval` updates, and at the last one, after step `from`.
int64_t times_due(int64_t from, int64_t total, int64_t interval);

/// Nothing where no run of that kind was measured, or what was cannot be read. Thread: any.
std::optional<double> measured_step_seconds(const std::string& kind);

/// In place of what was measured before; of many kinds the oldest is forgotten.
/// @throws fw::Error base.write_failed. Thread: any; of two processes at once the last one wins.
void remember_step_seconds(const std::string& kind, double seconds);

}  // namespace fw::run
