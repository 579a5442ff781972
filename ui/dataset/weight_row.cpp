// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/weight_row.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <algorithm>
#include <utility>

#include "dataset/dataset_manifest.h"
#include "project/clips.h"
#include "project/repeats.h"
#include "project/weights.h"
#include "ui/state/clip_store.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

// At its lowest value a field leaves the clips to the rules, or shows that they differ.
constexpr int noTimes = -1;
constexpr double weightStep = 0.05, noWeight = -weightStep;

}  // namespace

struct WeightRow::Weights {
  std::optional<int64_t> times;
  std::optional<double> weight;
  bool differ = false;  // in their times
  bool weightsDiffer = false;
};

WeightRow::WeightRow(ClipStore& store, QWidget* parent)
    : FlowRow(parent),
      m_store(store),
      m_times(named(new QSpinBox, tr("Repeats"),
                    tr("How often the selected clips are used in an epoch. 0 leaves them out. At its lowest "
                       "value the field leaves them to the project's rules."))),
      m_weight(named(new QDoubleSpinBox, tr("Loss weight"),
                     tr("How much the loss of the selected clips counts; 1 is usual. At its lowest value the "
                        "field leaves them to the project's rules."))) {
  m_times->setRange(noTimes, static_cast<int>(project::most_repeats));
  m_weight->setRange(noWeight, dataset::most_loss_weight);
  m_weight->setSingleStep(weightStep);
  m_weight->setDecimals(2);
  for (const auto& [label, field] :
       {std::pair<QString, QWidget*>{tr("&Repeats"), m_times}, {tr("&Loss weight"), m_weight}}) {
    auto* const title = new QLabel(label);
    title->setBuddy(field);
    field->setToolTip(field->accessibleDescription());
    auto* const pair = new QWidget;
    auto* const row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(title);
    row->addWidget(field);
    add(pair);
  }
  connect(m_times, &QSpinBox::editingFinished, this, &WeightRow::commitTimes);
  connect(m_weight, &QDoubleSpinBox::editingFinished, this, &WeightRow::commitWeight);
  connect(&m_store, &ClipStore::changed, this, &WeightRow::read);
  connect(&m_store, &ClipStore::closing, this, [this] {
    commitTimes();
    commitWeight();
  });
  connect(&m_store, &ClipStore::opened, this, [this] { showClips({}); });
  take({});
}

void WeightRow::showClips(const std::vector<int64_t>& clips) {
  if (clips == m_clips) return;
  commitTimes();
  commitWeight();
  m_clips = clips;
  read();
}

void WeightRow::read() {
  if (m_clips.empty()) return take({});
  m_store.readAfterEdits(
      [clips = m_clips](const project::Project& project, const std::stop_token&) {
        Weights weights;
        bool isFirst = true;
        project::visit_clips(project, clips, [&](const project::ClipRow& row) {
          weights.differ = weights.differ || (!isFirst && weights.times != row.times);
          weights.weightsDiffer = weights.weightsDiffer || (!isFirst && weights.weight != row.loss_weight);
          weights.times = row.times;
          weights.weight = row.loss_weight;
          isFirst = false;
        });
        return weights;
      },
      [this, clips = m_clips](const Weights& weights) {
        if (clips == m_clips) take(weights);
      });
}

/// A field that the user is changing keeps its value.
void WeightRow::take(const Weights& weights) {
  const bool canEdit = !m_clips.empty() && m_store.canEdit();
  const QString byRules = tr("by the rules"), differ = tr("different");
  const int textWidth =
      std::max(fontMetrics().horizontalAdvance(differ), fontMetrics().horizontalAdvance(byRules));
  for (QWidget* const field : std::initializer_list<QWidget*>{m_times, m_weight})
    field->setMinimumWidth(textWidth + 3 * fontMetrics().height());
  m_times->setEnabled(canEdit);
  m_weight->setEnabled(canEdit);
  if (!m_times->hasFocus() || m_times->value() == m_shownTimes) {
    m_times->setSpecialValueText(weights.differ ? differ : byRules);
    m_times->setValue(weights.differ ? noTimes : static_cast<int>(weights.times.value_or(noTimes)));
    m_shownTimes = m_times->value();
  }
  if (!m_weight->hasFocus() || m_weight->value() == m_shownWeight) {
    m_weight->setSpecialValueText(weights.weightsDiffer ? differ : byRules);
    m_weight->setValue(weights.weightsDiffer ? noWeight : weights.weight.value_or(noWeight));
    m_shownWeight = m_weight->value();
  }
}

void WeightRow::commitTimes() {
  const int value = m_times->value();
  if (m_clips.empty() || std::exchange(m_shownTimes, value) == value || !m_store.keepsEdits()) return;
  const auto times = value == noTimes ? std::nullopt : std::optional<int64_t>(value);
  m_store.edit(
      [clips = m_clips, times](project::Project& project) { set_clip_times(project, clips, times); });
}

void WeightRow::commitWeight() {
  const double value = m_weight->value();
  if (m_clips.empty() || std::exchange(m_shownWeight, value) == value || !m_store.keepsEdits()) return;
  const auto weight = value < 0 ? std::nullopt : std::optional<double>(value);
  m_store.edit(
      [clips = m_clips, weight](project::Project& project) { set_clip_loss_weight(project, clips, weight); });
}

}  // namespace fw::ui
