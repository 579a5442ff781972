// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <new>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace fw {

struct Hash128::State {
  XXH3_state_t* xxh = XXH3_createState();
  ~State() { XXH3_freeState(xxh); }
};

void Hash128::FreeState::operator()(State* state) const {
  delete state;
}

Hash128::Hash128() : state_(new State) {
  if (state_->xxh == nullptr) throw std::bad_alloc();
  XXH3_128bits_reset(state_->xxh);
}

void Hash128::update(std::span<const std::byte> bytes) {
  XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size());
}

std::string Hash128::hex() const {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state_->xxh));
  std::string digits;
  for (const unsigned char byte : canonical.digest) {
    digits += "0123456789abcdef"[byte >> 4];
    digits += "0123456789abcdef"[byte & 15];
  }
  return digits;
}

std::string hash_hex(std::string_view text) {
  Hash128 hash;
  hash.update(text);
  return hash.hex();
}

}  // namespace fw
