// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/charts/step_view.h"
#include "ui/state/curve_store.h"

namespace fw::ui {

class ThumbnailCache;

/// The clips of one prompt as thumbnails below a chart's step axis, each under its step. Where they would
/// overlap, the newest is shown; zooming in makes room for the others. GUI thread only.
class SampleStrip : public QWidget {
  Q_OBJECT
 public:
  SampleStrip(StepView& view, ThumbnailCache& thumbnails, QWidget* parent = nullptr);

  /// @param clips  by step
  void setClips(std::vector<RunClip> clips);
  const std::vector<RunClip>& clips() const { return m_clips; }
  /// The ends of the step axis, in pixels of this widget.
  void setAxis(int left, int right);
  /// The marked clip; empty: none. @param path  RunClip::path
  void setChosen(const QString& path);

  struct Cell {
    size_t clip = 0;  ///< in clips()
    QRect place;
    double stepX = 0;
  };
  /// The shown ones, by step.
  const std::vector<Cell>& cells() const { return m_cells; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {100, sizeHint().height()}; }

 Q_SIGNALS:
  /// On a click or Return.
  void clipChosen(const fw::ui::RunClip& clip);
  /// On a right click or the Menu key.
  void menuRequested(const fw::ui::RunClip& clip, const QPoint& globalPos);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void arrange();
  const Cell* cellAt(const QPoint& point) const;
  void setCurrent(size_t clip);
  void paintCell(QPainter& painter, const Cell& cell);

  StepView& m_view;
  ThumbnailCache& m_thumbnails;
  std::vector<RunClip> m_clips;
  std::vector<Cell> m_cells;
  QString m_chosen;
  QString m_current;  // the keyboard's current clip
  int m_left = 0;
  int m_right = 0;
};

}  // namespace fw::ui
