// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "families/video_vae.h"
#include "tensor/libtorch.h"

namespace fw::families {

/// How a plane is cut into overlapping tiles. `tile` and `step` count input positions, `blend` and `keep`
/// output positions.
struct TilePlan {
  struct Extent {
    int64_t height = 0;
    int64_t width = 0;
  };
  Extent tile;   ///< largest size of a tile
  Extent step;   ///< from one tile to the next
  Extent blend;  ///< cross-fade with the neighbour
  Extent keep;   ///< part of a tile that goes into the result
};

/// Size of one tile in pixels.
TilePlan::Extent tile_extent(const VaeTiling& tiling);
/// Multiplies each side by its factor. Sizes are truncated to integers, as in diffusers.
TilePlan::Extent scaled(const TilePlan::Extent& extent, double height, double width);
/// Plans tiles that overlap by the tiling's factors. @param in, out  a tile before and after the network
TilePlan tile_plan(const VaeTiling& tiling, const TilePlan::Extent& in, const TilePlan::Extent& out);

/// Plans tiles at the tiling's strides. @param in, out  pixels per position before and after the network
TilePlan plane_tiles(const VaeTiling& tiling, int64_t in, int64_t out);

using TileNetwork = std::function<torch::Tensor(const torch::Tensor&)>;

/// Applies `network` to overlapping tiles of x, row by row, and joins the results by linear cross-fades. A
/// tile is blended with its upper and left neighbours after these were blended themselves. Input no larger
/// than one tile is processed in one piece.
/// @param x        [B, C, F, H, W]
/// @param options  whether other processes share the tiles
/// Thread: one at a time. Memory: the result and two rows of tiles; all tiles if processes share them.
torch::Tensor run_in_tiles(const torch::Tensor& x, const TilePlan& plan, const VaeOptions& options,
                           const TileNetwork& network);

/// How frames are cut into overlapping groups. Except for `keep` and `blend`, counts input frames.
struct FramePlan {
  int64_t tile = 0;   ///< size of a group without its first frame
  int64_t step = 0;   ///< from one group to the next
  int64_t blend = 0;  ///< cross-fade with the previous group
  int64_t keep = 0;   ///< frames of a group that go into the result; one more for the first group
};
/// Which frame of each group after the first one is dropped.
enum class SpareFrame { first, last };

/// Applies `network` to overlapping groups of frames of x and joins the results by linear cross-fades. Input
/// no longer than one group is processed in one piece.
/// @param frames  in the result
torch::Tensor run_in_frame_tiles(const torch::Tensor& x, const FramePlan& plan, SpareFrame spare,
                                 int64_t frames, const TileNetwork& network);

/// Pixels per side, and frames, of one position before and after a network.
struct TileUnits {
  int64_t space_in = 1, space_out = 1;
  int64_t time_in = 1, time_out = 1;
};
/// Applies `network` to groups of frames, each cut into tiles of its planes, at the tiling's strides. An axis
/// without a tile size is not cut.
torch::Tensor run_in_clip_tiles(const torch::Tensor& x, const VaeTiling& tiling, const TileUnits& units,
                                SpareFrame spare, const VaeOptions& options, const TileNetwork& network);

/// Applies `network` to one sample of the batch at a time, or to all at once.
torch::Tensor run_in_slices(const torch::Tensor& x, bool slicing, const TileNetwork& network);

}  // namespace fw::families
