// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interchange/run_mapping.h"

/// Files that finetrainers' scripts name. Thread: any.
namespace fw::interchange {

/// Reads the file of --validation_dataset_file (JSON or CSV) into validation prompts with their sizes,
/// pictures and number of steps, and takes the flag out. Values that differ between its clips and have no
/// setting are reported.
void take_validation_file(RunMapping& mapping);

/// Reads buckets and trigger word from the file of --dataset_config, if all of its datasets agree on them;
/// the flag stays, since the clips themselves are imported apart.
void take_dataset_config(RunMapping& mapping);

}  // namespace fw::interchange
