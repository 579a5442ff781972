// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <memory>
#include <utility>

#include "distributed/group.h"

namespace fw::families {

/// The two branches of classifier-free guidance, without and with the prompt: both of this process, or one
/// each of two processes.
class Guidance {
 public:
  /// @param on     whether there are two branches
  /// @param apart  the two processes, the first of which has the branch without the prompt; nullptr: one
  Guidance(bool on, std::shared_ptr<const distributed::Group> apart)
      : on_(on), apart_(on && apart && apart->size() == 2 ? std::move(apart) : nullptr) {}

  explicit operator bool() const { return on_; }
  bool has_without() const { return on_ && (!apart_ || apart_->rank() == 0); }
  bool has_with() const { return !apart_ || apart_->rank() == 1; }
  /// What this process gives the network: both along the batch, or those that it has.
  torch::Tensor batch(const torch::Tensor& without, const torch::Tensor& with) const;
  /// The branches out of what the network made of batch(). @return  without, with
  std::pair<torch::Tensor, torch::Tensor> branches(const torch::Tensor& made) const;
  /// without + scale * (with - without), or the branch with the prompt alone, of a network that takes the
  /// branches one by one. @param pass  runs the network with the prompt or without it
  torch::Tensor of_passes(double scale, const std::function<torch::Tensor(bool with)>& pass) const;

 private:
  bool on_;
  std::shared_ptr<const distributed::Group> apart_;
};

}  // namespace fw::families
