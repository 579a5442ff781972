// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

/// The subject of a sequence of operations: a realistic folder, and what the program has promised about it.
namespace fw::faults {

/// The same numbers from the same seed everywhere, which distributions of the standard library do not
/// guarantee.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  int64_t below(int64_t limit) { return static_cast<int64_t>(engine_() % static_cast<uint64_t>(limit)); }
  bool in(int64_t of) { return below(of) == 0; }  ///< with probability 1 / of
  template <typename Container>
  const auto& of(const Container& choices) {
    return *std::next(std::begin(choices), below(static_cast<int64_t>(std::size(choices))));
  }

 private:
  std::mt19937_64 engine_;
};

/// Content and mode of each file below a folder, by relative path; for a symlink its target. Excludes
/// temporary files and files that the program may change at any time (the project's database, the cache).
using Snapshot = std::map<std::string, std::string>;
Snapshot take_snapshot(const std::filesystem::path& folder);
/// Names of temporary files below the folder.
std::set<std::string> temporary_files(const std::filesystem::path& folder);

struct World {
  std::filesystem::path root;  ///< faults hit below it: model/, state/, work/
  std::filesystem::path work;  ///< where commands run
  std::filesystem::path model;

  std::map<int64_t, std::string> clips;   ///< captions by id, as last listed by the project
  std::vector<std::string> lists, ready;  ///< dataset.jsonl files; those filled in by precompute
  std::map<std::string, size_t> samples;  ///< in each list
  std::map<std::string, int64_t> runs;    ///< the newest reported checkpoint, by absolute folder
  std::set<std::string> cleaned;          ///< runs that had ended when the cache was cleaned
  std::vector<std::string> results;       ///< LoRA files
  int names = 0;                          ///< used so far: each new file gets its own
  std::string new_name(const std::string& stem, const std::string& ending) {
    return stem + std::to_string(++names) + ending;
  }
};

/// Sets up `work`: clips with captions in three layouts, handwritten lists and scripts, and unrelated files
/// in every folder, some under names that exports and results would use.
void make_world(World& world, const std::filesystem::path& sample);

}  // namespace fw::faults
