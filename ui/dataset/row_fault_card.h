// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "interchange/import_list.h"
#include "ui/widgets/card.h"

class QLabel;
class QPushButton;
class QStandardItemModel;

namespace fw::ui {

class FlatTable;

/// What an import or export could not use, row by row: which list and line, what is wrong, what to do. Hidden
/// while there is nothing. GUI thread only.
class RowFaultCard : public Card {
  Q_OBJECT
 public:
  explicit RowFaultCard(QWidget* parent = nullptr);

  /// What was done: an import can be tried again.
  enum class Of { import, other };
  void showResult(const QString& summary, const std::vector<interchange::RowFault>& faults,
                  const std::vector<interchange::RowFault>& warnings, Of of = Of::other);
  bool isOfImport() const { return m_of == Of::import; }
  /// Rows of the last result; they stay when the card is closed.
  int count() const;
  void clear();
  FlatTable* table() const { return m_table; }
  QPushButton* retryButton() const { return m_retry; }

 Q_SIGNALS:
  /// These files and lists are to be imported again, now that they may be mended.
  void retryWanted(const QStringList& paths);

 private:
  void addRows(const std::vector<interchange::RowFault>& rows, const char* iconName);

  void retry();
  void reveal();

  QLabel* m_summary;
  QPushButton* m_retry;
  QStandardItemModel* m_rows;
  FlatTable* m_table;
  Of m_of = Of::other;
};

}  // namespace fw::ui
