// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "distributed/ranks.h"
#include "memory/host_copies.h"
#include "nn/module.h"
#include "tensor/copy_stream.h"

namespace fw::memory {

/// Where the weights of streamed blocks are kept.
enum class HostWeights {
  pinned,     ///< page-locked, one allocation per block: copies overlap with computation
  as_loaded,  ///< where they are, possibly in the mapped file: no copy of the model, for a network that is
              ///< used once; copies use a small page-locked buffer
};

struct StreamingOptions {
  /// Paths of the lists of blocks, in the order in which they run, e.g. {"transformer_blocks"}.
  std::vector<std::string> lists;
  int64_t streamed_blocks = 0;  ///< number of streamed blocks; if larger than their total, all
  HostWeights host = HostWeights::pinned;
  /// Suffixes of the names of slots that are read outside their block.
  std::vector<std::string> always_there = {};
  /// Ranks that shard the weights of all blocks (ZeRO stage 3, Rajbhandari et al. 2020): each weight is kept
  /// by one rank, in host memory for a streamed block and on the device otherwise, and is broadcast when its
  /// block runs. Null: this process keeps all weights.
  std::shared_ptr<distributed::Ranks> ranks = nullptr;
  /// All ranks of a world in which every rank keeps all weights and does not train the blocks. Ranks on the
  /// same machine share one copy of its streamed blocks.
  std::shared_ptr<distributed::Ranks> readers = nullptr;
  /// Called when page-locked memory runs out and a block stays where it was loaded.
  std::function<void(const std::string& text)> warning = {};
  /// Allocates page-locked memory; nullopt if refused. Replaced by tests.
  std::function<std::optional<torch::Tensor>(int64_t bytes)> pin = {};
};

/// Runs a network on a device that is too small for it. Streamed blocks live in host memory; a double buffer
/// on the device holds the running block and the next one, which is copied meanwhile. Blocks that are not
/// streamed, and everything outside the blocks, stay on the device. Frozen weights are never copied back.
/// Trained weights have their master copies on the host: a block's gradients are copied to the host after its
/// backward pass, and its new weights are copied to the device in the next forward pass. On the CPU it works
/// in the same way, without streams.
///
/// With sharded blocks, all ranks run through them in lockstep: each makes the same training passes, and a
/// rank with fewer passes without gradients calls serve_until_all_done(). A slot whose weight belongs to
/// another rank holds a meta tensor while its block is not running.
///
/// While their block is not running, slots hold the host's tensors. Between two passes, trained tensors may
/// be written, or have their data swapped, by an optimizer or an average, and slots may be given other
/// tensors. Device memory: resident weights and
/// two blocks (one if a single block is streamed). Thread: that of the pass.
class BlockStreamer : public std::enable_shared_from_this<BlockStreamer> {
  struct Slot {
    torch::Tensor* tensor;
    int64_t owner = 0;  ///< the rank that keeps it
    bool is_here = true;
    int64_t offset = 0;  ///< in bytes, within the block's buffer
  };
  /// The part of a block that one rank keeps, as a range of the block's buffer.
  struct Share {
    int64_t owner, begin, bytes;
  };
  struct Block {
    bool on_host = true;
    std::vector<Slot> slots;  ///< grouped by owner
    std::vector<Share> shares;
    int64_t bytes = 0;
    torch::Tensor kept;  ///< all slots of this rank in one allocation; undefined: copied slot by slot
    int64_t kept_begin = 0;
    bool is_trained() const;
    std::vector<torch::Tensor> tensors() const;
    /// True if the slots are views of `kept`; they are not while the average of trained weights, which has
    /// its own memory, is in use.
    bool is_in_place() const;
  };
  struct Buffer {
    torch::Tensor bytes;
    std::optional<size_t> holds;        ///< position of a streamed block
    std::vector<torch::Tensor> copied;  ///< the tensors of its slots
    tensor::Event idle;                 ///< the last computation that used it is complete
    tensor::Event ready;                ///< its copy is complete
  };

