// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <functional>

namespace fw::ui {

/// All data of a command: for menus, shortcuts, command palette and screen readers.
struct ActionSpec {
  QString id;    ///< stable; e.g. "jobs.cancel"
  QString text;  ///< with the menu's & mnemonic
  const char* icon;
  QKeySequence shortcut;
  QString help;  ///< one sentence
};

/// Every command of a window, by name. Menus, toolbars, buttons and the command palette share these actions;
/// iconText() is an action's text without the mnemonic. GUI thread only.
class ActionRegistry : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  /// Ids and shortcuts must be unique.
  QAction* add(const ActionSpec& spec, std::function<void()> handler);
  /// A command whose shortcut works only while the focus is inside `scope`.
  QAction* addScoped(QWidget* scope, const ActionSpec& spec, std::function<void()> handler);
  /// A toggle command.
  QAction* addToggle(const ActionSpec& spec, std::function<void(bool on)> handler);

  /// Null if there is no such command.
  QAction* action(const QString& id) const;
  const QList<QAction*>& actions() const { return m_actions; }

 private:
  QAction* make(const ActionSpec& spec);

  QList<QAction*> m_actions;
};

/// Enables a command, or disables it and shows the reason in its tooltip.
/// @param refusal  a sentence; empty: enabled
void allow(QAction& action, const QString& refusal);

}  // namespace fw::ui
