// SPDX-License-Identifier: Apache-2.0
#include "base/paths.h"

#include <dlfcn.h>

#include <cstdlib>

#include "base/error.h"

namespace fw {

namespace {

constexpr ErrorCode folder_unusable{
    "base.folder_unusable", FW_TEXT("errors", "The folder {folder} cannot be used: {reason}."),
    FW_TEXT("errors", "Check its permissions and the free space, or set {variable}.")};

std::filesystem::path xdg_folder(const char* variable, const char* below_home) {
  std::filesystem::path base;
  const char* set = std::getenv(variable);
  // The specification requires ignoring relative paths.
  if (set != nullptr && set[0] == '/') {
    base = set;
  } else {
    const char* home = std::getenv("HOME");
    base = std::filesystem::path(home != nullptr ? home : "/") / below_home;
  }
  const std::filesystem::path folder = base / "framewright";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw Error(folder_unusable,
                {{"folder", to_utf8(folder)}, {"reason", error.message()}, {"variable", variable}});
  return folder;
}

}  // namespace

std::filesystem::path cache_folder() {
  return xdg_folder("XDG_CACHE_HOME", ".cache");
}
std::filesystem::path state_folder() {
  return xdg_folder("XDG_STATE_HOME", ".local/state");
}
std::filesystem::path config_folder() {
  return xdg_folder("XDG_CONFIG_HOME", ".config");
}
std::filesystem::path data_folder() {
  return xdg_folder("XDG_DATA_HOME", ".local/share");
}

std::filesystem::path library_folder() {
  static const char here = 0;
  Dl_info library{};
  ::dladdr(&here, &library);
  return std::filesystem::path(library.dli_fname != nullptr ? library.dli_fname : ".").parent_path();
}

std::filesystem::path resource_folder() {
  return std::filesystem::weakly_canonical(library_folder() / FW_RESOURCES);
}

std::string to_utf8(const std::filesystem::path& path) {
  const std::u8string text = path.u8string();
  return {text.begin(), text.end()};
}

}  // namespace fw
