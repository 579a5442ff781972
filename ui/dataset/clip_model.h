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

/// Which clips a list shows and in which order.
struct ClipQuery {
  project::ClipFilter filter{};
  bool onlyMissing = false;  ///< only clips whose file is not where it was
  project::ClipOrder order = project::ClipOrder::source;
  bool isDescending = false;
  bool operator==(const ClipQuery&) const = default;
  /// Whether it leaves no clip out.
  bool isAll() const { return filter == project::ClipFilter() && !onlyMissing; }
};

/// Thread: as Project. Cost: that of list_clips; of the missing ones a look at the file system each.
std::vector<int64_t> clipsOf(const project::Project& project, const ClipQuery& query);

/// "cat.mp4", and of a part of that file "cat.mp4 [12–47]", its first and last frame.
QString clipName(const project::ClipRow& row);

/// The clips of the project as rows, for the table and the grid alike. Holds the numbers of all of them and
/// the rows only of what was looked at lately; rows and pictures come in when a view asks for them.
/// GUI thread only.
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
  /// The caption of a row can be typed in its cell.
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  void sort(int column, Qt::SortOrder order) override;
  /// Nothing: a letter typed in a view would fetch every row. The filter finds clips.
  QModelIndexList match(const QModelIndex&, int, const QVariant&, int, Qt::MatchFlags) const override {
    return {};
  }

  const ClipQuery& query() const { return m_query; }
  /// listed() follows.
  void setQuery(const ClipQuery& query);
  /// While a row is being edited the list keeps its rows; a newer list comes when it is no longer held.
  void setHeld(bool held);
  /// What is being done is about these clips: a newer list that lacks one of them comes when it is done,
  /// which no clips say.
  void setNeeded(std::vector<int64_t> clips);
  /// Reads the rows again, e.g. because files may have come or gone.
  void refresh() { list(); }
  /// A list was asked for and is not there yet.
  bool isListing() const { return m_isListing; }

  const std::vector<int64_t>& ids() const { return m_ids; }
  qint64 idAt(int row) const { return m_ids[static_cast<size_t>(row)]; }
  /// Whether sort() has an order for the column.
  static bool canSort(int column);
  /// -1 when the clip is not in the list.
  int rowOf(qint64 id) const;
  /// The rows of those clips that are in the list, rising. Cost: O(list + clips).
  std::vector<int> rowsOf(const std::vector<int64_t>& clips) const;
  /// While a clip is run through its picture is this one, if it is there, and its place in it is marked. Clip
  /// 0: none.
  void setScrubbed(qint64 clip, const QImage& picture, double place);
  /// Null while it is on the way, which rowsChanged() ends; valid until the window's next event.
  const project::ClipRow* clip(int row) const;
  /// Whether clip() is as the project is after the last edit that was told of.
  bool isFresh(int row) const;
  /// What is wrong with the clip, as far as its row and its file tell it.
  /// @param withHints  what to do besides, on lines of their own
  QStringList issues(int row, bool withHints = false) const;

 Q_SIGNALS:
  /// The list is as the query asks. @param isOther  other clips or another order than before
  void listed(bool isOther);
  void rowsChanged();

 private:
  struct Page {
    quint64 generation = 0;
    std::vector<project::ClipRow> rows;
    std::set<qint64> missing;  // clips whose file is not there
  };
  void list();
  void takeIds(std::vector<int64_t> ids);
  void want(int page) const;
  void fetchWanted();
  bool isMissing(int row) const;
  QVariant text(const project::ClipRow& row, int number, int column) const;
  QString toolTip(const project::ClipRow& row, int number) const;
  QVariant thumbnailRole(const project::ClipRow& row, int role) const;

  ClipStore& m_store;
  ThumbnailCache& m_thumbnails;
  ClipQuery m_query;
  std::vector<int64_t> m_ids;
  quint64 m_generation = 1;           // rises when rows may have changed
  mutable QCache<int, Page> m_pages;  // by number of the page
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
