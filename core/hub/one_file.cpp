// SPDX-License-Identifier: Apache-2.0
#include "hub/one_file.h"

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "base/file_lock.h"
#include "download/checksum.h"
#include "download/part_file.h"
#include "hub/hub_errors.h"

namespace fw::hub {

namespace fs = std::filesystem;

namespace {

using Phase = FileState::Phase;

/// Another program may hold the lock for hours: it downloads the same file.
FileLock wait_for_lock(const fs::path& file, const std::stop_token& stop) {
  for (;;) {
    if (auto lock = FileLock::try_lock(file)) return std::move(*lock);
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock guard(mutex);
    wake.wait_for(guard, stop, std::chrono::milliseconds(100), [] { return false; });
    if (stop.stop_requested()) throw Cancelled();
  }
}

/// An entity tag without its quotes and weakness mark.
std::string plain_tag(std::string tag) {
  if (tag.starts_with("W/")) tag.erase(0, 2);
  std::erase(tag, '"');
  return tag;
}

/// A server that announces another file than the list has, has changed its mind.
void check_announced(const download::Answer& answer, const RemoteFile& file, const FetchContext& context) {
  const auto header = [&](const char* name) {
    const auto found = answer.first.find(name);
    return found == answer.first.end() ? std::string() : plain_tag(found->second);
  };
  const std::string linked = header("x-linked-etag"), commit = header("x-repo-commit");
  const std::string tag = linked.empty() && !commit.empty() ? header("etag") : linked;
  const bool is_other_tag = tag.size() == file.etag.size() && tag != file.etag;
  if (is_other_tag || (!commit.empty() && commit != context.commit))
    throw Error(changed, {{"file", file.path}, {"repository", context.repository.name}});
}

void transfer_rest(const FetchContext& context, const RemoteFile& file, const fs::path& part,
                   download::Transfer& transfer, FileState& state) {
  const uint64_t before = transfer.fetched();
  state.phase = Phase::downloading;
  const bool is_page = file.path.ends_with(".html") || file.path.ends_with(".htm");
  transfer.file(source_of(file, context.commit, context.settings, context.repository), part,
                {.bytes = file.bytes,
                 .is_exact = true,
                 .is_no_page = !is_page,
                 .progress =
                     [&](uint64_t bytes) {
                       state.bytes = bytes;
                       state.fetched = transfer.fetched() - before;
                     },
                 .check = [&](const download::Answer& answer) { check_announced(answer, file, context); },
                 .refuse =
                     [&](const download::Answer& answer) {
                       refuse(answer, context.settings, context.repository, file.path);
                     }});
}

bool is_right(const FetchContext& context, const RemoteFile& file, const fs::path& part, FileState& state) {
  state.phase = Phase::checking;
  download::sync_file(part);
  std::error_code error;
  if (fs::file_size(part, error) != file.bytes || error) return false;
  const std::string hash = file.is_sha256() ? download::sha256_of(part, context.stop)
                                            : download::git_blob_id_of(part, context.stop);
  return hash == file.etag;
}

}  // namespace

void fetch_file(const FetchContext& context, const RemoteFile& file, download::Transfer& transfer,
                FileState& state) {
  const FileLock lock = wait_for_lock(context.store.lock(file), context.stop);
  while (!context.store.has(file)) {
    const fs::path part = context.store.unfinished(file);
    std::error_code error;
    const bool is_resumed = fs::exists(part, error) && fs::file_size(part, error) > 0;
    transfer_rest(context, file, part, transfer, state);
    if (is_right(context, file, part, state)) {
      context.store.take(file);
      break;
    }
    ::unlink(part.c_str());
    state.bytes = 0;
    // The remains of an earlier attempt may be damaged, so a fresh download decides.
    if (!is_resumed) throw Error(wrong_hash, {{"file", file.path}, {"repository", context.repository.name}});
  }
  state.bytes = file.bytes;
  state.phase = Phase::done;
}

}  // namespace fw::hub
