// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/row_fault_card.h"

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
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int shownRows = 2000;  // the result keeps them all; a person does not read more
constexpr int mostRowsInView = 5;

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
    : Card(tr("Import problems"), parent),
      m_summary(new WrapLabel),
      m_rows(new QStandardItemModel(this)),
      m_table(new FlatTable(QStringLiteral("rowFaults"), tr("Import problems"), tr("No problems."))) {
  m_table->setModel(m_rows);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  auto* const close = named(new QPushButton(icon("cancel"), tr("Close")), tr("Close the list of problems"));
  connect(close, &QPushButton::clicked, this, &QWidget::hide);
  auto* const row = new QHBoxLayout;
  row->addWidget(m_summary, 1);
  row->addWidget(close);
  body()->addLayout(row);
  body()->addWidget(m_table);
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
  // As high as its rows: the clips above are what is worked on.
  m_table->setFixedHeight(m_table->header()->sizeHint().height() + 4 +
                          std::min(count(), mostRowsInView) * std::max(1, m_table->sizeHintForRow(0)));
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
    const QString text = faultText(row.fault);
    const QString file = fileOf(row);
    QString inShort = text;  // the folder would cut off what is wrong
    if (!file.isEmpty()) inShort.replace(file, QFileInfo(file).fileName());
    auto* const what = new QStandardItem(inShort);
    auto* const hint = new QStandardItem(faultHint(row.fault));
    place->setToolTip(QString::fromStdString(row.list));
    what->setToolTip(text);
    hint->setToolTip(hint->text());
    m_rows->appendRow({place, what, hint});
  }
}

}  // namespace fw::ui
