// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text_question.h"

#include <QInputDialog>
#include <QPlainTextEdit>

namespace fw::ui {

namespace {

constexpr int letters = 64;

}  // namespace

std::optional<QString> askForText(QWidget* parent, const QString& title, const QString& label,
                                  const QString& text, Lines lines) {
  QInputDialog dialog(parent);
  dialog.setWindowTitle(title);
  dialog.setLabelText(label);
  dialog.setOption(QInputDialog::UsePlainTextEditForTextInput, lines == Lines::many);
  dialog.setTextValue(text);
  // So that Tab moves from the text to the buttons.
  if (auto* const edit = dialog.findChild<QPlainTextEdit*>()) edit->setTabChangesFocus(true);
  dialog.resize(dialog.fontMetrics().averageCharWidth() * letters, dialog.sizeHint().height());
  if (dialog.exec() != QDialog::Accepted) return std::nullopt;
  return dialog.textValue().trimmed();
}

}  // namespace fw::ui
