// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>
#include <optional>

#include "ui/state/small_frames.h"

namespace fw::ui {

class ClipGrid;
class ClipModel;
class ClipStore;

/// Scrubs through a clip under the pointer: the first frame at the left edge of its picture, the last at the
/// right. GUI thread only; frames are decoded on a worker.
class HoverScrub : public QObject {
  Q_OBJECT
 public:
  HoverScrub(ClipGrid& grid, ClipModel& model, ClipStore& store, QObject* parent = nullptr);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void follow();
  void show();
  void showNone();

  ClipGrid& m_grid;
  ClipModel& m_model;
  ClipStore& m_store;
  SmallFrames m_frames;
  std::optional<QPoint> m_pointer;  // screen position: the grid may scroll under it
  qint64 m_clip = 0;                // under the pointer
  qint64 m_frame = 0;               // at the pointer
  double m_place = 0;               // relative position in the picture, 0 to 1
};

}  // namespace fw::ui
