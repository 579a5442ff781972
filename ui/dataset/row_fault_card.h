// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include "interchange/import_list.h"
#include "ui/widgets/card.h"

class QAction;
class QLabel;
class QPushButton;
class QStandardItemModel;

namespace fw::ui {

class FlatTable;

/// Rows that an import, an export or a captioner could not use: list and line, or clip, with problem and
/// remedy. Selecting a row about a clip selects the clip. Hidden while empty. GUI thread only.
class RowFaultCard : public Card {
  Q_OBJECT
 public:
  explicit RowFaultCard(QWidget* parent = nullptr);

  /// The operation: an import can be retried, and its problems stay until dismissed.
  enum class Of { import, other };
  using ClipNames = std::map<int64_t, QString>;
  /// @param clipNames  as in the list of clips: several may be from one file
  void showResult(const QString& summary, const std::vector<interchange::RowFault>& faults,
                  const std::vector<interchange::RowFault>& warnings, Of of = Of::other,
                  const ClipNames& clipNames = {});
  bool isOfImport() const { return m_of == Of::import; }
  /// Rows of the last result, even after the card was closed.
  int count() const;
  void clear();
  FlatTable* table() const { return m_table; }
  QPushButton* retryButton() const { return m_retryButton; }
  QPushButton* dismissButton() const { return m_dismissButton; }

 Q_SIGNALS:
  /// Requests to import these files and lists again, after the user may have fixed them.
  void retryRequested(const QStringList& paths);
  /// The user dismissed these rows.
  void dismissRequested(const std::vector<interchange::RowFault>& rows);
  void clipsRequested(const std::vector<int64_t>& clips);

 private:
  QAction* addCommand(const char* iconName, const QString& text, void (RowFaultCard::*handler)());
  void addRows(const std::vector<interchange::RowFault>& rows, const char* iconName, const ClipNames& names);
  /// The selected rows; without a selection, all.
  std::vector<int> chosenRows() const;
  void selectAgain(const std::vector<interchange::RowFault>& faults, int place);
  void updateCommands();

  void selectClips();
  void retry();
  void dismiss();
  void reveal();

  QLabel* m_summary;
  QStandardItemModel* m_rows;
  std::vector<interchange::RowFault> m_shown;  // parallel to the rows
  FlatTable* m_table;
  QAction* m_select;
  QAction* m_retry;
  QAction* m_dismiss;
  QAction* m_reveal;
  QPushButton* m_retryButton;
  QPushButton* m_dismissButton;
  Of m_of = Of::other;
};

}  // namespace fw::ui
