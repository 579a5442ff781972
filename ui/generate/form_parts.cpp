// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/form_parts.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QLineEdit>
#include <algorithm>

#include "ui/widgets/accessible.h"
#include "ui/widgets/wheel_guard.h"

namespace fw::ui {

QFormLayout* makeFormRows() {
  auto* const rows = new QFormLayout;
  rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  rows->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  rows->setFormAlignment(Qt::AlignLeft | Qt::AlignTop);
  rows->setHorizontalSpacing(12);
  rows->setVerticalSpacing(8);
  return rows;
}

QLabel* addFormRow(QFormLayout& rows, const QString& label, QWidget* editor, QLayout* field,
                   const QString& help) {
  auto* const caption = new QLabel(label);
  caption->setBuddy(editor);
  named(editor, label, help);
  editor->setToolTip(help);
  caption->setToolTip(help);
  if (auto* const box = qobject_cast<QComboBox*>(editor)) named(box->view(), label);
  keepWheelFromChanging(editor);
  field == nullptr ? rows.addRow(caption, editor) : rows.addRow(caption, field);
  return caption;
}

QLabel* addFormRow(QFormLayout& rows, const QString& label, QWidget* editor, const QString& help) {
  return addFormRow(rows, label, editor, nullptr, help);
}

bool choose(QComboBox& box, const QVariant& data) {
  const int row = box.findData(data);
  if (row >= 0) box.setCurrentIndex(row);
  return row >= 0;
}

MultipleSpinBox::MultipleSpinBox(QWidget* parent) : QSpinBox(parent) {
  // QSpinBox leaves what was typed, as it takes it for the value already.
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
  // What is typed becomes the nearest multiple; only what is no number is refused.
  if (text.trimmed().isEmpty()) return QValidator::Intermediate;
  bool isNumber = false;
  const int typed = locale().toInt(text.trimmed(), &isNumber);
  Q_UNUSED(position);
  return isNumber && typed >= 0 && typed <= maximum() * 10 ? QValidator::Acceptable : QValidator::Invalid;
}

}  // namespace fw::ui
