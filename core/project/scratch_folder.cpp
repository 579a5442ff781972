// SPDX-License-Identifier: Apache-2.0
#include "project/scratch_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.h"
#include "base/paths.h"

namespace fw::project {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode no_scratch{
    "project.no_scratch",
    FW_TEXT("errors", "A folder for temporary files cannot be created in {folder}: {reason}."),
    FW_TEXT("errors", "Check its permissions and the free space, or set {variable}.")};
constexpr std::string_view name_begins = "framewright-scratch-";
constexpr const char* lock_name = "lock";

/// True for a folder owned by this user, and not for a link that somebody else created.
bool is_own_folder(const fs::path& folder) {
  struct stat status {};
  return ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == ::geteuid();
}

void clear_leftovers(const fs::path& parent) {
  std::error_code error;
  for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path folder = entry->path();
    std::error_code ignored;
    if (!folder.filename().string().starts_with(name_begins) || !is_own_folder(folder) ||
        !fs::exists(folder / lock_name, ignored))
      continue;
    try {
      if (FileLock::try_lock(folder / lock_name)) fs::remove_all(folder, ignored);
    } catch (const Error&) {
      // Another process has removed it at the same time.
    }
  }
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (!error) clear_leftovers(parent);
  std::string name = (parent / name_begins).string() + "XXXXXX";
  if (error || ::mkdtemp(name.data()) == nullptr) {
    throw Error(no_scratch, {{"folder", to_utf8(parent)},
                             {"reason", error ? error.message() : std::strerror(errno)},
                             {"variable", "TMPDIR"}});
  }
  folder_ = name;
  lock_ = FileLock::try_lock(folder_ / lock_name);
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  fs::remove_all(folder_, error);
}

}  // namespace fw::project
