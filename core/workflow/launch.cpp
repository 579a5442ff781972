// SPDX-License-Identifier: Apache-2.0
#include "workflow/launch.h"

#include "base/paths.h"
#include "run/cache_cleanup.h"

namespace fw::workflow {

namespace {

/// Nothing where nobody can clean up either: in a cache that may only be read.
std::optional<FileLock> share_cache(const std::string& cache) {
  try {
    return run::share_cache(cache);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

engine_api::TrainRequest launch_run(run::RunFile run, const std::filesystem::path& file, int64_t processes) {
  if (!run.faults.empty()) throw Error(run.faults.front());
  if (run.settings.name.empty()) run.settings.name = to_utf8(file.stem());
  // From here on a clean-up of the cache knows the run.
  const auto in_use = share_cache(run.settings.cache);
  return {.run = run::create_run(run, processes).folder};
}

}  // namespace fw::workflow
