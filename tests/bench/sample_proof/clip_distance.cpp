// SPDX-License-Identifier: Apache-2.0
/// Distances of clips to the real ones of their captions, for sample_proof.py:
/// bench_clip_distance FxHxW REAL.jsonl MADE.jsonl [mean], each line {"file", "prompt"}. With `mean` the
/// clips are averaged pixel by pixel first, and that one clip is used for each prompt of REAL. Prints
/// {"distances": [...]}, in the order of MADE, or of REAL with `mean`.
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "quickstart/clip_sets.h"

namespace {

using namespace fw;

std::vector<quickstart::Clip> read_list(const char* list, const catalog::Bucket& size) {
  std::vector<quickstart::Clip> clips;
  std::ifstream lines(list);
  for (std::string line; std::getline(lines, line);) {
    const auto row = nlohmann::json::parse(line);
    const std::string file = row.at("file");
    clips.push_back({file, row.at("prompt"), quickstart::read_whole(file, size)});
  }
  return clips;
}

}  // namespace

int main(int argc, char** argv) {
  const auto size = argc >= 4 ? catalog::parse_bucket(argv[1]) : std::nullopt;
  if (!size) {
    std::fprintf(stderr, "Usage: bench_clip_distance FxHxW REAL.jsonl MADE.jsonl [mean]\n");
    return 2;
  }
  try {
    const std::vector<quickstart::Described> real = quickstart::describe_all(read_list(argv[2], *size));
    const std::vector<quickstart::Clip> made = read_list(argv[3], *size);
    std::vector<quickstart::Described> shown = quickstart::describe_all(made);
    if (argc > 4) {
      shown = real;
      const media::ClipDescriptor mean = media::describe(quickstart::mean_clip(made));
      for (quickstart::Described& each : shown) each.shown = mean;
    }
    std::puts(nlohmann::json{{"distances", quickstart::distances_to(real, shown)}}.dump().c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
