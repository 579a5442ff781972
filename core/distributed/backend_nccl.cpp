// SPDX-License-Identifier: Apache-2.0
#include "distributed/backend.h"

#ifdef FW_CUDA
#define USE_C10D_NCCL  // LibTorch's headers show what the wheel has only by this
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
#endif

namespace fw::distributed {

c10::intrusive_ptr<c10d::Backend> make_nccl([[maybe_unused]] const c10::intrusive_ptr<c10d::Store>& store,
                                            [[maybe_unused]] int64_t rank, [[maybe_unused]] int64_t size) {
#ifdef FW_CUDA
  // A failure is told by Ranks; NCCL's own watchdog would end the process without a word of who it was.
  ::setenv("TORCH_NCCL_ASYNC_ERROR_HANDLING", "2", /*overwrite=*/0);
  return c10::make_intrusive<c10d::ProcessGroupNCCL>(store, static_cast<int>(rank), static_cast<int>(size));
#else
  return {};
#endif
}

std::string recent_nccl_calls() {
#ifdef FW_CUDA
  return c10d::dump_nccl_trace_json(true, /*onlyActive=*/false);
#else
  return {};
#endif
}

}  // namespace fw::distributed
