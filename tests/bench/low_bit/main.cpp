// SPDX-License-Identifier: Apache-2.0
//
// Quantised weights, for compare.py, which compares them with the published packages':
//   bench_low_bit codes FORMAT WEIGHTS.safetensors OUT.safetensors
// writes the codes of every matrix in the file, and the decoded values. To measure the time, including the
// product that a layer computes, in float32 and bfloat16:
//   bench_low_bit speed [ROWS COLUMNS]

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "nn/low_bit.h"
#include "tensor/checkpoint.h"
#include "tensor/dtype.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

namespace {

using namespace fw;
using torch::Tensor;

int write_codes(nn::LowBit format, const char* from, const char* to) {
  const auto weights = tensor::Checkpoint::open(from);
  std::map<std::string, Tensor> parts;
  for (const std::string& name : weights.names()) {
    const auto made = nn::quantise(weights.load(name, torch::kFloat32, torch::kCPU).contiguous(), format);
    parts[name + ".codes"] = made.codes.view(torch::kUInt8);
    parts[name + ".scales"] = made.scales;
    if (made.magnitudes.defined()) parts[name + ".magnitudes"] = made.magnitudes;
    if (made.mean.defined()) parts[name + ".mean"] = made.mean;
    for (const auto dtype : {torch::kFloat32, torch::kBFloat16, torch::kFloat16})
      parts[name + "." + std::string(tensor::dtype_text(dtype))] = nn::dequantise(made, dtype);
  }
  tensor::save_tensors(to, parts, {}, Existing::replace);
  return 0;
}

/// Median of several.
template <class Work>
double seconds(const Work& work) {
  std::vector<double> times;
  for (int i = 0; i < 9; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + 4, times.end());
  return times[4];
}

int measure(int64_t rows, int64_t columns) {
  const torch::NoGradGuard no_grad;
  const Tensor weight = torch::randn({rows, columns});
  const double values = static_cast<double>(rows * columns) / 1e6;
  std::printf("%ld x %ld, %d threads, millions of values a second\n", static_cast<long>(rows),
              static_cast<long>(columns), at::get_num_threads());
  for (const nn::LowBit format : {nn::LowBit::fp8, nn::LowBit::int8, nn::LowBit::nf4}) {
    const auto made = nn::quantise(weight, format);
    std::printf("%-4s  to codes %6.0f", std::string(nn::name_of(format)).c_str(),
                values / seconds([&] { nn::quantise(weight, format); }));
    for (const auto dtype : {torch::kFloat32, torch::kBFloat16})
      std::printf("  to %s %6.0f", std::string(tensor::dtype_text(dtype)).c_str(),
                  values / seconds([&] { nn::dequantise(made, dtype); }));
    std::printf("\n");
  }
  for (const int64_t tokens : {256, 1024}) {
    const Tensor x = torch::randn({tokens, columns});
    const auto made = nn::quantise(weight, nn::LowBit::nf4);
    const double dense = seconds([&] { torch::linear(x, weight); });
    const double coded = seconds([&] { nn::linear(x, made, {}); });
    std::printf("product of %ld tokens in fp32: %.1f ms, with nf4 %.1f ms\n", static_cast<long>(tokens),
                dense * 1e3, coded * 1e3);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto format = argc == 5 ? nn::parse_low_bit(argv[2]) : std::nullopt;
  if (format && std::strcmp(argv[1], "codes") == 0) return write_codes(*format, argv[3], argv[4]);
  if ((argc == 2 || argc == 4) && std::strcmp(argv[1], "speed") == 0)
    return argc == 4 ? measure(std::atol(argv[2]), std::atol(argv[3])) : measure(3072, 12288);
  std::fprintf(stderr,
               "bench_low_bit codes fp8|int8|nf4 WEIGHTS OUT, or bench_low_bit speed [ROWS COLUMNS]\n");
  return 2;
} catch (const fw::Error& error) {
  std::fprintf(stderr, "%s\n", error.fault().full_message().c_str());
  return 1;
}
