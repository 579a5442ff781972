// SPDX-License-Identifier: Apache-2.0
#include "media/content_hash.h"

#include <cstring>
#include <vector>

#include "base/hash.h"
#include "base/paths.h"
#include "media/errors.h"
#include "media/source_file.h"

namespace fw::media {

std::string content_hash(const std::filesystem::path& file, std::stop_token stop) {
  Hash128 hash;
  const SourceFile source(file);
  std::vector<char> block(1 << 20);
  while (const int64_t count = source.read(block.data(), block.size())) {
    if (stop.stop_requested()) throw Cancelled();
    if (count < 0) {
      throw Error(unreadable, {{"file", to_utf8(file)}, {"reason", std::strerror(static_cast<int>(-count))}});
    }
    hash.update(std::string_view(block.data(), static_cast<size_t>(count)));
  }
  return hash.hex();
}

bool is_unchanged(const std::filesystem::path& file, const std::string& hash,
                  const std::optional<FileStamp>& then, std::stop_token stop) {
  if (then && file_stamp(file) == then) return true;
  return content_hash(file, std::move(stop)) == hash;
}

void refuse_changed(const std::filesystem::path& file, const std::string& hash,
                    const std::optional<FileStamp>& then, std::stop_token stop) {
  if (!is_unchanged(file, hash, then, std::move(stop)))
    throw Error(source_changed, {{"file", to_utf8(file)}});
}

}  // namespace fw::media
