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

/// The clips as pictures or a table with a shared selection, narrowed down by a text filter and the health
/// strip, and sorted. GUI thread only.
class ClipBrowser : public QWidget {
  Q_OBJECT
 public:
  /// @param page  where the shortcuts of the whole list work
  ClipBrowser(ClipStore& store, ActionRegistry& actions, QWidget& page, QWidget* parent = nullptr);

  ClipModel* model() const { return m_model; }
  FlatTable* table() const { return m_table; }
  ClipGrid* grid() const { return m_grid; }
  /// Placed by the page across its whole width.
  HealthStrip* health() const { return m_health; }
  QLineEdit* filterEdit() const { return m_filter; }

  /// 0: none.
  qint64 currentClip() const { return m_current; }
  /// Null without a current clip or while its row is loading; currentChanged() follows.
  const project::ClipRow* currentRow() const;
  /// Whether the row reflects the latest edit; otherwise an update is pending.
  bool isCurrentFresh() const { return m_model->isFresh(m_model->rowOf(m_current)); }
  /// In list order; the current clip if nothing else is selected.
  std::vector<int64_t> selectedClips() const;
  /// The clips that pass the filters; empty: no filter is active.
  std::vector<int64_t> listedClips() const;
  /// Makes a clip current if it is in the list. @return whether it is
  bool showClip(qint64 clip);
  /// The same with other clips selected too, even before the list is loaded.
  void wantClips(qint64 current, const std::vector<int64_t>& selected);
  /// Selects these clips; clears the filter first if it hides all of them.
  void selectClips(const std::vector<int64_t>& clips);
  void removeSelected();
  /// Focuses the view of clips, pictures or table.
  void focusClips();
  /// Whether the table has a column for proposed captions.
  void setProposalsShown(bool shown);
  /// Menu entries of the clips above "Show in file manager".
  void setMenu(const QList<QAction*>& commands) { m_menu = commands; }
  /// Commands whose shortcuts, single letters too, work while the clip pictures have the focus.
  void addKeys(const QList<QAction*>& commands);

 Q_SIGNALS:
  /// The current clip changed: another clip, none, or new content.
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
  ClipQuery m_listed;          // query of the current list
  std::optional<int> m_place;  // scroll position while the current clip is out of view
  int m_sortColumn = -1;       // column it is sorted by
  Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

}  // namespace fw::ui
