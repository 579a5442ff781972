// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nn/block_runner.h"
#include "nn/module.h"

/// Places a network that is too large for one device on several devices of one process. Its blocks run one
/// after another, each on the device of its weights; activations are copied where the device changes. Results
/// are those of a single device, and so is the time, except for these copies.
namespace fw::memory {

/// Bytes of a network's weights and LoRAs.
struct NetworkBytes {
  std::vector<int64_t> blocks;  ///< by block, in the order in which they run
  int64_t outside = 0;          ///< everything outside the blocks
  int64_t total() const;
};
/// @param lists  paths of the network's lists of blocks, in the order in which they run
NetworkBytes network_bytes(nn::Module& model, const std::vector<std::string>& lists);

/// Assigns consecutive blocks to devices, and everything outside the blocks to the first one, such that the
/// smallest amount of memory left on a device, which activations need, is as large as possible. Devices that
/// do not help get no blocks.
/// @param free  bytes, by device
/// @return      device index of each block; nullopt if they do not fit
std::optional<std::vector<size_t>> balance_blocks(const NetworkBytes& bytes,
                                                  const std::vector<int64_t>& free);

/// Moves a network's weights and LoRAs to the devices, balanced by their free memory. For inference only.
/// @param model    all slots filled, in host memory; must outlive the result
/// @param lists    as for network_bytes
/// @param devices  at least one; the first one also gets everything outside the blocks, and the network's
///                 inputs and output are on it
/// @param inner    runs each block on its device
/// @throws fw::Error memory.too_large_for_devices before anything is moved; c10::OutOfMemoryError
/// Thread: that of the forward passes.
nn::BlockRunner place_blocks(nn::Module& model, const std::vector<std::string>& lists,
                             const std::vector<torch::Device>& devices, nn::BlockRunner inner = {});

}  // namespace fw::memory
