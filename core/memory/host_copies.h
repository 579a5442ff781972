// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "tensor/copy_stream.h"

/// Copies between host and device that need more than a call: see tensor::CopyStream.
namespace fw::memory {

/// Copies from ordinary host memory through two small page-locked buffers in turn: one is filled while the
/// other is copied. Slower than from page-locked memory, as the calling thread fills the buffers.
class StagedCopy {
 public:
  StagedCopy(torch::Device device, tensor::CopyStream& stream) : device_(device), stream_(stream) {}
  /// @param to  bytes on the device. @param from  as many, of any type, contiguous
  void copy(const torch::Tensor& to, const torch::Tensor& from);

 private:
  struct Stage {
    torch::Tensor bytes;
    tensor::Event copied;
  };
  torch::Device device_;
  tensor::CopyStream& stream_;
  std::array<Stage, 2> stages_;
  size_t next_ = 0;
};

/// Takes gradients from the device to the weights' own on the host. The copy of one block's runs while the
/// next block computes, and the host adds it then; finish() does so for the last. Thread: one at a time.
class GradientReturn {
 public:
  explicit GradientReturn(torch::Device device) : device_(device), stream_(device) {}

  /// @param gradients  weight on the host, gradient on the device
  void send(const std::vector<std::pair<torch::Tensor, torch::Tensor>>& gradients);
  /// All that was sent is in the weights' grad() after this.
  void finish();
  /// Forgets what was sent and not added yet: of a pass that ended early.
  void drop();

 private:
  struct Parcel {
    std::vector<std::pair<torch::Tensor, torch::Tensor>> gradients;  ///< weight; gradient, both on the host
    std::vector<torch::Tensor> on_device;                            ///< alive until they are copied
    tensor::Event copied;
  };
  torch::Device device_;
  std::array<torch::Tensor, 2> buffers_;  ///< page-locked, for the blocks in turn
  size_t next_ = 0;
  std::optional<Parcel> on_its_way_;
  tensor::CopyStream stream_;  // last: its destructor waits for the copies
};

}  // namespace fw::memory
