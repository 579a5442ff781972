// SPDX-License-Identifier: Apache-2.0
#include "kernels/launch.h"
#include "kernels/loss_arithmetic.h"

namespace fw::kernels {

namespace {

/// Sums over the block's threads; the result is in thread 0.
template <class W>
__device__ W fold(W own) {
  __shared__ W lanes[loss_lanes];
  const unsigned lane = threadIdx.x;
  lanes[lane] = own;
  for (unsigned half = loss_lanes / 2; half > 0; half /= 2) {
    __syncthreads();
    if (lane < half) lanes[lane] += lanes[lane + half];
  }
  return lanes[0];
}

/// One block per piece.
template <class T>
__global__ void forward_kernel(LossForward f) {
  using W = typename Wide<T>::Type;
  const int64_t pieces = loss_pieces(f.size), sample = blockIdx.x / pieces;
  const LossRange range = loss_range(blockIdx.x % pieces, f.size);
  const W x_scale = scale_or_one<W>(f.x_scale, sample), first_scale = scale_or_one<W>(f.first_scale, sample);
  W sum = 0;
  for (int64_t i = range.begin + threadIdx.x; i < range.end; i += loss_lanes) {
    const int64_t at = sample * f.size + i;
    const W error =
        error_of(W(load(static_cast<const T*>(f.x) + at)), x_scale, static_cast<const W*>(f.first)[at],
                 first_scale, static_cast<const W*>(f.second)[at]);
    if (f.error != nullptr) static_cast<W*>(f.error)[at] = error;
    sum += counted(error, f.form, W(f.c));
  }
  sum = fold(sum);
  if (threadIdx.x == 0) static_cast<W*>(f.sums)[blockIdx.x] = sum;
}

/// One block per sample.
template <class T>
__global__ void finish_kernel(LossForward f) {
  using W = typename Wide<T>::Type;
  const int64_t pieces = loss_pieces(f.size), sample = blockIdx.x;
  double sum = 0;
  for (int64_t piece = threadIdx.x; piece < pieces; piece += loss_lanes)
    sum += static_cast<const W*>(f.sums)[sample * pieces + piece];
  sum = fold(sum);
  if (threadIdx.x == 0) static_cast<W*>(f.loss)[sample] = weighted_mean<W>(sum, f, sample);
}

template <class T>
__global__ void backward_kernel(LossBackward b) {
  using W = typename Wide<T>::Type;
  const int64_t pieces = loss_pieces(b.size), sample = blockIdx.x / pieces;
  const LossRange range = loss_range(blockIdx.x % pieces, b.size);
  const W slope = slope_of<W>(b, sample);
  for (int64_t i = range.begin + threadIdx.x; i < range.end; i += loss_lanes) {
    const int64_t at = sample * b.size + i;
    store(static_cast<T*>(b.dx) + at, half_slope(static_cast<const W*>(b.error)[at], b.form, W(b.c)) * slope);
  }
}

/// Calls run(an element).
template <class Run>
int by_element(const LossSamples& all, Run run) {
  if (all.samples == 0 || all.size == 0) return cudaSuccess;
  if (all.element == Element::float32) return run(float());
  if (all.element == Element::bfloat16) return run(Bf16());
  if (all.element == Element::float16) return run(Half());
  return run(double());
}

unsigned blocks_of(const LossSamples& all) {
  return static_cast<unsigned>(all.samples * loss_pieces(all.size));
}

}  // namespace

int run_cuda(const LossForward& loss, void* stream) {
  return by_element(loss, [&](auto element) {
    using T = decltype(element);
    const int failure = launch<forward_kernel<T>>(blocks_of(loss), loss_lanes, stream, 0, loss);
    if (failure != cudaSuccess) return failure;
    return launch<finish_kernel<T>>(static_cast<unsigned>(loss.samples), loss_lanes, stream, 0, loss);
  });
}
int run_cuda(const LossBackward& loss, void* stream) {
  return by_element(loss, [&](auto element) {
    return launch<backward_kernel<decltype(element)>>(blocks_of(loss), loss_lanes, stream, 0, loss);
  });
}

}  // namespace fw::kernels
