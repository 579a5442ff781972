// SPDX-License-Identifier: Apache-2.0
#include "memory/host_copies.h"

#include <algorithm>

#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::memory {

using torch::Tensor;

namespace {

constexpr int64_t stage_bytes = int64_t{16} << 20;

Tensor pinned_bytes(int64_t bytes, torch::Device device, tensor::Role role) {
  return tensor::allocate({bytes}, torch::kUInt8, device, tensor::Placement::pinned, role);
}

}  // namespace

void StagedCopy::copy(const Tensor& to, const Tensor& from) {
  const torch::NoGradGuard no_grad;
  const Tensor bytes = from.detach().view({-1}).view(torch::kUInt8);
  for (int64_t at = 0; at < bytes.numel(); at += stage_bytes) {
    Stage& stage = stages_[next_++ % stages_.size()];
    if (!stage.bytes.defined()) stage.bytes = pinned_bytes(stage_bytes, device_, tensor::Role::staging);
    stage.copied.wait_on_host();  // its previous contents have been copied
    const int64_t length = std::min(stage_bytes, bytes.numel() - at);
    stage.bytes.narrow(0, 0, length).copy_(bytes.narrow(0, at, length));
    stream_.copy(to.narrow(0, at, length), stage.bytes.narrow(0, 0, length));
    stage.copied = stream_.now();
  }
}

void GradientReturn::send(const std::vector<std::pair<Tensor, Tensor>>& gradients) {
  if (gradients.empty()) return;
  PendingCopy copy;
  int64_t bytes = 0;
  for (const auto& [weight, gradient] : gradients)
    bytes += static_cast<int64_t>(gradient.nbytes() + 63) / 64 * 64;
  Tensor& buffer = buffers_[next_++ % buffers_.size()];
  // Its previous contents were added before the preceding block was sent.
  if (!buffer.defined() || buffer.numel() < bytes)
    buffer = pinned_bytes(bytes, device_, tensor::Role::staging);
  stream_.wait_for(stream_.computation());  // wait for the kernels that produce the gradients
  int64_t offset = 0;
  for (const auto& [weight, gradient] : gradients) {
    const auto length = static_cast<int64_t>(gradient.nbytes());
    const Tensor host = buffer.narrow(0, offset, length).view(gradient.scalar_type()).view(gradient.sizes());
    stream_.copy(host, gradient);
    copy.gradients.emplace_back(weight, host);
    copy.on_device.push_back(gradient);
    offset += (length + 63) / 64 * 64;
  }
  copy.copied = stream_.now();
  finish();
  pending_ = std::move(copy);
}

void GradientReturn::finish() {
  if (!pending_) return;
  const torch::NoGradGuard no_grad;
  pending_->copied.wait_on_host();
  for (auto& [weight, gradient] : pending_->gradients) {
    Tensor& sum = weight.mutable_grad();
    if (sum.defined()) {
      sum.add_(gradient);
      continue;
    }
    // Same role and placement as the weights, so the planner counts these gradients as host memory.
    Tensor first = tensor::allocate(weight.sizes(), weight.scalar_type(), device_, tensor::Placement::host,
                                    tensor::Role::gradient);
    sum = first.copy_(gradient);
  }
  pending_.reset();
}

void GradientReturn::drop() {
  if (pending_) pending_->copied.wait_on_host();
  pending_.reset();
}

}  // namespace fw::memory
