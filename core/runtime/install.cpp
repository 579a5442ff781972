// SPDX-License-Identifier: Apache-2.0
#include "runtime/install.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "base/atomic_file.h"
#include "base/file_lock.h"
#include "base/paths.h"
#include "download/checksum.h"
#include "download/disk_space.h"
#include "download/download_errors.h"
#include "download/meter.h"
#include "download/transfer.h"
#include "runtime/package_index.h"
#include "runtime/runtime_errors.h"
#include "runtime/unpack.h"

namespace fw::runtime {

namespace fs = std::filesystem;

namespace {

using download::megabyte;
constexpr const char *downloading = FW_TEXT("phases", "downloading"),
                     *checking = FW_TEXT("phases", "checking"), *unpacking = FW_TEXT("phases", "unpacking");

void remove_tree(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error) throw Error(download::write_failed, {{"file", to_utf8(path)}, {"reason", error.message()}});
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Error(download::write_failed, {{"file", to_utf8(folder)}, {"reason", error.message()}});
}

std::string text_of(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error) ? read_file(file) : "";
}

FileLock lock() {
  const fs::path file = data_folder() / "libtorch.lock";
  if (auto mine = FileLock::try_lock(file)) return std::move(*mine);
  throw Error(busy, {{"holder", FileLock::holder(file)}});
}

fs::path partial(const fs::path& folder) {
  return fs::path(folder) += ".partial";
}

uint64_t size_of_tree(const fs::path& folder) {
  uint64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error))
    if (entry.is_regular_file(error)) bytes += entry.file_size(error);
  return bytes;
}

/// All of this program's folders with a LibTorch or a part of one, except `keep`.
std::vector<fs::path> others_than(const fs::path& keep) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(data_folder(), error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("libtorch-") && entry.path() != keep) found.push_back(entry.path());
  }
  return found;
}

/// One installation.
class Installation {
 public:
  Installation(const PinList& pins, Flavour flavour, const IndexSettings& settings,
               const std::function<void(const Progress&)>& progress, const std::stop_token& stop)
      : pins_(pins),
        folder_(folder_of(flavour)),
        part_(partial(folder_)),
        wheel_file_(part_ / ".download"),
        settings_(settings),
        transfer_(settings.network, stop),
        stop_(stop),
        meter_(pins.download_mb() * megabyte, progress) {}

  void run() {
    prepare();
    check_space();
    for (const Wheel& wheel : pins_.wheels) {
      ++number_;
      if (!done_.contains(wheel.sha256)) take(wheel);
      done_mb_ += wheel.download_mb;
    }
    finish();
  }

 private:
  /// Keeps what an earlier call with the same list has left.
  void prepare() {
    if (text_of(part_ / ".pins") != pins_.id) remove_tree(part_);
    make_folder(part_);
    write_file_atomically(part_ / ".pins", pins_.id, Existing::replace);
    std::istringstream lines(text_of(part_ / ".done"));
    for (std::string line; std::getline(lines, line);) done_.insert(line);
  }

  void check_space() {
    uint64_t unpacked = 0, largest = 0;
    for (const Wheel& wheel : pins_.wheels) {
      if (done_.contains(wheel.sha256)) continue;
      unpacked += wheel.unpacked_mb;
      largest = std::max(largest, wheel.download_mb);
    }
    const uint64_t need = (unpacked + largest) * megabyte, there = size_of_tree(part_);
    download::require_space(folder_.parent_path(), need - std::min(need, there), no_space);
  }

  void take(const Wheel& wheel) {
    // A separate name: leftovers of another wheel are not part of this one.
    const fs::path file = fs::path(wheel_file_) += "-" + wheel.sha256;
    const uint64_t most_bytes = (wheel.download_mb + 1) * megabyte;  // the list has whole megabytes
    for (const std::string& address : find_wheel(wheel, settings_, transfer_)) {
      transfer_.file({address}, file, {.bytes = most_bytes, .progress = [&](uint64_t bytes) {
                                         tell(wheel, bytes, downloading);
                                       }});
      tell(wheel, wheel.download_mb * megabyte, checking);
      const bool is_it =
          fs::file_size(file) <= most_bytes && download::sha256_of(file, stop_) == wheel.sha256;
      if (is_it) {
        tell(wheel, wheel.download_mb * megabyte, unpacking);
        unpack_libraries(file, part_, pins_.without, stop_);
      }
      remove_tree(file);
      if (!is_it) continue;
      done_.insert(wheel.sha256);
      std::string list;
      for (const std::string& sha256 : done_) list += sha256 + "\n";
      return write_file_atomically(part_ / ".done", list, Existing::replace);
    }
    throw Error(wrong_hash, {{"package", wheel.title()}});
  }

  void tell(const Wheel& wheel, uint64_t bytes, const char* phase) {
    const uint64_t done = done_mb_ * megabyte + std::min(bytes, wheel.download_mb * megabyte);
    meter_.tell(phase, done, transfer_.fetched(),
                {{"{package} ({number}/{count})",
                  {{"package", wheel.title()},
                   {"number", std::to_string(number_)},
                   {"count", std::to_string(pins_.wheels.size())}}}});
  }

  void finish() {
    write_file_atomically(part_ / ".complete", pins_.id, Existing::replace);
    // All of it must be on disk before it counts as complete.
    if (const int disk = ::open(part_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); disk >= 0) {
      ::syncfs(disk);
      ::close(disk);
    }
    kill_point("install.synced");
    remove_tree(folder_);
    std::error_code error;
    fs::rename(part_, folder_, error);
    if (error) throw Error(download::write_failed, {{"file", to_utf8(folder_)}, {"reason", error.message()}});
    kill_point("install.renamed");
    // Only now: an installation killed earlier resumes from these files.
    for (const char* own : {".pins", ".done"}) remove_tree(folder_ / own);
    for (const fs::path& other : others_than(folder_))
      if (const auto unused = FileLock::try_lock(other / in_use_file)) remove_tree(other);
  }

  const PinList& pins_;
  fs::path folder_, part_, wheel_file_;
  const IndexSettings& settings_;
  download::Transfer transfer_;
  std::stop_token stop_;
  download::Meter meter_;
  std::set<std::string> done_;  // hashes of unpacked wheels
  uint64_t done_mb_ = 0;
  size_t number_ = 0;
};

}  // namespace

void install(const PinList& pins, Flavour flavour, const IndexSettings& settings,
             const std::function<void(const Progress&)>& progress, const std::stop_token& stop) {
  const FileLock mine = lock();
  Installation(pins, flavour, settings, progress, stop).run();
}

uint64_t remove_all() {
  const FileLock mine = lock();
  uint64_t bytes = 0;
  for (const fs::path& folder : others_than({})) {
    bytes += size_of_tree(folder);
    remove_tree(folder);
  }
  return bytes;
}

uint64_t bytes_left_by_interruption(Flavour flavour) {
  return size_of_tree(partial(folder_of(flavour)));
}

}  // namespace fw::runtime
