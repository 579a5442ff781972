// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QStandardItemModel>

#include "ui/state/model_library.h"

/// The library as tables, and what its parts are called.
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

/// Makes the rows anew, in the library's order.
void fillModels(QStandardItemModel& table, const ModelLibrary& library);
void fillLoras(QStandardItemModel& table, const ModelLibrary& library);
void fillFolders(QStandardItemModel& table, const ModelLibrary& library);

QString keysText(model_files::LoraFormat format);
/// As people write it.
QString numberText(double number);
/// All that is wrong with a model, its whole first.
std::vector<Fault> faultsOf(const model_files::ModelReport& report);
/// "Whole", or the first thing that is wrong.
QString stateText(const LibraryModel& model);
QString stateText(const LibraryLora& lora);
QString baseText(const LibraryLora& lora, const ModelLibrary& library);

/// Sorts by values rather than by their texts, and shows the rows in which a text occurs.
class LibraryFilter : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit LibraryFilter(QAbstractItemModel* source, QObject* parent = nullptr);
  /// Not valid when the path is not listed, or its row is not shown.
  QModelIndex indexOf(const QString& path) const;
};

}  // namespace fw::ui
