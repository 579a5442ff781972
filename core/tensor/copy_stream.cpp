// SPDX-License-Identifier: Apache-2.0
#include "tensor/copy_stream.h"

#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include "tensor/device.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::tensor {

namespace {

c10::Event recorded(const c10::Stream& stream) {
  c10::Event event(stream.device_type());
  event.record(stream);
  return event;
}

/// Represents page-locked memory in a dry run.
struct PageLockedMeta {
  torch::Tensor x;      ///< owns the memory
  torch::Tensor bytes;  ///< counts the bytes
};

void forget(void* tensor) {
  delete static_cast<PageLockedMeta*>(tensor);
}

/// `x` with the counted size of its page-locked copy. If `x` is not contiguous, the values are not in order.
torch::Tensor page_locked_meta(const torch::Tensor& x) {
  const RoleScope role(Role::staging);
  const PlacementScope place(Placement::pinned);
  auto* const all = new PageLockedMeta{x, torch::empty(x.sizes(), x.options().device(torch::kMeta))};
  at::DataPtr memory(x.data_ptr(), all, &forget, torch::kCPU);
  const c10::Storage storage(c10::Storage::use_byte_size_t(), all->bytes.nbytes(), std::move(memory));
  return torch::empty({0}, x.options()).set_(storage, 0, x.sizes());
}

c10::Stream current_stream(torch::Device device) {
  return c10::impl::VirtualGuardImpl(device.type()).getStream(device);
}

}  // namespace

void Event::wait_on_host() const {
  if (event_) event_->synchronize();
}

Event computation(torch::Device device) {
  return is_accelerator(device) ? Event(recorded(current_stream(device))) : Event();
}

bool is_page_locked(const torch::Tensor& x, torch::Device device) {
  return device.is_meta() ? x.storage().data_ptr().get_deleter() == &forget : x.is_pinned();
}

torch::Tensor page_locked(const torch::Tensor& x, torch::Device device) {
  const bool is_dry_run = device.is_meta() && DryRun::target() != torch::kCPU;
  if (!x.device().is_cpu() || !(is_accelerator(device) || is_dry_run)) return x;
  if (is_page_locked(x, device) && x.is_contiguous()) return x;
  if (is_dry_run) return page_locked_meta(x);
  return allocate_for_copies(x.sizes(), x.scalar_type()).copy_(x);
}

torch::Tensor upload(const torch::Tensor& x, torch::Device device) {
  return page_locked(x, device).to(device, /*non_blocking=*/!device.is_meta());
}

ReadBack::ReadBack(const torch::Tensor& x) : values_(x) {
  if (!is_accelerator(x.device())) return;
  values_ = allocate_for_copies(x.sizes(), x.scalar_type());
  values_.copy_(x, /*non_blocking=*/true);
  arrived_ = computation(x.device());
}

const torch::Tensor& ReadBack::wait() const {
  arrived_.wait_on_host();
  return values_;
}

CopyStream::CopyStream(torch::Device device) : device_(device) {
  if (!is_accelerator(device)) return;
  stream_ = c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device);
  device_ = stream_->device();  // with its index, which "cuda" leaves open
}

CopyStream::~CopyStream() {
  try {
    if (stream_) stream_->synchronize();
  } catch (const std::exception&) {
    // A failed device copies nothing more, and code that computes on it gets the error.
  }
}

Event CopyStream::computation() const {
  return tensor::computation(device_);
}

Event CopyStream::now() const {
  if (!stream_) return {};
  return Event(recorded(*stream_));
}

void CopyStream::wait_for(const Event& event) {
  if (stream_ && event.event_) event.event_->block(*stream_);
}

void CopyStream::hold_computation_for(const Event& event) const {
  if (stream_ && event.event_) event.event_->block(current_stream(device_));
}

void CopyStream::run(const std::function<void()>& work) {
  const c10::OptionalStreamGuard here(stream_);
  work();
}

void CopyStream::copy(const torch::Tensor& to, const torch::Tensor& from) {
  const torch::NoGradGuard no_grad;
  if (!stream_) {
    to.copy_(from);
    return;
  }
  const c10::StreamGuard here(*stream_);
  to.copy_(from, /*non_blocking=*/true);
}

}  // namespace fw::tensor
