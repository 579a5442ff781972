// SPDX-License-Identifier: Apache-2.0
#include "tensor/flop_counter.h"

#include <ATen/record_function.h>

#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>

#include "tensor/device.h"
#include "tensor/libtorch.h"

namespace fw::tensor {

namespace {

thread_local FlopCounter* thread_counter = nullptr;

using torch::IntArrayRef;

/// Shape of an argument that is a tensor; empty for all else.
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

/// Scores and their product with the values, of q, k [B, H, N, d].
double attention_flops(IntArrayRef q, IntArrayRef k) {
  return q.size() < 4 || k.size() < 4 ? 0 : 4 * product(q) * static_cast<double>(k[k.size() - 2]);
}

/// Of the smaller side's elements each meets a whole kernel. @param weight  [out, in / groups, kernel ..]
double convolution_flops(IntArrayRef out, IntArrayRef weight) {
  return out.empty() || weight.empty() ? 0 : 2 * product(out) * product(weight.slice(1));
}

/// Of aten::convolution(input, weight, bias, stride, padding, dilation, ..), without transposed ones: no
/// model here has any.
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
  // The matrix products of attention without a fused kernel count themselves.
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

double flops_of(const at::RecordFunction& function) {
  const std::string_view name = function.name();
  if (!is_counted(name)) return 0;
  const auto inputs = function.inputs();
  const auto input = [&](size_t i) { return i < inputs.size() ? shape_of(inputs[i]) : IntArrayRef(); };
  if (name == "aten::mm" || name == "aten::bmm") return matrix_flops(input(0), input(1));
  if (name.find("addmm") != name.npos || name == "aten::baddbmm") return matrix_flops(input(1), input(2));
  if (name == "aten::convolution") return convolution_flops(output_shape(inputs), input(1));
  if (name == "aten::convolution_backward") return 2 * convolution_flops(input(0), input(2));
  // The backward pass has the gradient in front of q and k.
  const bool is_backward = name.ends_with("_backward");
  const IntArrayRef q = input(is_backward ? 1 : 0), k = input(is_backward ? 2 : 1);
  if (!is_backward) note_self_attention(thread_counter->self_attention(), q, k);
  return (is_backward ? 2.5 : 1) * attention_flops(q, k);
}

std::unique_ptr<at::ObserverContext> count(const at::RecordFunction& function) {
  if (thread_counter != nullptr) thread_counter->add(flops_of(function));
  return nullptr;
}

}  // namespace

FlopCounter::FlopCounter() : before_(std::exchange(thread_counter, this)) {
  callback_ = at::addThreadLocalCallback(
      at::RecordFunctionCallback(&count).needsInputs(true).scopes({at::RecordScope::FUNCTION}));
}
FlopCounter::~FlopCounter() {
  at::removeCallback(callback_);
  thread_counter = before_;
}

}  // namespace fw::tensor
