// SPDX-License-Identifier: Apache-2.0
#include "interchange/list_paths.h"

#include <algorithm>

namespace fw::interchange {

namespace fs = std::filesystem;

bool is_file(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

fs::path real_path(const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real;
}

bool is_windows_path(const fs::path& path) {
  return std::ranges::any_of(path, [](const fs::path& part) {
    const std::string name = part.string();
    return name.find('\\') != name.npos || (name.size() == 2 && name[1] == ':');
  });
}

fs::path ListPaths::resolve(const fs::path& list, const std::string& name) {
  std::error_code error;  // without a working folder, a relative root stays one
  const fs::path root = data_root_.empty() ? list.parent_path() : fs::absolute(data_root_, error);
  std::string slashes = name;
  std::ranges::replace(slashes, '\\', '/');
  for (const fs::path& file : {root / name, root / slashes, root / "videos" / name})
    if (fs::exists(file, error)) return file.lexically_normal();
  if (list_ != list) {
    list_ = list;
    move_.reset();
    is_told_ = false;
  }
  for (size_t at = slashes.find('/'); at != slashes.npos; at = slashes.find('/', at + 1)) {
    const std::string from = slashes.substr(0, at + 1);
    // Two beginnings could give one file two captions.
    if (from == "/" || (move_ && move_->from != from)) continue;
    const std::string rest = slashes.substr(at + 1);
    if (rest.empty() || !is_file(root / rest)) continue;
    move_ = Move{from, root};
    return (root / rest).lexically_normal();
  }
  return (root / name).lexically_normal();
}

std::optional<ListPaths::Move> ListPaths::take_move(const fs::path& list) {
  if (list_ != list || !move_ || is_told_) return std::nullopt;
  is_told_ = true;
  return move_;
}

}  // namespace fw::interchange
