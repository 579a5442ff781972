// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "memory/host_copies.h"
#include "nn/module.h"
#include "tensor/copy_stream.h"

namespace fw::memory {

/// Where the weights of streamed blocks are kept.
enum class HostWeights {
  pinned,     ///< page-locked, each block in one piece: copies run beside the computation
  as_loaded,  ///< where they are (the mapped file, perhaps): no copy of the model, for a network that is used
              ///< once; copies go through a small page-locked buffer
};

struct StreamingOptions {
  /// Paths of the lists of blocks, in the order in which they run, e.g. {"transformer_blocks"}.
  std::vector<std::string> lists;
  int64_t streamed_blocks = 0;  ///< how many; more than there are: all
  HostWeights host = HostWeights::pinned;
  std::vector<std::string> always_there =
      {};  ///< ends of names of slots that are read outside of their block
  /// Told when page-locked memory is refused and copies go another way.
  std::function<void(const std::string& text)> warning = {};
  /// Makes page-locked memory of so many bytes; a test lets it fail.
  std::function<torch::Tensor(int64_t bytes)> pin = {};
};

/// Lets a network compute on a device that cannot hold it. Streamed blocks live in host memory; a double
/// buffer on the device holds the block that computes and the one after it, whose copy runs meanwhile. What
/// is outside of the blocks, and blocks that are not streamed, go to the device and stay there.
/// Frozen weights are never copied back. Trained ones have their master weights on the host: a block's
/// gradients leave to the host after its backward pass, and its new weights come with the next forward pass.
/// On the CPU everything happens just the same, without streams.
///
/// Between the blocks' computations slots hold the host's tensors. Trained ones may be written or have their
/// data exchanged (by an optimizer, by an average) between two passes.
/// Memory on the device: what is resident, and two blocks (one, when one is streamed). Thread: the pass's.
class BlockStreamer : public std::enable_shared_from_this<BlockStreamer> {
  struct Slot {
    torch::Tensor* tensor;
    int64_t offset;  ///< in bytes, in the block's own buffer
  };
  struct Block {
    std::vector<Slot> slots;
    int64_t bytes = 0;
    torch::Tensor pinned;  ///< all its slots in one piece; undefined: copied slot by slot
    bool is_trained() const;
    /// Whether its slots hold what is in `pinned`: the average of trained weights may stand in them, in
    /// memory of its own.
    bool is_in_place() const;
  };
  struct Buffer {
    torch::Tensor bytes;
    std::optional<size_t> holds;  ///< position of a streamed block
    tensor::Event idle;           ///< the computation that used it last is done
    tensor::Event ready;          ///< its copy is done
  };

 public:
  /// @param model  its slots filled; in host memory, or on the meta device with `device`
  /// @throws c10::OutOfMemoryError when the device cannot hold what stays there
  static std::shared_ptr<BlockStreamer> create(nn::Module& model, torch::Device device,
                                               StreamingOptions options);
  ~BlockStreamer();

  bool streams(size_t index) const { return positions_.contains(index); }

  enum class Pass { inference, forward, backward };
  /// While it lives the block's slots hold its weights on the device. Nothing for a block that stays there.
  /// One at a time; a forward or inference pass starts with the first block.
  class ScopedBlockWeights {
   public:
    ScopedBlockWeights(BlockStreamer& streamer, size_t index, Pass pass);
    ~ScopedBlockWeights();
    ScopedBlockWeights(const ScopedBlockWeights&) = delete;
    ScopedBlockWeights& operator=(const ScopedBlockWeights&) = delete;
    /// After the block's work was given to the device: brings the next block where the host must help to copy
    /// it. One in page-locked memory is on its way already.
    void bring_next();
    /// After the block's backward pass: sends the gradients of its own weights to the host, where they are
    /// added to the slots' by the end of the whole backward pass.
    void send_gradients();

   private:
    BlockStreamer& streamer_;
    Block* block_ = nullptr;  ///< null for a block that stays on the device
    Buffer* buffer_ = nullptr;
    size_t position_ = 0;
    std::optional<size_t> next_;             ///< still to bring
    std::vector<torch::Tensor> host_slots_;  ///< what the slots held
  };

 private:
  BlockStreamer(nn::Module& model, torch::Device device, StreamingOptions options);
  void place(nn::Module& model);
  void pin(Block& block);
  void make_buffers();
  void start_pass();
  std::optional<size_t> following(size_t position, Pass pass) const;
  Buffer& fetch(size_t position, std::optional<size_t> spared);
  void copy(const Block& block, const Buffer& buffer);

  torch::Device device_;
  StreamingOptions options_;
  std::map<size_t, size_t> positions_;  ///< index of a streamed block -> its place among the streamed ones
  std::vector<Block> blocks_;
  std::vector<Buffer> buffers_;
  bool finish_is_due_ = false;  ///< the running backward pass will end with gradients_.finish()
  GradientReturn gradients_;    ///< on a stream of its own: a bus has two directions
  StagedCopy staged_;
  tensor::CopyStream stream_;  ///< last: its destructor waits for the copies of the weights
};

/// Which of `count` blocks to stream: spread evenly, so that a block's copy has the computation of the
/// resident blocks before it to hide behind.
std::vector<size_t> streamed_indices(size_t count, size_t streamed);

}  // namespace fw::memory
