// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "interchange/run_mapping.h"
#include "interchange/shell_script.h"

namespace fw::interchange {

/// Launch scripts have a few KiB.
inline constexpr size_t largest_script = 1 << 20;

/// Reads a launch script of finetrainers, CogVideoX-Factory, musubi-tuner, CogVideo's own trainer or
/// VideoX-Fun: the flags of its first training command, and additional values from a configuration file of
/// accelerate or DeepSpeed, and of a validation file. Flags that are not given get that trainer's default if
/// it differs from ours.
/// @throws fw::Error interchange.no_training_command if the script starts no Python program with flags
/// Thread: any.
ImportedFlags import_flags(std::string_view script, std::string_view file_name,
                           const NamedFile& named_file = {}, const LoopSteps& loop_steps = {});

}  // namespace fw::interchange
