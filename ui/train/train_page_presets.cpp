// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "run/run_file.h"
#include "ui/run_settings/setting_row.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/project_session.h"
#include "ui/train/plan_card.h"
#include "ui/train/preset_changes.h"
#include "ui/train/preset_list.h"
#include "ui/train/process_choice.h"
#include "ui/train/settings_form.h"
#include "ui/train/train_page.h"

namespace fw::ui {

std::string TrainPage::withPreset(const std::string& text, const run::Preset& preset) const {
  return run::use_preset(text, preset, m_check.facts().buckets, m_presets->own());
}

void TrainPage::usePreset(const run::Preset& preset) {
  m_draft.edit([preset] { return tr("Use the preset “%1”").arg(PresetList::nameOf(preset)); },
               [&](const std::string& text) { return withPreset(text, preset); }, preset.id);
  m_said = PresetList::keptBuckets(preset, m_check.facts().buckets);
  updateCommands();
}

run::RunFile TrainPage::runWith(const run::Preset& preset) const {
  const auto& model = m_check.facts().model;
  return run::parse_run_file(withPreset(m_draft.text(), preset), m_draft.file(), run::Extent::whole,
                             model ? &*model : nullptr);
}

void TrainPage::showChanges(const run::Preset& preset, const QString& name) try {
  PresetChanges(name, m_draft.run().settings, runWith(preset).settings, window()).exec();
} catch (const Error& error) {
  say(error.fault());
}

/// The menus of settings refer to the preset used last.
void TrainPage::followPreset() {
  std::shared_ptr<const PresetRun> basis;
  const run::Preset* const preset = m_presets->find(m_draft.preset());
  try {
    if (preset != nullptr && m_draft.hasSyntax())
      basis = std::make_shared<PresetRun>(PresetList::nameOf(*preset), runWith(*preset));
  } catch (const Error&) {
    // No preset applies to this text, so none is offered.
  }
  m_form->setPreset(basis);
}

/// The preset's buckets that a clip fits, if the project's buckets were kept and the run does not fit with
/// them.
std::vector<catalog::Bucket> TrainPage::bucketsToUse() const {
  const run::Preset* const preset = m_presets->find(m_draft.preset());
  const workflow::RunFacts& facts = m_check.facts();
  const bool keepsOwn = preset != nullptr && facts.is_from_project && !m_session.read_only_reason() &&
                        m_draft.run().settings.video_resolution_buckets.empty() &&
                        run::leaves_buckets_out(*preset, facts.buckets);
  std::vector<catalog::Bucket> buckets;
  if (!keepsOwn || !m_plan->isTooLarge()) return buckets;
  for (const std::string& name : preset->settings.video_resolution_buckets)
    if (const auto bucket = catalog::parse_bucket(name); bucket && bucket->frames <= facts.longest_clip)
      buckets.push_back(*bucket);
  return buckets;
}

void TrainPage::offerBuckets() {
  QStringList names;
  for (const catalog::Bucket& bucket : bucketsToUse()) names << QString::fromStdString(to_string(bucket));
  if (!names.isEmpty())
    m_useBuckets->setIconText(tr("Use the preset's buckets: %1").arg(names.join(comma())));
  m_useBuckets->setEnabled(!names.isEmpty());
}

void TrainPage::updatePresets() {
  uint64_t memory = 0;
  for (const DeviceStatus& device : m_bridge.devices()) {
    if (device.isGpu()) memory = std::max(memory, device.totalBytes);
  }
  m_presets->showFor(m_check.knowsModel() ? &*m_check.facts().model : nullptr, memory);
  if (const run::Preset* const used = m_presets->markUsed(m_draft.run().settings, m_draft.preset()))
    m_draft.follow(used->id);
  followPreset();
  m_processes->offer(m_bridge, m_draft.run().settings);
}

}  // namespace fw::ui
