// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <filesystem>
#include <functional>

#include "ui/state/worker.h"

class QPushButton;

namespace fw::run {
struct CacheCleanup;
}

namespace fw::ui {

class CacheSizeLabel;

/// Shows the size of the latent cache and a button to shrink it. Asks before it removes anything, and reports
/// entries kept because runs need them. GUI thread only; removes on a worker.
class CacheRow : public QWidget {
  Q_OBJECT
 public:
  /// @param projects  whose runs may need entries. @param limitBytes  called at clean-up for the size to keep
  CacheRow(std::filesystem::path cache, const QStringList& projects, std::function<uint64_t()> limitBytes,
           QWidget* parent = nullptr);

 private:
  void plan();
  void ask(const run::CacheCleanup& plan, uint64_t limitBytes);
  void clean(uint64_t limitBytes, const std::vector<std::filesystem::path>& givenUp);
  void say(const QString& text);

  std::filesystem::path m_cache;
  QStringList m_projects;
  std::function<uint64_t()> m_limitBytes;
  CacheSizeLabel* m_label;
  QPushButton* m_clean;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
