// SPDX-License-Identifier: Apache-2.0
#include "media/content_hash.h"

#include <xxhash.h>

#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "base/paths.h"
#include "media/errors.h"
#include "media/source_file.h"

namespace fw::media {

std::string content_hash(const std::filesystem::path& file, std::stop_token stop) {
  struct FreeState {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  const std::unique_ptr<XXH3_state_t, FreeState> state(XXH3_createState());
  if (!state) throw std::bad_alloc();
  XXH3_128bits_reset(state.get());

  const SourceFile source(file);
  std::vector<char> block(1 << 20);
  while (const int64_t count = source.read(block.data(), block.size())) {
    if (stop.stop_requested()) throw Cancelled();
    if (count < 0)
      throw Error(unreadable, {{"file", to_utf8(file)}, {"reason", std::strerror(static_cast<int>(-count))}});
    XXH3_128bits_update(state.get(), block.data(), static_cast<size_t>(count));
  }
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state.get()));
  std::string digits;
  for (const unsigned char byte : canonical.digest) {
    digits += "0123456789abcdef"[byte >> 4];
    digits += "0123456789abcdef"[byte & 15];
  }
  return digits;
}

}  // namespace fw::media
