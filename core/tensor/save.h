// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "safetensors/header.h"

namespace fw::tensor {

/// Writes tensors as they are (any device, any strides) to one safetensors file, atomically and durably.
/// Tensors on a GPU come over in pieces; a tensor with unusual strides is copied once, one at a time.
/// @return Hash128 of the file, taken as it is written
/// @throws fw::Error base.write_failed, base.file_exists, tensor.not_storable. Thread: any.
std::string save_tensors(const std::filesystem::path& target,
                         const std::map<std::string, torch::Tensor>& tensors,
                         const safetensors::Metadata& metadata = {}, Existing existing = Existing::refuse);

/// "<stem>-00002-of-00003.safetensors". @param number  from 1
std::string shard_name(const std::string& stem, size_t number, size_t count);

/// Writes a component's weights into `folder` as diffusers does: `<stem>.safetensors`, or shards of at most
/// `shard_bytes` with `<stem>.safetensors.index.json`. Every file appears whole or not at all, the index
/// last, and none replaces another.
/// @param tensors  name, dtype and shape of each
/// @param values   gives a tensor when its turn comes, on any device; asked once for each
/// @throws fw::Error base.write_failed, base.file_exists
/// Cost: one pass over the data; one tensor at a time is held.
void save_sharded(const std::filesystem::path& folder, const std::string& stem,
                  const std::vector<safetensors::TensorInfo>& tensors,
                  const std::function<torch::Tensor(const std::string& name)>& values,
                  uint64_t shard_bytes = 10'000'000'000);

}  // namespace fw::tensor
