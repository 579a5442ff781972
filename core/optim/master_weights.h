// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <memory>

#include "tensor/placement.h"

namespace fw::optim {

/// float32 copies of weights that compute in a smaller type or live on another device: they take over the
/// gradients after each backward pass, the optimizer changes them, and what came of it goes back. On the host
/// (for a GPU in pinned memory) they are what makes an optimizer an offloaded one: its state and its work are
/// there too, and the device keeps nothing of them.
///
/// Gradients that leave at once go to the host as soon as autograd has summed them: their copies (on a stream
/// of their own) and sums over micro-batches (on a thread of its own) overlap with the backward pass, and the
/// device never holds all of them. The step itself comes after it: clipping needs the norm of all gradients,
/// and a step that is not finite is skipped.
/// Sums are the ones that autograd makes, so an offloaded optimizer gives the numbers of a plain one.
/// Thread: the training thread.
class MasterWeights {
 public:
  enum class Gradients {
    stay,   ///< with the weights until collect_gradients()
    leave,  ///< during the backward pass
  };
  MasterWeights(tensor::Placement placement, Gradients gradients);
  ~MasterWeights();
  MasterWeights(const MasterWeights&) = delete;

  /// Makes the master of a leaf that requires a gradient: a leaf too, with the weight's values.
  torch::Tensor add(const torch::Tensor& weight);
  bool empty() const;

  /// After a backward pass: the weights' gradients are added to the master weights', which are float32, and
  /// freed.
  /// @throws what a copy or sum on the way threw
  void collect_gradients();
  /// After the master weights were changed: writes them, rounded to the weights' type, into the weights.
  void publish();
  /// The same for one that is on its weight's device; nothing when it is no master.
  void publish(const torch::Tensor& master);

 private:
  struct Transfer;
  std::unique_ptr<Transfer> transfer_;
};

}  // namespace fw::optim
