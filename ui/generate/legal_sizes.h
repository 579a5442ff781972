// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <cstdint>
#include <vector>

#include "catalog/model_spec.h"

/// What a form offers of the sizes that a model can make: all of them pass catalog::check_video_size.
namespace fw::ui {

/// The model's own number of frames first, then all others up to the most that it was trained on.
std::vector<int64_t> legalFrames(const catalog::ModelSpec& model);

/// The model's own picture first, then the usual aspects in its area and in half of it, largest first. Only
/// its own where it takes no other.
std::vector<QSize> usualPictures(const catalog::ModelSpec& model);

/// The nearest length of a side that the model takes.
int64_t nearestSide(const catalog::ModelSpec& model, int64_t side);

}  // namespace fw::ui
