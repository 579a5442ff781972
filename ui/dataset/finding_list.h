// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "base/error.h"

class QLabel;
class QVBoxLayout;

namespace fw::ui {

/// Findings about the buckets, one per row: an icon, a sentence and a remedy. A sentence about clips is a
/// link that selects them. A long list shows the first rows and a link to the rest. GUI thread only.
class FindingList : public QWidget {
  Q_OBJECT
 public:
  struct Finding {
    Fault fault;
    bool isError = false;
    std::vector<int64_t> clips;  ///< affected clips
  };
  explicit FindingList(QWidget* parent = nullptr);
  void setFindings(std::vector<Finding> findings);
  /// All findings, including hidden ones.
  QString text() const;
  /// Number of visible rows, without that link.
  size_t shown() const;

 Q_SIGNALS:
  void clipsRequested(const std::vector<int64_t>& clips);

 private:
  void makeRows();
  QWidget* makeRow(size_t place);
  QLabel* makeMore();

  QVBoxLayout* m_column;
  std::vector<Finding> m_findings;
  bool m_showsAll = false;
};

}  // namespace fw::ui
