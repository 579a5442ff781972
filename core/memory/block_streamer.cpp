// SPDX-License-Identifier: Apache-2.0
#include "memory/block_streamer.h"

#include <torch/csrc/autograd/engine.h>

#include <algorithm>
#include <utility>

#include "base/units.h"
#include "distributed/owners.h"
#include "memory/alignment.h"
#include "memory/common_weights.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::memory {

using torch::Tensor;

namespace {

Tensor view_of(const Tensor& bytes, int64_t offset, const Tensor& like) {
  return bytes.narrow(0, offset, static_cast<int64_t>(like.nbytes()))
      .view(like.scalar_type())
      .view(like.sizes());
}

Tensor on_device(const Tensor& slot, torch::Device device) {
  if (slot.device() == device && !device.is_meta()) return slot;
  const Tensor copy = tensor::allocate(slot.sizes(), slot.scalar_type(), device, tensor::Placement::device,
                                       tensor::Role::weights);
  return copy.copy_(slot);
}

/// A meta tensor with the slot's type and shape, which takes no memory.
Tensor placeholder(const Tensor& slot) {
  return torch::empty({}, slot.options().device(torch::kMeta).requires_grad(false))
      .expand(slot.sizes())
      .detach();
}

bool ends_with_any(const std::string& name, const std::vector<std::string>& ends) {
  return std::any_of(ends.begin(), ends.end(), [&](const std::string& end) { return name.ends_with(end); });
}

}  // namespace

std::vector<size_t> streamed_indices(size_t count, size_t streamed) {
  streamed = std::min(streamed, count);
  std::vector<size_t> indices;
  for (size_t i = 0; i < streamed; ++i) indices.push_back((2 * i + 1) * count / (2 * streamed));
  return indices;
}

std::shared_ptr<BlockStreamer> BlockStreamer::create(nn::Module& model, torch::Device device,
                                                     StreamingOptions options) {
  return std::shared_ptr<BlockStreamer>(new BlockStreamer(model, device, std::move(options)));
}

BlockStreamer::BlockStreamer(nn::Module& model, torch::Device device, StreamingOptions options)
    : device_(device),
      options_(std::move(options)),
      gradients_(device),
      staged_(device, stream_),
      stream_(device) {
  if (!options_.pin) {
    options_.pin = [this](int64_t bytes) {
      return tensor::allocate_page_locked({bytes}, torch::kUInt8, device_, tensor::Role::weights);
    };
  }
  const torch::NoGradGuard no_grad;
  place(model);
  make_buffers();
}

BlockStreamer::~BlockStreamer() = default;

void BlockStreamer::place(nn::Module& model) {
  std::vector<std::string> blocks;
  for (const std::string& list : options_.lists) {
    const auto path = [&](size_t i) { return list + "." + std::to_string(i); };
    for (size_t i = 0; model.find_module(path(i)) != nullptr; ++i) blocks.push_back(path(i) + ".");
  }
  std::map<std::string, size_t> paths;
  const std::vector<size_t> streamed =
      streamed_indices(blocks.size(), static_cast<size_t>(options_.streamed_blocks));
  for (size_t index = 0; index < blocks.size(); ++index) {
    const bool on_host = std::ranges::binary_search(streamed, index);
    if (!on_host && !shares()) continue;
    paths.emplace(blocks[index], positions_.size());
    positions_.emplace(index, positions_.size());
    blocks_.push_back({.on_host = on_host});
  }
  model.for_each_slot([&](const std::string& name, Tensor& slot) {
    if (!slot.defined()) return;
    const auto block = std::find_if(paths.begin(), paths.end(),
                                    [&](const auto& path) { return name.starts_with(path.first); });
    if (block == paths.end() || ends_with_any(name, options_.always_there)) {
      slot = on_device(slot, device_);
      return;
    }
    blocks_[block->second].slots.push_back({&slot});
  });
  if (shares()) shard();
  for (Block& block : blocks_) lay_out(block);
  if (options_.host == HostWeights::pinned && !share_on_host())
    for (Block& block : blocks_) keep(block);
  for (Block& block : blocks_)
    for (const Slot& slot : block.slots)
      if (!slot.is_here) *slot.tensor = placeholder(*slot.tensor);
}

