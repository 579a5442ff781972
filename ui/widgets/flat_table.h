// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>
#include <vector>

namespace fw::ui {

class Settings;

/// Centres the text in a view without rows; call while painting.
void drawEmptyText(const QAbstractItemView& view, const QString& text);

/// Makes Home, End and similar keys select the row they move to, and only that row, even if it is the current
/// one already: after Tab into the view the current row is not selected, and after Select All it is selected
/// among others. Call after the view has handled the key.
void chooseReached(const QAbstractItemView& view, const QKeyEvent& event);

/// A table with whole-row selection, resizable columns whose widths are remembered, and a sentence shown
/// while it is empty. GUI thread only.
class FlatTable : public QTreeView {
  Q_OBJECT
 public:
  /// @param key  the table's name in the settings
  FlatTable(const QString& key, const QString& accessibleName, const QString& emptyText,
            QWidget* parent = nullptr);

  /// Columns to hide, in this order, when there is not enough room; the row's tooltip then shows their texts.
  /// @param letters  minimum width of the stretching column in characters; 0: its title's
  void setHiddenFirst(std::vector<int> columns, int letters = 0);
  void restoreColumns(const Settings& settings);
  void saveColumns(Settings& settings) const;

 protected:
  bool event(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  /// For tables without a menu of their own.
  void contextMenuEvent(QContextMenuEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QString columnsKey() const;
  void copyRows() const;
  int neededWidth() const;
  int leastWidth(int column) const;
  void fitColumns();

  QString m_emptyText;
  std::vector<int> m_hiddenFirst;
  int m_letters = 0;
  bool m_isFitting = false;
};

}  // namespace fw::ui
