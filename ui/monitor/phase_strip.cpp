// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/monitor/phase_strip.h"

#include <QDateTime>
#include <QPainter>

#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"
#include "ui/theme/palettes.h"
#include "ui/theme/style.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

constexpr int phaseGap = 4;
constexpr int barHeight = 4;

}  // namespace

PhaseStrip::PhaseStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("monitorPhases"));
  named(this, tr("Phases of the run"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_clock.setInterval(1000);
  connect(&m_clock, &QTimer::timeout, this, [this] {
    describe();
    update();
  });
  hide();
}

QSize PhaseStrip::sizeHint() const {
  return {400, 2 * fontMetrics().height() + barHeight + 8};
}

void PhaseStrip::setJob(const JobRow* job) {
  m_phases = job != nullptr ? job->phases : RunPhases();
  m_isActive = job != nullptr && job->isActive();
  m_fraction = m_isActive ? job->fraction() : -1;
  m_secondsLeft.reset();
  if (m_isActive && job->hasTimeLeft()) m_secondsLeft = job->progress->seconds_left;
  m_isActive ? m_clock.start() : m_clock.stop();
  setVisible(!m_phases.isEmpty());
  describe();
  update();
}

QString PhaseStrip::timeOf(RunPhase phase) const {
  if (!m_phases.hasBegun(phase)) return QStringLiteral("–");
  const bool isCurrent = m_phases.current() == phase;
  const QString time = durationText(m_phases.seconds(phase, QDateTime::currentMSecsSinceEpoch()));
  return isCurrent && m_secondsLeft ? tr("%1, %2 left").arg(time, durationText(*m_secondsLeft)) : time;
}

void PhaseStrip::describe() {
  QStringList parts;
  for (size_t i = 0; i < runPhaseCount; ++i) {
    const auto phase = static_cast<RunPhase>(i);
    if (m_phases.hasBegun(phase)) parts << phaseName(phase) + QLatin1Char(' ') + timeOf(phase);
  }
  setAccessibleDescription(parts.join(comma()));
  setToolTip(tr("How long the run has been in each phase. A dash: not yet, or not needed."));
}

void PhaseStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor ground = palette().color(QPalette::Window);
  const QColor text = palette().color(QPalette::WindowText);
  const QColor accent = tintColor(Tint::accent, palette());
  const double width = (this->width() - phaseGap * (static_cast<double>(runPhaseCount) - 1)) / runPhaseCount;
  const int line = fontMetrics().height();
  QFont strong = font();
  strong.setBold(true);
  for (size_t i = 0; i < runPhaseCount; ++i) {
    const auto phase = static_cast<RunPhase>(i);
    const bool isCurrent = m_isActive && m_phases.current() == phase;
    const bool hasBegun = m_phases.hasBegun(phase);
    const QRectF cell(static_cast<double>(i) * (width + phaseGap), 0, width, height());
    const QRectF bar(cell.left(), cell.bottom() - barHeight, width, barHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(blended(ground, text, 0.10));
    painter.drawRoundedRect(bar, 2, 2);
    painter.setBrush(isCurrent ? accent : blended(ground, accent, 0.55));
    const double share = !hasBegun ? 0 : isCurrent && m_fraction >= 0 ? m_fraction : 1;
    if (share > 0)
      painter.drawRoundedRect(QRectF(bar.left(), bar.top(), bar.width() * share, barHeight), 2, 2);
    painter.setFont(isCurrent ? strong : font());
    painter.setPen(palette().color(hasBegun ? QPalette::WindowText : QPalette::PlaceholderText));
    const auto draw = [&](double top, const QString& words) {
      const QRectF room(cell.left() + 2, top, width - 4, line);
      painter.drawText(
          room, Qt::AlignLeft | Qt::AlignVCenter,
          painter.fontMetrics().elidedText(words, Qt::ElideRight, static_cast<int>(room.width())));
    };
    draw(cell.top(), phaseName(phase));
    painter.setFont(font());
    painter.setPen(palette().color(isCurrent ? QPalette::WindowText : QPalette::PlaceholderText));
    draw(cell.top() + line, timeOf(phase));
  }
}

}  // namespace fw::ui