 public:
  /// @param model  all slots filled; in host memory, or on the meta device with `device`
  /// @throws c10::OutOfMemoryError if the device is too small for the resident weights
  static std::shared_ptr<BlockStreamer> create(nn::Module& model, torch::Device device,
                                               StreamingOptions options);
  ~BlockStreamer();

  bool streams(size_t index) const { return positions_.contains(index); }
  bool shares() const { return options_.ranks != nullptr; }

  struct Place {
    size_t block = 0;
    int64_t owner = 0;
  };
  /// Where a slot's weight is kept; nullopt unless its block is sharded.
  std::optional<Place> place_of(const torch::Tensor& slot) const;
  /// For sharded blocks: calls `take` after the block's backward pass on every rank, with the gradients in
  /// grad() of its slots.
  void give_gradients_to(std::function<void(size_t block)> take) { take_gradients_ = std::move(take); }
  /// Collective. After its own no-grad passes, this rank keeps serving its shards until every rank has
  /// finished. Call also when leaving a pass early. Does nothing unless blocks are sharded.
  void serve_until_all_done();
  /// Makes the slot hold its weight until the next call or until `work` returns.
  using Load = std::function<void(const torch::Tensor& slot)>;
  /// Collective, for sharded blocks. Runs `work` on rank 0; the other ranks serve the weights that it
  /// requests.
  void on_first(const std::function<void(const Load& load)>& work);

  enum class Pass { inference, forward, backward };
  /// Makes the block's slots hold its weights on the device during its lifetime. Does nothing for a resident
  /// block. One at a time; a forward or inference pass must start with the first block.
  class ScopedBlockWeights {
   public:
    ScopedBlockWeights(BlockStreamer& streamer, size_t index, Pass pass);
    ~ScopedBlockWeights();
    ScopedBlockWeights(const ScopedBlockWeights&) = delete;
    ScopedBlockWeights& operator=(const ScopedBlockWeights&) = delete;
    /// Call once the block's kernels are enqueued. Copies the next block if the host must take part in the
    /// copy; copies from page-locked memory have already started.
    void prefetch_next();
    /// Call after the block's backward pass. Sends the gradients of its weights to the host, which adds them
    /// to grad() of the slots by the end of the whole backward pass.
    void send_gradients();

   private:
    BlockStreamer& streamer_;
    Block* block_ = nullptr;  ///< null for a resident block
    Buffer* buffer_ = nullptr;
    size_t position_ = 0;
    Pass pass_ = Pass::inference;
    std::optional<size_t> next_;             ///< not copied yet
    std::vector<torch::Tensor> host_slots_;  ///< previous contents of the slots
  };

 private:
  BlockStreamer(nn::Module& model, torch::Device device, StreamingOptions options);
  void place(nn::Module& model);
  void shard();
  void lay_out(Block& block);
  bool share_on_host();
  void keep(Block& block);
  static void fill(Block& block, const torch::Tensor& kept, bool is_full = false);
  void make_buffers();
  void start_pass();
  void serve_peers(size_t position);
  std::optional<size_t> following(size_t position, Pass pass) const;
  Buffer& fetch(size_t position, std::optional<size_t> spared);
  void copy(const Block& block, const Buffer& buffer);

  torch::Device device_;
  StreamingOptions options_;
  std::map<size_t, size_t> positions_;  ///< from the index of a block to its position among the streamed ones
  std::vector<Block> blocks_;
  std::vector<Buffer> buffers_;
  std::optional<size_t> at_;  ///< last block started in a no-grad pass through sharded blocks
  std::function<void(size_t block)> take_gradients_;
  bool finish_is_due_ = false;  ///< the current backward pass will end with gradients_.finish()
  GradientReturn gradients_;    ///< has its own stream, since the bus is bidirectional
  StagedCopy staged_;
  tensor::CopyStream stream_;  ///< last: its destructor waits for the copies of the weights
};

/// Selects the blocks to stream, evenly spaced so that each copy overlaps with the computation of the
/// resident blocks before it.
std::vector<size_t> streamed_indices(size_t count, size_t streamed);

}  // namespace fw::memory
