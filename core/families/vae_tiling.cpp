// SPDX-License-Identifier: Apache-2.0
#include "families/vae_tiling.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "distributed/owners.h"

namespace fw::families {
namespace {

/// Fades the end of `before` into the start of `tile` along `axis`, in place in `tile`.
void blend(const torch::Tensor& before, torch::Tensor& tile, int64_t extent, int64_t axis) {
  const int64_t n = std::min({before.size(axis), tile.size(axis), extent});
  if (n <= 0) return;
  std::vector<int64_t> shape(static_cast<size_t>(tile.dim()), 1);
  shape[static_cast<size_t>(axis)] = n;
  // In float32, so that the blend of bfloat16 tiles is rounded only once.
  const auto options = torch::TensorOptions(torch::kFloat32).device(tile.device());
  const torch::Tensor ramp = (torch::arange(n, options) / static_cast<double>(n)).view(shape);
  torch::Tensor start = tile.narrow(axis, 0, n);
  start.copy_(before.narrow(axis, before.size(axis) - n, n) * (1 - ramp) + start * ramp);
}

/// Computes each tile in one process and returns the results of `network` to all.
std::vector<torch::Tensor> shared_out(const std::vector<torch::Tensor>& tiles, const VaeOptions& options,
                                      const TileNetwork& network) {
  const distributed::Group& ranks = *options.tile_ranks;
  std::vector<int64_t> sizes;
  for (const torch::Tensor& tile : tiles) sizes.push_back(tile.numel());
  const auto owners = distributed::Owners::balance(sizes, ranks.size());
  std::vector<torch::Tensor> made(tiles.size());
  std::exception_ptr failure;
  try {
    for (size_t i = 0; i < tiles.size(); ++i) {
      if (owners.of(i) == ranks.rank())
        made[i] = network(tiles[i]);
      else if (options.skip_noise)
        options.skip_noise();
    }
  } catch (...) {
    failure = std::current_exception();
  }
  // Reports a failure to the other processes, which would otherwise wait for its tiles.
  const std::vector<std::string> failed = ranks.gather(failure ? "failed" : "");
  if (failure) std::rethrow_exception(failure);
  TORCH_CHECK_WITH(OutOfMemoryError, std::ranges::all_of(failed, &std::string::empty),
                   "another process has not computed its tiles, which is mostly for want of memory");
  for (int64_t owner = 0; owner < ranks.size(); ++owner) {
    std::vector<size_t> numbers;
    std::vector<torch::Tensor> parts;
    for (size_t i = 0; i < tiles.size(); ++i) {
      if (owners.of(i) != owner) continue;
      numbers.push_back(i);
      parts.push_back(std::exchange(made[i], {}));
    }
    parts = ranks.from(owner, parts);
    for (size_t i = 0; i < numbers.size(); ++i) made[numbers[i]] = parts[i].to(tiles[0].device());
  }
  return made;
}

torch::Tensor crop(const torch::Tensor& tile, const TilePlan::Extent& keep) {
  return tile.narrow(3, 0, std::min(keep.height, tile.size(3)))
      .narrow(4, 0, std::min(keep.width, tile.size(4)));
}

}  // namespace

TilePlan::Extent tile_extent(const VaeTiling& tiling) {
  return {tiling.tile_sample_min_height, tiling.tile_sample_min_width};
}

TilePlan::Extent scaled(const TilePlan::Extent& extent, double height, double width) {
  return {static_cast<int64_t>(static_cast<double>(extent.height) * height),
          static_cast<int64_t>(static_cast<double>(extent.width) * width)};
}

TilePlan tile_plan(const VaeTiling& tiling, const TilePlan::Extent& in, const TilePlan::Extent& out) {
  TilePlan plan;
  plan.tile = in;
  plan.step = scaled(in, 1 - tiling.tile_overlap_factor_height, 1 - tiling.tile_overlap_factor_width);
  plan.blend = scaled(out, tiling.tile_overlap_factor_height, tiling.tile_overlap_factor_width);
  plan.keep = {out.height - plan.blend.height, out.width - plan.blend.width};
  return plan;
}

TilePlan plane_tiles(const VaeTiling& tiling, int64_t in, int64_t out) {
  const TilePlan::Extent tile = tile_extent(tiling);
  const TilePlan::Extent stride{tiling.tile_sample_stride_height, tiling.tile_sample_stride_width};
  const auto over = [](const TilePlan::Extent& pixels, int64_t unit) {
    return TilePlan::Extent{pixels.height / unit, pixels.width / unit};
  };
  const TilePlan::Extent large = over(tile, out), keep = over(stride, out);
  return {.tile = over(tile, in),
          .step = over(stride, in),
          .blend = {large.height - keep.height, large.width - keep.width},
          .keep = keep};
}

torch::Tensor run_in_tiles(const torch::Tensor& x, const TilePlan& plan, const VaeOptions& options,
                           const TileNetwork& network) {
  const int64_t height = x.size(3), width = x.size(4);
  if (height <= plan.tile.height && width <= plan.tile.width) return network(x);
  const auto tile_at = [&](int64_t i, int64_t j) {
    return x.narrow(3, i, std::min(plan.tile.height, height - i))
        .narrow(4, j, std::min(plan.tile.width, width - j));
  };
  std::vector<torch::Tensor> made;  // in the order below
  if (options.tile_ranks) {
    for (int64_t i = 0; i < height; i += plan.step.height)
      for (int64_t j = 0; j < width; j += plan.step.width) made.push_back(tile_at(i, j));
    made = shared_out(made, options, network);
  }
  size_t next = 0;
  std::vector<torch::Tensor> rows, above, row;
  for (int64_t i = 0; i < height; i += plan.step.height) {
    std::vector<torch::Tensor> kept;
    row.clear();
    for (int64_t j = 0; j < width; j += plan.step.width) {
      torch::Tensor tile = made.empty() ? network(tile_at(i, j)) : std::exchange(made[next++], {});
      if (!above.empty()) blend(above[row.size()], tile, plan.blend.height, 3);
      if (!row.empty()) blend(row.back(), tile, plan.blend.width, 4);
      row.push_back(tile);
      kept.push_back(crop(tile, plan.keep));
    }
    rows.push_back(torch::cat(kept, 4));
    above = row;
  }
  return torch::cat(rows, 3);
}

torch::Tensor run_in_frame_tiles(const torch::Tensor& x, const FramePlan& plan, SpareFrame spare,
                                 int64_t frames, const TileNetwork& network) {
  const int64_t count = x.size(2);
  if (count <= plan.tile) return network(x);
  std::vector<torch::Tensor> kept;
  torch::Tensor before;
  for (int64_t i = 0; i < count; i += plan.step) {
    torch::Tensor tile = network(x.narrow(2, i, std::min(plan.tile + 1, count - i)));
    if (i > 0) {
      tile = tile.narrow(2, spare == SpareFrame::first ? 1 : 0, tile.size(2) - 1);
      blend(before, tile, plan.blend, 2);
    }
    kept.push_back(tile.narrow(2, 0, std::min(plan.keep + (i == 0 ? 1 : 0), tile.size(2))));
    before = tile;
  }
  const torch::Tensor all = torch::cat(kept, 2);
  return all.narrow(2, 0, std::min(frames, all.size(2)));
}

torch::Tensor run_in_clip_tiles(const torch::Tensor& x, const VaeTiling& tiling, const TileUnits& units,
                                SpareFrame spare, const VaeOptions& options, const TileNetwork& network) {
  const auto plane = [&](const torch::Tensor& frames) {
    return tiling.tile_sample_min_height == 0
               ? network(frames)
               : run_in_tiles(frames, plane_tiles(tiling, units.space_in, units.space_out), options, network);
  };
  const int64_t tile = tiling.tile_sample_min_num_frames, stride = tiling.tile_sample_stride_num_frames;
  if (tile == 0) return plane(x);
  const FramePlan plan{tile / units.time_in, stride / units.time_in,
                       tile / units.time_out - stride / units.time_out, stride / units.time_out};
  return run_in_frame_tiles(x, plan, spare, (x.size(2) - 1) * units.time_in / units.time_out + 1, plane);
}

torch::Tensor run_in_slices(const torch::Tensor& x, bool slicing, const TileNetwork& network) {
  if (!slicing || x.size(0) == 1) return network(x);
  std::vector<torch::Tensor> parts;
  for (const torch::Tensor& sample : x.split(1)) parts.push_back(network(sample));
  return torch::cat(parts);
}

}  // namespace fw::families
