// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include "media/frame.h"

namespace fw::ui {

/// Copies the picture. Thread: any.
inline QImage toImage(const media::RgbImage& picture) {
  const QImage view(picture.pixels.data(), picture.width, picture.height, picture.width * 3,
                    QImage::Format_RGB888);
  return view.convertToFormat(QImage::Format_RGB32);
}

}  // namespace fw::ui
