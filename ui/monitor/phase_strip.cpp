// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/monitor/phase_strip.h"

#include <QDateTime>
#include <QPainter>
#include <algorithm>

#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"
#include "ui/state/run_list_model.h"
#include "ui/theme/palettes.h"
#include "ui/theme/style.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

constexpr int phaseGap = 4;
constexpr int barHeight = 4;
constexpr int textInset = 2;

}  // namespace

PhaseStrip::PhaseStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("monitorPhases"));
  named(this, tr("Phases of the run"));
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  m_clock.setInterval(1000);
  connect(&m_clock, &QTimer::timeout, this, [this] {
    describe();
    update();
  });
  hide();
}

QSize PhaseStrip::sizeHint() const {
  return {400, heightForWidth(std::max(width(), 400))};
}

int PhaseStrip::heightForWidth(int width) const {
  return static_cast<int>(places(width).back().bottom());
}

QFont PhaseStrip::fontOf(RunPhase phase) const {
  QFont own = font();
  own.setBold(m_isActive && m_phases.current() == phase);
  return own;
}

/// Reserves room for the longest value of a running time, so that nothing moves.
double PhaseStrip::neededWidth(RunPhase phase) const {
  int needed = std::max(QFontMetrics(fontOf(phase)).horizontalAdvance(phaseName(phase)),
                        fontMetrics().horizontalAdvance(timeOf(phase)));
  if (m_isActive && m_phases.current() == phase) {
    const QString longest = durationText(59 * 60 + 59);
    needed = std::max(needed, fontMetrics().horizontalAdvance(tr("%1, %2 left").arg(longest, longest)));
  }
  return needed + 2 * textInset + 1;
}

/// As few rows as possible; each phase gets what it needs and a share of the rest.
std::array<QRectF, runPhaseCount> PhaseStrip::places(int width) const {
  const double height = 2 * fontMetrics().height() + barHeight + 8;
  std::array<QRectF, runPhaseCount> found;
  for (size_t rows = 1; rows <= runPhaseCount; ++rows) {
    const size_t inRow = (runPhaseCount + rows - 1) / rows;
    bool fits = true;
    for (size_t begin = 0, row = 0; begin < runPhaseCount; begin += inRow, ++row) {
      const size_t end = std::min(begin + inRow, runPhaseCount);
      double spare = width - phaseGap * static_cast<double>(end - begin - 1);
      for (size_t i = begin; i < end; ++i) spare -= neededWidth(static_cast<RunPhase>(i));
      fits = fits && spare >= 0;
      double left = 0;
      for (size_t i = begin; i < end; ++i) {
        const double share = spare / static_cast<double>(end - begin);
        const double own = std::max(0.0, neededWidth(static_cast<RunPhase>(i)) + share);
        found[i] = QRectF(left, static_cast<double>(row) * (height + phaseGap), own, height);
        left += own + phaseGap;
      }
    }
    if (fits) break;
  }
  return found;
}

/// The folder has the times of all jobs of the run; until it exists, use the job's own.
void PhaseStrip::setRun(const RunRow* run, const JobRow* job) {
  const bool isAtWork = job != nullptr && job->isActive();
  if (run != nullptr && !run->phases.seconds.empty()) {
    // The last phase of an earlier job does not apply to this one.
    const bool isOfThisJob = isAtWork && run->phases.counted_ms >= job->startedMs;
    m_phases = RunPhases(run->phases, isOfThisJob || (job == nullptr && run->status.running));
  } else {
    m_phases = job != nullptr ? job->phases : RunPhases();
  }
  m_isActive = isAtWork;
  const bool isMeasured = isAtWork && job->progress && m_phases.isMeasuredBy(*job->progress);
  m_fraction = isMeasured ? job->fraction() : -1;
  m_secondsLeft.reset();
  if (isMeasured && job->hasTimeLeft()) m_secondsLeft = job->progress->seconds_left;
  m_isActive ? m_clock.start() : m_clock.stop();
  setVisible(!m_phases.isEmpty());
  updateGeometry();
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
  const int line = fontMetrics().height();
  const auto cells = places(width());
  for (size_t i = 0; i < runPhaseCount; ++i) {
    const auto phase = static_cast<RunPhase>(i);
    const bool isCurrent = m_isActive && m_phases.current() == phase;
    const bool hasBegun = m_phases.hasBegun(phase);
    const QRectF& cell = cells[i];
    const QRectF bar(cell.left(), cell.bottom() - barHeight, cell.width(), barHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(blended(ground, text, 0.10));
    painter.drawRoundedRect(bar, 2, 2);
    painter.setBrush(isCurrent ? accent : blended(ground, accent, 0.55));
    const double share = !hasBegun ? 0 : isCurrent && m_fraction >= 0 ? m_fraction : 1;
    if (share > 0)
      painter.drawRoundedRect(QRectF(bar.left(), bar.top(), bar.width() * share, barHeight), 2, 2);
    painter.setFont(fontOf(phase));
    painter.setPen(palette().color(hasBegun ? QPalette::WindowText : QPalette::PlaceholderText));
    const auto draw = [&](double top, const QString& words) {
      painter.drawText(QRectF(cell.left() + textInset, top, cell.width() - 2 * textInset, line),
                       Qt::AlignLeft | Qt::AlignVCenter, words);
    };
    draw(cell.top(), phaseName(phase));
    painter.setFont(font());
    painter.setPen(palette().color(isCurrent ? QPalette::WindowText : QPalette::PlaceholderText));
    draw(cell.top() + line, timeOf(phase));
  }
}

}  // namespace fw::ui
