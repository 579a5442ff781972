// SPDX-License-Identifier: Apache-2.0
#include "tensor/flop_counter.h"

#include <ATen/record_function.h>

#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>

#include "tensor/device.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"
#include "tensor/placement.h"

namespace fw::tensor {

namespace {

thread_local FlopCounter* thread_counter = nullptr;

using torch::IntArrayRef;
using torch::Tensor;

/// Shape of a tensor argument; empty for other arguments.
IntArrayRef shape_of(const c10::IValue& value) {
  // A device's backward pass would not be counted.
  assert(!value.isTensor() || !value.toTensor().defined() || !is_accelerator(value.toTensor().device()));
  return value.isTensor() && value.toTensor().defined() ? value.toTensor().sizes() : IntArrayRef();
}

double product(IntArrayRef sizes) {
  double elements = 1;
  for (const int64_t size : sizes) elements *= static_cast<double>(size);
  return elements;
}

/// [.., M, K] times [.., K, N].
double matrix_flops(IntArrayRef a, IntArrayRef b) {
  return a.empty() || b.empty() ? 0 : 2 * product(a) * static_cast<double>(b.back());
}

/// The scores and their product with the values, for q, k [B, H, N, d].
double attention_flops(IntArrayRef q, IntArrayRef k) {
  return q.size() < 4 || k.size() < 4 ? 0 : 4 * product(q) * static_cast<double>(k[k.size() - 2]);
}

/// Each element of the smaller side is multiplied with a whole kernel. @param weight  [out, in / groups,
/// kernel ..]
double convolution_flops(IntArrayRef out, IntArrayRef weight) {
  return out.empty() || weight.empty() ? 0 : 2 * product(out) * product(weight.slice(1));
}

/// Output shape of aten::convolution(input, weight, bias, stride, padding, dilation, ..). Transposed
/// convolutions are not supported, since no model uses them.
std::vector<int64_t> output_shape(c10::ArrayRef<const c10::IValue> inputs) {
  const IntArrayRef x = shape_of(inputs[0]), weight = shape_of(inputs[1]);
  if (x.empty() || weight.size() != x.size()) return {};
  const auto stride = inputs[3].toIntVector(), padding = inputs[4].toIntVector(),
             dilation = inputs[5].toIntVector();
  std::vector<int64_t> shape{x[0], weight[0]};
  for (size_t axis = 2; axis < x.size(); ++axis) {
    const auto value = [axis](const std::vector<int64_t>& all) {
      return all.size() == 1 ? all[0] : all[axis - 2];
    };
    const int64_t reach = value(dilation) * (weight[axis] - 1) + 1;
    shape.push_back((x[axis] + 2 * value(padding) - reach) / value(stride) + 1);
  }
  return shape;
}

bool is_counted(std::string_view name) {
  constexpr std::string_view products[]{"aten::mm",
                                        "aten::bmm",
                                        "aten::addmm",
                                        "aten::_addmm_activation",
                                        "aten::baddbmm",
                                        "aten::convolution",
                                        "aten::convolution_backward"};
  if (std::find(std::begin(products), std::end(products), name) != std::end(products)) return true;
  // Without a fused kernel, the matrix products of attention are counted themselves.
  return name.starts_with("aten::_scaled_dot_product_") && name.find("attention_math") == name.npos;
}

void note_self_attention(SelfAttentionUse& use, IntArrayRef q, IntArrayRef k) {
  if (q.size() != 4 || k.size() != 4 || q[2] != k[2]) return;
  ++use.calls;
  use.elements += product(q);
  if (q[2] <= use.tokens) return;
  use.tokens = q[2];
  use.heads = q[1];
}

/// Bytes of a tensor on the device; those of an expanded tensor count once.
double device_bytes(const Tensor& x) {
  if (!x.defined() || placement_of(x) != Placement::device) return 0;
  return static_cast<double>(std::min(x.nbytes(), x.storage().nbytes()));
}

double device_bytes(c10::ArrayRef<const c10::IValue> values) {
  double bytes = 0;
  for (const c10::IValue& value : values) {
    if (value.isTensor()) bytes += device_bytes(value.toTensor());
    if (value.isTensorList())
      for (const Tensor& each : value.toTensorList().vec()) bytes += device_bytes(each);
  }
  return bytes;
}

/// A running operation. Its inputs exist when it starts, its outputs when it ends.
struct Operation : at::ObserverContext {
  ComputedWork before;  ///< counts at its start
  double input_bytes = 0;
  bool crosses_bus = false;         ///< a copy between host and device
  std::vector<const void*> inputs;  ///< their storages
};

std::unique_ptr<Operation> begun(const at::RecordFunction& function) {
  auto operation = std::make_unique<Operation>();
  const auto inputs = function.inputs();
  if (std::string_view(function.name()) == "aten::copy_") {  // which reads its second argument
    operation->crosses_bus = !same_memory(inputs[0].toTensor(), inputs[1].toTensor());
    operation->input_bytes = device_bytes(inputs[1].toTensor());
  } else {
    operation->input_bytes = device_bytes(inputs);
  }
  for (const c10::IValue& input : inputs)
    if (input.isTensor() && input.toTensor().has_storage())
      operation->inputs.push_back(input.toTensor().storage().unsafeGetStorageImpl());
  return operation;
}

/// Bytes read and written by an operation that is not a product.
double moved_bytes(const at::RecordFunction& function, const Operation& operation) {
  const std::string_view name = function.name();
  if (operation.crosses_bus || name.find("empty") != name.npos || name == "aten::set_" ||
      name == "aten::resize_")
    return 0;
  const auto& outputs = function.outputs();
  const bool writes_input = name.ends_with("_") || name.ends_with("_out");
  const bool has_output = !outputs.empty() && outputs[0].isTensor() && outputs[0].toTensor().has_storage();
  if (has_output && !writes_input &&
      std::ranges::count(operation.inputs, outputs[0].toTensor().storage().unsafeGetStorageImpl()) > 0)
    return 0;  // a view
  return operation.input_bytes +
         device_bytes(c10::ArrayRef<const c10::IValue>(outputs.data(), outputs.size()));
}

}  // namespace

/// Observer of operations that updates a counter.
struct FlopCounting {
  static std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction& function) {
    if (thread_counter == nullptr) return nullptr;
    ComputedWork& work = thread_counter->work_;
    auto operation = begun(function);
    operation->before = work;
    const std::string_view name = function.name();
    if (!is_counted(name)) return operation;
    const auto inputs = function.inputs();
    const auto input = [&](size_t i) { return i < inputs.size() ? shape_of(inputs[i]) : IntArrayRef(); };
    if (name == "aten::mm" || name == "aten::bmm") {
      work.products += matrix_flops(input(0), input(1));
    } else if (name.find("addmm") != name.npos || name == "aten::baddbmm") {
      work.products += matrix_flops(input(1), input(2));
    } else if (name == "aten::convolution") {
      work.products += convolution_flops(output_shape(inputs), input(1));
    } else if (name == "aten::convolution_backward") {
      work.products += 2 * convolution_flops(input(0), input(2));
    } else if (name.ends_with("_backward")) {  // its first argument is the gradient
      work.attention_backward += 2.5 * attention_flops(input(1), input(2));
    } else {
      note_self_attention(thread_counter->self_attention_, input(0), input(1));
      work.attention += attention_flops(input(0), input(1));
    }
    return operation;
  }

  /// If the operation consists of others, those have been counted already.
  static void end(const at::RecordFunction& function, at::ObserverContext* context) {
    if (thread_counter == nullptr || context == nullptr) return;
    const auto& operation = static_cast<const Operation&>(*context);
    ComputedWork& work = thread_counter->work_;
    const ComputedWork since = work.minus(operation.before);
    if (since.flops() == 0 && since.moved_bytes == 0) work.moved_bytes += moved_bytes(function, operation);
  }
};

FlopCounter::FlopCounter() : before_(std::exchange(thread_counter, this)) {
  callback_ = at::addThreadLocalCallback(at::RecordFunctionCallback(&FlopCounting::begin, &FlopCounting::end)
                                             .needsInputs(true)
                                             .needsOutputs(true)
                                             .scopes({at::RecordScope::FUNCTION}));
}
FlopCounter::~FlopCounter() {
  at::removeCallback(callback_);
  thread_counter = before_;
}

}  // namespace fw::tensor
