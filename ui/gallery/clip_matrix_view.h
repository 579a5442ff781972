// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>
#include <QTableView>

namespace fw::ui {

/// Draws a clip's picture, with a mark on the one that is A. GUI thread only.
class MatrixDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// Steps by prompts; arrow keys move both ways. Cells share the width and are as high as the pictures. GUI
/// thread only.
class ClipMatrixView : public QTableView {
  Q_OBJECT
 public:
  explicit ClipMatrixView(QWidget* parent = nullptr);
  void setModel(QAbstractItemModel* model) override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fitCells();
};

}  // namespace fw::ui
