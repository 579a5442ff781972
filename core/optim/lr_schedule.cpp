// SPDX-License-Identifier: Apache-2.0
#include "optim/lr_schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"

namespace fw::optim {

namespace {

constexpr ErrorCode unknown_lr_course{
    "optim.unknown_lr_course", FW_TEXT("errors", "There is no course of the learning rate called {name}."),
    FW_TEXT("errors",
            "Choose constant, constant_with_warmup, linear, cosine, cosine_with_restarts or polynomial."),
    Blame::input};

constexpr double polynomial_end = 1e-7;

double half_cosine(double share) {
  return std::max(0.0, 0.5 * (1.0 + std::cos(std::numbers::pi * share)));
}

}  // namespace

LrCourse parse_lr_course(std::string_view text) {
  if (text == "constant") return LrCourse::constant;
  if (text == "constant_with_warmup") return LrCourse::constant_with_warmup;
  if (text == "linear") return LrCourse::linear;
  if (text == "cosine") return LrCourse::cosine;
  if (text == "cosine_with_restarts") return LrCourse::cosine_with_restarts;
  if (text == "polynomial") return LrCourse::polynomial;
  throw Error(unknown_lr_course, {{"name", text}});
}

double LrSchedule::rate(int64_t step) const {
  if (course == LrCourse::constant) return base;
  if (step < warmup_steps) {
    return base * static_cast<double>(step) / static_cast<double>(std::max<int64_t>(1, warmup_steps));
  }
  const double falling = static_cast<double>(std::max<int64_t>(1, total_steps - warmup_steps));
  const double done = static_cast<double>(step - warmup_steps) / falling;
  switch (course) {
    case LrCourse::linear:
      return base * std::max(0.0, static_cast<double>(total_steps - step) / falling);
    case LrCourse::cosine:
      return base * half_cosine(done);
    case LrCourse::cosine_with_restarts:
      return done >= 1 ? 0.0 : base * half_cosine(std::fmod(static_cast<double>(cycles) * done, 1.0));
    case LrCourse::polynomial:
      if (base <= polynomial_end) return base;  // it would rise
      if (step > total_steps) return polynomial_end;
      return (base - polynomial_end) * std::pow(1.0 - done, power) + polynomial_end;
    default:
      return base;
  }
}

}  // namespace fw::optim
