// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/marker_strip.h"

#include "ui/theme/palettes.h"

namespace fw::ui {

namespace {

constexpr double reach = 7;  // pixels around a marker that count as a hit

}  // namespace

MarkerStrip::MarkerStrip(QCustomPlot* plot) : QCPAbstractItem(plot) {
  setClipToAxisRect(false);
  setSelectable(false);
}

void MarkerStrip::setMarkers(std::vector<double> checkpoints, std::vector<double> clips) {
  m_checkpoints = std::move(checkpoints);
  m_clips = std::move(clips);
}

std::optional<double> MarkerStrip::markerAt(const std::vector<double>& steps, const QPointF& point) const {
  const QRect area = mParentPlot->axisRect()->rect();
  if (point.y() < area.top() - height || point.y() > area.top()) return std::nullopt;
  std::optional<double> nearest;
  double least = reach;
  for (const double step : steps) {
    const double distance = std::abs(mParentPlot->xAxis->coordToPixel(step) - point.x());
    if (distance > least) continue;
    least = distance;
    nearest = step;
  }
  return nearest;
}

double MarkerStrip::selectTest(const QPointF&, bool, QVariant*) const {
  return -1;
}

void MarkerStrip::draw(QCPPainter* painter) {
  const QPalette palette = mParentPlot->palette();
  const QRect area = mParentPlot->axisRect()->rect();
  const QColor ground = palette.color(QPalette::Base);
  const double upper = area.top() - height + 6.0;
  const double lower = area.top() - 4.0;
  double last = -1e9;
  const auto each = [&](const std::vector<double>& steps, const QColor& color, const auto& glyph) {
    last = -1e9;
    for (const double step : steps) {
      const double x = mParentPlot->xAxis->coordToPixel(step);
      // Draws one glyph where several would overlap.
      if (x < area.left() || x > area.right() + 1 || x - last < 4) continue;
      last = x;
      painter->setPen(QPen(blended(ground, color, 0.35), 1, Qt::DotLine));
      painter->drawLine(QLineF(x, area.top(), x, area.bottom()));
      painter->setPen(Qt::NoPen);
      painter->setBrush(color);
      glyph(x);
    }
  };
  painter->setAntialiasing(true);
  each(m_checkpoints, palette.color(QPalette::PlaceholderText), [&](double x) {
    painter->drawPolygon(QPolygonF({{x, lower - 3.5}, {x + 3.5, lower}, {x, lower + 3.5}, {x - 3.5, lower}}));
  });
  each(m_clips, tintColor(Tint::accent, palette), [&](double x) {
    painter->drawPolygon(QPolygonF({{x - 3.5, upper - 5}, {x + 5, upper}, {x - 3.5, upper + 5}}));
  });
}

}  // namespace fw::ui
