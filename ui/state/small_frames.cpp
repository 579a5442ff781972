// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/small_frames.h"

#include <algorithm>
#include <optional>

#include "media/thumbnails.h"
#include "ui/state/rgb_image.h"

namespace fw::ui {

namespace {

constexpr size_t keptPictures = 256;

}  // namespace

struct SmallFrames::Reading {
  std::filesystem::path file;
  std::optional<media::ClipReader> reader{};
};

SmallFrames::SmallFrames(int longestSide, QObject* parent) : QObject(parent), m_longestSide(longestSide) {
  connect(&m_worker, &Worker::failed, this, [this] {
    // The view of the file itself reports the reason.
    m_isMaking = false;
    // Frames after a damaged one may be intact; a file that does not open is retried on request.
    if (!m_reading->reader) m_wanted.clear();
    m_reading = std::make_shared<Reading>(Reading{m_file});
    makeNext();
  });
}

void SmallFrames::open(const std::filesystem::path& file) {
  if (m_file == file) return;
  m_worker.clear();
  m_isMaking = false;
  m_wanted.clear();
  m_pictures.clear();
  m_file = file;
  m_reading = file.empty() ? nullptr : std::make_shared<Reading>(Reading{file});
}

void SmallFrames::want(std::vector<qint64> frames) {
  if (m_pictures.size() > keptPictures)
    std::erase_if(m_pictures,
                  [&](const auto& each) { return std::ranges::find(frames, each.first) == frames.end(); });
  std::erase_if(frames, [this](qint64 frame) { return m_pictures.contains(frame); });
  m_wanted.assign(frames.rbegin(), frames.rend());
  if (!m_isMaking) makeNext();
}

QImage SmallFrames::picture(qint64 frame) const {
  const auto found = m_pictures.find(frame);
  return found == m_pictures.end() ? QImage() : found->second;
}

void SmallFrames::makeNext() {
  if (m_wanted.empty() || !m_reading) return;
  const qint64 frame = m_wanted.back();
  m_wanted.pop_back();
  m_isMaking = true;
  m_worker.run(
      [reading = m_reading, frame, side = m_longestSide](const std::stop_token& stop) {
        if (!reading->reader)
          reading->reader.emplace(reading->file, media::ReaderOptions{.threads = 1, .stop = stop});
        const int64_t last = reading->reader->frames() - 1;
        return toImage(media::thumbnail(*reading->reader, std::min<int64_t>(frame, last), side));
      },
      [this, frame](const QImage& image) {
        m_isMaking = false;
        m_pictures[frame] = image;
        Q_EMIT ready(frame);
        if (!m_isMaking) makeNext();
      });
}

}  // namespace fw::ui
