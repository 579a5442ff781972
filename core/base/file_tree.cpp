// SPDX-License-Identifier: Apache-2.0
#include "base/file_tree.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "base/file_errors.h"
#include "base/paths.h"

namespace fw {

namespace {

namespace fs = std::filesystem;

constexpr size_t longest_name = 200;  // in bytes; leaves room for an extension
constexpr ErrorCode bad_file_name{
    "base.bad_file_name", FW_TEXT("errors", "“{name}” cannot be the name of a file or folder."),
    FW_TEXT("errors", "Use up to 200 bytes, no slash, no dot at the start and no blank at either end."),
    Blame::input};

void copy_tree(const fs::path& source, const fs::path& target) {
  std::error_code error;
  if (!fs::is_directory(source, error)) return copy_file(source, target, Existing::refuse);
  if (!fs::create_directory(target, error)) {
    refuse_existing(target);
    throw file_errors::cannot_write(target, "mkdir", error.value());
  }
  fs::directory_iterator entry(source, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error))
    copy_tree(entry->path(), target / entry->path().filename());
  if (error) throw Error(file_errors::read_failed, {{"file", to_utf8(source)}, {"reason", error.message()}});
}

}  // namespace

void copy_file(const fs::path& source, const fs::path& target, Existing existing) {
  refuse_sources(target, {&source, 1});
  errno = 0;
  std::ifstream in(source, std::ios::binary);
  const auto check = [&](bool good) {
    if (!good)
      throw Error(file_errors::read_failed,
                  {{"file", to_utf8(source)}, {"reason", std::strerror(errno != 0 ? errno : EIO)}});
  };
  check(in.is_open());
  AtomicFile out(target, existing);
  std::vector<char> piece(size_t{1} << 20);
  while (in) {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    check(!in.bad());
    out.write(std::string_view(piece.data(), static_cast<size_t>(in.gcount())));
  }
  out.commit();
}

void link_or_copy(const fs::path& source, const fs::path& target) {
  if (::symlink(source.c_str(), target.c_str()) == 0) return;
  switch (errno) {
    case EEXIST:
      return refuse_existing(target);
    case EPERM:  // from Linux for FAT
    case EOPNOTSUPP:
    case ENOSYS:
      return copy_tree(source, target);
    default:
      throw file_errors::cannot_write(target, "symlink", errno);
  }
}

void check_file_name(std::string_view name) {
  const bool has_control =
      std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (name.empty() || name.size() > longest_name || name.front() == '.' || name.front() == ' ' ||
      name.back() == ' ' || name.find('/') != name.npos || has_control)
    throw Error(bad_file_name, {{"name", name}});
}

void make_folders(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw file_errors::cannot_write(folder, "mkdir", error.value());
}

void open_to_others(int descriptor, const std::filesystem::path& file) {
  struct stat folder {
  }, own{};
  const std::filesystem::path parent = file.has_parent_path() ? file.parent_path() : ".";
  if (::stat(parent.c_str(), &folder) != 0 || ::fstat(descriptor, &own) != 0) return;
  const mode_t wanted = own.st_mode | (folder.st_mode & 0666);
  if (wanted != own.st_mode) ::fchmod(descriptor, wanted & 07777);  // fails for another user's file
}

void make_empty_folder(const fs::path& folder) {
  refuse_filled(folder);
  make_folders(folder);
}

AtomicFolder::AtomicFolder(fs::path target) : target_(std::move(target)) {
  // A trailing slash names the same folder, but has no sibling name.
  if (!target_.has_filename()) target_ = target_.parent_path();
  refuse_filled(target_);
  if (target_.has_parent_path()) make_folders(target_.parent_path());
  for (int number = 1;;) {
    part_ = part_name(target_, number);
    std::error_code error;
    const bool is_new = fs::create_directory(part_, error);
    if (error) throw file_errors::cannot_write(part_, "mkdir", error.value());
    lock_ = ::open(part_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool is_ours = lock_ >= 0 && ::flock(lock_, LOCK_EX | LOCK_NB) == 0;
    if (is_new && (is_ours || errno != EWOULDBLOCK)) return;
    if (is_ours) fs::remove_all(part_, error);  // its writer is dead
    if (!is_ours || error) ++number;
    if (lock_ >= 0) ::close(lock_);
  }
}

AtomicFolder::~AtomicFolder() {
  std::error_code ignored;
  if (!part_.empty()) fs::remove_all(part_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

void AtomicFolder::commit() {
  // rename() replaces an empty folder, but not a filled one.
  if (::rename(part_.c_str(), target_.c_str()) != 0) {
    const int reason = errno;
    refuse_filled(target_);
    throw file_errors::cannot_write(target_, "rename", reason);
  }
  part_.clear();
}

void refuse_filled(const fs::path& folder) {
  std::error_code error;
  if (fs::symlink_status(folder, error).type() == fs::file_type::not_found) return;
  if (!fs::is_directory(folder, error)) refuse_existing(folder);
  const fs::directory_iterator first(folder, error);
  if (error) throw file_errors::cannot_write(folder, "opendir", error.value());
  if (first != fs::directory_iterator())
    throw Error(file_errors::folder_not_empty,
                {{"folder", to_utf8(folder)}, {"file", to_utf8(first->path().filename())}});
}

void move_to_free_name(const fs::path& from, const fs::path& to) {
  if (rename_to_free_name(from, to)) return;
  const int reason = errno;
  refuse_existing(to);
  throw file_errors::cannot_write(to, "rename", reason);
}

}  // namespace fw
