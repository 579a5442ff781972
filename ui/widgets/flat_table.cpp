// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/flat_table.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QToolTip>
#include <algorithm>

#include "ui/state/settings.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

void drawEmptyText(const QAbstractItemView& view, const QString& text) {
  QPainter painter(view.viewport());
  painter.setPen(view.palette().color(QPalette::PlaceholderText));
  painter.drawText(view.viewport()->rect().adjusted(16, 8, -16, -8), Qt::AlignCenter | Qt::TextWordWrap,
                   text);
}

void chooseReached(const QAbstractItemView& view, const QKeyEvent& event) {
  static constexpr int moves[]{Qt::Key_Home, Qt::Key_End,    Qt::Key_Up,       Qt::Key_Down,
                               Qt::Key_Left, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Right};
  QItemSelectionModel* const selection = view.selectionModel();
  if (event.modifiers() != Qt::NoModifier || std::ranges::find(moves, event.key()) == std::end(moves)) return;
  if (selection == nullptr || !view.currentIndex().isValid()) return;
  selection->select(view.currentIndex(), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

FlatTable::FlatTable(const QString& key, const QString& accessibleName, const QString& emptyText,
                     QWidget* parent)
    : QTreeView(parent), m_emptyText(emptyText) {
  setObjectName(key);
  named(this, accessibleName, emptyText);
  setRootIsDecorated(false);
  setItemsExpandable(false);
  setUniformRowHeights(true);
  setAllColumnsShowFocus(true);
  setTabKeyNavigation(false);
  setFrameShape(QFrame::NoFrame);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  header()->setHighlightSections(false);
  header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  // Columns as wide as their rows get that width only once there are rows.
  connect(header(), &QHeaderView::sectionResized, this, [this](int column) {
    if (header()->sectionResizeMode(column) == QHeaderView::ResizeToContents) fitColumns();
  });
}

/// Per language, since texts need different widths.
QString FlatTable::columnsKey() const {
  return objectName() + QLatin1Char('.') + QLocale().name();
}

void FlatTable::restoreColumns(const Settings& settings) {
  if (const QByteArray state = settings.headerState(columnsKey()); !state.isEmpty())
    header()->restoreState(state);
  fitColumns();
}

void FlatTable::saveColumns(Settings& settings) const {
  settings.setHeaderState(columnsKey(), header()->saveState());
}

void FlatTable::setHiddenFirst(std::vector<int> columns, int letters) {
  m_hiddenFirst = std::move(columns);
  m_letters = letters;
  fitColumns();
}

/// Minimum width of a stretching column.
int FlatTable::leastWidth(int column) const {
  return std::max(header()->sectionSizeHint(column), m_letters * fontMetrics().averageCharWidth());
}

/// The width with the stretching column at its minimum.
int FlatTable::neededWidth() const {
  int needed = 0, last = -1;
  for (int place = 0; place < header()->count(); ++place) {
    const int column = header()->logicalIndex(place);
    if (isColumnHidden(column)) continue;
    last = column;
    needed += header()->sectionResizeMode(column) == QHeaderView::Stretch ? leastWidth(column)
                                                                          : columnWidth(column);
  }
  if (header()->stretchLastSection() && last >= 0) needed += leastWidth(last) - columnWidth(last);
  return needed;
}

void FlatTable::fitColumns() {
  if (m_hiddenFirst.empty() || model() == nullptr || m_isFitting) return;
  const QScopedValueRollback fitting(m_isFitting, true);
  for (const int column : m_hiddenFirst) setColumnHidden(column, false);
  for (const int column : m_hiddenFirst) {
    if (neededWidth() < viewport()->width()) return;  // if they just fit, the last one keeps its width
    setColumnHidden(column, true);
  }
}

void FlatTable::resizeEvent(QResizeEvent* event) {
  QTreeView::resizeEvent(event);
  if (event->oldSize().width() != event->size().width()) fitColumns();
}

bool FlatTable::event(QEvent* event) {
  // Once, before it is first shown: a title in another language may be longer.
  if (event->type() == QEvent::Polish)
    for (int column = 0; column < header()->count(); ++column)
      if (!isColumnHidden(column))
        header()->resizeSection(column, std::max(columnWidth(column), header()->sectionSizeHint(column)));
  if (event->type() == QEvent::Polish) fitColumns();
  return QTreeView::event(event);
}

/// Shows the text of a cell that is too narrow as tooltip.
bool FlatTable::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QTreeView::viewportEvent(event);
  const auto* const help = dynamic_cast<QHelpEvent*>(event);
  const QModelIndex index = indexAt(help->pos());
  QStringList told;
  if (sizeHintForIndex(index).width() > columnWidth(index.column())) told << index.data().toString();
  for (const int column : m_hiddenFirst) {
    const QString text = index.siblingAtColumn(column).data().toString();
    if (index.isValid() && isColumnHidden(column) && !text.isEmpty())
      told << model()->headerData(column, Qt::Horizontal).toString() + QStringLiteral(": ") + text;
  }
  if (told.isEmpty()) return QTreeView::viewportEvent(event);
  if (const QString more = index.data(Qt::ToolTipRole).toString(); !more.isEmpty() && !told.contains(more))
    told << more;
  QToolTip::showText(
      help->globalPos(),
      QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(told.join(u'\n').toHtmlEscaped()), this,
      visualRect(index));
  return true;
}

/// As tab-separated text, as other programs expect.
void FlatTable::copyRows() const {
  QModelIndexList rows = selectionModel()->selectedRows();
  std::ranges::sort(rows, {}, &QModelIndex::row);
  QStringList lines;
  for (const QModelIndex& row : rows) {
    QStringList cells;
    for (int place = 0; place < header()->count(); ++place)
      if (const int column = header()->logicalIndex(place); !isColumnHidden(column))
        cells << row.siblingAtColumn(column).data().toString().simplified();
    lines << cells.join(QLatin1Char('\t'));
  }
  if (!lines.isEmpty()) QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void FlatTable::contextMenuEvent(QContextMenuEvent* event) {
  if (selectionModel() == nullptr || !selectionModel()->hasSelection()) return;
  QMenu menu(this);
  connect(menu.addAction(icon("copy"), tr("&Copy")), &QAction::triggered, this, &FlatTable::copyRows);
  menu.exec(event->globalPos());
}

void FlatTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy) && selectionModel() != nullptr) return copyRows();
  QTreeView::keyPressEvent(event);
  chooseReached(*this, *event);
}

void FlatTable::paintEvent(QPaintEvent* event) {
  QTreeView::paintEvent(event);
  if (model() != nullptr && model()->rowCount() == 0) drawEmptyText(*this, m_emptyText);
}

}  // namespace fw::ui
