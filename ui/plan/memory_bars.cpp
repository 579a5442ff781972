// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/memory_bars.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <array>

#include "ui/state/fault_text.h"
#include "ui/theme/palettes.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/guide_page.h"

namespace fw::ui {

namespace {

constexpr int barHeight = 14;
constexpr int barGap = 8;
constexpr int swatchSize = 10;

struct MemoryPart {
  std::optional<MemoryRole> role;  // nullopt: CUDA and libraries
  const char* name;
  QRgb light, dark;  // Okabe and Ito's colour-blind safe palette, lightened for dark backgrounds
};
constexpr std::array<MemoryPart, memoryPartCount> memoryParts{{
    {MemoryRole::weights, QT_TRANSLATE_NOOP("memory", "weights"), 0xff0072b2, 0xff4ba3dd},
    {MemoryRole::activation, QT_TRANSLATE_NOOP("memory", "activations"), 0xffe69f00, 0xfff0b432},
    {MemoryRole::adapter, QT_TRANSLATE_NOOP("memory", "adapter"), 0xff009e73, 0xff2dbd93},
    {MemoryRole::gradient, QT_TRANSLATE_NOOP("memory", "gradients"), 0xffcc79a7, 0xffd994ba},
    {MemoryRole::optimizer_state, QT_TRANSLATE_NOOP("memory", "optimizer"), 0xffd55e00, 0xffe8804a},
    {MemoryRole::latents, QT_TRANSLATE_NOOP("memory", "latents"), 0xff56b4e9, 0xff7cc7f0},
    {MemoryRole::embeddings, QT_TRANSLATE_NOOP("memory", "embeddings"), 0xff8f6fc0, 0xffac93d6},
    {MemoryRole::staging, QT_TRANSLATE_NOOP("memory", "workspace"), 0xff9a8f2a, 0xffc9bf55},
    {std::nullopt, QT_TRANSLATE_NOOP("memory", "CUDA and libraries"), 0xff7f868e, 0xff9aa2ab},
}};

QColor partColor(int kind, const QPalette& palette) {
  const MemoryPart& part = memoryParts.at(static_cast<size_t>(kind));
  return QColor(schemeOf(palette) == Scheme::dark ? part.dark : part.light);
}

QString phaseTitle(const std::string& name) {
  if (name == "captions") return QCoreApplication::translate("memory", "Encoding captions");
  if (name == "clips") return QCoreApplication::translate("memory", "Encoding clips");
  if (name == "training") return QCoreApplication::translate("memory", "Training");
  if (name == "validation") return QCoreApplication::translate("memory", "Validation");
  if (name == "generation") return QCoreApplication::translate("memory", "Generating a clip");
  return QString::fromStdString(name);
}

}  // namespace

std::vector<PhaseBar> phasesOf(const engine_api::RunPlan& plan, int64_t processes) {
  const auto of_all = [processes](int64_t bytes) { return static_cast<uint64_t>(bytes * processes); };
  std::vector<PhaseBar> bars;
  for (const engine_api::PhasePlan& phase : plan.phases) {
    PhaseBar bar{phaseTitle(phase.name), of_all(plan.device_bytes(phase)), {}};
    for (int kind = 0; kind < memoryPartCount; ++kind) {
      const auto role = memoryParts.at(static_cast<size_t>(kind)).role;
      int64_t bytes = role ? phase.device.of(*role) : plan.on_cpu() ? 0 : phase.overhead_bytes;
      if (role && plan.on_cpu()) bytes += phase.host.of(*role) + phase.pinned.of(*role);
      if (bytes > 0) bar.parts.push_back({kind, of_all(bytes)});
    }
    bars.push_back(std::move(bar));
  }
  return bars;
}

MemoryBars::MemoryBars(QWidget* parent) : QWidget(parent) {
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setGuidePage(*this, QStringLiteral("memory.md"));
  describe();
}

void MemoryBars::setPhases(std::vector<PhaseBar> phases) {
  m_phases = std::move(phases);
  describe();
  updateGeometry();
  update();
}

void MemoryBars::setFree(uint64_t bytes) {
  if (bytes == m_free) return;
  m_free = bytes;
  describe();
  update();
}

QString MemoryBars::partName(int kind) const {
  return QCoreApplication::translate("memory", memoryParts.at(static_cast<size_t>(kind)).name);
}

QString MemoryBars::summary(const PhaseBar& phase) const {
  QStringList parts;
  for (const PhaseBar::Part& part : phase.parts)
    parts << tr("%1 %2").arg(partName(part.kind), bytesText(part.bytes));
  return tr("%1: %2").arg(phase.name, bytesText(phase.bytes)) + QLatin1Char('\n') + parts.join(comma());
}

void MemoryBars::describe() {
  QStringList lines;
  for (const PhaseBar& phase : m_phases) lines << summary(phase);
  if (m_free > 0) lines << tr("Free now: %1").arg(bytesText(m_free));
  named(this, tr("Memory of each phase"), lines.join(QLatin1Char('\n')));
}

int MemoryBars::rowHeight() const {
  return fontMetrics().lineSpacing() + 2 + barHeight + barGap;
}

uint64_t MemoryBars::scale() const {
  constexpr uint64_t roomiest = 4;  // with more than this times the need free, the parts would be slivers
  uint64_t most = 0;
  for (const PhaseBar& phase : m_phases) most = std::max(most, phase.bytes);
  return std::clamp(m_free, most, most * roomiest);
}

int MemoryBars::heightForWidth(int width) const {
  return rowHeight() * static_cast<int>(m_phases.size()) + layOutLegend(nullptr, 0, width);
}

QSize MemoryBars::sizeHint() const {
  const int width = fontMetrics().averageCharWidth() * 40;
  return {width, heightForWidth(width)};
}

QSize MemoryBars::minimumSizeHint() const {
  return {fontMetrics().averageCharWidth() * 20, rowHeight()};
}

void MemoryBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (scale() == 0) return;
  const double pixelsOfByte = (width() - 1) / (static_cast<double>(scale()) * 1.03);
  int top = 0;
  for (const PhaseBar& phase : m_phases) {
    const int line = fontMetrics().lineSpacing();
    const bool tooMuch = m_free > 0 && phase.bytes > m_free;
    painter.setPen(palette().color(QPalette::WindowText));
    const QString figure =
        tooMuch ? tr("%1: does not fit").arg(bytesText(phase.bytes)) : bytesText(phase.bytes);
    const int room = width() - fontMetrics().horizontalAdvance(figure) - fontMetrics().averageCharWidth();
    painter.drawText(QRect(0, top, width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(phase.name, Qt::ElideRight, room));
    painter.setPen(tooMuch ? tintColor(Tint::bad, palette()) : palette().color(QPalette::WindowText));
    painter.drawText(QRect(0, top, width(), line), Qt::AlignRight | Qt::AlignVCenter, figure);
    paintBar(painter, phase, QRect(0, top + line + 2, width(), barHeight), pixelsOfByte);
    top += rowHeight();
  }
  layOutLegend(&painter, top, width());
}

void MemoryBars::paintBar(QPainter& painter, const PhaseBar& phase, const QRect& room,
                          double pixelsOfByte) const {
  painter.fillRect(room,
                   blended(palette().color(QPalette::Base), palette().color(QPalette::WindowText), 0.07));
  double left = room.left();
  for (const PhaseBar::Part& part : phase.parts) {
    const double wide = static_cast<double>(part.bytes) * pixelsOfByte;
    painter.fillRect(QRectF(left, room.top(), wide, room.height()), partColor(part.kind, palette()));
    left += wide;
  }
  if (m_free == 0 || m_free > scale()) return;
  const double limit = static_cast<double>(m_free) * pixelsOfByte;
  painter.setPen(QPen(palette().color(QPalette::WindowText), 2));
  painter.drawLine(QPointF(limit, room.top()), QPointF(limit, room.bottom() + 3));
}

int MemoryBars::layOutLegend(QPainter* painter, int top, int width) const {
  struct Entry {
    QColor color;
    QString text;
  };
  std::vector<Entry> entries;
  for (int kind = 0; kind < memoryPartCount; ++kind) {
    const bool occurs = std::ranges::any_of(m_phases, [kind](const PhaseBar& phase) {
      return std::ranges::any_of(phase.parts, [kind](const auto& part) { return part.kind == kind; });
    });
    if (occurs) entries.push_back({partColor(kind, palette()), partName(kind)});
  }
  if (m_free > 0 && m_free <= scale())
    entries.push_back({palette().color(QPalette::WindowText), tr("free now")});
  if (m_phases.empty() || entries.empty()) return 0;
  const int line = fontMetrics().lineSpacing() + 3;
  int x = 0;
  int y = top + 2;
  for (const Entry& entry : entries) {
    const int wide = swatchSize + 5 + fontMetrics().horizontalAdvance(entry.text) + 14;
    if (x > 0 && x + wide - 14 > width) x = 0, y += line;
    if (painter != nullptr) {
      painter->fillRect(QRect(x, y + (line - swatchSize) / 2, swatchSize, swatchSize), entry.color);
      painter->setPen(palette().color(QPalette::PlaceholderText));
      painter->drawText(QRect(x + swatchSize + 5, y, wide, line), Qt::AlignLeft | Qt::AlignVCenter,
                        entry.text);
    }
    x += wide;
  }
  return y + line - top;
}

bool MemoryBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  auto* const help = static_cast<QHelpEvent*>(event);
  const auto row = static_cast<size_t>(std::max(0, help->pos().y() / rowHeight()));
  if (row < m_phases.size()) {
    QToolTip::showText(help->globalPos(), summary(m_phases[row]), this);
  } else {
    QToolTip::hideText();
  }
  return true;
}

}  // namespace fw::ui
