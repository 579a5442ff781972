// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/player/frame_cache.h"

#include <algorithm>
#include <cmath>

#include "media/clip_reader.h"
#include "media/convert.h"
#include "ui/state/rgb_image.h"

namespace fw::ui {

struct FrameCache::Decoding {
  media::ClipReader reader;
  media::Converter converter;
};

struct FrameCache::Decoded {
  qint64 number = 0;
  QImage image;
  QSize shownSize;
};

FrameCache::FrameCache(QObject* parent, qint64 budgetBytes) : QObject(parent), m_budgetBytes(budgetBytes) {
  connect(&m_worker, &Worker::failed, this, [this](const Fault& fault) {
    m_isDecoding = false;
    m_decoding.reset();
    Q_EMIT failed(fault);
  });
}

void FrameCache::open(const std::filesystem::path& file) {
  close();
  m_file = file;
  m_isDecoding = true;
  m_worker.run(
      [file](const std::stop_token& stop) {
        return std::make_shared<Decoding>(
            Decoding{media::ClipReader(file, {.threads = 2, .stop = stop}), {}});
      },
      [this](std::shared_ptr<Decoding> decoding) {
        m_isDecoding = false;
        // The index is copied while no task runs: from now on the reader belongs to the worker.
        m_index = std::make_shared<media::FrameIndex>(decoding->reader.index());
        m_decoding = std::move(decoding);
        m_in = 0;
        m_out = frames();
        Q_EMIT opened();
        decodeNext();
      });
}

void FrameCache::close() {
  m_worker.clear();
  m_isDecoding = false;
  m_index.reset();
  m_decoding.reset();
  m_images.clear();
  m_shownSize = {};
  m_frameBytes = 0;
  m_position = 0;
  m_direction = 1;
  m_file.clear();
}

qint64 FrameCache::frameAt(double timeS) const {
  qint64 from = 0;
  qint64 to = frames() - 1;
  while (from < to) {  // the last frame that begins at or before the time
    const qint64 middle = (from + to + 1) / 2;
    if (m_index->time_s(middle) <= timeS + 1e-9) {
      from = middle;
    } else {
      to = middle - 1;
    }
  }
  return from;
}

void FrameCache::setRange(qint64 in, qint64 out) {
  m_in = std::clamp<qint64>(in, 0, frames() - 1);
  m_out = std::clamp<qint64>(out, m_in + 1, frames());
  decodeNext();
}

void FrameCache::lookAt(qint64 frame, int direction) {
  if (!isOpen()) return;
  m_position = std::clamp<qint64>(frame, 0, frames() - 1);
  m_direction = direction;
  decodeNext();
}

QImage FrameCache::frame(qint64 frame) const {
  const auto found = m_images.find(frame);
  return found == m_images.end() ? QImage() : found->second;
}

qint64 FrameCache::capacity() const {
  return m_frameBytes == 0 ? 1 : std::max<qint64>(4, m_budgetBytes / m_frameBytes);
}

qint64 FrameCache::stepsTo(qint64 frame) const {
  const qint64 ahead = (frame - m_position) * m_direction;
  const bool loops = m_position >= m_in && m_position < m_out;
  if (!loops) return ahead >= 0 ? ahead : frames() - ahead;
  const qint64 length = m_out - m_in;
  if (frame < m_in || frame >= m_out) return length + std::abs(frame - m_position);
  return ahead >= 0 ? ahead : ahead + length;
}

qint64 FrameCache::nextMissing() const {
  const bool loops = m_position >= m_in && m_position < m_out;
  const qint64 length = loops ? m_out - m_in : frames();
  const qint64 steps = std::min(length, capacity());
  for (qint64 step = 0; step < steps; ++step) {
    qint64 frame = m_position + step * m_direction;
    if (loops) {
      frame = m_in + ((frame - m_in) % length + length) % length;
    } else if (frame < 0 || frame >= frames()) {
      break;
    }
    if (!m_images.contains(frame)) return frame;
  }
  return -1;
}

void FrameCache::decodeNext() {
  if (m_isDecoding || !m_decoding) return;
  const qint64 number = nextMissing();
  if (number < 0) return;
  m_isDecoding = true;
  m_worker.run(
      [decoding = m_decoding, number](const std::stop_token&) {
        const media::VideoFrame frame = decoding->reader.read(number);
        const media::Size shown = frame.shown_size();
        const double factor =
            std::min(1.0, static_cast<double>(longestSide) / std::max(shown.width, shown.height));
        const media::Size size{std::max(1, static_cast<int>(std::lround(shown.width * factor))),
                               std::max(1, static_cast<int>(std::lround(shown.height * factor)))};
        const media::RgbImage rgb = decoding->converter.to_rgb(frame, {.size = size});
        return Decoded{number, toImage(rgb), {shown.width, shown.height}};
      },
      [this](const Decoded& decoded) { take(decoded); });
}

void FrameCache::take(const Decoded& decoded) {
  m_isDecoding = false;
  m_shownSize = decoded.shownSize;
  m_frameBytes = decoded.image.sizeInBytes();
  while (cachedFrames() >= capacity()) {
    const auto farthest =
        std::ranges::max_element(m_images, {}, [this](const auto& entry) { return stepsTo(entry.first); });
    m_images.erase(farthest);
  }
  m_images[decoded.number] = decoded.image;
  Q_EMIT frameReady(decoded.number);
  decodeNext();
}

}  // namespace fw::ui
