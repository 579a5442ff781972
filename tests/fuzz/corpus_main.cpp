// SPDX-License-Identifier: Apache-2.0
//
// Runs every file of the given folders once through a fuzz target, for compilers without libFuzzer.
#include <cstdint>
#include <cstdio>
#include <filesystem>

#include "base/atomic_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int main(int argc, char** argv) {
  int count = 0;
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] == '-') continue;  // libFuzzer's options
    for (const auto& item : std::filesystem::directory_iterator(argv[i])) {
      const std::string bytes = fw::read_file(item.path());
      LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
      ++count;
    }
  }
  std::printf("%d inputs\n", count);
  return count > 0 ? 0 : 1;
}
