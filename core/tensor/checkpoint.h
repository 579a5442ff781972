// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include "safetensors/tensor_set.h"
#include "tensor/placement.h"

namespace fw::tensor {

/// The tensors of a safetensors file, of a sharded checkpoint, or of the folder of a model component with
/// either. Holds only the headers in memory. Thread: any; several may load at once.
class Checkpoint {
 public:
  /// @throws fw::Error safetensors.*, see safetensors::TensorSet::open
  static Checkpoint open(const std::filesystem::path& file_or_folder);

  /// Sorted.
  std::vector<std::string> names() const { return set_.names(); }
  bool contains(std::string_view name) const { return set_.contains(name); }
  /// @throws fw::Error safetensors.no_tensor, as do dtype() and load()
  const std::vector<int64_t>& shape(std::string_view name) const { return set_.info(name).shape; }
  torch::Dtype dtype(std::string_view name) const;
  /// A type for copies of the values: bf16 for quantized ones, otherwise as stored.
  torch::Dtype copy_dtype(std::string_view name) const;
  /// The smallest type that holds the values exactly: float32 for quantized ones, otherwise as stored.
  torch::Dtype exact_dtype(std::string_view name) const;
  const safetensors::TensorSet& tensors() const { return set_; }
  /// As safetensors::TensorSet::drop_prefix
  void drop_prefix(std::string_view prefix) { set_.drop_prefix(prefix); }
  const safetensors::Metadata& metadata() const { return set_.metadata(); }
  /// The file or shard index that was opened.
  const std::filesystem::path& source() const { return set_.source(); }
  /// All files with data.
  std::vector<std::filesystem::path> files() const { return set_.files(); }

  /// Returns a new tensor with the stored values in `dtype`, placed as `placement` says. Never needs a second
  /// copy: conversions and uploads to a GPU go through a buffer of a few MiB. On the CPU without a conversion
  /// the tensor maps the file (safetensors::File::map: writing to it copies single pages and does not change
  /// the file). On the meta device nothing is read.
  /// @throws fw::Error safetensors.no_tensor, safetensors.read_failed; LibTorch's out of memory
  /// Cost: one pass over the data, on all of LibTorch's threads; for a mapped tensor none until it is used.
  torch::Tensor load(std::string_view name, torch::Dtype dtype, torch::Device device,
                     Placement placement = Placement::device, Role role = Role::weights) const;

  /// Reads the stored values into new CPU memory. For files that may be truncated or whose drive may be
  /// disconnected: this is an error here, but would end the process (SIGBUS) with a mapped tensor.
  /// @throws fw::Error safetensors.no_tensor, safetensors.read_failed
  torch::Tensor read(std::string_view name) const;

 private:
  explicit Checkpoint(safetensors::TensorSet set) : set_(std::move(set)) {}

  safetensors::TensorSet set_;
};

}  // namespace fw::tensor
