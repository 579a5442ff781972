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

/// How large the cache of latents is, and the way to make it smaller. Asks before anything goes, and says
/// what stays because runs need it. GUI thread only; removes on a worker.
class CacheRow : public QWidget {
  Q_OBJECT
 public:
  /// @param projects  whose runs may need entries. @param limitBytes  what it may keep, asked when it cleans
  /// up
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
  Worker m_worker;  // last: ends before all else
};

}  // namespace fw::ui
