// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <filesystem>

#include "media/writer.h"

/// A small H.264 clip of soft moving waves. They depend on `number` and the relative position, so that one
/// number looks alike at every size.
inline void make_test_clip(const std::filesystem::path& file, int number, int frames = 9,
                           fw::media::Size size = {64, 48}) {
  std::filesystem::create_directories(file.parent_path());
  fw::media::ClipWriter writer(file, size,
                               {.fps = {24, 1}, .preset = "ultrafast", .existing = fw::Existing::replace});
  for (int frame = 0; frame < frames; ++frame) {
    fw::media::RgbImage image(size.width, size.height);
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        double light = 0;
        for (int wave = 1; wave <= 8; ++wave) {
          const double across = (number * 7 + wave * 13) % 29 * (x + 0.5) / size.width;
          const double down = (number * 11 + wave * 17) % 23 * (y + 0.5) / size.height;
          light += std::cos(across + down + wave * number + 0.1 * frame);
        }
        uint8_t* pixel = image.row(y) + 3 * x;
        pixel[0] = pixel[1] = static_cast<uint8_t>(128 + 15 * light);
        pixel[2] = static_cast<uint8_t>(number * 37 % 256);
      }
    }
    writer.write(image);
  }
  writer.finish();
}

/// Three still scenes of 15 frames: a pattern, black, a pattern between bars.
inline void make_test_scenes(const std::filesystem::path& file) {
  std::filesystem::create_directories(file.parent_path());
  fw::media::ClipWriter writer(file, {64, 48}, {.fps = {24, 1}, .crf = 10});
  for (int frame = 0; frame < 45; ++frame) {
    fw::media::RgbImage image(64, 48);
    for (int y = 0; y < 48; ++y) {
      for (int x = 0; x < 192; ++x) {
        const bool lit = frame < 15 || (frame >= 30 && y >= 12 && y < 36);
        image.row(y)[x] = static_cast<uint8_t>(!lit ? 0 : frame < 15 ? 255 - 4 * y : 60 + x);
      }
    }
    writer.write(image);
  }
  writer.finish();
}
