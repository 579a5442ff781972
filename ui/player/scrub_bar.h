// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractSlider>
#include <vector>

namespace fw::ui {

/// The frames of a file as a line: where the picture is, the cut, the frames that will be used, and places of
/// interest. Dragging and the arrow keys move the picture. GUI thread only.
class ScrubBar : public QAbstractSlider {
  Q_OBJECT
 public:
  explicit ScrubBar(QWidget* parent = nullptr);

  void setFrames(qint64 frames);
  /// The cut, in..out-1.
  void setCut(qint64 in, qint64 out);
  /// The frames that a model will see, first..last; nothing when first > last.
  void setUsed(qint64 first, qint64 last);
  /// E.g. proposed scene cuts.
  void setMarks(std::vector<qint64> marks);

  QSize sizeHint() const override { return {200, 26}; }
  QSize minimumSizeHint() const override { return {80, 26}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  double xOf(double frame) const;
  void goTo(double x);

  qint64 m_in = 0;
  qint64 m_out = 0;
  qint64 m_usedFirst = 0;
  qint64 m_usedLast = -1;
  std::vector<qint64> m_marks;
};

}  // namespace fw::ui
