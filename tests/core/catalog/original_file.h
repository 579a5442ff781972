// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>

#include "base/json_text.h"
#include "catalog/single_file.h"

/// Published models' components in files under their original names, without values.
namespace fw::catalog {

using Shape = std::vector<int64_t>;

inline const std::filesystem::path manifests = FW_SOURCE_FOLDER "/tests/reference/manifests";

inline void add(safetensors::Header& header, const std::string& name, const Shape& shape) {
  header.tensors.push_back({.name = name, .shape = shape});
}

/// A published model's component under the names of its original file.
struct Original {
  nlohmann::json config, manifest;
  std::map<std::string, Shape> shapes;  ///< by published names
  safetensors::Header header;

  explicit Original(const std::string& model)
      : config(read_json(manifests / model / "config.json")),
        manifest(read_json(manifests / model / "manifest.json")),
        shapes(manifest.at("parameters").get<std::map<std::string, Shape>>()) {
    if (manifest.contains("buffers"))
      shapes.merge(manifest.at("buffers").get<std::map<std::string, Shape>>());
    const nlohmann::json names = read_json(manifests / model / "original_names.json");
    for (const auto& [original, published] : names.items()) {
      Shape shape = shapes.at(published.is_array() ? published.at(0) : published);
      if (published.is_array()) shape[0] *= static_cast<int64_t>(published.size());
      if (original == "visual.cls_embedding") shape.insert(shape.begin(), {1, 1});
      if (original == "visual.pos_embedding") shape.insert(shape.begin(), 1);
      add(header, original, shape);
    }
  }
};

/// Shape of a tensor when read through the index of the component's folder.
inline Shape read_shape(const StoredTensor& stored, const safetensors::Header& header) {
  const auto found = std::ranges::find(header.tensors, stored.name, &safetensors::TensorInfo::name);
  if (found == header.tensors.end()) return {};
  Shape shape(found->shape.begin() + stored.leading_axes, found->shape.end());
  if (stored.rows > 0) shape[0] = stored.rows;
  return shape;
}

}  // namespace fw::catalog
