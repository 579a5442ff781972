// SPDX-License-Identifier: Apache-2.0
#include "optim/master_weights.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "optim/gradient_hook.h"
#include "tensor/copy_stream.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::optim {

namespace {

struct Pair {
  torch::Tensor weight, master;
  torch::Tensor sum;  ///< for a master on the host: reused gradient memory, since fresh memory is slow
  std::optional<GradientHook> leaving;
};

/// Page-locked buffer for copying gradients to masters on the host and rounded weights back, one after
/// another: locking memory takes longer than copying into it.
struct StagingBuffer {
  torch::Tensor bytes;     ///< page-locked
  torch::Tensor sent;      ///< on the device, kept alive until the buffer is reused
  torch::Tensor gradient;  ///< its copy in `bytes`; undefined: already added
  tensor::Event arrived;
  Pair* pair = nullptr;
};

/// Adds like autograd's own accumulation.
void finish_copy(StagingBuffer& buffer) {
  std::exchange(buffer.arrived, {}).wait_on_host();
  if (!buffer.gradient.defined()) return;
  const torch::NoGradGuard no_grad;
  const torch::Tensor gradient = std::exchange(buffer.gradient, {});
  torch::Tensor& grad = buffer.pair->master.mutable_grad();
  if (grad.defined()) {
    grad.add_(gradient);
    return;
  }
  torch::Tensor& sum = buffer.pair->sum;
  if (!sum.defined())
    sum = tensor::allocate_beside(buffer.pair->master, gradient.sizes(), torch::kFloat32,
                                  tensor::Role::gradient);
  sum.copy_(gradient);
  grad = sum;
}

/// For a gradient on the same device as the master.
void add_here(const torch::Tensor& gradient, const torch::Tensor& master) {
  const torch::NoGradGuard no_grad;
  torch::Tensor& sum = master.mutable_grad();
  if (sum.defined()) {
    sum.add_(gradient);
  } else if (gradient.scalar_type() == torch::kFloat32) {
    sum = gradient;
  } else {
    sum = tensor::allocate_beside(master, gradient.sizes(), torch::kFloat32, tensor::Role::gradient);
    sum.copy_(gradient);
  }
}

/// Sums arriving gradients on a separate thread, in order.
class Adder {
 public:
  Adder() : thread_([this] { work(); }) {}
  ~Adder() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  void push(StagingBuffer& buffer) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(&buffer);
    }
    changed_.notify_all();
  }

  /// Waits until the buffer is free. @throws errors of any sum
  void wait_for(const StagingBuffer& buffer) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [&] { return std::find(waiting_.begin(), waiting_.end(), &buffer) == waiting_.end(); });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      StagingBuffer& buffer =
          *waiting_.front();  // stays in the queue until it is done: wait_for() looks there
      lock.unlock();
      std::exception_ptr failure;
      try {
        finish_copy(buffer);
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      if (failure && !failure_) failure_ = failure;
      waiting_.pop_front();
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<StagingBuffer*> waiting_;
  std::exception_ptr failure_;
  bool ended_ = false;
  std::thread thread_;
};

/// Reserves page-locked memory for `like`, growing it if necessary. No copy may be using it.
torch::Tensor page_locked_as(torch::Tensor& bytes, const torch::Tensor& like) {
  const auto length = static_cast<int64_t>(like.nbytes());
  if (!bytes.defined() || bytes.numel() < length) {
    bytes.reset();  // first: both together may be too much
    bytes = tensor::allocate({length}, torch::kUInt8, like.device(), tensor::Placement::pinned,
                             tensor::Role::staging);
  }
  return bytes.narrow(0, 0, length).view(like.scalar_type()).view(like.sizes());
}

}  // namespace

struct MasterWeights::Transfer {
  tensor::Placement placement;
  Gradients gradients;
  std::deque<Pair> pairs;                // hooks and buffers point to these
  std::array<StagingBuffer, 3> buffers;  // used in turn: one is filled, one copied and one added
  size_t turn = 0;
  std::optional<tensor::CopyStream> copying;
  std::optional<Adder> adder;  // last: its thread uses the other members

