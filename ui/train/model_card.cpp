// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/model_card.h"

#include <QGridLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include "ui/run_settings/setting_row.h"
#include "ui/state/fault_text.h"
#include "ui/state/model_facts.h"
#include "ui/train/run_check.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

WrapLabel* addFactLine(QGridLayout& grid) {
  auto* const line = new WrapLabel;
  line->setForegroundRole(QPalette::PlaceholderText);
  grid.addWidget(line, grid.rowCount(), 2);
  return line;
}

}  // namespace

ModelCard::ModelCard(RunDraft& draft, QWidget* parent) : Card(tr("Model and dataset"), parent) {
  auto* const grid = new QGridLayout;
  grid->setHorizontalSpacing(14);
  grid->setVerticalSpacing(4);
  grid->setColumnMinimumWidth(0, fontMetrics().averageCharWidth() * 24);
  m_model = new SettingRow(*run::find_setting(modelKey), draft, *grid, this);
  m_modelFacts = addFactLine(*grid);
  m_dataset = new SettingRow(*run::find_setting(datasetKey), draft, *grid, this);
  m_datasetFacts = addFactLine(*grid);
  body()->addLayout(grid);
  for (SettingRow* const row : {m_model, m_dataset})
    connect(row, &SettingRow::entered, this, [this, row] { Q_EMIT settingEntered(row->setting()); });
}

QWidget* ModelCard::editor(std::string_view key) const {
  if (key == modelKey) return m_model->editor();
  return key == datasetKey ? m_dataset->editor() : nullptr;
}

void ModelCard::update(const RunCheck& check, const FaultTexts& faults) {
  for (SettingRow* const row : {m_model, m_dataset}) {
    const auto fault = faults.find(std::string(row->setting().key));
    row->update(fault == faults.end() ? QString() : fault->second);
  }
  const workflow::RunFacts& facts = check.facts();
  QString model;
  if (check.knowsModel()) {
    model = modelFactsText(*facts.model);
  } else if (facts.source.folder.empty()) {
    model = tr("The folder of a published model, which contains model_index.json.");
  }
  m_modelFacts->setText(model);
  QString samples;
  if (facts.samples > 0) {
    samples = tr("%n samples", nullptr, static_cast<int>(facts.samples)) + comma() +
              tr("%n buckets", nullptr, static_cast<int>(facts.buckets.size()));
    samples += comma() + (facts.is_encoded ? tr("encoded") : tr("encoded before training if needed"));
  } else if (facts.is_from_project && !facts.model) {
    samples = tr("The project's clips in their buckets.");
  }
  m_datasetFacts->setText(check.isCurrent() ? samples : tr("Checking…"));
  auto* const edit = static_cast<QLineEdit*>(m_dataset->editor());
  edit->setPlaceholderText(facts.is_from_project ? tr("The project's clips") : tr("A dataset.jsonl file"));
}

}  // namespace fw::ui
