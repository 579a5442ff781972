// SPDX-License-Identifier: Apache-2.0
#define FW_INSTRUCTIONS baseline
#include "kernels/adam_avx2.h"
#include "kernels/winograd_loops.h"

namespace fw::kernels {

namespace {

const WinogradTable& table() {
  static const WinogradTable best = has_avx2() ? avx2::winograd_table() : baseline::winograd_table();
  return best;
}

}  // namespace

void winograd_input(const Pictures<const float>& x, const WinogradTiles& tiles, float* to, int64_t first,
                    int64_t end) {
  table().input(x, tiles, to, first, end);
}
void winograd_output(const float* from, const float* bias, const WinogradTiles& tiles,
                     const Pictures<float>& y, int64_t first, int64_t end) {
  table().output(from, bias, tiles, y, first, end);
}
void winograd_weight(const float* weight, int64_t taps, int64_t out, int64_t in, int64_t depth, float* to,
                     int64_t first, int64_t end) {
  table().weight(weight, taps, out, in, depth, to, first, end);
}

}  // namespace fw::kernels
