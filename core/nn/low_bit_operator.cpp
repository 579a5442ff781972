// SPDX-License-Identifier: Apache-2.0
#include "nn/low_bit_operator.h"

#include <torch/library.h>

#include "cuda/part.h"
#include "nn/low_bit.h"
#include "tensor/libtorch.h"

namespace fw::nn {

using torch::Tensor;

namespace {

Tensor on_cuda(const Tensor& codes, const Tensor& scales, const std::optional<Tensor>& magnitudes,
               const std::optional<Tensor>& mean, torch::Dtype dtype) {
  const Tensor values = result_for(codes, dtype);
  cuda::loaded_part().dequantise(matrix_of(codes, scales, magnitudes, mean), value_type(dtype),
                                 values.data_ptr(), codes.get_device());
  return values;
}

Tensor on_meta(const Tensor& codes, const Tensor&, const std::optional<Tensor>&, const std::optional<Tensor>&,
               torch::Dtype dtype) {
  return result_for(codes, dtype);
}

/// Registered with LibTorch on first use: a process may load the engine twice, but a name can be defined only
/// once.
c10::OperatorHandle the_operator() {
  constexpr const char* name = "framewright::dequantise";
  if (const auto known = c10::Dispatcher::singleton().findSchema({name, ""})) return *known;
  static torch::Library library(torch::Library::FRAGMENT, "framewright", std::nullopt, __FILE__, __LINE__);
  library.def(
      "dequantise(Tensor codes, Tensor scales, Tensor? magnitudes, Tensor? mean, ScalarType dtype) -> "
      "Tensor");
  library.impl("dequantise", torch::dispatch(c10::DispatchKey::CPU, TORCH_FN(dequantise_on_cpu)));
  library.impl("dequantise", torch::dispatch(c10::DispatchKey::Meta, TORCH_FN(on_meta)));
  library.impl("dequantise", torch::dispatch(c10::DispatchKey::CUDA, TORCH_FN(on_cuda)));
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, "");
}

}  // namespace

Tensor dequantise(const LowBitWeight& weight, torch::Dtype dtype) {
  static const auto op = the_operator().typed<decltype(dequantise_on_cpu)>();
  const auto optional = [](const Tensor& tensor) {
    return tensor.defined() ? std::optional<Tensor>(tensor) : std::nullopt;
  };
  return op.call(weight.codes, weight.scales, optional(weight.magnitudes), optional(weight.mean), dtype);
}

}  // namespace fw::nn
