// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/elements.h"

/// The training loss in one pass each way: the weighted mean of squared errors of each sample,
///   e = x_scale x - (first_scale first - second),  loss = weight mean(e^2), or of another form (LossForm).
/// The order of summation depends only on the sample's size, so that results do not depend on threads and are
/// equal on CPU and CUDA, bit for bit (loss_arithmetic.h). C++17 for nvcc.
namespace fw::kernels {

/// How an error e counts: large ones less in all forms but the first. With s = sqrt(e^2 + c^2):
enum class LossForm : int {
  squared = 1,  ///< e^2
  huber,        ///< 2 c (s - c): pseudo-Huber, as in diffusers' training scripts
  smooth_l1,    ///< 2 (s - c)
  absolute,     ///< |e|
};

/// Arrays are [samples, size] and [samples], contiguous: x and its gradient have the element type, all others
/// its computation type (Wide); a null scale or weight is 1.
struct LossSamples {
  int64_t samples = 0, size = 0;
  Element element = Element::float32;
  LossForm form = LossForm::squared;
  double c = 0;  ///< see LossForm
  const void *x_scale = nullptr, *weight = nullptr;
};

struct LossForward : LossSamples {
  const void *x = nullptr, *first = nullptr, *second = nullptr;
  const void* first_scale = nullptr;
  void* error = nullptr;  ///< e, for the backward pass; null: not stored
  void* sums = nullptr;   ///< [samples, loss_pieces(size)], intermediate
  void* loss = nullptr;   ///< [samples]
};

struct LossBackward : LossSamples {
  const void *error = nullptr, *dloss = nullptr;
  void* dx = nullptr;
};

/// Elements of a sample that form one partial sum.
constexpr int64_t loss_piece = 4096;
FW_HOST_DEVICE constexpr int64_t loss_pieces(int64_t size) {
  return (size + loss_piece - 1) / loss_piece;
}

/// Runs the pieces [first, end) on the CPU, counted over all samples. Thread: any; different pieces
/// concurrently.
void run_cpu(const LossForward& loss, int64_t first, int64_t end);
void run_cpu(const LossBackward& loss, int64_t first, int64_t end);
/// Computes the losses once all pieces are summed.
void finish_cpu(const LossForward& loss);

/// Runs everything on the current CUDA device. @param stream  a cudaStream_t  @return  the launch's
/// cudaError_t
int run_cuda(const LossForward& loss, void* stream);
int run_cuda(const LossBackward& loss, void* stream);

}  // namespace fw::kernels
