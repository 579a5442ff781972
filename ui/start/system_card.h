// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "jobs/system_info.h"
#include "run/run_settings.h"
#include "ui/theme/palettes.h"
#include "ui/widgets/card.h"

class QAction;
class QGridLayout;
class QLabel;

namespace fw {
struct Fault;
}

namespace fw::ui {

class EngineBridge;

/// Devices, versions, and limitations of this computer. GUI thread only.
class SystemCard : public Card {
  Q_OBJECT
 public:
  /// @param reopen  the command that reloads the engine
  /// @param install  the command that installs LibTorch, for an engine without it
  SystemCard(const EngineBridge& bridge, QAction* reopen, QAction* install, QWidget* parent = nullptr);

  /// Names of the models with a preset for a card with this much memory, according to the presets' plans.
  /// @param training  "lora" or "sft"
  static QString modelsThatFit(run::TrainingType training, uint64_t memory);

 private:
  void showSystem();
  void showMemory();
  void addDevices();
  void addWhatFits();
  void addVersions();
  void addCuda(const jobs::EngineInfo& engine);
  void addRemedy(QAction* command);
  void addNotice(const Fault& fault, Tint tint);
  void addRow(const QString& name, const QString& value);

  const EngineBridge& m_bridge;
  QAction *m_reopen, *m_install;
  QWidget* m_facts = nullptr;  // rebuilt when the engine's state changes
  QVBoxLayout* m_column = nullptr;
  QGridLayout* m_grid = nullptr;
  std::vector<QLabel*> m_memory;  // one per device
};

}  // namespace fw::ui
