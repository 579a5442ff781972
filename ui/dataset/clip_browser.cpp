// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/clip_browser.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <algorithm>

#include "ui/dataset/caption_cell.h"
#include "ui/dataset/health_strip.h"
#include "ui/dataset/hover_scrub.h"
#include "ui/state/clip_store.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/thumbnail_cache.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/reveal.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int typingPauseMs = 250;

QString filterHelp() {
  return ClipBrowser::tr(
      "Words in the file path or caption. All must match; a minus in front excludes a word. Also: name:word, "
      "caption:word, tag:word, is:uncaptioned, is:proposed, is:long, is:damaged, is:duplicate, width>=720, "
      "seconds<2, fps:23..25");
}

/// Adjacent rows as one range: selecting 100,000 rows one by one takes minutes.
QItemSelection rangesOf(const ClipModel& model, const std::vector<int>& rows) {
  QItemSelection ranges;
  for (size_t begin = 0; begin < rows.size();) {
    size_t end = begin + 1;
    while (end < rows.size() && rows[end] == rows[end - 1] + 1) ++end;
    ranges.select(model.index(rows[begin], 0), model.index(rows[end - 1], 0));
    begin = end;
  }
  return ranges;
}

/// Arrow keys move between rows only; the edit key opens the caption.
class ClipTable : public FlatTable {
 public:
  using FlatTable::FlatTable;

 protected:
  bool edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) override {
    if (trigger != EditKeyPressed || !index.isValid()) return FlatTable::edit(index, trigger, event);
    const QModelIndex caption = index.siblingAtColumn(ClipModel::CaptionColumn);
    selectionModel()->setCurrentIndex(caption, QItemSelectionModel::NoUpdate);
    return FlatTable::edit(caption, trigger, event);
  }
};

}  // namespace

ClipBrowser::ClipBrowser(ClipStore& store, ActionRegistry& actions, QWidget& page, QWidget* parent)
    : QWidget(parent),
      m_store(store),
      m_model(new ClipModel(store, *new ThumbnailCache(store, this), this)),
      m_health(new HealthStrip(store)),
      m_filter(new QLineEdit),
      m_filterFault(new WrapLabel),
      m_order(new QComboBox),
      m_views(new QStackedWidget),
      m_grid(new ClipGrid),
      m_table(
          new ClipTable(QStringLiteral("clips"), tr("Clips as a table"), tr("No clip matches the filter."))),
      m_cell(new CaptionCell(m_table)),
      m_count(new QLabel) {
  m_table->setModel(m_model);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->setSortingEnabled(true);
  m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
  m_table->setItemDelegateForColumn(ClipModel::CaptionColumn, m_cell);
  connect(m_cell, &CaptionCell::openChanged, m_model, &ClipModel::setHeld);
  connect(m_table->header(), &QHeaderView::sectionPressed, m_cell, &CaptionCell::finish);
  connect(&m_store, &ClipStore::closing, m_cell, &CaptionCell::finish);
  m_table->sortByColumn(-1, Qt::AscendingOrder);
  m_table->header()->resizeSection(ClipModel::NameColumn, 280);
  for (const int column :
       {ClipModel::SizeColumn, ClipModel::RateColumn, ClipModel::FramesColumn, ClipModel::SecondsColumn})
    m_table->header()->resizeSection(column, 80);
  for (const int column : {ClipModel::CaptionColumn, ClipModel::ProposalColumn})
    m_table->header()->resizeSection(column, 320);
  m_table->setIconSize({56, 36});
  m_grid->setEmptyText(tr("No clip matches the filter."));
  kept(m_grid, "dataset.grid")->setModel(m_model);
  m_grid->setSelectionModel(m_table->selectionModel());
  new HoverScrub(*m_grid, *m_model, m_store, this);
  m_views->addWidget(m_grid);
  m_views->addWidget(m_table);
  makeCommands(actions, page);
  m_filterFault->hide();

  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  column->addWidget(makeTop(actions));
  column->addWidget(m_filterFault);
  column->addWidget(m_views, 1);

  m_typing.setSingleShot(true);
  m_typing.setInterval(typingPauseMs);
  connect(m_filter, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
  connect(&m_typing, &QTimer::timeout, this, &ClipBrowser::applyQuery);
  connect(m_health, &HealthStrip::chosenChanged, this, &ClipBrowser::applyQuery);
  connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, &ClipBrowser::notePlace);
  connect(m_model, &ClipModel::listed, this, &ClipBrowser::restoreSelection);
  connect(m_model, &ClipModel::rowsChanged, this, &ClipBrowser::currentChanged);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &ClipBrowser::noteCurrent);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    if (m_isRestoring) return;
    std::vector<int> rows;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) rows.push_back(index.row());
    std::ranges::sort(rows);  // they come in the order of the clicks
    m_selected.clear();
    for (const int row : rows) m_selected.push_back(m_model->idAt(row));
    showCommands();
    Q_EMIT selectionChanged();
  });
  showAsTable(false);
}

