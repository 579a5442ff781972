// SPDX-License-Identifier: Apache-2.0
#include "kernels/activations.h"

#define FW_INSTRUCTIONS baseline
#include "kernels/activation_loops.h"
#include "kernels/adam_avx2.h"

namespace fw::kernels {

namespace {

ActivationTable best_table() {
  if (!has_avx2() || !__builtin_cpu_supports("f16c")) return baseline::activation_table();
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  return has_avx512 ? avx512::activation_table() : avx2::activation_table();
}

const ActivationTable& table() {
  static const ActivationTable best = best_table();
  return best;
}

}  // namespace

void run_cpu(const ActivationForward& activation, int64_t first, int64_t end) {
  table().forward(activation, first, end);
}
void run_cpu(const ActivationBackward& activation, int64_t first, int64_t end) {
  table().backward(activation, first, end);
}

}  // namespace fw::kernels
