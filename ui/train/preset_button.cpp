// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/preset_button.h"

#include <QEvent>
#include <QLocale>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>

#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

constexpr int presetMargin = 10;
constexpr int badgeSize = 16;

}  // namespace

PresetButton::PresetButton(const run::Preset& preset, const QString& name, bool suits, QWidget* parent)
    : QAbstractButton(parent), m_id(preset.id), m_name(name), m_fits(preset.fits), m_suits(suits) {
  if (preset.basis == run::PresetBasis::planned) m_basis = tr("Planned");
  if (preset.basis == run::PresetBasis::measured) m_basis = tr("Measured");
  if (preset.verdict) m_verdict = verdictText(*preset.verdict);
  if (preset.step_s > 0)
    m_verdict = tr("%1 s per step of %2 on the CPU")
                    .arg(QLocale().toString(preset.step_s, 'g', 2), QString::fromStdString(preset.step_size));
  if (preset.is_own) m_basis = tr("Your own");
  setObjectName(QStringLiteral("preset.") + QString::fromStdString(m_id));
  setFocusPolicy(Qt::StrongFocus);
  setEnabled(m_fits);
  setAttribute(Qt::WA_Hover);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  describe();
}

void PresetButton::describe() {
  QStringList says{m_basis, m_verdict};
  if (!m_fits) says.prepend(tr("Does not fit"));
  if (m_suits) says.prepend(tr("For your GPU"));
  if (m_isUsed) says.prepend(tr("In use"));
  says.removeAll(QString());
  named(this, m_name, says.join(fullStop()));
  setToolTip(
      QStringLiteral("<b>%1</b><br>%2").arg(m_name.toHtmlEscaped(), says.join(fullStop()).toHtmlEscaped()));
}

void PresetButton::setUsed(bool used) {
  if (m_isUsed == used) return;
  m_isUsed = used;
  describe();
  update();
}

QStringList PresetButton::linesOf(const QString& text, const QFont& font, int width) {
  QTextLayout layout(text, font);
  QTextOption option;
  option.setWrapMode(QTextOption::WordWrap);
  layout.setTextOption(option);
  QStringList lines;
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width);
    lines << text.mid(line.textStart(), line.textLength());
  }
  layout.endLayout();
  return lines;
}

/// Next to the badge, so that the name does not move when the badge appears.
QStringList PresetButton::nameLines(int width) const {
  QFont bold = font();
  bold.setBold(true);
  return linesOf(m_name, bold, width - 2 * presetMargin - badgeSize - 6);
}

/// Shows all lines: how the run is made to fit is what users read them for.
QStringList PresetButton::verdictLines(int width) const {
  return linesOf(m_verdict, font(), width - 2 * presetMargin);
}

QSize PresetButton::sizeHint() const {
  const int width = fontMetrics().averageCharWidth() * 34;
  return {width, heightForWidth(width)};
}

int PresetButton::heightForWidth(int width) const {
  const auto names = static_cast<int>(nameLines(width).size());
  const auto lines = static_cast<int>(verdictLines(width).size());
  return fontMetrics().lineSpacing() * (1 + std::max(1, names) + std::max(1, lines)) + 2 * presetMargin + 4;
}

void PresetButton::changeEvent(QEvent* event) {
  QAbstractButton::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) update();
}

void PresetButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor accent = palette().color(QPalette::Highlight);
  const QColor ground = palette().color(QPalette::Button);
  const bool lit = isEnabled() && (underMouse() || isDown());
  QColor fill = lit ? blended(ground, accent, isDown() ? 0.22 : 0.1) : ground;
  if (m_isUsed) fill = blended(ground, accent, 0.14);
  const bool strong = m_isUsed || hasFocus();
  painter.setPen(QPen(strong ? accent : lineColor(palette()), strong ? 2 : 1));
  painter.setBrush(fill);
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), Style::radius, Style::radius);

  const QPalette::ColorGroup group = isEnabled() ? QPalette::Normal : QPalette::Disabled;
  const QRect room = rect().adjusted(presetMargin, presetMargin, -presetMargin, -presetMargin);
  QFont bold = font();
  bold.setBold(true);
  const QFontMetrics metrics(font());
  const QRect badge(room.right() - badgeSize + 1, room.top(), badgeSize, badgeSize);
  if (m_isUsed || !m_fits)
    ui::icon(m_fits ? "ok" : "error", m_fits ? Tint::good : Tint::bad).paint(&painter, badge);
  painter.setFont(bold);
  painter.setPen(palette().color(group, QPalette::ButtonText));
  int top = room.top();
  const auto drawLine = [&](const QString& line) {
    painter.drawText(QRect(room.left(), top, room.width(), metrics.lineSpacing()), Qt::AlignVCenter, line);
    top += metrics.lineSpacing();
  };
  for (const QString& line : nameLines(width())) drawLine(line);
  painter.setFont(font());
  QStringList head{m_basis};
  if (m_suits) head.prepend(tr("For your GPU"));
  head.removeAll(QString());
  painter.setPen(m_suits ? tintColor(Tint::good, palette()) : palette().color(QPalette::PlaceholderText));
  drawLine(metrics.elidedText(head.join(QStringLiteral(" · ")), Qt::ElideRight, room.width()));
  painter.setPen(palette().color(group, QPalette::ButtonText));
  top += 4;
  for (const QString& line : verdictLines(width())) drawLine(line);
}

}  // namespace fw::ui
