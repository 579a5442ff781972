// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "ui/state/worker.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

/// Size of a latent cache. A worker counts it each time the label is shown. GUI thread only.
class CacheSizeLabel : public WrapLabel {
  Q_OBJECT
 public:
  explicit CacheSizeLabel(QWidget* parent = nullptr);

  /// @param cache  empty: shows nothing
  void setCache(const std::filesystem::path& cache);
  void count();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  std::filesystem::path m_cache;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
