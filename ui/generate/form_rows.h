// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QFormLayout>

#include "base/choices.h"

class QLabel;
class QToolButton;

/// What the cards of a form have in common. GUI thread only.
namespace fw::ui {

/// Labels on the left, editors on the right.
QFormLayout* makeFormRows();

/// Adds a row whose label is the editor's name, too. @param help  what it is for, as a tool tip
QLabel* addFormRow(QFormLayout& rows, const QString& label, QWidget* editor, const QString& help);
/// The same for an editor that is a part of what the row shows.
QLabel* addFormRow(QFormLayout& rows, const QString& label, QWidget* editor, QLayout* field,
                   const QString& help);

/// Takes a row off a list, as a button and in the row's menu. @param text  says which
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

/// Chooses the row with this data. @return false where there is none, and nothing changes
bool choose(QComboBox& box, const QVariant& data);

}  // namespace fw::ui
