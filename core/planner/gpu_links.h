// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/gpu_specs.h"
#include "run/links.h"

namespace fw::planner {

/// What connects cards of a kind where nobody has measured it.
struct AssumedLinks {
  run::Links links;
  bool published;  ///< those within a machine go by published times of several such cards; else assumed
};
/// Thread: any.
AssumedLinks assumed_links(const GpuSpec& card);

}  // namespace fw::planner
