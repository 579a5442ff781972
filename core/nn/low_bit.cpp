// SPDX-License-Identifier: Apache-2.0
#include "nn/low_bit.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <array>

#include "nn/low_bit_operator.h"
#include "tensor/libtorch.h"

namespace fw::nn {

namespace {

using torch::Tensor;

constexpr std::array<std::string_view, 3> names{"fp8", "int8", "nf4"};  // in the order of LowBit

LowBit format_of(const Tensor& codes) {
  if (codes.scalar_type() == torch::kUInt8) return LowBit::nf4;
  return codes.scalar_type() == torch::kInt8 ? LowBit::int8 : LowBit::fp8;
}

int64_t columns_of(const Tensor& codes) {
  return format_of(codes) == LowBit::nf4 ? codes.size(1) * 2 : codes.size(1);
}

/// How many pieces are worth starting a thread for.
int64_t grain(const kernels::LowBitMatrix& matrix) {
  return std::max<int64_t>(1, 32768 / std::max<int64_t>(matrix.piece_size(), 1));
}

/// torch::linear() would save every dequantised matrix for the backward pass.
class LowBitLinear : public torch::autograd::Function<LowBitLinear> {
 public:
  static Tensor forward(torch::autograd::AutogradContext* context, const Tensor& x,
                        const LowBitWeight& weight, const std::optional<Tensor>& bias) {
    context->save_for_backward({weight.codes, weight.scales, weight.magnitudes, weight.mean});
    return torch::linear(x, dequantise(weight, x.scalar_type()), bias);
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const LowBitWeight weight{saved[0], saved[1], saved[2], saved[3]};
    const Tensor matrix = dequantise(weight, gradients[0].scalar_type());
    std::vector<int64_t> shape = gradients[0].sizes().vec();
    shape.back() = matrix.size(1);
    return {gradients[0].flatten(0, -2).mm(matrix).view(shape), {}, {}};
  }
};

}  // namespace

kernels::ValueType value_type(torch::Dtype dtype) {
  if (dtype == torch::kBFloat16) return kernels::ValueType::bfloat16;
  if (dtype == torch::kFloat16) return kernels::ValueType::float16;
  TORCH_CHECK(dtype == torch::kFloat32, "dequantise: no values of type ", dtype);
  return kernels::ValueType::float32;
}

kernels::LowBitMatrix matrix_of(const Tensor& codes, const Tensor& scales,
                                const std::optional<Tensor>& magnitudes, const std::optional<Tensor>& mean) {
  kernels::LowBitMatrix matrix;
  matrix.format = format_of(codes);
  matrix.rows = codes.size(0);
  matrix.columns = columns_of(codes);
  matrix.codes = static_cast<const uint8_t*>(codes.const_data_ptr());
  matrix.scales = scales.const_data_ptr<float>();
  if (magnitudes) matrix.magnitudes = magnitudes->const_data_ptr<uint8_t>();
  if (mean) matrix.mean = mean->const_data_ptr<float>();
  return matrix;
}

Tensor result_for(const Tensor& codes, torch::Dtype dtype) {
  return torch::empty({codes.size(0), columns_of(codes)}, codes.options().dtype(dtype));
}

Tensor dequantise_on_cpu(const Tensor& codes, const Tensor& scales, const std::optional<Tensor>& magnitudes,
                         const std::optional<Tensor>& mean, torch::Dtype dtype) {
  const kernels::LowBitMatrix matrix = matrix_of(codes, scales, magnitudes, mean);
  const Tensor values = result_for(codes, dtype);
  at::parallel_for(0, matrix.pieces(), grain(matrix), [&](int64_t first, int64_t end) {
    kernels::dequantise_cpu(matrix, value_type(dtype), first, end, values.data_ptr());
  });
  return values;
}

std::optional<LowBit> parse_low_bit(std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<LowBit>(found - names.begin());
}

std::string_view name_of(LowBit format) {
  return names[static_cast<size_t>(format)];
}

LowBit LowBitWeight::format() const {
  return format_of(codes);
}

LowBitNames low_bit_names(LowBit format) {
  const std::string_view scales = format == LowBit::nf4 ? "weight.nested_absmax" : "weight_scale";
  return {"weight", scales, "weight.absmax", "weight.nested_offset"};
}

LowBitWeight low_bit_shapes(LowBit format, int64_t rows, int64_t columns) {
  const auto empty = [](torch::IntArrayRef shape, torch::Dtype dtype) {
    return torch::empty(shape, torch::TensorOptions(dtype).device(torch::kMeta));
  };
  if (format != LowBit::nf4) {
    const torch::Dtype dtype = format == LowBit::int8 ? torch::kInt8 : torch::kFloat8_e4m3fn;
    return {empty({rows, columns}, dtype), empty({rows}, torch::kFloat32), {}, {}};
  }
  TORCH_CHECK(columns % 2 == 0, "nf4 needs an even number of columns");
  const int64_t blocks = kernels::LowBitMatrix{format, rows, columns}.pieces();
  const int64_t nested = (blocks + kernels::nested_block - 1) / kernels::nested_block;
  return {empty({rows, columns / 2}, torch::kUInt8), empty({nested}, torch::kFloat32),
          empty({blocks}, torch::kUInt8), empty({1}, torch::kFloat32)};
}

LowBitWeight quantise(const Tensor& weight, LowBit format) {
  LowBitWeight made = low_bit_shapes(format, weight.size(0), weight.size(1));
  for (Tensor* const part : {&made.codes, &made.scales, &made.magnitudes, &made.mean})
    if (part->defined()) *part = torch::empty_like(*part, torch::TensorOptions(torch::kCPU));
  const kernels::LowBitMatrix shape{format, weight.size(0), weight.size(1)};
  const Tensor scales = format == LowBit::nf4 ? torch::empty({shape.pieces()}, torch::kFloat32) : made.scales;
  auto* const codes = static_cast<uint8_t*>(made.codes.data_ptr());
  at::parallel_for(0, shape.pieces(), grain(shape), [&](int64_t first, int64_t end) {
    kernels::quantise_cpu(shape, weight.const_data_ptr<float>(), first, end, codes, scales.data_ptr<float>());
  });
  if (format == LowBit::nf4)
    made.mean.fill_(kernels::quantise_magnitudes(scales.const_data_ptr<float>(), scales.numel(),
                                                 made.magnitudes.data_ptr<uint8_t>(),
                                                 made.scales.data_ptr<float>()));
  return made;
}

Tensor linear(const Tensor& x, const LowBitWeight& weight, const Tensor& bias) {
  if (!x.requires_grad() || !torch::GradMode::is_enabled())
    return torch::linear(x, dequantise(weight, x.scalar_type()), bias);
  return LowBitLinear::apply(x, weight, bias.defined() ? std::optional(bias) : std::nullopt);
}

}  // namespace fw::nn
