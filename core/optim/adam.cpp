// SPDX-License-Identifier: Apache-2.0
#include "optim/adam.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "optim/adam_operator.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::optim {

namespace {

constexpr int64_t least_blocks_a_thread = 64;

/// Depends only on seed, parameter and step: a resumed run rounds like an uninterrupted one.
uint32_t rounding_key(uint64_t seed, const std::string& name, int64_t step) {
  const auto mix = [](uint64_t x) {  // the finaliser of SplitMix64 (Steele et al. 2014)
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
  };
  uint64_t key = mix(seed + 1);
  for (const char letter : name) key = mix(key ^ static_cast<unsigned char>(letter));
  return static_cast<uint32_t>(mix(key + static_cast<uint64_t>(step) * 0x9e3779b97f4a7c15u));
}

}  // namespace

Adam::Adam(std::vector<Parameter> parameters, const OptimizerConfig& config)
    : config_(config), parameters_(std::move(parameters)) {
  for (const Parameter& parameter : parameters_) moments_.push_back(make_moments(parameter.tensor));
  count_on_device();
}

void Adam::count_on_device() {
  std::vector<size_t> counted;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const torch::Tensor& parameter = parameters_[i].tensor;
    const bool plain = !moments_[i].scale.defined() && parameter.scalar_type() == torch::kFloat32;
    if (plain && tensor::is_accelerator(parameter.device())) counted.push_back(i);
  }
  if (counted.empty()) return;
  steps_on_device_ = tensor::allocate(static_cast<int64_t>(counted.size()), torch::kFloat32,
                                      parameters_[counted.front()].tensor.device(), tensor::Placement::device,
                                      tensor::Role::optimizer_state)
                         .zero_();
  const std::vector<torch::Tensor> steps = steps_on_device_.unbind();
  for (size_t i = 0; i < counted.size(); ++i) moments_[counted[i]].device_steps = steps[i];
}

Adam::Moments Adam::make_moments(const torch::Tensor& parameter) const {
  TORCH_INTERNAL_ASSERT(parameter.is_contiguous());
  const auto make = [&](torch::IntArrayRef shape, torch::Dtype dtype) {
    return tensor::allocate_beside(parameter, shape, dtype, tensor::Role::optimizer_state);
  };
  Moments moments;
  if (config_.state == StateType::eight_bit && parameter.numel() >= least_coded) {
    const int64_t blocks = (parameter.numel() + kernels::block_size - 1) / kernels::block_size;
    moments.scale = make({blocks}, torch::kFloat32).zero_();  // zero times any code is zero
    moments.scale_sq = make({blocks}, torch::kFloat32).zero_();
    moments.exp_avg = make(parameter.sizes(), torch::kUInt8).zero_();
    moments.exp_avg_sq = make(parameter.sizes(), torch::kUInt8).zero_();
  } else {
    moments.exp_avg = make(parameter.sizes(), torch::kFloat32).zero_();
    moments.exp_avg_sq = make(parameter.sizes(), torch::kFloat32).zero_();
  }
  return moments;
}

void Adam::step(double lr, double gradient_factor) {
  const torch::NoGradGuard no_grad;
  std::vector<size_t> on_cpu, on_device, libtorch;  // streamed weights may be mixed with resident ones
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const torch::Tensor& parameter = parameters_[i].tensor;
    if (!parameter.grad().defined()) continue;
    if (moments_[i].device_steps.defined()) {
      libtorch.push_back(i);
      continue;
    }
    ++moments_[i].steps;
    if (parameter.is_meta()) continue;  // a dry run: the step takes no memory
    (parameter.is_cpu() ? on_cpu : on_device).push_back(i);
  }
  if (!libtorch.empty()) {
    DeviceVerdict verdict;
    if (gradient_factor != 1)
      verdict.gradient_factor = torch::full({}, gradient_factor, steps_on_device_.options());
    step_by_libtorch(libtorch, lr, verdict);
  }
  if (!on_device.empty()) step_on_device(on_device, lr, gradient_factor);
  if (!on_cpu.empty()) step_on_cpu(on_cpu, lr, gradient_factor);  // while the GPU works
}

bool Adam::can_step_by_device() const {
  return !moments_.empty() &&
         std::ranges::all_of(moments_, [](const Moments& moments) { return moments.device_steps.defined(); });
}

