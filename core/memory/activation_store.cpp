// SPDX-License-Identifier: Apache-2.0
#include "memory/activation_store.h"

#include <algorithm>

#include "memory/alignment.h"
#include "tensor/copy_stream.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::memory {

using torch::Tensor;

namespace {

/// So many bytes of an input, beside the largest one's, are not worth a copy: the timestep's embedding, for
/// example, which all blocks share.
constexpr size_t small_part = 16;

}  // namespace

/// Outlives the store while a graph holds entries.
struct ActivationStore::Shared {
  explicit Shared(torch::Device device) : device(device), stream(device) {}

  /// A page-locked buffer of at least `bytes`. Reuse needs no wait: all copies from and to these buffers run
  /// on one stream, in order.
  Tensor take(int64_t bytes) {
    std::sort(free.begin(), free.end(),
              [](const Tensor& a, const Tensor& b) { return a.numel() < b.numel(); });
    const auto fits =
        std::find_if(free.begin(), free.end(), [&](const Tensor& buffer) { return buffer.numel() >= bytes; });
    if (fits != free.end()) {
      Tensor buffer = *fits;
      free.erase(fits);
      return buffer;
    }
    if (!free.empty()) {
      // A larger clip than before: its buffer takes the place of a smaller one, once that one's copies are
      // done.
      stream.now().wait_on_host();
      free.erase(free.begin());
    }
    return tensor::allocate({bytes}, torch::kUInt8, device, tensor::Placement::pinned,
                            tensor::Role::activation);
  }

  torch::Device device;
  std::vector<Tensor> free;
  tensor::CopyStream stream;  // last: its destructor waits, and then the buffers may go
  tensor::Event copied;       // by the entry that was put last
  tensor::Event brought;      // by the entry that was called back last
};

ActivationStore::ActivationStore(torch::Device device) : shared_(std::make_shared<Shared>(device)) {}
ActivationStore::~ActivationStore() = default;

std::shared_ptr<ActivationStore::Entry> ActivationStore::put(const std::vector<Tensor>& inputs) {
  // The block before has computed from its inputs; their memory is free for others now. The computation
  // waits for the copy first: without that it could be given the memory and write to it while it is read.
  if (const auto last = last_.lock()) last->leave_device();
  const std::shared_ptr<Entry> entry(new Entry(shared_));
  for (const Tensor& input : inputs) entry->items_.push_back({input.detach(), {}});
  entry->to_host();
  entry->before_ = last_;
  last_ = entry;
  return entry;
}

ActivationStore::Entry::~Entry() {
  if (!buffer_.defined()) return;
  // Ended early (cancelled, out of memory) its memory on the device may still be read or written by a copy.
  try {
    shared_->stream.hold_computation_for(shared_->copied);
    shared_->stream.hold_computation_for(shared_->brought);
    shared_->free.push_back(buffer_);
  } catch (const std::exception&) {
    // The device has failed, or memory is out: the job ends with the fault that led here.
  }
}

void ActivationStore::Entry::to_host() {
  size_t largest = 0;
  for (const Item& item : items_) largest = std::max(largest, item.device.nbytes());
  const auto leaves = [&](const Tensor& input) {
    return input.nbytes() * small_part > largest && input.is_contiguous();
  };
  int64_t bytes = 0;
  for (const Item& item : items_) bytes += leaves(item.device) ? aligned(item.device.nbytes()) : 0;
  if (bytes == 0) return;
  buffer_ = shared_->take(bytes);
  // What the inputs are made by was given to the computation before; the copy starts after it.
  shared_->stream.wait_for(shared_->stream.computation());
  int64_t offset = 0;
  for (Item& item : items_) {
    if (!leaves(item.device)) continue;
    const auto length = static_cast<int64_t>(item.device.nbytes());
    item.host = buffer_.narrow(0, offset, length).view(item.device.scalar_type()).view(item.device.sizes());
    shared_->stream.copy(item.host, item.device);
    offset += aligned(item.device.nbytes());
  }
  shared_->copied = shared_->stream.now();
}

void ActivationStore::Entry::leave_device() {
  shared_->stream.hold_computation_for(shared_->copied);
  for (Item& item : items_)
    if (item.host.defined()) item.device.reset();
}

void ActivationStore::Entry::to_device() {
  bool away = false;
  for (Item& item : items_) {
    if (item.device.defined()) continue;
    item.device = tensor::allocate(item.host.sizes(), item.host.scalar_type(), shared_->device,
                                   tensor::Placement::device, tensor::Role::activation);
    away = true;
  }
  if (!away) return;
  // The new memory may have been freed a moment ago, and the computation that used it may not have run yet.
  shared_->stream.wait_for(shared_->stream.computation());
  for (Item& item : items_)
    if (item.host.defined()) shared_->stream.copy(item.device, item.host);
  shared_->brought = shared_->stream.now();
}

std::vector<Tensor> ActivationStore::Entry::fetch() {
  to_device();  // nothing, where the block after this one has asked for it
  // For the copy back; and, of the block whose inputs never left, for the copy to the host, as its inputs'
  // memory is freed after this.
  shared_->stream.hold_computation_for(shared_->brought);
  shared_->stream.hold_computation_for(shared_->copied);
  std::vector<Tensor> inputs;
  for (Item& item : items_) {
    inputs.push_back(item.device);
    if (item.host.defined()) item.device.reset();
  }
  if (const auto before = before_.lock()) before->to_device();
  return inputs;
}

}  // namespace fw::memory
