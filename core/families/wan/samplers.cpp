// SPDX-License-Identifier: Apache-2.0
#include "families/wan/samplers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "nn/config_reader.h"
#include "tensor/libtorch.h"

namespace fw::families {

namespace {

using schedulers::Sampler;
using schedulers::SamplerRequest;
using schedulers::SigmaSpacing;
using torch::Tensor;

constexpr double least_sigma = 1e-3;      // in training
constexpr double below_noise = 1e-6;      // keeps UniPC's first log signal-to-noise ratio finite
constexpr double original_first = 0.999;  // first sigma of the original UniPC

/// Truncates timesteps to integers instead of rounding them.
std::vector<double> whole_timesteps(const std::vector<double>& sigmas, int64_t count) {
  std::vector<double> timesteps;
  for (const double sigma : sigmas) timesteps.push_back(std::trunc(sigma * static_cast<double>(count)));
  return timesteps;
}

/// Returns `steps` evenly spaced numbers from `first` to `end`, excluding `end`. Rounds like NumPy, since
/// timesteps are truncated from these numbers.
std::vector<double> evenly(double first, double end, int64_t steps) {
  const double step = (end - first) / static_cast<double>(steps);
  std::vector<double> numbers;
  for (int64_t i = 0; i < steps; ++i) numbers.push_back(static_cast<double>(i) * step + first);
  return numbers;
}
/// Returns 1 - x for `steps` evenly spaced x from `end` to 1, excluding 1. Rounds like NumPy.
std::vector<double> evenly_below_one(double end, int64_t steps) {
  const double step = (end - 1) / static_cast<double>(steps);
  std::vector<double> numbers;
  for (int64_t i = steps; i > 0; --i) numbers.push_back(1 - (static_cast<double>(i) * step + 1));
  return numbers;
}

WanSolverConfig config_of(nn::ConfigReader& read) {
  WanSolverConfig c;
  c.num_train_timesteps = read.size("num_train_timesteps", c.num_train_timesteps);
  c.flow_shift = read.number("flow_shift", c.flow_shift);
  c.solver_order = read.size("solver_order", c.solver_order);
  read.expect("prediction_type", "flow_prediction", nullptr);
  read.expect("use_flow_sigmas", true, false);
  read.expect("final_sigmas_type", "zero", "zero");
  read.expect("lower_order_final", true, true);
  read.expect("thresholding", false, false);
  read.expect("use_dynamic_shifting", false, false);
  for (const char* other : {"use_karras_sigmas", "use_exponential_sigmas", "use_beta_sigmas"})
    read.expect(other, false, false);
  read.require(c.flow_shift > 0, "flow_shift is not above 0");
  return c;
}

std::vector<double> shifted(const WanSolverConfig& config, std::vector<double> sigmas) {
  for (double& s : sigmas) s = config.flow_shift * s / (1 + (config.flow_shift - 1) * s);
  return sigmas;
}

std::unique_ptr<Sampler> make_unipc(const nlohmann::json& json, const SamplerRequest& request) {
  nn::ConfigReader read(json, "scheduler_config.json");
  const WanSolverConfig config = config_of(read);
  read.expect("solver_type", "bh2", "bh2");
  read.expect("predict_x0", true, true);
  read.expect("disable_corrector", nlohmann::json::array(), nlohmann::json::array());
  read.require(config.solver_order <= 3, "solver_order is above 3");
  read.finish();
  schedulers::check_step_count(request.steps, config.num_train_timesteps);
  std::vector<double> sigmas =
      shifted(config, request.spacing == SigmaSpacing::original ? evenly(original_first, 0, request.steps)
                                                                : evenly(1, least_sigma, request.steps));
  if (sigmas.front() > 1 - below_noise) sigmas.front() = 1 - below_noise;
  return std::make_unique<WanUniPc>(config, std::move(sigmas));
}

std::unique_ptr<Sampler> make_dpm_solver(const nlohmann::json& json, const SamplerRequest& request) {
  nn::ConfigReader read(json, "scheduler_config.json");
  const WanSolverConfig config = config_of(read);
  read.expect("algorithm_type", "dpmsolver++", "dpmsolver++");
  // The model folder's configuration may be UniPC's and contain UniPC's solver_type.
  const std::string type = read.text("solver_type", "midpoint");
  read.require(type == "midpoint" || type == "bh2", "solver_type is not \"midpoint\"");
  read.require(config.solver_order == 2, "solver_order is not 2");
  read.finish();
  schedulers::check_step_count(request.steps, config.num_train_timesteps);
  std::vector<double> sigmas = shifted(config, request.spacing == SigmaSpacing::original
                                                   ? evenly(1, 0, request.steps)
                                                   : evenly_below_one(least_sigma, request.steps));
  return std::make_unique<WanDpmSolver>(config, std::move(sigmas));
}

/// Solves a x = b by Gaussian elimination with partial pivoting. @param a  rows of a nonsingular matrix
std::vector<double> solved(std::vector<std::vector<double>> a, std::vector<double> b) {
  const size_t n = b.size();
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t row = k + 1; row < n; ++row)
      if (std::abs(a[row][k]) > std::abs(a[pivot][k])) pivot = row;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (size_t row = k + 1; row < n; ++row) {
      const double factor = a[row][k] / a[k][k];
      for (size_t column = k; column < n; ++column) a[row][column] -= factor * a[k][column];
      b[row] -= factor * b[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t column = k + 1; column < n; ++column) b[k] -= a[k][column] * b[column];
    b[k] /= a[k][k];
  }
  return b;
}

/// Weights of the differences that make the step exact for polynomials up to the degree places.size().
/// @param h       the step in half log signal-to-noise ratio
/// @param places  positions of the differences, in units of h
std::vector<double> unipc_weights(double h, const std::vector<double>& places) {
  std::vector<std::vector<double>> powers;
  std::vector<double> right;
  const double phi = std::expm1(-h);
  double term = std::isfinite(h) ? phi / -h - 1 : -1, factorial = 1;
  for (size_t k = 0; k < places.size(); ++k) {
    auto& row = powers.emplace_back();
    for (const double place : places) row.push_back(std::pow(place, static_cast<double>(k)));
    right.push_back(term * factorial / phi);
    factorial *= static_cast<double>(k + 2);
    term = (std::isfinite(h) ? term / -h : 0) - 1 / factorial;
  }
  return solved(std::move(powers), std::move(right));
}

}  // namespace

