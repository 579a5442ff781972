// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "run/run_file.h"
#include "ui/run_settings/setting_row.h"
#include "ui/state/engine_bridge.h"
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

/// Menus of settings lead back to the preset that was used last.
void TrainPage::followPreset() {
  std::shared_ptr<const PresetRun> basis;
  const run::Preset* const preset = m_presets->find(m_draft.preset());
  try {
    if (preset != nullptr && m_draft.hasSyntax())
      basis = std::make_shared<PresetRun>(PresetList::nameOf(*preset), runWith(*preset));
  } catch (const Error&) {
    // A text that takes no preset offers none.
  }
  m_form->setPreset(basis);
}

void TrainPage::updatePresets() {
  uint64_t memory = 0;
  for (const DeviceStatus& device : m_bridge.devices()) {
    if (device.isGpu()) memory = std::max(memory, device.totalBytes);
  }
  const auto& model = m_check.facts().model;
  m_presets->showFor(model && m_check.isCurrent() ? &*model : nullptr, memory);
  if (const run::Preset* const used = m_presets->markUsed(m_draft.run().settings, m_draft.preset()))
    m_draft.follow(used->id);
  followPreset();
  m_processes->offer(m_bridge, m_draft.run().settings);
}

}  // namespace fw::ui
