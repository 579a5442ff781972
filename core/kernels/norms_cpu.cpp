// SPDX-License-Identifier: Apache-2.0
#include "kernels/norms.h"

#define FW_INSTRUCTIONS baseline
#include "kernels/adam_avx2.h"
#include "kernels/norm_loops.h"

namespace fw::kernels {

namespace {

const NormTable& table() {
  static const NormTable best =
      has_avx2() && __builtin_cpu_supports("f16c") ? avx2::norm_table() : baseline::norm_table();
  return best;
}

}  // namespace

void run_cpu(const NormForward& norm, int64_t first, int64_t end) {
  table().norm_forward(norm, first, end);
}
void run_cpu(const NormBackward& norm, int64_t first, int64_t end) {
  table().norm_backward(norm, first, end);
}
void run_cpu(const NormSums& sums, int64_t first, int64_t end) {
  table().norm_sums(sums, first, end);
}
void run_cpu(const RotateForward& rotate, int64_t first, int64_t end) {
  table().rotate_forward(rotate, first, end);
}
void run_cpu(const RotateBackward& rotate, int64_t first, int64_t end) {
  table().rotate_backward(rotate, first, end);
}

}  // namespace fw::kernels
