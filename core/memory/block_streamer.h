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
  /// Among which the weights of all blocks are shared out (ZeRO stage 3, Rajbhandari et al. 2020): each is
  /// kept by one of them, of a streamed block in host memory and else on the device, and sent to all when its
  /// block's turn comes. Null: every weight is kept here.
  std::shared_ptr<distributed::Ranks> ranks = nullptr;
  /// All ranks of a world in which each keeps every weight, when the blocks are not trained: those of one
  /// machine keep its streamed blocks once.
  std::shared_ptr<distributed::Ranks> readers = nullptr;
  /// Called when page-locked memory is short and a block stays as it was loaded.
  std::function<void(const std::string& text)> warning = {};
  /// Allocates page-locked memory; nothing if it is refused. A test replaces it.
  std::function<std::optional<torch::Tensor>(int64_t bytes)> pin = {};
};

/// Lets a network compute on a device that cannot hold it. Streamed blocks live in host memory; a double
/// buffer on the device holds the block that computes and the one after it, whose copy runs meanwhile. What
/// is outside of the blocks, and blocks that are not streamed, go to the device and stay there.
/// Frozen weights are never copied back. Trained ones have their master weights on the host: a block's
/// gradients leave to the host after its backward pass, and its new weights come with the next forward pass.
/// On the CPU everything happens just the same, without streams.
///
/// Shared out among ranks, all of them pass through the blocks at the same time: each makes the same training
/// passes, and where some are to make fewer passes without gradients they accompany() the others. A slot
/// whose weight another rank keeps holds a meta tensor between the computations.
///
/// Between the blocks' computations slots hold the host's tensors. Trained ones may be written or have their
/// data exchanged (by an optimizer, by an average) between two passes.
/// Memory on the device: what is resident, and two blocks (one, when one is streamed). Thread: the pass's.
class BlockStreamer : public std::enable_shared_from_this<BlockStreamer> {
  struct Slot {
    torch::Tensor* tensor;
    int64_t owner = 0;  ///< the rank that keeps it
    bool is_here = true;
    int64_t offset = 0;  ///< in bytes, in the block's own buffer
  };
  /// What one rank keeps of a block, in the block's buffer.
  struct Share {
    int64_t owner, begin, bytes;
  };
  struct Block {
    bool on_host = true;
    std::vector<Slot> slots;  ///< those of one owner beside each other
    std::vector<Share> shares;
    int64_t bytes = 0;
    torch::Tensor kept;  ///< all slots that are here in one piece; undefined: copied slot by slot
    int64_t kept_begin = 0;
    bool is_trained() const;
    /// Whether its slots hold what is in `kept`: the average of trained weights may stand in them, in
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
  bool shares() const { return options_.ranks != nullptr; }

  struct Place {
    size_t block = 0;
    int64_t owner = 0;
  };
  /// Where a slot's tensor is kept, if it is of a block that is shared out.
  std::optional<Place> place_of(const torch::Tensor& slot) const;
  /// Lets `take` have the gradients of a block's own weights, in the slots' grad(), after its backward pass
  /// on every rank. For blocks that are shared out.
  void give_gradients_to(std::function<void(size_t block)> take) { take_gradients_ = std::move(take); }
  /// Of blocks that are shared out, together with all ranks: when this one has made its passes without
  /// gradients, or has left one, it gives what the others need for theirs until all have made them.
  void accompany();
  /// Makes that a slot holds its weight: until the next call, or the end of whose work it is for.
  using Bring = std::function<void(const torch::Tensor& slot)>;
  /// Of blocks that are shared out, together with all ranks: the first one does `work`, others send it what
  /// it brings.
  void on_first(const std::function<void(const Bring& bring)>& work);

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
    Pass pass_ = Pass::inference;
    std::optional<size_t> next_;             ///< still to bring
    std::vector<torch::Tensor> host_slots_;  ///< what the slots held
  };

 private:
  BlockStreamer(nn::Module& model, torch::Device device, StreamingOptions options);
  void place(nn::Module& model);
  void share_out();
  void lay_out(Block& block);
  bool keep_in_common();
  void keep(Block& block);
  static void fill(Block& block, const torch::Tensor& kept, bool is_full = false);
  void make_buffers();
  void start_pass();
  void go_along(size_t position);
  std::optional<size_t> following(size_t position, Pass pass) const;
  Buffer& fetch(size_t position, std::optional<size_t> spared);
  void copy(const Block& block, const Buffer& buffer);

  torch::Device device_;
  StreamingOptions options_;
  std::map<size_t, size_t> positions_;  ///< index of a streamed block -> its place among the streamed ones
  std::vector<Block> blocks_;
  std::vector<Buffer> buffers_;
  std::optional<size_t> at_;  ///< of a pass without gradients through shared blocks: the last one begun
  std::function<void(size_t block)> take_gradients_;
  bool finish_is_due_ = false;  ///< the running backward pass will end with gradients_.finish()
  GradientReturn gradients_;    ///< on a stream of its own: a bus has two directions
  StagedCopy staged_;
  tensor::CopyStream stream_;  ///< last: its destructor waits for the copies of the weights
};

/// Which of `count` blocks to stream: spread evenly, so that a block's copy has the computation of the
/// resident blocks before it to hide behind.
std::vector<size_t> streamed_indices(size_t count, size_t streamed);

}  // namespace fw::memory
