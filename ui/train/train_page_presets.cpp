// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "run/run_file.h"
#include "ui/state/engine_bridge.h"
#include "ui/train/preset_changes.h"
#include "ui/train/preset_list.h"
#include "ui/train/process_choice.h"
#include "ui/train/train_page.h"

namespace fw::ui {

std::string TrainPage::withPreset(const std::string& text, const run::Preset& preset) const {
  return run::use_preset(text, preset, m_check.facts().buckets, m_presets->own());
}

void TrainPage::usePreset(const run::Preset& preset) {
  m_draft.edit([name = QString::fromStdString(preset.name)] { return tr("Use the preset “%1”").arg(name); },
               [&](const std::string& text) { return withPreset(text, preset); });
  m_said = PresetList::keptBuckets(preset, m_check.facts().buckets);
  updateCommands();
}

void TrainPage::showChanges(const run::Preset& preset, const QString& name) try {
  const auto& model = m_check.facts().model;
  const run::RunFile after = run::parse_run_file(withPreset(m_draft.text(), preset), m_draft.file(),
                                                 run::Extent::whole, model ? &*model : nullptr);
  PresetChanges(name, m_draft.run().settings, after.settings, window()).exec();
} catch (const Error& error) {
  say(error.fault());
}

void TrainPage::updatePresets() {
  uint64_t memory = 0;
  for (const DeviceStatus& device : m_bridge.devices()) {
    if (device.isGpu()) memory = std::max(memory, device.totalBytes);
  }
  const auto& model = m_check.facts().model;
  m_presets->showFor(model && m_check.isCurrent() ? &*model : nullptr, memory);
  m_presets->markUsed(m_draft.run().settings);
  m_processes->offer(m_bridge, m_draft.run().settings);
}

}  // namespace fw::ui
