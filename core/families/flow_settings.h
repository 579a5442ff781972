// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run/run_settings.h"
#include "schedulers/flow_training.h"

namespace fw::families {

/// Returns the run's settings under [flow].
schedulers::FlowSettings flow_settings(const run::RunSettings& run);

}  // namespace fw::families
