// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Prints the median time of a step of each optimizer and the size of its state; packages.py prints those of
/// the Python packages.
void bench_methods(int rounds);
