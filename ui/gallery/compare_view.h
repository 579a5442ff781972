// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/player/video_view.h"

namespace fw::ui {

/// A picture with a caption, and another picture over its left part, up to a divider that is dragged or moved
/// with the arrow keys. GUI thread only.
class CompareView : public VideoView {
  Q_OBJECT
 public:
  explicit CompareView(QWidget* parent = nullptr);

  /// Captions of the picture and of the part left of the divider; empty: none.
  void setNotes(const QString& own, const QString& other = {});
  /// While on, `other` covers the part left of the divider.
  void setWiping(bool on);
  bool isWiping() const { return m_isWiping; }
  void setOther(const QImage& other);
  const QImage& other() const { return m_other; }
  /// 0 (left edge of the picture) to 1 (right edge).
  double divider() const { return m_divider; }
  void setDivider(double part);

 Q_SIGNALS:
  void dividerMoved(double part);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  /// The visible part of the picture.
  QRectF visiblePart() const;
  double dividerX() const;
  void drawOther(QPainter& painter) const;
  void drawNote(QPainter& painter, const QString& text, bool isRight) const;

  QString m_plainHelp;
  QString m_note;
  QString m_otherNote;
  QImage m_other;
  double m_divider = 0.5;
  bool m_isWiping = false;
  bool m_isDragging = false;
};

}  // namespace fw::ui
