// SPDX-License-Identifier: Apache-2.0
#include "optim/master_weights.h"

#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>
#include <torch/torch.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#ifdef FW_CUDA
#include <ATen/cuda/CUDAEvent.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#endif

#include "tensor/device.h"
#include "tensor/memory_counter.h"

namespace fw::optim {

namespace {

/// A gradient on its way into its master.
struct Arrival {
  torch::Tensor master;
  torch::Tensor gradient;      ///< where the master is
  std::function<void()> wait;  ///< until `gradient` is complete; empty: it is
};

/// Adds as autograd's own accumulation does.
void add_to(const Arrival& arrival) {
  const torch::NoGradGuard no_grad;
  if (arrival.wait) arrival.wait();
  torch::Tensor& sum = arrival.master.mutable_grad();
  if (sum.defined()) {
    sum.add_(arrival.gradient);
  } else {
    const bool on_host = tensor::placement_of(arrival.master) != tensor::Placement::device;
    const tensor::PlacementScope place(on_host ? tensor::Placement::host : tensor::Placement::device);
    const tensor::RoleScope role(tensor::Role::gradient);
    sum = arrival.gradient.to(torch::kFloat32);
  }
}

/// Sums arrivals on a thread of its own, in their order.
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

  void push(Arrival arrival) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(arrival));
    }
    changed_.notify_all();
  }

  void drain() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.empty(); });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      const Arrival arrival = waiting_.front();  // stays in the queue until it is done: drain() looks there
      lock.unlock();
      std::exception_ptr failure;
      try {
        add_to(arrival);
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
  std::deque<Arrival> waiting_;
  std::exception_ptr failure_;
  bool ended_ = false;
  std::thread thread_;
};

class CallWhenSummed : public torch::autograd::PostAccumulateGradHook {
 public:
  explicit CallWhenSummed(std::function<void(const torch::Tensor&)> call) : call_(std::move(call)) {}
  void operator()(const torch::autograd::Variable& weight) override { call_(weight); }

 private:
  std::function<void(const torch::Tensor&)> call_;
};

}  // namespace

struct MasterWeights::Transfer {
  struct Pair {
    torch::Tensor weight, master;
  };
  tensor::Placement placement;
  Gradients gradients;
  std::vector<Pair> pairs;
  std::optional<Adder> adder;
#ifdef FW_CUDA
  std::optional<c10::cuda::CUDAStream> copying;
#endif

  /// Starts the gradient's way to where its master is.
  Arrival send(const torch::Tensor& gradient, const torch::Tensor& master) {
    if (tensor::same_memory(gradient, master)) return {master, gradient, {}};
    torch::Tensor arrived = tensor::allocate(gradient.sizes(), gradient.scalar_type(), gradient.device(),
                                             tensor::Placement::pinned, tensor::Role::gradient);
#ifdef FW_CUDA
    if (gradient.is_cuda()) return {master, arrived, copy_beside(gradient, arrived)};
#endif
    arrived.copy_(gradient);
    return {master, arrived, {}};
  }

#ifdef FW_CUDA
  /// On the stream of the copies. @return  waits until it is done
  std::function<void()> copy_beside(const torch::Tensor& gradient, const torch::Tensor& arrived) {
    const c10::DeviceIndex device = gradient.device().index();
    if (!copying) copying = c10::cuda::getStreamFromPool(/*isHighPriority=*/false, device);
    at::cuda::CUDAEvent computed;
    computed.record(c10::cuda::getCurrentCUDAStream(device));
    computed.block(*copying);
    const c10::cuda::CUDAStreamGuard guard(*copying);
    arrived.copy_(gradient, /*non_blocking=*/true);
    const auto copied = std::make_shared<at::cuda::CUDAEvent>();
    copied->record(*copying);
    // Its memory is used again only when the copy is done.
    c10::cuda::CUDACachingAllocator::recordStream(gradient.storage().data_ptr(), *copying);
    return [copied] { copied->synchronize(); };
  }
#endif

  void take(const torch::Tensor& weight, const torch::Tensor& master) {
    const torch::Tensor gradient = weight.grad();
    if (!gradient.defined()) return;
    weight.mutable_grad() = torch::Tensor();
    const Arrival arrival = send(gradient, master);
    if (adder && !gradient.is_meta()) {
      adder->push(arrival);
    } else {
      add_to(arrival);
    }
  }
};

MasterWeights::MasterWeights(tensor::Placement placement, Gradients gradients)
    : transfer_(std::make_unique<Transfer>()) {
  transfer_->placement = placement;
  transfer_->gradients = gradients;
  if (gradients == Gradients::leave) transfer_->adder.emplace();
}

MasterWeights::~MasterWeights() {
  for (const auto& [weight, master] : transfer_->pairs) {
    if (transfer_->gradients == Gradients::leave)
      torch::autograd::impl::set_post_acc_grad_hooks(weight, nullptr);
  }
}

bool MasterWeights::empty() const {
  return transfer_->pairs.empty();
}

torch::Tensor MasterWeights::add(const torch::Tensor& weight) {
  torch::Tensor master = tensor::allocate(weight.sizes(), torch::kFloat32, weight.device(),
                                          transfer_->placement, tensor::Role::weights);
  {
    const torch::NoGradGuard no_grad;
    master.copy_(weight);
  }
  master.requires_grad_(true);
  transfer_->pairs.push_back({weight, master});
  if (transfer_->gradients == Gradients::leave) {
    torch::autograd::impl::set_post_acc_grad_hooks(
        weight,
        std::make_unique<CallWhenSummed>(
            [transfer = transfer_.get(), master](const torch::Tensor& of) { transfer->take(of, master); }));
  }
  return master;
}

void MasterWeights::collect_gradients() {
  for (const auto& [weight, master] : transfer_->pairs) transfer_->take(weight, master);
  if (transfer_->adder) transfer_->adder->drain();
}

void MasterWeights::publish() {
  const torch::NoGradGuard no_grad;
  constexpr int64_t most_staged_bytes = int64_t{256} << 20;
  int64_t staged_bytes = 0;
  std::optional<torch::Device> device;  // that copies are on their way to
  for (auto& [weight, master] : transfer_->pairs) {
    if (tensor::same_memory(weight, master)) {
      weight.copy_(master);
      continue;
    }
    // Rounded here, so that only what the weight holds goes over, from pinned memory.
    device = weight.device();
    torch::Tensor rounded = master;
    if (weight.scalar_type() != torch::kFloat32) {
      rounded = tensor::allocate(weight.sizes(), weight.scalar_type(), weight.device(),
                                 tensor::Placement::pinned, tensor::Role::staging);
      rounded.copy_(master);
      staged_bytes += static_cast<int64_t>(rounded.nbytes());
    }
    weight.copy_(rounded, /*non_blocking=*/true);
    if (staged_bytes > most_staged_bytes) {
      tensor::synchronize(*device);
      staged_bytes = 0;
    }
  }
  if (device) tensor::synchronize(*device);
}

}  // namespace fw::optim
