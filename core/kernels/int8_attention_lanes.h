// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/int8_attention.h"

/// The work of one GPU thread for kernels/int8_attention.h, without CUDA-specific code: a test runs the same
/// lines with emulated lanes. `Lane` provides the operations of a warp: PTX's mma and ldmatrix with their
/// matrix fragments, asynchronous copies, and shuffles.
namespace fw::kernels {

/// Integer sums start here, so that their bits are those of a float: 2^23 + 2^22 + sum.
constexpr int32_t first_sum = 0x4b400000;
constexpr float first_sum_value = 12582912.0f;
constexpr float int8_largest = 127.0f;
/// For rows of zeros: small, but infinity times it is still infinity.
constexpr float least_magnitude = 1e-20f;

FW_HOST_DEVICE inline float value_of_sum(int32_t bits) {
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value - first_sum_value;
}

template <class Lane, class T, int width>
FW_DEVICE void quantise_row(Lane& lane, const Int8Rows& rows, int64_t batch, int64_t head, int64_t token) {
  constexpr int each = width / 32;
  float* const scale = rows.scales + (batch * rows.heads + head) * int8_scales(rows.length) + token;
  const int at = lane.lane() * each;
  if (token >= rows.length) {
    if (at == 0) *scale = 0;
    return;
  }
  const T* const x = static_cast<const T*>(rows.x) + batch * rows.batch_stride + token * rows.token_stride +
                     head * rows.head_stride + at;
  const float* const mean =
      rows.mean == nullptr ? nullptr : rows.mean + (batch * rows.heads + head) * width + at;
  float value[each], largest = least_magnitude;
  FW_UNROLL
  for (int i = 0; i < each; ++i) {
    value[i] = load(x + i) - (mean == nullptr ? 0.0f : mean[i]);
    largest = fmaxf(largest, fabsf(value[i]));
  }
  FW_UNROLL
  for (int step = 16; step > 0; step /= 2) largest = fmaxf(largest, lane.exchange(largest, step));
  int8_t* const codes = rows.codes + ((batch * rows.length + token) * rows.heads + head) * width + at;
  FW_UNROLL
  for (int i = 0; i < each; ++i) codes[i] = static_cast<int8_t>(rintf(value[i] * (int8_largest / largest)));
  if (at == 0) *scale = largest / int8_largest * rows.factor;
}

/// The first batch, head and query of a block of threads.
struct Int8Block {
  int64_t batch = 0, head = 0, query = 0;
};

/// A block's work: int8_queries rows of one head against all keys. Each warp has `tiles` times 16 rows.
template <class Lane, int width>
struct Int8Lanes {
  static constexpr int tiles = width == 64 ? 2 : 1;
  static constexpr int threads = int8_queries / (16 * tiles) * 32;
  static constexpr int k_bytes = int8_keys * width, v_bytes = 2 * k_bytes;
  static constexpr int scale_bytes = int8_keys * static_cast<int>(sizeof(float));
  static constexpr int stage_bytes = k_bytes + v_bytes + scale_bytes;
  static constexpr int shared_bytes = 2 * stage_bytes;  ///< double buffered
  static constexpr int key_tiles = int8_keys / 8, column_tiles = width / 8;
  static constexpr int k_chunks = width / 16, v_chunks = width / 8;  ///< 16-byte chunks per row

  Lane& lane;
  const Int8Attention& a;
  const Int8Block& block;
  char* shared;  ///< shared_bytes of memory
  uint32_t q[tiles][width / 32][4];
  float q_scale[tiles][2], most[tiles][2], sum[tiles][2];
  float out[tiles][column_tiles][4] = {};
  /// What this lane copies next: the same 16 bytes of each of its rows of k and of v.
  const char *next_k = nullptr, *next_v = nullptr;
  const float* next_scales = nullptr;
  int64_t token_bytes = 0;  ///< of k

  /// The 16-byte chunks of eight rows that one instruction reads must be in different banks.
  FW_DEVICE static int k_place(int row, int chunk) {
    const int turn = width == 64 ? (row >> 1) & 3 : row & 7;
    return row * width + (chunk ^ turn) * 16;
  }
  FW_DEVICE static int v_place(int row, int chunk) {
    return k_bytes + row * 2 * width + (chunk ^ (row & 7)) * 16;
  }

  FW_DEVICE int k_row() const { return lane.thread() / k_chunks; }
  FW_DEVICE int k_chunk() const { return lane.thread() % k_chunks; }
  FW_DEVICE int v_row() const { return lane.thread() / v_chunks; }
  FW_DEVICE int v_chunk() const { return lane.thread() % v_chunks; }

