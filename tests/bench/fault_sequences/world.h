// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

/// What a sequence of operations works on: a folder as people have them, and what the program has promised
/// about it.
namespace fw::faults {

/// The same numbers from the same seed everywhere, which distributions of the standard library do not
/// promise.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  int64_t below(int64_t limit) { return static_cast<int64_t>(engine_() % static_cast<uint64_t>(limit)); }
  bool in(int64_t of) { return below(of) == 0; }  ///< one time in so many
  template <typename Container>
  const auto& of(const Container& choices) {
    return *std::next(std::begin(choices), below(static_cast<int64_t>(std::size(choices))));
  }

 private:
  std::mt19937_64 engine_;
};

/// Content and mode of each file below a folder, by its path in there; a link is its target. Temporary files
/// and what the program may change at any time (the project's database, the cache) are not in it.
using Snapshot = std::map<std::string, std::string>;
Snapshot take_snapshot(const std::filesystem::path& folder);
/// Names of temporary files below the folder.
std::set<std::string> temporary_files(const std::filesystem::path& folder);

struct World {
  std::filesystem::path root;  ///< faults hit below it: model/, state/, work/
  std::filesystem::path work;  ///< where commands run
  std::filesystem::path model;

  std::map<int64_t, std::string> clips;   ///< captions by number, as the project listed them last
  std::vector<std::string> lists, ready;  ///< dataset.jsonl files; those that precompute has filled in
  std::map<std::string, size_t> samples;  ///< in each list
  std::map<std::string, int64_t> runs;    ///< the newest reported checkpoint, by absolute folder
  std::set<std::string> cleaned;          ///< runs that had ended when the cache was cleaned
  std::vector<std::string> results;       ///< LoRA files
  int names = 0;                          ///< given so far: each new file gets one of its own
  std::string new_name(const std::string& stem, const std::string& ending) {
    return stem + std::to_string(++names) + ending;
  }
};

/// Lays out `work` anew: clips with captions in three layouts, lists and scripts written by hand, and in
/// every folder something that is nobody's business, some of it under names that exports and results would
/// like to have.
void make_world(World& world, const std::filesystem::path& sample);

}  // namespace fw::faults