void BlockStreamer::shard() {
  std::vector<int64_t> sizes;
  for (const Block& block : blocks_)
    for (const Slot& slot : block.slots) sizes.push_back(static_cast<int64_t>(slot.tensor->nbytes()));
  const auto owners = distributed::Owners::balance(sizes, options_.ranks->size);
  size_t number = 0;
  for (Block& block : blocks_) {
    for (Slot& slot : block.slots) {
      slot.owner = owners.of(number++);
      slot.is_here = slot.owner == options_.ranks->rank;
    }
    std::ranges::stable_sort(block.slots, {}, &Slot::owner);
  }
}

void BlockStreamer::lay_out(Block& block) {
  for (Slot& slot : block.slots) {
    slot.offset = block.bytes;
    block.bytes += aligned(slot.tensor->nbytes());
    if (block.shares.empty() || block.shares.back().owner != slot.owner)
      block.shares.push_back({slot.owner, slot.offset, 0});
    block.shares.back().bytes = block.bytes - block.shares.back().begin;
  }
}

/// @return  true if the machine's processes now share one copy of the blocks
bool BlockStreamer::share_on_host() {
  if (!options_.readers) return false;
  int64_t bytes = 0;
  for (const Block& block : blocks_) bytes += block.bytes;
  const CommonWeights common = CommonWeights::create(*options_.readers, bytes, device_);
  if (!common.bytes.defined()) {
    if (bytes > 0 && common.machine->size() > 1 && options_.warning)
      options_.warning("Each rank keeps its own copy of the streamed blocks (" +
                       format_bytes(static_cast<uint64_t>(bytes)) +
                       "): the ranks of this machine cannot share one, for lack of memory or because each "
                       "runs in a container of its own.");
    return false;
  }
  int64_t begin = 0;
  for (size_t i = 0; i < blocks_.size(); begin += blocks_[i++].bytes)
    fill(blocks_[i], common.bytes.narrow(0, begin, blocks_[i].bytes), !common.fills(i));
  common.wait_for_all();
  return true;
}

void BlockStreamer::keep(Block& block) {
  int64_t bytes = 0;
  for (const Share& share : block.shares) {
    if (shares() && share.owner != options_.ranks->rank) continue;
    block.kept_begin = share.begin;
    bytes = share.bytes;
  }
  if (bytes == 0) return;
  if (!block.on_host) {
    fill(block,
         tensor::allocate({bytes}, torch::kUInt8, device_, tensor::Placement::device, tensor::Role::weights));
  } else if (const auto kept = options_.pin(bytes)) {
    fill(block, *kept);
  } else if (options_.warning) {
    options_.warning("No more page-locked memory for streamed blocks (" +
                     format_bytes(static_cast<uint64_t>(bytes)) +
                     "): this block is copied through a small buffer, which is slower.");
  }
}

/// @param is_full  another process copies the weights
void BlockStreamer::fill(Block& block, const Tensor& kept, bool is_full) {
  for (const Slot& slot : block.slots) {
    if (!slot.is_here) continue;
    Tensor place = view_of(kept, slot.offset - block.kept_begin, *slot.tensor);
    *slot.tensor = is_full ? place : place.copy_(*slot.tensor);
  }
  block.kept = kept;
}

std::optional<BlockStreamer::Place> BlockStreamer::place_of(const Tensor& slot) const {
  if (!shares()) return std::nullopt;
  for (size_t block = 0; block < blocks_.size(); ++block)
    for (const Slot& each : blocks_[block].slots)
      if (each.tensor->is_same(slot)) return Place{block, each.owner};
  return std::nullopt;
}

void BlockStreamer::make_buffers() {
  int64_t largest = 0;
  for (const Block& block : blocks_) largest = std::max(largest, block.bytes);
  buffers_.resize(std::min<size_t>(blocks_.size(), 2));
  for (Buffer& buffer : buffers_) {
    buffer.bytes =
        tensor::allocate({largest}, torch::kUInt8, device_, tensor::Placement::device, tensor::Role::staging);
    // The memory may have just been freed by kernels that have not run yet.
    buffer.idle = stream_.computation();
  }
}

bool BlockStreamer::Block::is_trained() const {
  return std::any_of(slots.begin(), slots.end(),
                     [](const Slot& slot) { return slot.tensor->requires_grad(); });
}

