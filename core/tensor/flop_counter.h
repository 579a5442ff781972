// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/computed_work.h"

namespace fw::tensor {

/// Forward calls of attention with as many queries as keys; q, k, v are [B, H, N, d]. These are the tensors
/// that ranks sharing a sequence exchange.
struct SelfAttentionUse {
  int64_t calls = 0;
  double elements = 0;  ///< total of all queries
  int64_t tokens = 0;   ///< N of the longest sequence
  int64_t heads = 0;    ///< H of that call
};

/// Counts the floating-point operations of matrix products, convolutions and fused attention, forward and
/// backward, on the calling thread during the counter's lifetime. A multiplication and its addition count as
/// two; the backward pass of attention counts as 2.5 times the forward pass, as in FlashAttention (Dao 2023).
/// For all other operations it counts the bytes read and written on the device. Works on the CPU and the meta
/// device only, since a GPU's backward pass runs on another thread. Thread: one for each thread. Cost: about
/// a microsecond per operation.
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
