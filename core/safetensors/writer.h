// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "base/atomic_file.h"
#include "base/hash.h"
#include "safetensors/header.h"

namespace fw::safetensors {

/// Writes a file tensor by tensor: the header first, then data as it comes, so that no second copy of the
/// weights is needed. The file appears atomically under its name at commit(). Thread: one at a time.
class Writer {
 public:
  /// @param tensors  name, dtype and shape of each; computes `begin` and `end`
  /// @throws fw::Error base.write_failed, base.file_exists, safetensors.duplicate_name,
  /// safetensors.shape_too_large
  Writer(const std::filesystem::path& target, std::vector<TensorInfo> tensors, const Metadata& metadata = {},
         Existing existing = Existing::refuse);

  /// In the order in which data must be appended: largest elements first, so that all are aligned, then by
  /// name.
  const std::vector<TensorInfo>& tensors() const { return tensors_; }
  /// Appends the next bytes of the data section; a tensor may come in several pieces. @throws fw::Error
  /// base.write_failed
  void append(std::span<const std::byte> bytes);
  /// @return Hash128 of the whole file. @throws fw::Error base.write_failed; std::logic_error if bytes are
  ///   missing
  std::string commit();

 private:
  void write(std::span<const std::byte> bytes);

  std::vector<TensorInfo> tensors_;
  uint64_t data_bytes_ = 0;
  uint64_t appended_ = 0;
  Hash128 hash_;
  AtomicFile file_;
};

}  // namespace fw::safetensors
