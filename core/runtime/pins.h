// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/choices.h"

/// LibTorch, the library that the engine needs at run time: it is not part of a package; the user installs it
/// from the window or with `framewright-cli runtime`.
namespace fw::runtime {

enum class Flavour : uint8_t { cpu, cuda };
constexpr auto choices_of(Flavour) {
  return std::array{Choice{Flavour::cpu, "cpu"}, Choice{Flavour::cuda, "cuda"}};
}

/// A file in a package index, pinned by its hash.
struct Wheel {
  std::string name, version;
  std::string sha256;        ///< lower-case hexadecimal digits
  uint64_t download_mb = 0;  ///< 10^6 bytes
  uint64_t unpacked_mb = 0;  ///< including everything that is not unpacked here
  std::string title() const { return name + " " + version; }
};

struct PinList {
  std::vector<Wheel> wheels;         ///< excluding those with only headers
  std::vector<std::string> without;  ///< shell patterns of files that are not unpacked
  std::string id;                    ///< changes whenever the list changes

  const std::string& version() const { return wheels.front().version; }
  uint64_t download_mb() const;
  uint64_t unpacked_mb() const;
};

/// Parses a list like installers/libtorch-*.txt: one wheel per line, and comments with the patterns to leave
/// out.
PinList parse_pins(std::string_view text);
/// The list that this program was built with. Thread: any.
const PinList& pins_of(Flavour flavour);

/// The lists themselves, embedded in the program.
extern const char* const cpu_pin_list;
extern const char* const cuda_pin_list;

}  // namespace fw::runtime
