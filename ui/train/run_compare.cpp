// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_compare.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QVBoxLayout>

#include "run/run_file.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/train/setting_differences.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int nameLetters = 16;  // minimum for a run

run::RunSettings settingsIn(const QComboBox& choice) {
  return run::read_run_file(toPath(choice.currentData().toString()) / "run.toml").settings;
}

}  // namespace

RunCompare::RunCompare(const std::vector<Named>& runs, const QStringList& chosen, QWidget* parent)
    : QDialog(parent),
      m_left(named(new QComboBox, tr("First run"))),
      m_right(named(new QComboBox, tr("Second run"))),
      m_table(new SettingDifferences(QStringLiteral("runDifferences"), tr("Settings that differ"),
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
  m_left->setCurrentIndex(m_left->findData(chosen.front()));
  m_right->setCurrentIndex(chosen.size() > 1             ? m_right->findData(chosen.back())
                           : m_left->currentIndex() == 0 ? 1
                                                         : 0);
  compare();
}

void RunCompare::compare() {
  m_table->begin({tr("Setting"), m_left->currentText(), m_right->currentText()});
  m_fault->hide();
  try {
    m_table->compare(settingsIn(*m_left), settingsIn(*m_right));
  } catch (const Error& error) {
    m_fault->setText(faultWithHint(error.fault()));
    m_fault->show();
  }
}

}  // namespace fw::ui
