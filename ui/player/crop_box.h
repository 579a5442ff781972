// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QRectF>

/// The arithmetic of a crop box that is dragged by its handles. Thread: any.
namespace fw::ui {

/// What of a box the pointer grasps: a corner is two edges.
enum CropGrip : unsigned {
  NoGrip = 0,
  LeftEdge = 1,
  TopEdge = 2,
  RightEdge = 4,
  BottomEdge = 8,
  Inside = 16
};

constexpr int smallestCrop = 16;

/// @param reach  to both sides of an edge
unsigned gripAt(const QRectF& box, const QPointF& point, double reach);

/// The box inside the picture, moved and reduced where it has to be.
QRect boundedCrop(QRect box, const QSize& picture);

/// The box after the grasped part was dragged by so much. The opposite edges stay.
/// @param aspect  width to height that it keeps; 0: any
QRect draggedCrop(const QRect& box, unsigned grip, const QPoint& by, const QSize& picture, double aspect);

}  // namespace fw::ui
