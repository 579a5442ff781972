// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/token_bar.h"

#include <QHBoxLayout>
#include <QLocale>
#include <algorithm>

#include "ui/theme/palettes.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/text_bar.h"

namespace fw::ui {

namespace {

QString encoderName(catalog::EncoderSpec::Kind kind) {
  using Kind = catalog::EncoderSpec::Kind;
  switch (kind) {
    case Kind::t5:
      return QStringLiteral("T5");
    case Kind::umt5:
      return QStringLiteral("UMT5");
    case Kind::llama:
      return QStringLiteral("Llama");
    case Kind::clip:
      return QStringLiteral("CLIP");
    case Kind::qwen:
      return QStringLiteral("Qwen");
    case Kind::gemma:
      return QStringLiteral("Gemma");
    default:
      return {};
  }
}

QString barText(const TokenBar::Count& count, bool isAlone) {
  const QLocale locale;
  QString number = locale.toString(qint64{count.tokens});
  if (count.isOfMany && count.least < count.tokens)
    number = locale.toString(qint64{count.least}) + QStringLiteral("–") + number;
  const QString most = locale.toString(qint64{count.encoder.token_limit});
  QString text = isAlone ? TokenBar::tr("%1 of %2 tokens").arg(number, most)
                         : QStringLiteral("%1 %2/%3").arg(encoderName(count.encoder.kind), number, most);
  if (count.tooLong > 0)
    text += QStringLiteral(" · ") + TokenBar::tr("%n too long", nullptr, static_cast<int>(count.tooLong));
  return text;
}

}  // namespace

TokenBar::TokenBar(QWidget* parent) : QWidget(parent) {
  auto* const row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  hide();
}

void TokenBar::showCounts(const std::vector<Count>& counts) {
  while (m_bars.size() > static_cast<qsizetype>(counts.size())) delete m_bars.takeLast();
  while (m_bars.size() < static_cast<qsizetype>(counts.size())) {
    m_bars << named(new TextBar, tr("Tokens"));
    layout()->addWidget(m_bars.last());
  }
  for (size_t i = 0; i < counts.size(); ++i) {
    const Count& count = counts[i];
    const int64_t limit = count.encoder.token_limit;
    TextBar& bar = *m_bars[static_cast<qsizetype>(i)];
    Count widest = count;  // the bar does not move while the caption is typed
    widest.tokens = std::max<int64_t>(count.tokens, 1000);
    bar.reserve(barText(widest, counts.size() == 1));
    bar.showProgress(std::min(1.0, static_cast<double>(count.tokens) / static_cast<double>(limit)),
                     barText(count, counts.size() == 1));
    QPalette colors = palette();
    if (count.tokens > limit) colors.setColor(QPalette::Highlight, tintColor(Tint::bad, colors));
    bar.setPalette(colors);
    bar.setToolTip(count.tokens > limit ? tr("The encoder ignores what is beyond its limit.")
                   : count.isOfMany
                       ? tr("Tokens of the shortest and the longest of the captions, with the trigger word.")
                       : tr("Tokens of the caption, with the trigger word, that the encoder reads."));
  }
  setVisible(!counts.empty());
}

QStringList TokenBar::texts() const {
  QStringList texts;
  for (const TextBar* const bar : m_bars) texts << bar->text();
  return texts;
}

}  // namespace fw::ui
