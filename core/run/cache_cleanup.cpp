// SPDX-License-Identifier: Apache-2.0
#include "run/cache_cleanup.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <sstream>
#include <thread>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file_errors.h"
#include "base/file_tree.h"
#include "base/paths.h"
#include "base/progress.h"
#include "dataset/dataset_manifest.h"
#include "run/run_folder.h"

namespace fw::run {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode busy{"run.cache_busy", FW_TEXT("errors", "The cache {cache} is in use."),
                         FW_TEXT("errors", "Wait until clips are encoded, then clean up again."),
                         Blame::input};
constexpr ErrorCode unknown_need{
    "run.cache_run",
    FW_TEXT("errors", "What the unfinished run {run} needs from the cache cannot be determined: {reason}"),
    FW_TEXT("errors", "Nothing was removed. Repair or delete this run, then clean up again."), Blame::input};
constexpr ErrorCode missing_runs{
    "run.cache_missing_runs",
    FW_TEXT("errors", "These runs cannot be found, so what they need from the cache is not known:{runs}"),
    FW_TEXT("errors",
            "Nothing was removed. Connect their disk, or clean up without --yes and confirm that they are "
            "given up. A run that has moved counts again once it is resumed from its new place."),
    Blame::input};
constexpr ErrorCode folder_unusable{"base.folder_unusable",
                                    FW_TEXT("errors", "The folder {folder} cannot be used: {reason}."),
                                    FW_TEXT("errors", "Check its permissions and the free space.")};

constexpr std::array<std::string_view, 3> kinds{"latents", "text", "image"};
constexpr std::string_view suffix = ".safetensors";
constexpr size_t key_digits = 32;
constexpr int share_attempts = 500;  // 20 ms apart
constexpr uintmax_t most_user_bytes = 64u << 20;

fs::path lock_file(const fs::path& cache) {
  return cache / "cache.lock";
}
fs::path users_file(const fs::path& cache) {
  return cache / "runs.txt";
}

bool is_entry_name(std::string_view name) {
  if (name.size() != key_digits + suffix.size() || !name.ends_with(suffix)) return false;
  return std::ranges::all_of(name.substr(0, key_digits),
                             [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

struct Entry {
  fs::path file;
  std::string name;  ///< "<kind>/<key>"
  uint64_t bytes = 0;
  int64_t used_ns = 0;
};

/// Skips links among the folders of kinds and the entries: their targets do not belong to the cache.
std::vector<Entry> entries_of(const fs::path& cache, const std::stop_token& stop) {
  std::vector<Entry> entries;
  for (const std::string_view kind : kinds) {
    const fs::path folder = cache / kind;
    std::error_code error;
    if (fs::symlink_status(folder, error).type() != fs::file_type::directory) continue;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
      if (stop.stop_requested()) throw Cancelled();
      const std::string name = entry->path().filename().string();
      struct stat status {};
      if (!is_entry_name(name) || ::lstat(entry->path().c_str(), &status) != 0) continue;
      if (!S_ISREG(status.st_mode)) continue;
      const auto ns = [](const timespec& time) {
        return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
      };
      entries.push_back({entry->path(), std::string(kind) + '/' + name.substr(0, key_digits),
                         static_cast<uint64_t>(status.st_size),
                         std::max(ns(status.st_atim), ns(status.st_mtim))});
    }
  }
  return entries;
}

/// If the list cannot be read, entries of unfinished runs might be removed: that is an error, a missing list
/// is not.
std::vector<fs::path> users_of(const fs::path& cache) {
  std::error_code error;
  if (fs::symlink_status(users_file(cache), error).type() == fs::file_type::not_found) return {};
  std::istringstream stream(read_file(users_file(cache), most_user_bytes));
  std::vector<fs::path> users;
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty()) users.emplace_back(std::u8string(line.begin(), line.end()));
  }
  return users;
}

/// State of a folder that was recorded as a user of the cache.
enum class Run { none, finished, unfinished, missing };

/// A run counts as deleted if only its own folder is gone, and as missing if the folder around it is gone,
/// too: then a disk may not be mounted, or the project may have been moved.
Run look_at(const RunPaths& run) {
  std::error_code error;
  const auto type = [&](const fs::path& path) { return fs::status(path, error).type(); };
  switch (type(run.run_file())) {
    case fs::file_type::regular:
      break;
    case fs::file_type::not_found:
      return type(run.folder.parent_path()) == fs::file_type::directory ? Run::none : Run::missing;
    default:
      return Run::missing;
  }
  // A run that was stopped early has a result, too, and can be resumed.
  const RunStatus status = run_status(run);
  return status.is_finished() && !status.running ? Run::finished : Run::unfinished;
}

/// Visits "<kind>/<key>" of every entry that a sample needs.
template <typename Take>
void visit_names(const dataset::DatasetSample& sample, Take&& take) {
  const std::pair<std::string_view, const std::string&> keys[]{{"latents", sample.keys.latents},
                                                               {"image", sample.keys.image},
                                                               {"text", sample.keys.text},
                                                               {"text", sample.keys.empty_text}};
  for (const auto& [kind, key] : keys) {
    if (!key.empty()) take(std::string(kind) + '/' + key);
  }
  for (const std::string& key : sample.keys.more_texts) take("text/" + key);
}

/// @return false if the run is missing
bool add_needs(const RunPaths& run, std::set<std::string>& needs) {
  try {
    const Run found = look_at(run);
    if (found != Run::unfinished) return found != Run::missing;
    dataset::visit_dataset_manifest(run.dataset(), [&](const dataset::DatasetSample& sample) {
      visit_names(sample, [&](std::string name) { needs.insert(std::move(name)); });
    });
    return true;
  } catch (const Error& failure) {
    throw Error(unknown_need, {{"run", to_utf8(run.folder)}, {"reason", failure.fault().message()}});
  }
}

/// @param missing  receives the folders of runs that cannot be found
std::set<std::string> needs_of(const fs::path& cache, std::span<const fs::path> runs,
                               std::vector<fs::path>& missing, const std::stop_token& stop) {
  std::set<fs::path> folders(runs.begin(), runs.end());
  for (const fs::path& manifest : users_of(cache))
    if (manifest.filename() == RunPaths().dataset()) folders.insert(manifest.parent_path());
  std::set<std::string> needs;
  for (const fs::path& folder : folders) {
    if (stop.stop_requested()) throw Cancelled();
    if (!add_needs({folder}, needs)) missing.push_back(folder);
  }
  return needs;
}

void count(CacheSize& size, const Entry& entry) {
  size.bytes += entry.bytes;
  ++size.entries;
}

}  // namespace

