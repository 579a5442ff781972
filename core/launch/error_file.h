// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"
#include "launch/world_spec.h"

namespace fw::launch {

/// Reports to torchrun why this process fails: torchrun names the first process that reported as the root
/// cause. Does nothing if torchrun did not ask for it (TORCHELASTIC_ERROR_FILE).
/// @throws fw::Error base.write_failed
void write_error_file(const Environment& environment, const Fault& fault);

}  // namespace fw::launch
