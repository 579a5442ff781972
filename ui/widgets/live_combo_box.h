// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <vector>

namespace fw::ui {

/// Offers what may change at any moment, but never under the hand of somebody who has the list open.
/// GUI thread only.
class LiveComboBox : public QComboBox {
  Q_OBJECT
 public:
  struct Entry {
    QString text;
    QString data;
    QString help{};  ///< its tooltip
    bool operator==(const Entry&) const = default;
  };
  using QComboBox::QComboBox;

  /// Without a signal. Nothing happens while the list is open: wanted() follows when it is closed.
  void offer(std::vector<Entry> entries, const QString& current);
  void hidePopup() override;

 Q_SIGNALS:
  /// What there is to offer now.
  void wanted();

 private:
  std::vector<Entry> m_entries;
};

}  // namespace fw::ui
