// SPDX-License-Identifier: Apache-2.0
#include "base/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/file_errors.h"
#include "base/paths.h"

namespace fw {

namespace {

constexpr ErrorCode file_too_large{
    "base.file_too_large",
    FW_TEXT("errors", "{file} is larger than {limit} bytes, which no file of its kind should be."),
    FW_TEXT("errors", "It may be damaged, or not the right file."), Blame::input};

struct KillPlan {
  std::string point;
  std::atomic<int64_t> passes_left{0};
  KillPlan() {
    const char* plan = std::getenv("FW_KILL_AT");
    if (plan == nullptr) return;
    point = plan;
    const size_t colon = point.rfind(':');
    passes_left = colon == std::string::npos ? 1 : std::atoll(point.c_str() + colon + 1);
    if (colon != std::string::npos) point.resize(colon);
  }
};

[[noreturn]] void refuse(const std::filesystem::path& target) {
  throw Error(file_errors::file_exists, {{"file", to_utf8(target)}});
}

/// Follows a chain of links to its final target, which need not exist.
std::filesystem::path behind_links(std::filesystem::path path) {
  std::error_code error;
  for (int links = 0; links < 40; ++links) {  // the limit in Linux
    const std::filesystem::path next = std::filesystem::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / next;
  }
  return path;
}

bool is_removed(int descriptor) {
  struct stat file {};
  return ::fstat(descriptor, &file) != 0 || file.st_nlink == 0;
}

/// Removes the leftover of a dead writer: a living one holds the lock. @return whether it was removed
bool remove_if_left(const std::filesystem::path& part) {
  const int descriptor = ::open(part.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return false;
  const bool is_left = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && !is_removed(descriptor);
  const bool removed = is_left && ::unlink(part.c_str()) == 0;
  ::close(descriptor);
  return removed;
}

}  // namespace

void kill_point(std::string_view point) {
  static KillPlan plan;
  if (!plan.point.empty() && plan.point == point && --plan.passes_left == 0) std::raise(SIGKILL);
}

std::filesystem::path part_name(const std::filesystem::path& target, int number) {
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
  std::string suffix = ".part-framewright-";
  suffix += std::to_string(number);
  std::string name = target.filename().string();
  const long asked = ::pathconf(folder.c_str(), _PC_NAME_MAX);
  const size_t most = asked > 0 ? static_cast<size_t>(asked) : 255;
  if (name.size() + suffix.size() > most) {
    size_t keep = most > suffix.size() ? most - suffix.size() : 0;
    while (keep > 0 && (static_cast<unsigned char>(name[keep]) & 0xC0) == 0x80)
      --keep;  // not within a character
    name.resize(keep);
  }
  return target.parent_path() / (name + suffix);
}

bool rename_to_free_name(const std::filesystem::path& from_path, const std::filesystem::path& to_path) {
  const char* const from = from_path.c_str();
  const char* const to = to_path.c_str();
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) return false;
  if (std::error_code error; std::filesystem::is_directory(from_path, error)) {
    refuse_existing(to_path);  // the system would replace an empty folder
    return ::rename(from, to) == 0;
  }
  if (::link(from, to) == 0) return ::unlink(from) == 0;
  if (errno == EEXIST) return false;
  // Neither is supported: reserve the name with an empty file.
  const int place = ::open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (place < 0) return false;
  ::close(place);
  if (::rename(from, to) == 0) return true;
  const int reason = errno;
  ::unlink(to);
  errno = reason;
  return false;
}

AtomicFile::AtomicFile(std::filesystem::path target, Existing existing)
    : target_(std::move(target)), existing_(existing) {
  if (existing_ == Existing::replace) target_ = behind_links(std::move(target_));
  struct stat old {};
  const bool is_there = ::lstat(target_.c_str(), &old) == 0;
  if (!is_there && errno != ENOENT) fail("open");
  if (!is_there || (existing_ == Existing::own && S_ISLNK(old.st_mode))) {
    open_beside(0666);
    return;
  }
  if (existing_ == Existing::refuse || !S_ISREG(old.st_mode)) refuse(target_);
  if (::access(target_.c_str(), W_OK) != 0) fail("open");
  open_beside(old.st_mode & 0777);
  // May fail: for another user's file, or if the file system does not support it.
  if (::fchown(descriptor_, old.st_uid, old.st_gid) != 0) {
    [[maybe_unused]] const int group = ::fchown(descriptor_, static_cast<uid_t>(-1), old.st_gid);
  }
  ::fchmod(descriptor_, old.st_mode & 07777);
}

/// Numbers start at 1, so that leftovers of killed writers are found without listing the folder, which may
/// contain a million files.
void AtomicFile::open_beside(unsigned mode) {
  for (int number = 1;;) {
    const std::filesystem::path name = part_name(target_, number);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor < 0) {
      if (errno != EEXIST) fail("open");
      if (!remove_if_left(name)) ++number;  // its writer is alive
      continue;
    }
    // If locking fails for another reason, continue without: then nobody treats this file as a leftover,
    // either.
    const bool is_taken = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (is_taken || is_removed(descriptor)) {  // by another writer, between the two calls
      ::close(descriptor);
      continue;
    }
    descriptor_ = descriptor;
    beside_ = name;
    break;
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

void AtomicFile::fail(std::string_view what) const {
  throw file_errors::cannot_write(target_, what, errno);
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  kill_point("file.before_write");
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      fail("write");
    }
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  kill_point("file.after_write");
}

void AtomicFile::commit() {
  kill_point("file.before_fsync");
  if (::fsync(descriptor_) != 0) fail("fsync");
  kill_point("file.after_fsync");
  // Some file systems report a failed write only at close; the duplicate keeps the lock until the rename.
  const int written = std::exchange(descriptor_, ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0));
  if (::close(written) != 0) fail("close");
  kill_point("file.before_rename");
  take_name();
  beside_.clear();
  kill_point("file.after_rename");
  const std::filesystem::path folder = target_.has_parent_path() ? target_.parent_path() : ".";
  const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle >= 0) {
    ::fsync(handle);  // makes the rename durable; ignored if the file system refuses
    ::close(handle);
  }
}

