// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "ui/state/worker.h"

namespace fw::ui {

/// Thumbnails of one file's frames, decoded on a worker in the requested order. GUI thread only.
class SmallFrames : public QObject {
  Q_OBJECT
 public:
  explicit SmallFrames(int longestSide, QObject* parent = nullptr);

  /// Discards the previous file's pictures; an empty path shows none.
  void open(const std::filesystem::path& file);
  const std::filesystem::path& file() const { return m_file; }
  /// Replaces earlier requests that are not done yet.
  void want(std::vector<qint64> frames);
  /// Null until ready(), or if it cannot be decoded.
  QImage picture(qint64 frame) const;

 Q_SIGNALS:
  void ready(qint64 frame);

 private:
  struct Reading;
  void makeNext();

  int m_longestSide;
  std::filesystem::path m_file;
  std::shared_ptr<Reading> m_reading;  // used only on the worker
  std::vector<qint64> m_wanted;        // the last one is next
  std::map<qint64, QImage> m_pictures;
  bool m_isMaking = false;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
