// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace fw::ui {

/// Dialogs that ask for files and folders. One that is given no place begins where the last thing of its
/// `kind` ("videos", "project", ...) was chosen, in this session or an earlier one. Empty when closed
/// without an answer. GUI thread only; each has an event loop of its own.
QString askForFolder(QWidget* parent, const QString& title, const QString& kind, const QString& place = {});
QString askForFile(QWidget* parent, const QString& title, const QString& kind, const QString& filter,
                   const QString& place = {});
/// For a file to write. @param name  proposed; a path counts as the place, too
/// @param filter  the one that was chosen last and is chosen now
QString askWhereToSave(QWidget* parent, const QString& title, const QString& name, const QString& filters,
                       QString* filter);
/// A model is a folder or one file: a menu below the button that has the focus asks which, if one has it.
QString askForModel(QWidget* parent, const QString& place = {});
QStringList askForFiles(QWidget* parent, const QString& title, const QString& kind, const QString& filter);

}  // namespace fw::ui
