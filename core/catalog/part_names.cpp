// SPDX-License-Identifier: Apache-2.0
#include "catalog/part_names.h"

#include <charconv>

namespace fw::catalog {

Shapes shapes_of(const safetensors::Header& header) {
  Shapes shapes;
  for (const safetensors::TensorInfo& tensor : header.tensors) shapes[tensor.name] = tensor.shape;
  return shapes;
}

int64_t axis(const Shapes& shapes, const std::string& name, size_t i) {
  const auto found = shapes.find(name);
  return found == shapes.end() || i >= found->second.size() ? 0 : found->second[i];
}

Numbered numbered(std::string_view name) {
  Numbered found;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), found.number);
  const auto digits = static_cast<size_t>(end - name.data());
  if (error != std::errc() || digits >= name.size() || name[digits] != '.') return {};
  found.rest = name.substr(digits + 1);
  return found;
}

}  // namespace fw::catalog
