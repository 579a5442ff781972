// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nn/block_runner.h"
#include "nn/module.h"

/// A network that no single device holds, placed over several devices of one process: its blocks compute one
/// after the other, each where its weights are, and what they hand on moves at the borders. The numbers are
/// those of one device, and so is the time but for these copies.
namespace fw::memory {

/// What a network's weights and LoRAs take.
struct NetworkBytes {
  std::vector<int64_t> blocks;  ///< of each block, in the order in which they run
  int64_t outside = 0;          ///< of the rest
  int64_t total() const;
};
/// @param lists  paths of the network's lists of blocks, in the order in which they run
NetworkBytes network_bytes(nn::Module& model, const std::vector<std::string>& lists);

/// Consecutive blocks to devices, and what is outside of them to the first one, so that the device with least
/// left has as much left as possible: each needs room for activations. Devices that are not needed for that
/// get none.
/// @param free  bytes of each device
/// @return      for each block the number of its device; nothing where they do not fit
std::optional<std::vector<size_t>> balance_blocks(const NetworkBytes& bytes,
                                                  const std::vector<int64_t>& free);

/// Moves a network's weights and LoRAs to the devices, balanced by what is free on each.
/// @param model    its slots filled, in host memory; must outlive the result
/// @param lists    as for network_bytes
/// @param devices  at least one; the first one also has what is outside of the blocks and is where the
///                 network's inputs are and its output will be
/// @param inner    runs each block on its device
/// @throws fw::Error memory.too_large_for_devices, before anything is moved; c10::OutOfMemoryError
/// Thread: the passes'. Not for training.
nn::BlockRunner place_blocks(nn::Module& model, const std::vector<std::string>& lists,
                             const std::vector<torch::Device>& devices, nn::BlockRunner inner = {});

}  // namespace fw::memory
