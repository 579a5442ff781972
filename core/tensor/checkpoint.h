// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include "safetensors/tensor_set.h"
#include "tensor/placement.h"

namespace fw::tensor {

/// The tensors of a safetensors file, of a sharded checkpoint, or of a model component's folder with either.
/// Nothing is held in memory but the headers. Thread: any number may load at once.
class Checkpoint {
 public:
  /// @throws fw::Error safetensors.* (see safetensors::TensorSet::open)
  static Checkpoint open(const std::filesystem::path& file_or_folder);

  /// Sorted.
  std::vector<std::string> names() const { return set_.names(); }
  bool contains(std::string_view name) const { return set_.contains(name); }
  /// @throws fw::Error safetensors.no_tensor, as do dtype() and load()
  const std::vector<int64_t>& shape(std::string_view name) const { return set_.info(name).shape; }
  torch::Dtype dtype(std::string_view name) const;
  const safetensors::Metadata& metadata() const { return set_.metadata(); }
  /// The file or shard index that was opened.
  const std::filesystem::path& source() const { return set_.source(); }
  /// All files with data.
  std::vector<std::filesystem::path> files() const { return set_.files(); }

  /// A new tensor with the stored values in `dtype`, where `placement` says, without a second copy anywhere:
  /// with conversion or a GPU the values pass through a buffer of a few MiB; where the CPU computes in the
  /// stored dtype the tensor is the mapped file (safetensors::File::map: writing to it copies single pages
  /// and leaves the file alone). On the meta device nothing is read.
  /// @throws fw::Error safetensors.no_tensor, safetensors.read_failed; LibTorch's out of memory
  /// Cost: one pass over the data, on all of LibTorch's threads; none for a mapped tensor until it is used.
  torch::Tensor load(std::string_view name, torch::Dtype dtype, torch::Device device,
                     Placement placement = Placement::device, Role role = Role::weights) const;

  /// The stored values in memory of their own, on the CPU: for files that may be cut or lie on a drive that
  /// may go away, which is an error here and the end of the process (SIGBUS) in a mapped tensor.
  /// @throws fw::Error safetensors.no_tensor, safetensors.read_failed
  torch::Tensor read(std::string_view name) const;

 private:
  explicit Checkpoint(safetensors::TensorSet set) : set_(std::move(set)) {}

  safetensors::TensorSet set_;
};

}  // namespace fw::tensor