void Adam::step_by_device(double lr, const DeviceVerdict& verdict) {
  const torch::NoGradGuard no_grad;
  std::vector<size_t> indices;
  for (size_t i = 0; i < parameters_.size(); ++i)
    if (parameters_[i].tensor.grad().defined()) indices.push_back(i);
  if (!indices.empty()) step_by_libtorch(indices, lr, verdict);
}

AdamOperands Adam::operands(size_t index) {
  const torch::Tensor& parameter = parameters_[index].tensor;
  const Moments& moments = moments_[index];
  torch::Tensor gradient = parameter.grad().contiguous();
  if (gradient.scalar_type() != torch::kBFloat16) gradient = gradient.to(torch::kFloat32);
  return {parameter, gradient, moments.exp_avg, moments.exp_avg_sq, moments.scale, moments.scale_sq};
}

kernels::AdamScalars Adam::scalars(size_t index, double lr, double gradient_factor) const {
  const auto step = static_cast<double>(moments_[index].steps);
  const bool coupled = config_.decay == Decay::coupled && config_.weight_decay != 0;
  // The square of a tiny factor underflows in float32: then multiply the gradient itself.
  const bool mixes = coupled || gradient_factor < 1e-6;
  const double factor = mixes ? 1 : gradient_factor;
  kernels::AdamScalars scalars;
  scalars.mixes_gradient = mixes;
  scalars.gradient_factor = static_cast<float>(gradient_factor);
  scalars.coupled_decay = static_cast<float>(coupled ? config_.weight_decay : 0);
  scalars.beta1 = static_cast<float>(config_.beta1);
  scalars.mean_weight = static_cast<float>((1 - config_.beta1) * factor);
  scalars.beta2 = static_cast<float>(config_.beta2);
  scalars.square_weight = static_cast<float>((1 - config_.beta2) * factor * factor);
  scalars.weight_factor =
      static_cast<float>(config_.decay == Decay::decoupled ? 1 - lr * config_.weight_decay : 1);
  using Limits = std::numeric_limits<float>;
  const auto per_rate = [&](double x, float most) {
    const double quotient = x * (1 - std::pow(config_.beta1, step)) / lr;
    return quotient < Limits::max() ? static_cast<float>(quotient) : most;
  };
  // A rate of zero divides by infinity for any root: nothing changes.
  scalars.root_factor = per_rate(1 / std::sqrt(1 - std::pow(config_.beta2, step)), Limits::max());
  scalars.epsilon = per_rate(config_.epsilon, Limits::infinity());
  scalars.rounding_key = rounding_key(config_.seed, parameters_[index].name, moments_[index].steps);
  return scalars;
}

void Adam::step_on_cpu(const std::vector<size_t>& indices, double lr, double gradient_factor) {
  // Treats the blocks of all tensors as one list, so that small tensors do not start threads individually.
  std::vector<AdamOperands> operands_of;  // the arrays point into these
  std::vector<kernels::AdamTensors> tensors;
  std::vector<kernels::AdamScalars> scalars_of;
  std::vector<int64_t> ends;
  for (size_t i = 0; i < indices.size(); ++i) {
    operands_of.push_back(operands(indices[i]));
    tensors.push_back(arrays_of(operands_of.back()));
    scalars_of.push_back(scalars(indices[i], lr * parameters_[indices[i]].lr_factor, gradient_factor));
    ends.push_back((ends.empty() ? 0 : ends.back()) + tensors.back().block_count());
  }
  at::parallel_for(0, ends.back(), least_blocks_a_thread, [&](int64_t begin, int64_t end) {
    auto i = static_cast<size_t>(std::upper_bound(ends.begin(), ends.end(), begin) - ends.begin());
    for (; begin < end; ++i) {
      const int64_t start = i == 0 ? 0 : ends[i - 1];
      const int64_t until = std::min(end, ends[i]);
      kernels::adam_cpu(tensors[i], scalars_of[i], begin - start, until - start);
      begin = until;
    }
  });
}

void Adam::step_on_device(const std::vector<size_t>& indices, double lr, double gradient_factor) {
  for (const size_t index : indices)
    adam_step(operands(index), scalars(index, lr * parameters_[index].lr_factor, gradient_factor));
}

