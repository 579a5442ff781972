// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <memory>

#include "distributed/group.h"

namespace fw::families {

/// Predictions of the two branches of classifier-free guidance.
struct GuidanceBranches {
  torch::Tensor without;  ///< the prompt; undefined without guidance
  torch::Tensor with;

  /// without + scale * (with - without), or just `with` without guidance.
  torch::Tensor guided(double scale) const;
};

/// Computes the branches of guidance: both in this process, or one each in two processes. They are never
/// batched: so results do not depend on the number of processes, and only one branch's activations exist at a
/// time.
class Guidance {
 public:
  /// @param on     whether there are two branches
  /// @param apart  the two processes, of which the first computes the branch without the prompt; nullptr: one
  Guidance(bool on, std::shared_ptr<const distributed::Group> apart)
      : on_(on), apart_(on && apart && apart->size() == 2 ? std::move(apart) : nullptr) {}

  explicit operator bool() const { return on_; }
  /// @param pass  runs the network with the prompt or without it
  GuidanceBranches branches(const std::function<torch::Tensor(bool with)>& pass) const;

 private:
  bool on_;
  std::shared_ptr<const distributed::Group> apart_;
};

}  // namespace fw::families
