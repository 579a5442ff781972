// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <memory>
#include <vector>

namespace fw::memory {

/// Keeps the inputs of checkpointed blocks in page-locked host memory between the forward and the backward
/// pass. A block's inputs are copied to the host while the block computes. In the backward pass the inputs of
/// the preceding block are copied back while the current block computes. Buffers are reused in every step.
/// Thread: that of the pass. Device memory: inputs of two blocks instead of all.
class ActivationStore {
  struct Shared;

 public:
  explicit ActivationStore(torch::Device device);
  ~ActivationStore();

  /// The inputs of one block.
  class Entry {
   public:
    ~Entry();
    /// Call once in each backward pass of the block. Also starts the copy of the preceding block's inputs.
    /// @return  the inputs as given to put(), without autograd history
    std::vector<torch::Tensor> fetch();

   private:
    friend class ActivationStore;
    struct Item {
      torch::Tensor device;  ///< undefined while it is on the host only
      torch::Tensor host;    ///< undefined: too small to be worth a copy, stays on the device
    };
    explicit Entry(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}
    void to_host();
    void to_device();
    void leave_device();

    std::shared_ptr<Shared> shared_;
    std::weak_ptr<Entry> before_;
    std::vector<Item> items_;
    torch::Tensor buffer_;  ///< bytes; `host` of all items are views of it
  };

  /// Starts the copy of a block's inputs to the host. Call in the order of the forward pass.
  std::shared_ptr<Entry> put(const std::vector<torch::Tensor>& inputs);

 private:
  std::shared_ptr<Shared> shared_;
  std::weak_ptr<Entry> last_;
};

}  // namespace fw::memory
