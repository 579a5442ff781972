// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Figures over steps as the charts draw them.
namespace fw::ui {

/// By rising step; both of one length.
struct Curve {
  std::vector<double> steps;
  std::vector<double> values;

  /// Forgets what lies at `step` and beyond.
  void cut(double step);
};

/// Exponential average, corrected for its start so that it neither begins at the first value nor at 0.
/// @param decay  0 (no smoothing) to below 1
std::vector<double> smoothed(std::span<const double> values, double decay);

struct Point {
  double step = 0;
  double value = 0;
};

/// What a curve shows between two steps in `columns` pixels: where there are more points than pixels, the
/// lowest and the highest of each pixel, in their order, so that no spike is lost. The points just outside
/// are kept: lines go on to the edge. Cost: O(points between).
void decimate(std::span<const double> steps, std::span<const double> values, double from, double to,
              int columns, std::vector<Point>& out);

}  // namespace fw::ui
