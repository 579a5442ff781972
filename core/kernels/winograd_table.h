// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/winograd.h"

/// The functions of winograd.h for one instruction set.
namespace fw::kernels {

struct WinogradTable {
  void (*input)(const Pictures<const float>&, const WinogradTiles&, float*, int64_t, int64_t);
  void (*output)(const float*, const float*, const WinogradTiles&, const Pictures<float>&, int64_t, int64_t);
  void (*weight)(const float*, int64_t, int64_t, int64_t, int64_t, float*, int64_t, int64_t);
};

namespace baseline {
WinogradTable winograd_table();
}
namespace avx2 {
WinogradTable winograd_table();
}

}  // namespace fw::kernels
