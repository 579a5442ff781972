// SPDX-License-Identifier: Apache-2.0
#include "adapters/fuse.h"

#include "tensor/libtorch.h"

#include <cmath>

namespace fw::adapters {

namespace {

constexpr ErrorCode only_loras_fuse{
    "adapters.only_loras_fuse",
    FW_TEXT("errors", "{module} is a {kind}, which cannot become part of a LoRA."),
    FW_TEXT("errors", "Merge the files into the model instead: framewright-cli lora merge takes all kinds."),
    Blame::input};

void require_plain(const Lora& lora) {
  for (const auto& [path, module] : lora.modules)
    if (!module.is_plain()) throw Error(only_loras_fuse, {{"module", path}, {"kind", module.kind_text()}});
}

}  // namespace

Lora fuse(const std::vector<WeightedLora>& loras) {
  const torch::NoGradGuard no_grad;
  for (const WeightedLora& each : loras) require_plain(each.lora);
  std::map<std::string, std::vector<torch::Tensor>> rows, columns;
  for (const WeightedLora& each : loras) {
    for (const auto& [path, module] : each.lora.modules) {
      // Split the scale evenly between both matrices, so that neither becomes extreme.
      const double scale = each.weight * module.scale();
      const double root = std::sqrt(std::abs(scale));
      rows[path].push_back(module.A.to(torch::kCPU, torch::kFloat32) * root);
      columns[path].push_back(module.B.to(torch::kCPU, torch::kFloat32) * std::copysign(root, scale));
    }
  }
  Lora fused;
  for (const WeightedLora& each : loras) {
    for (const auto& [name, change] : each.lora.changes) {
      const torch::Tensor part = change.to(torch::kCPU, torch::kFloat32) * each.weight;
      torch::Tensor& sum = fused.changes[name];
      sum = sum.defined() ? sum + part : part;
    }
  }
  for (const auto& [path, parts] : rows) {
    LoraModule module{torch::cat(parts, 0), torch::cat(columns.at(path), 1), 1};
    module.alpha = static_cast<double>(module.rank());
    fused.modules.emplace(path, std::move(module));
  }
  return fused;
}

Lora reduce_rank(const Lora& lora, int64_t rank) {
  const torch::NoGradGuard no_grad;
  require_plain(lora);
  Lora reduced{{}, lora.changes};
  for (const auto& [path, module] : lora.modules) {
    if (module.rank() <= rank) {
      reduced.modules.emplace(path, module);
      continue;
    }
    // B A = Qb (Rb Ra^T) Qa^T: only the small matrix in the middle needs an SVD.
    const auto [qb, rb] = torch::linalg_qr(module.B.to(torch::kCPU, torch::kFloat64));
    const auto [qa, ra] = torch::linalg_qr(module.A.to(torch::kCPU, torch::kFloat64).t());
    const auto [u, s, vh] = torch::linalg_svd(rb.matmul(ra.t()) * module.scale(), /*full_matrices=*/false);
    const auto root = s.narrow(0, 0, std::min(rank, s.size(0))).sqrt();
    const int64_t kept = root.size(0);
    LoraModule smaller{
        (root.unsqueeze(1) * vh.narrow(0, 0, kept)).matmul(qa.t()).to(torch::kFloat32).contiguous(),
        qb.matmul(u.narrow(1, 0, kept) * root).to(torch::kFloat32).contiguous(), static_cast<double>(kept)};
    reduced.modules.emplace(path, std::move(smaller));
  }
  return reduced;
}

}  // namespace fw::adapters