bool BlockStreamer::Block::is_in_place() const {
  return kept.defined() && std::all_of(slots.begin(), slots.end(), [&](const Slot& slot) {
           return !slot.is_here || slot.tensor->is_alias_of(kept);
         });
}

std::vector<Tensor> BlockStreamer::Block::tensors() const {
  std::vector<Tensor> all;
  for (const Slot& slot : slots) all.push_back(*slot.tensor);
  return all;
}

// The host changes weights only between two passes: trained ones in place, others by new tensors. Buffered
// copies of changed weights are outdated.
void BlockStreamer::start_pass() {
  for (Buffer& buffer : buffers_) {
    if (!buffer.holds) continue;
    const Block& block = blocks_[*buffer.holds];
    const auto is_same = [](const Tensor& one, const Tensor& other) { return one.is_same(other); };
    if (block.is_trained() || !std::ranges::equal(block.tensors(), buffer.copied, is_same))
      buffer.holds.reset();
  }
  gradients_.drop();
  finish_is_due_ = false;
}

// A training's backward pass starts with the blocks that the forward pass has left in the buffers, and leaves
// those with which the next forward pass starts. Denoising wraps around to the first block.
std::optional<size_t> BlockStreamer::following(size_t position, Pass pass) const {
  if (pass == Pass::backward) return position > 0 ? std::optional(position - 1) : std::nullopt;
  if (position + 1 < blocks_.size()) return position + 1;
  if (pass == Pass::inference && !blocks_.front().is_trained()) return 0;
  return std::nullopt;
}

void BlockStreamer::copy(const Block& block, const Buffer& buffer) {
  if (block.is_in_place()) {
    stream_.copy(buffer.bytes.narrow(0, block.kept_begin, block.kept.numel()), block.kept);
  } else {
    for (const Slot& slot : block.slots) {
      if (!slot.is_here) continue;
      const auto length = static_cast<int64_t>(slot.tensor->nbytes());
      const Tensor to = buffer.bytes.narrow(0, slot.offset, length);
      if (block.on_host)
        staged_.copy(to, *slot.tensor);
      else
        stream_.copy(view_of(to, 0, *slot.tensor), slot.tensor->detach());
    }
  }
  if (!shares()) return;
  stream_.run([&] {
    for (const Share& share : block.shares)
      options_.ranks->broadcast(buffer.bytes.narrow(0, share.begin, share.bytes), share.owner);
  });
}

/// Returns the buffer that holds the block, or will once its copy is complete. @param spared  a block that
/// must stay buffered
BlockStreamer::Buffer& BlockStreamer::fetch(size_t position, std::optional<size_t> spared) {
  const auto holds = [](std::optional<size_t> wanted) {
    return [wanted](const Buffer& buffer) { return buffer.holds.has_value() && buffer.holds == wanted; };
  };
  if (const auto there = std::find_if(buffers_.begin(), buffers_.end(), holds(position));
      there != buffers_.end())
    return *there;
  Buffer& buffer = *std::find_if_not(buffers_.begin(), buffers_.end(), holds(spared));
  buffer.holds.reset();           // holds nothing if the copy fails
  stream_.wait_for(buffer.idle);  // the last block that used it may still be running
  copy(blocks_[position], buffer);
  buffer.copied = blocks_[position].tensors();
  buffer.ready = stream_.now();
  buffer.holds = position;
  return buffer;
}

/// Serves this rank's shards for the remaining blocks of a no-grad pass, without computing them.
void BlockStreamer::serve_peers(size_t position) {
  for (; position < blocks_.size(); ++position) {
    const auto next = following(position, Pass::inference);
    fetch(position, next);
    if (next && next != position) fetch(*next, position);
  }
  at_.reset();
}

void BlockStreamer::serve_until_all_done() {
  if (!shares()) return;
  if (at_) serve_peers(*at_);
  const auto some_go_on = [this] {
    const std::vector<std::string> going = options_.ranks->gather("");
    return std::ranges::any_of(going, [](const std::string& each) { return !each.empty(); });
  };
  while (some_go_on()) {
    start_pass();
    serve_peers(0);
  }
}

