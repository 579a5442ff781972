// SPDX-License-Identifier: Apache-2.0
#include "base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/file_tree.h"
#include "base/paths.h"

namespace fw {

namespace {

constexpr ErrorCode lock_failed{
    "base.lock_failed", FW_TEXT("errors", "{file} cannot be locked: {reason}."),
    FW_TEXT(
        "errors",
        "Check that you have permission to write to its folder and that its file system supports locks.")};

}  // namespace

std::optional<int> FileLock::take(const std::filesystem::path& file, int operation) {
  // Never through a link: this writes the holder's name into the file, and a project may come from somebody
  // else.
  int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  // Another user's file, created before its mode was that of its folder: reading is enough for a shared lock.
  if (descriptor < 0 && errno == EACCES && operation == LOCK_SH)
    descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0) open_to_others(descriptor, file);
  int reason = descriptor < 0 ? errno : EWOULDBLOCK;
  // is_held() takes the lock for a moment, so a single failure may be only that.
  for (int attempt = 0; reason == EWOULDBLOCK && attempt < 5; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    reason = ::flock(descriptor, operation | LOCK_NB) == 0 ? 0 : errno;
  }
  if (reason != 0) {
    if (descriptor >= 0) ::close(descriptor);
    if (reason == EWOULDBLOCK) return std::nullopt;
    throw Error(lock_failed, {{"file", to_utf8(file)},
                              {"reason", reason == ELOOP ? "it is a link" : std::strerror(reason)}});
  }
  return descriptor;
}

std::optional<FileLock> FileLock::try_share(const std::filesystem::path& file) {
  const auto descriptor = take(file, LOCK_SH);
  return descriptor ? std::optional(FileLock(*descriptor)) : std::nullopt;
}

std::optional<FileLock> FileLock::try_lock(const std::filesystem::path& file) {
  const auto taken = take(file, LOCK_EX);
  if (!taken) return std::nullopt;
  const int descriptor = *taken;
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  const std::string text = "process " + std::to_string(::getpid()) + " on " + host + "\n";
  // Informational only: a full disk must not prevent locking.
  if (::ftruncate(descriptor, 0) == 0) {
    [[maybe_unused]] const ssize_t written = ::pwrite(descriptor, text.data(), text.size(), 0);
  }
  return FileLock(descriptor);
}

bool FileLock::is_held(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  // Shared, so that two concurrent calls do not mistake each other for the holder.
  const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return held;
}

std::string FileLock::holder(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace fw