void AtomicFile::take_name() {
  if (existing_ != Existing::refuse) {
    if (::rename(beside_.c_str(), target_.c_str()) != 0) fail("rename");
  } else if (!rename_to_free_name(beside_, target_)) {
    if (errno == EEXIST) refuse(target_);
    fail("rename");
  }
}

void write_file_atomically(const std::filesystem::path& target, std::string_view text, Existing existing) {
  AtomicFile file(target, existing);
  file.write(text);
  file.commit();
}

void refuse_existing(const std::filesystem::path& target) {
  struct stat found {};
  if (::lstat(target.c_str(), &found) == 0) refuse(target);
}

void refuse_sources(const std::filesystem::path& target, std::span<const std::filesystem::path> sources) {
  struct stat there {};
  if (::stat(target.c_str(), &there) != 0) return;
  for (const std::filesystem::path& source : sources) {
    struct stat from {};
    if (::stat(source.c_str(), &from) == 0 && from.st_dev == there.st_dev && from.st_ino == there.st_ino)
      throw Error(file_errors::target_is_source, {{"file", to_utf8(target)}, {"source", to_utf8(source)}});
  }
}

std::string read_file(const std::filesystem::path& path, size_t most_bytes) {
  const auto fail = [&](std::string_view reason) {
    throw Error(file_errors::read_failed, {{"file", to_utf8(path)}, {"reason", reason}});
  };
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) fail("it is a folder");
  std::ifstream stream(path, std::ios::binary);
  std::string text;
  std::vector<char> block(64 << 10);
  while (stream && text.size() <= most_bytes) {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block.data(), static_cast<size_t>(stream.gcount()));
  }
  if (text.size() > most_bytes) {
    throw Error(file_too_large, {{"file", to_utf8(path)}, {"limit", most_bytes}});
  }
  if (!stream.eof()) fail(std::strerror(errno));
  return text;
}

}  // namespace fw
