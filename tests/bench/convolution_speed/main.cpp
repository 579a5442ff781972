// SPDX-License-Identifier: Apache-2.0
//
// OMP_NUM_THREADS=2 bench_convolution_speed [ROUNDS]
// An autoencoder's float32 convolutions on the CPU by Winograd's tiles, compared with oneDNN's ordinary ones:
// the fastest of ROUNDS (7) of each, interleaved, and the largest error of each against float64, in
// deviations of the result. Includes shapes that convolve() leaves to oneDNN.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "nn/winograd.h"
#include "tensor/libtorch.h"

namespace {

using torch::Tensor;

struct Shape {
  int64_t channels, frames, height, width, depth, taps;
};

template <class Convolve>
void run(Convolve convolve, double& fastest) {
  const auto start = std::chrono::steady_clock::now();
  convolve();
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  fastest = std::min(fastest, passed.count());
}

void compare(const Shape& s, int rounds) {
  const auto order = at::MemoryFormat::ChannelsLast3d;
  const Tensor x = torch::randn(
                       {1, s.channels, s.frames + s.depth - 1, s.height + s.taps - 1, s.width + s.taps - 1})
                       .contiguous(order),
               weight = torch::randn({s.channels, s.channels, s.depth, s.taps, s.taps}),
               bias = torch::randn({s.channels});
  const std::vector<int64_t> none(3, 0), ones(3, 1);
  double tiles = std::numeric_limits<double>::max(), ordinary = tiles;
  Tensor plain,
      y = torch::empty({1, s.channels, s.frames, s.height, s.width}, x.options().memory_format(order));
  for (int round = 0; round < rounds; ++round) {
    run([&] { fw::nn::winograd_convolution(x, weight, bias, 0, y); }, tiles);
    run([&] { plain = at::mkldnn_convolution(x, weight, bias, none, ones, ones, 1); }, ordinary);
  }
  const auto exactly = torch::kFloat64;
  const Tensor exact = at::conv3d(x.to(exactly), weight.to(exactly), bias.to(exactly));
  const auto error = [&](const Tensor& sums) {
    return ((sums - exact).abs().max() / exact.std()).item<double>();
  };
  std::printf(
      "%3lld channels, %2lld frames of %3lldx%3lld, %lldx%lldx%lld taps: tiles %7.1f ms, error %.1e; oneDNN "
      "%7.1f ms, "
      "error %.1e; ratio %.2f%s\n",
      static_cast<long long>(s.channels), static_cast<long long>(s.frames), static_cast<long long>(s.height),
      static_cast<long long>(s.width), static_cast<long long>(s.depth), static_cast<long long>(s.taps),
      static_cast<long long>(s.taps), tiles * 1e3, error(y), ordinary * 1e3, error(plain), tiles / ordinary,
      fw::nn::suits_winograd(x, weight, ones, none) ? "" : " (not taken)");
}

}  // namespace

int main(int count, char** arguments) {
  const torch::NoGradGuard no_grad;
  const int rounds = count > 1 ? std::atoi(arguments[1]) : 7;
  for (const Shape& shape :
       {Shape{32, 9, 64, 96, 3, 3}, Shape{64, 9, 128, 192, 3, 3}, Shape{128, 9, 64, 96, 3, 3},
        Shape{128, 33, 64, 96, 3, 3}, Shape{256, 17, 32, 48, 3, 3}, Shape{256, 5, 16, 24, 3, 3},
        Shape{512, 5, 60, 90, 3, 3}, Shape{64, 9, 127, 191, 2, 2}, Shape{128, 9, 63, 97, 3, 2}})
    compare(shape, rounds);
}
