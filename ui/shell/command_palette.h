// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>

class QLineEdit;
class QTreeWidget;

namespace fw::ui {

class ActionRegistry;

/// All commands that can be used now, found by typing parts of their names. Lies over the window's top;
/// Escape, a click elsewhere or a chosen command closes it. GUI thread only.
class CommandPalette : public QFrame {
  Q_OBJECT
 public:
  CommandPalette(const ActionRegistry& actions, QWidget* window);

  void open();

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void showMatches(const QString& typed);
  void runCurrent();
  void close();

  const ActionRegistry& m_actions;
  QLineEdit* m_field;
  QTreeWidget* m_list;
  QPointer<QWidget> m_focusBefore;
};

/// How well `typed` matches `text`: its letters must appear in this order. 0 is no match, higher is better.
int matchScore(const QString& text, const QString& typed);

}  // namespace fw::ui
