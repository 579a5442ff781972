// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"
#include "ui/services.h"

namespace fw::ui {

class ActionRegistry;

/// Projects, what this computer can do, and where to go from here. Thread: the window's.
class StartPage : public Page {
  Q_OBJECT
 public:
  StartPage(const Services& services, ActionRegistry& actions, QWidget* parent = nullptr);
};

}  // namespace fw::ui
