// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <utility>

namespace fw::ui {

/// Number of processes on this machine for one job: one per GPU, or several sharing the CPU's cores. GUI
/// thread only.
class ProcessCount : public QComboBox {
  Q_OBJECT
 public:
  explicit ProcessCount(QWidget* parent = nullptr);

  /// Upper limit, even on machines with more.
  static constexpr int64_t most = 8;
  /// Sets the available choices; keeps the last choice if possible. @param count  at least 1
  void offer(int64_t count, bool onGpu);
  bool isOnGpu() const { return m_offered.second; }
  int64_t count() const { return currentData().toLongLong(); }
  /// Selects `count` now, or once that many are available.
  void setCount(int64_t count);

 private:
  std::pair<int64_t, bool> m_offered{0, false};
  int64_t m_wanted = 1;
};

}  // namespace fw::ui
