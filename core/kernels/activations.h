// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/elements.h"

/// What stands between the products of a feed-forward layer, y = a(x) or, of a gated one, y = a(x) value, in
/// one pass, with its backward pass. Every a(x) here is x / (1 + exp(-p(x))). What is done with a float32 is
/// the same on CUDA and on a CPU that multiplies and adds at once, bit for bit (activation_arithmetic.h).
/// C++17 for nvcc.
namespace fw::kernels {

/// p(x): 2 sqrt(2 / pi) (x + 0.044715 x^3), which is GELU's tanh form; 1.702 x; x.
enum class Activation : uint8_t { gelu_tanh, quick_gelu, silu };

/// A row of an array: at data + row * stride, its elements side by side.
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
  ConstRows x, value;  ///< no value: 1
};

struct ActivationForward : ActivationRows {
  Rows y;  ///< may be x
};

struct ActivationBackward : ActivationRows {
  ConstRows dy;
  Rows dx, dvalue;  ///< without a value no dvalue
};

/// On the CPU, the rows from `first` to before `end`. Thread: any; different ones at the same time.
void run_cpu(const ActivationForward& activation, int64_t first, int64_t end);
void run_cpu(const ActivationBackward& activation, int64_t first, int64_t end);

/// All of it on the current CUDA device. @param stream  a cudaStream_t  @return  what the launch said, a
/// cudaError_t
int run_cuda(const ActivationForward& activation, void* stream);
int run_cuda(const ActivationBackward& activation, void* stream);

}  // namespace fw::kernels
