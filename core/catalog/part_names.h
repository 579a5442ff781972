// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/single_file.h"

/// Helpers for files that hold one component of a model under other names.
namespace fw::catalog {

using Shapes = std::map<std::string, std::vector<int64_t>>;
using Tensors = std::map<std::string, StoredTensor>;
using Renaming = std::pair<std::string_view, std::string_view>;

/// Shapes of all tensors.
Shapes shapes_of(const safetensors::Header& header);

/// Size of an axis of a tensor; 0 if the file has no such tensor or axis.
int64_t axis(const Shapes& shapes, const std::string& name, size_t i);

/// Replaces the first of these prefixes that the name has; empty if it has none.
template <size_t n>
std::string renamed(std::string_view name, const std::array<Renaming, n>& beginnings) {
  for (const auto& [other, published] : beginnings)
    if (name.starts_with(other)) return std::string(published) + std::string(name.substr(other.size()));
  return {};
}

/// A number, and the rest of the name after the following dot: "12.weight".
struct Numbered {
  int64_t number = -1;
  std::string_view rest;
};
Numbered numbered(std::string_view name);

}  // namespace fw::catalog
