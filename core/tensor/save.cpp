// SPDX-License-Identifier: Apache-2.0
#include "tensor/save.h"

#include <torch/torch.h>

#include "safetensors/writer.h"
#include "tensor/dtype.h"

namespace fw::tensor {

void save_tensors(const std::filesystem::path& target, const std::map<std::string, torch::Tensor>& tensors,
                  const safetensors::Metadata& metadata) {
  constexpr int64_t piece_bytes = int64_t{16} << 20;
  const torch::NoGradGuard no_grad;
  std::vector<safetensors::TensorInfo> infos;
  for (const auto& [name, tensor] : tensors) {
    infos.push_back({name, to_safetensors(tensor.scalar_type()), tensor.sizes().vec()});
  }
  safetensors::Writer writer(target, std::move(infos), metadata);
  for (const auto& info : writer.tensors()) {
    const torch::Tensor flat = tensors.at(info.name).contiguous().view({-1});
    const int64_t step = piece_bytes / flat.element_size();
    for (int64_t at = 0; at < flat.numel(); at += step) {
      const torch::Tensor piece = flat.narrow(0, at, std::min(step, flat.numel() - at)).cpu();
      writer.append({static_cast<const std::byte*>(piece.data_ptr()), piece.nbytes()});
    }
  }
  writer.commit();
}

}  // namespace fw::tensor
