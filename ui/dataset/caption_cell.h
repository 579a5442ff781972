// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QStyledItemDelegate>

namespace fw::ui {

/// Edits captions in the cells of a table. The rows change under an open cell, since jobs and edits go on;
/// what is being typed outlasts that. GUI thread only.
class CaptionCell : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  /// Keeps what was typed and closes the cell, if one is open.
  void finish();

  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const override;
  void destroyEditor(QWidget* editor, const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;

 Q_SIGNALS:
  void openChanged(bool isOpen);

 private:
  mutable QPointer<QWidget> m_editor;
};

}  // namespace fw::ui
