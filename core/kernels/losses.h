// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/elements.h"

/// What training minimises, in one pass each way: of each sample the mean of its squared errors, weighted,
///   e = x_scale x - (first_scale first - second),  loss = weight mean(e^2).
/// The sum is in an order of its own that depends on nothing but the sample's size, so that threads, CPU and
/// CUDA give the same bits (loss_arithmetic.h). C++17 for nvcc.
namespace fw::kernels {

/// Arrays are [samples, size] and [samples], one element beside the other: x and its gradient of the element
/// type, all others of what is computed in (Wide), a scale or weight that is null is 1.
struct LossSamples {
  int64_t samples = 0, size = 0;
  Element element = Element::float32;
  const void *x_scale = nullptr, *weight = nullptr;
};

struct LossForward : LossSamples {
  const void *x = nullptr, *first = nullptr, *second = nullptr;
  const void* first_scale = nullptr;
  void* error = nullptr;  ///< e, for the backward pass; null: not kept
  void* sums = nullptr;   ///< [samples, loss_pieces(size)], in between
  void* loss = nullptr;   ///< [samples]
};

struct LossBackward : LossSamples {
  const void *error = nullptr, *dloss = nullptr;
  void* dx = nullptr;
};

/// Elements of a sample that are summed by themselves.
constexpr int64_t loss_piece = 4096;
FW_HOST_DEVICE constexpr int64_t loss_pieces(int64_t size) {
  return (size + loss_piece - 1) / loss_piece;
}

/// On the CPU, the pieces from `first` to before `end`, counted through all samples. Thread: any; different
/// ones at the same time.
void run_cpu(const LossForward& loss, int64_t first, int64_t end);
void run_cpu(const LossBackward& loss, int64_t first, int64_t end);
/// When all pieces are summed: the losses.
void finish_cpu(const LossForward& loss);

/// All of it on the current CUDA device. @param stream  a cudaStream_t  @return  what the launch said, a
/// cudaError_t
int run_cuda(const LossForward& loss, void* stream);
int run_cuda(const LossBackward& loss, void* stream);

}  // namespace fw::kernels
