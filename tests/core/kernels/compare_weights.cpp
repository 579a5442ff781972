// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/compare.h"
#include "kernels/adam.h"
#include "kernels/low_bit.h"

namespace fw::kernels {

namespace {

struct AdamState {
  AdamState(int64_t count, int64_t blocks, FloatType type, Base base)
      : weight(type == FloatType::float32 ? count : 0, Fill::random, base),
        short_weight(type == FloatType::bfloat16 ? count : 0, Fill::random, base),
        exp_avg(count, Fill::random, base),
        exp_avg_sq(count, Fill::random, base),
        codes(count, Fill::random, base),
        codes_sq(count, Fill::random, base),
        scales(blocks),
        scales_sq(blocks) {
    for (int64_t i = 0; i < count; ++i) exp_avg_sq[i] *= exp_avg_sq[i];
    for (int64_t i = 0; i < blocks; ++i) scales[i] = std::fabs(scales[i]) * 1e-2f;
    for (int64_t i = 0; i < blocks; ++i) scales_sq[i] = scales_sq[i] * scales_sq[i] * 1e-4f;
  }
  void take(const AdamState& other) {
    const auto copy = [](const auto& to, const auto& from) {
      std::memcpy(static_cast<void*>(to.data()), from.data(),
                  static_cast<size_t>(from.size()) * sizeof(from[0]));
    };
    copy(weight, other.weight);
    copy(short_weight, other.short_weight);
    copy(exp_avg, other.exp_avg);
    copy(exp_avg_sq, other.exp_avg_sq);
    copy(codes, other.codes);
    copy(codes_sq, other.codes_sq);
    copy(scales, other.scales);
    copy(scales_sq, other.scales_sq);
  }
  Array<float> weight;
  Array<Bf16> short_weight;
  Array<float> exp_avg, exp_avg_sq;
  Array<uint8_t> codes, codes_sq;
  Array<float> scales, scales_sq;
};

struct AdamCase {
  int64_t count;
  bool is_coded;
  FloatType weight, gradient;
  Base base = Base::aligned;
};

void compare_adam_of(Comparison& comparison, const AdamCase& c, int steps) {
  const std::string name = text("adam", c.count, c.is_coded, int(c.weight), int(c.gradient), int(c.base));
  const int64_t blocks = (c.count + block_size - 1) / block_size;
  AdamState got(c.count, blocks, c.weight, c.base), wanted(c.count, blocks, c.weight, c.base);
  got.take(wanted);
  const Array<float> gradient(c.gradient == FloatType::float32 ? c.count : 0, Fill::random, c.base);
  const Array<Bf16> short_gradient(c.gradient == FloatType::bfloat16 ? c.count : 0, Fill::random, c.base);
  for (int step = 0; step < steps; ++step)
    for (AdamState* const state : {&got, &wanted}) {
      AdamScalars scalars;
      scalars.mixes_gradient = step == 1;
      scalars.gradient_factor = 0.5f;
      scalars.coupled_decay = 0.01f;
      scalars.weight_factor = 0.999f;
      scalars.root_factor = 50;
      scalars.epsilon = 1e-6f;
      scalars.rounding_key = 1234u + static_cast<uint32_t>(step);
      AdamTensors tensors;
      tensors.count = c.count;
      tensors.weight_type = c.weight;
      tensors.gradient_type = c.gradient;
      tensors.weight = c.weight == FloatType::float32 ? static_cast<void*>(state->weight.data())
                                                      : state->short_weight.data();
      tensors.gradient = c.gradient == FloatType::float32 ? static_cast<const void*>(gradient.data())
                                                          : short_gradient.data();
      tensors.exp_avg = c.is_coded ? static_cast<void*>(state->codes.data()) : state->exp_avg.data();
      tensors.exp_avg_sq = c.is_coded ? static_cast<void*>(state->codes_sq.data()) : state->exp_avg_sq.data();
      tensors.exp_avg_scale = c.is_coded ? state->scales.data() : nullptr;
      tensors.exp_avg_sq_scale = c.is_coded ? state->scales_sq.data() : nullptr;
      if (state == &got)
        comparison.starts(adam_cuda(tensors, scalars, nullptr), name);
      else
        adam_cpu(tensors, scalars, 0, tensors.block_count());
    }
  comparison.same(got.weight, wanted.weight, name + " weight");
  comparison.same(got.short_weight, wanted.short_weight, name + " bf16 weight");
  comparison.same(got.exp_avg, wanted.exp_avg, name + " mean");
  comparison.same(got.exp_avg_sq, wanted.exp_avg_sq, name + " mean square");
  comparison.same(got.codes, wanted.codes, name + " mean's codes");
  comparison.same(got.codes_sq, wanted.codes_sq, name + " mean square's codes");
  comparison.same(got.scales, wanted.scales, name + " mean's scales");
  comparison.same(got.scales_sq, wanted.scales_sq, name + " mean square's scales");
}

struct LowBitCase {
  LowBit format;
  int64_t rows, columns;
  Base base = Base::aligned;
};

/// @param T  type of the result, `type`
template <class T>
void compare_low_bit_of(Comparison& comparison, const LowBitCase& c, ValueType type) {
  const std::string name = text("low bit", int(c.format), c.rows, c.columns, int(type), int(c.base));
  LowBitMatrix matrix{c.format, c.rows, c.columns};
  const bool is_nf4 = c.format == LowBit::nf4;
  const int64_t pieces = matrix.pieces();
  const Array<uint8_t> codes(is_nf4 ? (matrix.count() + 1) / 2 : matrix.count(), Fill::random, c.base),
      magnitudes(is_nf4 ? pieces : 0);
  const Array<float> scales(is_nf4 ? (pieces + nested_block - 1) / nested_block : pieces), mean(1);
  matrix.codes = codes.data();
  matrix.scales = scales.data();
  if (is_nf4) matrix.magnitudes = magnitudes.data();
  if (is_nf4) matrix.mean = mean.data();
  const Array<T> got(matrix.count(), Fill::nothing, c.base), wanted(matrix.count(), Fill::nothing, c.base);
  comparison.starts(dequantise_cuda(matrix, type, got.data(), nullptr), name);
  dequantise_cpu(matrix, type, 0, pieces, wanted.data());
  comparison.same(got, wanted, name);
}

}  // namespace

void compare_adam(Comparison& comparison) {
  for (const int64_t count : {0, 1, 255, 256, 257, 5000})
    for (const bool is_coded : {false, true})
      for (const FloatType weight : {FloatType::float32, FloatType::bfloat16})
        for (const FloatType gradient : {FloatType::float32, FloatType::bfloat16})
          for (const Base base : {Base::aligned, Base::shifted})
            compare_adam_of(comparison, {count, is_coded, weight, gradient, base}, 3);
  // More blocks of values than thread blocks.
  compare_adam_of(comparison, {65536 * block_size + 300, false, FloatType::float32, FloatType::bfloat16}, 1);
}

void compare_low_bit(Comparison& comparison) {
  for (const LowBit format : {LowBit::fp8, LowBit::int8, LowBit::nf4})
    for (const Base base : {Base::aligned, Base::shifted})
      for (const auto& [rows, columns] :
           {std::pair<int64_t, int64_t>{7, 64}, {3, 130}, {5, 8}, {11, 18}, {300, 256}, {0, 8}}) {
        compare_low_bit_of<float>(comparison, {format, rows, columns, base}, ValueType::float32);
        compare_low_bit_of<Bf16>(comparison, {format, rows, columns, base}, ValueType::bfloat16);
        compare_low_bit_of<Half>(comparison, {format, rows, columns, base}, ValueType::float16);
      }
  // More groups of values than thread blocks.
  compare_low_bit_of<Bf16>(comparison, {LowBit::nf4, 65540, 2048}, ValueType::bfloat16);
}

}  // namespace fw::kernels
