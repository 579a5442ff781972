// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <string>

namespace fw::distributed {

/// The newest 2000 collective calls of this process, oldest first, with shapes, times and states, from
/// LibTorch's flight recorder, as JSON. TORCH_FR_BUFFER_SIZE changes the number.
/// @param device  of the exchanged tensors
/// Thread: any.
std::string recent_calls(torch::Device device);

}  // namespace fw::distributed
