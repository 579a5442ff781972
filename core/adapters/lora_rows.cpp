// SPDX-License-Identifier: Apache-2.0
#include "adapters/lora_rows.h"

#include <algorithm>

#include "tensor/libtorch.h"

namespace fw::adapters {

namespace {

/// Layers whose modules differ only in the rows: one module with the rows of all.
std::optional<LoraModule> with_rows_of(const std::vector<const LoraModule*>& all) {
  const LoraModule& first = *all.front();
  const AdapterParts parts = first.parts();
  const auto meaning = first.its_form().rows(parts);
  const auto has_rows = [&](const std::string& name) {
    return std::ranges::find(meaning.parts, name) != meaning.parts.end();
  };
  AdapterParts whole = parts;
  for (const auto& [name, part] : parts) {
    std::vector<torch::Tensor> rows;
    for (const LoraModule* each : all) {
      const AdapterParts own = each->parts();
      const auto found = own.find(name);
      const bool differs = found == own.end() || own.size() != parts.size() ||
                           (!has_rows(name) && !torch::equal(found->second, part));
      if (differs || each->scale() != first.scale()) return std::nullopt;
      rows.push_back(found->second);
    }
    if (has_rows(name)) whole[name] = torch::cat(rows);
  }
  LoraModule module{.alpha = first.alpha, .form = first.form};
  module.set_parts(std::move(whole));
  return module;
}

/// A module like `like` for a layer that the LoRA leaves as it is: its rows are zero.
std::optional<LoraModule> with_zero_rows(const LoraModule& like, int64_t rows) {
  AdapterParts parts = like.parts();
  const auto meaning = like.its_form().rows(parts);
  if (rows % meaning.unit != 0) return std::nullopt;
  for (const std::string_view name : meaning.parts) {
    torch::Tensor& part = parts.at(std::string(name));
    part = torch::zeros({rows / meaning.unit, part.size(1)}, part.options());
  }
  LoraModule module{.alpha = like.alpha, .form = like.form};
  module.set_parts(std::move(parts));
  return module;
}

/// The same without ranks.
AdapterParts without_ranks(const LoraModule& like, int64_t rows) {
  PartMaker maker(torch::kCPU, at::make_generator<at::CPUGeneratorImpl>(0));
  AdapterParts parts = like.its_form().make(maker, {rows, like.size().in}, 0, {});
  for (auto& [name, part] : parts) part = part.to(like.parts().begin()->second.scalar_type());
  return parts;
}

/// Layers of the same weight on top of each other, each with its own ranks.
std::optional<LoraModule> with_ranks_of(const LoraModule& first, const std::vector<const LoraModule*>& all,
                                        const std::vector<int64_t>& rows) {
  std::vector<AdapterParts> parts;
  std::vector<double> factors;
  for (size_t i = 0; i < all.size(); ++i) {
    parts.push_back(all[i] != nullptr ? all[i]->parts() : without_ranks(first, rows[i]));
    // Only one scale is possible: that of the first.
    factors.push_back(all[i] != nullptr ? all[i]->scale() / first.scale() : 1);
  }
  auto stacked = first.its_form().stacked(parts, factors);
  if (!stacked) return std::nullopt;
  LoraModule whole{.form = first.form};
  whole.set_parts(std::move(*stacked));
  return whole;
}

}  // namespace

std::optional<LoraModule> slice_of(const LoraModule& module, int64_t first, int64_t count) {
  auto parts = module.its_form().slice(module.parts(), first, count);
  if (!parts) return std::nullopt;
  LoraModule part{.alpha = module.alpha, .form = module.form};
  part.set_parts(std::move(*parts));
  if (module.magnitude.defined()) part.magnitude = module.magnitude.narrow(0, first, count).clone();
  return part;
}

torch::Tensor with_halves_swapped(torch::Tensor rows, const std::string& path,
                                  const catalog::KeyNames& names) {
  if (model_files::other_name(path, names).halves_swapped) return rows.roll({rows.size(0) / 2}, {0});
  return rows;
}

std::optional<LoraModule> with_halves_swapped(LoraModule module, const std::string& path,
                                              const catalog::KeyNames& names) {
  if (!model_files::other_name(path, names).halves_swapped) return module;
  auto parts = module.its_form().swapped(module.parts());
  if (!parts) return std::nullopt;
  module.set_parts(std::move(*parts));
  if (module.magnitude.defined())
    module.magnitude = with_halves_swapped(std::move(module.magnitude), path, names);
  return module;
}

std::optional<LoraModule> fused(const std::vector<const LoraModule*>& all, const std::vector<int64_t>& rows) {
  const LoraModule& first = **std::ranges::find_if(all, [](const auto* each) { return each != nullptr; });
  std::vector<torch::Tensor> magnitudes;
  bool has_all = true;
  for (const LoraModule* each : all) {
    has_all = has_all && each != nullptr;
    if (each == nullptr) continue;
    if (each->form != first.form || each->magnitude.defined() != first.magnitude.defined())
      return std::nullopt;
    if (each->magnitude.defined()) magnitudes.push_back(each->magnitude);
  }
  // The length of an unchanged row is not known here.
  if (!magnitudes.empty() && !has_all) return std::nullopt;
  std::vector<std::optional<LoraModule>> unchanged(all.size());
  std::vector<const LoraModule*> each_one = all;
  bool has_rows = true;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i] == nullptr) unchanged[i] = with_zero_rows(first, rows[i]);
    if (unchanged[i]) each_one[i] = &*unchanged[i];
    has_rows = has_rows && each_one[i] != nullptr;
  }
  std::optional<LoraModule> whole = has_rows ? with_rows_of(each_one) : std::nullopt;
  if (!whole) whole = with_ranks_of(first, all, rows);
  if (!whole) return std::nullopt;
  if (whole->rank() > 0) whole->alpha = first.scale() * static_cast<double>(whole->rank());
  if (!magnitudes.empty()) whole->magnitude = torch::cat(magnitudes);
  return whole;
}

std::vector<std::string> tensor_owners(const std::map<std::string, std::vector<int64_t>>& tensors) {
  std::vector<std::string> owners;
  for (const auto& [name, sizes] : tensors) owners.push_back(name.substr(0, name.rfind('.')));
  return owners;
}

}  // namespace fw::adapters
