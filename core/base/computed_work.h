// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json_fields.h"

namespace fw {

/// Work of a GPU, by the resource that limits it.
struct ComputedWork {
  double products = 0;            ///< FLOPs of matrix products and convolutions
  double attention = 0;           ///< FLOPs of fused attention, forward
  double attention_backward = 0;  ///< likewise
  double moved_bytes = 0;         ///< bytes that all other operations read and write on the device

  double flops() const { return products + attention + attention_backward; }
  ComputedWork scaled(double factor) const {
    return {products * factor, attention * factor, attention_backward * factor, moved_bytes * factor};
  }
  ComputedWork plus(const ComputedWork& other) const { return minus(other.scaled(-1)); }
  ComputedWork minus(const ComputedWork& other) const {
    return {products - other.products, attention - other.attention,
            attention_backward - other.attention_backward, moved_bytes - other.moved_bytes};
  }
};
void describe(auto& fields, ComputedWork& work) {
  fields("products", work.products);
  fields("attention", work.attention);
  fields("attention_backward", work.attention_backward);
  fields("moved_bytes", work.moved_bytes);
}

}  // namespace fw
