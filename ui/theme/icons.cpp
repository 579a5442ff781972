// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include <QEvent>
#include <QGuiApplication>
#include <QIconEngine>
#include <QLabel>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <algorithm>

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

/// Redraws a label's icon when the palette changes, since pixmaps keep their colour.
class LabelIcon : public QObject {
 public:
  explicit LabelIcon(QLabel& label) : QObject(&label), m_label(label) { label.installEventFilter(this); }
  void show(const QIcon& icon, int side) {
    m_icon = icon;
    m_side = side;
    draw();
  }
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::PaletteChange) draw();
    return false;
  }

 private:
  void draw() { m_label.setPixmap(m_icon.pixmap(QSize(m_side, m_side), m_label.devicePixelRatioF())); }

  QLabel& m_label;
  QIcon m_icon;
  int m_side = 0;
};

}  // namespace

void showIcon(QLabel& label, const char* name, Tint tint, int side) {
  const auto& children = label.children();
  const auto found = std::ranges::find_if(
      children, [](QObject* child) { return dynamic_cast<LabelIcon*>(child) != nullptr; });
  auto* const shown = found == children.end() ? new LabelIcon(label) : static_cast<LabelIcon*>(*found);
  shown->show(icon(name, tint), side);
}

QIcon icon(const char* name, Tint tint) {
  return QIcon(new TintedIconEngine(QString::fromLatin1(name), tint));
}

QIcon applicationIcon() {
  return QIcon(QStringLiteral(":/icons/org.framewright.Framewright.svg"));
}

}  // namespace fw::ui
