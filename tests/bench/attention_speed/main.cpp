// SPDX-License-Identifier: Apache-2.0
//
// bench_attention_speed [DEVICE [ROUNDS]]
// int8 attention compared with this program's exact attention on DEVICE (cuda; on cpu it only reports the
// error): the fastest of ROUNDS (10) of each, interleaved, and their difference (its norm divided by that of
// the exact result). Shapes are those of the full models. One JSON object per line.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>

#include "nn/attention.h"
#include "nn/int8_attention.h"
#include "tensor/attention_kernels.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"

namespace {

using torch::Tensor;

struct Shape {
  const char* model;
  int64_t batch, tokens, heads, width;
};

template <class Work>
double fastest(torch::Device device, int rounds, Tensor& result, const Work& work) {
  double best = std::numeric_limits<double>::max();
  for (int round = 0; round < rounds + 2; ++round) {  // the first two make plans and load kernels
    fw::tensor::synchronize(device);
    const auto start = std::chrono::steady_clock::now();
    result = work();
    fw::tensor::synchronize(device);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    if (round > 1) best = std::min(best, passed.count());
  }
  return best;
}

void compare(const Shape& shape, torch::Device device, int rounds) {
  const auto options =
      torch::TensorOptions(device).dtype(device.is_cpu() ? torch::kFloat32 : torch::kBFloat16);
  // Keys share an offset, like those of trained models.
  const auto random = [&] {
    return torch::randn({shape.batch, shape.tokens, shape.heads, shape.width}, options);
  };
  const Tensor q = random(), k = random() + torch::randn({shape.width}, options) * 3, v = random();
  const double scale = 1 / std::sqrt(static_cast<double>(shape.width));
  Tensor exact, close;
  const double wanted = fastest(device, rounds, exact, [&] { return fw::nn::attention(q, k, v); });
  const double found = fastest(device, rounds, close, [&] { return fw::nn::int8_attention(q, k, v, scale); });
  const auto norm = [](const Tensor& x) { return x.to(torch::kFloat32).norm().item<double>(); };
  const double operations =
      4.0 * static_cast<double>(shape.batch * shape.heads * shape.tokens * shape.tokens * shape.width);
  std::printf("%s\n", nlohmann::json{{"what", std::string("attention of ") + shape.model},
                                     {"shape", {shape.batch, shape.tokens, shape.heads, shape.width}},
                                     {"exact_ms", wanted * 1e3},
                                     {"exact_TFLOPs", operations / wanted / 1e12},
                                     {"int8_ms", found * 1e3},
                                     {"int8_TOPs", operations / found / 1e12},
                                     {"ratio", found / wanted},
                                     {"difference", norm(close - exact) / norm(exact)}}
                          .dump()
                          .c_str());
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  const torch::NoGradGuard no_grad;
  const torch::Device device = fw::tensor::parse_device(count > 1 ? arguments[1] : "cuda");
  const int rounds = count > 2 ? std::atoi(arguments[2]) : 10;
  const fw::tensor::AttentionKernels kernels(fw::tensor::attention_order_on(device), device);
  torch::manual_seed(1);
  if (device.is_cpu()) {
    for (const int64_t width : {64, 128}) compare({"small", 1, 1000, 2, width}, device, 1);
    return 0;
  }
  for (const Shape& shape : {Shape{"CogVideoX-2b", 2, 17776, 30, 64}, Shape{"CogVideoX-5b", 2, 17776, 48, 64},
                             Shape{"LTX-Video", 2, 4992, 32, 64}, Shape{"HunyuanVideo", 1, 27256, 24, 128},
                             Shape{"Mochi", 1, 44520, 24, 128}})
    compare(shape, device, rounds);
}
