// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <memory>

#include "distributed/group.h"

namespace fw::families {

/// What a network made of the two branches of classifier-free guidance.
struct GuidanceBranches {
  torch::Tensor without;  ///< the prompt; undefined where there is no guidance
  torch::Tensor with;

  /// without + scale * (with - without), or the branch with the prompt where it is alone.
  torch::Tensor guided(double scale) const;
};

/// Who computes which branch: this process both, or one each of two processes. Never both as one batch: so
/// the bits do not depend on the number of processes, and one branch's activations are there at a time.
class Guidance {
 public:
  /// @param on     whether there are two branches
  /// @param apart  the two processes, the first of which has the branch without the prompt; nullptr: one
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
