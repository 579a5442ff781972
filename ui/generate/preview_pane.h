// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QTimer>
#include <QWidget>
#include <vector>

#include "ui/state/worker.h"

namespace fw::ui {

class VideoView;

/// Preview of a clip being denoised: plays the frames of the newest preview picture. GUI thread only; reads
/// on a worker.
class PreviewPane : public QWidget {
  Q_OBJECT
 public:
  explicit PreviewPane(QWidget* parent = nullptr);

  /// @param file  frames side by side; their number is determined on reading, because the next step, which
  /// may have more, rewrites the file
  void show(const QString& file, int frameWidth);
  /// Shows only a sentence.
  void clear(const QString& text);
  /// Empty before the first picture is read.
  const std::vector<QImage>& frames() const { return m_frames; }
  VideoView* view() const { return m_view; }

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void read();
  void step();

  VideoView* m_view;
  QString m_file;
  int m_frameWidth = 0;
  bool m_isReading = false;
  bool m_isStale = false;  // a newer picture arrived during reading
  std::vector<QImage> m_frames;
  size_t m_shown = 0;
  QTimer m_timer;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
