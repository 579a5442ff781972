// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <utility>

#include "safetensors/header.h"

namespace fw::safetensors {

/// One open safetensors file. Data is read on demand by pread into the caller's memory: a mapping would count
/// as resident memory a second time, and was not faster (tests/bench/RESULTS.md, loading).
/// Thread: any number may read at once. Cost of opening: the header only.
class File {
 public:
  /// @throws fw::Error safetensors.* naming the file and, where there is one, the tensor
  explicit File(std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }
  const Header& header() const { return header_; }

  /// Fills `target` with the tensor's bytes from `offset` on.
  /// @throws fw::Error safetensors.read_failed (the file shrank or the device failed)
  void read(const TensorInfo& tensor, uint64_t offset, std::span<std::byte> target) const;

 private:
  // Closes itself.
  struct Descriptor {
    int value = -1;
    Descriptor() = default;
    Descriptor(Descriptor&& other) noexcept : value(std::exchange(other.value, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor();
  };

  std::filesystem::path path_;
  Descriptor descriptor_;
  uint64_t data_start_ = 0;
  Header header_;
};

}  // namespace fw::safetensors
