// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/process_count.h"

#include <QSignalBlocker>
#include <algorithm>

namespace fw::ui {

ProcessCount::ProcessCount(QWidget* parent) : QComboBox(parent) {
  setSizeAdjustPolicy(QComboBox::AdjustToContents);
  offer(1, false);
  connect(this, &QComboBox::currentIndexChanged, this, [this] { m_wanted = count(); });
}

void ProcessCount::offer(int64_t count, bool onGpu) {
  count = std::clamp<int64_t>(count, 1, most);
  // Devices are polled every other second: an open list stays unchanged.
  if (std::exchange(m_offered, {count, onGpu}) == std::pair(count, onGpu)) return;
  const QSignalBlocker blocker(this);
  clear();
  for (int64_t processes = 1; processes <= count; ++processes) {
    const auto number = static_cast<int>(processes);
    addItem(onGpu ? tr("%n GPUs", nullptr, number) : tr("%n processes on the CPU", nullptr, number),
            qlonglong{processes});
  }
  setCurrentIndex(static_cast<int>(std::min(m_wanted, count)) - 1);
}

void ProcessCount::setCount(int64_t count) {
  setCurrentIndex(static_cast<int>(std::min(count, m_offered.first)) - 1);
  m_wanted = count;
}

}  // namespace fw::ui
