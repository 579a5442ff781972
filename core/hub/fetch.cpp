// SPDX-License-Identifier: Apache-2.0
#include "hub/fetch.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <set>
#include <thread>

#include "base/atomic_file.h"
#include "base/join.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "download/disk_space.h"
#include "download/meter.h"
#include "hub/file_choice.h"
#include "hub/hub_errors.h"
#include "hub/one_file.h"
#include "hub/store.h"

namespace fw::hub {

namespace fs = std::filesystem;

namespace {

using Phase = FileState::Phase;
constexpr const char *downloading = FW_TEXT("phases", "downloading"),
                     *checking = FW_TEXT("phases", "checking");

std::unique_ptr<Store> store_for(const FetchRequest& request, const HubSettings& settings,
                                 const std::string& commit) {
  return request.folder.empty() ? cache_store(settings.cache, request.repository, commit)
                                : folder_store(request.folder, commit);
}

/// Each path and blob once: two names may have the same content.
std::vector<RemoteFile> without_repeats(const std::vector<RemoteFile>& files) {
  std::set<std::string> seen;
  std::vector<RemoteFile> once;
  for (const RemoteFile& file : files)
    if (seen.insert(file.path).second) once.push_back(file);
  return once;
}

/// The download of a list of files by several threads.
class Downloads {
 public:
  Downloads(const FetchContext& context, const std::vector<RemoteFile>& files)
      : context_(context), files_(files), states_(files.size()), inner_(context) {
    inner_.stop = stop_.get_token();
    for (size_t i = 0; i < files.size(); ++i) order_.push_back(i);
    // The largest first, so that none of them is left alone at the end.
    std::ranges::stable_sort(order_, std::greater(), [&](size_t i) { return files[i].bytes; });
  }

  /// @return bytes from the network
  uint64_t run(const std::function<void(const Progress&)>& progress) {
    uint64_t total = 0;
    for (const RemoteFile& file : files_) total += file.bytes;
    download::Meter meter(total, progress);
    {
      const std::stop_callback pass_on(context_.stop, [this] { stop_.request_stop(); });
      std::vector<std::jthread> threads;
      const size_t count =
          std::clamp<size_t>(files_.size(), 1, static_cast<size_t>(std::max(1, context_.settings.streams)));
      {
        const std::lock_guard lock(mutex_);
        working_ = count;
      }
      for (size_t i = 0; i < count; ++i) threads.emplace_back([this] { work(); });
      std::unique_lock lock(mutex_);
      while (!ended_.wait_for(lock, std::chrono::milliseconds(100), [this] { return working_ == 0; })) {
        lock.unlock();
        tell(meter);
        lock.lock();
      }
    }
    if (error_) std::rethrow_exception(error_);
    tell(meter);
    return fetched();
  }

 private:
  void work() {
    download::Transfer transfer(context_.settings.network, inner_.stop);
    try {
      for (std::optional<size_t> i; (i = next());) fetch_file(inner_, files_[*i], transfer, states_[*i]);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();  // the first one; the others were only stopped
      stop_.request_stop();
    }
    const std::lock_guard lock(mutex_);
    if (--working_ == 0) ended_.notify_all();
  }

  std::optional<size_t> next() {
    const std::lock_guard lock(mutex_);
    if (order_.empty() || error_) return std::nullopt;
    const size_t i = order_.front();
    order_.pop_front();
    return i;
  }

  uint64_t fetched() const {
    uint64_t bytes = 0;
    for (const FileState& state : states_) bytes += state.fetched;
    return bytes;
  }

  void tell(download::Meter& meter) const {
    uint64_t done = 0;
    size_t ready = 0;
    bool loads = false, checks = false;
    for (const FileState& state : states_) {
      done += state.bytes;
      const Phase phase = state.phase;
      ready += phase == Phase::done ? 1 : 0;
      loads |= phase == Phase::downloading;
      checks |= phase == Phase::checking;
    }
    meter.tell(checks && !loads ? checking : downloading, done, fetched(),
               {{FW_TEXT("phases", "{ready} of {count} files"),
                 {{"ready", std::to_string(ready)}, {"count", std::to_string(states_.size())}}}});
  }

