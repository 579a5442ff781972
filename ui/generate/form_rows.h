// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QFormLayout>

#include "base/choices.h"

class QLabel;
class QToolButton;

/// Shared by the cards of a form. GUI thread only.
namespace fw::ui {

/// Labels on the left, editors on the right.
QFormLayout* makeFormRows();

/// Adds a row whose label is also the editor's accessible name. @param help  tooltip
QLabel* addFormRow(QFormLayout& rows, const QString& label, QWidget* editor, const QString& help);
/// The same for an editor that is part of a row's layout.
QLabel* addFormRow(QFormLayout& rows, const QString& label, QWidget* editor, QLayout* field,
                   const QString& help);

/// Removes a row from a list; added as a button and to the row's menu. @param text  names the row
QToolButton* removeButton(QWidget& row, const QString& text);

/// A row for a value of an enum.
template <Named Enum>
void addChoice(QComboBox& box, Enum value, const QString& text) {
  box.addItem(text, static_cast<int>(value));
}
template <Named Enum>
Enum chosen(const QComboBox& box) {
  return static_cast<Enum>(box.currentData().toInt());
}

/// Selects the entry with this data. @return false if there is none; nothing changes
bool choose(QComboBox& box, const QVariant& data);

}  // namespace fw::ui
