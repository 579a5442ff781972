// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/dataset/clip_model.h"

class QAbstractItemView;
class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;

namespace fw::ui {

class ActionRegistry;
class CaptionCell;
class ClipGrid;
class ClipStore;
class FlatTable;
class HealthStrip;

/// The clips as pictures or as a table with one selection, and what narrows them down: a filter in words, the
/// health strip, an order. GUI thread only.
class ClipBrowser : public QWidget {
  Q_OBJECT
 public:
  /// @param page  where the keys work that are about the list as a whole
  ClipBrowser(ClipStore& store, ActionRegistry& actions, QWidget& page, QWidget* parent = nullptr);

  ClipModel* model() const { return m_model; }
  FlatTable* table() const { return m_table; }
  ClipGrid* grid() const { return m_grid; }
  /// The page has it across its whole width.
  HealthStrip* health() const { return m_health; }
  QLineEdit* filterEdit() const { return m_filter; }

  /// 0 when there is none.
  qint64 currentClip() const { return m_current; }
  /// Null when there is none or it is on the way, which currentChanged() ends.
  const project::ClipRow* currentRow() const;
  /// Whether that row is as the project is after the last edit that was told of; else it follows.
  bool isCurrentFresh() const { return m_model->isFresh(m_model->rowOf(m_current)); }
  /// In the list's order; those of the current clip when nothing else is selected.
  std::vector<int64_t> selectedClips() const;
  /// Those that pass what narrows the list down; empty: nothing does.
  std::vector<int64_t> listedClips() const;
  /// Makes a clip the current one if it is in the list. @return whether it is
  bool showClip(qint64 clip);
  /// The same with others selected beside it, also while the list is not there yet.
  void wantClips(qint64 current, const std::vector<int64_t>& selected);
  /// Selects these clips; when the filter hides all of them it is cleared first.
  void selectClips(const std::vector<int64_t>& clips);
  void removeSelected();
  /// To the clips, as pictures or as a table.
  void focusClips();
  /// Whether the table has a column of proposed captions.
  void setProposalsShown(bool shown);
  /// What the menu of the clips holds before "Show in file manager".
  void setMenu(const QList<QAction*>& commands) { m_menu = commands; }
  /// Commands whose keys, single letters too, work while the pictures of the clips have the focus.
  void addKeys(const QList<QAction*>& commands);

 Q_SIGNALS:
  /// Another clip, or none, or the same one with other content.
  void currentChanged();
  void selectionChanged();

 private:
  void makeCommands(ActionRegistry& actions, QWidget& page);
  QWidget* makeTop(ActionRegistry& actions);
  void applyQuery();
  void scrollTo(int row);
  QAbstractItemView& currentView() const;
  void notePlace();
  void showAsTable(bool asTable);
  void showCommands();
  void openMenu(const QPoint& place);
  void noteCurrent();
  void restoreSelection(bool isOther);

  ClipStore& m_store;
  ClipModel* m_model;
  HealthStrip* m_health;
  QLineEdit* m_filter;
  QLabel* m_filterFault;
  QComboBox* m_order;
  QStackedWidget* m_views;
  ClipGrid* m_grid;
  FlatTable* m_table;
  CaptionCell* m_cell;
  QLabel* m_count;
  QAction* m_asTable = nullptr;
  QAction* m_remove = nullptr;
  QAction* m_reveal = nullptr;
  QList<QAction*> m_menu;
  QTimer m_typing;
  qint64 m_current = 0;
  int m_currentRow = 0;
  std::vector<int64_t> m_selected;
  bool m_isRestoring = false;
  ClipQuery m_listed;          // that the list was last of
  std::optional<int> m_place;  // that the view was scrolled to, without the current clip in it
  int m_sortColumn = -1;       // that the list is in the order of
  Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

}  // namespace fw::ui
