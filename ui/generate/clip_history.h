// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QDateTime>
#include <QPixmap>
#include <optional>
#include <vector>

#include "engine_api/clip_recipe.h"
#include "ui/state/worker.h"

namespace fw::ui {

/// A generated clip, from its file.
struct MadeClip {
  QString file;  ///< absolute
  QDateTime time;
  bool isRead = false;                             ///< false: the fields below are not loaded yet
  bool isBroken = false;                           ///< it cannot be shown
  std::optional<engine_api::ClipRecipe> recipe{};  ///< nullopt: unknown
  QPixmap picture{};

  QString prompt() const;
};

/// The clips in a folder, newest first. Files are read one by one on its own thread. Uses ClipRole, so that
/// the clip grid can show them. GUI thread only.
class ClipHistory : public QAbstractListModel {
  Q_OBJECT
 public:
  explicit ClipHistory(QObject* parent = nullptr);

  /// The folder need not exist. Discards data of the previous one.
  void setFolder(const QString& folder);
  const QString& folder() const { return m_folder; }
  /// Looks for new and removed files; listed() follows.
  void refresh();
  /// Null if there is no such row; valid until the next change.
  const MadeClip* clip(const QModelIndex& index) const;
  QModelIndex indexOf(const QString& file) const;
  /// Moves a clip and its companion files to the desktop's trash: removed() or failed() follows.
  void moveToTrash(const QString& file);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 Q_SIGNALS:
  void listed();
  void removed(const QString& file);
  void failed(const fw::Fault& fault);

 private:
  void takeList(std::vector<MadeClip> clips);
  void readNext();

  QString m_folder;
  std::vector<MadeClip> m_clips;
  bool m_isReading = false;
  Worker m_worker;  // last: destroyed first
};

/// The companion files that a job writes for a clip.
QStringList filesBeside(const QString& clip);

}  // namespace fw::ui
