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

/// The cache of latents and embeddings (precompute/latent_cache.h) as files: its size, which runs need which
/// entries, and what may be removed. An entry is a regular file <cache>/{latents,text,image}/<32 hexadecimal
/// digits>.safetensors; nothing else is ever counted or removed, and no link below the cache's folder is
/// followed.
namespace fw::run {

/// Shared lock against removal of entries: held while writing entries or freezing a run that relies on them.
/// Any number of holders. Waits for a running clean-up. Creates the folder. Thread: any.
/// @throws fw::Error run.cache_busy after ten seconds, base.lock_failed, base.folder_unusable
FileLock share_cache(const std::filesystem::path& cache);

/// Records in the cache that `manifest`, a dataset.jsonl, refers to its entries, so that a clean-up finds the
/// runs of all projects. Does nothing if the cache does not exist or is not writable.
/// @throws fw::Error base.write_failed (disk full included), base.read_failed, base.file_too_large
void note_cache_user(const std::filesystem::path& cache, const std::filesystem::path& manifest);

/// True if precompute has named all entries that such a run needs for the sample.
bool is_encoded(const RunSettings& run, const dataset::DatasetSample& sample);
/// True if every entry that the sample names exists. Cost: one stat each.
bool has_entries(const std::filesystem::path& cache, const dataset::DatasetSample& sample);

struct CacheSize {
  uint64_t bytes = 0;
  int64_t entries = 0;
};
/// Cost: one stat per entry. @throws fw::Cancelled
CacheSize cache_size(const std::filesystem::path& cache, const std::stop_token& stop = {});

/// The plan or the result of a clean-up.
struct CacheCleanup {
  CacheSize before{};
  CacheSize removed{};
  CacheSize needed{};                          ///< by unfinished runs; never removed
  std::vector<std::filesystem::path> files{};  ///< least recently used first
  /// Folders of runs that cannot be found (on a disk that is not mounted, in a project that was moved): their
  /// needs are unknown, and their entries are among `files`.
  std::vector<std::filesystem::path> missing{};
};

/// Plans a clean-up down to `limit_bytes`, least recently used entries first. Keeps entries that an
/// unfinished run needs: runs recorded by note_cache_user(), those in `runs`, and those that are training
/// now.
/// @param runs  folders of further runs, such as those of waiting jobs
/// @throws fw::Error run.cache_run if the dataset of an unfinished run cannot be read: its needs are unknown,
///   so nothing may be removed; as note_cache_user() if the list of runs cannot be read; fw::Cancelled
CacheCleanup plan_cleanup(const std::filesystem::path& cache, uint64_t limit_bytes,
                          std::span<const std::filesystem::path> runs, const std::stop_token& stop = {});

/// Plans again while nobody writes to the cache, and removes the entries. @return what was removed
/// @param given_up  missing runs that the user was asked about
/// @throws as plan_cleanup; fw::Error run.cache_busy if the cache is being written, run.cache_missing_runs if
///   other runs are missing
CacheCleanup clean_cache(const std::filesystem::path& cache, uint64_t limit_bytes,
                         std::span<const std::filesystem::path> runs, const std::stop_token& stop = {},
                         std::span<const std::filesystem::path> given_up = {});

}  // namespace fw::run
