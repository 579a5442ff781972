// SPDX-License-Identifier: Apache-2.0
#include "kernels/card_lane.h"
#include "kernels/int8_attention_lanes.h"
#include "kernels/launch.h"

namespace fw::kernels {

namespace {

constexpr int rows_a_block = 8;

/// One warp per row.
template <class T, int width>
__global__ void rows_kernel(Int8Rows rows) {
  CardLane lane;
  const int64_t token = static_cast<int64_t>(blockIdx.x) * rows_a_block + lane.warp();
  if (token < int8_scales(rows.length))
    quantise_row<CardLane, T, width>(lane, rows, blockIdx.z, blockIdx.y, token);
}

template <int width>
__global__ void __launch_bounds__(Int8Lanes<CardLane, width>::threads)
    attention_kernel(Int8Attention attention) {
#ifdef FW_HAS_MMA
  CardLane lane;
  const Int8Block block{blockIdx.z, blockIdx.y, static_cast<int64_t>(blockIdx.x) * int8_queries};
  Int8Lanes<CardLane, width>{lane, attention, block, dynamic_shared()}.run();
#else
  __trap();
#endif
}

unsigned blocks(int64_t count, int64_t each) {
  return static_cast<unsigned>((count + each - 1) / each);
}

template <class T>
int quantise(const Int8Rows& rows, void* stream) {
  const dim3 grid(blocks(int8_scales(rows.length), rows_a_block), static_cast<unsigned>(rows.heads),
                  static_cast<unsigned>(rows.batch));
  constexpr int threads = rows_a_block * 32;
  return rows.width == 64 ? launch<rows_kernel<T, 64>>(grid, threads, stream, 0, rows)
                          : launch<rows_kernel<T, 128>>(grid, threads, stream, 0, rows);
}

template <int width>
int attend(const Int8Attention& attention, void* stream) {
  using Lanes = Int8Lanes<CardLane, width>;
  const dim3 grid(blocks(attention.queries, int8_queries), static_cast<unsigned>(attention.heads),
                  static_cast<unsigned>(attention.batch));
  return launch<attention_kernel<width>>(grid, Lanes::threads, stream, Lanes::shared_bytes, attention);
}

}  // namespace

int run_cuda(const Int8Rows& rows, void* stream) {
  switch (rows.element) {
    case Element::bfloat16:
      return quantise<Bf16>(rows, stream);
    case Element::float16:
      return quantise<Half>(rows, stream);
    default:
      return quantise<float>(rows, stream);
  }
}

int run_cuda(const Int8Attention& attention, void* stream) {
  return attention.width == 64 ? attend<64>(attention, stream) : attend<128>(attention, stream);
}

}  // namespace fw::kernels
