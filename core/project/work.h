// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>

#include "base/error.h"
#include "base/progress.h"
#include "media/prefetch.h"

namespace fw::project {

/// How to process many clips and report progress.
struct WorkOptions {
  int threads = 0;  ///< 0: one per core
  std::function<void(const Progress&)> on_progress = nullptr;
  std::stop_token stop = {};
};

/// Computes items 0..count-1 with `make(i, stop)` on several threads and passes them to `take(i, item)` in
/// order on the calling thread. @throws fw::Cancelled if stopped; what make and take throw, after `take` has
/// received all earlier items
template <typename Item, typename Make, typename Take>
void work_ahead(size_t count, std::string phase, const WorkOptions& options, Make&& make, Take&& take) {
  std::stop_source stop;  // triggered by the caller's request and on leaving this function
  const std::stop_callback on_request(options.stop, [&stop] { stop.request_stop(); });
  const size_t threads = options.threads > 0 ? static_cast<size_t>(options.threads)
                                             : std::max<size_t>(1, std::thread::hardware_concurrency());
  ProgressMeter meter(std::move(phase), static_cast<int64_t>(count));
  media::Prefetch<Item> items(count, {.threads = threads, .ahead = 4 * threads},
                              [&](size_t i, const std::stop_token& left) {
                                const std::stop_callback on_leaving(left, [&stop] { stop.request_stop(); });
                                return make(i, stop.get_token());
                              });
  for (size_t i = 0; i < count; ++i) {
    if (stop.stop_requested()) throw Cancelled();
    take(i, std::move(*items.next()));
    if (options.on_progress) options.on_progress(meter.update(static_cast<int64_t>(i) + 1));
  }
}

}  // namespace fw::project
