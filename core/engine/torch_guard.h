// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "engine_api/job.h"

namespace fw::engine {

/// run_guarded for work that uses Torch: LibTorch's exceptions become faults here, at the border of the
/// library. Out of memory names the device and its figures; a sticky CUDA error says that a restart resumes
/// the run.
engine_api::Outcome run_torch_guarded(const std::function<engine_api::Outcome()>& work) noexcept;

}  // namespace fw::engine
