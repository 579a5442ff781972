// SPDX-License-Identifier: Apache-2.0
#include "training/cache_wait.h"

#include <chrono>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/paths.h"
#include "distributed/ranks.h"

namespace fw::training {

namespace {

using engine_api::LogLevel;

constexpr ErrorCode waits_for_cache{
    "training.waits_for_cache",
    FW_TEXT("errors", "The run waits because its cache {folder} cannot be reached. {reason}"),
    FW_TEXT(
        "errors",
        "Connect its drive again: the run then continues by itself. Pausing or stopping ends the run with a "
        "checkpoint.")};

/// True if the cache folder cannot be opened: the folder or its drive is gone.
bool cannot_be_reached(const precompute::LatentCache& cache) {
  std::error_code error;
  const std::filesystem::directory_iterator entries(
      cache.file(precompute::CacheKind::latents, "").parent_path(), error);
  return static_cast<bool>(error);
}

}  // namespace

std::optional<MicroBatch> wait_for_cache(ActiveRun& run, const precompute::LatentCache& cache,
                                         const Progress& shown,
                                         const std::function<std::optional<MicroBatch>()>& take) {
  constexpr std::chrono::milliseconds glance{100};
  constexpr std::chrono::seconds pause{1};
  const auto ends = run.requests.ends();
  std::optional<Error> failure;
  std::optional<distributed::LongWork> at_work;
  bool waits = false, was_there = false;
  for (;;) {
    try {
      std::optional<MicroBatch> batch = take();
      if (waits) run.events.say(LogLevel::info, "The cache can be read again: the run continues.");
      if (waits) run.context.progress(shown);
      return batch;
    } catch (const Error& error) {
      if (!failure) failure = error;
      const bool is_away = cannot_be_reached(cache);
      if ((!is_away && was_there) || ends()) throw *failure;
      was_there = !is_away;
    }
    if (!was_there && !std::exchange(waits, true)) {
      if (run.world.ranks) at_work.emplace(*run.world.ranks);  // keeps the other ranks from timing out
      const Fault fault(waits_for_cache,
                        {{"folder", to_utf8(cache.folder())}, {"reason", failure->fault().message()}});
      run.events.say(LogLevel::warning, fault.full_message(), fault);
    }
    for (auto end = std::chrono::steady_clock::now() + pause;
         std::chrono::steady_clock::now() < end && !ends(); std::this_thread::sleep_for(glance)) {
      run.check_stop();
      if (waits) run.context.progress({.phase = FW_TEXT("phases", "waiting for the cache")});
    }
  }
}

}  // namespace fw::training
