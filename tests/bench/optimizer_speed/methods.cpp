// SPDX-License-Identifier: Apache-2.0
#include "bench/optimizer_speed/methods.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "optim/optimizer.h"
#include "tensor/libtorch.h"

namespace {

using namespace fw::optim;

/// As packages.py has them.
std::vector<Parameter> make_weights() {
  torch::manual_seed(1);
  std::vector<Parameter> weights;
  for (int i = 0; i < 8; ++i) {
    weights.push_back({"w" + std::to_string(i), (torch::randn({512, 2048}) * 0.02).requires_grad_(true)});
    weights.push_back({"b" + std::to_string(i), torch::zeros({2048}).requires_grad_(true)});
  }
  return weights;
}

struct Case {
  const char* name;
  Rule rule;
  StateType state = StateType::float32;
};
constexpr Case cases[] = {{"adamw", Rule::adam},
                          {"adafactor", Rule::adafactor},
                          {"prodigy", Rule::prodigy},
                          {"came", Rule::came},
                          {"lion", Rule::lion},
                          {"adamw_schedule_free", Rule::schedule_free},
                          {"adamw_4bit", Rule::low_bit_adam, StateType::four_bit},
                          {"adamw_fp8", Rule::low_bit_adam, StateType::fp8},
                          {"galore", Rule::galore}};

}  // namespace

void bench_methods(int rounds) {
  std::printf("8 matrices of 512 x 2048 and 8 vectors, float32, %d threads, %d rounds\n",
              at::get_num_threads(), rounds);
  for (const Case& one : cases) {
    const std::vector<Parameter> weights = make_weights();
    OptimizerConfig config;
    config.rule = one.rule;
    config.state = one.state;
    const auto optimizer = make_optimizer(weights, config);
    std::vector<double> seconds;
    for (int round = -1; round < rounds; ++round) {
      for (const Parameter& weight : weights)
        weight.tensor.mutable_grad() = torch::randn(weight.tensor.sizes()) * 1e-3;
      const auto start = std::chrono::steady_clock::now();
      optimizer->step(1e-4);
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      if (round >= 0) seconds.push_back(taken.count());  // the first touches the memory
    }
    std::ranges::sort(seconds);
    double bytes = 0, values = 0;
    for (const auto& [name, tensor] : optimizer->state())
      if (!name.starts_with("y."))
        bytes += static_cast<double>(tensor.nbytes());  // that is the weight itself
    for (const Parameter& weight : weights) values += static_cast<double>(weight.tensor.numel());
    std::printf("%-20s %.4f s  %.2f bytes of state per value\n", one.name, seconds[seconds.size() / 2],
                bytes / values);
    std::fflush(stdout);
  }
}
