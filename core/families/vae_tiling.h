// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/torch.h>

#include <functional>

namespace fw::families {

/// How a plane is cut into overlapping tiles. Heights and widths; `tile` and `step` count input positions,
/// `blend` and `keep` output positions.
struct TilePlan {
  struct Extent {
    int64_t height = 0;
    int64_t width = 0;
  };
  Extent tile;   ///< of one tile, at most
  Extent step;   ///< from one tile to the next
  Extent blend;  ///< cross-fade with the neighbour
  Extent keep;   ///< what a tile contributes to the result
};

/// Applies `network` to overlapping tiles of x, row by row, and joins the results by linear cross-fades. A
/// tile is blended with its upper and left neighbours after their own blending.
/// @param x  [B, C, F, H, W]
/// Thread: one at a time. Memory: the result and two rows of tiles.
torch::Tensor run_tiled(const torch::Tensor& x, const TilePlan& plan,
                        const std::function<torch::Tensor(const torch::Tensor&)>& network);

}  // namespace fw::families
