// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <utility>

namespace fw::ui {

/// How many processes of this machine do a job together: one a GPU, or several that share the cores of the
/// processor. GUI thread only.
class ProcessCount : public QComboBox {
  Q_OBJECT
 public:
  explicit ProcessCount(QWidget* parent = nullptr);

  /// More than this machine has of them counts as this.
  static constexpr int64_t most = 8;
  /// What there is to choose from; what was chosen last stays if it can. @param count  at least 1
  void offer(int64_t count, bool onGpu);
  bool isOnGpu() const { return m_offered.second; }
  int64_t count() const { return currentData().toLongLong(); }
  /// As if it was chosen, now or as soon as there are so many.
  void setCount(int64_t count);

 private:
  std::pair<int64_t, bool> m_offered{0, false};
  int64_t m_wanted = 1;
};

}  // namespace fw::ui
