// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "engine_api/job.h"

namespace fw::engine {

/// run_guarded for work that uses Torch: converts LibTorch's exceptions to faults at the library's border.
/// Releases the job's freed device memory to the device.
engine_api::Outcome run_torch_guarded(const std::function<engine_api::Outcome()>& work) noexcept;

}  // namespace fw::engine
