// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "ui/gallery/gallery_run.h"

namespace fw::ui {

class ThumbnailCache;

/// A run's clips as a table: a row for each step, a column for each prompt. GUI thread only.
class ClipMatrix : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Role {
    ThumbnailRole = Qt::UserRole,  ///< QPixmap; null while it is being made
    UnavailableRole,               ///< bool: the file is missing or broken
    StandardRole,                  ///< bool: this clip is A, to which the others are compared
  };

  explicit ClipMatrix(ThumbnailCache& thumbnails, QObject* parent = nullptr);

  /// @param run  null: no rows
  void setRun(std::shared_ptr<const GalleryRun> run);
  const GalleryRun* run() const { return m_run.get(); }
  /// Null if a prompt has no clip at a step.
  const GalleryClip* clip(const QModelIndex& index) const;
  QModelIndex indexOf(const QString& path) const;
  /// The clip that is A; empty: none.
  void setStandard(const QString& path);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  void tellAll(const QList<int>& roles);

  ThumbnailCache& m_thumbnails;
  std::shared_ptr<const GalleryRun> m_run;
  QString m_standard;
};

}  // namespace fw::ui
