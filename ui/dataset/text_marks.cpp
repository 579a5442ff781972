// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/text_marks.h"

#include <QPlainTextEdit>

#include "project/text_diff.h"
#include "ui/theme/palettes.h"

namespace fw::ui {

namespace {

constexpr double tintStrength = 0.22;

}  // namespace

QList<QTextLayout::FormatRange> differences(const QString& before, const QString& after, DiffSide side,
                                            const QPalette& palette) {
  using Kind = project::DiffPart::Kind;
  const bool isAfter = side == DiffSide::after;
  const QColor tint = tintColor(isAfter ? Tint::good : Tint::bad, palette);
  QTextLayout::FormatRange range;
  range.format.setBackground(blended(palette.color(QPalette::Base), tint, tintStrength));
  isAfter ? range.format.setFontUnderline(true) : range.format.setFontStrikeOut(true);
  QList<QTextLayout::FormatRange> ranges;
  int at = 0;
  for (const project::DiffPart& part : project::diff_words(before.toStdString(), after.toStdString())) {
    if (part.kind == (isAfter ? Kind::removed : Kind::added)) continue;
    const int length = static_cast<int>(QString::fromStdString(part.text).size());
    if (part.kind != Kind::same) {
      range.start = at;
      range.length = length;
      ranges << range;
    }
    at += length;
  }
  return ranges;
}

void markDifferences(QPlainTextEdit& edit, const QString& other, DiffSide side) {
  QList<QTextEdit::ExtraSelection> marks;
  const QString text = edit.toPlainText();
  const bool isAfter = side == DiffSide::after;
  const auto ranges = other.isEmpty()
                          ? QList<QTextLayout::FormatRange>()
                          : differences(isAfter ? other : text, isAfter ? text : other, side, edit.palette());
  for (const QTextLayout::FormatRange& range : ranges) {
    QTextEdit::ExtraSelection mark;
    mark.format = range.format;
    mark.cursor = QTextCursor(edit.document());
    mark.cursor.setPosition(range.start);
    mark.cursor.setPosition(range.start + range.length, QTextCursor::KeepAnchor);
    marks << mark;
  }
  edit.setExtraSelections(marks);
}

}  // namespace fw::ui
