// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/setting_differences.h"

#include <QHeaderView>
#include <QStandardItemModel>

#include "ui/run_settings/setting_text.h"
#include "ui/state/fault_text.h"

namespace fw::ui {

namespace {

QStandardItem* cell(const QString& text) {
  auto* const item = new QStandardItem(text);
  item->setEditable(false);
  item->setToolTip(text);
  return item;
}

}  // namespace

SettingDifferences::SettingDifferences(const QString& key, const QString& accessibleName,
                                       const QString& emptyText)
    : FlatTable(key, accessibleName, emptyText), m_rows(new QStandardItemModel(0, 3, this)) {
  setModel(m_rows);
}

void SettingDifferences::begin(const QStringList& titles) {
  m_rows->clear();
  m_rows->setHorizontalHeaderLabels(titles);
  for (int column = 0; column < titles.size(); ++column)
    m_rows->horizontalHeaderItem(column)->setToolTip(titles[column]);
  for (const int section : {0, 1, 2}) header()->setSectionResizeMode(section, QHeaderView::Stretch);
}

void SettingDifferences::compare(const run::RunSettings& left, const run::RunSettings& right) {
  for (const catalog::Setting& setting : run::settings()) {
    if (setting.key == "data.dataset" || value_of(left, setting) == value_of(right, setting)) continue;
    m_rows->appendRow({cell(groupTitle(setting) + colon() + settingLabel(setting)),
                       cell(valueText(value_of(left, setting))), cell(valueText(value_of(right, setting)))});
  }
}

}  // namespace fw::ui
