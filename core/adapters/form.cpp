// SPDX-License-Identifier: Apache-2.0
#include "adapters/form.h"

#include <algorithm>
#include <cmath>

#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::adapters {

namespace {

torch::Tensor allocate_part(torch::IntArrayRef shape, torch::Device device) {
  return tensor::allocate(shape, torch::kFloat32, device, tensor::Placement::device, tensor::Role::adapter);
}

}  // namespace

torch::Tensor PartMaker::zeros(torch::IntArrayRef shape) const {
  return allocate_part(shape, device_).zero_();
}

torch::Tensor PartMaker::uniform(torch::IntArrayRef shape) {
  const double bound = 1 / std::sqrt(static_cast<double>(shape.back()));
  torch::Tensor part = allocate_part(shape, device_);
  if (!tensor::DryRun::active())
    part.copy_(torch::empty(shape, torch::kFloat32).uniform_(-bound, bound, generator_));
  return part;
}

torch::Tensor PartMaker::normal(torch::IntArrayRef shape, double deviation) {
  torch::Tensor part = allocate_part(shape, device_);
  if (!tensor::DryRun::active())
    part.copy_(torch::empty(shape, torch::kFloat32).normal_(0, deviation, generator_));
  return part;
}

AdapterParts Form::scaled(AdapterParts parts, double factor) const {
  if (factor == 1) return parts;
  torch::Tensor& part = parts.at(std::string(rows(parts).parts.front()));
  part = part * factor;
  return parts;
}

std::optional<AdapterParts> Form::slice(AdapterParts parts, int64_t first, int64_t count) const {
  const Rows meaning = rows(parts);
  if (first % meaning.unit != 0 || count % meaning.unit != 0) return std::nullopt;
  for (auto& [name, part] : parts) {
    const bool has_rows = std::ranges::find(meaning.parts, name) != meaning.parts.end();
    part = has_rows ? part.narrow(0, first / meaning.unit, count / meaning.unit).clone() : part.clone();
  }
  return parts;
}

std::optional<AdapterParts> Form::swapped(AdapterParts parts) const {
  const Rows meaning = rows(parts);
  if (size(parts).out % (2 * meaning.unit) != 0) return std::nullopt;
  for (const std::string_view name : meaning.parts) {
    torch::Tensor& part = parts.at(std::string(name));
    part = part.roll({part.size(0) / 2}, {0});
  }
  return parts;
}

double product_bound(const torch::Tensor& left, const torch::Tensor& right) {
  const auto longest = [](const torch::Tensor& matrix, int64_t dim) {
    return matrix.to(torch::kFloat64).square().sum(dim).max().sqrt().item<double>();
  };
  if (left.numel() == 0 || right.numel() == 0) return 0;
  return longest(right, 0) * longest(left, 1);
}

}  // namespace fw::adapters
