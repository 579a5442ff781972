// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/row_fault_card.h"

#include <QAction>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/reveal.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int shownRows = 2000;  // the result keeps them all; a person does not read more
constexpr int mostRowsInView = 5;
constexpr int pathRole = Qt::UserRole + 1;  // what to import again

/// That the fault is about, or whose line it is in.
QString fileOf(const interchange::RowFault& row) {
  const auto named = row.fault.arguments.find("file");
  const bool isNamed = row.list.empty() && named != row.fault.arguments.end();
  return QString::fromStdString(isNamed ? named->second : row.list);
}

QString placeText(const interchange::RowFault& row) {
  const QString file = QFileInfo(fileOf(row)).fileName();
  if (row.line == 0) return file;
  if (file.isEmpty()) return RowFaultCard::tr("Clip %1").arg(row.line);
  return RowFaultCard::tr("%1, line %2").arg(file).arg(row.line);
}

}  // namespace

RowFaultCard::RowFaultCard(QWidget* parent)
    : Card(tr("Problems"), parent),
      m_summary(new WrapLabel),
      m_retry(named(new QPushButton(icon("reload"), tr("&Try again")), tr("Try again"),
                    tr("Imports the selected files again, or all of them, once they are mended."))),
      m_rows(new QStandardItemModel(this)),
      m_table(new FlatTable(QStringLiteral("rowFaults"), tr("Problems"), tr("No problems."))) {
  m_table->setModel(m_rows);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setWordWrap(true);
  auto* const close = named(new QPushButton(icon("close"), tr("Close")), tr("Close the list of problems"));
  connect(close, &QPushButton::clicked, this, &QWidget::hide);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_retry->setToolTip(m_retry->accessibleDescription());
  connect(m_retry, &QPushButton::clicked, this, &RowFaultCard::retry);
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_table->addAction(new QAction(icon("reload"), tr("Try again"), this));
  connect(m_table->actions().last(), &QAction::triggered, this, &RowFaultCard::retry);
  m_table->addAction(new QAction(icon("folder"), tr("Show in file manager"), this));
  connect(m_table->actions().last(), &QAction::triggered, this, &RowFaultCard::reveal);
  auto* const row = new QHBoxLayout;
  row->addWidget(m_summary, 1);
  row->addWidget(m_retry);
  row->addWidget(close);
  body()->addLayout(row);
  body()->addWidget(m_table);
  hide();
}

void RowFaultCard::showResult(const QString& summary, const std::vector<interchange::RowFault>& faults,
                              const std::vector<interchange::RowFault>& warnings, Of of) {
  m_of = of;
  m_retry->setVisible(of == Of::import);
  m_table->actions().first()->setVisible(of == Of::import);
  m_rows->clear();
  m_rows->setHorizontalHeaderLabels({tr("Where"), tr("Problem"), tr("Fix")});
  m_table->header()->setSectionResizeMode(QHeaderView::Stretch);
  m_table->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  addRows(faults, "error");
  addRows(warnings, "warning");
  m_summary->setText(summary);
  setVisible(count() > 0);
  // As high as its rows: the clips above are what is worked on.
  m_table->setFixedHeight(m_table->header()->sizeHint().height() + 4 +
                          std::min(count(), mostRowsInView) * std::max(1, m_table->sizeHintForRow(0)));
}

int RowFaultCard::count() const {
  return m_rows->rowCount();
}

/// Of the selected rows, or of all.
void RowFaultCard::retry() {
  QStringList paths;
  const QItemSelectionModel& selection = *m_table->selectionModel();
  for (int row = 0; row < m_rows->rowCount(); ++row) {
    const QString path = m_rows->item(row)->data(pathRole).toString();
    if (selection.hasSelection() && !selection.isRowSelected(row)) continue;
    if (!path.isEmpty() && !paths.contains(path)) paths << path;
  }
  if (!paths.isEmpty()) Q_EMIT retryWanted(paths);
}

void RowFaultCard::reveal() {
  const QString path = m_table->currentIndex().siblingAtColumn(0).data(pathRole).toString();
  if (!path.isEmpty()) revealInFiles(path);
}

void RowFaultCard::clear() {
  m_rows->clear();
  hide();
}

void RowFaultCard::addRows(const std::vector<interchange::RowFault>& rows, const char* iconName) {
  const Tint tint = qstrcmp(iconName, "error") == 0 ? Tint::bad : Tint::warning;
  for (const interchange::RowFault& row : rows) {
    if (m_rows->rowCount() >= shownRows) return;
    auto* const place = new QStandardItem(icon(iconName, tint), placeText(row));
    const QString text = faultText(row.fault);
    const QString file = fileOf(row);
    QString inShort = text;  // the folder would cut off what is wrong
    if (!file.isEmpty()) inShort.replace(file, QFileInfo(file).fileName());
    auto* const what = new QStandardItem(inShort);
    auto* const hint = new QStandardItem(faultHint(row.fault));
    place->setToolTip(QString::fromStdString(row.list));
    place->setData(row.list.empty() ? file : QString::fromStdString(row.list), pathRole);
    what->setToolTip(text);
    hint->setToolTip(hint->text());
    what->setSizeHint({0, 2 * fontMetrics().lineSpacing() + 6});  // two lines, for a sentence
    m_rows->appendRow({place, what, hint});
  }
}

}  // namespace fw::ui
