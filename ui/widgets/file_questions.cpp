// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/file_questions.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include "ui/state/settings.h"
#include "ui/theme/icons.h"

namespace fw::ui {

namespace {

struct FileQuestions {
  Q_DECLARE_TR_FUNCTIONS(FileQuestions)
};

QString placeOf(const QString& kind, const QString& place) {
  return place.isEmpty() ? Settings().lastFolder(kind) : place;
}

/// @param chosen  a file, or a folder whose parent is used next time
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

QString askForModel(QWidget* parent, const QString& place) {
  QMenu menu(parent);
  menu.setObjectName(QStringLiteral("modelKinds"));
  const QAction* const folder = menu.addAction(icon("folder"), FileQuestions::tr("Model &folder…"));
  const QAction* const file = menu.addAction(icon("file"), FileQuestions::tr("Model in &one file…"));
  auto* const button = qobject_cast<QAbstractButton*>(QApplication::focusWidget());
  const QAction* const chosen =
      menu.exec(button != nullptr ? button->mapToGlobal(QPoint(0, button->height())) : QCursor::pos());
  const QString kind = QStringLiteral("models"), title = FileQuestions::tr("Choose a model");
  if (chosen == folder) return askForFolder(parent, title, kind, place);
  if (chosen == file)
    return askForFile(parent, title, kind, FileQuestions::tr("Models (*.safetensors *.gguf)"), place);
  return {};
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
