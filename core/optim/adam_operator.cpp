// SPDX-License-Identifier: Apache-2.0
#include "optim/adam_operator.h"

#include <torch/library.h>
#include "tensor/libtorch.h"

#include <cstring>
#include <string>

#include "cuda/part.h"

namespace fw::optim {

namespace {

using torch::Tensor;

kernels::FloatType float_type(const Tensor& tensor) {
  return tensor.scalar_type() == torch::kBFloat16 ? kernels::FloatType::bfloat16
                                                  : kernels::FloatType::float32;
}

/// Arguments of operators must have PyTorch's types, so the scalars are passed as bytes.
kernels::AdamScalars unpack(const std::string& bytes) {
  kernels::AdamScalars scalars;
  TORCH_CHECK(bytes.size() == sizeof scalars, "adam_step: these are not its scalars");
  std::memcpy(&scalars, bytes.data(), sizeof scalars);
  return scalars;
}

kernels::AdamTensors arrays(Tensor& weight, const Tensor& gradient, Tensor& exp_avg, Tensor& exp_avg_sq,
                            const std::optional<Tensor>& scale, const std::optional<Tensor>& scale_sq) {
  return arrays_of(
      {weight, gradient, exp_avg, exp_avg_sq, scale.value_or(Tensor()), scale_sq.value_or(Tensor())});
}

void step_on_cpu(Tensor& weight, const Tensor& gradient, Tensor& exp_avg, Tensor& exp_avg_sq,
                 const std::optional<Tensor>& scale, const std::optional<Tensor>& scale_sq,
                 const std::string& scalars) {
  const kernels::AdamTensors all = arrays(weight, gradient, exp_avg, exp_avg_sq, scale, scale_sq);
  kernels::adam_cpu(all, unpack(scalars), 0, all.block_count());
}

void step_on_cuda(Tensor& weight, const Tensor& gradient, Tensor& exp_avg, Tensor& exp_avg_sq,
                  const std::optional<Tensor>& scale, const std::optional<Tensor>& scale_sq,
                  const std::string& scalars) {
  cuda::loaded_part().adam(arrays(weight, gradient, exp_avg, exp_avg_sq, scale, scale_sq), unpack(scalars),
                           weight.get_device());
}

void no_step_on_meta(Tensor&, const Tensor&, Tensor&, Tensor&, const std::optional<Tensor>&,
                     const std::optional<Tensor>&, const std::string&) {}

/// Registered with LibTorch on first use: a process may load the engine twice, but a name can be defined only
/// once.
c10::OperatorHandle the_operator() {
  constexpr const char* name = "framewright::adam_step";
  if (const auto known = c10::Dispatcher::singleton().findSchema({name, ""})) return *known;
  static torch::Library library(torch::Library::FRAGMENT, "framewright", std::nullopt, __FILE__, __LINE__);
  library.def(
      "adam_step(Tensor(a!) weight, Tensor gradient, Tensor(b!) exp_avg, Tensor(c!) exp_avg_sq, "
      "Tensor(d!)? scale, Tensor(e!)? scale_sq, str scalars) -> ()");
  library.impl("adam_step", torch::dispatch(c10::DispatchKey::CPU, TORCH_FN(step_on_cpu)));
  library.impl("adam_step", torch::dispatch(c10::DispatchKey::Meta, TORCH_FN(no_step_on_meta)));
  library.impl("adam_step", torch::dispatch(c10::DispatchKey::CUDA, TORCH_FN(step_on_cuda)));
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, "");
}

}  // namespace

kernels::AdamTensors arrays_of(const AdamOperands& operands) {
  kernels::AdamTensors arrays;
  arrays.count = operands.weight.numel();
  arrays.weight = operands.weight.data_ptr();
  arrays.gradient = operands.gradient.const_data_ptr();
  arrays.exp_avg = operands.exp_avg.data_ptr();
  arrays.exp_avg_sq = operands.exp_avg_sq.data_ptr();
  if (operands.scale.defined()) {
    arrays.exp_avg_scale = operands.scale.data_ptr<float>();
    arrays.exp_avg_sq_scale = operands.scale_sq.data_ptr<float>();
  }
  arrays.weight_type = float_type(operands.weight);
  arrays.gradient_type = float_type(operands.gradient);
  return arrays;
}

void adam_step(const AdamOperands& operands, const kernels::AdamScalars& scalars) {
  static const auto op = the_operator().typed<decltype(step_on_cpu)>();
  const auto optional = [](const Tensor& tensor) {
    return tensor.defined() ? std::optional<Tensor>(tensor) : std::nullopt;
  };
  AdamOperands all = operands;
  op.call(all.weight, all.gradient, all.exp_avg, all.exp_avg_sq, optional(all.scale), optional(all.scale_sq),
          std::string(reinterpret_cast<const char*>(&scalars), sizeof scalars));
}

}  // namespace fw::optim
