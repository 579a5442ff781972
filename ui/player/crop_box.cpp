// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/player/crop_box.h"

#include <algorithm>
#include <cmath>

namespace fw::ui {

unsigned gripAt(const QRectF& box, const QPointF& point, double reach) {
  if (!box.adjusted(-reach, -reach, reach, reach).contains(point)) return NoGrip;
  unsigned grip = NoGrip;
  if (std::abs(point.x() - box.left()) <= reach)
    grip |= LeftEdge;
  else if (std::abs(point.x() - box.right()) <= reach)
    grip |= RightEdge;
  if (std::abs(point.y() - box.top()) <= reach)
    grip |= TopEdge;
  else if (std::abs(point.y() - box.bottom()) <= reach)
    grip |= BottomEdge;
  return grip != NoGrip ? grip : Inside;
}

QRect boundedCrop(QRect box, const QSize& picture) {
  box.setSize(box.size().expandedTo({smallestCrop, smallestCrop}).boundedTo(picture));
  box.moveLeft(std::clamp(box.left(), 0, picture.width() - box.width()));
  box.moveTop(std::clamp(box.top(), 0, picture.height() - box.height()));
  return box;
}

QRect draggedCrop(const QRect& box, unsigned grip, const QPoint& by, const QSize& picture, double aspect) {
  if (grip == Inside) return boundedCrop(box.translated(by), picture);
  double left = box.x();
  double top = box.y();
  double right = left + box.width();
  double bottom = top + box.height();
  if (grip & LeftEdge) left = std::clamp(left + by.x(), 0.0, right - smallestCrop);
  if (grip & RightEdge) right = std::clamp<double>(right + by.x(), left + smallestCrop, picture.width());
  if (grip & TopEdge) top = std::clamp(top + by.y(), 0.0, bottom - smallestCrop);
  if (grip & BottomEdge) bottom = std::clamp<double>(bottom + by.y(), top + smallestCrop, picture.height());
  if (aspect > 0) {
    const bool isWide = grip & (LeftEdge | RightEdge);
    const bool isHigh = grip & (TopEdge | BottomEdge);
    const double middleX = (left + right) / 2;
    const double middleY = (top + bottom) / 2;
    // The room from the fixed edge, or on both sides of the centre.
    const double roomX = grip & LeftEdge    ? right
                         : grip & RightEdge ? picture.width() - left
                                            : 2 * std::min(middleX, picture.width() - middleX);
    const double roomY = grip & TopEdge      ? bottom
                         : grip & BottomEdge ? picture.height() - top
                                             : 2 * std::min(middleY, picture.height() - middleY);
    double width = right - left;
    if (!isWide) width = (bottom - top) * aspect;
    if (isWide && isHigh) width = std::max(width, (bottom - top) * aspect);
    width = std::min({std::max({width, double(smallestCrop), smallestCrop * aspect}), roomX, roomY * aspect});
    const double height = width / aspect;
    left = grip & LeftEdge ? right - width : grip & RightEdge ? left : middleX - width / 2;
    top = grip & TopEdge ? bottom - height : grip & BottomEdge ? top : middleY - height / 2;
    right = left + width;
    bottom = top + height;
  }
  const auto whole = [](double edge) { return static_cast<int>(std::lround(edge)); };
  return boundedCrop({whole(left), whole(top), whole(right - left), whole(bottom - top)}, picture);
}

}  // namespace fw::ui
