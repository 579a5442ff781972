// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"
#include "launch/world_spec.h"

namespace fw::launch {

/// Tells torchrun why this process fails: of all its processes it names the one that wrote first as the root
/// cause. Nothing where torchrun has not asked for it (TORCHELASTIC_ERROR_FILE).
/// @throws fw::Error base.write_failed
void write_error_file(const Environment& environment, const Fault& fault);

}  // namespace fw::launch
