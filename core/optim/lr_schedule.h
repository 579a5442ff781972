// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace fw::optim {

/// The learning-rate schedules that trainers commonly offer, with the formulas of the Python library
/// `diffusers`.
enum class LrScheduleKind {
  constant,
  constant_with_warmup,
  linear,
  cosine,
  cosine_with_restarts,
  polynomial
};

/// "cosine_with_restarts". @throws fw::Error optim.unknown_lr_schedule
LrScheduleKind parse_lr_schedule_kind(std::string_view text);

struct LrSchedule {
  LrScheduleKind kind = LrScheduleKind::constant;
  double base = 0;           ///< the peak rate
  int64_t warmup_steps = 0;  ///< updates over which it rises from 0; ignored by constant
  int64_t total_steps = 1;
  int64_t cycles = 1;  ///< cosine_with_restarts only: `cosine` is always half a period
  double power = 1;    ///< polynomial only; that schedule ends at 1e-7

  /// The rate that update `step` (from 0) uses. Thread: any.
  double rate(int64_t step) const;
};

}  // namespace fw::optim
