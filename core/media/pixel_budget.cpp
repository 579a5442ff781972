// SPDX-License-Identifier: Apache-2.0
#include "media/pixel_budget.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>

#include "base/error.h"
#include "media/libav.h"

namespace fw::media {

namespace {

struct Budget {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::deque<const PixelClaim*> waiting;  // in order of arrival
  int64_t claimed = 0;
};

Budget& budget() {
  static Budget one;
  return one;
}

int64_t pixels_of(const libav::Input& input) {
  const AVCodecParameters& coded = *input.video().codecpar;
  const int64_t frames = input.is_picture() ? 1 : 4;
  const bool is_known = coded.width > 0 && coded.height > 0;
  return frames * (is_known ? int64_t{coded.width} * coded.height : pixel_budget / 2);
}

}  // namespace

PixelClaim::PixelClaim(const ClipReader& reader, const std::stop_token& stop)
    : PixelClaim(reader.input(), stop) {}

PixelClaim::PixelClaim(const libav::Input& input, const std::stop_token& stop)
    : PixelClaim(pixels_of(input), stop) {}

PixelClaim::PixelClaim(int64_t pixels, const std::stop_token& stop)
    : pixels_(std::clamp<int64_t>(pixels, 0, pixel_budget)) {
  Budget& all = budget();
  std::unique_lock lock(all.mutex);
  all.waiting.push_back(this);
  const bool my_turn = all.changed.wait(
      lock, stop, [&] { return all.waiting.front() == this && all.claimed + pixels_ <= pixel_budget; });
  std::erase(all.waiting, this);
  if (my_turn) all.claimed += pixels_;
  lock.unlock();
  all.changed.notify_all();  // there may be room for the next one, too
  if (!my_turn) throw Cancelled();
}

PixelClaim::~PixelClaim() {
  {
    const std::lock_guard lock(budget().mutex);
    budget().claimed -= pixels_;
  }
  budget().changed.notify_all();
}

int64_t PixelClaim::claimed() {
  const std::lock_guard lock(budget().mutex);
  return budget().claimed;
}

}  // namespace fw::media
