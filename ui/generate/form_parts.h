// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>

class QLabel;

/// What the cards of a form have in common. Thread: the window's.
namespace fw::ui {

/// Labels on the left, editors on the right.
QFormLayout* makeFormRows();

/// Adds a row whose label is the editor's name, too. @param help  what it is for, as a tool tip
QLabel* addFormRow(QFormLayout& rows, const QString& label, QWidget* editor, const QString& help);
/// The same for an editor that is a part of what the row shows.
QLabel* addFormRow(QFormLayout& rows, const QString& label, QWidget* editor, QLayout* field,
                   const QString& help);

/// Chooses the row with this data. @return false where there is none, and nothing changes
bool choose(QComboBox& box, const QVariant& data);

/// A number that is always a multiple of a step, whatever is typed.
class MultipleSpinBox : public QSpinBox {
  Q_OBJECT
 public:
  explicit MultipleSpinBox(QWidget* parent = nullptr);
  /// The range is cut to multiples.
  void setMultiple(int multiple, int most);

 protected:
  int valueFromText(const QString& text) const override;
  QValidator::State validate(QString& text, int& position) const override;

 private:
  int m_multiple = 1;
};

}  // namespace fw::ui
