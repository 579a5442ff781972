// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>
#include <QStyledItemDelegate>

namespace fw::ui {

/// Draws a clip: picture, name, size and length, and a mark if it has no caption. GUI thread only.
class ClipDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  /// Suppresses the tooltip over the picture, which scrubs under the pointer.
  bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                 const QModelIndex& index) override;
  /// Sets the item width; never less than a picture's.
  void setWidth(int width) { m_width = width; }
  /// The picture's rectangle within an item.
  static QRect pictureRoom(const QRect& item);

 private:
  int m_width = 0;
};

/// A grid of clip pictures. Fast with 100,000 clips: all cells have the same size, and only visible ones load
/// their rows and pictures. GUI thread only.
class ClipGrid : public QListView {
  Q_OBJECT
 public:
  explicit ClipGrid(QWidget* parent = nullptr);

  /// Text shown while there are no clips.
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
