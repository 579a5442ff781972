// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

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

  /// @param result  of a job of workflow/dataset_jobs.h
  void showResult(const QString& summary, const nlohmann::json& result);
  FlatTable* table() const { return m_table; }

 private:
  void addRows(const nlohmann::json& rows, const char* iconName);

  QLabel* m_summary;
  QStandardItemModel* m_rows;
  FlatTable* m_table;
};

}  // namespace fw::ui
