// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProgressBar>

namespace fw::ui {

/// A progress bar with any text inside, also while its length is unknown. GUI thread only.
class TextBar : public QProgressBar {
  Q_OBJECT
 public:
  using QProgressBar::QProgressBar;
  /// @param fraction  0 to 1; below 0 when the length is not known
  void showProgress(double fraction, const QString& text) {
    setRange(0, fraction < 0 ? 0 : steps);
    setValue(static_cast<int>(fraction * steps));
    m_text = text;
    setAccessibleDescription(text);
    update();
  }
  /// Makes it as wide as `widest` needs, so that no text is cut and the bar keeps still while texts change.
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
