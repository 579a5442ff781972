// SPDX-License-Identifier: Apache-2.0
#include "nn/activation_kernels.h"

#include <ATen/Parallel.h>
#include <torch/library.h>

#include <algorithm>

#include "cuda/part.h"
#include "nn/kernel_elements.h"

namespace fw::nn {

namespace {

using torch::Tensor;

constexpr int64_t elements_of_thread = 16384;  // minimum work that is worth starting a thread for

/// The stride between rows, which must be constant.
int64_t row_stride(const Tensor& x) {
  const Tensor rows = x.view({-1, x.size(-1)});
  TORCH_CHECK(rows.stride(1) == 1, "activations: a row's elements are apart");
  return rows.stride(0);
}

kernels::ConstRows input(const Tensor& x) {
  return {x.const_data_ptr(), row_stride(x)};
}
kernels::ConstRows input(const std::optional<Tensor>& x) {
  return x ? input(*x) : kernels::ConstRows();
}
kernels::Rows output(const Tensor& x) {
  return {x.data_ptr(), row_stride(x)};
}

void describe(kernels::ActivationRows& all, const Tensor& x, const std::optional<Tensor>& value,
              int64_t activation) {
  all.width = x.size(-1);
  all.rows = x.numel() / all.width;
  all.activation = static_cast<kernels::Activation>(activation);
  all.element = element_of(x);
  all.x = input(x);
  all.value = input(value);
}

/// Runs on the device of `like`.
template <class Arguments>
void run(const Tensor& like, const Arguments& all) {
  if (like.is_cuda())
    return std::get<cuda::OnCard<Arguments>>(cuda::loaded_part().activations)(all, like.get_device());
  at::parallel_for(0, all.rows, std::max<int64_t>(1, elements_of_thread / all.width),
                   [&](int64_t first, int64_t end) { kernels::run_cpu(all, first, end); });
}

void activate(const Tensor& x, const std::optional<Tensor>& value, const Tensor& y, int64_t activation) {
  if (x.is_meta() || x.numel() == 0) return;
  kernels::ActivationForward all;
  describe(all, x, value, activation);
  all.y = output(y);
  run(x, all);
}

void activate_backward(const Tensor& dy, const Tensor& x, const std::optional<Tensor>& value,
                       const Tensor& dx, const std::optional<Tensor>& dvalue, int64_t activation) {
  if (x.is_meta() || x.numel() == 0) return;
  kernels::ActivationBackward all;
  describe(all, x, value, activation);
  all.dy = input(dy);
  all.dx = output(dx);
  if (dvalue) all.dvalue = output(*dvalue);
  run(x, all);
}

/// Registered with LibTorch on first use: a process may load the engine twice, but a name can be defined only
/// once.
c10::OperatorHandle activation_operator(const char* name) {
  auto& dispatcher = c10::Dispatcher::singleton();
  if (!dispatcher.findSchema({"framewright::activate", ""})) {
    static torch::Library library(torch::Library::FRAGMENT, "framewright", std::nullopt, __FILE__, __LINE__);
    library.def("activate(Tensor x, Tensor? value, Tensor(a!) y, int activation) -> ()");
    library.def(
        "activate_backward(Tensor dy, Tensor x, Tensor? value, Tensor(a!) dx, Tensor(b!)? dvalue, "
        "int activation) -> ()");
    for (const auto key : {c10::DispatchKey::CPU, c10::DispatchKey::Meta, c10::DispatchKey::CUDA}) {
      library.impl("activate", torch::dispatch(key, TORCH_FN(activate)));
      library.impl("activate_backward", torch::dispatch(key, TORCH_FN(activate_backward)));
    }
  }
  return dispatcher.findSchemaOrThrow(name, "");
}

}  // namespace

const c10::TypedOperatorHandle<ActivateSignature>& activate_operator() {
  static const auto op = activation_operator("framewright::activate").typed<ActivateSignature>();
  return op;
}
const c10::TypedOperatorHandle<ActivateBackwardSignature>& activate_backward_operator() {
  static const auto op =
      activation_operator("framewright::activate_backward").typed<ActivateBackwardSignature>();
  return op;
}

}  // namespace fw::nn
