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
    case Kind::llama:
      return QStringLiteral("Llama");
    case Kind::clip:
      return QStringLiteral("CLIP");
    default:
      return {};
  }
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
  const QLocale locale;
  for (size_t i = 0; i < counts.size(); ++i) {
    const auto& [encoder, tokens] = counts[i];
    const auto text = [&, limit = encoder.token_limit](int64_t count) {
      const QString number = locale.toString(qint64{count});
      const QString most = locale.toString(qint64{limit});
      return counts.size() == 1 ? tr("%1 of %2 tokens").arg(number, most)
                                : QStringLiteral("%1 %2/%3").arg(encoderName(encoder.kind), number, most);
    };
    TextBar& bar = *m_bars[static_cast<qsizetype>(i)];
    bar.reserve(text(std::max<int64_t>(tokens, 1000)));
    bar.showProgress(std::min(1.0, static_cast<double>(tokens) / static_cast<double>(encoder.token_limit)),
                     text(tokens));
    QPalette colors = palette();
    if (tokens > encoder.token_limit) colors.setColor(QPalette::Highlight, tintColor(Tint::bad, colors));
    bar.setPalette(colors);
    bar.setToolTip(tokens > encoder.token_limit
                       ? tr("The encoder ignores what is beyond its limit.")
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
