// SPDX-License-Identifier: Apache-2.0
#include "tensor/dtype.h"

#include <array>
#include <utility>

#include "base/error.h"

namespace fw::tensor {

namespace {

constexpr ErrorCode not_storable{
    "tensor.not_storable", FW_TEXT("errors", "safetensors files cannot hold tensors of type {dtype}."), {}};
constexpr ErrorCode unknown_dtype{"tensor.unknown_dtype",
                                  FW_TEXT("errors", "There is no data type “{dtype}”."),
                                  FW_TEXT("errors", "Use fp32, bf16 or fp16."), Blame::input};

// In the order of safetensors::Dtype.
constexpr std::array torch_dtypes{torch::kBool,          torch::kUInt8,  torch::kInt8,   torch::kFloat8_e5m2,
                                  torch::kFloat8_e4m3fn, torch::kUInt16, torch::kInt16,  torch::kFloat16,
                                  torch::kBFloat16,      torch::kUInt32, torch::kInt32,  torch::kFloat32,
                                  torch::kUInt64,        torch::kInt64,  torch::kFloat64};
static_assert(torch_dtypes.size() == static_cast<size_t>(safetensors::Dtype::f64) + 1);

struct Name {
  std::string_view text;
  torch::Dtype dtype;
};
constexpr std::array<Name, 6> names{{{"fp32", torch::kFloat32},
                                     {"bf16", torch::kBFloat16},
                                     {"fp16", torch::kFloat16},
                                     {"float32", torch::kFloat32},
                                     {"bfloat16", torch::kBFloat16},
                                     {"float16", torch::kFloat16}}};

}  // namespace

torch::Dtype to_torch(safetensors::Dtype dtype) {
  return torch_dtypes[static_cast<size_t>(dtype)];
}

safetensors::Dtype to_safetensors(torch::Dtype dtype) {
  for (size_t i = 0; i < torch_dtypes.size(); ++i) {
    if (torch_dtypes[i] == dtype) return static_cast<safetensors::Dtype>(i);
  }
  throw Error(not_storable, {{"dtype", torch::toString(dtype)}});
}

torch::Dtype parse_dtype(std::string_view text) {
  for (const Name& name : names) {
    if (name.text == text) return name.dtype;
  }
  throw Error(unknown_dtype, {{"dtype", text}});
}

std::string_view dtype_text(torch::Dtype dtype) {
  for (const Name& name : names) {
    if (name.dtype == dtype) return name.text;
  }
  return torch::toString(dtype);
}

}  // namespace fw::tensor