void BlockStreamer::on_first(const std::function<void(const Load& load)>& work) {
  const std::string end;
  std::optional<size_t> here;
  std::optional<ScopedBlockWeights> weights;
  /// Brings the block that rank 0 announces. @return false at the end
  const auto next = [&](const std::string& block) {
    const std::string told = options_.ranks->gather(block).front();
    weights.reset();
    here.reset();
    if (told != end) weights.emplace(*this, here.emplace(std::stoull(told)), Pass::backward);
    return told != end;
  };
  start_pass();
  if (options_.ranks->rank > 0) {
    while (next(end)) {
    }
    return;
  }
  const auto load = [&](const Tensor& slot) {
    for (size_t block = 0; block < blocks_.size(); ++block)
      for (const Slot& each : blocks_[block].slots)
        if (each.tensor == &slot && here != block) next(std::to_string(block));
  };
  try {
    work(load);
  } catch (...) {
    next(end);
    throw;
  }
  next(end);
}

BlockStreamer::ScopedBlockWeights::ScopedBlockWeights(BlockStreamer& streamer, size_t index, Pass pass)
    : streamer_(streamer), pass_(pass) {
  const auto found = streamer.positions_.find(index);
  if (found == streamer.positions_.end()) return;
  const size_t position = position_ = found->second;
  const bool together = streamer.shares() && pass == Pass::inference;
  if (position == 0 && together) streamer.options_.ranks->gather("a pass");
  if (position == 0 && pass != Pass::backward) streamer.start_pass();
  if (together) streamer.at_ = position;
  next_ = streamer.following(position, pass);
  Buffer& buffer = streamer.fetch(position, next_);
  if (next_ == position) next_.reset();
  // Copies overlap with this block's computation. But the host waits for broadcasts, so these come after
  // enqueuing the block.
  if (next_ && !streamer.shares() && streamer.blocks_[*next_].is_in_place()) prefetch_next();
  streamer.stream_.hold_computation_for(buffer.ready);
  Block& block = streamer.blocks_[position];
  std::vector<Tensor> weights;
  for (const Slot& slot : block.slots) {
    const Tensor weight = view_of(buffer.bytes, slot.offset, *slot.tensor);
    weights.push_back(slot.tensor->requires_grad() ? weight.detach().requires_grad_(true) : weight);
    host_slots_.push_back(*slot.tensor);
  }
  for (size_t i = 0; i < weights.size(); ++i) *block.slots[i].tensor = weights[i];
  block_ = &block;
  buffer_ = &buffer;
}

BlockStreamer::ScopedBlockWeights::~ScopedBlockWeights() {
  if (block_ == nullptr) return;
  for (size_t i = 0; i < host_slots_.size(); ++i) *block_->slots[i].tensor = host_slots_[i];
  try {
    buffer_->idle = streamer_.stream_.computation();
  } catch (const std::exception&) {
    // The device has failed: the job ends with the original fault, and nothing more is copied.
  }
}

void BlockStreamer::ScopedBlockWeights::prefetch_next() {
  if (next_) streamer_.fetch(*std::exchange(next_, std::nullopt), position_);
  if (pass_ == Pass::inference && position_ + 1 == streamer_.blocks_.size()) streamer_.at_.reset();
}

void BlockStreamer::ScopedBlockWeights::send_gradients() {
  if (block_ == nullptr) return;
  if (streamer_.shares()) {
    if (!block_->is_trained()) return;
    for (size_t i = 0; i < host_slots_.size(); ++i)
      host_slots_[i].mutable_grad() = std::exchange(block_->slots[i].tensor->mutable_grad(), Tensor());
    if (streamer_.take_gradients_) streamer_.take_gradients_(position_);
    return;
  }
  std::vector<std::pair<Tensor, Tensor>> gradients;
  for (size_t i = 0; i < host_slots_.size(); ++i) {
    const Tensor gradient = block_->slots[i].tensor->grad();
    if (gradient.defined()) gradients.emplace_back(host_slots_[i], gradient);
  }
  if (gradients.empty()) return;
  streamer_.gradients_.send(gradients);
  if (streamer_.finish_is_due_) return;
  // The caller of the backward pass reads gradients as soon as it returns.
  torch::autograd::Engine::get_default_engine().queue_callback([streamer = streamer_.shared_from_this()] {
    streamer->finish_is_due_ = false;
    streamer->gradients_.finish();
  });
  streamer_.finish_is_due_ = true;
}

}  // namespace fw::memory
