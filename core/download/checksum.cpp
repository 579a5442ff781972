// SPDX-License-Identifier: Apache-2.0
#include "download/checksum.h"

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

namespace fw::download {

namespace {

std::string digest_of(const std::filesystem::path& file, const EVP_MD* algorithm, const std::string& before,
                      const std::stop_token& stop, const ReadBytes& progress) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error(file_errors::read_failed, {{"file", to_utf8(file)}, {"reason", std::strerror(errno)}});
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> hash(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  if (!hash || EVP_DigestInit_ex(hash.get(), algorithm, nullptr) != 1) throw std::bad_alloc();
  EVP_DigestUpdate(hash.get(), before.data(), before.size());
  std::vector<char> bytes(size_t{1} << 20);
  uint64_t count = 0;
  while (in) {
    if (stop.stop_requested()) throw Cancelled();
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    EVP_DigestUpdate(hash.get(), bytes.data(), static_cast<size_t>(in.gcount()));
    count += static_cast<uint64_t>(in.gcount());
    if (progress) progress(count);
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

}  // namespace

std::string sha256_of(const std::filesystem::path& file, const std::stop_token& stop,
                      const ReadBytes& progress) {
  return digest_of(file, EVP_sha256(), "", stop, progress);
}

std::string git_blob_id_of(const std::filesystem::path& file, const std::stop_token& stop,
                           const ReadBytes& progress) {
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(file, error);
  if (error) throw Error(file_errors::read_failed, {{"file", to_utf8(file)}, {"reason", error.message()}});
  return digest_of(file, EVP_sha1(), "blob " + std::to_string(size) + '\0', stop, progress);
}

}  // namespace fw::download
