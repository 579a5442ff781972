// SPDX-License-Identifier: Apache-2.0
#include "schedulers/sampler.h"

#include "base/error.h"

namespace fw::schedulers {
namespace {

constexpr ErrorCode bad_step_count{
    "schedulers.bad_step_count",
    FW_TEXT("errors", "{steps} sampling steps are not possible with this model."),
    FW_TEXT("errors", "Choose 1 to {limit} steps."), Blame::input};

}  // namespace

void check_step_count(int64_t steps, int64_t limit) {
  if (steps < 1 || steps > limit) throw Error(bad_step_count, {{"steps", steps}, {"limit", limit}});
}

}  // namespace fw::schedulers
