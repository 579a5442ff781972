// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QSyntaxHighlighter>

namespace fw::ui {

/// Syntax colours of a run file: tables, keys, strings and comments. GUI thread only.
class TomlColors : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  TomlColors(QTextDocument* document, const QPalette& palette);
  /// Updates the colours for another theme.
  void setPalette(const QPalette& palette);

 protected:
  void highlightBlock(const QString& line) override;

 private:
  QPalette m_palette;
};

}  // namespace fw::ui
