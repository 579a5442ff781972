// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/toml_colors.h"

#include "ui/theme/palettes.h"

namespace fw::ui {

TomlColors::TomlColors(QTextDocument* document, const QPalette& palette)
    : QSyntaxHighlighter(document), m_palette(palette) {}

void TomlColors::setPalette(const QPalette& palette) {
  m_palette = palette;
  rehighlight();
}

void TomlColors::highlightBlock(const QString& line) {
  const QString text = line.trimmed();
  if (text.startsWith(QLatin1Char('['))) {
    QTextCharFormat table;
    table.setFontWeight(QFont::Bold);
    setFormat(0, static_cast<int>(line.size()), table);
    return;
  }
  QTextCharFormat key, value, comment;
  key.setForeground(tintColor(Tint::accent, m_palette));
  value.setForeground(tintColor(Tint::good, m_palette));
  comment.setForeground(m_palette.color(QPalette::PlaceholderText));
  const auto equals = static_cast<int>(line.indexOf(QLatin1Char('=')));
  if (equals > 0 && !text.startsWith(QLatin1Char('#'))) setFormat(0, equals, key);
  int begin = -1;  // of the text value that is open
  for (int place = 0; place < line.size(); ++place) {
    const QChar letter = line.at(place);
    if (begin < 0 && letter == QLatin1Char('#'))
      return setFormat(place, static_cast<int>(line.size()) - place, comment);
    if (letter != QLatin1Char('"')) continue;
    if (begin >= 0) setFormat(begin, place - begin + 1, value);
    begin = begin < 0 ? place : -1;
  }
}

}  // namespace fw::ui
