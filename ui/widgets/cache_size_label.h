// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "ui/state/worker.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

/// How large a cache of latents is. Counts on a worker whenever it is shown. GUI thread only.
class CacheSizeLabel : public WrapLabel {
  Q_OBJECT
 public:
  explicit CacheSizeLabel(QWidget* parent = nullptr);

  /// @param cache  empty: nothing is shown
  void setCache(const std::filesystem::path& cache);
  void count();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  std::filesystem::path m_cache;
  Worker m_worker;  // last: ends before all else
};

}  // namespace fw::ui