WanSolver::WanSolver(const WanSolverConfig& config, std::vector<double> sigmas)
    : Sampler(whole_timesteps(sigmas, config.num_train_timesteps)),
      sigmas_(std::move(sigmas)),
      order_(static_cast<size_t>(config.solver_order)) {
  sigmas_.push_back(0);
}

double WanSolver::half_log_snr(size_t index) const {
  const double s = sigma(index);
  if (s == 0) return std::numeric_limits<double>::infinity();
  return std::log(1 - s) - std::log(s);
}

Sampler::Step WanSolver::step(size_t index, const Tensor& model_output, const Tensor& sample, const Tensor&) {
  const Tensor original = torch::sub(sample, model_output, sigma(index));
  clean_.push_back(original);
  if (clean_.size() > order_ + 1) clean_.erase(clean_.begin());
  return {moved(index, sample), original};
}

Tensor WanUniPc::predicted(size_t from, const Tensor& sample, size_t back, size_t order,
                           const Tensor& next) const {
  const double s = sigma(from), to = sigma(from + 1), h = half_log_snr(from + 1) - half_log_snr(from);
  const Tensor& here = clean(back);
  std::vector<double> places;
  std::vector<Tensor> differences;
  for (size_t k = 1; k < order; ++k) {
    places.push_back((half_log_snr(from - k) - half_log_snr(from)) / h);
    differences.push_back((clean(back + k) - here) / places.back());
  }
  if (next.defined()) {
    places.push_back(1);
    differences.push_back(next - here);
  }
  // UniPC fixes the weight of a single difference: 0.5 keeps the order but is not the exact weight.
  const std::vector<double> weights = places.size() == 1 ? std::vector{0.5} : unipc_weights(h, places);
  Tensor towards = here;
  for (size_t k = 0; k < places.size(); ++k) towards = torch::add(towards, differences[k], weights[k]);
  return torch::sub(sample * (to / s), towards, (1 - to) * std::expm1(-h));
}

Tensor WanUniPc::moved(size_t index, const Tensor& sample) {
  last_sample_ = index > 0 ? predicted(index - 1, last_sample_, 1, last_order_, clean(0)) : sample;
  last_order_ = std::min({static_cast<size_t>(config_.solver_order), index + 1, steps() - index});
  return predicted(index, last_sample_, 0, last_order_, {});
}

Tensor WanDpmSolver::moved(size_t index, const Tensor& sample) {
  const double s = sigma(index), to = sigma(index + 1), h = half_log_snr(index + 1) - half_log_snr(index);
  Tensor towards = clean(0);
  if (index > 0 && index + 1 < steps()) {
    const double ratio = h / (half_log_snr(index) - half_log_snr(index - 1));
    towards = torch::add(towards, clean(0) - clean(1), ratio / 2);
  }
  return torch::sub(sample * (to / s), towards, (1 - to) * std::expm1(-h));
}

std::vector<schedulers::SamplerClass> wan_samplers() {
  return {{"UniPCMultistepScheduler", make_unipc}, {"DPMSolverMultistepScheduler", make_dpm_solver}};
}

}  // namespace fw::families
