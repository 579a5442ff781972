// SPDX-License-Identifier: Apache-2.0
#include "safetensors/identity.h"

#include <sys/stat.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "safetensors/tensor_set.h"

namespace fw::safetensors {

namespace {

constexpr ErrorCode not_hashed{
    "safetensors.not_hashed", FW_TEXT("errors", "{file} cannot be read."),
    FW_TEXT("errors", "Check that the file exists and that you have permission to read it."), Blame::input};

/// Changes when a file is written again: size, inode, and times of content and of inode in nanoseconds.
std::string stamp_of(const std::filesystem::path& file) {
  struct stat info {};
  if (::stat(file.c_str(), &info) != 0) throw Error(not_hashed, {{"file", to_utf8(file)}});
  const auto nanoseconds = [](const timespec& time) {
    return std::to_string(time.tv_sec) + "." + std::to_string(time.tv_nsec);
  };
  return std::to_string(info.st_size) + " " + std::to_string(info.st_ino) + " " + nanoseconds(info.st_mtim) +
         " " + nanoseconds(info.st_ctim);
}

std::string hash_file(const std::filesystem::path& file, const std::stop_token& stop) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw Error(not_hashed, {{"file", to_utf8(file)}});
  Hash128 hash;
  std::vector<char> block(4 << 20);
  while (stream) {
    if (stop.stop_requested()) throw Cancelled();
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    hash.update(std::string_view(block.data(), static_cast<size_t>(stream.gcount())));
  }
  if (!stream.eof()) throw Error(not_hashed, {{"file", to_utf8(file)}});
  return hash.hex();
}

/// The cached hashes. A missing or damaged file counts as empty.
nlohmann::json read_memory(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return nlohmann::json::object();
  auto memory = parse_json(read_file(file));
  return memory.is_object() ? memory : nlohmann::json::object();
}

}  // namespace

std::string component_identity(const std::filesystem::path& folder, const std::stop_token& stop) {
  const std::filesystem::path memory_file = cache_folder() / "identities.json";
  nlohmann::json memory = read_memory(memory_file);
  bool learned = false;
  Hash128 identity;
  identity.update(read_file(folder / "config.json"));
  for (const std::filesystem::path& file : TensorSet::open(folder).files()) {
    const std::string name = to_utf8(std::filesystem::absolute(file).lexically_normal());
    const std::string stamp = stamp_of(file);
    const auto known = memory.find(name);
    if (known == memory.end() || !known->is_object() || known->value("stamp", "") != stamp) {
      memory[name] = {{"stamp", stamp}, {"hash", hash_file(file, stop)}};
      learned = true;
    }
    identity.update(memory[name].value("hash", ""));
  }
  if (learned) write_file_atomically(memory_file, memory.dump(1), Existing::replace);
  return identity.hex();
}

}  // namespace fw::safetensors
