// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <memory>
#include <vector>

namespace fw::memory {

/// Keeps the inputs of checkpointed blocks in page-locked host memory between the forward and the backward
/// pass. A copy to the host runs while its block computes; in the backward pass the inputs of the block
/// before come back while the present block computes. Host memory is taken once and used again in each step.
/// Thread: that of the pass. Memory on the device: inputs of two blocks, instead of all.
class ActivationStore {
  struct Shared;

 public:
  explicit ActivationStore(torch::Device device);
  ~ActivationStore();

  /// The inputs of one block.
  class Entry {
   public:
    ~Entry();
    /// Once in each backward pass of the block; brings the block before on its way.
    /// @return  the inputs as put, without history
    std::vector<torch::Tensor> fetch();

   private:
    friend class ActivationStore;
    struct Item {
      torch::Tensor device;  ///< undefined while it is on the host only
      torch::Tensor host;    ///< undefined: too small to be worth a copy, it stays on the device
    };
    explicit Entry(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}
    void to_host();
    void to_device();
    void leave_device();

    std::shared_ptr<Shared> shared_;
    std::weak_ptr<Entry> before_;
    std::vector<Item> items_;
    torch::Tensor buffer_;  ///< bytes that `host` of all items are views of
  };

  /// Starts the copy of a block's inputs to the host. In the order of the forward pass.
  std::shared_ptr<Entry> put(const std::vector<torch::Tensor>& inputs);

 private:
  std::shared_ptr<Shared> shared_;
  std::weak_ptr<Entry> last_;
};

}  // namespace fw::memory
