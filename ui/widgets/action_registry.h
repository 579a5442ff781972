// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <functional>

namespace fw::ui {

/// All that a command needs to be found and understood: by menu, key, command palette and screen reader.
struct ActionSpec {
  QString id;    ///< stable, "jobs.cancel"
  QString text;  ///< with & for the menu
  const char* icon;
  QKeySequence shortcut;
  QString help;  ///< one sentence
};

/// Every command of a window, by name. Menus, toolbars, buttons and the command palette share these actions;
/// an action's iconText() is its text without the menu's key. GUI thread only.
class ActionRegistry : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  /// Ids and shortcuts must be unique.
  QAction* add(const ActionSpec& spec, std::function<void()> handler);
  /// A command with its key working only while the focus is inside `scope`.
  QAction* addScoped(QWidget* scope, const ActionSpec& spec, std::function<void()> handler);
  /// A command that is on or off.
  QAction* addToggle(const ActionSpec& spec, std::function<void(bool on)> handler);

  /// Null when there is none.
  QAction* action(const QString& id) const;
  const QList<QAction*>& actions() const { return m_actions; }

 private:
  QAction* make(const ActionSpec& spec);

  QList<QAction*> m_actions;
};

/// Enables a command, or disables it and says in its tooltip why.
/// @param refusal  a sentence; empty: it can be used
void allow(QAction& action, const QString& refusal);

}  // namespace fw::ui