  FetchContext context_;
  const std::vector<RemoteFile>& files_;
  std::deque<FileState> states_;
  std::stop_source stop_;
  FetchContext inner_;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::deque<size_t> order_;
  size_t working_ = 0;
  std::exception_ptr error_;
};

void check_space(const std::vector<RemoteFile>& files, Store& store, const fs::path& place) {
  uint64_t missing = 0;
  for (const RemoteFile& file : files) {
    if (store.has(file)) continue;
    std::error_code error;
    const uintmax_t there = fs::file_size(store.unfinished(file), error);
    missing += file.bytes - std::min<uint64_t>(file.bytes, error ? 0 : there);
  }
  download::require_space(place, missing, no_space);
}

std::vector<RemoteFile> chosen_from(const Listing& listing, const FetchRequest& request,
                                    const ReadSmall& read) {
  return without_repeats(request.is_used
                             ? choose_files(listing, request.repository, request.is_used)
                             : choose_model_files(listing, request.repository, request.components, read));
}

/// Lists a local folder in the form of the hub's list, without hashes.
Listing listing_of(const fs::path& folder) {
  Listing listing;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().filename() == ".cache") entry.disable_recursion_pending();
    if (!entry->is_regular_file(error)) continue;
    RemoteFile file{to_utf8(entry->path().lexically_relative(folder)), entry->file_size(error), ""};
    if (is_safe_path(file.path)) listing.files.push_back(std::move(file));
  }
  return listing;
}

/// @throws fw::Error hub.not_there
FetchResult find_offline(const FetchRequest& request, const HubSettings& settings) {
  const Repository& repository = request.repository;
  const auto fail = [&](const std::string& missing) {
    throw Error(not_there, {{"repository", repository.name}, {"missing", missing}});
  };
  FetchResult result;
  result.folder = request.folder;
  if (request.folder.empty()) {
    result.commit = cached_commit(settings.cache, repository);
    if (result.commit.empty()) fail("everything");
    result.folder = cache_store(settings.cache, repository, result.commit)->folder();
  }
  try {
    const Listing listing = listing_of(result.folder);
    const auto read = [&](const RemoteFile& file) {
      return read_file(result.folder / file.path, largest_json);
    };
    for (const RemoteFile& file : chosen_from(listing, request, read)) {
      result.bytes += file.bytes;
      ++result.files;
    }
  } catch (const Error& error) {
    const auto& arguments = error.fault().arguments;
    for (const char* what : {"file", "part"})
      if (const auto named = arguments.find(what); named != arguments.end()) fail(named->second);
    fail("everything");
  }
  return result;
}

}  // namespace

Listing look_up(const Repository& repository, const HubSettings& settings, const std::stop_token& stop) {
  check_names(repository);
  if (settings.offline)
    throw Error(not_there, {{"repository", repository.name}, {"missing", "its list of files"}});
  download::Transfer transfer(settings.network, stop);
  return list_files(transfer, settings, repository);
}

FetchResult fetch(const FetchRequest& request, const HubSettings& settings,
                  const std::function<void(const Progress&)>& progress, const std::stop_token& stop) {
  check_names(request.repository);
  if (settings.offline) return find_offline(request, settings);
  download::Transfer transfer(settings.network, stop);
  const Listing listing = list_files(transfer, settings, request.repository);
  const std::unique_ptr<Store> store = store_for(request, settings, listing.commit);
  const FetchContext context{request.repository, settings, listing.commit, *store, stop};
  uint64_t small = 0;
  const auto read = [&](const RemoteFile& file) {
    FileState state;
    fetch_file(context, file, transfer, state);
    small += state.fetched;
    return read_file(store->path_of(file), largest_json);
  };
  const std::vector<RemoteFile> files = chosen_from(listing, request, read);
  check_space(files, *store, request.folder.empty() ? settings.cache : request.folder);
  FetchResult result{store->folder(), listing.commit, 0, small, files.size()};
  for (const RemoteFile& file : files) result.bytes += file.bytes;
  result.fetched += Downloads(context, files).run(progress);
  store->finish();
  return result;
}

}  // namespace fw::hub
