// SPDX-License-Identifier: Apache-2.0
//
// bench_layer_speed [ROWS] [WIDTH] [ROUNDS]
// CPU time of a feed-forward layer and of a LoRA, compared with the plain form of each, interleaved: the
// process's time in its median round, and the peak memory in addition to inputs and weights, in results of
// the layer's size. 2048 rows of 1024 values by default.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "nn/activation_operators.h"
#include "nn/linear.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"
#include "tensor/plain_operators.h"

namespace {

using namespace fw;
using torch::Tensor;
using Form = std::function<Tensor()>;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Found {
  std::vector<double> seconds;
  double peak = 0;
};

/// @param form  undefined after the call: its inputs' gradients, if any, are computed and dropped
void run(const Form& form, Found& found) {
  const tensor::MemoryCounter counter;
  const double begin = cpu_seconds();
  const Tensor y = form();
  found.seconds.push_back(cpu_seconds() - begin);
  found.peak = static_cast<double>(counter.peak_of_all().total()) / static_cast<double>(y.nbytes());
}

void compare(const std::string& name, int rounds, const Form& ours, const Form& plain) {
  Found fused, chain;
  for (int round = 0; round < rounds; ++round) {
    run(ours, fused);
    run(plain, chain);
  }
  const auto median = [](std::vector<double>& all) {
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
  };
  const double own = median(fused.seconds), other = median(chain.seconds);
  std::printf("%-34s %8.2f ms, plain %8.2f ms: %.2f x; peak %.2f, plain %.2f\n", name.c_str(), own * 1e3,
              other * 1e3, own / other, fused.peak, chain.peak);
}

/// y, after its backward pass.
Tensor trained(const Tensor& y, const std::vector<Tensor>& inputs) {
  torch::autograd::grad({y}, inputs, {y.detach()});
  return y.detach();
}

}  // namespace

int main(int count, char** arguments) {
  const int64_t rows = count > 1 ? std::atoll(arguments[1]) : 2048,
                width = count > 2 ? std::atoll(arguments[2]) : 1024;
  const int rounds = count > 3 ? std::atoi(arguments[3]) : 15;
  using kernels::Activation;
  for (const torch::Dtype dtype : {torch::kFloat32, torch::kBFloat16}) {
    torch::manual_seed(1);
    const std::string type = dtype == torch::kFloat32 ? "float32 " : "bfloat16 ";
    const Tensor x = (torch::randn({rows, width}) * 2).to(dtype).requires_grad_(),
                 value = torch::randn({rows, width}).to(dtype).requires_grad_(),
                 both = torch::randn({rows, 2 * width}).to(dtype).requires_grad_();
    const auto same = [&](const std::string& name, const Form& form) {
      compare(type + name, rounds, form, [&] {
        const tensor::PlainOperators plain;
        return form();
      });
    };
    same("GELU, trained", [&] { return trained(nn::activated(x, Activation::gelu_tanh), {x}); });
    same("SiLU gate, trained", [&] { return trained(nn::gated_halves(both, Activation::silu), {both}); });
    same("GELU gate, trained", [&] {
      return trained(nn::gated(x, value, Activation::gelu_tanh), {x, value});
    });
    {
      const torch::NoGradGuard no_grad;
      const auto copied = [&](const Tensor& t) { return t.detach().clone(); };
      same("GELU, with a copy", [&] { return nn::activated(copied(x), Activation::gelu_tanh); });
      same("quick GELU, with a copy", [&] { return nn::activated(copied(x), Activation::quick_gelu); });
      same("GELU gate, with a copy", [&] { return nn::gated(copied(x), value, Activation::gelu_tanh); });
      same("SiLU gate", [&] { return nn::gated_halves(both, Activation::silu); });
    }
    const torch::TensorOptions options(dtype);
    nn::Linear layer(width, width, nn::Bias::yes, options), base(width, width, nn::Bias::yes, options);
    for (nn::Linear* const each : {&layer, &base})
      each->for_each_slot(
          [&](const std::string&, Tensor& slot) { slot = (torch::randn(slot.sizes()) / 32).to(dtype); });
    for (const int64_t rank : {16, 128}) {
      const Tensor A = (torch::randn({rank, width}) / 32).to(dtype).requires_grad_(),
                   B = torch::randn({width, rank}).to(dtype).requires_grad_();
      layer.adapters = {{A, B, 0.5}};
      const Form beside = [&] {
        return torch::add(base.forward(x), torch::linear(torch::linear(x, A), B), 0.5);
      };
      const std::string name = "LoRA of rank " + std::to_string(rank);
      compare(
          type + name, rounds,
          [&] {
            const torch::NoGradGuard no_grad;
            return layer.forward(x);
          },
          [&] {
            const torch::NoGradGuard no_grad;
            return beside();
          });
      compare(
          type + name + ", trained", rounds,
          [&] {
            return trained(layer.forward(x), {x, A, B});
          },
          [&] {
            return trained(beside(), {x, A, B});
          });
    }
  }
}
