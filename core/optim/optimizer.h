// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
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
  /// The rate of a step at the learning rate `lr` as the user should see it: that of a method that finds its
  /// own. After a step: of that step.
  virtual double shown_rate(double lr) const { return lr; }

  /// True if the method trains at other weights than those to generate with and to save: see swap_average().
  virtual bool has_average() const { return false; }
  /// Replaces the weights that are trained by those to use or, when called again, restores them bit for bit.
  /// Between the two calls do not step. If it throws (out of memory), nothing was swapped; restoring does not
  /// throw. @pre has_average()
  virtual void swap_average();

  /// The state for a checkpoint (the tensors themselves, not copies).
  virtual StateTensors state() const = 0;
  /// @throws fw::Error optim.state_mismatch if a tensor is missing or has the wrong shape or type
  virtual void load_state(const StateTensors& state) = 0;

  virtual const std::vector<Parameter>& parameters() const = 0;
};

enum class Rule { adam, muon, adafactor, prodigy, came, lion, schedule_free, galore, low_bit_adam };

/// How weight decay is applied: directly to the weight (AdamW, Loshchilov and Hutter 2019) or added to the
/// gradient (Adam with an L2 term, Kingma and Ba 2015).
enum class Decay { decoupled, coupled };

/// How an optimizer stores its moments.
enum class StateType {
  float32,
  eight_bit,  ///< codes in blocks of 256 values with a float32 scale each: 2.03 bytes per value instead of 8
  four_bit,   ///< of Rule::low_bit_adam: see low_bit_adam.h
  fp8,        ///< of Rule::low_bit_adam
};

/// See adafactor.h.
struct AdafactorOptions {
  bool scale_parameter = false;  ///< the rate is relative to the root mean square of each parameter
  bool relative_step = false;    ///< the rate follows from the step; the run's learning rate is not used
  bool warmup_init = false;      ///< with relative_step: rises slowly from 1e-6
  bool first_moment = false;     ///< averages updates with beta1
};

/// See prodigy.h.
struct ProdigyOptions {
  double d0 = 1e-6;
  double d_coef = 1;
  double growth_rate = std::numeric_limits<double>::infinity();
  bool bias_correction = false;
  bool safeguard_warmup = false;
};

/// See galore.h.
struct GaloreOptions {
  int64_t rank = 128;
  int64_t update_gap = 200;  ///< steps from one choice of directions to the next
  double scale = 0.25;       ///< of the update of a projected matrix
};

/// Two sums over the values of one parameter.
struct ParameterSums {
  double first = 0, second = 0;
};
/// Given those of an optimizer's parameters, returns those of all trained weights, in their order.
using GatherSums = std::function<std::vector<ParameterSums>(const std::vector<ParameterSums>& own)>;

struct OptimizerConfig {
  Decay decay = Decay::decoupled;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;
  StateType state = StateType::float32;
  uint64_t seed = 0;  ///< for stochastic rounding
  Rule rule = Rule::adam;
  double beta3 = 0;           ///< of Prodigy and CAME; 0: what their authors recommend
  double clip_threshold = 1;  ///< of Adafactor and CAME: largest root mean square of an update
  AdafactorOptions adafactor = {};
  ProdigyOptions prodigy = {};
  GaloreOptions galore = {};
  GatherSums gather_sums = {};  ///< collective; empty: this process has all parameters
};

/// Creates the optimizer of a rule with each parameter's state on the parameter's device. Parameters are
/// float32, or bf16 with stochastic rounding for Rule::adam. Allocates the state here, so that a run that
/// does not fit fails at its start.
std::unique_ptr<Optimizer> make_optimizer(std::vector<Parameter> parameters, const OptimizerConfig& config);

/// In older states of Adam, instead of a step per parameter: [parameters] int64.
inline constexpr const char* steps_of_all = "steps";

/// Copies `state`'s tensor `name` into `target`. @throws fw::Error optim.state_mismatch
void load_state_tensor(const StateTensors& state, const std::string& name, torch::Tensor target);
/// The same for a float64 number.
double load_state_number(const StateTensors& state, const std::string& name);

}  // namespace fw::optim
