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

/// Writes tensors (any device, any strides) to a safetensors file, atomically and durably. Copies tensors
/// from a GPU in pieces, and tensors with unusual strides one at a time.
/// @return Hash128 of the file, computed while writing
/// @throws fw::Error base.write_failed, base.file_exists, tensor.not_storable. Thread: any.
std::string save_tensors(const std::filesystem::path& target,
                         const std::map<std::string, torch::Tensor>& tensors,
                         const safetensors::Metadata& metadata = {}, Existing existing = Existing::refuse);

/// "<stem>-00002-of-00003.safetensors". @param number  from 1
std::string shard_name(const std::string& stem, size_t number, size_t count);

/// Writes a component's weights into `folder` in diffusers layout: `<stem>.safetensors`, or shards of at most
/// `shard_bytes` with `<stem>.safetensors.index.json`. Each file is written atomically, the index last.
/// Existing files are not replaced.
/// @param tensors  name, dtype and shape of each
/// @param values   returns the tensor of a name, on any device; called once for each
/// @throws fw::Error base.write_failed, base.file_exists
/// Cost: one pass over the data. Holds one tensor at a time.
void save_sharded(const std::filesystem::path& folder, const std::string& stem,
                  const std::vector<safetensors::TensorInfo>& tensors,
                  const std::function<torch::Tensor(const std::string& name)>& values,
                  uint64_t shard_bytes = 10'000'000'000);

}  // namespace fw::tensor