void ClipBrowser::makeCommands(ActionRegistry& actions, QWidget& page) {
  m_asTable = actions.addScoped(
      &page,
      {QStringLiteral("dataset.table"), tr("Show as &table"), "table", QKeySequence(QStringLiteral("Ctrl+T")),
       tr("Shows the clips as a table, or as pictures again.")},
      [this] { showAsTable(m_views->currentWidget() != m_table); });
  kept(m_asTable, "dataset.table")->setCheckable(true);
  actions.addScoped(&page,
                    {QStringLiteral("dataset.filter"), tr("&Filter the clips"), "search",
                     QKeySequence(QStringLiteral("Ctrl+F")), tr("Moves to the filter field.")},
                    [this] {
                      m_filter->setFocus();
                      m_filter->selectAll();
                    });
  actions.addScoped(m_views,
                    {QStringLiteral("dataset.selectAll"), tr("Select &all clips"), "select-all",
                     QKeySequence(QKeySequence::SelectAll), tr("Selects all clips in the list.")},
                    [this] { currentView().selectAll(); });
  m_remove = actions.addScoped(
      m_views,
      {QStringLiteral("dataset.remove"), tr("&Remove clips"), "remove", QKeySequence(QStringLiteral("Del")),
       tr("Removes the selected clips from the project. Their files stay on disk.")},
      [this] { removeSelected(); });
  m_remove->setEnabled(false);
  m_reveal = actions.addScoped(
      m_views,
      {QStringLiteral("dataset.reveal"), tr("Show in file &manager"), "folder",
       QKeySequence(QStringLiteral("Ctrl+Alt+R")), tr("Shows the current clip's file in the file manager.")},
      [this] {
        if (const project::ClipRow* const row = currentRow())
          revealInFiles(toText(m_store.folder() / row->source.path));
      });
  m_reveal->setEnabled(false);
  for (QAbstractItemView* const view :
       {static_cast<QAbstractItemView*>(m_grid), static_cast<QAbstractItemView*>(m_table)}) {
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view, &QWidget::customContextMenuRequested, this,
            [this, view](const QPoint& place) { openMenu(view->viewport()->mapToGlobal(place)); });
    view->addAction(m_remove);
  }
}

