// SPDX-License-Identifier: Apache-2.0
#include "run/checkpoint_files.h"

#include <fstream>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "base/json_text.h"

namespace fw::run {

namespace {

constexpr const char *files_key = "files", *seal_key = "seal";

std::string seal_of(const nlohmann::json& state) {
  return hash_hex(state.dump());
}

}  // namespace

nlohmann::json sealed(nlohmann::json state, const FileHashes& hashes) {
  state[files_key] = hashes;
  state[seal_key] = seal_of(state);
  return state;
}

bool is_intact(nlohmann::json state) {
  if (!state.contains(seal_key)) return !state.contains(files_key);
  const nlohmann::json seal = state[seal_key];
  state.erase(seal_key);
  return seal == seal_of(state);
}

std::optional<std::string> damaged_file(const std::filesystem::path& checkpoint,
                                        const std::set<std::string>& names, const std::stop_token& stop,
                                        const std::function<void(uint64_t)>& on_bytes) {
  const nlohmann::json state = read_json(checkpoint / "checkpoint.json");
  if (!state.is_object() || !is_intact(state)) return "checkpoint.json";
  std::vector<char> piece(size_t{4} << 20);
  uint64_t bytes = 0;
  for (const auto& [name, hash] : state.value(files_key, FileHashes())) {
    if (!names.empty() && !names.contains(name)) continue;
    std::ifstream file(checkpoint / name, std::ios::binary);
    Hash128 found;
    while (file) {
      if (stop.stop_requested()) throw Cancelled();
      file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
      found.update(std::string_view(piece.data(), static_cast<size_t>(file.gcount())));
      bytes += static_cast<uint64_t>(file.gcount());
      if (on_bytes) on_bytes(bytes);
    }
    if (!file.eof() || found.hex() != hash) return name;
  }
  return std::nullopt;
}

}  // namespace fw::run
