// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "interchange/flag_import.h"
#include "run/sweep.h"

namespace fw::interchange {

/// Converts the loops of a launch script to axes of a sweep over the run file from import_flags(). Loops are
/// left out that vary only the name or place of runs, or of which a value cannot be imported.
/// Thread: any. Cost: one import for each value of each loop.
std::vector<run::SweepAxis> import_loops(std::string_view script, std::string_view file_name,
                                         const NamedFile& named_file = {});

}  // namespace fw::interchange