QWidget* ClipBrowser::makeTop(ActionRegistry& actions) {
  auto* const top = new QWidget;
  auto* const row = new QHBoxLayout(top);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  m_filter->setPlaceholderText(tr("Filter: words, is:uncaptioned, width>=720 …"));
  kept(m_filter, "dataset.filter")->setClearButtonEnabled(true);
  m_filter->setToolTip(filterHelp());
  named(m_filter, tr("Filter the clips"), filterHelp());
  named(m_order, tr("Sort order"));
  const std::pair<QString, int> orders[]{{tr("As imported"), -1},
                                         {tr("By name"), ClipModel::NameColumn},
                                         {tr("By size"), ClipModel::SizeColumn},
                                         {tr("By frames"), ClipModel::FramesColumn},
                                         {tr("By duration"), ClipModel::SecondsColumn},
                                         {tr("By caption"), ClipModel::CaptionColumn}};
  for (const auto& [text, column] : orders) m_order->addItem(text, column);
  connect(m_order, &QComboBox::activated, this,
          [this] { m_table->sortByColumn(m_order->currentData().toInt(), Qt::AscendingOrder); });
  connect(m_table->header(), &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder way) {
    QHeaderView& header = *m_table->header();
    if (!ClipModel::canSort(column)) {  // the arrow stays at the column it is sorted by
      const QSignalBlocker quiet(header);
      return header.setSortIndicator(m_sortColumn, m_sortOrder);
    }
    m_sortColumn = column;
    m_sortOrder = way;
    if (const int entry = m_order->findData(column); entry >= 0) m_order->setCurrentIndex(entry);
  });
  auto* const asTable = new QToolButton;
  asTable->setDefaultAction(actions.action(QStringLiteral("dataset.table")));
  named(asTable, m_asTable->iconText(), m_asTable->whatsThis());
  m_count->setForegroundRole(QPalette::PlaceholderText);
  row->addWidget(m_filter, 1);
  row->addWidget(m_count);
  row->addWidget(m_order);
  row->addWidget(asTable);
  return top;
}

void ClipBrowser::openMenu(const QPoint& place) {
  if (m_selected.empty()) return;
  QMenu menu(this);
  menu.addActions(m_menu);
  menu.addAction(m_reveal);
  menu.addAction(m_remove);
  m_model->setNeeded(m_selected);
  menu.exec(place);
  m_model->setNeeded({});
}

void ClipBrowser::showAsTable(bool asTable) {
  const QModelIndex current = m_table->currentIndex();
  const bool hadFocus = m_views->currentWidget()->hasFocus();
  m_views->setCurrentWidget(asTable ? static_cast<QWidget*>(m_table) : m_grid);
  m_asTable->setChecked(asTable);
  if (hadFocus) m_views->currentWidget()->setFocus();
  if (current.isValid()) asTable ? m_table->scrollTo(current) : m_grid->scrollTo(current);
}

/// Only in the visible view: the hidden one would lay out all its rows, and scrolls when it is shown.
void ClipBrowser::scrollTo(int row) {
  currentView().scrollTo(m_model->index(row, 0));
}

QAbstractItemView& ClipBrowser::currentView() const {
  return *static_cast<QAbstractItemView*>(m_views->currentWidget());
}

/// Remembers the scroll position, so that a growing list does not jump back to the current clip.
void ClipBrowser::notePlace() {
  const QAbstractItemView& view = currentView();
  const QModelIndex current = m_table->currentIndex();
  const bool isScrolledAway =
      current.isValid() && !view.visualRect(current).intersects(view.viewport()->rect());
  m_place = isScrolledAway ? std::optional(view.verticalScrollBar()->value()) : std::nullopt;
}

void ClipBrowser::applyQuery() {
  auto parsed = project::ClipFilter::parse(m_filter->text().toStdString());
  const auto* const faults = std::get_if<std::vector<Fault>>(&parsed);
  m_filterFault->setVisible(faults != nullptr);
  if (faults != nullptr) {
    m_filterFault->setText(faultWithHint(faults->front()));
    return;  // the list stays unchanged while a term is being typed
  }
  ClipQuery query = m_model->query();
  query.filter = std::get<project::ClipFilter>(parsed);
  if (m_health->chosen() != HealthStrip::AllClips) query.filter = query.filter.both(m_health->filter());
  query.onlyMissing = m_health->onlyMissing();
  m_model->setQuery(query);
}

std::vector<int64_t> ClipBrowser::selectedClips() const {
  if (!m_selected.empty() || m_current == 0) return m_selected;
  return {m_current};
}

std::vector<int64_t> ClipBrowser::listedClips() const {
  return m_model->query().isAll() ? std::vector<int64_t>() : m_model->ids();
}

void ClipBrowser::noteCurrent() {
  if (m_isRestoring) return;
  const QModelIndex index = m_table->currentIndex();
  m_current = index.isValid() ? m_model->idAt(index.row()) : 0;
  if (index.isValid()) m_currentRow = index.row();
  Q_EMIT currentChanged();
}

