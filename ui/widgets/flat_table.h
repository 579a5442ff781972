// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>
#include <vector>

namespace fw::ui {

class Settings;

/// In the middle of a view without rows, while it is painted.
void drawEmptyText(const QAbstractItemView& view, const QString& text);

/// Home, End and their like choose the row to which they lead and no other, also where it is the current one
/// already: a view that was reached by Tab has a current row that is not chosen, and one in which all are
/// chosen has it among the others. For after the view has handled the key.
void chooseReached(const QAbstractItemView& view, const QKeyEvent& event);

/// A table of rows: whole rows are selected, columns can be resized and are remembered, and a sentence says
/// what would be here while there are no rows. GUI thread only.
class FlatTable : public QTreeView {
  Q_OBJECT
 public:
  /// @param key  name of the table in the settings
  FlatTable(const QString& key, const QString& accessibleName, const QString& emptyText,
            QWidget* parent = nullptr);

  /// Where all columns have no room beside one another, these are hidden, the first one first: their cells'
  /// texts are then in the tooltip of the row.
  /// @param letters  that what stretches has room for; 0: for its title
  void setHiddenFirst(std::vector<int> columns, int letters = 0);
  void restoreColumns(const Settings& settings);
  void saveColumns(Settings& settings) const;

 protected:
  bool event(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  /// For a table that has no menu of its own.
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
