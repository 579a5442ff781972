// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include "media/frame_index.h"
#include "ui/player/scrub_bar.h"
#include "ui/state/small_frames.h"

namespace fw::ui {

/// A scrub bar with a filmstrip under a time ruler, scene cuts across it, each sample's frames below, and the
/// ends of the cut as handles. Dragging an end shows its frame; Escape cancels. Ctrl and the wheel zoom,
/// Shift and the wheel scroll. GUI thread only; a worker decodes the pictures.
class Timeline : public ScrubBar {
  Q_OBJECT
 public:
  explicit Timeline(QWidget* parent = nullptr);

  void setFile(const std::filesystem::path& file, const media::FrameIndex& index);
  void clear();
  /// Whether it shows the frames of a file.
  bool hasFile() const { return !m_frames.file().empty(); }
  /// Whether the ends of the cut can be dragged.
  void setEditable(bool on);
  /// Zooms in, or out if `factor` is below 1, keeping the frame at `x` in place.
  void zoomBy(double factor, double x);
  /// Zooms around the current frame.
  void zoomBy(double factor);
  void showWhole() { zoomBy(0, 0); }
  bool isZoomed() const { return m_shown > 0; }
  /// The first visible frame and the one after the last, rounded.
  Range inView() const;
  /// Position of the handle of an end.
  QPoint handle(bool isIn) const;
  /// A label of the ruler and its position, within its frame.
  struct Tick {
    double x;
    QString text;
  };
  std::vector<Tick> ticks() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  /// The user dragged an end: the new cut is in..out-1.
  void cutChosen(qint64 in, qint64 out);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void sliderChange(SliderChange change) override;

 private:
  enum class End { in, out };
  int rulerHeight() const;
  QRectF strip() const;
  double framesOfTile() const;
  qint64 firstTile() const;
  qint64 endOfTiles() const;
  qint64 frameOfTile(qint64 tile) const;
  void view(double from, double shown);
  void wantPictures();
  std::optional<End> endAt(const QPointF& point) const;
  void dragTo(double x);
  double timeS(double frame) const;
  QString placeText(double x, bool isBelow) const;
  QString cutText() const;
  void paintRuler(QPainter& painter) const;
  void paintStrip(QPainter& painter) const;
  void paintSamples(QPainter& painter) const;
  void paintCut(QPainter& painter) const;
  void paintPlace(QPainter& painter) const;
  void paintView(QPainter& painter) const;

  media::FrameIndex m_index;
  SmallFrames m_frames;
  double m_aspect = 16.0 / 9;  // of one picture
  bool m_isEditable = false;
  std::optional<End> m_dragged;
  double m_grasp = 0;     // offset from the dragged end to the pointer
  qint64 m_inBefore = 0;  // the cut before the drag
  qint64 m_outBefore = 0;
};

}  // namespace fw::ui
