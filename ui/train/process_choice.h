// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/process_count.h"

namespace fw::run {
struct RunSettings;
}

namespace fw::ui {

class EngineBridge;

/// The number of processes on this machine that train a run together. Visible if there can be more than one.
/// GUI thread only.
class ProcessChoice : public ProcessCount {
  Q_OBJECT
 public:
  explicit ProcessChoice(QWidget* parent = nullptr);

  /// Offers what this machine has for a run with these settings.
  void offer(const EngineBridge& bridge, const run::RunSettings& settings);
};

}  // namespace fw::ui
