// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/caption_cell.h"

#include <QLineEdit>

namespace fw::ui {

void CaptionCell::finish() {
  if (m_editor == nullptr) return;
  Q_EMIT commitData(m_editor);
  if (m_editor != nullptr) Q_EMIT closeEditor(m_editor);
}

QWidget* CaptionCell::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                   const QModelIndex& index) const {
  m_editor = QStyledItemDelegate::createEditor(parent, option, index);
  Q_EMIT const_cast<CaptionCell*>(this)->openChanged(true);
  return m_editor;
}

void CaptionCell::destroyEditor(QWidget* editor, const QModelIndex& index) const {
  QStyledItemDelegate::destroyEditor(editor, index);
  if (editor != m_editor) return;
  m_editor = nullptr;
  Q_EMIT const_cast<CaptionCell*>(this)->openChanged(false);
}

/// Views call this at each change of the row.
void CaptionCell::setEditorData(QWidget* editor, const QModelIndex& index) const {
  auto* const line = qobject_cast<QLineEdit*>(editor);
  if (line == nullptr || line->isModified() || line->text() == index.data(Qt::EditRole).toString()) return;
  line->setText(index.data(Qt::EditRole).toString());
  line->selectAll();  // as when the cell was opened
}

}  // namespace fw::ui
