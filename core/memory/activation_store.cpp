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

/// Inputs smaller than the largest one by more than this factor are not worth a copy. One example is the
/// timestep embedding, which all blocks share.
constexpr size_t small_part = 16;

}  // namespace

/// Outlives the store while an autograd graph holds entries.
struct ActivationStore::Shared {
  explicit Shared(torch::Device device) : device(device), stream(device) {}

  /// A page-locked buffer of at least `bytes`. Reuse needs no synchronization, since all copies from and to
  /// these buffers run in order on one stream.
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
      // The clip is larger than the previous ones: replace a smaller buffer, once its copies are complete.
      stream.now().wait_on_host();
      free.erase(free.begin());
    }
    return tensor::allocate({bytes}, torch::kUInt8, device, tensor::Placement::pinned,
                            tensor::Role::activation);
  }

  torch::Device device;
  std::vector<Tensor> free;
  tensor::CopyStream stream;  // last: its destructor waits for the copies before the buffers are freed
  tensor::Event copied;       // for the last entry that was put
  tensor::Event brought;      // for the last entry that was copied back
};

ActivationStore::ActivationStore(torch::Device device) : shared_(std::make_shared<Shared>(device)) {}
ActivationStore::~ActivationStore() = default;

std::shared_ptr<ActivationStore::Entry> ActivationStore::put(const std::vector<Tensor>& inputs) {
  // The preceding block has computed, so its inputs can leave the device. The computation stream waits for
  // their copy first: otherwise a later kernel could get the memory and overwrite it while it is being
  // copied.
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
  // After an early end (cancelled, out of memory), copies may still read or write its memory on the device.
  try {
    shared_->stream.hold_computation_for(shared_->copied);
    shared_->stream.hold_computation_for(shared_->brought);
    shared_->free.push_back(buffer_);
  } catch (const std::exception&) {
    // The device has failed or memory has run out; the job ends with the original fault.
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
  // The kernels that produce the inputs are already enqueued; the copy waits for them.
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
  // The new memory may have just been freed by kernels that are enqueued but have not run yet.
  shared_->stream.wait_for(shared_->stream.computation());
  for (Item& item : items_)
    if (item.host.defined()) shared_->stream.copy(item.device, item.host);
  shared_->brought = shared_->stream.now();
}

std::vector<Tensor> ActivationStore::Entry::fetch() {
  to_device();  // does nothing if the following block has already requested the copy
  // Wait for the copy back. The last block's inputs never left the device, so also wait for their copy to the
  // host, since their memory is freed after this.
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
