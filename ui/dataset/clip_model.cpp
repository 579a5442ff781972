// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/clip_model.h"

#include <QFileInfo>
#include <QIcon>
#include <QLocale>
#include <QSet>
#include <algorithm>
#include <set>

#include "project/captions.h"
#include "project/relink.h"
#include "ui/state/clip_roles.h"
#include "ui/state/clip_store.h"
#include "ui/state/fault_text.h"
#include "ui/state/thumbnail_cache.h"

namespace fw::ui {

namespace {

constexpr int pageRows = 64;
constexpr int keptPages = 128;
constexpr int tableRowHeight = 42;

QString sizeText(const project::Source& source) {
  return QStringLiteral("%1×%2").arg(source.width).arg(source.height);
}

QString factsText(const project::ClipRow& row) {
  if (row.source.is_image) return ClipModel::tr("%1, picture").arg(sizeText(row.source));
  // Short enough for a card; the table shows the frames.
  return ClipModel::tr("%1, %2 s, %3 fps")
      .arg(sizeText(row.source), QLocale().toString(row.clip.duration_s, 'f', 1), fpsText(row.source.fps()));
}

/// With the number of further captions.
QString withMore(const QString& first, size_t more) {
  return more == 0 ? first : QStringLiteral("%1  +%2").arg(first, QLocale().toString(more));
}

QString oneLine(const std::optional<project::Caption>& caption) {
  return caption ? QString::fromStdString(caption->text).replace(QLatin1Char('\n'), QLatin1Char(' '))
                 : QString();
}

QString tagsText(const project::ClipRow& row) {
  QStringList tags;
  for (const std::string& tag : row.tags) tags << QString::fromStdString(tag);
  return tags.join(QStringLiteral(", "));
}

bool lacksOneOf(const std::vector<int64_t>& list, const std::vector<int64_t>& clips) {
  QSet<qint64> missing(clips.begin(), clips.end());
  for (auto id = list.begin(); id != list.end() && !missing.isEmpty(); ++id) missing.remove(*id);
  return !missing.isEmpty();
}

}  // namespace

QString clipName(const project::ClipRow& row) {
  QString name = QFileInfo(QString::fromStdString(row.source.path)).fileName();
  if (row.clip.in_frame > 0 || row.clip.out_frame < row.source.frames)
    name += QStringLiteral(" [%1–%2]").arg(row.clip.in_frame).arg(row.clip.out_frame - 1);
  return name;
}

std::vector<int64_t> clipsOf(const project::Project& project, const ClipQuery& query) {
  std::vector<int64_t> ids = list_clips(project, query.filter, query.order);
  if (query.isDescending) std::ranges::reverse(ids);
  if (!query.onlyMissing) return ids;
  std::set<int64_t> gone;
  for (const project::MissingSource& source : missing_sources(project)) gone.insert(source.source_id);
  std::set<int64_t> clips;
  if (!gone.empty()) {
    visit_clips(project, query.filter, [&](const project::ClipRow& row) {
      if (gone.contains(row.source.id)) clips.insert(row.clip.id);
    });
  }
  std::erase_if(ids, [&](int64_t id) { return !clips.contains(id); });
  return ids;
}

ClipModel::ClipModel(ClipStore& store, ThumbnailCache& thumbnails, QObject* parent)
    : QAbstractTableModel(parent), m_store(store), m_thumbnails(thumbnails), m_pages(keptPages) {
  m_fetch.setSingleShot(true);
  connect(&m_fetch, &QTimer::timeout, this, &ClipModel::fetchRequested);
  connect(&m_store, &ClipStore::opened, this, [this] {
    m_isFetching = false;  // the store has dropped the previous project's requests
    m_isListing = false;
    m_listAgain = false;
    takeIds({});
    list();
  });
  connect(&m_store, &ClipStore::failed, this, [this] {
    m_isFetching = false;  // no answer will arrive
    m_isListing = false;
  });
  connect(&m_store, &ClipStore::changed, this, [this] {
    ++m_generation;
    m_thumbnails.retry();
    list();
  });
  connect(&m_thumbnails, &ThumbnailCache::ready, this, [this](qint64 id) {
    const int row = rowOf(id);
    if (row >= 0) Q_EMIT dataChanged(index(row, 0), index(row, 0), {ClipThumbnailRole, ClipUnavailableRole});
  });
  list();
}

void ClipModel::setQuery(const ClipQuery& query) {
  if (m_query == query) return;
  m_query = query;
  list();
}

bool ClipModel::canSort(int column) {
  switch (column) {
    case RateColumn:
    case ProposalColumn:
    case TagsColumn:
    case IssueColumn:
      return false;
    default:
      return true;
  }
}

void ClipModel::sort(int column, Qt::SortOrder order) {
  if (!canSort(column)) return;
  using project::ClipOrder;
  static constexpr ClipOrder orders[]{ClipOrder::name,   ClipOrder::width,   ClipOrder::source,
                                      ClipOrder::frames, ClipOrder::seconds, ClipOrder::caption,
                                      ClipOrder::source, ClipOrder::source,  ClipOrder::source};
  ClipQuery query = m_query;
  query.order = column < 0 ? ClipOrder::source : orders[column];
  query.isDescending = column >= 0 && order == Qt::DescendingOrder;
  setQuery(query);
}

void ClipModel::list() {
  if (!m_store.isOpen()) return;
  m_listAgain = m_isListing;
  if (m_isListing) return;
  m_isListing = true;
  m_store.read([query = m_query](const project::Project& project,
                                 const std::stop_token&) { return clipsOf(project, query); },
               [this](std::vector<int64_t> ids) {
                 m_isListing = false;
                 if (ids != m_ids && (m_isHeld || lacksOneOf(ids, m_needed))) {
                   m_listAgain = true;
                   return;
                 }
                 takeIds(std::move(ids));
                 if (m_listAgain) list();
               });
}

void ClipModel::setHeld(bool held) {
  m_isHeld = held;
  if (!held && m_listAgain && !m_isListing) list();
}

void ClipModel::setNeeded(std::vector<int64_t> clips) {
  m_needed = std::move(clips);
  if (m_needed.empty() && m_listAgain && !m_isListing) list();
}

void ClipModel::takeIds(std::vector<int64_t> ids) {
  ++m_generation;
  const bool isOther = ids != m_ids;
  if (isOther) {
    beginResetModel();
    m_ids = std::move(ids);
    endResetModel();
  } else if (!m_ids.empty()) {
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
  }
  Q_EMIT listed(isOther);
}

int ClipModel::rowOf(qint64 id) const {
  const auto found = std::ranges::find(m_ids, id);
  return found == m_ids.end() ? -1 : static_cast<int>(found - m_ids.begin());
}

std::vector<int> ClipModel::rowsOf(const std::vector<int64_t>& clips) const {
  const QSet<qint64> wanted(clips.begin(), clips.end());
  std::vector<int> rows;
  for (int row = 0; row < rowCount() && !wanted.isEmpty(); ++row) {
    if (wanted.contains(idAt(row))) rows.push_back(row);
  }
  return rows;
}

const project::ClipRow* ClipModel::clip(int row) const {
  if (row < 0 || row >= rowCount()) return nullptr;
  const int number = row / pageRows;
  const Page* const page = m_pages.object(number);
  if (page == nullptr || page->generation != m_generation) want(number);
  if (page == nullptr) return nullptr;
  // Until the new row is loaded the old one is shown, if it is the same clip.
  const auto found = std::ranges::find(page->rows, m_ids[static_cast<size_t>(row)],
                                       [](const project::ClipRow& kept) { return kept.clip.id; });
  return found == page->rows.end() ? nullptr : &*found;
}

void ClipModel::setScrubbed(qint64 clip, const QImage& picture, double place) {
  const qint64 before = std::exchange(m_scrubbed, clip);
  // Keeps the clip's previous picture until the next one is decoded.
  if (clip != before || !picture.isNull()) m_scrubPicture = QPixmap::fromImage(picture);
  m_scrubPlace = place;
  for (const qint64 each : {before, clip}) {
    const int row = each == 0 ? -1 : rowOf(each);
    if (row >= 0) Q_EMIT dataChanged(index(row, 0), index(row, 0), {ClipThumbnailRole, ClipScrubRole});
  }
}

void ClipModel::want(int page) const {
  m_wanted.insert(page);
  if (!m_isFetching && !m_fetch.isActive()) m_fetch.start(0);
}

void ClipModel::fetchRequested() {
  std::vector<std::pair<int, std::vector<int64_t>>> pages;
  for (const int number : m_wanted) {
    const size_t begin = static_cast<size_t>(number) * pageRows;
    if (begin >= m_ids.size()) continue;
    const size_t end = std::min(m_ids.size(), begin + pageRows);
    pages.emplace_back(number, std::vector(m_ids.begin() + static_cast<ptrdiff_t>(begin),
                                           m_ids.begin() + static_cast<ptrdiff_t>(end)));
  }
  m_wanted.clear();
  if (pages.empty() || !m_store.isOpen()) return;
  m_isFetching = true;
  m_store.read(
      [pages = std::move(pages)](const project::Project& project, const std::stop_token& stop) {
        std::vector<std::pair<int, Page>> read;
        for (const auto& [number, ids] : pages) {
          if (stop.stop_requested()) throw Cancelled();
          Page& page = read.emplace_back(number, Page{.rows = read_clips(project, ids)}).second;
          for (const project::ClipRow& row : page.rows)
            if (!media::file_stamp(project.absolute_path(row.source.path))) page.missing.insert(row.clip.id);
        }
        return read;
      },
      [this, generation = m_generation](std::vector<std::pair<int, Page>> read) {
        m_isFetching = false;
        m_thumbnails.retry();  // a file may have been found again
        // Drops requests for rows scrolled past; views ask again for visible ones.
        m_wanted.clear();
        for (auto& [number, page] : read) {
          page.generation = generation;
          m_pages.insert(number, new Page(std::move(page)));
          const int first = number * pageRows;
          if (first >= rowCount()) continue;
          const int last = std::min(first + pageRows, rowCount()) - 1;
          Q_EMIT dataChanged(index(first, 0), index(last, ColumnCount - 1));
        }
        Q_EMIT rowsChanged();
      });
}

int ClipModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_ids.size());
}

int ClipModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant ClipModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  if (role == Qt::EditRole) role = Qt::DisplayRole;
  // Known before the row is loaded: a table uses its first row's height for all rows.
  if (role == Qt::SizeHintRole) return QSize(200, tableRowHeight);
  const bool isPicture = role == Qt::DecorationRole && index.column() == NameColumn;
  const bool isShown = isPicture || role == Qt::DisplayRole || role == Qt::ToolTipRole ||
                       role == ClipCaptionedRole || role == ClipFactsRole || role == ClipThumbnailRole ||
                       role == ClipUnavailableRole || role == ClipScrubRole || role == ClipIssueRole;
  if (!isShown) return {};
  const project::ClipRow* const row = clip(index.row());
  if (row == nullptr) return role == Qt::DisplayRole && index.column() == NameColumn ? tr("…") : QVariant();
  switch (role) {
    case ClipCaptionedRole:
      return row->caption.has_value();
    case ClipFactsRole:
      return factsText(*row);
    case ClipScrubRole:
      return row->clip.id == m_scrubbed ? QVariant(m_scrubPlace) : QVariant();
    case ClipIssueRole:
      return isMissing(index.row()) || !row->source.warnings.empty();
    case ClipThumbnailRole:
      if (row->clip.id == m_scrubbed && !m_scrubPicture.isNull()) return m_scrubPicture;
      [[fallthrough]];
    case ClipUnavailableRole:
      return thumbnailRole(*row, role);
    case Qt::DecorationRole:
      return QIcon(thumbnailRole(*row, ClipThumbnailRole).value<QPixmap>());
    case Qt::ToolTipRole:
      if (index.column() == IssueColumn) return issues(index.row(), true).join(QLatin1Char('\n'));
      if (index.column() == CaptionColumn && row->caption) return QString::fromStdString(row->caption->text);
      if (index.column() == ProposalColumn && row->proposal)
        return QString::fromStdString(row->proposal->text);
      return toolTip(*row, index.row());
    default:
      return text(*row, index.row(), index.column());
  }
}

