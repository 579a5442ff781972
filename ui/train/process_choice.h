// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <optional>
#include <utility>

#include "base/error.h"

namespace fw::run {
struct RunSettings;
}

namespace fw::ui {

class EngineBridge;

/// How many processes of this machine train a run together: one a GPU, or several that share the cores of the
/// processor. It is seen where there can be more than one. GUI thread only.
class ProcessChoice : public QComboBox {
  Q_OBJECT
 public:
  explicit ProcessChoice(QWidget* parent = nullptr);

  /// What this machine has for a run with these settings; what was chosen stays if it can.
  void offer(const EngineBridge& bridge, const run::RunSettings& settings);
  int64_t count() const { return currentData().toLongLong(); }
  /// Why so many cannot train the run together.
  std::optional<Fault> fault(const run::RunSettings& settings) const;

 private:
  std::pair<int64_t, bool> m_offered{1, false};  // how many at most, and whether on GPUs
};

}  // namespace fw::ui
