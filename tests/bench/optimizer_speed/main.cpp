// SPDX-License-Identifier: Apache-2.0
//
// bench_optimizer_speed methods [ROUNDS]
// One step of each optimizer on the CPU, and the size of its state: methods.h.
//
// bench_optimizer_speed [VALUES] [ROUNDS]
// One step of each optimizer on the CPU over VALUES float32 parameters (1e8), interleaved:
// - 8-bit AdamW, compared with a memory copy that reads and writes 16 bytes per value (limit: 2.0 times);
// - AdamW with master weights on the host, clipping included, compared with at::_fused_adamw_, which
//   torch.optim.AdamW(fused=True) calls, with and without torch's clipping (limit: 1.0 times the plain one).
// Medians of wall time and, for busy machines, of the process's CPU time.
#include <ATen/Parallel.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "bench/optimizer_speed/methods.h"
#include "optim/gradients.h"
#include "optim/optimizer.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace {

using namespace fw::optim;

torch::Tensor filled(int64_t count, double value) {
  return fw::tensor::allocate({count}, torch::kFloat32, torch::kCPU, fw::tensor::Placement::host,
                              fw::tensor::Role::weights)
      .normal_(0, value);
}

struct Task {
  std::string name;
  std::function<void()> run;
  std::vector<double> wall, cpu;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int count_of_arguments, char** arguments) {
  const torch::NoGradGuard no_grad;
  if (count_of_arguments > 1 && std::string(arguments[1]) == "methods") {
    bench_methods(count_of_arguments > 2 ? std::atoi(arguments[2]) : 9);
    return 0;
  }
  const int64_t count = count_of_arguments > 1 ? std::atoll(arguments[1]) : 100'000'000;
  const int rounds = count_of_arguments > 2 ? std::atoi(arguments[2]) : 9;
  const auto gradient = filled(count, 1e-3);
  const auto make = [&](const char* name) {
    std::vector<Parameter> parameters = {{name, filled(count, 0.02)}};
    parameters[0].tensor.requires_grad_(true);
    parameters[0].tensor.mutable_grad() = gradient;
    return parameters;
  };
  const OptimizerConfig config;
  OptimizerConfig coded = config;
  coded.state = StateType::eight_bit;
  const auto eight_bit_parameters = make("8-bit"), plain_parameters = make("fp32");
  const auto eight_bit = make_optimizer(eight_bit_parameters, coded);
  const auto plain = make_optimizer(plain_parameters, config);
  const auto weight = filled(count, 0.02), exp_avg = torch::zeros({count}),
             exp_avg_sq = torch::zeros({count});
  const std::vector<torch::Tensor> steps = {torch::zeros({})};
  const auto fused = [&] {
    at::_foreach_add_(steps, 1.0);
    at::_fused_adamw_({weight}, {gradient}, {exp_avg}, {exp_avg_sq}, at::TensorList(), steps, 1e-4, 0.9,
                      0.999, 0.01, 1e-8, false, false);
  };
  const auto from = filled(2 * count, 1), to = filled(2 * count, 1);
  std::vector<Task> tasks = {
      {"memory copy, 16 bytes a value",
       [&] {
         at::parallel_for(0, 2 * count, 1, [&](int64_t begin, int64_t end) {
           std::memcpy(to.data_ptr<float>() + begin, from.data_ptr<float>() + begin,
                       static_cast<size_t>(end - begin) * sizeof(float));
         });
       }},
      {"AdamW in 8 bits", [&] { eight_bit->step(1e-4); }},
      {"at::_fused_adamw_", fused},
      {"AdamW on the host", [&] { plain->step(1e-4, 0.5); }},
      {"clipping and at::_fused_adamw_",
       [&] {
         const double norm = gradient_norm(plain_parameters);
         gradient.mul_(1 + 0 * norm);
         fused();
       }},
      {"AdamW on the host with its norm",
       [&] { plain->step(1e-4, clip_factor(gradient_norm(plain_parameters), 1)); }},
  };
  for (int round = -1; round < rounds; ++round) {
    for (Task& task : tasks) {
      const auto start = std::chrono::steady_clock::now();
      const std::clock_t cpu = std::clock();
      task.run();
      if (round < 0) continue;  // touches the memory
      task.wall.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
      task.cpu.push_back(static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC);
    }
  }
  std::printf("%lld values, %d threads, %d rounds\n", static_cast<long long>(count), at::get_num_threads(),
              rounds);
  for (const Task& task : tasks)
    std::printf("%-34s %.4f s  (CPU %.4f s)\n", task.name.c_str(), median(task.wall), median(task.cpu));
  const auto ratio = [&](size_t one, size_t other, const char* limit) {
    std::printf("%s / %s: %.3f, of CPU times %.3f%s\n", tasks[one].name.c_str(), tasks[other].name.c_str(),
                median(tasks[one].wall) / median(tasks[other].wall),
                median(tasks[one].cpu) / median(tasks[other].cpu), limit);
  };
  ratio(1, 0, " (limit 2.0)");
  ratio(3, 2, " (limit 1.0)");
  ratio(5, 4, "");
}
