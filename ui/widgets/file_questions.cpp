// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/file_questions.h"

#include <QFileDialog>
#include <QFileInfo>

#include "ui/state/settings.h"

namespace fw::ui {

namespace {

QString placeOf(const QString& kind, const QString& place) {
  return place.isEmpty() ? Settings().lastFolder(kind) : place;
}

/// @param chosen  a file, or a folder in the one to begin in next time
void remember(const QString& kind, const QString& chosen) {
  if (!chosen.isEmpty()) Settings().setLastFolder(kind, QFileInfo(chosen).absolutePath());
}

}  // namespace

QString askForFolder(QWidget* parent, const QString& title, const QString& kind, const QString& place) {
  const QString folder = QFileDialog::getExistingDirectory(parent, title, placeOf(kind, place));
  remember(kind, folder);
  return folder;
}

QString askForFile(QWidget* parent, const QString& title, const QString& kind, const QString& filter,
                   const QString& place) {
  const QString file = QFileDialog::getOpenFileName(parent, title, placeOf(kind, place), filter);
  remember(kind, file);
  return file;
}

QString askWhereToSave(QWidget* parent, const QString& title, const QString& name, const QString& filters,
                       QString* filter) {
  const QString kind = QStringLiteral("exports");
  const QString last = Settings().lastFolder(kind);
  const bool hasPlace = last.isEmpty() || QFileInfo(name).isAbsolute();
  const QString file = QFileDialog::getSaveFileName(
      parent, title, hasPlace ? name : last + QLatin1Char('/') + name, filters, filter);
  remember(kind, file);
  return file;
}

QStringList askForFiles(QWidget* parent, const QString& title, const QString& kind, const QString& filter) {
  const QStringList files = QFileDialog::getOpenFileNames(parent, title, placeOf(kind, {}), filter);
  if (!files.isEmpty()) remember(kind, files.first());
  return files;
}

}  // namespace fw::ui
