// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/file_lock.h"
#include "dataset/dataset_manifest.h"
#include "run/run_settings.h"

/// The cache of latents and embeddings (precompute/latent_cache.h) as files: how large it is, who needs what
/// of it, and what may go. An entry is a regular file <cache>/{latents,text,image}/<32 hexadecimal
/// digits>.safetensors; nothing else is ever counted or removed, and no link is followed below the cache's
/// folder.
namespace fw::run {

/// Keeps entries from being removed: held by whoever writes entries or freezes a run that relies on them. Any
/// number at once. Waits for a clean-up to end. Makes the folder. Thread: any.
/// @throws fw::Error run.cache_busy after ten seconds, base.lock_failed, base.folder_unusable
FileLock share_cache(const std::filesystem::path& cache);

/// Notes in the cache that `manifest`, a dataset.jsonl, names entries of it, so that a clean-up finds the
/// runs of all projects. A cache that is not there yet is left alone, and so is one that is not ours to
/// write.
/// @throws fw::Error base.write_failed (disk full included), base.read_failed, base.file_too_large
void note_cache_user(const std::filesystem::path& cache, const std::filesystem::path& manifest);

/// Whether precompute has named all the entries of a sample that such a run needs.
bool is_encoded(const RunSettings& run, const dataset::DatasetSample& sample);
/// Whether every entry that a sample names is there. Cost: a look at each.
bool has_entries(const std::filesystem::path& cache, const dataset::DatasetSample& sample);

struct CacheSize {
  uint64_t bytes = 0;
  int64_t entries = 0;
};
/// Cost: a look at each entry. @throws fw::Cancelled
CacheSize cache_size(const std::filesystem::path& cache, const std::stop_token& stop = {});

/// What a clean-up would take away.
struct CacheCleanup {
  CacheSize before{};
  CacheSize removed{};
  CacheSize needed{};                          ///< by runs that are not finished; never removed
  std::vector<std::filesystem::path> files{};  ///< the least recently used first
  /// Folders of runs that cannot be found (a disk that is not mounted, a project that has moved): what they
  /// need is not known, and is among `files`.
  std::vector<std::filesystem::path> missing{};
};

/// Plans down to `limit_bytes`: the least recently used entries go first, except those that a run needs which
/// is not finished: of the runs that note_cache_user() knows, of `runs`, and of those that train now.
/// @param runs  folders of runs besides, such as those of waiting jobs
/// @throws fw::Error run.cache_run when the dataset of a run that is not finished cannot be read: what it
/// needs is not known, so nothing may go, and as note_cache_user() when the list of runs cannot be read;
/// fw::Cancelled
CacheCleanup plan_cleanup(const std::filesystem::path& cache, uint64_t limit_bytes,
                          std::span<const std::filesystem::path> runs, const std::stop_token& stop = {});

/// Plans anew while nobody writes to the cache, and removes. @return what was removed
/// @param given_up  missing runs that the user was asked about
/// @throws as plan_cleanup; fw::Error run.cache_busy when somebody writes, run.cache_missing_runs when other
/// runs are missing
CacheCleanup clean_cache(const std::filesystem::path& cache, uint64_t limit_bytes,
                         std::span<const std::filesystem::path> runs, const std::stop_token& stop = {},
                         std::span<const std::filesystem::path> given_up = {});

}  // namespace fw::run
