// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <cstdint>
#include <vector>

#include "catalog/model_spec.h"

/// The sizes offered by a form; all of them pass catalog::check_video_size.
namespace fw::ui {

/// The model's default number of frames first, then all others up to its maximum.
std::vector<int64_t> legalFrames(const catalog::ModelSpec& model);

/// The model's default picture first, then common aspect ratios at its area and half of it, largest first.
/// Only the default if the model supports no other.
std::vector<QSize> usualPictures(const catalog::ModelSpec& model);

/// The nearest side length that the model supports.
int64_t nearestSide(const catalog::ModelSpec& model, int64_t side);

}  // namespace fw::ui
