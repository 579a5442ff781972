// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <filesystem>
#include <map>
#include <memory>

#include "media/frame_index.h"
#include "ui/state/worker.h"

namespace fw::ui {

/// Decoded frames of one file around the current one, up to a number of bytes: all of a short clip, or the
/// next frames of a long one. Decodes on its own thread, the current frame first. GUI thread only.
class FrameCache : public QObject {
  Q_OBJECT
 public:
  static constexpr qint64 defaultBudgetBytes = qint64{384} << 20;
  static constexpr int longestSide = 1600;  ///< larger pictures are scaled down

  explicit FrameCache(QObject* parent = nullptr, qint64 budgetBytes = defaultBudgetBytes);

  /// opened() or failed() follows.
  void open(const std::filesystem::path& file);
  void close();
  bool isOpen() const { return m_index != nullptr; }
  const std::filesystem::path& file() const { return m_file; }

  // Call only once open:
  const media::FrameIndex& index() const { return *m_index; }
  qint64 frames() const { return m_index->frames(); }
  /// Time since the first frame; frames() gives the end.
  double timeS(qint64 frame) const { return m_index->time_s(frame); }
  /// The frame displayed at a time.
  qint64 frameAt(double timeS) const;
  /// Size of the upright picture with square pixels; empty until the first frame is decoded.
  QSize shownSize() const { return m_shownSize; }

  /// Sets the played range in..out-1; playback wraps from `out` to `in`.
  void setRange(qint64 in, qint64 out);
  /// Sets the current frame and the direction of playback: 1 or -1.
  void lookAt(qint64 frame, int direction = 1);
  /// Null until frameReady().
  QImage frame(qint64 frame) const;
  qint64 cachedFrames() const { return static_cast<qint64>(m_images.size()); }

 Q_SIGNALS:
  void opened();
  void frameReady(qint64 frame);
  /// The file cannot be decoded any further.
  void failed(const fw::Fault& fault);

 private:
  struct Decoding;
  struct Decoded;

  void decodeNext();
  void take(const Decoded& decoded);
  qint64 capacity() const;
  /// Number of frames from the current one to `frame` in playback order.
  qint64 stepsTo(qint64 frame) const;
  qint64 nextMissing() const;

  qint64 m_budgetBytes;
  std::filesystem::path m_file;
  std::shared_ptr<const media::FrameIndex> m_index;
  std::shared_ptr<Decoding> m_decoding;  // used on the worker only
  std::map<qint64, QImage> m_images;
  QSize m_shownSize;
  qint64 m_frameBytes = 0;
  qint64 m_position = 0;
  qint64 m_in = 0;
  qint64 m_out = 0;
  int m_direction = 1;
  bool m_isDecoding = false;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
