// SPDX-License-Identifier: Apache-2.0
#include "nn/norm_kernels.h"

#include <ATen/Parallel.h>
#include <torch/library.h>

#include "cuda/part.h"
#include "nn/kernel_elements.h"
#include "tensor/libtorch.h"

namespace fw::nn {

namespace {

using kernels::Branch;
using kernels::Norm;
using torch::Tensor;

constexpr int64_t least_elements = 16384;  // minimum work that is worth starting a thread for

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

/// Runs on the device of `like`; uses threads on the CPU. @param pieces  as counted by run_cpu()
template <class Arguments>
void compute(const Tensor& like, const Arguments& all, int64_t pieces, int64_t elements_each) {
  if (like.is_meta()) return;
  if (like.is_cuda())
    return std::get<cuda::OnCard<Arguments>>(cuda::loaded_part().norms)(all, like.get_device());
  at::parallel_for(0, pieces, std::max<int64_t>(1, least_elements / std::max<int64_t>(elements_each, 1)),
                   [&](int64_t first, int64_t end) { kernels::run_cpu(all, first, end); });
}

void describe(kernels::NormRows& rows, const Tensor& x, int64_t head, int64_t norm, int64_t branch,
              double unit) {
  rows.width = x.size(2);
  rows.tokens = x.size(1);
  rows.rows = x.size(0) * x.size(1);
  rows.head = head;
  rows.norm = static_cast<Norm>(norm);
  rows.branch = static_cast<Branch>(branch);
  rows.unit = unit;
  rows.element = element_of(x);
}

std::tuple<Tensor, Tensor, Tensor> norm(const Tensor& x, const Maybe& change, const Maybe& gate,
                                        const Maybe& weight, const Maybe& bias, const Maybe& scale,
                                        const Maybe& shift, const Maybe& sum, int64_t head, int64_t norm,
                                        int64_t branch, double unit, double epsilon) {
  kernels::NormForward all;
  describe(all, x, head, norm, branch, unit);
  Tensor y, statistics, branch_rstd;
  if (all.branch == Branch::normed) branch_rstd = torch::empty({x.size(0), x.size(1)}, wide(x));
  if (all.norm != Norm::none) {
    y = torch::empty_like(x);
    statistics = torch::empty({x.size(0), x.size(1), 2}, wide(x));
  }
  if (x.is_meta()) return {y, statistics, branch_rstd};
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
  all.branch_rstd = memory(branch_rstd);
  compute(x, all, all.rows, all.width);
  return {y, statistics, branch_rstd};
}

std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor> norm_backward(
    const Maybe& dsum, const Maybe& dy, const Maybe& sum, const Maybe& statistics, const Maybe& branch_rstd,
    const Maybe& change, const Maybe& gate, const Maybe& weight, const Maybe& scale, int64_t head,
    int64_t norm, int64_t branch, double unit, int64_t parts, bool sums, bool gate_sums) {
  const Tensor& like = given(dy) ? *dy : *dsum;
  const auto of_parts = [&](bool wanted) {
    if (!wanted) return Tensor();
    return torch::empty({like.size(0), parts, like.size(2)}, like.options().dtype(torch::kFloat64));
  };
  const Tensor dx = given(dy) ? torch::empty_like(like) : Tensor(),
               dchange = given(gate) ? torch::empty_like(like) : Tensor(), of_dy = of_parts(sums),
               of_normed = of_parts(sums), of_change = of_parts(gate_sums);
  if (like.is_meta()) return {dx, dchange, of_dy, of_normed, of_change};
  kernels::NormSums all;
  describe(all, like, head, norm, branch, unit);
  all.dsum = data(dsum);
  all.dy = data(dy);
  all.sum = data(sum);
  all.statistics = data(statistics);
  all.branch_rstd = data(branch_rstd);
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
  if (sums || gate_sums) compute(like, all, all.pieces(), all.rows * all.columns / all.samples());
  return {dx, dchange, of_dy, of_normed, of_change};
}

/// @param like  one of the inputs @param y  one of the outputs, which share a layout
void describe(kernels::RotateRows& rows, const Tensor& like, const Tensor& y, const Maybes& weight,
              const Maybe& rotation, int64_t turned, int64_t width, int64_t norm) {
  TORCH_CHECK(y.select(0, 0).is_contiguous(), "rotate: the tokens of a sample are apart");
  rows.turned = static_cast<int>(turned);
  rows.width = width;
  rows.tokens = like.size(1);
  rows.pieces = like.size(2) * like.size(3) / width;
  rows.rows = like.size(0) * like.size(1) * rows.pieces;
  rows.sample_stride = y.stride(0);
  rows.table_width = given(rotation) ? rotation->size(1) : width;
  rows.norm = static_cast<Norm>(norm);
  rows.element = element_of(like);
  rows.rotation = static_cast<const float*>(data(rotation));
  for (size_t i = 0; i < weight.size(); ++i) rows.weight[i] = data(weight.get(i));
}

Tensor rotate(at::TensorList x, const Maybes& weight, const Maybes& bias, const Maybe& rotation,
              at::TensorList y, int64_t turned, int64_t width, int64_t norm, double epsilon) {
  kernels::RotateForward all;
  describe(all, x[0], y[0], weight, rotation, turned, width, norm);
  const Tensor statistics =
      all.norm == Norm::none ? Tensor() : torch::empty({turned, all.rows, 2}, wide(x[0]));
  if (x[0].is_meta()) return statistics;
  all.arrays = static_cast<int>(x.size());
  all.epsilon = epsilon;
  for (size_t i = 0; i < bias.size(); ++i) all.bias[i] = data(bias.get(i));
  for (size_t i = 0; i < x.size(); ++i) {
    all.x[i] = x[i].const_data_ptr();
    all.y[i] = y[i].data_ptr();
  }
  all.statistics = memory(statistics);
  compute(x[0], all, all.arrays * all.rows, all.width);
  return statistics;
}

Tensor rotate_backward(at::TensorList dy, at::TensorList x, const Maybe& statistics, const Maybes& weight,
                       const Maybe& rotation, at::TensorList dx, int64_t turned, int64_t width, int64_t norm,
                       bool sums) {
  kernels::RotateBackward all;
  describe(all, dx[0], dy[0], weight, rotation, turned, width, norm);
  const Tensor of_chunks =
      sums ? torch::empty({turned, all.chunks(), 2, width}, dx[0].options().dtype(torch::kFloat64))
           : Tensor();
  if (dx[0].is_meta()) return of_chunks;
  all.arrays = static_cast<int>(dx.size());
  for (size_t i = 0; i < dx.size(); ++i) {
    all.dy[i] = dy[i].const_data_ptr();
    all.dx[i] = dx[i].data_ptr();
  }
  for (size_t i = 0; i < x.size(); ++i) all.x[i] = x[i].const_data_ptr();
  all.statistics = data(statistics);
  all.sums = numbers(of_chunks);
  compute(dx[0], all, all.arrays * all.chunks(), all.rows_of_chunk * all.width);
  return of_chunks;
}

/// Registered with LibTorch on first use: a process may load the engine twice, but a name can be defined only
/// once.
c10::OperatorHandle find_operator(const char* name) {
  auto& dispatcher = c10::Dispatcher::singleton();
  if (!dispatcher.findSchema({"framewright::norm", ""})) {
    static torch::Library library(torch::Library::FRAGMENT, "framewright", std::nullopt, __FILE__, __LINE__);
    library.def(
        "norm(Tensor x, Tensor? change, Tensor? gate, Tensor? weight, Tensor? bias, Tensor? scale, "
        "Tensor? shift, Tensor(a!)? sum, int head, int norm, int branch, float unit, float epsilon) -> "
        "(Tensor y, Tensor statistics, Tensor branch_rstd)");
    library.def(
        "norm_backward(Tensor? dsum, Tensor? dy, Tensor? sum, Tensor? statistics, Tensor? branch_rstd, "
        "Tensor? change, Tensor? gate, Tensor? weight, Tensor? scale, int head, int norm, int branch, "
        "float unit, int parts, bool sums, bool gate_sums) "
        "-> (Tensor dx, Tensor dchange, Tensor of_dy, Tensor of_normed, Tensor of_change)");
    library.def(
        "rotate(Tensor[] x, Tensor?[] weight, Tensor?[] bias, Tensor? rotation, Tensor(a!)[] y, int turned, "
        "int width, int norm, float epsilon) -> Tensor statistics");
    library.def(
        "rotate_backward(Tensor[] dy, Tensor[] x, Tensor? statistics, Tensor?[] weight, Tensor? rotation, "
        "Tensor(a!)[] dx, int turned, int width, int norm, bool sums) -> Tensor sums");
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
