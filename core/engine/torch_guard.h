// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "engine_api/job.h"

namespace fw::engine {

/// Does `work`; what LibTorch throws becomes an fw::Error. Out of memory names the device and its figures; a
/// sticky CUDA error says that a restart resumes the run.
void with_torch_errors(const std::function<void()>& work);

/// run_guarded for work that uses Torch: LibTorch's exceptions become faults here, at the border of the
/// library. The job's freed device memory is given back to the device.
engine_api::Outcome run_torch_guarded(const std::function<engine_api::Outcome()>& work) noexcept;

}  // namespace fw::engine
