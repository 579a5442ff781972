// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/live_combo_box.h"

#include <QAbstractItemView>
#include <QSignalBlocker>

namespace fw::ui {

void LiveComboBox::offer(std::vector<Entry> entries, const QString& current) {
  if (view()->isVisible()) return;
  const QSignalBlocker quiet(this);
  if (entries != m_entries) {
    m_entries = std::move(entries);
    clear();
    for (const Entry& entry : m_entries) {
      addItem(entry.text, entry.data);
      setItemData(count() - 1, entry.help, Qt::ToolTipRole);
    }
  }
  setCurrentIndex(findData(current));
}

void LiveComboBox::hidePopup() {
  const bool wasOpen = view()->isVisible();
  QComboBox::hidePopup();
  // Queued: the clicked entry is accepted first.
  if (wasOpen) QMetaObject::invokeMethod(this, &LiveComboBox::wanted, Qt::QueuedConnection);
}

}  // namespace fw::ui
