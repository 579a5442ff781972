// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "interchange/import_list.h"
#include "ui/widgets/card.h"

class QLabel;
class QStandardItemModel;

namespace fw::ui {

class FlatTable;

/// What an import or export could not use, row by row: which list and line, what is wrong, what to do. Hidden
/// while there is nothing. GUI thread only.
class RowFaultCard : public Card {
  Q_OBJECT
 public:
  explicit RowFaultCard(QWidget* parent = nullptr);

  void showResult(const QString& summary, const std::vector<interchange::RowFault>& faults,
                  const std::vector<interchange::RowFault>& warnings);
  /// Rows of the last result; they stay when the card is closed.
  int count() const;
  void clear();
  FlatTable* table() const { return m_table; }

 private:
  void addRows(const std::vector<interchange::RowFault>& rows, const char* iconName);

  QLabel* m_summary;
  QStandardItemModel* m_rows;
  FlatTable* m_table;
};

}  // namespace fw::ui
