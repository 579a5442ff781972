// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/row_fault_card.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int shownRows = 2000;  // the result keeps them all; a person does not read more

QString placeText(const interchange::RowFault& row) {
  const auto named = row.fault.arguments.find("file");
  const std::string& place =
      row.list.empty() && named != row.fault.arguments.end() ? named->second : row.list;
  const QString file = QFileInfo(QString::fromStdString(place)).fileName();
  if (row.line == 0) return file;
  if (file.isEmpty()) return RowFaultCard::tr("Clip %1").arg(row.line);
  return RowFaultCard::tr("%1, line %2").arg(file).arg(row.line);
}

}  // namespace

RowFaultCard::RowFaultCard(QWidget* parent)
    : Card(tr("Import problems"), parent),
      m_summary(new WrapLabel),
      m_rows(new QStandardItemModel(this)),
      m_table(new FlatTable(QStringLiteral("rowFaults"), tr("Import problems"), tr("No problems."))) {
  m_table->setModel(m_rows);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setMinimumHeight(fontMetrics().height() * 4);
  m_table->setMaximumHeight(fontMetrics().height() * 8);
  auto* const close = named(new QPushButton(icon("cancel"), tr("Close")), tr("Close the list of problems"));
  connect(close, &QPushButton::clicked, this, &QWidget::hide);
  auto* const row = new QHBoxLayout;
  row->addWidget(m_summary, 1);
  row->addWidget(close);
  body()->addLayout(row);
  body()->addWidget(m_table, 1);
  hide();
}

void RowFaultCard::showResult(const QString& summary, const std::vector<interchange::RowFault>& faults,
                              const std::vector<interchange::RowFault>& warnings) {
  m_rows->clear();
  m_rows->setHorizontalHeaderLabels({tr("Where"), tr("Problem"), tr("Fix")});
  m_table->header()->setSectionResizeMode(QHeaderView::Stretch);
  m_table->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  addRows(faults, "error");
  addRows(warnings, "warning");
  m_summary->setText(summary);
  setVisible(count() > 0);
}

int RowFaultCard::count() const {
  return m_rows->rowCount();
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
    auto* const what = new QStandardItem(faultText(row.fault));
    auto* const hint = new QStandardItem(faultHint(row.fault));
    place->setToolTip(QString::fromStdString(row.list));
    for (QStandardItem* const item : {what, hint}) item->setToolTip(item->text());
    m_rows->appendRow({place, what, hint});
  }
}

}  // namespace fw::ui
