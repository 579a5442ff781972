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

/// Decoded frames of one file around the place that is looked at, up to a number of bytes: a short clip as a
/// whole, of a long one what comes next. Decodes on a thread of its own, the frame that is looked at before
/// all others. GUI thread only.
class FrameCache : public QObject {
  Q_OBJECT
 public:
  static constexpr qint64 defaultBudgetBytes = qint64{384} << 20;
  static constexpr int longestSide = 1600;  ///< larger pictures are kept reduced

  explicit FrameCache(QObject* parent = nullptr, qint64 budgetBytes = defaultBudgetBytes);

  /// opened() or failed() follows.
  void open(const std::filesystem::path& file);
  void close();
  bool isOpen() const { return m_index != nullptr; }
  const std::filesystem::path& file() const { return m_file; }

  // Once open:
  const media::FrameIndex& index() const { return *m_index; }
  qint64 frames() const { return m_index->frames(); }
  /// Since the first frame; frames() gives the end.
  double timeS(qint64 frame) const { return m_index->time_s(frame); }
  /// The frame that is shown at a time.
  qint64 frameAt(double timeS) const;
  /// Of the shown picture, upright and with square pixels; empty until the first frame is there.
  QSize shownSize() const { return m_shownSize; }

  /// What is played: frames in..out-1, where `out` leads back to `in`.
  void setRange(qint64 in, qint64 out);
  /// What is looked at, and where playing goes: 1 or -1.
  void lookAt(qint64 frame, int direction = 1);
  /// Null until frameReady().
  QImage frame(qint64 frame) const;
  qint64 cachedFrames() const { return static_cast<qint64>(m_images.size()); }

 Q_SIGNALS:
  void opened();
  void frameReady(qint64 frame);
  /// Nothing more of this file can be shown.
  void failed(const fw::Fault& fault);

 private:
  struct Decoding;
  struct Decoded;

  void decodeNext();
  void take(const Decoded& decoded);
  qint64 capacity() const;
  /// Steps from what is looked at to `frame` in the order of playing.
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
  Worker m_worker;  // last: ends before all else
};

}  // namespace fw::ui
