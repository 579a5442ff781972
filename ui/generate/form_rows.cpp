// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/form_rows.h"

#include <QAbstractItemView>
#include <QAction>
#include <QLabel>
#include <QToolButton>

#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/row_menu.h"
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

QToolButton* removeButton(QWidget& row, const QString& text) {
  auto* const command =
      new QAction(icon("remove"), QString(text).replace(QLatin1Char('&'), QStringLiteral("&&")), &row);
  command->setToolTip(text);
  row.addAction(command);
  offerActions(row);
  auto* const button = named(new QToolButton, text);
  button->setDefaultAction(command);
  button->setAutoRaise(true);
  return button;
}

bool choose(QComboBox& box, const QVariant& data) {
  const int row = box.findData(data);
  if (row >= 0) box.setCurrentIndex(row);
  return row >= 0;
}

}  // namespace fw::ui
