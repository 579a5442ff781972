// SPDX-License-Identifier: Apache-2.0
//
// decode_speed FILE [stretch|sample|shuffle] [rounds]   samples per second of 9x128x192 from one clip
// decode_speed FILE memory [clips]                      resident memory after 100 clips and after all of them
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "media/analysis.h"
#include "media/content_hash.h"
#include "media/probe.h"
#include "media/sample.h"

namespace {

using namespace fw::media;
constexpr int frames = 9;
constexpr Size size{192, 128};

int64_t resident_bytes() {
  std::ifstream status("/proc/self/statm");
  int64_t pages = 0, resident = 0;
  status >> pages >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

// One pass over the clip: as many consecutive samples of its own frames as it has.
int64_t pass(const std::string& file, const std::string& mode) {
  ClipReader reader(file);
  std::vector<int64_t> starts(static_cast<size_t>(reader.frames() / frames));
  for (size_t i = 0; i < starts.size(); ++i) starts[i] = static_cast<int64_t>(i) * frames;
  if (mode == "shuffle") std::ranges::shuffle(starts, std::mt19937(1));
  Converter converter;
  std::vector<uint8_t> pixels(size_t{frames} * 128 * 192 * 3);
  const size_t frame_bytes = pixels.size() / frames;
  for (const int64_t start : starts) {
    if (mode == "sample") {
      read_sample(reader, {.first = start, .frames = frames, .size = size});
      continue;
    }
    // The whole picture, stretched, as the compared readers do.
    for (size_t i = 0; i < frames; ++i)
      converter.to_rgb(reader.read(start + static_cast<int64_t>(i)), {.size = size},
                       std::span(pixels).subspan(i * frame_bytes, frame_bytes));
  }
  return static_cast<int64_t>(starts.size());
}

int measure_speed(const std::string& file, const std::string& mode, int rounds) {
  const auto start = std::chrono::steady_clock::now();
  int64_t samples = 0;
  for (int i = 0; i < rounds; ++i) samples += pass(file, mode);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%.2f samples/s (%s, %.1f s), samples: %lld\n", static_cast<double>(samples) / seconds,
              mode.c_str(), seconds, static_cast<long long>(samples));
  return 0;
}

int measure_memory(const std::string& file, int clips) {
  int64_t early = 0;
  for (int i = 1; i <= clips; ++i) {
    probe(file);
    content_hash(file);
    ClipReader reader(file);
    read_sample(reader, {.frames = frames, .size = size});
    analyse(reader, {.out = 25});
    if (i == 100) early = resident_bytes();
  }
  const int64_t late = resident_bytes();
  const double growth = static_cast<double>(late) / static_cast<double>(early) - 1;
  std::printf("%.1f MiB after 100 clips, %.1f MiB after %d: %+.1f %%\n",
              static_cast<double>(early) / (1 << 20), static_cast<double>(late) / (1 << 20), clips,
              100 * growth);
  return growth <= 0.1 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const char* folder = std::getenv("FW_TEST_CLIPS");
  if (argc < 2 && folder == nullptr) {
    std::puts("FW_TEST_CLIPS is not set: nothing to measure.");
    return 0;
  }
  try {
    const std::string file = argc > 1 ? argv[1] : std::string(folder) + "/bigbuckbunny.mp4";
    const std::string mode = argc > 2 ? argv[2] : "sample";
    const int count = argc > 3 ? std::max(1, std::atoi(argv[3])) : mode == "memory" ? 1000 : 3;
    return mode == "memory" ? measure_memory(file, count) : measure_speed(file, mode, count);
  } catch (const fw::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