FileLock share_cache(const fs::path& cache) {
  std::error_code error;
  fs::create_directories(cache, error);
  if (error) throw Error(folder_unusable, {{"folder", to_utf8(cache)}, {"reason", error.message()}});
  for (int attempt = 0; attempt < share_attempts; ++attempt) {
    if (auto lock = FileLock::try_share(lock_file(cache))) return std::move(*lock);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  throw Error(busy, {{"cache", to_utf8(cache)}});
}

void note_cache_user(const fs::path& cache, const fs::path& manifest) {
  std::error_code error;
  if (!fs::is_directory(cache, error)) return;
  const fs::path whole = fs::absolute(manifest, error).lexically_normal();
  const fs::path list = users_file(cache);
  if (error || to_utf8(whole).find('\n') != std::string::npos) return;  // cannot be stored on one line
  if (::access(cache.c_str(), W_OK) != 0) return;
  const std::vector<fs::path> known = users_of(cache);
  if (std::ranges::find(known, whole) != known.end()) return;
  // A single write appends whole lines atomically. The leading newline ends a line that a full disk cut off.
  const std::string line = '\n' + to_utf8(whole) + '\n';
  const int file = ::open(list.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file >= 0) open_to_others(file, list);
  const ssize_t written = file < 0 ? -1 : ::write(file, line.data(), line.size());
  const int reason = written < 0 ? errno : ENOSPC;
  if (file >= 0) ::close(file);
  if (written == static_cast<ssize_t>(line.size())) return;
  throw file_errors::cannot_write(list, "write", reason);
}

bool is_encoded(const RunSettings& run, const dataset::DatasetSample& sample) {
  const dataset::CacheKeys& keys = sample.keys;
  return !keys.latents.empty() && !keys.text.empty() && (!needs_first_frames(run) || !keys.image.empty()) &&
         keys.more_texts.size() == sample.more_captions.size() &&
         (sample.caption_dropout.value_or(run.caption_dropout_p) == 0 || !keys.empty_text.empty());
}

bool has_entries(const fs::path& cache, const dataset::DatasetSample& sample) {
  bool all = true;
  visit_names(sample, [&](const std::string& name) {
    std::error_code error;
    all = all && fs::is_regular_file(cache / (name + std::string(suffix)), error);
  });
  return all;
}

CacheSize cache_size(const fs::path& cache, const std::stop_token& stop) {
  CacheSize size;
  for (const Entry& entry : entries_of(cache, stop)) count(size, entry);
  return size;
}

CacheCleanup plan_cleanup(const fs::path& cache, uint64_t limit_bytes, std::span<const fs::path> runs,
                          const std::stop_token& stop) {
  std::vector<Entry> entries = entries_of(cache, stop);
  CacheCleanup plan;
  const std::set<std::string> needs = needs_of(cache, runs, plan.missing, stop);
  for (const Entry& entry : entries) count(plan.before, entry);
  std::ranges::sort(entries, {}, [](const Entry& entry) { return std::pair(entry.used_ns, entry.name); });
  for (const Entry& entry : entries) {
    if (needs.contains(entry.name)) {
      count(plan.needed, entry);
    } else if (plan.before.bytes - plan.removed.bytes > limit_bytes) {
      count(plan.removed, entry);
      plan.files.push_back(entry.file);
    }
  }
  return plan;
}

CacheCleanup clean_cache(const fs::path& cache, uint64_t limit_bytes, std::span<const fs::path> runs,
                         const std::stop_token& stop, std::span<const fs::path> given_up) {
  std::error_code error;
  if (!fs::is_directory(cache, error)) return {};
  const auto lock = FileLock::try_lock(lock_file(cache));
  if (!lock) throw Error(busy, {{"cache", to_utf8(cache)}});
  CacheCleanup plan = plan_cleanup(cache, limit_bytes, runs, stop);
  std::string kept;
  for (const fs::path& run : plan.missing)
    if (std::ranges::find(given_up, run) == given_up.end()) kept += "\n- " + to_utf8(run);
  if (!kept.empty() && !plan.files.empty()) throw Error(missing_runs, {{"runs", kept}});
  CacheSize removed;
  std::vector<fs::path> files;
  for (const fs::path& file : plan.files) {
    if (stop.stop_requested()) break;
    struct stat status {};
    if (::lstat(file.c_str(), &status) != 0 || ::unlink(file.c_str()) != 0) continue;
    removed.bytes += static_cast<uint64_t>(status.st_size);
    ++removed.entries;
    files.push_back(file);
  }
  plan.removed = removed;
  plan.files = std::move(files);
  return plan;
}

}  // namespace fw::run
