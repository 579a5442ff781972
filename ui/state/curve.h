// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Values over steps, as the charts draw them.
namespace fw::ui {

/// Steps in ascending order; both vectors have the same length.
struct Curve {
  std::vector<double> steps;
  std::vector<double> values;

  /// Removes everything from `step` on.
  void cut(double step);
};

/// Exponential moving average, bias-corrected at the start.
/// @param decay  0 (no smoothing) to below 1
std::vector<double> smoothed(std::span<const double> values, double decay);

struct Point {
  double step = 0;
  double value = 0;
};

/// The part of a curve between two steps, reduced to `columns` pixels: with more points than pixels, the
/// minimum and maximum of each pixel in their order, so that no spike is lost. Keeps the points just outside,
/// so that lines reach the edge. Cost: O(points in range).
void decimate(std::span<const double> steps, std::span<const double> values, double from, double to,
              int columns, std::vector<Point>& out);

}  // namespace fw::ui
