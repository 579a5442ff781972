// SPDX-License-Identifier: Apache-2.0
#include <ATen/EmptyTensor.h>
#include <ATen/SDPBackend.h>
#include <ATen/native/transformers/attention.h>
#include <ATen/ops/_fused_sdp_choice.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/set_native.h>
#include <ATen/ops/unfold_native.h>
#include <ATen/ops/view_as_complex_native.h>
#include <ATen/ops/view_as_real_native.h>
#include <ATen/ops/view_native.h>
#include <torch/library.h>

#include "support/pretend_gpu/launch.h"
#include "support/pretend_gpu/timeline.h"

/// Copies, views, and operators specific to the device; all others go through launch().
namespace fw::pretend_gpu {

namespace {

using c10::IValue;
using torch::Tensor;
using torch::jit::Stack;

void fallback(const c10::OperatorHandle& op, Stack* stack) {
  launch(op, *stack);
}

c10::OperatorHandle operator_named(const char* name, const char* overload = "") {
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, overload);
}

/// Runs another operator on the stream with these arguments.
Stack launch_as(const c10::OperatorHandle& op, Stack stack) {
  launch(op, stack);
  return stack;
}

Tensor empty(c10::SymIntArrayRef size, std::optional<at::ScalarType> dtype, std::optional<at::Layout>,
             std::optional<at::Device> device, std::optional<bool>, std::optional<at::MemoryFormat> format) {
  const c10::OptionalDeviceGuard guard(device);
  return at::detail::empty_generic(
      C10_AS_INTARRAYREF_SLOW(size), c10::GetAllocator(c10::DeviceType::PrivateUse1),
      c10::DispatchKeySet(c10::DispatchKey::PrivateUse1), c10::dtype_or_default(dtype), format);
}

Tensor empty_strided(c10::SymIntArrayRef size, c10::SymIntArrayRef stride,
                     std::optional<at::ScalarType> dtype, std::optional<at::Layout>,
                     std::optional<at::Device> device, std::optional<bool>) {
  const c10::OptionalDeviceGuard guard(device);
  return at::detail::empty_strided_generic(C10_AS_INTARRAYREF_SLOW(size), C10_AS_INTARRAYREF_SLOW(stride),
                                           c10::GetAllocator(c10::DeviceType::PrivateUse1),
                                           c10::DispatchKeySet(c10::DispatchKey::PrivateUse1),
                                           c10::dtype_or_default(dtype));
}

const Tensor& resize_(const Tensor& self, c10::SymIntArrayRef size, std::optional<at::MemoryFormat>) {
  const auto sizes = C10_AS_INTARRAYREF_SLOW(size);
  const size_t bytes = static_cast<size_t>(c10::multiply_integers(sizes)) * self.element_size() +
                       static_cast<size_t>(self.storage_offset()) * self.element_size();
  if (bytes > self.storage().nbytes()) {
    const c10::DeviceGuard guard(self.device());
    self.storage().set_data_ptr_noswap(c10::GetAllocator(c10::DeviceType::PrivateUse1)->allocate(bytes));
    self.storage().unsafeGetStorageImpl()->set_nbytes(bytes);
  }
  self.unsafeGetTensorImpl()->set_sizes_contiguous(sizes);
  return self;
}

bool same_layout(const Tensor& a, const Tensor& b) {
  return a.scalar_type() == b.scalar_type() && a.sizes() == b.sizes() && a.strides() == b.strides() &&
         a.is_conj() == b.is_conj() && a.is_neg() == b.is_neg() && a.is_non_overlapping_and_dense();
}

void queue_copy(const c10::Stream& stream, const char* what, const View& to, const View& from) {
  Timeline::get().launch(stream, {what, {from.use(false), to.use(true)}, [to, from] {
                                    const OnTheDevice guard;
                                    to.on_cpu().copy_(from.on_cpu());
                                  }});
}

void wait_for(const c10::Stream& stream) {
  Timeline::get().wait(Timeline::get().point(stream));
}

Tensor to_device(const Tensor& from, const Tensor& to, bool non_blocking) {
  const c10::Stream stream = stream_of(to.device());
  if (non_blocking && from.is_pinned() && same_layout(from, to)) {
    queue_copy(stream, "a copy to the device", View(to), View(from));
    return to;
  }
  // The driver has copied pageable memory when the call returns.
  const auto staged = std::make_shared<Tensor>(from.clone());
  Timeline::get().launch(stream, {"a copy to the device", {View(to).use(true)}, [staged, view = View(to)] {
                                    const OnTheDevice guard;
                                    view.on_cpu().copy_(*staged);
                                  }});
  if (!non_blocking) wait_for(stream);
  return to;
}

Tensor to_host(const Tensor& from, const Tensor& to, bool non_blocking) {
  const c10::Stream stream = stream_of(from.device());
  if (!same_layout(from, to)) {  // the device first converts the values to the host's layout
    const Tensor formed =
        torch::empty_strided(to.sizes(), to.strides(), from.options().dtype(to.scalar_type()));
    formed.copy_(from.expand_as(to));
    if (same_layout(formed, to)) return to_host(formed, to, non_blocking);
  }
  if (non_blocking && to.is_pinned() && same_layout(from, to)) {
    queue_copy(stream, "a copy to the host", View(to), View(from));
    return to;
  }
  const auto landed = std::make_shared<Tensor>();
  Timeline::get().launch(stream, {"a copy to the host", {View(from).use(false)}, [landed, view = View(from)] {
                                    const OnTheDevice guard;
                                    *landed = view.on_cpu().clone();
                                  }});
  wait_for(stream);
  to.copy_(*landed);
  return to;
}

/// Between two devices both streams wait for each other.
Tensor between(const Tensor& from, const Tensor& to) {
  Timeline& timeline = Timeline::get();
  const c10::Stream there = stream_of(to.device()), here = stream_of(from.device());
  if (there != here) timeline.block(here, timeline.point(there));
  queue_copy(here, "a copy", View(to), View(from.expand_as(to)));
  if (there != here) timeline.block(there, timeline.point(here));
  return to;
}

Tensor copy_from(const Tensor& from, const Tensor& to, bool non_blocking) {
  if (to.numel() == 0) return to;
  if (on_device(from) && on_device(to)) return between(from, to);
  if (on_device(to)) return to_device(from.expand_as(to), to, non_blocking);
  return to_host(from, to, non_blocking);
}

Tensor copy_from_and_resize(const Tensor& from, const Tensor& to) {
  if (to.sizes() != from.sizes()) to.resize_(from.sizes());
  return copy_from(from, to, false);
}

void record_stream(Tensor& self, c10::Stream stream) {
  Timeline::get().record(self.storage().data(), stream);
}

at::Scalar local_scalar(const Tensor& self) {
  return self.reshape({}).cpu().item();
}

Tensor convolution(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
                   c10::SymIntArrayRef stride, c10::SymIntArrayRef padding, c10::SymIntArrayRef dilation,
                   bool transposed, c10::SymIntArrayRef output_padding, c10::SymInt groups) {
  static const auto op = operator_named("aten::convolution");
  return launch_as(op, {input, weight, bias, stride, padding, dilation, transposed, output_padding, groups})
      .front()
      .toTensor();
}

std::tuple<Tensor, Tensor, Tensor> convolution_backward(const Tensor& grad, const Tensor& input,
                                                        const Tensor& weight, c10::SymIntArrayRef stride,
                                                        c10::SymIntArrayRef padding,
                                                        c10::SymIntArrayRef dilation, bool transposed,
                                                        c10::SymIntArrayRef output_padding,
                                                        c10::SymInt groups, std::array<bool, 3> wanted) {
  static const auto op = operator_named("aten::convolution_backward");
  const std::vector<int64_t> bias_size{grad.size(1)};
  const Stack made = launch_as(op, {grad, input, weight, bias_size, stride, padding, dilation, transposed,
                                    output_padding, groups, wanted});
  return {made[0].toTensor(), made[1].toTensor(), made[2].toTensor()};
}

/// CUDA's kernel uses the tanh form of GELU, the CPU's the exact one.
Tensor addmm_activation(const Tensor& bias, const Tensor& a, const Tensor& b, const at::Scalar& beta,
                        const at::Scalar& alpha, bool use_gelu) {
  const Tensor y = torch::empty({a.size(0), b.size(1)}, a.options());
  const View to(y), of_bias(bias), of_a(a), of_b(b);
  const auto run = [=] {
    const OnTheDevice guard;
    const Tensor sum = at::addmm(of_bias.on_cpu(), of_a.on_cpu(), of_b.on_cpu(), beta, alpha);
    to.on_cpu().copy_(use_gelu ? at::gelu(sum, "tanh") : at::relu(sum));
  };
  Timeline::get().launch(
      stream_of(a.device()),
      {"aten::_addmm_activation", {of_bias.use(false), of_a.use(false), of_b.use(false), to.use(true)}, run});
  return y;
}

std::tuple<Tensor, Tensor, Tensor, Tensor, c10::SymInt, c10::SymInt, Tensor, Tensor, Tensor> attention(
    const Tensor& query, const Tensor& key, const Tensor& value, const std::optional<Tensor>& bias,
    double dropout, bool causal, bool, std::optional<double> scale) {
  static const auto op = operator_named("aten::_scaled_dot_product_flash_attention_for_cpu");
  const Stack made = launch_as(op, {query, key, value, dropout, causal, bias, scale});
  return {made[0].toTensor(), made[1].toTensor(), Tensor(), Tensor(), 0, 0, Tensor(), Tensor(), Tensor()};
}

std::tuple<Tensor, Tensor, Tensor, Tensor> attention_backward(
    const Tensor& grad, const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& bias,
    std::array<bool, 4>, const Tensor& out, const Tensor& logsumexp, const Tensor&, const Tensor&,
    c10::SymInt, c10::SymInt, double dropout, bool causal, const Tensor&, const Tensor&,
    std::optional<double> scale) {
  static const auto op = operator_named("aten::_scaled_dot_product_flash_attention_for_cpu_backward");
  const IValue mask = bias.defined() ? IValue(bias) : IValue();
  const Stack made = launch_as(op, {grad, query, key, value, out, logsumexp, dropout, causal, mask, scale});
  return {made[0].toTensor(), made[1].toTensor(), made[2].toTensor(), Tensor()};
}

/// The CPU's choice, so that both compute the same.
int64_t choose_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                         const std::optional<Tensor>& mask, double dropout, bool causal,
                         std::optional<double> scale, bool grouped) {
  const auto alike = [](const Tensor& tensor) {
    return torch::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(torch::kCPU))
        .requires_grad_(tensor.requires_grad());
  };
  std::optional<Tensor> cpu_mask;
  if (mask) cpu_mask = alike(*mask);
  const int64_t choice = at::_fused_sdp_choice(alike(query), alike(key), alike(value), cpu_mask, dropout,
                                               causal, scale, grouped);
  return choice == static_cast<int64_t>(at::SDPBackend::flash_attention)
             ? static_cast<int64_t>(at::SDPBackend::overrideable)
             : choice;
}

}  // namespace

}  // namespace fw::pretend_gpu

