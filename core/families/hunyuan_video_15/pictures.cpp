// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video_15/pictures.h"

#include <algorithm>
#include <cmath>

#include "tensor/libtorch.h"

namespace fw::families {

using torch::Tensor;

namespace {

constexpr double lanczos_lobes = 3;  // of the Lanczos filter
constexpr int64_t size_unit = 16;    // of sizes
constexpr double most_ratio = 4;     // of the sides

/// Resizes one axis of a picture whose values are 8-bit levels.
Tensor resized(const Tensor& x, int64_t axis, int64_t size) {
  const int64_t from = x.size(axis);
  if (from == size) return x;
  const double ratio = static_cast<double>(from) / static_cast<double>(size), wide = std::max(1.0, ratio);
  const auto options = torch::TensorOptions(torch::kFloat64).device(x.device());
  const Tensor centre = (torch::arange(size, options).unsqueeze(1) + 0.5) * ratio - 0.5;
  const Tensor distance = (torch::arange(from, options).unsqueeze(0) - centre) / wide;
  Tensor weights =
      torch::sinc(distance) * torch::sinc(distance / lanczos_lobes) * (distance.abs() < lanczos_lobes);
  weights = (weights / weights.sum(1, /*keepdim=*/true)).to(torch::kFloat32);
  return torch::matmul(x.transpose(axis, -1), weights.t()).transpose(axis, -1).round().clamp(0, 255);
}

/// Rounds to five digits, like the published table of ratios.
double rounded_ratio(double ratio) {
  constexpr double digits = 1e5;
  return std::nearbyint(ratio * digits) / digits;
}

}  // namespace

Tensor hunyuan15_cropped(const Tensor& pictures, int64_t height, int64_t width) {
  const int64_t h = pictures.size(2), w = pictures.size(3);
  const bool is_wider = width * h > w * height;  // the result than the picture
  const int64_t covered_h = is_wider ? h * width / w : height, covered_w = is_wider ? width : w * height / h;
  const Tensor levels = (pictures.to(torch::kFloat32) * 255).round();
  return resized(resized(levels, 3, covered_w), 2, covered_h)
             .narrow(2, covered_h / 2 - height / 2, height)
             .narrow(3, covered_w / 2 - width / 2, width) /
         255;
}

std::array<int64_t, 2> hunyuan15_size(int64_t target, int64_t height, int64_t width) {
  const double want = static_cast<double>(height) / static_cast<double>(width);
  const double side = static_cast<double>(target) / static_cast<double>(size_unit);
  const auto area = static_cast<int64_t>(std::nearbyint(side * side));
  std::array<int64_t, 2> best{size_unit, size_unit};
  double least = HUGE_VAL;
  for (int64_t h = area, w = 1; h > 0;) {
    const auto [low, high] = std::minmax(h, w);
    const double ratio = rounded_ratio(static_cast<double>(h) / static_cast<double>(w));
    const bool fits = static_cast<double>(high) <= most_ratio * static_cast<double>(low) &&
                      (want >= 1 ? ratio <= want : ratio >= want);
    if (fits && std::abs(ratio - want) < least) {
      least = std::abs(ratio - want);
      best = {h * size_unit, w * size_unit};
    }
    (w + 1) * h <= area ? ++w : --h;
  }
  return best;
}

}  // namespace fw::families
