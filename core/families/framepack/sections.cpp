// SPDX-License-Identifier: Apache-2.0
#include "families/framepack/sections.h"

#include <algorithm>
#include <numeric>

namespace fw::families {

using torch::Tensor;

namespace {

/// Frames seen at full, half and quarter size, nearest first.
constexpr int64_t seen[] = {1, 2, 16};
constexpr int64_t all_seen = 1 + 2 + 16;

}  // namespace

FramePackOrder framepack_order(std::string_view word) {
  return word == "vanilla" ? FramePackOrder::vanilla : FramePackOrder::inverted;
}

int64_t framepack_sections(int64_t frames, int64_t window) {
  return std::max<int64_t>(1, (frames - 1) / window);
}

FramePackPlaces framepack_places(FramePackOrder order, int64_t window, int64_t section, int64_t sections) {
  double next = 0;
  const auto take = [&next](int64_t count) {
    std::vector<double> places(static_cast<size_t>(count));
    std::iota(places.begin(), places.end(), next);
    next += static_cast<double>(count);
    return places;
  };
  FramePackPlaces places;
  places.clean = take(1);
  std::vector<double> nearest;
  if (order == FramePackOrder::vanilla) {
    places.history_4x = take(seen[2]);
    places.history_2x = take(seen[1]);
    nearest = take(seen[0]);
    places.window = take(window);
  } else {
    const bool is_cut = sections > 4 && section > 1;
    const int64_t windows = is_cut ? (section == sections - 1 ? 3 : 2) : section;
    take(windows * window);
    places.window = take(window);
    nearest = take(seen[0]);
    places.history_2x = take(seen[1]);
    places.history_4x = take(seen[2]);
  }
  places.clean.insert(places.clean.end(), nearest.begin(), nearest.end());
  return places;
}

FramePackParts<Tensor> framepack_history(FramePackOrder order, const Tensor& start, const Tensor& history) {
  const bool is_before = order == FramePackOrder::vanilla;
  const int64_t there = history.defined() ? std::min(history.size(2), all_seen) : 0;
  std::vector<int64_t> missing = start.sizes().vec();
  missing[2] = all_seen - there;
  Tensor frames = torch::zeros(missing, start.options());
  if (there > 0) {
    const Tensor near = history.narrow(2, is_before ? history.size(2) - there : 0, there).to(start.device());
    frames = is_before ? torch::cat({frames, near}, 2) : torch::cat({near, frames}, 2);
  }
  const auto part = [&](size_t i) {
    const int64_t from = std::accumulate(seen, seen + i, int64_t{0});
    return frames.narrow(2, is_before ? all_seen - from - seen[i] : from, seen[i]);
  };
  return {
      .window = {}, .clean = torch::cat({start, part(0)}, 2), .history_2x = part(1), .history_4x = part(2)};
}

}  // namespace fw::families
