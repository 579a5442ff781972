// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <memory>

#include "tensor/placement.h"

namespace fw::optim {

/// float32 copies of weights that compute in a smaller type or on another device: they take the gradients
/// after each backward pass, the optimizer updates them, and the result is written back to the weights.
/// With master weights on the host (in pinned memory for a GPU) the optimizer is offloaded: its state and
/// computation are on the host as well, and the device holds none of its state.
///
/// Gradients that leave early are copied to the host as soon as autograd has summed them: the copies (on a
/// separate stream) and sums over micro-batches (on a separate thread) overlap with the backward pass, and
/// the device never holds all gradients. The step itself comes afterwards: clipping needs the norm of all
/// gradients, and a step that is not finite is skipped. Sums are computed like autograd's, so an offloaded
/// optimizer gives the same numbers as a plain one.
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

  /// Creates the master of a leaf that requires a gradient: also a leaf, with the weight's values.
  torch::Tensor add(const torch::Tensor& weight);
  bool empty() const;

  /// Call after a backward pass: adds the weights' gradients to those of the master weights, in float32, and
  /// frees them.
  /// @throws errors of pending copies and sums
  void collect_gradients();
  /// Call after the master weights were changed: rounds them into the weights.
  void publish();
  /// Publishes one master on its weight's device; does nothing if it is not a master.
  void publish(const torch::Tensor& master);

 private:
  struct Transfer;
  std::unique_ptr<Transfer> transfer_;
};

}  // namespace fw::optim
