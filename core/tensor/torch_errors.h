// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace fw::tensor {

/// Does `work`; what LibTorch throws becomes an fw::Error: engine.out_of_memory with the phase (see
/// PhaseScope) and the peak, engine.cuda_failed, after which only a restart helps, or engine.torch_failed.
void with_torch_errors(const std::function<void()>& work);

}  // namespace fw::tensor
