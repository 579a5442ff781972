// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "safetensors/header.h"
#include "safetensors/mapped_file.h"

namespace fw::safetensors {

/// One open safetensors or GGUF file, by its content. Thread: any number may read at once. Cost of opening:
/// the header only.
class File {
 public:
  /// @throws fw::Error safetensors.* naming the file and, if applicable, the tensor
  explicit File(std::filesystem::path path);

  const std::filesystem::path& path() const { return file_->path(); }
  const Header& header() const { return header_; }

  /// Fills `target` with the tensor's bytes from `offset` on; decodes a tensor in blocks.
  /// @throws fw::Error safetensors.read_failed (the file shrank or the device failed)
  void read(const TensorInfo& tensor, uint64_t offset, std::span<std::byte> target) const;

  /// Maps the tensor's bytes from the kernel's page cache, read on first access: takes no memory of its own
  /// until written to (then a private copy of that page; the file never changes). It may outlive this object.
  /// The file may be replaced or removed meanwhile; check_mapped_files() detects one that was overwritten in
  /// place or truncated. nullptr for a tensor without bytes or in
  /// blocks.
  /// @throws fw::Error safetensors.read_failed
  std::shared_ptr<std::byte> map(const TensorInfo& tensor) const;

 private:
  void read_bytes(const TensorInfo& tensor, uint64_t position, std::span<std::byte> target) const;
  void read_blocks(const TensorInfo& tensor, uint64_t offset, std::span<std::byte> target) const;

  std::shared_ptr<MappedFile> file_;
  uint64_t data_start_ = 0;
  Header header_;
};

}  // namespace fw::safetensors
