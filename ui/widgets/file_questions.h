// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace fw::ui {

/// File and folder dialogs. Without a `place` a dialog starts where the last file of its `kind` ("videos",
/// "project", ...) was chosen, in this or an earlier session. Empty if cancelled. GUI thread only; each runs
/// its own event loop.
QString askForFolder(QWidget* parent, const QString& title, const QString& kind, const QString& place = {});
QString askForFile(QWidget* parent, const QString& title, const QString& kind, const QString& filter,
                   const QString& place = {});
/// Asks for a file to write. @param name  proposed name; may include a path
/// @param filter  in: the last chosen filter; out: the chosen one
QString askWhereToSave(QWidget* parent, const QString& title, const QString& name, const QString& filters,
                       QString* filter);
/// A model is a folder or a single file: a menu below the focused button asks which, if a button has the
/// focus.
QString askForModel(QWidget* parent, const QString& place = {});
QStringList askForFiles(QWidget* parent, const QString& title, const QString& kind, const QString& filter);

}  // namespace fw::ui
