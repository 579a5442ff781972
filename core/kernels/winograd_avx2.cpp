// SPDX-License-Identifier: Apache-2.0
#define FW_INSTRUCTIONS avx2
#include "kernels/winograd_loops.h"
