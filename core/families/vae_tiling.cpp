// SPDX-License-Identifier: Apache-2.0
#include "families/vae_tiling.h"

namespace fw::families {
namespace {

/// Fades the end of `before` into the start of `tile` along `axis`, in place in `tile`.
void blend(const torch::Tensor& before, torch::Tensor& tile, int64_t extent, int64_t axis) {
  const int64_t n = std::min({before.size(axis), tile.size(axis), extent});
  if (n <= 0) return;
  std::vector<int64_t> shape(static_cast<size_t>(tile.dim()), 1);
  shape[static_cast<size_t>(axis)] = n;
  // In float32, so that the fade of bfloat16 tiles is rounded once only.
  const auto options = torch::TensorOptions(torch::kFloat32).device(tile.device());
  const torch::Tensor ramp = (torch::arange(n, options) / static_cast<double>(n)).view(shape);
  torch::Tensor start = tile.narrow(axis, 0, n);
  start.copy_(before.narrow(axis, before.size(axis) - n, n) * (1 - ramp) + start * ramp);
}

torch::Tensor crop(const torch::Tensor& tile, const TilePlan::Extent& keep) {
  return tile.narrow(3, 0, std::min(keep.height, tile.size(3)))
      .narrow(4, 0, std::min(keep.width, tile.size(4)));
}

}  // namespace

torch::Tensor run_tiled(const torch::Tensor& x, const TilePlan& plan,
                        const std::function<torch::Tensor(const torch::Tensor&)>& network) {
  const int64_t height = x.size(3), width = x.size(4);
  std::vector<torch::Tensor> rows, above, row;
  for (int64_t i = 0; i < height; i += plan.step.height) {
    std::vector<torch::Tensor> kept;
    row.clear();
    for (int64_t j = 0; j < width; j += plan.step.width) {
      torch::Tensor tile = network(x.narrow(3, i, std::min(plan.tile.height, height - i))
                                       .narrow(4, j, std::min(plan.tile.width, width - j)));
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

}  // namespace fw::families
