// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "optim/parameter.h"

namespace fw::optim {

/// A device's findings about a step's gradients, [] float32 on that device: the host need not know them.
struct DeviceVerdict {
  torch::Tensor gradient_factor;  ///< factor for all gradients: clipping; undefined: 1
  torch::Tensor skipped;          ///< 1: the step changes nothing; undefined: 0
};

/// Updates parameters by their gradients. Thread: one at a time.
class Optimizer {
 public:
  virtual ~Optimizer() = default;

  /// Updates every parameter that has a gradient.
  /// @param gradient_factor  factor for all gradients: clipping. Afterwards the gradients may or may not be
  ///                         multiplied; drop them in any case.
  virtual void step(double lr, double gradient_factor) = 0;
  void step(double lr) { step(lr, 1); }
  /// True if step_by_device() is supported.
  virtual bool can_step_by_device() const { return false; }
  /// step() with the device's decisions. Does not synchronize. @pre can_step_by_device()
  virtual void step_by_device(double lr, const DeviceVerdict& verdict);

  /// The state for a checkpoint (the tensors themselves, not copies).
  virtual StateTensors state() const = 0;
  /// @throws fw::Error optim.state_mismatch if a tensor is missing or has the wrong shape or type
  virtual void load_state(const StateTensors& state) = 0;

  virtual const std::vector<Parameter>& parameters() const = 0;
};

enum class Rule { adam, muon };

/// How weight decay is applied: directly to the weight (AdamW, Loshchilov and Hutter 2019) or added to the
/// gradient (Adam with an L2 term, Kingma and Ba 2015).
enum class Decay { decoupled, coupled };

/// How an optimizer stores its moments.
enum class StateType {
  float32,
  eight_bit,  ///< codes in blocks of 256 values with a float32 scale each: 2.03 bytes per value instead of 8
};

struct OptimizerConfig {
  Decay decay = Decay::decoupled;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;
  StateType state = StateType::float32;
  uint64_t seed = 0;  ///< for stochastic rounding
  Rule rule = Rule::adam;
};

/// Creates Adam, AdamW or Muon with each parameter's state on the parameter's device. Parameters are float32,
/// or (except for Muon) bf16 with stochastic rounding. Allocates the state here, so that a run that does not
/// fit fails at its start.
std::unique_ptr<Optimizer> make_optimizer(std::vector<Parameter> parameters, const OptimizerConfig& config);

/// In older states of Adam, instead of a step per parameter: [parameters] int64.
inline constexpr const char* steps_of_all = "steps";

/// Copies `state`'s tensor `name` into `target`. @throws fw::Error optim.state_mismatch
void load_state_tensor(const StateTensors& state, const std::string& name, torch::Tensor target);

}  // namespace fw::optim
