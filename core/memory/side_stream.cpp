// SPDX-License-Identifier: Apache-2.0
#include "memory/side_stream.h"

#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <torch/torch.h>

namespace fw::memory {

namespace {

c10::Event recorded(const c10::Stream& stream) {
  c10::Event event(stream.device_type());
  event.record(stream);
  return event;
}

c10::Stream current_stream(torch::Device device) {
  return c10::impl::VirtualGuardImpl(device.type()).getStream(device);
}

}  // namespace

void Moment::wait_on_host() const {
  if (event_) event_->synchronize();
}

SideStream::SideStream(torch::Device device) : device_(device) {
  if (!device.is_cuda()) return;
  stream_ = c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device);
  device_ = stream_->device();  // with its index, where "cuda" left it open
}

SideStream::~SideStream() {
  try {
    if (stream_) stream_->synchronize();
  } catch (const std::exception&) {
    // A device that failed copies nothing more; who computes on it is told.
  }
}

Moment SideStream::computation() const {
  if (!stream_) return {};
  return Moment(recorded(current_stream(device_)));
}

Moment SideStream::now() const {
  if (!stream_) return {};
  return Moment(recorded(*stream_));
}

void SideStream::wait_for(const Moment& moment) {
  if (stream_ && moment.event_) moment.event_->block(*stream_);
}

void SideStream::hold_computation_for(const Moment& moment) const {
  if (stream_ && moment.event_) moment.event_->block(current_stream(device_));
}

void SideStream::copy(const torch::Tensor& to, const torch::Tensor& from) {
  const torch::NoGradGuard no_grad;
  if (!stream_) {
    to.copy_(from);
    return;
  }
  const c10::StreamGuard here(*stream_);
  to.copy_(from, /*non_blocking=*/true);
}

}  // namespace fw::memory