/// LibTorch's kernel steps parameters of one learning rate.
void Adam::step_by_libtorch(const std::vector<size_t>& indices, double lr, const DeviceVerdict& verdict) {
  std::map<double, std::vector<size_t>> by_factor;
  std::vector<torch::Tensor> steps;
  for (const size_t index : indices) {
    by_factor[parameters_[index].lr_factor].push_back(index);
    steps.push_back(moments_[index].device_steps);
  }
  const bool of_all = static_cast<int64_t>(steps.size()) == steps_on_device_.numel();
  for (torch::Tensor& counted : of_all ? std::vector{steps_on_device_} : steps) {
    counted.add_(1);
    if (verdict.skipped.defined()) counted.sub_(verdict.skipped);
  }
  for (const auto& [factor, alike] : by_factor) step_alike(alike, lr * factor, verdict);
}

void Adam::step_alike(const std::vector<size_t>& indices, double lr, const DeviceVerdict& verdict) {
  std::vector<torch::Tensor> weights, gradients, exp_avg, exp_avg_sq, steps;
  for (const size_t index : indices) {
    weights.push_back(parameters_[index].tensor);
    gradients.push_back(weights.back().grad());
    exp_avg.push_back(moments_[index].exp_avg);
    exp_avg_sq.push_back(moments_[index].exp_avg_sq);
    steps.push_back(moments_[index].device_steps);
  }
  if (verdict.gradient_factor.defined()) at::_foreach_mul_(gradients, verdict.gradient_factor);
  std::optional<torch::Tensor> skipped;
  if (verdict.skipped.defined()) skipped = verdict.skipped;
  const auto run = [&](const auto& kernel) {
    kernel(weights, gradients, exp_avg, exp_avg_sq, at::TensorList(), steps, lr, config_.beta1, config_.beta2,
           config_.weight_decay, config_.epsilon, /*amsgrad=*/false, /*maximize=*/false,
           /*grad_scale=*/std::nullopt, skipped);
  };
  if (config_.decay == Decay::decoupled) {
    run([](auto&&... arguments) { at::_fused_adamw_(arguments...); });
  } else {
    run([](auto&&... arguments) { at::_fused_adam_(arguments...); });
  }
}

StateTensors Adam::tensors_of(size_t index) const {
  const std::string& name = parameters_[index].name;
  const Moments& moments = moments_[index];
  StateTensors tensors = {{"exp_avg." + name, moments.exp_avg}, {"exp_avg_sq." + name, moments.exp_avg_sq}};
  if (moments.scale.defined()) {
    tensors["exp_avg_scale." + name] = moments.scale;
    tensors["exp_avg_sq_scale." + name] = moments.scale_sq;
  }
  return tensors;
}

StateTensors Adam::state() const {
  StateTensors state;
  torch::Tensor of_device;
  if (steps_on_device_.defined()) of_device = steps_on_device_.cpu().to(torch::kInt64);
  int64_t next = 0;  // index into these
  for (size_t i = 0; i < moments_.size(); ++i) {
    state.merge(tensors_of(i));
    const Moments& moments = moments_[i];
    state["step." + parameters_[i].name] = moments.device_steps.defined()
                                               ? of_device[next++].clone()
                                               : torch::tensor(moments.steps, torch::kInt64);
  }
  return state;
}

void Adam::load_state(const StateTensors& state) {
  // Older states store the steps of all parameters in one tensor.
  torch::Tensor steps = torch::zeros({static_cast<int64_t>(moments_.size())}, torch::kInt64);
  const bool together = state.contains(steps_of_all);
  if (together) load_state_tensor(state, steps_of_all, steps);
  for (size_t i = 0; i < moments_.size(); ++i) {
    for (const auto& [name, tensor] : tensors_of(i)) load_state_tensor(state, name, tensor);
    const torch::Tensor step = steps[static_cast<int64_t>(i)];
    if (!together) load_state_tensor(state, "step." + parameters_[i].name, step);
    moments_[i].steps = step.item<int64_t>();
    if (moments_[i].device_steps.defined())
      moments_[i].device_steps.fill_(static_cast<double>(moments_[i].steps));
  }
}

}  // namespace fw::optim
