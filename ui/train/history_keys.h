// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QWidget;

namespace fw::ui {

/// The keys of Undo and Redo anywhere in a page with a history of its own: other pages have theirs with the
/// same keys for the whole window. A field undoes what was typed in it first. GUI thread only.
class HistoryKeys : public QObject {
  Q_OBJECT
 public:
  /// @param page  with all its fields
  HistoryKeys(QWidget& page, QAction& undo, QAction& redo);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QAction& m_undo;
  QAction& m_redo;
};

}  // namespace fw::ui
