// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QStyledItemDelegate>

namespace fw::ui {

/// Edits captions in table cells. Rows may change under an open cell, since jobs and edits continue; the
/// typed text survives that. GUI thread only.
class CaptionCell : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  /// Saves the typed text and closes the open cell, if any.
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
