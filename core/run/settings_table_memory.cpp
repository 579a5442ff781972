// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"
#include "run/settings_table.h"

namespace fw::run::table {

namespace {

using S = RunSettings;

}  // namespace

std::vector<catalog::Setting> memory() {
  return {
      {.key = "memory.activation_offload",
       .label = FW_TEXT("settings", "Offload activations"),
       .member = &S::activation_offload,
       .level = catalog::Level::basic,
       .applies_to = {{"training.gradient_checkpointing", {"true"}}},
       .saving = FW_TEXT("plan", "activations offloaded"),
       .explanation = FW_TEXT("settings",
                              "The inputs that gradient checkpointing keeps of each block wait for the "
                              "backward pass in page-locked host memory instead of on the device. Copies run "
                              "beside the computation; the numbers are the same.")},
      {.key = "memory.streamed_blocks",
       .label = FW_TEXT("settings", "Streamed blocks"),
       .member = &S::streamed_blocks,
       .unit = FW_TEXT("settings", "blocks"),
       .range = catalog::Range{0, 1000},
       .level = catalog::Level::basic,
       .saving = FW_TEXT("plan", "{count} of {all} blocks streamed"),
       .explanation = FW_TEXT(
           "settings",
           "So many of the transformer's blocks, spread evenly, stay in page-locked host memory and come to "
           "the device only for their computation, two at a time: each above two saves the device a block. "
           "More than there are streams all, 0 none. Streamed blocks are always checkpointed. The numbers "
           "are "
           "the same; with large clips the copies hide behind the computation.")},
  };
}

}  // namespace fw::run::table
