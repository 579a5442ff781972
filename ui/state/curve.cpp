// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/curve.h"

#include <algorithm>

namespace fw::ui {

void Curve::cut(double step) {
  const auto keep = static_cast<size_t>(std::ranges::lower_bound(steps, step) - steps.begin());
  steps.resize(keep);
  values.resize(keep);
}

std::vector<double> smoothed(std::span<const double> values, double decay) {
  std::vector<double> averages;
  averages.reserve(values.size());
  double sum = 0, weight = 0;
  for (const double value : values) {
    sum = decay * sum + (1 - decay) * value;
    weight = decay * weight + (1 - decay);
    averages.push_back(sum / weight);
  }
  return averages;
}

void decimate(std::span<const double> steps, std::span<const double> values, double from, double to,
              int columns, std::vector<Point>& out) {
  out.clear();
  auto first = static_cast<size_t>(std::ranges::lower_bound(steps, from) - steps.begin());
  auto last = static_cast<size_t>(std::ranges::upper_bound(steps, to) - steps.begin());
  if (first > 0) --first;
  if (last < steps.size()) ++last;
  const size_t count = last - first;
  if (count <= static_cast<size_t>(columns) * 2 || columns < 1) {
    for (size_t i = first; i < last; ++i) out.push_back({steps[i], values[i]});
    return;
  }
  out.reserve(static_cast<size_t>(columns) * 2 + 4);
  out.push_back({steps[first], values[first]});
  const double width = (to - from) / columns;
  size_t i = first + 1;
  while (i + 1 < last) {
    const double edge = from + width * (static_cast<int>((steps[i] - from) / width) + 1);
    size_t low = i, high = i;
    for (++i; i + 1 < last && steps[i] < edge; ++i) {
      if (values[i] < values[low]) low = i;
      if (values[i] > values[high]) high = i;
    }
    out.push_back({steps[std::min(low, high)], values[std::min(low, high)]});
    if (low != high) out.push_back({steps[std::max(low, high)], values[std::max(low, high)]});
  }
  out.push_back({steps[last - 1], values[last - 1]});
}

}  // namespace fw::ui
