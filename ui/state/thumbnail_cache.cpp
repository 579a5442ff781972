// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/thumbnail_cache.h"

#include <algorithm>

#include "base/hash.h"
#include "base/paths.h"
#include "media/image.h"
#include "media/thumbnails.h"
#include "ui/state/clip_store.h"
#include "ui/state/file_path.h"
#include "ui/state/rgb_image.h"

namespace fw::ui {

namespace {

constexpr int keptBytes = 96 << 20;
constexpr size_t maximumWishes = 256;  // older ones are no longer visible
constexpr int jpegQuality = 80;

/// The cached picture on disk; null if there is none.
QImage kept(const std::filesystem::path& file) {
  return QImage(toText(file));
}

void keep(const std::filesystem::path& file, const media::RgbImage& picture) {
  try {
    std::filesystem::create_directories(file.parent_path());
    media::write_image(file, picture, Existing::replace);
  } catch (const std::exception&) {
    // Full or read-only disk: the picture is made again next time.
  }
}

/// Null if it cannot be made. Thread: the cache's worker.
QImage makeThumbnail(const std::filesystem::path& source, const std::filesystem::path& file, int64_t frame,
                     const std::optional<media::FileStamp>& stamp, const std::stop_token& stop) {
  if (QImage image = kept(file); !image.isNull()) return image;
  try {
    media::ClipReader reader(source, {.threads = 1, .stop = stop});
    const int64_t number = frame < 0 ? reader.frames() / 2 : std::min(frame, reader.frames() - 1);
    const auto picture = media::thumbnail(reader, number, ThumbnailCache::longestSide);
    // If the content has changed, the picture is shown but not stored under the old key.
    if (!stamp || media::file_stamp(source) == stamp) keep(file, picture);
    return toImage(picture);
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace

QString ThumbnailCache::keyOf(const std::filesystem::path& file) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(file, error);
  if (error) return {};
  const auto bytes = std::filesystem::file_size(file, error);
  return QString::fromStdString(hash_hex(to_utf8(file) + '\n' + std::to_string(bytes) + '\n' +
                                         std::to_string(time.time_since_epoch().count())));
}

ThumbnailCache::ThumbnailCache(ClipStore& store, QObject* parent)
    : QObject(parent), m_store(store), m_pictures(keptBytes) {
  connect(&m_store, &ClipStore::opened, this, [this] {
    m_worker.clear();
    m_isMaking = false;
    m_requests.clear();
    m_unavailable.clear();
  });
}

ThumbnailCache::Thumbnail ThumbnailCache::find(const project::ClipRow& row) {
  const int64_t frame = row.clip.in_frame + row.clip.frames() / 2;
  const QString key = QString::fromStdString(row.source.hash) + QLatin1Char('-') + QString::number(frame);
  // An absolute path replaces the folder.
  return find(Request{key, row.clip.id, m_store.folder() / row.source.path, frame, row.source.stamp()});
}

ThumbnailCache::Thumbnail ThumbnailCache::find(const QString& key, const std::filesystem::path& file) {
  return find(Request{key, 0, file, -1});
}

ThumbnailCache::Thumbnail ThumbnailCache::find(Request request) {
  if (const QPixmap* const picture = m_pictures.object(request.key)) return {State::ready, *picture};
  if (m_unavailable.contains(request.key)) return {State::unavailable};
  const auto known = std::ranges::find(m_requests, request.key, &Request::key);
  if (known != m_requests.end()) {
    std::rotate(known, known + 1, m_requests.end());
  } else {
    if (m_requests.size() >= maximumWishes) m_requests.erase(m_requests.begin());
    m_requests.push_back(std::move(request));
  }
  if (!m_isMaking) makeNext();
  return {State::making};
}

void ThumbnailCache::retry() {
  m_unavailable.clear();
}

void ThumbnailCache::makeNext() {
  if (m_requests.empty()) return;
  const Request request = m_requests.back();
  m_requests.pop_back();
  m_isMaking = true;
  m_worker.run(
      [request](const std::stop_token& stop) {
        const std::string key = request.key.toStdString();
        const std::filesystem::path file = cache_folder() / "thumbnails" / key.substr(0, 2) / (key + ".jpg");
        return makeThumbnail(request.source, file, request.frame, request.stamp, stop);
      },
      [this, request](const QImage& image) {
        m_isMaking = false;
        if (image.isNull()) {
          m_unavailable.insert(request.key);
        } else {
          m_pictures.insert(request.key, new QPixmap(QPixmap::fromImage(image)),
                            static_cast<int>(image.sizeInBytes()));
        }
        Q_EMIT ready(request.clip);
        if (!m_isMaking) makeNext();
      });
}

}  // namespace fw::ui