/// The file, and the reasons for the warning sign.
QString ClipModel::toolTip(const project::ClipRow& row, int number) const {
  QStringList lines{QString::fromStdString(row.source.path)};
  if (!row.source.is_image) lines << (row.source.has_audio ? tr("With sound") : tr("Without sound"));
  if (isMissing(number) || !row.source.warnings.empty()) lines += issues(number, true);
  return lines.join(QLatin1Char('\n'));
}

QVariant ClipModel::thumbnailRole(const project::ClipRow& row, int role) const {
  const ThumbnailCache::Thumbnail thumbnail = m_thumbnails.find(row);
  if (role == ClipUnavailableRole) return thumbnail.state == ThumbnailCache::State::unavailable;
  return thumbnail.picture;
}

bool ClipModel::isFresh(int row) const {
  const Page* const page = row < 0 || row >= rowCount() ? nullptr : m_pages.object(row / pageRows);
  return page != nullptr && page->generation == m_generation;
}

bool ClipModel::isMissing(int row) const {
  const Page* const page = m_pages.object(row / pageRows);
  return page != nullptr && page->missing.contains(idAt(row));
}

QStringList ClipModel::issues(int number, bool withHints) const {
  const project::ClipRow* const row = clip(number);
  if (row == nullptr) return {};
  QStringList issues;
  const auto add = [&](const QString& issue, const QString& hint) {
    issues << (withHints ? sentences({issue, hint}) : issue);
  };
  if (isMissing(number))
    add(tr("File missing"), tr("Put it back, or use “Find missing files…”."));
  else if (thumbnailRole(*row, ClipUnavailableRole).toBool())
    add(tr("Cannot be read"), tr("Save the file again in another program, or remove the clip."));
  for (const Fault& warning : row->source.warnings) add(faultText(warning), faultHint(warning));
  if (!row->caption) add(tr("No caption"), {});
  return issues;
}

