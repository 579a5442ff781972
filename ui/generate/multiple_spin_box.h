// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSpinBox>

namespace fw::ui {

/// A number that is always a multiple of a step, whatever is typed. GUI thread only.
class MultipleSpinBox : public QSpinBox {
  Q_OBJECT
 public:
  explicit MultipleSpinBox(QWidget* parent = nullptr);
  /// Rounds the range to multiples.
  void setMultiple(int multiple, int most);

 protected:
  int valueFromText(const QString& text) const override;
  QValidator::State validate(QString& text, int& position) const override;

 private:
  int m_multiple = 1;
};

}  // namespace fw::ui
