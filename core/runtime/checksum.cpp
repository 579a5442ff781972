// SPDX-License-Identifier: Apache-2.0
#include "runtime/checksum.h"

#include <openssl/evp.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <new>
#include <vector>

#include "base/error.h"
#include "base/file_errors.h"
#include "base/paths.h"

namespace fw::runtime {

std::string sha256_of(const std::filesystem::path& file, const std::stop_token& stop) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error(file_errors::read_failed, {{"file", to_utf8(file)}, {"reason", std::strerror(errno)}});
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> hash(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  if (!hash || EVP_DigestInit_ex(hash.get(), EVP_sha256(), nullptr) != 1) throw std::bad_alloc();
  std::vector<char> bytes(size_t{1} << 20);
  while (in) {
    if (stop.stop_requested()) throw Cancelled();
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    EVP_DigestUpdate(hash.get(), bytes.data(), static_cast<size_t>(in.gcount()));
  }
  if (in.bad())
    throw Error(file_errors::read_failed, {{"file", to_utf8(file)}, {"reason", std::strerror(errno)}});
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_DigestFinal_ex(hash.get(), digest, &size);
  std::string digits;
  for (unsigned i = 0; i < size; ++i) {
    digits += "0123456789abcdef"[digest[i] >> 4];
    digits += "0123456789abcdef"[digest[i] & 15];
  }
  return digits;
}

}  // namespace fw::runtime
