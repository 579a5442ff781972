// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_compare.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include "run/run_file.h"
#include "ui/run_settings/setting_text.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int nameLetters = 16;  // of a run, at the least
constexpr int settingLetters = 44;

run::RunSettings settingsIn(const QComboBox& choice) {
  return run::read_run_file(toPath(choice.currentData().toString()) / "run.toml").settings;
}

QStandardItem* cell(const QString& text) {
  auto* const item = new QStandardItem(text);
  item->setEditable(false);
  item->setToolTip(text);
  return item;
}

}  // namespace

RunCompare::RunCompare(const std::vector<Named>& runs, const QString& chosen, QWidget* parent)
    : QDialog(parent),
      m_left(named(new QComboBox, tr("First run"))),
      m_right(named(new QComboBox, tr("Second run"))),
      m_rows(new QStandardItemModel(0, 3, this)),
      m_table(new FlatTable(QStringLiteral("runDifferences"), tr("Settings that differ"),
                            tr("Both runs have the same settings."))),
      m_fault(new WrapLabel) {
  setObjectName(QStringLiteral("runCompare"));
  setWindowTitle(tr("Compare the settings of two runs"));
  setGuidePage(*this, QStringLiteral("train.md#the-tab-runs"));
  for (QComboBox* const choice : {m_left, m_right}) {
    for (const auto& [name, folder] : runs) choice->addItem(name, folder);
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setMinimumContentsLength(nameLetters);
    connect(choice, &QComboBox::currentIndexChanged, this, &RunCompare::compare);
  }
  m_table->setModel(m_rows);
  m_table->header()->setTextElideMode(Qt::ElideMiddle);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* const choices = new QHBoxLayout;
  choices->addWidget(m_left, 1);
  choices->addWidget(m_right, 1);
  auto* const column = new QVBoxLayout(this);
  column->addLayout(choices);
  column->addWidget(m_fault);
  column->addWidget(m_table, 1);
  column->addWidget(buttons);
  resize(fontMetrics().averageCharWidth() * 110, fontMetrics().height() * 28);
  m_left->setCurrentIndex(m_left->findData(chosen));
  m_right->setCurrentIndex(m_left->currentIndex() == 0 ? 1 : 0);
  compare();
}

void RunCompare::compare() {
  m_rows->clear();
  m_rows->setHorizontalHeaderLabels({tr("Setting"), m_left->currentText(), m_right->currentText()});
  m_fault->hide();
  try {
    const run::RunSettings left = settingsIn(*m_left), right = settingsIn(*m_right);
    for (const catalog::Setting& setting : run::settings()) {
      // A run has its own copy of the dataset.
      if (setting.key == "data.dataset" || value_of(left, setting) == value_of(right, setting)) continue;
      m_rows->appendRow({cell(QStringLiteral("%1: %2").arg(groupTitle(setting), settingLabel(setting))),
                         cell(valueText(value_of(left, setting))),
                         cell(valueText(value_of(right, setting)))});
    }
  } catch (const Error& error) {
    m_fault->setText(
        QString(faultText(error.fault()) + QLatin1Char(' ') + faultHint(error.fault())).trimmed());
    m_fault->show();
  }
  m_table->header()->resizeSection(0, fontMetrics().averageCharWidth() * settingLetters);
  for (const int section : {1, 2}) m_table->header()->setSectionResizeMode(section, QHeaderView::Stretch);
}

}  // namespace fw::ui
