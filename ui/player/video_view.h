// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>
#include <optional>

class QPainter;

namespace fw::ui {

/// A picture, fitted or at any zoom, with overlays: the part that a model will see, and a rectangle that the
/// user draws. Rectangles are in pixels of the displayed picture, whatever the image's size. GUI thread only.
class VideoView : public QWidget {
  Q_OBJECT
 public:
  explicit VideoView(QWidget* parent = nullptr);

  void setImage(const QImage& image, const QSize& shownSize);
  /// Shown instead of a picture.
  void setText(const QString& text);
  const QImage& image() const { return m_image; }
  QSize shownSize() const { return m_shownSize; }

  /// 0 fits the picture into the view; otherwise screen pixels per picture pixel.
  void setZoom(double zoom);
  double zoom() const { return m_zoom; }
  void zoomBy(double factor, const QPointF& around);
  /// Shows the same part of its picture as another view does.
  void showLike(const VideoView& other);

  /// The user's crop; nullopt: none.
  void setCrop(const std::optional<QRect>& crop);
  /// The used part of the picture; the rest is darkened.
  void setUsedPart(const std::optional<QRect>& part);
  /// While on, dragging draws a crop, its handles resize it and its inside moves it; the arrow keys move it
  /// (with Ctrl: resize it). Return accepts and Escape cancels; both end cropping.
  void setCropping(bool on);
  bool isCropping() const { return m_isCropping; }
  /// Width to height of the crop; 0: any.
  void setCropAspect(double aspect) { m_cropAspect = aspect; }

  QPointF toPicture(const QPointF& point) const;
  QRectF toView(const QRectF& rect) const;
  QSize sizeHint() const override { return {420, 280}; }
  QSize minimumSizeHint() const override { return {160, 90}; }

 Q_SIGNALS:
  void cropDrawn(const QRect& crop);
  /// A key ended cropping.
  void croppingDone();
  /// The visible part of the picture changed, by the user or by a call.
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
  QPointF m_pan;  // from the view's centre to the picture's
  std::optional<QRect> m_crop;
  std::optional<QRect> m_usedPart;
  std::optional<QRect> m_drawn;  // not accepted yet
  double m_cropAspect = 0;
  bool m_isCropping = false;
  std::optional<QPointF> m_pressed;  // in picture coordinates while drawing a crop, otherwise in the view's
  unsigned m_grip = 0;               // the dragged part of the crop
  QRect m_grasped;                   // the crop when dragging began
};

}  // namespace fw::ui
