// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include "media/frame_index.h"
#include "ui/player/scrub_bar.h"
#include "ui/state/small_frames.h"

namespace fw::ui {

/// A scrub bar that shows its frames as a strip of pictures under a ruler of time, with scene cuts across it,
/// the frames of each sample below, and the two ends of the cut as handles. Dragging an end shows the frame
/// there; Escape gives it up. It can be zoomed in on, with Ctrl and the wheel too; with Shift the wheel moves
/// what is in view. GUI thread only; pictures are decoded on a worker.
class Timeline : public ScrubBar {
  Q_OBJECT
 public:
  explicit Timeline(QWidget* parent = nullptr);

  void setFile(const std::filesystem::path& file, const media::FrameIndex& index);
  void clear();
  /// Whether it has a file whose frames it shows.
  bool hasFile() const { return !m_frames.file().empty(); }
  /// Whether the ends of the cut can be dragged.
  void setEditable(bool on);
  /// Shows fewer frames, or more of them below 1, and keeps the one at `x` where it is.
  void zoomBy(double factor, double x);
  /// Around the frame that is shown.
  void zoomBy(double factor);
  void showWhole() { zoomBy(0, 0); }
  bool isZoomed() const { return m_shown > 0; }
  /// The first frame in view and the one behind the last, rounded.
  Range inView() const;
  /// Where the handle of an end is grasped.
  QPoint handle(bool isIn) const;
  /// A time of the ruler, and where it stands: within its frame.
  struct Tick {
    double x;
    QString text;
  };
  std::vector<Tick> ticks() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  /// An end was dragged: the cut is to be in..out-1.
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
  double m_aspect = 16.0 / 9;  // of a picture
  bool m_isEditable = false;
  std::optional<End> m_dragged;
  double m_grasp = 0;     // from the dragged end to the pointer
  qint64 m_inBefore = 0;  // what was there before an end was dragged
  qint64 m_outBefore = 0;
};

}  // namespace fw::ui
