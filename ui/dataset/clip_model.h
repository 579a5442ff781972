// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QCache>
#include <QPixmap>
#include <QTimer>
#include <set>
#include <vector>

#include "project/clip_filter.h"
#include "project/clips.h"

namespace fw::ui {

class ClipStore;
class ThumbnailCache;

/// Filter and order of a list of clips.
struct ClipQuery {
  project::ClipFilter filter{};
  bool onlyMissing = false;  ///< only clips whose file is missing
  project::ClipOrder order = project::ClipOrder::source;
  bool isDescending = false;
  bool operator==(const ClipQuery&) const = default;
  /// Whether it includes all clips.
  bool isAll() const { return filter == project::ClipFilter() && !onlyMissing; }
};

/// Thread: as Project. Cost: that of list_clips, plus one file system access per clip if onlyMissing.
std::vector<int64_t> clipsOf(const project::Project& project, const ClipQuery& query);

/// "cat.mp4", or for a part of that file "cat.mp4 [12–47]" with its first and last frame.
QString clipName(const project::ClipRow& row);

/// The project's clips as rows, for table and grid. Holds all clip numbers, but only recently used rows; rows
/// and pictures are loaded when a view asks for them. GUI thread only.
class ClipModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column {
    NameColumn,
    SizeColumn,
    RateColumn,
    FramesColumn,
    SecondsColumn,
    CaptionColumn,
    ProposalColumn,
    TagsColumn,
    IssueColumn,
    ColumnCount
  };
  ClipModel(ClipStore& store, ThumbnailCache& thumbnails, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  /// Captions are editable in their cells.
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  void sort(int column, Qt::SortOrder order) override;
  /// Disabled: typing a letter in a view would load every row. Use the filter to find clips.
  QModelIndexList match(const QModelIndex&, int, const QVariant&, int, Qt::MatchFlags) const override {
    return {};
  }

  const ClipQuery& query() const { return m_query; }
  /// listed() follows.
  void setQuery(const ClipQuery& query);
  /// Keeps the list's rows while one is being edited; a newer list is applied afterwards.
  void setHeld(bool held);
  /// Clips that an operation in progress depends on: a newer list without one of them is applied when the
  /// operation is done (no clips).
  void setNeeded(std::vector<int64_t> clips);
  /// Reloads the rows, e.g. because files may have appeared or disappeared.
  void refresh() { list(); }
  /// Whether a requested list is still loading.
  bool isListing() const { return m_isListing; }

  const std::vector<int64_t>& ids() const { return m_ids; }
  qint64 idAt(int row) const { return m_ids[static_cast<size_t>(row)]; }
  /// Whether sort() supports the column.
  static bool canSort(int column);
  /// -1: not in the list.
  int rowOf(qint64 id) const;
  /// The rows of those clips that are in the list, ascending. Cost: O(list + clips).
  std::vector<int> rowsOf(const std::vector<int64_t>& clips) const;
  /// Shows this picture, if not null, for the clip being scrubbed, and marks its position. Clip 0: none.
  void setScrubbed(qint64 clip, const QImage& picture, double place);
  /// Null while loading, until rowsChanged(); valid until the window's next event.
  const project::ClipRow* clip(int row) const;
  /// Whether clip() reflects the latest edit.
  bool isFresh(int row) const;
  /// Problems of the clip, from its row and its file.
  /// @param withHints  adds remedies on separate lines
  QStringList issues(int row, bool withHints = false) const;

 Q_SIGNALS:
  /// The list matches the query. @param isOther  it has other clips or another order than before
  void listed(bool isOther);
  void rowsChanged();

 private:
  struct Page {
    quint64 generation = 0;
    std::vector<project::ClipRow> rows;
    std::set<qint64> missing;  // clips whose file is missing
  };
  void list();
  void takeIds(std::vector<int64_t> ids);
  void want(int page) const;
  void fetchRequested();
  bool isMissing(int row) const;
  QVariant text(const project::ClipRow& row, int number, int column) const;
  QString toolTip(const project::ClipRow& row, int number) const;
  QVariant thumbnailRole(const project::ClipRow& row, int role) const;

  ClipStore& m_store;
  ThumbnailCache& m_thumbnails;
  ClipQuery m_query;
  std::vector<int64_t> m_ids;
  quint64 m_generation = 1;           // incremented when rows may have changed
  mutable QCache<int, Page> m_pages;  // by page number
  mutable std::set<int> m_wanted;
  mutable QTimer m_fetch;
  qint64 m_scrubbed = 0;
  QPixmap m_scrubPicture;
  double m_scrubPlace = 0;
  bool m_isFetching = false;
  bool m_isListing = false;
  bool m_listAgain = false;
  bool m_isHeld = false;
  std::vector<int64_t> m_needed;
};

}  // namespace fw::ui
