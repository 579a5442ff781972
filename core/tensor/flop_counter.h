// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/computed_work.h"

namespace fw::tensor {

/// Forward calls of attention with as many queries as keys, q, k, v [B, H, N, d] alike: what ranks that share
/// a sequence exchange of it.
struct SelfAttentionUse {
  int64_t calls = 0;
  double elements = 0;  ///< of all their queries
  int64_t tokens = 0;   ///< N of the longest
  int64_t heads = 0;    ///< H of that one
};

/// Counts the floating-point operations of the matrix products, convolutions and fused attentions that the
/// calling thread computes while this lives, forward and backward: a product is a multiplication and an
/// addition; the backward pass of attention counts 2.5 times its forward pass, as FlashAttention does it
/// (Dao 2023). Of everything else it counts the bytes that are read and written on the device. On the CPU and
/// the meta device: a GPU's backward pass runs on another thread. Thread: one for each thread. Cost: about a
/// microsecond an operation.
class FlopCounter {
 public:
  FlopCounter();
  ~FlopCounter();
  FlopCounter(const FlopCounter&) = delete;
  FlopCounter& operator=(const FlopCounter&) = delete;

  double flops() const { return work_.flops(); }
  const ComputedWork& work() const { return work_; }
  const SelfAttentionUse& self_attention() const { return self_attention_; }
  void reset() {
    work_ = {};
    self_attention_ = {};
  }

 private:
  friend struct FlopCounting;
  ComputedWork work_;
  SelfAttentionUse self_attention_;
  FlopCounter* before_;
  uint64_t callback_;
};

}  // namespace fw::tensor
