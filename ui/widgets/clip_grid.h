// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>
#include <QStyledItemDelegate>

namespace fw::ui {

/// Draws a clip: its picture, its name, size and length, and a mark when it has no caption.
/// GUI thread only.
class ClipDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  /// Over the picture, which runs under the pointer, no tool tip comes.
  bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                 const QModelIndex& index) override;
  /// Items become as wide as that, at least as wide as a picture.
  void setWidth(int width) { m_width = width; }
  /// Of the picture in an item's place.
  static QRect pictureRoom(const QRect& item);

 private:
  int m_width = 0;
};

/// Pictures of the clips in rows. Quick with 100,000 clips: all cells are of one size, and only those in view
/// ask for their rows and pictures. GUI thread only.
class ClipGrid : public QListView {
  Q_OBJECT
 public:
  explicit ClipGrid(QWidget* parent = nullptr);

  /// What stands there in place of clips.
  void setEmptyText(const QString& text);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fitCells();

  ClipDelegate* m_delegate;
  QString m_emptyText;
};

}  // namespace fw::ui
