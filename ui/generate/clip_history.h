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

/// A clip that was made, as its file tells.
struct MadeClip {
  QString file;  ///< absolute
  QDateTime time;
  bool isRead = false;                             ///< false: what follows is on its way
  bool isBroken = false;                           ///< it cannot be shown
  std::optional<engine_api::ClipRecipe> recipe{};  ///< nothing: not known
  QPixmap picture{};

  QString prompt() const;
};

/// The clips in a folder, newest first. Files are read on a thread of its own, one after the other. Roles are
/// ClipRole, so that the grid of clips shows them. GUI thread only.
class ClipHistory : public QAbstractListModel {
  Q_OBJECT
 public:
  explicit ClipHistory(QObject* parent = nullptr);

  /// The folder need not be there. What was read of another one is forgotten.
  void setFolder(const QString& folder);
  const QString& folder() const { return m_folder; }
  /// Looks for new and lost files; listed() follows.
  void refresh();
  /// Null when there is no such row; valid until the next change.
  const MadeClip* clip(const QModelIndex& index) const;
  QModelIndex indexOf(const QString& file) const;
  /// To the desktop's trash, with the files that belong to it: removed() or failed() follows.
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
  Worker m_worker;  // last: ends before all else
};

/// What a job leaves beside a clip.
QStringList filesBeside(const QString& clip);

}  // namespace fw::ui
