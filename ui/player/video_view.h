// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>
#include <optional>

class QPainter;

namespace fw::ui {

/// A picture, as large as fits or at any zoom, and what is drawn over it: the part that a model will see, and
/// a rectangle that a person draws. Rectangles are in pixels of the shown picture, whatever the size of the
/// image is. GUI thread only.
class VideoView : public QWidget {
  Q_OBJECT
 public:
  explicit VideoView(QWidget* parent = nullptr);

  void setImage(const QImage& image, const QSize& shownSize);
  /// Instead of a picture.
  void setText(const QString& text);
  const QImage& image() const { return m_image; }
  QSize shownSize() const { return m_shownSize; }

  /// 0 fits the picture into the view; else screen pixels for each pixel of the picture.
  void setZoom(double zoom);
  double zoom() const { return m_zoom; }
  void zoomBy(double factor, const QPointF& around);
  /// Shows the part of its picture that another view shows of its own.
  void showLike(const VideoView& other);

  /// A person's crop; nothing: none.
  void setCrop(const std::optional<QRect>& crop);
  /// What will be used of the picture; the rest is darkened.
  void setUsedPart(const std::optional<QRect>& part);
  /// While on, dragging draws a crop, a handle resizes it and its inside moves it; arrow keys move it (with
  /// Ctrl: resize it). Return takes it and Escape leaves it; both end cropping.
  void setCropping(bool on);
  bool isCropping() const { return m_isCropping; }
  /// Width to height of what is drawn; 0: any.
  void setCropAspect(double aspect) { m_cropAspect = aspect; }

  QPointF toPicture(const QPointF& point) const;
  QRectF toView(const QRectF& rect) const;
  QSize sizeHint() const override { return {420, 280}; }
  QSize minimumSizeHint() const override { return {160, 90}; }

 Q_SIGNALS:
  void cropDrawn(const QRect& crop);
  /// By a key: no more is to be drawn.
  void croppingDone();
  /// By a person or a call: another part of the picture is shown.
  void zoomChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  double scale() const;
  QPointF origin() const;
  void drawTo(const QPointF& corner);
  void dragTo(const QPointF& place);
  void moveCrop(const QPoint& by, bool resize);
  void takeDrawn();
  void showCursor(const QPointF& place);
  void paintCrop(QPainter& painter) const;

  QImage m_image;
  QSize m_shownSize;
  QString m_text;
  double m_zoom = 0;
  QPointF m_pan;  // of the picture's middle from the view's
  std::optional<QRect> m_crop;
  std::optional<QRect> m_usedPart;
  std::optional<QRect> m_drawn;  // not taken yet
  double m_cropAspect = 0;
  bool m_isCropping = false;
  std::optional<QPointF> m_pressed;  // in the picture while a crop is drawn, else in the view
  unsigned m_grip = 0;               // of the crop, that is dragged
  QRect m_grasped;                   // the crop when it was grasped
};

}  // namespace fw::ui
