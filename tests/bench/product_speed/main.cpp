// SPDX-License-Identifier: Apache-2.0
//
// OMP_NUM_THREADS=2 bench_product_speed [ROUNDS]
// This program's float32 products on the CPU, compared with LibTorch's own: the fastest of ROUNDS (15) of
// each, interleaved, and the error of each against float64 (norm of the difference divided by that of the
// product).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "tensor/cpu_replacement.h"
#include "tensor/libtorch.h"
#include "tensor/plain_operators.h"

namespace {

using namespace fw::tensor;
using torch::Tensor;

struct Side {
  double seconds = std::numeric_limits<double>::max();
  Tensor product;

  void run(const Tensor& a, const Tensor& b) {
    const auto start = std::chrono::steady_clock::now();
    product = torch::mm(a, b);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    seconds = std::min(seconds, passed.count());
  }
  double error(const Tensor& exact) const { return ((product - exact).norm() / exact.norm()).item<double>(); }
};

void compare(int64_t rows, int64_t depth, int64_t columns, int rounds) {
  const Tensor a = torch::randn({rows, depth}),
               b = torch::randn({columns, depth}).t();  // as a layer's weight
  Side here, plain;
  for (int round = 0; round < rounds; ++round) {
    here.run(a, b);
    const PlainOperators operators;
    plain.run(a, b);
  }
  const Tensor exact = a.to(torch::kFloat64).mm(b.to(torch::kFloat64));
  const auto operations = 2.0 * static_cast<double>(rows * depth * columns);
  std::printf(
      "[%5lld, %5lld] x [%5lld, %5lld]: here %7.2f ms, %4.0f GFLOP/s, error %.1e; LibTorch %7.2f ms, "
      "%4.0f GFLOP/s, error %.1e; ratio %.2f\n",
      static_cast<long long>(rows), static_cast<long long>(depth), static_cast<long long>(depth),
      static_cast<long long>(columns), here.seconds * 1e3, operations / here.seconds / 1e9, here.error(exact),
      plain.seconds * 1e3, operations / plain.seconds / 1e9, plain.error(exact),
      here.seconds / plain.seconds);
}

}  // namespace

int main(int count, char** arguments) {
  const torch::NoGradGuard no_grad;
  const int rounds = count > 1 ? std::atoi(arguments[1]) : 15;
  constexpr const char* names[] = {"MKL", "oneDNN", "AMX"};
  std::printf("multiplied by %s\n", names[static_cast<int>(cpu_multiplier())]);
  for (const int64_t rows : {16, 226, 514, 1604, 5000}) compare(rows, 768, 768, rounds);
  compare(1604, 768, 3072, rounds);
  compare(1604, 3072, 768, rounds);
  compare(1604, 768, 16, rounds);
}
