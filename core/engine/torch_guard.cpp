// SPDX-License-Identifier: Apache-2.0
#include "engine/torch_guard.h"

#include "tensor/device.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"
#include "tensor/torch_errors.h"

namespace fw::engine {

namespace {

/// LibTorch caches freed memory for its next tensors, but another program may need it earlier.
void give_back_memory() noexcept {
  try {
    for (const torch::Device device : tensor::accelerators()) tensor::release_unused_memory(device);
    tensor::release_unused_memory(torch::kCPU);
  } catch (const std::exception&) {
    // Ignored: the device failed, which the job's own fault reports.
  }
}

}  // namespace

engine_api::Outcome run_torch_guarded(const std::function<engine_api::Outcome()>& work) noexcept {
  tensor::retry_page_locks();
  const auto outcome = engine_api::run_guarded([&] {
    engine_api::Outcome outcome;
    tensor::with_torch_errors([&] { outcome = work(); });
    return outcome;
  });
  give_back_memory();
  return outcome;
}

}  // namespace fw::engine
