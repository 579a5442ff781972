// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QRectF>

/// Geometry of a crop box dragged by its handles. Thread: any.
namespace fw::ui {

/// The grabbed edges of a box; a corner is two edges.
enum CropGrip : unsigned {
  NoGrip = 0,
  LeftEdge = 1,
  TopEdge = 2,
  RightEdge = 4,
  BottomEdge = 8,
  Inside = 16
};

constexpr int smallestCrop = 16;

/// @param reach  tolerance on both sides of an edge
unsigned gripAt(const QRectF& box, const QPointF& point, double reach);

/// The box moved and shrunk, if necessary, to fit inside the picture.
QRect boundedCrop(QRect box, const QSize& picture);

/// The box after dragging the grabbed part by `by`; the opposite edges stay.
/// @param aspect  width to height to preserve; 0: any
QRect draggedCrop(const QRect& box, unsigned grip, const QPoint& by, const QSize& picture, double aspect);

}  // namespace fw::ui
