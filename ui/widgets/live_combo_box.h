// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <vector>

namespace fw::ui {

/// A combo box whose entries may change at any time, but never while its list is open. GUI thread only.
class LiveComboBox : public QComboBox {
  Q_OBJECT
 public:
  struct Entry {
    QString text;
    QString data;
    QString help{};  ///< tooltip
    bool operator==(const Entry&) const = default;
  };
  using QComboBox::QComboBox;

  /// Emits no signal. Does nothing while the list is open: wanted() follows when it is closed.
  void offer(std::vector<Entry> entries, const QString& current);
  void hidePopup() override;

 Q_SIGNALS:
  /// Emitted to request the current entries.
  void wanted();

 private:
  std::vector<Entry> m_entries;
};

}  // namespace fw::ui
