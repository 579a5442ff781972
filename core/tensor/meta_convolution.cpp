// SPDX-License-Identifier: Apache-2.0
#include <ATen/Parallel.h>
#include <ATen/Version.h>

#include <array>

#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/meta_kernels.h"
#include "tensor/placement.h"

namespace fw::tensor {

namespace {

using std::optional;
using torch::IntArrayRef;
using torch::Tensor;

int64_t at_axis(IntArrayRef values, size_t axis) {
  return values.size() == 1 ? values[0] : values[axis];
}

/// The properties by which LibTorch selects a convolution library.
struct Shape {
  IntArrayRef stride, padding, dilation, output_padding;
  bool transposed;
  int64_t groups;
  bool asks_for_onednn = false;  ///< instead of LibTorch's choice

  bool is_plain() const {
    const auto is_one = [](int64_t value) { return value == 1; };
    return std::all_of(stride.begin(), stride.end(), is_one) &&
           std::all_of(dilation.begin(), dilation.end(), is_one);
  }
};

/// True if LibTorch uses oneDNN for a convolution on the CPU; otherwise it multiplies a matrix of all
/// windows.
bool by_onednn(const Tensor& x, const Tensor& weight, const Shape& shape) {
  if (x.dim() == 3) return by_onednn(x.unsqueeze(2), weight.unsqueeze(2), shape);  // as LibTorch does
  const bool is_short = x.scalar_type() == torch::kBFloat16 || x.scalar_type() == torch::kHalf;
  if (is_short || x.scalar_type() != torch::kFloat32) return is_short && at::get_cpu_capability() == "AVX512";
  if (shape.transposed) return true;
  const bool wide = weight.size(-1) != 1 || weight.size(-2) != 1;
  if (shape.is_plain() && x.size(0) < 16 && !wide && at::get_num_threads() == 1) return false;
  return shape.groups > 1 || (weight.size(-1) > 3 && weight.size(-2) > 3) || x.size(0) > 1 ||
         x.size(0) * x.size(1) * x.size(2) * x.size(3) > 20480;
}

bool by_windows(const Tensor& x, const Tensor& weight, const Shape& shape) {
  return DryRun::target() == torch::kCPU && !shape.asks_for_onednn && !by_onednn(x, weight, shape);
}

/// cuDNN and oneDNN compute with channels last as soon as the input or the weight is stored that way.
at::MemoryFormat format_of(const Tensor& input, const Tensor& weight, const Shape& shape) {
  if (by_windows(input, weight, shape)) return at::MemoryFormat::Contiguous;
  const auto format = input.suggest_memory_format();
  return format != at::MemoryFormat::Contiguous ? format : weight.suggest_memory_format();
}

std::vector<int64_t> output_shape(const Tensor& input, const Tensor& weight, const Shape& shape) {
  TORCH_CHECK(input.dim() == weight.dim(), "the meta convolution takes batches only");
  std::vector<int64_t> sizes{input.size(0),
                             shape.transposed ? weight.size(1) * shape.groups : weight.size(0)};
  for (size_t axis = 0; axis + 2 < static_cast<size_t>(input.dim()); ++axis) {
    const auto side = static_cast<int64_t>(axis) + 2;
    const int64_t s = at_axis(shape.stride, axis), p = at_axis(shape.padding, axis);
    const int64_t reach = at_axis(shape.dilation, axis) * (weight.size(side) - 1) + 1;
    const int64_t size =
        shape.transposed ? (input.size(side) - 1) * s - 2 * p + reach + at_axis(shape.output_padding, axis)
                         : (input.size(side) + 2 * p - reach) / s + 1;
    TORCH_CHECK(size > 0, "the input of the convolution is smaller than its kernel");
    sizes.push_back(size);
  }
  return sizes;
}

/// Elements of the matrix of windows, or of the tensors that oneDNN reorders: always the weights, and the
/// rest unless channels are last.
int64_t cpu_scratch(const Tensor& x, const Tensor& weight, const Tensor& y, const Shape& shape) {
  if (by_windows(x, weight, shape))
    return weight[0][0].numel() > 1 ? y.numel() / y.size(1) * weight[0].numel() : 0;
  const bool ordered = x.suggest_memory_format() != at::MemoryFormat::Contiguous;
  return weight.numel() + (ordered ? 0 : x.numel());
}

Tensor convolved(const Tensor& input, const Tensor& weight, const Shape& shape) {
  const auto format = format_of(input, weight, shape);
  const Tensor x = input.contiguous(format), w = weight.contiguous(format);
  Tensor y = torch::empty(output_shape(input, weight, shape), input.options().memory_format(format));
  const RoleScope role(Role::staging);
  const Tensor scratch =
      DryRun::target() == torch::kCPU ? workspace(cpu_scratch(x, w, y, shape), x.scalar_type()) : x;
  return y;
}

Tensor convolution(const Tensor& input, const Tensor& weight, const optional<Tensor>&, IntArrayRef stride,
                   IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding,
                   int64_t groups) {
  return convolved(input, weight, {stride, padding, dilation, output_padding, transposed, groups});
}

Tensor mkldnn_convolution(const Tensor& input, const Tensor& weight, const optional<Tensor>&,
                          IntArrayRef padding, IntArrayRef stride, IntArrayRef dilation, int64_t groups) {
  return convolved(input, weight, {stride, padding, dilation, {}, /*transposed=*/false, groups, true});
}

std::tuple<Tensor, Tensor, Tensor> convolution_backward(const Tensor& gradient, const Tensor& input,
                                                        const Tensor& weight, at::OptionalIntArrayRef,
                                                        IntArrayRef stride, IntArrayRef padding,
                                                        IntArrayRef dilation, bool transposed,
                                                        IntArrayRef output_padding, int64_t groups,
                                                        std::array<bool, 3> mask) {
  const auto format =
      format_of(input, weight, {stride, padding, dilation, output_padding, transposed, groups});
  const Tensor dy = gradient.contiguous(format);
  const Tensor x = input.contiguous(format);
  return {mask[0] ? torch::empty_like(x, format) : Tensor(),
          mask[1] ? torch::empty(weight.sizes(), weight.options().memory_format(format)) : Tensor(),
          mask[2] ? torch::empty({gradient.size(1)}, gradient.options()) : Tensor()};
}

}  // namespace

}  // namespace fw::tensor

TORCH_LIBRARY_IMPL(aten, Meta, m) {
  using namespace fw::tensor;
  add_if_missing(m, "convolution", TORCH_FN(convolution));
  add_if_missing(m, "mkldnn_convolution", TORCH_FN(mkldnn_convolution));
  add_if_missing(m, "convolution_backward", TORCH_FN(convolution_backward));
}
