// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/elements.h"

/// The operation between the products of a feed-forward layer in one pass: y = a(x), or with a gate y = a(x)
/// value, and its backward pass. Every a(x) is x / (1 + exp(-p(x))). float32 results are the same on CUDA and
/// on CPUs with fused multiply-add, bit for bit (activation_arithmetic.h). C++17 for nvcc.
namespace fw::kernels {

/// p(x): 2 sqrt(2 / pi) (x + 0.044715 x^3), the tanh approximation of GELU; 1.702 x; x.
enum class Activation : uint8_t { gelu_tanh, quick_gelu, silu };

/// Rows of an array: each starts at data + row * stride and is contiguous.
struct Rows {
  void* data = nullptr;
  int64_t stride = 0;
};
struct ConstRows {
  const void* data = nullptr;
  int64_t stride = 0;
};

/// Arrays are [rows, width] of the element type.
struct ActivationRows {
  int64_t rows = 0, width = 0;
  Activation activation = Activation::gelu_tanh;
  Element element = Element::float32;
  ConstRows x, value;  ///< null value: 1
};

struct ActivationForward : ActivationRows {
  Rows y;  ///< may be x
};

struct ActivationBackward : ActivationRows {
  ConstRows dy;
  Rows dx, dvalue;  ///< null dvalue if there is no value
};

/// Runs the rows [first, end) on the CPU. Thread: any; different rows concurrently.
void run_cpu(const ActivationForward& activation, int64_t first, int64_t end);
void run_cpu(const ActivationBackward& activation, int64_t first, int64_t end);

/// Runs everything on the current CUDA device. @param stream  a cudaStream_t  @return  the launch's
/// cudaError_t
int run_cuda(const ActivationForward& activation, void* stream);
int run_cuda(const ActivationBackward& activation, void* stream);

}  // namespace fw::kernels
