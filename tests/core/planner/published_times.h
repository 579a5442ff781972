// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/scaling.h"

/// Seconds of a denoising step of CogVideoX, 49 frames of 480x720, both guidance branches, as published by
/// xDiT: read off the charts of docs/performance/cogvideo.md (github.com/xdit-project/xDiT, images in
/// xdit_assets/performance/cogvideo). One card is diffusers' own time.
namespace fw::tests {

struct PublishedTime {
  launch::MeshShape mesh;
  double step_s;
  int64_t cards() const { return mesh.size(); }
};

struct PublishedCurve {
  std::string card, model;
  planner::StepWork work;  ///< compute_s is what is looked for
  std::vector<PublishedTime> times;
};

inline planner::StepWork cogvideox(int64_t heads, int64_t blocks) {
  constexpr int64_t tokens = 226 + 13 * 30 * 45, head_width = 64;
  planner::StepWork work{.guidance = true, .guidance_bytes = 2.0 * 13 * 16 * 60 * 90};
  work.attention = {2 * blocks, 2.0 * static_cast<double>(tokens * heads * head_width * blocks), tokens,
                    heads};
  return work;
}

inline launch::MeshShape mesh(int64_t guidance, int64_t ring, int64_t ulysses) {
  return {.guidance = guidance, .ring = ring, .ulysses = ulysses};
}

inline std::vector<PublishedCurve> published_curves() {
  const planner::StepWork small = cogvideox(30, 30), large = cogvideox(48, 42);
  return {{"L40",
           "cogvideox-5b",
           large,
           {{mesh(1, 1, 1), 6.28},
            {mesh(1, 1, 2), 3.63},
            {mesh(1, 2, 1), 3.65},
            {mesh(2, 1, 1), 3.05},
            {mesh(1, 1, 3), 2.70},
            {mesh(1, 3, 1), 2.61},
            {mesh(2, 1, 2), 1.80},
            {mesh(2, 2, 1), 1.73},
            {mesh(1, 2, 3), 1.45},
            {mesh(1, 3, 2), 1.58},
            {mesh(2, 1, 3), 1.35},
            {mesh(2, 3, 1), 1.31},
            {mesh(2, 2, 3), 0.82},
            {mesh(2, 3, 2), 0.81}}},
          {"L40",
           "cogvideox-2b",
           small,
           {{mesh(1, 1, 1), 2.10},
            {mesh(1, 1, 2), 1.24},
            {mesh(1, 2, 1), 1.23},
            {mesh(2, 1, 1), 1.02},
            {mesh(1, 1, 3), 0.95},
            {mesh(1, 3, 1), 0.89},
            {mesh(2, 1, 2), 0.63},
            {mesh(2, 2, 1), 0.60},
            {mesh(1, 2, 3), 0.55},
            {mesh(1, 3, 2), 0.63},
            {mesh(2, 1, 3), 0.50},
            {mesh(2, 3, 1), 0.49},
            {mesh(2, 2, 3), 0.69},
            {mesh(2, 3, 2), 0.54}}},
          {"A100",
           "cogvideox-5b",
           large,
           {{mesh(1, 1, 1), 4.07},
            {mesh(1, 1, 2), 2.38},
            {mesh(1, 2, 1), 2.44},
            {mesh(2, 1, 1), 2.12},
            {mesh(2, 1, 2), 1.27},
            {mesh(2, 2, 1), 1.27}}},
          {"A100",
           "cogvideox-2b",
           small,
           {{mesh(1, 1, 1), 1.44},
            {mesh(1, 1, 2), 0.87},
            {mesh(1, 2, 1), 0.88},
            {mesh(2, 1, 1), 0.74},
            {mesh(2, 1, 2), 0.48},
            {mesh(2, 2, 1), 0.47}}}};
}

}  // namespace fw::tests
