// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/toml_colors.h"

#include <QRegularExpression>
#include <algorithm>

#include "ui/theme/palettes.h"

namespace fw::ui {

namespace {

/// End of a string including its closing quotes; -1 if it does not end in this line.
int endOfText(const QString& line, int place, const QString& quotes) {
  for (; place < line.size(); ++place) {
    if (line.at(place) == QLatin1Char('\\') && quotes.front() == QLatin1Char('"'))
      ++place;  // an escaped character closes nothing
    else if (QStringView(line).mid(place).startsWith(quotes))
      return place + static_cast<int>(quotes.size());
  }
  return -1;
}

}  // namespace

TomlColors::TomlColors(QTextDocument* document, const QPalette& palette)
    : QSyntaxHighlighter(document), m_palette(palette) {}

void TomlColors::setPalette(const QPalette& palette) {
  m_palette = palette;
  rehighlight();
}

void TomlColors::highlightBlock(const QString& line) {
  const QString text = line.trimmed();
  const bool goesOn = previousBlockState() > 0;  // a multi-line string
  if (!goesOn && text.startsWith(QLatin1Char('['))) {
    setCurrentBlockState(0);
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
  if (!goesOn && equals > 0 && !text.startsWith(QLatin1Char('#'))) setFormat(0, equals, key);
  static const QStringList kinds{QString(), QStringLiteral("\"\"\""),
                                 QStringLiteral("'''")};  // by block state
  static const QRegularExpression mark(QStringLiteral("#|\"\"\"|'''|\"|'"));
  setCurrentBlockState(0);
  QString quotes = kinds.value(previousBlockState());
  for (int begin = 0, place = 0;; begin = place) {
    if (quotes.isEmpty()) {
      const QRegularExpressionMatch found = mark.match(line, place);
      if (!found.hasMatch()) return;
      quotes = found.captured();
      begin = static_cast<int>(found.capturedStart());
      place = static_cast<int>(found.capturedEnd());
      if (quotes == QLatin1Char('#')) return setFormat(begin, static_cast<int>(line.size()) - begin, comment);
    }
    place = endOfText(line, place, quotes);
    setFormat(begin, (place < 0 ? static_cast<int>(line.size()) : place) - begin, value);
    if (place < 0) return setCurrentBlockState(std::max(0, static_cast<int>(kinds.indexOf(quotes))));
    quotes.clear();
  }
}

}  // namespace fw::ui
