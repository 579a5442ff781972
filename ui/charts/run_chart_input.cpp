// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keyboard input of charts.
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/charts/chart_colors.h"
#include "ui/charts/marker_strip.h"
#include "ui/charts/run_chart.h"
#include "ui/state/curve_store.h"
#include "ui/state/fault_text.h"

namespace fw::ui {

namespace {

constexpr double notchZoom = 0.8;  // per wheel notch or key press
constexpr double keyPan = 0.1;     // share of the visible range
constexpr double cursorReach = 6;  // pixels around a measured point that count as a hit

QString valueText(const QLocale& locale, double value) {
  return locale.toString(value, 'g', 4);
}

}  // namespace

/// The point to show at a step: the last one up to it, or for measured lines the one under the cursor.
/// Nothing before a line begins, after it ends, or between measurements.
std::optional<size_t> RunChart::pointAt(const Line& line, double step) const {
  const double reach = cursorReach * (m_view.to() - m_view.from()) / std::max(axisRect()->width(), 1);
  if (line.steps.empty() || step > line.steps.back() + std::max(reach, 0.5)) return std::nullopt;
  const auto after = std::ranges::upper_bound(line.steps, step);
  auto at = static_cast<size_t>(after - line.steps.begin());
  if (line.drawn != Drawn::measured) return at > 0 ? std::optional(at - 1) : std::nullopt;
  const bool isNext =
      at < line.steps.size() && (at == 0 || line.steps[at] - step < step - line.steps[at - 1]);
  if (!isNext) --at;
  return std::abs(line.steps[at] - step) <= std::max(reach, 0.5) ? std::optional(at) : std::nullopt;
}

QString RunChart::readout() const {
  if (!m_view.cursor()) return {};
  const double step = std::round(*m_view.cursor());
  QString rows;
  for (const Line& line : m_lines) {
    if (line.faint) continue;
    const auto found = pointAt(line, step);
    if (!found) continue;
    const size_t at = *found;
    QStringList name;
    if (m_runs.size() > 1) name << line.run.toHtmlEscaped();
    if (m_spec.series.size() > 1 || m_runs.size() == 1) name << line.label.toHtmlEscaped();
    rows +=
        QStringLiteral("<tr><td><font color=\"%1\">■</font> %2&nbsp;</td><td align=\"right\">%3</td></tr>")
            .arg(seriesColor(line.color, palette()).name(), name.join(comma()),
                 valueText(locale(), line.values[at]));
  }
  if (rows.isEmpty()) return {};
  return QStringLiteral("<b>%1</b><table cellspacing=\"0\">%2</table>")
      .arg(tr("Step %1").arg(locale().toString(static_cast<qlonglong>(step))), rows);
}

void RunChart::showCursor() {
  const std::optional<double> step = m_view.cursor();
  m_vertical->setVisible(step.has_value());
  m_horizontal->setVisible(step.has_value() && underMouse());
  if (step) {
    m_vertical->point1->setCoords(*step, 1);
    m_vertical->point2->setCoords(*step, 2);
  }
  layer(overlay)->replot();
  const bool here = step && (underMouse() || hasFocus());
  const QString text = here ? readout() : QString();
  m_readout->setVisible(!text.isEmpty());
  if (text.isEmpty()) return;
  m_readout->setText(text);
  setAccessibleDescription(QTextDocumentFragment::fromHtml(text).toPlainText());
  placeReadout();
}

void RunChart::placeReadout() {
  m_readout->adjustSize();
  const QRect area = axisRect()->rect();
  const int x = static_cast<int>(xAxis->coordToPixel(*m_view.cursor()));
  const bool left = x > area.center().x();
  m_readout->move(left ? x - m_readout->width() - 10 : x + 10, area.top() + 4);
  m_readout->raise();
}

void RunChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  m_pressed = event->position();
  m_pressedFrom = m_view.from();
  m_pressedTo = m_view.to();
  m_dragged = false;
}

void RunChart::mouseMoveEvent(QMouseEvent* event) {
  const QPointF point = event->position();
  if (m_pressed) {
    const double pixels = m_pressed->x() - point.x();
    m_dragged = m_dragged || std::abs(pixels) >= QApplication::startDragDistance();
    if (!m_dragged) return;
    setCursor(Qt::ClosedHandCursor);
    const double steps = pixels * (m_pressedTo - m_pressedFrom) / std::max(axisRect()->width(), 1);
    m_view.show(m_pressedFrom + steps, m_pressedTo + steps);
    return;
  }
  setCursor(m_markers->clipAt(point) ? Qt::PointingHandCursor : Qt::ArrowCursor);
  if (!axisRect()->rect().contains(point.toPoint())) return m_view.setCursor(std::nullopt);
  const double value = yAxis->pixelToCoord(point.y());
  m_horizontal->point1->setCoords(m_view.from(), value);
  m_horizontal->point2->setCoords(m_view.to(), value);
  m_view.setCursor(xAxis->pixelToCoord(point.x()));
}

