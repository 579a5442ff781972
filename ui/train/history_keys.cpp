// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/history_keys.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>

namespace fw::ui {

HistoryKeys::HistoryKeys(QWidget& page, QAction& undo, QAction& redo)
    : QObject(&page), m_undo(undo), m_redo(redo) {
  page.installEventFilter(this);
  // Text fields would consume the keys even with nothing to undo.
  for (QLineEdit* const field : page.findChildren<QLineEdit*>()) field->installEventFilter(this);
}

bool HistoryKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress) return false;
  const auto* const key = static_cast<QKeyEvent*>(event);
  const bool isUndo = key->matches(QKeySequence::Undo);
  if (!isUndo && !key->matches(QKeySequence::Redo)) return false;
  const auto* const field = qobject_cast<QLineEdit*>(watched);
  if (field != nullptr && (isUndo ? field->isUndoAvailable() : field->isRedoAvailable())) return false;
  event->accept();
  if (event->type() == QEvent::KeyPress) (isUndo ? m_undo : m_redo).trigger();
  return true;
}

}  // namespace fw::ui
