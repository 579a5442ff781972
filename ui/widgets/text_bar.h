// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProgressBar>

namespace fw::ui {

/// A progress bar with arbitrary text, also while the length is unknown. GUI thread only.
class TextBar : public QProgressBar {
  Q_OBJECT
 public:
  using QProgressBar::QProgressBar;
  /// @param fraction  0 to 1; below 0: unknown length
  void showProgress(double fraction, const QString& text) {
    setRange(0, fraction < 0 ? 0 : steps);
    setValue(static_cast<int>(fraction * steps));
    m_text = text;
    setAccessibleDescription(text);
    update();
  }
  /// Makes the bar wide enough for `widest`, so that no text is cut and the bar does not jump.
  void reserve(const QString& widest) {
    constexpr int margin = 14;  // on both sides
    setFixedWidth(fontMetrics().horizontalAdvance(widest) + 2 * margin);
  }
  QString text() const override { return m_text; }

 private:
  static constexpr int steps = 1000;
  QString m_text;
};

}  // namespace fw::ui
