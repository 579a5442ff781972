// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "base/error.h"

class QLabel;
class QVBoxLayout;

namespace fw::ui {

/// What is to be known of the buckets, one matter a row: its sign, a sentence and how to mend it. A sentence
/// about clips is a link that selects them. Of many the first are shown, and the last row is a link to the
/// rest. GUI thread only.
class FindingList : public QWidget {
  Q_OBJECT
 public:
  struct Finding {
    Fault fault;
    bool isError = false;
    std::vector<int64_t> clips;  ///< that it is about
  };
  explicit FindingList(QWidget* parent = nullptr);
  void setFindings(std::vector<Finding> findings);
  /// All that it says, also in rows that are not shown yet.
  QString text() const;
  /// Rows in view, without that link.
  size_t shown() const;

 Q_SIGNALS:
  void clipsWanted(const std::vector<int64_t>& clips);

 private:
  void makeRows();
  QWidget* makeRow(size_t place);
  QLabel* makeMore();

  QVBoxLayout* m_column;
  std::vector<Finding> m_findings;
  bool m_showsAll = false;
};

}  // namespace fw::ui
