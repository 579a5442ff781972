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
       .explanation =
           FW_TEXT("settings",
                   "Keeps the block inputs that gradient checkpointing saves in page-locked host memory "
                   "until the backward pass. Copies overlap with computation; the results are identical.")},
      {.key = "memory.kept_blocks",
       .label = FW_TEXT("settings", "Blocks not recomputed"),
       .member = &S::kept_blocks,
       .unit = FW_TEXT("settings", "blocks"),
       .range = catalog::Range{0, 1000},
       .applies_to = {{"training.gradient_checkpointing", {"true"}}},
       .saving = FW_TEXT("plan", "{count} of {all} blocks not recomputed"),
       .explanation =
           FW_TEXT("settings",
                   "Number of transformer blocks, the last ones, that keep all that their backward pass "
                   "needs, in spite of gradient checkpointing: each makes a step faster and takes memory. A "
                   "number above the total recomputes none but streamed blocks. The results are identical.")},
      {.key = "memory.keep_attention",
       .label = FW_TEXT("settings", "Keep attention"),
       .member = &S::keep_attention,
       .applies_to = {{"training.gradient_checkpointing", {"true"}}},
       .saving = FW_TEXT("plan", "attention kept"),
       .explanation =
           FW_TEXT("settings",
                   "Keeps what attention read and computed in each checkpointed block, so that the backward "
                   "pass does not compute it again: a faster step for four times as much memory per block "
                   "as its inputs take, about. The results are identical.")},
      {.key = "memory.streamed_blocks",
       .label = FW_TEXT("settings", "Streamed blocks"),
       .member = &S::streamed_blocks,
       .unit = FW_TEXT("settings", "blocks"),
       .range = catalog::Range{0, 1000},
       .level = catalog::Level::basic,
       .flags = {{musubi, "blocks_to_swap"}},
       .saving = FW_TEXT("plan", "{count} of {all} blocks streamed"),
       .explanation = FW_TEXT(
           "settings",
           "Number of transformer blocks, spread evenly, that stay in page-locked host memory and are "
           "streamed to the device when needed, two at a time: each block above two saves the memory of one. "
           "A number above the total streams all blocks, 0 none. Streamed blocks are always checkpointed. "
           "The results are identical; with large clips, computation hides the copies.")},
      {.key = "memory.quantization",
       .label = FW_TEXT("settings", "Quantization"),
       .member = choice<&S::quantization>(),
       .choices = all_names<catalog::Quantization>(),
       .level = catalog::Level::basic,
       .flags = {{musubi, "fp8_base"}},
       .saving = FW_TEXT("plan", "frozen weights quantized"),
       .explanation = FW_TEXT(
           "settings",
           "Keeps the frozen weights of the transformer blocks' linear layers in fewer bits while a LoRA "
           "trains: fp8 (e4m3) or int8 with a scale per row in half the memory of bf16, nf4 (4-bit "
           "NormalFloat with double quantization, attention's layers in int8) in a third. Each layer is "
           "dequantized when it computes, "
           "and streamed blocks are copied as codes. Results change slightly: the log names the error and "
           "the layers in which it is largest. The codes are computed once and kept in the user's cache; "
           "the model's files stay as they are, and a LoRA is merged into them unrounded. none keeps the "
           "weights in the precision of training.mixed_precision.")},
  };
}

}  // namespace fw::run::table
