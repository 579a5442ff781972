// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/gpu_specs.h"
#include "run/links.h"

namespace fw::planner {

/// Assumed speeds of the links between GPUs of a model, for use without a measurement.
struct AssumedLinks {
  run::Links links;
  bool published;  ///< `within` follows from published times of several such GPUs; false: assumed
};
/// Thread: any.
AssumedLinks assumed_links(const GpuSpec& card);

}  // namespace fw::planner
