// SPDX-License-Identifier: Apache-2.0
#include "families/guidance.h"

#include "tensor/libtorch.h"

namespace fw::families {

torch::Tensor GuidanceBranches::guided(double scale) const {
  return without.defined() ? without + scale * (with - without) : with;
}

GuidanceBranches Guidance::branches(const std::function<torch::Tensor(bool)>& pass) const {
  if (!on_) return {{}, pass(true)};
  if (!apart_) return {pass(false), pass(true)};
  const torch::Tensor own = pass(apart_->rank() == 1);
  const auto both = apart_->all_gather(own.contiguous().view({-1})).chunk(2);
  return {both[0].view(own.sizes()), both[1].view(own.sizes())};
}

}  // namespace fw::families
