// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/player/scrub_bar.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/palettes.h"
#include "ui/theme/style.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

constexpr int grooveHeight = 8;

}  // namespace

ScrubBar::ScrubBar(QWidget* parent) : QAbstractSlider(parent) {
  named(this, tr("Position in the clip"),
        tr("Arrow keys move by one frame, Page Up and Page Down by one second."));
  setOrientation(Qt::Horizontal);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ScrubBar::setFrames(qint64 frames) {
  setRange(0, static_cast<int>(std::max<qint64>(0, frames - 1)));
  setCut(0, frames);
  setUsed({});
  setMarks({});
}

void ScrubBar::setCut(qint64 in, qint64 out) {
  m_in = in;
  m_out = out;
  update();
}

void ScrubBar::setUsed(std::vector<Range> samples) {
  m_used = std::move(samples);
  update();
}

void ScrubBar::setMarks(std::vector<qint64> marks) {
  m_marks = std::move(marks);
  update();
}

/// Every frame has a width, so that the last one is visible.
double ScrubBar::xOf(double frame) const {
  return sideRoom + (width() - 2.0 * sideRoom) * (frame - m_from) / shown();
}

double ScrubBar::frameAt(double x) const {
  return m_from + (x - sideRoom) / std::max(1.0, width() - 2.0 * sideRoom) * shown();
}

void ScrubBar::goTo(double x) {
  setSliderPosition(static_cast<int>(std::floor(frameAt(x))));
}

void ScrubBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  const QPalette& colors = palette();
  const double top = (height() - grooveHeight) / 2.0;
  const auto bar = [&](double from, double to, const QColor& color, double inset) {
    painter.setBrush(color);
    painter.drawRoundedRect(
        QRectF(xOf(from), top + inset, std::max(2.0, xOf(to) - xOf(from)), grooveHeight - 2 * inset), 3, 3);
  };
  bar(0, static_cast<double>(frames()),
      blended(colors.color(QPalette::Window), colors.color(QPalette::WindowText), 0.15), 0);
  if (!isEnabled()) return;
  bar(static_cast<double>(m_in), static_cast<double>(m_out),
      blended(colors.color(QPalette::Window), colors.color(QPalette::Highlight), 0.55), 0);
  for (const Range& sample : m_used)
    bar(static_cast<double>(sample.first), static_cast<double>(sample.last) + 1,
        tintColor(Tint::good, colors), 2.5);
  painter.setBrush(tintColor(Tint::warning, colors));
  for (const qint64 mark : m_marks)
    painter.drawRect(QRectF(xOf(static_cast<double>(mark)) - 1, top - 4, 2, grooveHeight + 8));
  const double middle = xOf(sliderPosition() + 0.5);
  painter.setBrush(colors.color(QPalette::WindowText));
  painter.drawRoundedRect(QRectF(middle - 2.5, top - 6, 5, grooveHeight + 12), 2, 2);
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(colors.color(QPalette::Highlight));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Style::radius, Style::radius);
  }
}

void ScrubBar::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  setSliderDown(true);
  goTo(event->position().x());
  setSliderDown(false);
}

void ScrubBar::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) goTo(event->position().x());
}

}  // namespace fw::ui