  FW_DEVICE int64_t row(int tile, int half) const {
    return block.query + (lane.warp() * tiles + tile) * 16 + half * 8 + lane.lane() / 4;
  }

  FW_DEVICE void load_queries() {
    FW_UNROLL
    for (int tile = 0; tile < tiles; ++tile)
      for (int half = 0; half < 2; ++half) {
        const int64_t token = row(tile, half);
        const bool there = token < a.queries;
        const int8_t* const codes =
            a.q + ((block.batch * a.queries + (there ? token : 0)) * a.heads + block.head) * width;
        FW_UNROLL
        for (int step = 0; step < width / 32; ++step)
          for (int part = 0; part < 2; ++part) {
            uint32_t four = 0;
            if (there)
              __builtin_memcpy(&four, codes + step * 32 + part * 16 + lane.lane() % 4 * 4, sizeof four);
            q[tile][step][part * 2 + half] = four;
          }
        q_scale[tile][half] =
            there ? a.q_scales[(block.batch * a.heads + block.head) * int8_scales(a.queries) + token]
                  : least_magnitude;
        most[tile][half] = -INFINITY;
        sum[tile][half] = 0;
      }
  }

  FW_DEVICE static int least(int64_t left) { return static_cast<int>(left < int8_keys ? left : int8_keys); }

  FW_DEVICE void begin_keys() {
    token_bytes = a.heads * width;
    const int64_t first = (block.batch * a.keys * a.heads + block.head) * width;
    next_k = reinterpret_cast<const char*>(a.k) + first + k_row() * token_bytes + k_chunk() * 16;
    next_v = static_cast<const char*>(a.v) + 2 * (first + v_row() * token_bytes) + v_chunk() * 16;
    next_scales = a.k_scales + (block.batch * a.heads + block.head) * int8_scales(a.keys);
  }

  /// Starts copying the next keys, `there` of which exist; the others become zeros.
  FW_DEVICE void fetch(int there, int stage) {
    char* const to = shared + stage * stage_bytes;
    FW_UNROLL
    for (int row = k_row(); row < int8_keys; row += threads / k_chunks)
      lane.copy(to + k_place(row, k_chunk()), next_k + (row - k_row()) * token_bytes, row < there);
    FW_UNROLL
    for (int row = v_row(); row < int8_keys; row += threads / v_chunks)
      lane.copy(to + v_place(row, v_chunk()), next_v + (row - v_row()) * 2 * token_bytes, row < there);
    if (lane.thread() < scale_bytes / 16)
      lane.copy(to + k_bytes + v_bytes + lane.thread() * 16, next_scales + lane.thread() * 4, true);
    lane.commit();
    next_k += int8_keys * token_bytes;
    next_v += int8_keys * 2 * token_bytes;
    next_scales += int8_keys;
  }

  FW_DEVICE void scores(const char* from, int there, float (&s)[tiles][key_tiles][4]) {
    const float* const scales = reinterpret_cast<const float*>(from + k_bytes + v_bytes);
    FW_UNROLL
    for (int n = 0; n < key_tiles; ++n) {
      uint32_t k[width / 64][4];
      FW_UNROLL
      for (int part = 0; part < width / 64; ++part)
        lane.load(k[part], from + k_place(n * 8 + lane.lane() % 8, part * 4 + lane.lane() / 8));
      const int column = n * 8 + lane.lane() % 4 * 2;
      FW_UNROLL
      for (int tile = 0; tile < tiles; ++tile) {
        int32_t sums[4] = {first_sum, first_sum, first_sum, first_sum};
        FW_UNROLL
        for (int step = 0; step < width / 32; ++step)
          lane.multiply(sums, q[tile][step], k[step / 2][step % 2 * 2], k[step / 2][step % 2 * 2 + 1]);
        FW_UNROLL
        for (int e = 0; e < 4; ++e) s[tile][n][e] = value_of_sum(sums[e]) * scales[column + e % 2];
      }
    }
    if (there == int8_keys) return;
    FW_UNROLL
    for (int n = 0; n < key_tiles; ++n)
      for (int tile = 0; tile < tiles; ++tile)
        for (int e = 0; e < 4; ++e)
          if (n * 8 + lane.lane() % 4 * 2 + e % 2 >= there) s[tile][n][e] = -INFINITY;
  }

