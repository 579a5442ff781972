// SPDX-License-Identifier: Apache-2.0
#define FW_INSTRUCTIONS avx512
#include "kernels/activation_loops.h"
