// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/project_actions.h"

#include <QCoreApplication>
#include <QStandardPaths>

#include "ui/shell/new_project_dialog.h"
#include "ui/state/project_session.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/file_questions.h"

namespace fw::ui {

void addProjectActions(ActionRegistry& actions, ProjectSession& session, QWidget* window) {
  const auto ask = [window](const QString& title) {
    return askForFolder(window, title, QStringLiteral("project"));
  };
  actions.add(
      {QStringLiteral("project.new"), QCoreApplication::translate("project commands", "&New project…"),
       "folder-new", QKeySequence(QKeySequence::New),
       QCoreApplication::translate("project commands",
                                   "Creates a project in a folder you choose. Videos stay where they are.")},
      [&session, window] { NewProjectDialog(session, window).exec(); });
  actions.add(
      {QStringLiteral("project.open"), QCoreApplication::translate("project commands", "&Open project…"),
       "folder", QKeySequence(QKeySequence::Open),
       QCoreApplication::translate("project commands", "Opens the project in a folder.")},
      [&session, ask] {
        if (const QString folder =
                ask(QCoreApplication::translate("project commands", "Open the project in this folder"));
            !folder.isEmpty())
          session.open(folder);
      });
  QAction* const find = actions.add(
      {QStringLiteral("project.find"), QCoreApplication::translate("project commands", "&Locate project…"),
       "search", QKeySequence(QStringLiteral("Ctrl+Alt+Shift+O")),
       QCoreApplication::translate("project commands",
                                   "Opens the project at the place its folder was moved to.")},
      [&session, ask] {
        const QString folder =
            ask(QCoreApplication::translate("project commands", "Where is the project now?"));
        if (!folder.isEmpty()) session.openMoved(folder);
      });
  QAction* const saveCopy = actions.add(
      {QStringLiteral("project.saveCopy"), QCoreApplication::translate("project commands", "Save a cop&y…"),
       "save", QKeySequence(QStringLiteral("Ctrl+Alt+Shift+S")),
       QCoreApplication::translate("project commands",
                                   "Saves a project whose folder is gone in a new folder: its clips, "
                                   "captions, tags and buckets.")},
      [&session, ask] {
        const QString folder =
            ask(QCoreApplication::translate("project commands", "Save a copy of the project in this folder"));
        if (!folder.isEmpty()) session.saveCopy(folder);
      });
  const auto showGone = [find, saveCopy, &session] {
    for (QAction* const each : {find, saveCopy}) each->setEnabled(session.isGone());
  };
  showGone();
  QObject::connect(&session, &ProjectSession::gone, find, showGone);
  QObject::connect(&session, &ProjectSession::back, find, showGone);
  QObject::connect(&session, &ProjectSession::changed, find, showGone);
  actions.add({QStringLiteral("project.sample"),
               QCoreApplication::translate("project commands", "Open the &sample project"), "sample",
               QKeySequence(QStringLiteral("Ctrl+Alt+O")),
               QCoreApplication::translate("project commands",
                                           "Opens a small model with a few clips it has never seen. Training "
                                           "it on them takes a minute, even without a GPU.")},
              [&session] {
                session.openSample(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) +
                                   QStringLiteral("/Framewright sample"));
              });
  QAction* const close = actions.add(
      {QStringLiteral("project.close"), QCoreApplication::translate("project commands", "&Close project"),
       "folder-close", QKeySequence(QStringLiteral("Ctrl+W")),
       QCoreApplication::translate("project commands", "Closes the project; the window stays open.")},
      [&session] { session.close(); });
  close->setEnabled(session.isOpen());
  QObject::connect(&session, &ProjectSession::changed, close,
                   [close, &session] { close->setEnabled(session.isOpen()); });
}

}  // namespace fw::ui
