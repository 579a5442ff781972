// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/torch.h>

#include <functional>

#include "families/video_vae.h"

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

/// Of one tile, in pixels.
TilePlan::Extent tile_extent(const VaeTiling& tiling);
/// Each side times its factor. All sizes are cut off to whole numbers, as the Python library does.
TilePlan::Extent scaled(const TilePlan::Extent& extent, double height, double width);
/// Tiles that overlap by the tiling's factors. @param in, out  a tile before and after the network
TilePlan tile_plan(const VaeTiling& tiling, const TilePlan::Extent& in, const TilePlan::Extent& out);

using TileNetwork = std::function<torch::Tensor(const torch::Tensor&)>;

/// Applies `network` to overlapping tiles of x, row by row, and joins the results by linear cross-fades. A
/// tile is blended with its upper and left neighbours after their own blending. What is no larger than a tile
/// goes through in one piece.
/// @param x  [B, C, F, H, W]
/// Thread: one at a time. Memory: the result and two rows of tiles.
torch::Tensor run_in_tiles(const torch::Tensor& x, const TilePlan& plan, const TileNetwork& network);

/// Applies `network` to one sample of the batch at a time, or to all at once.
torch::Tensor run_in_slices(const torch::Tensor& x, bool slicing, const TileNetwork& network);

}  // namespace fw::families
