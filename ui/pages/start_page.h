// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/pages/page.h"
#include "ui/services.h"

class QAction;
class QGridLayout;
class QLabel;

namespace fw::ui {

class ActionRegistry;
class Card;

/// What this computer can do, what keeps it from doing more, and where to go from here. Thread: the window's.
class StartPage : public Page {
  Q_OBJECT
 public:
  StartPage(const Services& services, ActionRegistry& actions, QWidget* parent = nullptr);

 private:
  void showSystem();
  void showMemory();
  void addDevices();
  void addVersions();
  void addNotice(const struct FaultNotice& notice);
  void addRow(const QString& name, const QString& value);
  Card* makeActions(ActionRegistry& actions);

  EngineBridge& m_bridge;
  QAction* m_reopen;
  Card* m_system;
  QWidget* m_facts = nullptr;  // made anew when the engine's state changes
  QGridLayout* m_grid = nullptr;
  std::vector<QLabel*> m_memory;  // one a device
};

}  // namespace fw::ui
