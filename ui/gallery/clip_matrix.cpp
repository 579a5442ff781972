// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/clip_matrix.h"

#include <algorithm>

#include "ui/state/file_path.h"
#include "ui/state/thumbnail_cache.h"

namespace fw::ui {

ClipMatrix::ClipMatrix(ThumbnailCache& thumbnails, QObject* parent)
    : QAbstractTableModel(parent), m_thumbnails(thumbnails) {
  connect(&m_thumbnails, &ThumbnailCache::ready, this, [this] { tellAll({ThumbnailRole, UnavailableRole}); });
}

void ClipMatrix::setRun(std::shared_ptr<const GalleryRun> run) {
  beginResetModel();
  m_run = std::move(run);
  m_thumbnails.retry();
  endResetModel();
}

const GalleryClip* ClipMatrix::clip(const QModelIndex& index) const {
  if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return nullptr;
  return m_run->clip(m_run->steps[static_cast<size_t>(index.row())],
                     m_run->columns[static_cast<size_t>(index.column())].name);
}

QModelIndex ClipMatrix::indexOf(const QString& path) const {
  const GalleryClip* const found = m_run ? m_run->clip(path) : nullptr;
  if (found == nullptr) return {};
  const auto row = std::ranges::find(m_run->steps, found->step) - m_run->steps.begin();
  const auto column =
      std::ranges::find(m_run->columns, found->name, &GalleryClip::name) - m_run->columns.begin();
  return index(static_cast<int>(row), static_cast<int>(column));
}

void ClipMatrix::setStandard(const QString& path) {
  if (path == m_standard) return;
  m_standard = path;
  tellAll({StandardRole, Qt::AccessibleTextRole});
}

void ClipMatrix::tellAll(const QList<int>& roles) {
  if (rowCount() > 0 && columnCount() > 0)
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), roles);
}

int ClipMatrix::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_run ? 0 : static_cast<int>(m_run->steps.size());
}

int ClipMatrix::columnCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_run ? 0 : static_cast<int>(m_run->columns.size());
}

QVariant ClipMatrix::data(const QModelIndex& index, int role) const {
  const GalleryClip* const shown = clip(index);
  if (shown == nullptr) {
    const bool isText = role == Qt::AccessibleTextRole || role == Qt::ToolTipRole;
    return index.isValid() && isText ? tr("No clip of this prompt at this step") : QVariant();
  }
  const bool isStandard = shown->path == m_standard;
  switch (role) {
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole: {
      const QString text = tr("%1: %2").arg(rowText(*m_run, shown->step), promptText(*m_run, *shown));
      if (!shown->isThere()) return tr("%1 (file missing)").arg(text);
      return isStandard ? tr("%1 (A)").arg(text) : text;
    }
    case ThumbnailRole:
      return shown->isThere() ? m_thumbnails.find(shown->content, toPath(shown->path)).picture : QPixmap();
    case UnavailableRole:
      return !shown->isThere() || m_thumbnails.find(shown->content, toPath(shown->path)).state ==
                                      ThumbnailCache::State::unavailable;
    case StandardRole:
      return isStandard;
    default:
      return {};
  }
}

QVariant ClipMatrix::headerData(int section, Qt::Orientation orientation, int role) const {
  const bool isText = role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::AccessibleTextRole;
  if (!m_run || section < 0 || !isText) return {};
  const auto place = static_cast<size_t>(section);
  if (orientation == Qt::Horizontal)
    return place < m_run->columns.size() ? promptText(*m_run, m_run->columns[place]) : QVariant();
  return place < m_run->steps.size() ? rowText(*m_run, m_run->steps[place]) : QVariant();
}

}  // namespace fw::ui
