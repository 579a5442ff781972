// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/norms.h"

/// The CPU kernels of norms.h for one instruction set.
namespace fw::kernels {

struct NormTable {
  void (*norm_forward)(const NormForward&, int64_t first, int64_t end);
  void (*norm_backward)(const NormBackward&, int64_t first, int64_t end);
  void (*norm_sums)(const NormSums&, int64_t first, int64_t end);
  void (*rotate_forward)(const RotateForward&, int64_t first, int64_t end);
  void (*rotate_backward)(const RotateBackward&, int64_t first, int64_t end);
};

namespace baseline {
NormTable norm_table();
}
namespace avx2 {
NormTable norm_table();
}

}  // namespace fw::kernels
