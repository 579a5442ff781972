// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <barrier>
#include <cmath>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "kernels/int8_attention_lanes.h"

/// The lanes of a block of threads without a card: each is a thread of the host, and what a warp does
/// together is done over barriers, with the fragments of PTX's manual for mma.m16n8k32 (int8),
/// mma.m16n8k16 (float16) and ldmatrix.
namespace fw::made_up {

struct Warp {
  static constexpr int lanes = 32;
  struct Slot {
    float value = 0;
    const char* row = nullptr;
    uint32_t a[4]{}, b[2]{};
  };
  std::barrier<> together{lanes};
  std::array<Slot, lanes> slots;
};

struct Block {
  explicit Block(int threads, bool late) : all(threads), warps(threads / Warp::lanes), copies_late(late) {
    for (auto& warp : warps) warp = std::make_unique<Warp>();
  }
  std::barrier<> all;
  std::vector<std::unique_ptr<Warp>> warps;
  bool copies_late;  ///< only when they are waited for; otherwise at once: a card does either
};

class Lane {
 public:
  Lane(Block& block, int thread)
      : block_(block), warp_(*block.warps[thread / Warp::lanes]), thread_(thread) {}

  int thread() const { return thread_; }
  int lane() const { return thread_ % Warp::lanes; }
  int warp() const { return thread_ / Warp::lanes; }

  float exchange(float value, int step) {
    own().value = value;
    warp_.together.arrive_and_wait();
    const float other = warp_.slots[lane() ^ step].value;
    warp_.together.arrive_and_wait();
    return other;
  }
  float power_of_two(float x) const { return std::exp2(x); }
  uint32_t halves(float low, float high) const { return bits(low) | static_cast<uint32_t>(bits(high)) << 16; }
  float low(uint32_t both) const { return half_at(both, 0); }
  float high(uint32_t both) const { return half_at(both, 1); }

  void copy(void* to, const void* from, bool there) {
    copies_.push_back({to, from, there});
    if (!block_.copies_late) make_copies();
  }
  void commit() {}
  void wait() {
    make_copies();
    block_.all.arrive_and_wait();
  }

  void load(uint32_t (&to)[4], const char* row) {
    publish(row);
    for (int matrix = 0; matrix < 4; ++matrix)
      std::memcpy(&to[matrix], warp_.slots[matrix * 8 + lane() / 4].row + lane() % 4 * 4, 4);
    warp_.together.arrive_and_wait();
  }
  void load_transposed(uint32_t (&to)[4], const char* row) {
    publish(row);
    for (int matrix = 0; matrix < 4; ++matrix) {
      uint16_t pair[2];
      for (int i = 0; i < 2; ++i)
        std::memcpy(&pair[i], warp_.slots[matrix * 8 + lane() % 4 * 2 + i].row + lane() / 4 * 2, 2);
      to[matrix] = pair[0] | static_cast<uint32_t>(pair[1]) << 16;
    }
    warp_.together.arrive_and_wait();
  }

  void multiply(int32_t (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    publish(a, b0, b1);
    const auto byte = [](uint32_t four, int at) { return static_cast<int8_t>(four >> (8 * at)); };
    for (int e = 0; e < 4; ++e) {
      const int row = lane() / 4 + e / 2 * 8, column = lane() % 4 * 2 + e % 2;
      for (int k = 0; k < 32; ++k) {
        const uint32_t left = warp_.slots[row % 8 * 4 + k % 16 / 4].a[k / 16 * 2 + row / 8];
        const uint32_t right = warp_.slots[column * 4 + k % 16 / 4].b[k / 16];
        c[e] += byte(left, k % 4) * byte(right, k % 4);
      }
    }
    warp_.together.arrive_and_wait();
  }
  void multiply_halves(uint32_t (&c)[2], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    publish(a, b0, b1);
    for (int half = 0; half < 2; ++half) {
      float sums[2];
      for (int e = 0; e < 2; ++e) {
        const int row = lane() / 4 + half * 8, column = lane() % 4 * 2 + e;
        sums[e] = half_at(c[half], e);
        for (int k = 0; k < 16; ++k)
          sums[e] += half_at(warp_.slots[row % 8 * 4 + k % 8 / 2].a[k / 8 * 2 + row / 8], k % 2) *
                     half_at(warp_.slots[column * 4 + k % 8 / 2].b[k / 8], k % 2);
      }
      c[half] = halves(sums[0], sums[1]);
    }
    warp_.together.arrive_and_wait();
  }

 private:
  struct Copy {
    void* to;
    const void* from;
    bool there;
  };

  Warp::Slot& own() { return warp_.slots[lane()]; }
  void publish(const char* row) {
    own().row = row;
    warp_.together.arrive_and_wait();
  }
  void publish(const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    std::copy_n(a, 4, own().a);
    own().b[0] = b0;
    own().b[1] = b1;
    warp_.together.arrive_and_wait();
  }
  void make_copies() {
    for (const Copy& copy : copies_) {
      if (copy.there)
        std::memcpy(copy.to, copy.from, 16);
      else
        std::memset(copy.to, 0, 16);
    }
    copies_.clear();
  }
  static uint16_t bits(float value) {
    const auto half = static_cast<kernels::Half>(value);
    uint16_t made;
    std::memcpy(&made, &half, sizeof made);
    return made;
  }
  static float half_at(uint32_t both, int at) {
    const auto own = static_cast<uint16_t>(both >> (16 * at));
    kernels::Half half;
    std::memcpy(&half, &own, sizeof half);
    return static_cast<float>(half);
  }

  Block& block_;
  Warp& warp_;
  int thread_;
  std::vector<Copy> copies_;
};

/// Runs work(lane) on so many lanes.
template <class Work>
void run_block(int threads, bool copies_late, const Work& work) {
  Block block(threads, copies_late);
  std::vector<std::jthread> all;
  for (int thread = 0; thread < threads; ++thread)
    all.emplace_back([&, thread] {
      Lane lane(block, thread);
      work(lane);
    });
}

/// The card's part of kernels::run_cuda().
template <int width>
void attend(const kernels::Int8Attention& a, bool copies_late) {
  using Lanes = kernels::Int8Lanes<Lane, width>;
  for (int64_t batch = 0; batch < a.batch; ++batch)
    for (int64_t head = 0; head < a.heads; ++head)
      for (int64_t query = 0; query < a.queries; query += kernels::int8_queries) {
        const kernels::Int8Block at{batch, head, query};
        std::vector<char> shared(Lanes::shared_bytes, '\x7f');  // NaN
        run_block(Lanes::threads, copies_late, [&](Lane& lane) { Lanes{lane, a, at, shared.data()}.run(); });
      }
}

template <class T, int width>
void quantise(const kernels::Int8Rows& rows) {
  for (int64_t batch = 0; batch < rows.batch; ++batch)
    for (int64_t head = 0; head < rows.heads; ++head)
      run_block(Warp::lanes, false, [&](Lane& lane) {
        for (int64_t token = 0; token < kernels::int8_scales(rows.length); ++token)
          kernels::quantise_row<Lane, T, width>(lane, rows, batch, head, token);
      });
}

}  // namespace fw::made_up
