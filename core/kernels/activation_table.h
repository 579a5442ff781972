// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/activations.h"

/// The CPU kernels of activations.h for one instruction set.
namespace fw::kernels {

struct ActivationTable {
  void (*forward)(const ActivationForward&, int64_t first, int64_t end);
  void (*backward)(const ActivationBackward&, int64_t first, int64_t end);
};

namespace baseline {
ActivationTable activation_table();
}
namespace avx2 {
ActivationTable activation_table();
}
namespace avx512 {
ActivationTable activation_table();
}

}  // namespace fw::kernels
