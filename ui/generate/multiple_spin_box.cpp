// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/multiple_spin_box.h"

#include <QLineEdit>
#include <algorithm>

namespace fw::ui {

MultipleSpinBox::MultipleSpinBox(QWidget* parent) : QSpinBox(parent) {
  // QSpinBox keeps the typed text if it parses to the current value.
  connect(this, &QSpinBox::editingFinished, this, [this] { lineEdit()->setText(textFromValue(value())); });
}

void MultipleSpinBox::setMultiple(int multiple, int most) {
  m_multiple = multiple;
  setSingleStep(multiple);
  setRange(multiple, most / multiple * multiple);
}

int MultipleSpinBox::valueFromText(const QString& text) const {
  const int typed = locale().toInt(text.trimmed());
  return std::clamp((typed + m_multiple / 2) / m_multiple * m_multiple, minimum(), maximum());
}

QValidator::State MultipleSpinBox::validate(QString& text, int& position) const {
  // Typed numbers are rounded to a multiple; only non-numbers are rejected.
  if (text.trimmed().isEmpty()) return QValidator::Intermediate;
  bool isNumber = false;
  const int typed = locale().toInt(text.trimmed(), &isNumber);
  Q_UNUSED(position);
  return isNumber && typed >= 0 && typed <= maximum() * 10 ? QValidator::Acceptable : QValidator::Invalid;
}

}  // namespace fw::ui
