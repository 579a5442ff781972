// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/ThreadLocalState.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <vector>

#include "support/pretend_gpu/memory.h"
#include "tensor/libtorch.h"

namespace fw::pretend_gpu {

bool on_device(const torch::Tensor& tensor);
/// The current one of this thread.
c10::Stream stream_of(c10::Device device);

/// A tensor without a hold on its memory, as a queued operator has it.
struct View {
  explicit View(const torch::Tensor& tensor);
  /// The same bytes for the CPU's kernels: from within a task only.
  torch::Tensor on_cpu() const;
  Use use(bool writes) const { return {data, data + bytes, writes}; }

  std::byte* data;
  std::vector<int64_t> sizes, strides;
  at::ScalarType dtype;
  bool conjugated, negated;  ///< what the values are to be read as
  size_t bytes = 0;
};

/// What a thread has set (gradients, autocast, counters of memory) is not the device's.
struct OnTheDevice {
  at::ThreadLocalStateGuard state;
  at::AutoDispatchBelowADInplaceOrView below;
  torch::NoGradGuard no_grad;

  OnTheDevice();
};

/// Takes the operator's arguments from the stack, queues it and leaves what it returns: new tensors whose
/// shapes the meta kernel says. Where only the values say them, the host waits.
void launch(const c10::OperatorHandle& op, torch::jit::Stack& stack);

}  // namespace fw::pretend_gpu
