// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QTimer>
#include <QWidget>
#include <vector>

#include "ui/state/worker.h"

namespace fw::ui {

class VideoView;

/// What a clip looks like while it is denoised: the frames of the newest preview picture, playing.
/// GUI thread only; reads on a worker.
class PreviewPane : public QWidget {
  Q_OBJECT
 public:
  explicit PreviewPane(QWidget* parent = nullptr);

  /// @param file  the frames side by side: as many as there are when it is read, since the next step, which
  /// may
  ///              have more, writes it anew
  void show(const QString& file, int frameWidth);
  /// Nothing but a sentence.
  void clear(const QString& text);
  /// None before the first picture is read.
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
  bool m_isStale = false;  // a newer picture came while one was read
  std::vector<QImage> m_frames;
  size_t m_shown = 0;
  QTimer m_timer;
  Worker m_worker;  // last: ends before all else
};

}  // namespace fw::ui
