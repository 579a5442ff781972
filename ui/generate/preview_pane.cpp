// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/preview_pane.h"

#include <QVBoxLayout>
#include <algorithm>

#include "ui/player/video_view.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

constexpr int previewSide = 768;      // latents are small; smooth scaling looks less blocky
constexpr int frameIntervalMs = 250;  // a latent frame is four of the clip

std::vector<QImage> readFrames(const QString& file, int width) {
  std::vector<QImage> frames;
  const QImage strip(file);
  if (strip.isNull() || width < 1) return frames;
  const int times = std::clamp(previewSide / std::max(width, strip.height()), 1, previewSide);
  for (int i = 0; i < strip.width() / width; ++i)
    frames.push_back(
        strip.copy(i * width, 0, width, strip.height())
            .scaled(width * times, strip.height() * times, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
  return frames;
}

}  // namespace

PreviewPane::PreviewPane(QWidget* parent) : QWidget(parent), m_view(new VideoView) {
  named(m_view, tr("Live preview"), tr("A small preview of the clip at the current denoising step."));
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(m_view);
  m_timer.setInterval(frameIntervalMs);
  connect(&m_timer, &QTimer::timeout, this, &PreviewPane::step);
}

void PreviewPane::show(const QString& file, int frameWidth) {
  m_file = file;
  m_frameWidth = frameWidth;
  m_isStale = true;
  if (!m_isReading) read();
}

void PreviewPane::clear(const QString& text) {
  m_worker.clear();
  m_isReading = m_isStale = false;
  m_frames.clear();
  m_view->setImage({}, {});
  m_view->setText(text);
}

/// Reads only the newest picture and skips older ones.
void PreviewPane::read() {
  m_isStale = false;
  m_isReading = true;
  m_worker.run(
      [file = m_file, width = m_frameWidth](const std::stop_token&) { return readFrames(file, width); },
      [this](std::vector<QImage> frames) {
        m_isReading = false;
        if (!frames.empty()) {
          m_frames = std::move(frames);
          m_shown = std::min(m_shown, m_frames.size() - 1);
          m_view->setImage(m_frames[m_shown], m_frames[m_shown].size());
        }
        if (m_isStale) read();
      });
}

void PreviewPane::step() {
  if (m_frames.size() < 2) return;
  m_shown = (m_shown + 1) % m_frames.size();
  m_view->setImage(m_frames[m_shown], m_frames[m_shown].size());
}

void PreviewPane::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_timer.start();
}

void PreviewPane::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  m_timer.stop();
}

}  // namespace fw::ui
