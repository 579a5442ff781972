// SPDX-License-Identifier: Apache-2.0
#include "safetensors/dtype.h"

#include <algorithm>
#include <array>

namespace fw::safetensors {

namespace {

struct Row {
  std::string_view name;
  uint64_t bytes;
};
// In enumeration order.
constexpr std::array<Row, 15> rows{{{"BOOL", 1},
                                    {"U8", 1},
                                    {"I8", 1},
                                    {"F8_E5M2", 1},
                                    {"F8_E4M3", 1},
                                    {"U16", 2},
                                    {"I16", 2},
                                    {"F16", 2},
                                    {"BF16", 2},
                                    {"U32", 4},
                                    {"I32", 4},
                                    {"F32", 4},
                                    {"U64", 8},
                                    {"I64", 8},
                                    {"F64", 8}}};
static_assert(rows.size() == static_cast<size_t>(Dtype::f64) + 1);

}  // namespace

uint64_t byte_size(Dtype dtype) {
  return rows[static_cast<size_t>(dtype)].bytes;
}

std::string_view dtype_name(Dtype dtype) {
  return rows[static_cast<size_t>(dtype)].name;
}

std::optional<Dtype> dtype_from_name(std::string_view name) {
  const auto* row = std::find_if(rows.begin(), rows.end(), [&](const Row& it) { return it.name == name; });
  if (row == rows.end()) return std::nullopt;
  return static_cast<Dtype>(row - rows.begin());
}

}  // namespace fw::safetensors
