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

/// How many processes of this machine train a run together. It is seen where there can be more than one.
/// GUI thread only.
class ProcessChoice : public ProcessCount {
  Q_OBJECT
 public:
  explicit ProcessChoice(QWidget* parent = nullptr);

  /// What this machine has for a run with these settings.
  void offer(const EngineBridge& bridge, const run::RunSettings& settings);
  /// Why so many cannot train the run together.
  std::optional<Fault> fault(const run::RunSettings& settings) const;
};

}  // namespace fw::ui
