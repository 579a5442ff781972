// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "schedulers/make_sampler.h"

/// Multistep solvers of a flow, x_s = (1 - s) x + s noise: a step uses the sigmas and predicted clean samples
/// of earlier steps. Scalars are float64.
namespace fw::families {

/// Fields of scheduler_config.json used by both solvers.
struct WanSolverConfig {
  int64_t num_train_timesteps = 1000;
  double flow_shift = 1;  ///< turns each sigma s into flow_shift s / (1 + (flow_shift - 1) s)
  int64_t solver_order = 2;
};

/// Base class of the solvers, for networks that take integer timesteps.
class WanSolver : public schedulers::Sampler {
 public:
  std::vector<double> flow_sigmas() const override { return sigmas_; }
  bool needs_noise() const override { return false; }
  Step step(size_t index, const torch::Tensor& model_output, const torch::Tensor& sample,
            const torch::Tensor&) override;

 protected:
  /// @param sigmas  one per step, descending; a final 0 is appended
  WanSolver(const WanSolverConfig& config, std::vector<double> sigmas);

  double sigma(size_t index) const { return sigmas_.at(index); }
  /// Half the log signal-to-noise ratio; infinite at a sigma of 0 or 1.
  double half_log_snr(size_t index) const;
  size_t steps() const { return sigmas_.size() - 1; }
  /// The clean sample predicted `steps_back` steps ago; 0: in the current step.
  const torch::Tensor& clean(size_t steps_back) const { return clean_.at(clean_.size() - 1 - steps_back); }

 private:
  /// Computes the next sample. clean(0) is this step's clean sample.
  virtual torch::Tensor moved(size_t index, const torch::Tensor& sample) = 0;

  std::vector<double> sigmas_;
  size_t order_;
  std::vector<torch::Tensor> clean_;  ///< at most order + 1, oldest first
};

/// UniPC (Zhao et al. 2023, arXiv 2302.04867) with B(h) = e^h - 1 and data prediction: UniP predicts the next
/// sample, and UniC corrects it in the next step, when the network's output there is known. Near both ends,
/// the order is limited by the number of steps done and left, each including the current one.
class WanUniPc : public WanSolver {
 public:
  WanUniPc(const WanSolverConfig& config, std::vector<double> sigmas)
      : WanSolver(config, std::move(sigmas)), config_(config) {}

 private:
  torch::Tensor moved(size_t index, const torch::Tensor& sample) override;
  /// Steps from sigma `from` to the next one, using the clean samples at `from` and the `order` - 1 sigmas
  /// before it.
  /// @param back  how many steps ago the clean sample at `from` was predicted
  /// @param next  clean sample at the end of the step, for UniC; undefined: not known yet (UniP)
  torch::Tensor predicted(size_t from, const torch::Tensor& sample, size_t back, size_t order,
                          const torch::Tensor& next) const;

  WanSolverConfig config_;
  torch::Tensor last_sample_;  ///< the corrected sample at the start of the last step
  size_t last_order_ = 0;
};

/// DPM-Solver++(2M) (Lu et al. 2022, arXiv 2211.01095) in its midpoint form; the first and the last step are
/// first-order.
class WanDpmSolver : public WanSolver {
 public:
  WanDpmSolver(const WanSolverConfig& config, std::vector<double> sigmas)
      : WanSolver(config, std::move(sigmas)) {}

 private:
  torch::Tensor moved(size_t index, const torch::Tensor& sample) override;
};

/// UniPCMultistepScheduler and DPMSolverMultistepScheduler, with diffusers' or the original code's sigmas.
std::vector<schedulers::SamplerClass> wan_samplers();

}  // namespace fw::families
