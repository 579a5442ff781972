// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "schedulers/make_sampler.h"

/// Multistep solvers of a flow, x_s = (1 - s) x + s noise, from the sigmas and the clean samples that earlier
/// steps saw. Scalars are float64.
namespace fw::families {

/// Fields of scheduler_config.json that both solvers use.
struct WanSolverConfig {
  int64_t num_train_timesteps = 1000;
  double flow_shift = 1;  ///< of each sigma: flow_shift s / (1 + (flow_shift - 1) s)
  int64_t solver_order = 2;
};

/// A solver of the flow whose network takes whole timesteps.
class WanSolver : public schedulers::Sampler {
 public:
  std::vector<double> flow_sigmas() const override { return sigmas_; }
  bool needs_noise() const override { return false; }
  Step step(size_t index, const torch::Tensor& model_output, const torch::Tensor& sample,
            const torch::Tensor&) override;

 protected:
  /// @param sigmas  one for each step, falling; 0 is added
  WanSolver(const WanSolverConfig& config, std::vector<double> sigmas);

  double sigma(size_t index) const { return sigmas_.at(index); }
  /// Half the log signal-to-noise ratio; infinite at a sigma of 0 or 1.
  double half_log_snr(size_t index) const;
  size_t steps() const { return sigmas_.size() - 1; }
  /// Clean samples, of the last step first. The newest is the current step's.
  const torch::Tensor& clean(size_t steps_back) const { return clean_.at(clean_.size() - 1 - steps_back); }

 private:
  /// The next sample. clean(0) is that of this step.
  virtual torch::Tensor moved(size_t index, const torch::Tensor& sample) = 0;

  std::vector<double> sigmas_;
  size_t order_;
  std::vector<torch::Tensor> clean_;  ///< as many as the order needs, the oldest first
};

/// UniPC (Zhao et al. 2023, arXiv 2302.04867) with B(h) = e^h - 1 and prediction of the clean sample: UniP's
/// step, which UniC corrects once the next one knows the network's output there. The order falls to what the
/// steps before and behind allow.
class WanUniPc : public WanSolver {
 public:
  WanUniPc(const WanSolverConfig& config, std::vector<double> sigmas)
      : WanSolver(config, std::move(sigmas)), config_(config) {}

 private:
  torch::Tensor moved(size_t index, const torch::Tensor& sample) override;
  /// Sigma `from` to the next one, by the clean samples there and at the `order` - 1 sigmas before.
  /// @param back  how many steps ago that of `from` was
  /// @param next  the clean sample at the end of the step; undefined: not known yet
  torch::Tensor predicted(size_t from, const torch::Tensor& sample, size_t back, size_t order,
                          const torch::Tensor& next) const;

  WanSolverConfig config_;
  torch::Tensor last_sample_;  ///< that the last step began with, corrected
  size_t last_order_ = 0;
};

/// DPM-Solver++(2M) (Lu et al. 2022, arXiv 2211.01095), its midpoint form; the last step is of first order.
class WanDpmSolver : public WanSolver {
 public:
  WanDpmSolver(const WanSolverConfig& config, std::vector<double> sigmas)
      : WanSolver(config, std::move(sigmas)) {}

 private:
  torch::Tensor moved(size_t index, const torch::Tensor& sample) override;
};

/// UniPCMultistepScheduler and DPMSolverMultistepScheduler, on diffusers' sigmas or the original ones.
std::vector<schedulers::SamplerClass> wan_samplers();

}  // namespace fw::families
