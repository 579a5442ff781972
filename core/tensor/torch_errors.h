// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/util/Exception.h>

#include <functional>

#include "base/error.h"

namespace fw::tensor {

inline constexpr ErrorCode out_of_memory{
    "engine.out_of_memory", FW_TEXT("errors", "Out of memory during {phase}: {what} (peak {peak})."),
    FW_TEXT("errors",
            "Choose a smaller size or batch, stream more blocks (memory.streamed_blocks) or offload "
            "activations (memory.activation_offload). What was saved is intact: a run resumes from its "
            "newest checkpoint, if it has one.")};

/// True if the device was lost: this process cannot read anything from it anymore.
bool is_lost_device(const Fault& fault);

/// True if memory ran out, for tensors or within a library.
bool is_out_of_memory(const c10::Error& error);

/// Runs `work` and converts LibTorch's exceptions to fw::Error: engine.out_of_memory with the phase (see
/// PhaseScope) and the peak, engine.cuda_failed, after which only a restart helps, or engine.torch_failed.
void with_torch_errors(const std::function<void()>& work);

}  // namespace fw::tensor
