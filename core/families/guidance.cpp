// SPDX-License-Identifier: Apache-2.0
#include "families/guidance.h"

#include <torch/torch.h>

namespace fw::families {

torch::Tensor Guidance::batch(const torch::Tensor& without, const torch::Tensor& with) const {
  if (has_without() && has_with()) return torch::cat({without, with});
  return has_with() ? with : without;
}

std::pair<torch::Tensor, torch::Tensor> Guidance::branches(const torch::Tensor& made) const {
  const auto halves = (apart_ ? apart_->all_gather(made.contiguous().view({-1})) : made).chunk(2);
  if (!apart_) return {halves[0], halves[1]};
  return {halves[0].view(made.sizes()), halves[1].view(made.sizes())};
}

torch::Tensor Guidance::of_passes(double scale, const std::function<torch::Tensor(bool)>& pass) const {
  if (!on_) return pass(true);
  torch::Tensor without, with;
  if (apart_) {
    std::tie(without, with) = branches(pass(has_with()));
  } else {
    with = pass(true);
    without = pass(false);
  }
  return without + scale * (with - without);
}

}  // namespace fw::families