  /// Waits until the last transfer through this buffer is complete.
  void finish(StagingBuffer& buffer) {
    if (adder) adder->wait_for(buffer);
    finish_copy(buffer);
    buffer.sent.reset();
  }

  StagingBuffer& next_buffer() {
    StagingBuffer& buffer = buffers[turn++ % buffers.size()];
    finish(buffer);
    return buffer;
  }

  /// For copies that depend on the computation launched so far.
  tensor::CopyStream& beside_computation(torch::Device device) {
    if (!copying) copying.emplace(device);
    copying->wait_for(copying->computation());
    return *copying;
  }

  void take(Pair& pair) {
    const torch::Tensor gradient = pair.weight.grad();
    if (!gradient.defined()) return;
    pair.weight.mutable_grad() = torch::Tensor();
    if (tensor::same_memory(gradient, pair.master)) {
      add_here(gradient, pair.master);
      return;
    }
    StagingBuffer& buffer = next_buffer();
    buffer.sent = gradient;
    buffer.pair = &pair;
    const torch::Tensor host = page_locked_as(buffer.bytes, gradient);
    beside_computation(gradient.device()).copy(host, gradient);
    buffer.arrived = copying->now();
    buffer.gradient = host;
    if (adder && !gradient.is_meta()) adder->push(buffer);
  }

  void send_back(Pair& pair) {
    tensor::CopyStream& stream = beside_computation(pair.weight.device());
    if (pair.weight.scalar_type() == torch::kFloat32) {
      stream.copy(pair.weight, pair.master);
      return;
    }
    // Rounded here, so that only the weight's own type is transferred.
    StagingBuffer& buffer = next_buffer();
    const torch::Tensor rounded = page_locked_as(buffer.bytes, pair.weight);
    rounded.copy_(pair.master);
    stream.copy(pair.weight, rounded);
    buffer.arrived = stream.now();
  }
};

MasterWeights::MasterWeights(tensor::Placement placement, Gradients gradients)
    : transfer_(std::make_unique<Transfer>()) {
  transfer_->placement = placement;
  transfer_->gradients = gradients;
  if (gradients == Gradients::leave) transfer_->adder.emplace();
}

MasterWeights::~MasterWeights() = default;

bool MasterWeights::empty() const {
  return transfer_->pairs.empty();
}

torch::Tensor MasterWeights::add(const torch::Tensor& weight) {
  // A streamed weight is on the host, and so is its master.
  torch::Tensor master =
      transfer_->placement == tensor::Placement::device
          ? tensor::allocate_beside(weight, weight.sizes(), torch::kFloat32, tensor::Role::weights)
          : tensor::allocate(weight.sizes(), torch::kFloat32, weight.device(), transfer_->placement,
                             tensor::Role::weights);
  {
    const torch::NoGradGuard no_grad;
    master.copy_(weight);
  }
  master.requires_grad_(true);
  Pair& pair = transfer_->pairs.emplace_back(Pair{weight, master, {}, {}});
  if (transfer_->gradients == Gradients::leave)
    pair.leaving.emplace(weight, [transfer = transfer_.get(), &pair] { transfer->take(pair); });
  return master;
}

void MasterWeights::collect_gradients() {
  Transfer& transfer = *transfer_;
  for (Pair& pair : transfer.pairs) transfer.take(pair);
  for (size_t i = 0; i < transfer.buffers.size(); ++i) transfer.next_buffer();  // the oldest first
}

void MasterWeights::publish(const torch::Tensor& master) {
  const torch::NoGradGuard no_grad;
  for (Pair& pair : transfer_->pairs)
    if (pair.master.is_same(master)) pair.weight.copy_(master);
}

void MasterWeights::publish() {
  const torch::NoGradGuard no_grad;
  Transfer& transfer = *transfer_;
  for (Pair& pair : transfer.pairs) {
    if (tensor::same_memory(pair.weight, pair.master))
      pair.weight.copy_(pair.master);
    else
      transfer.send_back(pair);
  }
  if (!transfer.copying) return;
  const tensor::Event sent = transfer.copying->now();
  transfer.copying->hold_computation_for(sent);
  sent.wait_on_host();  // the next step changes the masters
}

}  // namespace fw::optim
