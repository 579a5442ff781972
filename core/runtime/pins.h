// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/choices.h"

/// LibTorch, the runtime library that the engine is opened with: a package does not bring it, its user
/// installs it by the window or by `framewright-cli runtime`.
namespace fw::runtime {

enum class Flavour : uint8_t { cpu, cuda };
constexpr auto choices_of(Flavour) {
  return std::array{Choice{Flavour::cpu, "cpu"}, Choice{Flavour::cuda, "cuda"}};
}

/// A file of a package index, down to its bytes.
struct Wheel {
  std::string name, version;
  std::string sha256;        ///< lower-case hexadecimal digits
  uint64_t download_mb = 0;  ///< 10^6 bytes
  uint64_t unpacked_mb = 0;  ///< with all that is not unpacked here
  std::string title() const { return name + " " + version; }
};

struct PinList {
  std::vector<Wheel> wheels;         ///< without those that have only headers
  std::vector<std::string> without;  ///< shell patterns of what is not unpacked
  std::string id;                    ///< of all this: another list, another id

  const std::string& version() const { return wheels.front().version; }
  uint64_t download_mb() const;
  uint64_t unpacked_mb() const;
};

/// Reads a list as installers/libtorch-*.txt are: a line a wheel, and comments that say what is left out.
PinList parse_pins(std::string_view text);
/// The list that this program was built with. Thread: any.
const PinList& pins_of(Flavour flavour);

/// The lists themselves, part of the program.
extern const char* const cpu_pin_list;
extern const char* const cuda_pin_list;

}  // namespace fw::runtime
