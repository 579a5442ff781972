// SPDX-License-Identifier: Apache-2.0
#include "optim/lr_schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"

namespace fw::optim {

namespace {

constexpr ErrorCode unknown_lr_schedule{
    "optim.unknown_lr_schedule", FW_TEXT("errors", "There is no learning-rate schedule called {name}."),
    FW_TEXT("errors",
            "Choose constant, constant_with_warmup, linear, cosine, cosine_with_restarts or polynomial."),
    Blame::input};

constexpr double polynomial_end = 1e-7;

double half_cosine(double share) {
  return std::max(0.0, 0.5 * (1.0 + std::cos(std::numbers::pi * share)));
}

}  // namespace

LrScheduleKind parse_lr_schedule_kind(std::string_view text) {
  if (text == "constant") return LrScheduleKind::constant;
  if (text == "constant_with_warmup") return LrScheduleKind::constant_with_warmup;
  if (text == "linear") return LrScheduleKind::linear;
  if (text == "cosine") return LrScheduleKind::cosine;
  if (text == "cosine_with_restarts") return LrScheduleKind::cosine_with_restarts;
  if (text == "polynomial") return LrScheduleKind::polynomial;
  throw Error(unknown_lr_schedule, {{"name", text}});
}

double LrSchedule::rate(int64_t step) const {
  if (kind == LrScheduleKind::constant) return base;
  if (step < warmup_steps) {
    return base * static_cast<double>(step) / static_cast<double>(std::max<int64_t>(1, warmup_steps));
  }
  const double falling = static_cast<double>(std::max<int64_t>(1, total_steps - warmup_steps));
  const double done = static_cast<double>(step - warmup_steps) / falling;
  switch (kind) {
    case LrScheduleKind::linear:
      return base * std::max(0.0, static_cast<double>(total_steps - step) / falling);
    case LrScheduleKind::cosine:
      return base * half_cosine(done);
    case LrScheduleKind::cosine_with_restarts:
      return done >= 1 ? 0.0 : base * half_cosine(std::fmod(static_cast<double>(cycles) * done, 1.0));
    case LrScheduleKind::polynomial:
      if (base <= polynomial_end) return base;  // it would increase
      if (step > total_steps) return polynomial_end;
      return (base - polynomial_end) * std::pow(1.0 - done, power) + polynomial_end;
    default:
      return base;
  }
}

}  // namespace fw::optim
