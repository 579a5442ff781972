// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace fw::ui {

namespace {

class TintedIconEngine : public QIconEngine {
 public:
  TintedIconEngine(const QString& name, Tint tint) : m_name(name), m_tint(tint) {}

  QIconEngine* clone() const override { return new TintedIconEngine(m_name, m_tint); }
  QString iconName() override { return m_name; }

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    const qreal scale = painter->device() != nullptr ? painter->device()->devicePixelRatio() : 1;
    painter->drawPixmap(rect, scaledPixmap((QSizeF(rect.size()) * scale).toSize(), mode, state, scale));
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return scaledPixmap(size, mode, state, 1);
  }

  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal) override {
    const QColor color = colorFor(mode);
    const QString key =
        QStringLiteral("fw-icon-%1-%2-%3-%4").arg(m_name, color.name()).arg(size.width()).arg(size.height());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) return pixmap;
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    QSvgRenderer renderer(QStringLiteral(":/icons/%1.svg").arg(m_name));
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    renderer.render(&painter, QRectF(QPointF(), size));
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(image.rect(), color);
    painter.end();
    pixmap = QPixmap::fromImage(image);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
  }

 private:
  QColor colorFor(QIcon::Mode mode) const {
    const QPalette palette = QGuiApplication::palette();
    if (mode == QIcon::Disabled) return palette.color(QPalette::Disabled, QPalette::WindowText);
    if (mode == QIcon::Selected) return palette.color(QPalette::HighlightedText);
    return tintColor(m_tint, palette);
  }

  QString m_name;
  Tint m_tint;
};

}  // namespace

QIcon icon(const char* name, Tint tint) {
  return QIcon(new TintedIconEngine(QString::fromLatin1(name), tint));
}

QIcon applicationIcon() {
  return QIcon(QStringLiteral(":/icons/org.framewright.Framewright.svg"));
}

}  // namespace fw::ui