QVariant ClipModel::text(const project::ClipRow& row, int number, int column) const {
  switch (column) {
    case NameColumn:
      return clipName(row);
    case SizeColumn:
      return sizeText(row.source);
    case RateColumn:
      return row.source.is_image ? QString() : fpsText(row.source.fps());
    case FramesColumn:
      return QLocale().toString(qint64{row.clip.frames()});
    case SecondsColumn:
      return row.source.is_image ? QString() : QLocale().toString(row.clip.duration_s, 'f', 2);
    case CaptionColumn:
      return withMore(oneLine(row.caption), row.more_captions.size());
    case ProposalColumn:
      return oneLine(row.proposal);
    case TagsColumn:
      return tagsText(row);
    case IssueColumn:
      return issues(number).join(QStringLiteral(" · "));
    default:
      return {};
  }
}

Qt::ItemFlags ClipModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (!index.isValid() || index.column() != CaptionColumn || !m_store.canEdit()) return flags;
  // A cell has one line: longer captions are edited in the editor.
  const project::ClipRow* const row = clip(index.row());
  const bool fits = row != nullptr && (!row->caption || row->caption->text.find('\n') == std::string::npos);
  return fits ? flags | Qt::ItemIsEditable : flags;
}

bool ClipModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const QString typed = value.toString();
  const bool canBeSet = role == Qt::EditRole && index.column() == CaptionColumn && m_store.keepsEdits();
  if (!canBeSet || typed == data(index).toString()) return false;
  m_store.edit([clip = idAt(index.row()), text = typed.toStdString()](project::Project& project) {
    set_caption(project, clip, text);
  });
  return true;
}

QVariant ClipModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case NameColumn:
      return tr("Clip");
    case SizeColumn:
      return tr("Size");
    case RateColumn:
      return tr("fps");
    case FramesColumn:
      return tr("Frames");
    case SecondsColumn:
      return tr("Seconds");
    case CaptionColumn:
      return tr("Caption");
    case ProposalColumn:
      return tr("Proposed caption");
    case TagsColumn:
      return tr("Tags");
    case IssueColumn:
      return tr("Issues");
    default:
      return {};
  }
}

}  // namespace fw::ui
