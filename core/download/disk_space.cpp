// SPDX-License-Identifier: Apache-2.0
#include "download/disk_space.h"

#include "base/paths.h"
#include "base/units.h"

namespace fw::download {

namespace fs = std::filesystem;

void require_space(const fs::path& folder, uint64_t bytes, const ErrorCode& no_space) {
  std::error_code error;
  fs::path existing = fs::absolute(folder, error);
  while (!fs::exists(existing, error) && existing.has_relative_path()) existing = existing.parent_path();
  const fs::space_info space = fs::space(existing, error);
  const uint64_t need = bytes + spare_bytes;
  if (bytes == 0 || error || space.available >= need) return;
  throw Error(
      no_space,
      {{"need", format_bytes(need)}, {"free", format_bytes(space.available)}, {"folder", to_utf8(folder)}});
}

}  // namespace fw::download
