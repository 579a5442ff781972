// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractSlider>
#include <vector>

namespace fw::ui {

/// A file's frames as a line with the current position, the cut, the used frames and marks. Dragging and the
/// arrow keys move the position. GUI thread only.
class ScrubBar : public QAbstractSlider {
  Q_OBJECT
 public:
  /// Frames first..last.
  struct Range {
    qint64 first = 0;
    qint64 last = -1;
  };

  explicit ScrubBar(QWidget* parent = nullptr);

  void setFrames(qint64 frames);
  /// The cut, in..out-1.
  void setCut(qint64 in, qint64 out);
  /// The frames that a model will see, one range per sample.
  void setUsed(std::vector<Range> samples);
  const std::vector<Range>& used() const { return m_used; }
  /// E.g. proposed scene cuts.
  void setMarks(std::vector<qint64> marks);
  const std::vector<qint64>& marks() const { return m_marks; }

  QSize sizeHint() const override { return {200, 26}; }
  QSize minimumSizeHint() const override { return {80, 26}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

  static constexpr int sideRoom = 8;  // half of the handle's width
  qint64 frames() const { return maximum() + qint64{1}; }
  /// Number of visible frames, from m_from on.
  double shown() const { return m_shown > 0 ? m_shown : static_cast<double>(frames()); }
  /// x of a frame's left edge.
  double xOf(double frame) const;
  double frameAt(double x) const;

  qint64 m_in = 0;
  qint64 m_out = 0;
  std::vector<Range> m_used;
  std::vector<qint64> m_marks;
  double m_from = 0;   // first visible frame
  double m_shown = 0;  // 0: all

 private:
  void goTo(double x);
};

}  // namespace fw::ui
