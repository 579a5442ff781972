// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "engine_api/job.h"

namespace fw::engine {

/// run_guarded for work that uses Torch: LibTorch's exceptions become faults here, at the border of the
/// library. The job's freed device memory is given back to the device.
engine_api::Outcome run_torch_guarded(const std::function<engine_api::Outcome()>& work) noexcept;

}  // namespace fw::engine
