// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "tensor/copy_stream.h"

/// Copies between host and device that take more than one call, see tensor::CopyStream.
namespace fw::memory {

/// Copies from pageable host memory through two small page-locked buffers in turn: one is filled while the
/// other is copied. Slower than copies from page-locked memory, since the calling thread fills the buffers.
class StagedCopy {
 public:
  StagedCopy(torch::Device device, tensor::CopyStream& stream) : device_(device), stream_(stream) {}
  /// @param to  bytes on the device. @param from  as many bytes, of any type, contiguous
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

/// Moves gradients from the device into grad() of weights on the host. The gradients of a block are copied
/// while the next block computes, and then added on the host. Thread: one at a time.
class GradientReturn {
 public:
  explicit GradientReturn(torch::Device device) : device_(device), stream_(device) {}

  /// @param gradients  pairs of a weight on the host and its gradient on the device
  void send(const std::vector<std::pair<torch::Tensor, torch::Tensor>>& gradients);
  /// Waits until everything sent has been added to grad() of the weights.
  void finish();
  /// Discards what has been sent but not added, after a pass that ended early.
  void drop();

 private:
  struct PendingCopy {
    std::vector<std::pair<torch::Tensor, torch::Tensor>> gradients;  ///< weight; gradient, both on the host
    std::vector<torch::Tensor> on_device;                            ///< kept alive until they are copied
    tensor::Event copied;
  };
  torch::Device device_;
  std::array<torch::Tensor, 2> buffers_;  ///< page-locked; blocks alternate between them
  size_t next_ = 0;
  std::optional<PendingCopy> pending_;
  tensor::CopyStream stream_;  // last: its destructor waits for the copies
};

}  // namespace fw::memory
