// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/ThreadLocalState.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <vector>

#include "support/pretend_gpu/memory.h"
#include "tensor/libtorch.h"

namespace fw::pretend_gpu {

bool on_device(const torch::Tensor& tensor);
/// This thread's current one.
c10::Stream stream_of(c10::Device device);

/// A tensor that does not keep its memory alive, as a queued operator has it.
struct View {
  explicit View(const torch::Tensor& tensor);
  /// The same bytes for the CPU's kernels: only from within a task.
  torch::Tensor on_cpu() const;
  Use use(bool writes) const { return {data, data + bytes, writes}; }

  std::byte* data;
  std::vector<int64_t> sizes, strides;
  at::ScalarType dtype;
  bool conjugated, negated;  ///< how to read the values
  size_t bytes = 0;
};

/// Thread-local settings (gradients, autocast, memory counters) do not apply on the device.
struct OnTheDevice {
  at::ThreadLocalStateGuard state;
  at::AutoDispatchBelowADInplaceOrView below;
  torch::NoGradGuard no_grad;

  OnTheDevice();
};

/// Takes the operator's arguments from the stack, queues it and leaves its results: new tensors with the meta
/// kernel's shapes. If the shapes depend on values, the host waits.
void launch(const c10::OperatorHandle& op, torch::jit::Stack& stack);

}  // namespace fw::pretend_gpu
