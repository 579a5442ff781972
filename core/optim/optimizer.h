// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "optim/parameter.h"

namespace fw::optim {

/// What a device has found about a step's gradients, there, [] float32: the host need not know it.
struct DeviceVerdict {
  torch::Tensor gradient_factor;  ///< multiplies all gradients first: clipping; undefined: 1
  torch::Tensor skipped;          ///< 1: the step changes nothing, 0: it does; undefined: 0
};

/// Changes parameters by their gradients. Thread: one at a time.
class Optimizer {
 public:
  virtual ~Optimizer() = default;

  /// One update of every parameter that has a gradient.
  /// @param gradient_factor  multiplies all gradients first: clipping. Afterwards they are as they were or
  ///   multiplied; they are dropped next in any case.
  virtual void step(double lr, double gradient_factor) = 0;
  void step(double lr) { step(lr, 1); }
  /// Whether there is step_by_device().
  virtual bool can_step_by_device() const { return false; }
  /// step(), as the device decides. Waits for nothing. @pre can_step_by_device()
  virtual void step_by_device(double lr, const DeviceVerdict& verdict);

  /// What a checkpoint keeps (the tensors themselves, not copies).
  virtual StateTensors state() const = 0;
  /// @throws fw::Error optim.state_mismatch: a tensor is missing, of another shape or of another type
  virtual void load_state(const StateTensors& state) = 0;

  virtual const std::vector<Parameter>& parameters() const = 0;
};

enum class Rule { adam, muon };

/// How weight decay enters: off the weight itself (AdamW, Loshchilov and Hutter 2019) or added to the
/// gradient (Adam with an L2 term, Kingma and Ba 2015).
enum class Decay { decoupled, coupled };

/// How an optimizer keeps its moments.
enum class StateType {
  float32,
  eight_bit,  ///< codes in blocks of 256 values with a float32 scale each: 2.03 bytes a value instead of 8
};

struct OptimizerConfig {
  Decay decay = Decay::decoupled;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;
  StateType state = StateType::float32;
  uint64_t seed = 0;  ///< of stochastic rounding
  Rule rule = Rule::adam;
};

/// Adam, AdamW or Muon with each parameter's state beside it, on the device or on the host. A parameter is
/// float32, or (not with Muon) bf16 and then rounded stochastically. The state is made here, so that a run
/// that does not fit fails at its start.
std::unique_ptr<Optimizer> make_optimizer(std::vector<Parameter> parameters, const OptimizerConfig& config);

/// What older states of Adam have instead of a step of each parameter: [parameters] int64.
inline constexpr const char* steps_of_all = "steps";

/// Copies `state`'s tensor `name` into `target`. @throws fw::Error optim.state_mismatch
void load_state_tensor(const StateTensors& state, const std::string& name, torch::Tensor target);

}  // namespace fw::optim
