// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCache>
#include <QImage>
#include <QObject>
#include <QPixmap>
#include <QSet>
#include <optional>
#include <vector>

#include "project/clips.h"
#include "ui/state/worker.h"

namespace fw::ui {

class ClipStore;

/// Thumbnails of clips, made on request, the latest request first since that is what is visible. Cached in
/// memory up to a number of bytes, and as files in the user's cache by content and frame, so that a moved or
/// copied project can use them. GUI thread only; reads and decodes on a worker.
class ThumbnailCache : public QObject {
  Q_OBJECT
 public:
  static constexpr int longestSide = 256;
  enum class State { making = 1, ready, unavailable };
  struct Thumbnail {
    State state = State::making;
    QPixmap picture{};  ///< null unless ready
  };

  explicit ThumbnailCache(ClipStore& store, QObject* parent = nullptr);

  /// Never waits: ready() follows for a clip whose picture is being made.
  Thumbnail find(const project::ClipRow& row);
  /// A key for a file in its current state, without reading it; empty if it is missing. Thread: any.
  static QString keyOf(const std::filesystem::path& file);
  /// The middle frame of a file that is not a clip of the project; ready() then names clip 0.
  /// @param key  keyOf() the file
  Thumbnail find(const QString& key, const std::filesystem::path& file);
  /// Retries failed pictures, whose files may be back.
  void retry();

 Q_SIGNALS:
  void ready(qint64 clip);

 private:
  struct Request {
    QString key;
    qint64 clip = 0;
    std::filesystem::path source;
    int64_t frame = 0;                           // -1: the middle one
    std::optional<media::FileStamp> stamp = {};  // of the content that the key names, if known
  };
  Thumbnail find(Request request);
  void makeNext();

  ClipStore& m_store;
  QCache<QString, QPixmap> m_pictures;  // cost in bytes
  QSet<QString> m_unavailable;
  std::vector<Request> m_requests;  // the last one is next
  bool m_isMaking = false;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
