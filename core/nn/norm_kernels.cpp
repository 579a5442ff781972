// SPDX-License-Identifier: Apache-2.0
#include "nn/norm_kernels.h"

#include <ATen/Parallel.h>
#include <torch/library.h>

#include "cuda/part.h"
#include "nn/kernel_elements.h"
#include "tensor/libtorch.h"

namespace fw::nn {

namespace {

using kernels::Norm;
using torch::Tensor;

constexpr int64_t least_elements = 16384;  // that a thread is worth its start for

torch::TensorOptions wide(const Tensor& x) {
  return x.options().dtype(x.scalar_type() == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32);
}

bool given(const Maybe& tensor) {
  return tensor && tensor->defined();
}
const void* data(const Maybe& tensor) {
  return given(tensor) ? tensor->const_data_ptr() : nullptr;
}
void* memory(const Tensor& tensor) {
  return tensor.defined() ? tensor.data_ptr() : nullptr;
}
double* numbers(const Tensor& sums) {
  return sums.defined() ? sums.data_ptr<double>() : nullptr;
}
kernels::Channels channels(const Maybe& of) {
  if (!given(of)) return {};
  return {of->const_data_ptr(), of->stride(0), of->stride(1)};
}

/// On the device of `like`, on the CPU by its threads. @param pieces  that run_cpu() counts
template <class Arguments>
void compute(const Tensor& like, const Arguments& all, int64_t pieces, int64_t elements_each) {
  if (like.is_meta()) return;
  if (like.is_cuda())
    return std::get<cuda::OnCard<Arguments>>(cuda::loaded_part().norms)(all, like.get_device());
  at::parallel_for(0, pieces, std::max<int64_t>(1, least_elements / std::max<int64_t>(elements_each, 1)),
                   [&](int64_t first, int64_t end) { kernels::run_cpu(all, first, end); });
}

void describe(kernels::NormRows& rows, const Tensor& x, int64_t head, int64_t norm, double unit) {
  rows.width = x.size(2);
  rows.tokens = x.size(1);
  rows.rows = x.size(0) * x.size(1);
  rows.head = head;
  rows.norm = static_cast<Norm>(norm);
  rows.unit = unit;
  rows.element = element_of(x);
}

std::tuple<Tensor, Tensor> norm(const Tensor& x, const Maybe& change, const Maybe& gate, const Maybe& weight,
                                const Maybe& bias, const Maybe& scale, const Maybe& shift, const Maybe& sum,
                                int64_t head, int64_t norm, double unit, double epsilon) {
  kernels::NormForward all;
  describe(all, x, head, norm, unit);
  Tensor y, statistics;
  if (all.norm != Norm::none) {
    y = torch::empty_like(x);
    statistics = torch::empty({x.size(0), x.size(1), 2}, wide(x));
  }
  if (x.is_meta()) return {y, statistics};
  all.epsilon = epsilon;
  all.x = x.const_data_ptr();
  all.change = data(change);
  all.gate = channels(gate);
  all.scale = channels(scale);
  all.shift = channels(shift);
  all.weight = data(weight);
  all.bias = data(bias);
  all.sum = given(sum) ? sum->data_ptr() : nullptr;
  all.y = memory(y);
  all.statistics = memory(statistics);
  compute(x, all, all.rows, all.width);
  return {y, statistics};
}

std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor> norm_backward(const Maybe& dsum, const Maybe& dy,
                                                                 const Maybe& sum, const Maybe& statistics,
                                                                 const Maybe& change, const Maybe& gate,
                                                                 const Maybe& weight, const Maybe& scale,
                                                                 int64_t head, int64_t norm, double unit,
                                                                 int64_t parts, bool sums) {
  const Tensor& like = given(dy) ? *dy : *dsum;
  const auto of_parts = [&](bool wanted) {
    if (!wanted) return Tensor();
    return torch::empty({like.size(0), parts, like.size(2)}, like.options().dtype(torch::kFloat64));
  };
  const Tensor dx = given(dy) ? torch::empty_like(like) : Tensor(),
               dchange = given(gate) ? torch::empty_like(like) : Tensor(), of_dy = of_parts(sums),
               of_normed = of_parts(sums), of_change = of_parts(given(change));
  if (like.is_meta()) return {dx, dchange, of_dy, of_normed, of_change};
  kernels::NormSums all;
  describe(all, like, head, norm, unit);
  all.dsum = data(dsum);
  all.dy = data(dy);
  all.sum = data(sum);
  all.statistics = data(statistics);
  all.change = data(change);
  all.gate = channels(gate);
  all.scale = channels(scale);
  all.weight = data(weight);
  all.dx = memory(dx);
  all.dchange = memory(dchange);
  all.of_dy = numbers(of_dy);
  all.of_normed = numbers(of_normed);
  all.of_change = numbers(of_change);
  all.parts_of_sample = parts;
  compute<kernels::NormBackward>(like, all, all.rows, all.width);
  if (sums || given(change)) compute(like, all, all.pieces(), all.rows * all.columns / all.samples());
  return {dx, dchange, of_dy, of_normed, of_change};
}

void describe(kernels::RotateRows& rows, const Tensor& x, const Maybe& rotation, int64_t width,
              int64_t norm) {
  rows.width = width;
  rows.tokens = x.size(1);
  rows.pieces = x.size(2) * x.size(3) / width;
  rows.rows = x.size(0) * x.size(1) * rows.pieces;
  rows.table_width = given(rotation) ? rotation->size(1) : width;
  rows.norm = static_cast<Norm>(norm);
  rows.element = element_of(x);
  rows.rotation = static_cast<const float*>(data(rotation));
}

Tensor rotate(const Tensor& x, const Maybe& weight, const Maybe& bias, const Maybe& rotation, const Tensor& y,
              int64_t width, int64_t norm, double epsilon) {
  const bool is_norm = norm != static_cast<int64_t>(Norm::none);
  const Tensor statistics = is_norm ? torch::empty({x.numel() / width, 2}, wide(x)) : Tensor();
  if (x.is_meta()) return statistics;
  kernels::RotateForward all;
  describe(all, x, rotation, width, norm);
  all.epsilon = epsilon;
  all.weight = data(weight);
  all.bias = data(bias);
  all.x = x.const_data_ptr();
  all.y = y.data_ptr();
  all.statistics = memory(statistics);
  compute(x, all, all.rows, all.width);
  return statistics;
}

std::tuple<Tensor, Tensor> rotate_backward(const Tensor& dy, const Maybe& x, const Maybe& statistics,
                                           const Maybe& weight, const Maybe& rotation, int64_t width,
                                           int64_t norm, bool sums) {
  kernels::RotateBackward all;
  all.rows = dy.numel() / width;
  const Tensor dx = torch::empty_like(dy);
  const Tensor of_chunks =
      sums ? torch::empty({all.chunks(), 2, width}, dy.options().dtype(torch::kFloat64)) : Tensor();
  if (dy.is_meta()) return {dx, of_chunks};
  describe(all, dy, rotation, width, norm);
  all.weight = data(weight);
  all.dy = dy.const_data_ptr();
  all.x = data(x);
  all.statistics = data(statistics);
  all.dx = dx.data_ptr();
  all.sums = numbers(of_chunks);
  compute(dy, all, all.chunks(), all.rows_of_chunk * all.width);
  return {dx, of_chunks};
}

/// Made known to LibTorch when one is first wanted: a process may have loaded the engine a second time, and a
/// name is given once.
c10::OperatorHandle find_operator(const char* name) {
  auto& dispatcher = c10::Dispatcher::singleton();
  if (!dispatcher.findSchema({"framewright::norm", ""})) {
    static torch::Library library(torch::Library::FRAGMENT, "framewright", std::nullopt, __FILE__, __LINE__);
    library.def(
        "norm(Tensor x, Tensor? change, Tensor? gate, Tensor? weight, Tensor? bias, Tensor? scale, "
        "Tensor? shift, Tensor(a!)? sum, int head, int norm, float unit, float epsilon) -> "
        "(Tensor y, Tensor statistics)");
    library.def(
        "norm_backward(Tensor? dsum, Tensor? dy, Tensor? sum, Tensor? statistics, Tensor? change, "
        "Tensor? gate, Tensor? weight, Tensor? scale, int head, int norm, float unit, int parts, bool sums) "
        "-> (Tensor dx, Tensor dchange, Tensor of_dy, Tensor of_normed, Tensor of_change)");
    library.def(
        "rotate(Tensor x, Tensor? weight, Tensor? bias, Tensor? rotation, Tensor(a!) y, int width, "
        "int norm, float epsilon) -> Tensor statistics");
    library.def(
        "rotate_backward(Tensor dy, Tensor? x, Tensor? statistics, Tensor? weight, Tensor? rotation, "
        "int width, int norm, bool sums) -> (Tensor dx, Tensor sums)");
    for (const auto key : {c10::DispatchKey::CPU, c10::DispatchKey::Meta, c10::DispatchKey::CUDA}) {
      library.impl("norm", torch::dispatch(key, TORCH_FN(norm)));
      library.impl("norm_backward", torch::dispatch(key, TORCH_FN(norm_backward)));
      library.impl("rotate", torch::dispatch(key, TORCH_FN(rotate)));
      library.impl("rotate_backward", torch::dispatch(key, TORCH_FN(rotate_backward)));
    }
  }
  return dispatcher.findSchemaOrThrow(name, "");
}

}  // namespace

const c10::TypedOperatorHandle<NormSignature>& norm_operator() {
  static const auto op = find_operator("framewright::norm").typed<NormSignature>();
  return op;
}
const c10::TypedOperatorHandle<NormBackwardSignature>& norm_backward_operator() {
  static const auto op = find_operator("framewright::norm_backward").typed<NormBackwardSignature>();
  return op;
}
const c10::TypedOperatorHandle<RotateSignature>& rotate_operator() {
  static const auto op = find_operator("framewright::rotate").typed<RotateSignature>();
  return op;
}
const c10::TypedOperatorHandle<RotateBackwardSignature>& rotate_backward_operator() {
  static const auto op = find_operator("framewright::rotate_backward").typed<RotateBackwardSignature>();
  return op;
}

}  // namespace fw::nn
