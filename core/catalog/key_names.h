// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace fw::catalog {

/// What ComfyUI and a model's original repository call the modules that diffusers names otherwise. What is
/// not in a table has one name everywhere.
struct KeyNames {
  /// One linear layer. Several of one `other` name are fused there into one matrix: the rows of the first,
  /// then those of the second, in the order of the table.
  struct Part {
    std::string_view published;   ///< "attn.to_q"
    std::string_view other;       ///< "img_attn_qkv"
    bool halves_swapped = false;  ///< there, the second half of the rows comes first
  };
  /// A list of blocks. Lists inside of another module have a dot in their name; their blocks are not counted
  /// as the transformer's.
  struct Blocks {
    std::string_view published;  ///< "transformer_blocks"
    std::string_view other;      ///< "blocks"
    std::vector<Part> parts;
  };
  std::vector<Blocks> blocks;
  std::vector<Part> outside;  ///< of all blocks
  std::vector<std::string_view>
      full_width;                      ///< published names in a block whose input is as wide as the model
  bool kohya_has_other_names = false;  ///< files of kohya's scripts have them, too
};

}  // namespace fw::catalog
