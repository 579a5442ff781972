// SPDX-License-Identifier: Apache-2.0
#include "base/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "base/error.h"
#include "base/paths.h"

namespace fw {

namespace {

constexpr ErrorCode write_failed{
    "base.write_failed", FW_TEXT("errors", "{file} could not be written ({step}): {reason}."),
    FW_TEXT("errors",
            "Check the free space and the permissions of its folder. The old file, if any, is unchanged.")};
constexpr ErrorCode read_failed{"base.read_failed", FW_TEXT("errors", "{file} could not be read: {reason}."),
                                FW_TEXT("errors", "Check that the file exists and that you may read it."),
                                Blame::input};

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

}  // namespace

void kill_point(std::string_view point) {
  static KillPlan plan;
  if (!plan.point.empty() && plan.point == point && --plan.passes_left == 0) std::raise(SIGKILL);
}

AtomicFile::AtomicFile(std::filesystem::path target) : target_(std::move(target)) {
  // The process id keeps two writers of one file apart; the last rename wins whole.
  static std::atomic<uint64_t> counter{0};
  beside_ = target_;
  beside_ += ".part-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
  descriptor_ = ::open(beside_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor_ < 0) fail("open");
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

void AtomicFile::fail(std::string_view what) const {
  throw Error(write_failed, {{"file", to_utf8(target_)}, {"step", what}, {"reason", std::strerror(errno)}});
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
  if (::close(descriptor_) != 0) {
    descriptor_ = -1;
    fail("close");
  }
  descriptor_ = -1;
  kill_point("file.before_rename");
  if (::rename(beside_.c_str(), target_.c_str()) != 0) fail("rename");
  beside_.clear();
  kill_point("file.after_rename");
  const std::filesystem::path folder = target_.has_parent_path() ? target_.parent_path() : ".";
  const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle >= 0) {
    ::fsync(handle);  // makes the rename itself durable; some file systems refuse it, which is no failure
    ::close(handle);
  }
}

void write_file_atomically(const std::filesystem::path& target, std::string_view text) {
  AtomicFile file(target);
  file.write(text);
  file.commit();
}

std::string read_file(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw Error(read_failed, {{"file", to_utf8(path)}, {"reason", "it is a folder"}});
  }
  std::ifstream stream(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream) throw Error(read_failed, {{"file", to_utf8(path)}, {"reason", std::strerror(errno)}});
  return text;
}

}  // namespace fw
