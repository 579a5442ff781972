// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "base/error.h"
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
  /// Why that many cannot train the run together.
  std::optional<Fault> fault(const run::RunSettings& settings) const;
};

}  // namespace fw::ui
