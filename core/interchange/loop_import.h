// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "interchange/flag_import.h"
#include "run/sweep.h"

namespace fw::interchange {

/// What the loops of a launch script vary, as axes of a sweep over the run file that import_flags() makes of
/// it. A loop that varies only the name or the place of its runs is no axis. The script must import.
/// Thread: any. Cost: one import for each value of each loop.
std::vector<run::SweepAxis> import_loops(std::string_view script, std::string_view file_name,
                                         const NamedFile& named_file = {});

}  // namespace fw::interchange
