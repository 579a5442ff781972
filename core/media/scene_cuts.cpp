// SPDX-License-Identifier: Apache-2.0
#include "media/scene_cuts.h"

#include <cstdlib>

namespace fw::media {

void SceneDetector::add(int64_t number, const RgbImage& small) {
  if (last_.pixels.size() == small.pixels.size() && !small.pixels.empty()) {
    int64_t sum = 0;
    for (size_t i = 0; i < small.pixels.size(); ++i) sum += std::abs(small.pixels[i] - last_.pixels[i]);
    steps_.push_back({number, static_cast<double>(sum) / static_cast<double>(small.pixels.size())});
  }
  last_ = small;
}

bool SceneDetector::stands_out(size_t step) const {
  constexpr size_t reach = 2;
  const size_t begin = step < reach ? 0 : step - reach;
  double sum = 0;
  size_t count = 0;
  for (size_t i = begin; i < steps_.size() && i <= step + reach; ++i) {
    if (i == step) continue;
    sum += steps_[i].change;
    ++count;
  }
  return count == 0 || steps_[step].change * static_cast<double>(count) >= options_.stands_out * sum;
}

std::vector<SceneCut> SceneDetector::cuts() const {
  std::vector<SceneCut> cuts;
  if (steps_.empty()) return cuts;
  const int64_t first = steps_.front().frame - 1;
  const int64_t end = steps_.back().frame + 1;
  for (size_t i = 0; i < steps_.size(); ++i) {
    const SceneCut& step = steps_[i];
    if (step.change < options_.least_change || !stands_out(i)) continue;
    if (step.frame - first < options_.least_frames || end - step.frame < options_.least_frames) continue;
    if (!cuts.empty() && step.frame - cuts.back().frame < options_.least_frames) {
      if (step.change > cuts.back().change) cuts.back() = step;
    } else {
      cuts.push_back(step);
    }
  }
  return cuts;
}

}  // namespace fw::media