void RunChart::mouseReleaseEvent(QMouseEvent* event) {
  if (!m_pressed || event->button() != Qt::LeftButton) return event->ignore();
  m_pressed.reset();
  setCursor(Qt::ArrowCursor);
  if (m_dragged) return;
  if (const auto step = m_markers->clipAt(event->position())) openClipAt(*step);
}

void RunChart::mouseDoubleClickEvent(QMouseEvent*) {
  m_pressed.reset();
  m_view.fit();
  fitValues();
}

void RunChart::wheelEvent(QWheelEvent* event) {
  // The page scrolls under the pointer, so a chart uses the wheel only when focused or with Ctrl.
  const bool wanted = hasFocus() || (event->modifiers() & Qt::ControlModifier);
  if (!wanted || event->angleDelta().y() == 0) return event->ignore();
  const double factor = std::pow(notchZoom, event->angleDelta().y() / 120.0);
  const QPointF point = event->position();
  if (point.x() < axisRect()->left()) {
    m_valuesHeld = true;
    yAxis->scaleRange(factor, yAxis->pixelToCoord(point.y()));
    chooseTicks();
    replot(QCustomPlot::rpQueuedReplot);
  } else {
    m_view.zoom(factor, xAxis->pixelToCoord(point.x()));
  }
  event->accept();
}

void RunChart::leaveEvent(QEvent*) {
  m_view.setCursor(std::nullopt);
}

void RunChart::keyPressEvent(QKeyEvent* event) {
  const double length = m_view.to() - m_view.from();
  const double middle = m_view.cursor().value_or((m_view.from() + m_view.to()) / 2);
  const bool moveCursor = event->modifiers() & Qt::ShiftModifier;
  const double pixel = std::max(1.0, std::round(length / std::max(axisRect()->width(), 1)));
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
      const int sign = event->key() == Qt::Key_Left ? -1 : 1;
      if (moveCursor) return m_view.setCursor(std::round(middle) + sign * pixel);
      return m_view.pan(sign * length * keyPan);
    }
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return m_view.zoom(notchZoom, middle);
    case Qt::Key_Minus:
      return m_view.zoom(1 / notchZoom, middle);
    case Qt::Key_Home:
      m_view.fit();
      return fitValues();
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      if (m_markers->clips().empty()) break;
      return goToMarker(event->key() == Qt::Key_PageUp ? -1 : 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!m_view.cursor() || m_markers->clips().empty()) break;
      return openClipAt(*m_view.cursor());
    default:
      break;
  }
  event->ignore();
}

void RunChart::goToMarker(int direction) {
  const std::vector<double>& clips = m_markers->clips();
  const double here = m_view.cursor().value_or(direction > 0 ? m_view.from() : m_view.to());
  if (direction > 0) {
    const auto next = std::ranges::upper_bound(clips, here);
    m_view.setCursor(next == clips.end() ? clips.back() : *next);
  } else {
    const auto next = std::ranges::lower_bound(clips, here);
    m_view.setCursor(next == clips.begin() ? clips.front() : *std::prev(next));
  }
}

void RunChart::openClipAt(double step) {
  if (m_runs.empty() || m_runs.front().curves == nullptr) return;
  const auto& clips = m_runs.front().curves->clips;
  const auto distance = [step](const RunClip& clip) { return std::abs(clip.step - step); };
  const auto nearest = std::ranges::min_element(clips, {}, distance);
  if (nearest != clips.end()) Q_EMIT clipRequested(m_runs.front().folder, nearest->path);
}

bool RunChart::event(QEvent* event) {
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
  if (event->type() != QEvent::ToolTip) return QCustomPlot::event(event);
  const auto* const help = static_cast<QHelpEvent*>(event);
  const auto number = [this](double step) { return locale().toString(static_cast<qlonglong>(step)); };
  if (const auto clip = m_markers->clipAt(help->pos())) {
    const auto count = std::ranges::count(m_runs.front().curves->clips, *clip, &RunClip::step);
    QToolTip::showText(
        help->globalPos(),
        tr("%n clips at step %1. Click to see them.", nullptr, static_cast<int>(count)).arg(number(*clip)));
  } else if (const auto checkpoint = m_markers->checkpointAt(help->pos())) {
    QToolTip::showText(help->globalPos(), tr("Checkpoint at step %1").arg(number(*checkpoint)));
  } else if (help->pos().x() < axisRect()->left() && yAxis->label() != m_spec.axis) {
    QToolTip::showText(help->globalPos(), m_spec.axis);
  } else {
    QToolTip::hideText();
  }
  return true;
}

}  // namespace fw::ui