  /// Converts scores to weights p, four registers for 16 keys. @param shrink  receives the factor for earlier
  /// sums
  FW_DEVICE void weigh(float (&s)[key_tiles][4], int tile, uint32_t (&p)[int8_keys / 16][4],
                       float (&shrink)[2]) {
    FW_UNROLL
    for (int half = 0; half < 2; ++half) {
      float largest = most[tile][half];
      FW_UNROLL
      for (int n = 0; n < key_tiles; ++n) largest = fmaxf(largest, fmaxf(s[n][half * 2], s[n][half * 2 + 1]));
      FW_UNROLL
      for (int step = 1; step < 4; step *= 2) largest = fmaxf(largest, lane.exchange(largest, step));
      const float scale = q_scale[tile][half], less = -largest * scale;
      shrink[half] = lane.power_of_two(fmaf(most[tile][half], scale, less));
      most[tile][half] = largest;
      float total = 0;
      FW_UNROLL
      for (int n = 0; n < key_tiles; ++n) {
        const float low = lane.power_of_two(fmaf(s[n][half * 2], scale, less));
        const float high = lane.power_of_two(fmaf(s[n][half * 2 + 1], scale, less));
        total += low + high;
        p[n / 2][n % 2 * 2 + half] = lane.halves(low, high);
      }
      sum[tile][half] = sum[tile][half] * shrink[half] + total;
    }
  }

  FW_DEVICE void add_values(const char* from, const uint32_t (&p)[tiles][int8_keys / 16][4],
                            const float (&shrink)[tiles][2]) {
    FW_UNROLL
    for (int pair = 0; pair < column_tiles / 2; ++pair) {
      uint32_t part[tiles][2][2] = {};
      FW_UNROLL
      for (int step = 0; step < int8_keys / 16; ++step) {
        uint32_t v[4];
        lane.load_transposed(v, from + v_place(step * 16 + lane.lane() % 16, pair * 2 + lane.lane() / 16));
        FW_UNROLL
        for (int tile = 0; tile < tiles; ++tile)
          for (int n = 0; n < 2; ++n)
            lane.multiply_halves(part[tile][n], p[tile][step], v[n * 2], v[n * 2 + 1]);
      }
      FW_UNROLL
      for (int tile = 0; tile < tiles; ++tile)
        for (int n = 0; n < 2; ++n)
          for (int half = 0; half < 2; ++half) {
            float* const to = out[tile][pair * 2 + n] + half * 2;
            to[0] = fmaf(to[0], shrink[tile][half], lane.low(part[tile][n][half]));
            to[1] = fmaf(to[1], shrink[tile][half], lane.high(part[tile][n][half]));
          }
    }
  }

  template <class T>
  FW_DEVICE void store_rows() {
    const float* const scales = a.v_scales + (block.batch * a.heads + block.head) * width;
    FW_UNROLL
    for (int tile = 0; tile < tiles; ++tile)
      for (int half = 0; half < 2; ++half) {
        float total = sum[tile][half];
        FW_UNROLL
        for (int step = 1; step < 4; step *= 2) total += lane.exchange(total, step);
        const int64_t token = row(tile, half);
        if (token >= a.queries) continue;
        T* const to =
            static_cast<T*>(a.out) + ((block.batch * a.queries + token) * a.heads + block.head) * width;
        FW_UNROLL
        for (int n = 0; n < column_tiles; ++n) {
          const int column = n * 8 + lane.lane() % 4 * 2;
          FW_UNROLL
          for (int e = 0; e < 2; ++e)
            store(to + column + e, out[tile][n][half * 2 + e] / total * scales[column + e]);
        }
      }
  }

  FW_DEVICE void run() {
    load_queries();
    begin_keys();
    int stage = 0;
    fetch(least(a.keys), stage);
    for (int64_t left = a.keys; left > 0; left -= int8_keys, stage ^= 1) {
      lane.wait();  // the fetched data has arrived, and nobody uses the buffer to be overwritten
      if (left > int8_keys) fetch(least(left - int8_keys), stage ^ 1);
      const char* const from = shared + stage * stage_bytes;
      float s[tiles][key_tiles][4], shrink[tiles][2];
      uint32_t p[tiles][int8_keys / 16][4];
      scores(from, least(left), s);
      FW_UNROLL
      for (int tile = 0; tile < tiles; ++tile) weigh(s[tile], tile, p[tile], shrink[tile]);
      add_values(from, p, shrink);
    }
    if (a.element == Element::bfloat16)
      store_rows<Bf16>();
    else if (a.element == Element::float16)
      store_rows<Half>();
    else
      store_rows<float>();
  }
};

}  // namespace fw::kernels
