// SPDX-License-Identifier: Apache-2.0
#include "tensor/save.h"

#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "safetensors/writer.h"
#include "tensor/dtype.h"
#include "tensor/libtorch.h"

namespace fw::tensor {

namespace {

std::string write_file(const std::filesystem::path& target, std::vector<safetensors::TensorInfo> infos,
                       const std::function<torch::Tensor(const std::string& name)>& values,
                       const safetensors::Metadata& metadata, Existing existing = Existing::refuse) {
  constexpr int64_t piece_bytes = int64_t{16} << 20;
  const torch::NoGradGuard no_grad;
  safetensors::Writer writer(target, std::move(infos), metadata, existing);
  for (const auto& info : writer.tensors()) {
    const torch::Tensor flat = values(info.name).contiguous().view({-1});
    const int64_t step = piece_bytes / flat.element_size();
    for (int64_t at = 0; at < flat.numel(); at += step) {
      const torch::Tensor piece = flat.narrow(0, at, std::min(step, flat.numel() - at)).cpu();
      writer.append({static_cast<const std::byte*>(piece.data_ptr()), piece.nbytes()});
    }
  }
  return writer.commit();
}

}  // namespace

std::string shard_name(const std::string& stem, size_t number, size_t count) {
  char part[32];
  std::snprintf(part, sizeof part, "-%05zu-of-%05zu", number, count);
  return stem + part + ".safetensors";
}

std::string save_tensors(const std::filesystem::path& target,
                         const std::map<std::string, torch::Tensor>& tensors,
                         const safetensors::Metadata& metadata, Existing existing) {
  std::vector<safetensors::TensorInfo> infos;
  for (const auto& [name, tensor] : tensors) {
    infos.push_back({name, to_safetensors(tensor.scalar_type()), tensor.sizes().vec()});
  }
  return write_file(
      target, std::move(infos), [&](const std::string& name) { return tensors.at(name); }, metadata,
      existing);
}

void save_sharded(const std::filesystem::path& folder, const std::string& stem,
                  const std::vector<safetensors::TensorInfo>& tensors,
                  const std::function<torch::Tensor(const std::string& name)>& values, uint64_t shard_bytes) {
  std::vector<std::vector<safetensors::TensorInfo>> shards(1);
  uint64_t in_shard = 0, total = 0;
  for (const auto& info : tensors) {
    const uint64_t bytes = safetensors::tensor_bytes(info.dtype, info.shape).value();
    if (in_shard > 0 && in_shard + bytes > shard_bytes) {
      shards.emplace_back();
      in_shard = 0;
    }
    shards.back().push_back(info);
    in_shard += bytes;
    total += bytes;
  }
  const safetensors::Metadata metadata = {{"format", "pt"}};
  if (shards.size() == 1) {
    write_file(folder / (stem + ".safetensors"), shards[0], values, metadata);
    return;
  }
  nlohmann::json weight_map = nlohmann::json::object();
  for (size_t i = 0; i < shards.size(); ++i) {
    const std::string name = shard_name(stem, i + 1, shards.size());
    for (const auto& info : shards[i]) weight_map[info.name] = name;
    write_file(folder / name, shards[i], values, metadata);
  }
  const nlohmann::json index = {{"metadata", {{"total_size", total}}}, {"weight_map", weight_map}};
  write_file_atomically(folder / (stem + ".safetensors.index.json"), index.dump(2) + "\n", Existing::refuse);
}

}  // namespace fw::tensor
