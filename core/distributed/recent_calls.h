// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <string>

namespace fw::distributed {

/// The newest 2000 collective calls of this process, oldest first, with shapes, times and how far each came:
/// what LibTorch's flight recorder kept of them, as JSON. TORCH_FR_BUFFER_SIZE changes the number.
/// @param device  where the tensors were that it exchanged
/// Thread: any.
std::string recent_calls(torch::Device device);

}  // namespace fw::distributed