namespace at::native {
REGISTER_PRIVATEUSE1_DISPATCH(_fused_sdp_choice_stub, &fw::pretend_gpu::choose_attention)
}

TORCH_LIBRARY_IMPL(_, PrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&fw::pretend_gpu::fallback>());
}

// Copies resolve the conjugate bit themselves; PyTorch's fallback would copy first, by a copy.
TORCH_LIBRARY_IMPL(aten, Conjugate, m) {
  m.impl("_copy_from", torch::CppFunction::makeFallthrough());
}
TORCH_LIBRARY_IMPL(aten, Negative, m) {
  m.impl("_copy_from", torch::CppFunction::makeFallthrough());
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  namespace pretend = fw::pretend_gpu;
  m.impl("empty.memory_format", TORCH_FN(pretend::empty));
  m.impl("empty_strided", TORCH_FN(pretend::empty_strided));
  m.impl("resize_", TORCH_FN(pretend::resize_));
  m.impl("_copy_from", TORCH_FN(pretend::copy_from));
  m.impl("_copy_from_and_resize", TORCH_FN(pretend::copy_from_and_resize));
  m.impl("record_stream", TORCH_FN(pretend::record_stream));
  m.impl("_local_scalar_dense", TORCH_FN(pretend::local_scalar));
  m.impl("_addmm_activation", TORCH_FN(pretend::addmm_activation));
  m.impl("convolution_overrideable", TORCH_FN(pretend::convolution));
  m.impl("convolution_backward_overrideable", TORCH_FN(pretend::convolution_backward));
  m.impl("_scaled_dot_product_fused_attention_overrideable", TORCH_FN(pretend::attention));
  m.impl("_scaled_dot_product_fused_attention_overrideable_backward", TORCH_FN(pretend::attention_backward));
  // Views are the same on every device.
  m.impl("as_strided", TORCH_FN(at::native::as_strided_tensorimpl));
  m.impl("view", TORCH_FN(at::native::view));
  m.impl("_reshape_alias", TORCH_FN(at::native::_reshape_alias));
  m.impl("unfold", TORCH_FN(at::native::unfold));
  m.impl("view_as_real", TORCH_FN(at::native::view_as_real));
  m.impl("view_as_complex", TORCH_FN(at::native::view_as_complex));
  m.impl("set_.source_Storage", TORCH_FN(at::native::set_));
  m.impl("set_.source_Tensor", TORCH_FN(at::native::set_tensor_));
  // Composed of other operators elsewhere; here single operators, as on the CPU and in CUDA.
  for (const char* name :
       {"native_layer_norm", "native_group_norm", "native_group_norm_backward", "silu_backward"})
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&fw::pretend_gpu::fallback>());
}
