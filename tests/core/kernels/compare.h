// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernels/arrays.h"

/// Each compares run_cuda(), here on the host's lanes, with run_cpu().
namespace fw::kernels {

void compare_norms(Comparison& comparison);
void compare_rotations(Comparison& comparison);
void compare_many_rows(Comparison& comparison);
void compare_activations(Comparison& comparison);
void compare_losses(Comparison& comparison);
void compare_adam(Comparison& comparison);
void compare_low_bit(Comparison& comparison);
void compare_int8_rows(Comparison& comparison);

}  // namespace fw::kernels
