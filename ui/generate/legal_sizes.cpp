// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/legal_sizes.h"

#include <algorithm>
#include <cmath>

namespace fw::ui {

namespace {

constexpr double usualAspects[]{16.0 / 9, 3.0 / 2, 4.0 / 3, 1, 3.0 / 4, 2.0 / 3, 9.0 / 16};

}  // namespace

std::vector<int64_t> legalFrames(const catalog::ModelSpec& model) {
  std::vector<int64_t> frames{model.native_frames};
  const int64_t most = std::max(model.native_frames, model.rules.max_frames());
  for (int64_t count = model.rules.least_frames(); count <= most; count += model.rules.vae_frame_step) {
    if (count != model.native_frames) frames.push_back(count);
  }
  return frames;
}

int64_t nearestSide(const catalog::ModelSpec& model, int64_t side) {
  const int64_t multiple = model.rules.size_multiple;
  return std::max<int64_t>(1, (side + multiple / 2) / multiple) * multiple;
}

std::vector<QSize> usualPictures(const catalog::ModelSpec& model) {
  const QSize own(static_cast<int>(model.rules.native_width), static_cast<int>(model.rules.native_height));
  std::vector<QSize> pictures{own};
  if (!model.rules.any_size) return pictures;
  const double area = static_cast<double>(own.width()) * own.height();
  const auto add = [&](double width, double height) {
    const QSize picture(static_cast<int>(nearestSide(model, std::llround(width))),
                        static_cast<int>(nearestSide(model, std::llround(height))));
    if (std::ranges::find(pictures, picture) == pictures.end()) pictures.push_back(picture);
  };
  for (const double part : {1.0, 0.5}) {
    if (part < 1) add(own.width() * std::sqrt(part), own.height() * std::sqrt(part));
    for (const double aspect : usualAspects)
      add(std::sqrt(area * part * aspect), std::sqrt(area * part / aspect));
  }
  return pictures;
}

}  // namespace fw::ui