const project::ClipRow* ClipBrowser::currentRow() const {
  return m_current == 0 ? nullptr : m_model->clip(m_model->rowOf(m_current));
}

void ClipBrowser::addKeys(const QList<QAction*>& commands) {
  m_grid->addActions(commands);  // not in the table, whose cells are typed in
}

bool ClipBrowser::showClip(qint64 clip) {
  const int row = m_model->rowOf(clip);
  if (row < 0) return false;
  const QModelIndex index = m_model->index(row, 0);
  m_table->selectionModel()->setCurrentIndex(index,
                                             QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  scrollTo(row);
  return true;
}

void ClipBrowser::selectClips(const std::vector<int64_t>& clips) {
  const std::vector<int> rows = m_model->rowsOf(clips);
  if (!rows.empty()) {
    QItemSelectionModel& selection = *m_table->selectionModel();
    selection.setCurrentIndex(m_model->index(rows.front(), 0), QItemSelectionModel::NoUpdate);
    selection.select(rangesOf(*m_model, rows),
                     QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(rows.front());
  }
  if (rows.size() >= clips.size()) return;
  // The filter hides some of them: the user would not know that they are left out.
  if (rows.empty()) m_current = clips.front();
  m_selected = clips;
  m_filter->clear();  // the new list selects them
  m_health->choose(HealthStrip::AllClips);
}

void ClipBrowser::wantClips(qint64 current, const std::vector<int64_t>& selected) {
  m_current = current;
  m_selected = selected;
  if (m_model->rowCount() > 0) restoreSelection(true);
}

/// Restores the selection in a new list. If the current clip is gone, the one now in its place becomes
/// current, so that the user can continue through a filtered list.
void ClipBrowser::restoreSelection(bool isOther) {
  m_count->setText(m_store.isOpen() ? tr("%n clips", nullptr, m_model->rowCount()) : QString());
  if (!isOther) {
    Q_EMIT currentChanged();
    return;
  }
  m_isRestoring = true;
  const bool isOtherQuery = std::exchange(m_listed, m_model->query()) != m_model->query();
  const std::optional<int> place = std::exchange(m_place, std::nullopt);
  QItemSelectionModel& selection = *m_table->selectionModel();
  selection.clear();
  const std::vector<int> rows = m_model->rowsOf(m_selected);
  m_selected.clear();
  for (const int selected : rows) m_selected.push_back(m_model->idAt(selected));
  int row = m_model->rowOf(m_current);
  const bool isOtherClip = row < 0;
  if (isOtherClip && m_model->rowCount() > 0) row = std::min(m_currentRow, m_model->rowCount() - 1);
  m_current = row < 0 ? 0 : m_model->idAt(row);
  if (m_selected.empty() && m_current != 0) m_selected = {m_current};
  selection.select(rangesOf(*m_model, rows.empty() && row >= 0 ? std::vector{row} : rows),
                   QItemSelectionModel::Select | QItemSelectionModel::Rows);
  if (row >= 0) {
    selection.setCurrentIndex(m_model->index(row, 0), QItemSelectionModel::NoUpdate);
    m_currentRow = row;
    scrollTo(row);
    if (place && !isOtherQuery && !isOtherClip) currentView().verticalScrollBar()->setValue(*place);
  }
  m_isRestoring = false;
  showCommands();
  Q_EMIT currentChanged();
  Q_EMIT selectionChanged();
}

void ClipBrowser::focusClips() {
  m_views->currentWidget()->setFocus();
}

void ClipBrowser::setProposalsShown(bool shown) {
  m_table->setColumnHidden(ClipModel::ProposalColumn, !shown);
}

void ClipBrowser::showCommands() {
  m_remove->setEnabled(m_store.canEdit() && !m_selected.empty());
  m_reveal->setEnabled(m_current != 0);
}

void ClipBrowser::removeSelected() {
  const std::vector<int64_t> ids = selectedClips();
  if (ids.empty()) return;
  m_store.edit([ids](project::Project& project) { remove_clips(project, ids); });
}

}  // namespace fw::ui
