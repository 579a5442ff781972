// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QStandardItemModel>

#include "ui/state/model_library.h"

/// The library as tables, and the display names of its contents.
namespace fw::ui {

enum LibraryRole { LibraryPathRole = Qt::UserRole + 1, LibrarySortRole };

enum ModelColumn { ModelName, ModelState, ModelFamily, ModelVariant, ModelParts, ModelBytes, ModelDtype };
enum LoraColumn {
  LoraName,
  LoraState,
  LoraStep,
  LoraRank,
  LoraAlpha,
  LoraBase,
  LoraKeys,
  LoraBytes,
  LoraDate
};
enum FolderColumn { FolderPath, FolderState, FolderModels, FolderLoras, FolderOrigin };

/// Rebuilds the rows, in the library's order.
void fillModels(QStandardItemModel& table, const ModelLibrary& library);
void fillLoras(QStandardItemModel& table, const ModelLibrary& library);
void fillFolders(QStandardItemModel& table, const ModelLibrary& library);

QString keysText(model_files::LoraFormat format);
/// A number formatted for display.
QString numberText(double number);
/// All problems of a model, those of the whole first.
std::vector<Fault> faultsOf(const model_files::ModelReport& report);
/// "Complete", or the first problem.
QString stateText(const LibraryModel& model);
QString stateText(const LibraryLora& lora);
QString baseText(const LibraryLora& lora, const ModelLibrary& library);

/// Sorts by value rather than by text, and shows the rows that contain a text.
class LibraryFilter : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit LibraryFilter(QAbstractItemModel* source, QObject* parent = nullptr);
  /// Invalid if the path is not listed, or its row is hidden.
  QModelIndex indexOf(const QString& path) const;
};

}  // namespace fw::ui
