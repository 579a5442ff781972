// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
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
  planner::StepWork work;  ///< compute_s is unknown
  std::vector<PublishedTime> times;
};

inline planner::StepWork cogvideox(int64_t heads, int64_t blocks) {
  constexpr int64_t tokens = 226 + 13 * 30 * 45, head_width = 64;
  planner::StepWork work{.guidance = true, .guidance_bytes = 2.0 * 13 * 16 * 60 * 90};
  work.attention = {2 * blocks, 2.0 * static_cast<double>(tokens * heads * head_width * blocks), tokens,
                    heads};
  return work;
}

/// 161 frames of 768x1360, which are 21 pairs of latent frames.
inline planner::StepWork cogvideox15() {
  planner::StepWork work = cogvideox(48, 42);
  constexpr int64_t tokens = 226 + 21 * 48 * 85;
  work.attention.elements *= static_cast<double>(tokens) / static_cast<double>(work.attention.tokens);
  work.attention.tokens = tokens;
  work.guidance_bytes = 2.0 * 42 * 16 * 96 * 170;
  return work;
}

/// 129 frames; guidance is an input of the network, so there is one branch. @param plane  tokens of a latent
/// frame
inline planner::StepWork hunyuan_video(int64_t plane) {
  const int64_t tokens = 256 + 33 * plane, heads = 24, head_width = 128, blocks = 60;
  planner::StepWork work;
  work.attention = {blocks, static_cast<double>(tokens * heads * head_width * blocks), tokens, heads};
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

/// The same for whole clips with 50 steps: CogVideoX 1.5 from the figures in its chart, HunyuanVideo with
/// Ulysses as listed in docs/performance/hunyuanvideo.md. Includes encoding and decoding.
inline std::vector<PublishedCurve> published_clips() {
  const auto ulysses = [](const char* card, const char* model, int64_t plane,
                          const std::vector<std::pair<int64_t, double>>& clip_s) {
    PublishedCurve curve{card, model, hunyuan_video(plane), {}};
    for (const auto& [cards, seconds] : clip_s) curve.times.push_back({mesh(1, 1, cards), seconds / 50});
    return curve;
  };
  PublishedCurve longest{"L40",
                         "cogvideox-1.5-5b, 161x768x1360",
                         cogvideox15(),
                         {{mesh(1, 1, 1), 3624.12},
                          {mesh(1, 1, 2), 2092.11},
                          {mesh(1, 2, 1), 2023.06},
                          {mesh(2, 1, 1), 1855.82},
                          {mesh(1, 1, 3), 1486.58},
                          {mesh(1, 3, 1), 1444.89},
                          {mesh(1, 1, 4), 1484.33},
                          {mesh(1, 4, 1), 1162.93},
                          {mesh(2, 1, 3), 740.7},
                          {mesh(2, 3, 1), 737.03},
                          {mesh(2, 1, 4), 761.19},
                          {mesh(2, 4, 1), 593.18},
                          {mesh(2, 2, 2), 592.66}}};
  for (PublishedTime& time : longest.times) time.step_s /= 50;
  constexpr int64_t wide = 45 * 80, square = 60 * 60;
  const char *const wide_name = "hunyuan-video, 129x720x1280", *const square_name =
                                                                   "hunyuan-video, 129x960x960";
  return {longest,
          ulysses("H100", wide_name, wide, {{1, 1904.08}, {2, 925.04}, {4, 514.08}, {8, 337.58}}),
          ulysses("H20", wide_name, wide, {{1, 6639.17}, {2, 3400.55}, {4, 1762.86}, {8, 940.97}}),
          ulysses("L20", wide_name, wide, {{1, 6043.88}, {2, 3271.44}, {4, 2080.05}}),
          ulysses("H100", square_name, square, {{1, 1735.01}, {2, 934.09}, {3, 645.45}, {6, 367.02}}),
          ulysses("H20", square_name, square, {{1, 6621.46}, {2, 3400.55}, {3, 2310.48}, {6, 1214.67}}),
          ulysses("L20", square_name, square, {{1, 6039.08}, {2, 3260.62}, {3, 2284.74}})};
}

}  // namespace fw::tests
