// SPDX-License-Identifier: Apache-2.0
#include <ATen/core/dispatch/Dispatcher.h>

#include <cmath>

#include "bench/kernel_check/check.h"
#include "cuda/part.h"
#include "nn/activation_kernels.h"
#include "nn/int8_attention.h"
#include "nn/low_bit.h"
#include "nn/weighted_loss.h"

namespace kernel_check {

using fw::kernels::FloatType;
using torch::Tensor;
using Maybe = std::optional<Tensor>;

namespace {

struct ActivationShape {
  int64_t rows, width;
  fw::kernels::Activation activation;
  bool gated, halves;  // x and value are halves of one array
};

Results activate(const ActivationShape& s, torch::Dtype dtype, torch::Device device) {
  const auto of = [&](int64_t columns, double seed) {
    return values({s.rows, columns}, seed, dtype, device) * 4;
  };
  const Tensor both = of(2 * s.width, 1), dboth = torch::full_like(both, 7);
  const auto half = [&](const Tensor& whole, int64_t number) {
    return whole.narrow(1, number * s.width, s.width);
  };
  const Tensor x = s.halves ? half(both, 1) : of(s.width, 2);
  const Maybe value = !s.gated ? Maybe() : s.halves ? half(both, 0) : of(s.width, 3);
  const Tensor y = torch::full({s.rows, s.width}, 7, both.options()), dy = of(s.width, 4);
  const auto activation = static_cast<int64_t>(s.activation);
  fw::nn::activate_operator().call(x, value, y, activation);
  const Maybe dvalue = s.gated ? Maybe(half(dboth, 0)) : Maybe();
  fw::nn::activate_backward_operator().call(dy, x, value, half(dboth, 1), dvalue, activation);
  return {y, dboth};
}

using SquaredError = void(const Tensor&, const Tensor&, const Tensor&, const Maybe&, const Maybe&,
                          const Maybe&, int64_t, double, const Maybe&, const Tensor&, const Tensor&);
using SquaredErrorBackward = void(const Tensor&, const Maybe&, const Maybe&, int64_t, double, const Tensor&,
                                  const Tensor&);

template <class Signature>
c10::TypedOperatorHandle<Signature> loss_operator(const char* name) {
  const Tensor one = torch::ones({1, 1});
  fw::nn::weighted_losses({one, one, one});  // registers the operators
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, "").typed<Signature>();
}

Results loss(int64_t samples, int64_t size, bool scaled, torch::Dtype dtype, torch::Device device) {
  static const auto forward = loss_operator<SquaredError>("framewright::squared_error");
  static const auto backward = loss_operator<SquaredErrorBackward>("framewright::squared_error_backward");
  const torch::Dtype wide = dtype == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32;
  const auto all = [&](double seed) { return values({samples, size}, seed, wide, device); };
  const auto each = [&](double seed) {
    return scaled ? Maybe(values({samples}, seed, wide, device) + 2) : Maybe();
  };
  const Tensor x = values({samples, size}, 1, dtype, device), error = torch::full_like(all(1), 7),
               sums = torch::empty({samples, fw::kernels::loss_pieces(size)}, error.options()),
               losses = torch::empty({samples}, error.options()), dx = torch::full_like(x, 7);
  const Maybe x_scale = each(4), weights = each(6);
  constexpr auto form = static_cast<int64_t>(fw::kernels::LossForm::squared);
  forward.call(x, all(2), all(3), x_scale, each(5), weights, form, 1.0, error, sums, losses);
  backward.call(error, x_scale, weights, form, 1.0, values({samples}, 7, wide, device), dx);
  return {error, losses, dx};
}

/// Three steps. @param coded  8-bit moments
Results adam(int64_t count, bool coded, torch::Dtype weight_type, torch::Dtype gradient_type,
             torch::Device device) {
  const auto filled = [&](double value, torch::Dtype type, int64_t size) {
    return torch::full({size}, value, torch::TensorOptions(device).dtype(type));
  };
  const auto kind = [](torch::Dtype type) {
    return type == torch::kBFloat16 ? FloatType::bfloat16 : FloatType::float32;
  };
  fw::kernels::AdamTensors all;
  all.count = count;
  const int64_t blocks = all.block_count();
  const torch::Dtype state = coded ? torch::kUInt8 : torch::kFloat32;
  const Tensor weight = values({count}, 1, weight_type, device),
               gradient = values({count}, 2, gradient_type, device) * 0.01,
               mean = filled(coded ? 130 : 0.01, state, count),
               square = filled(coded ? 77 : 1e-4, state, count),
               mean_scale = filled(0.02, torch::kFloat32, blocks),
               square_scale = filled(3e-4, torch::kFloat32, blocks);
  all.weight = weight.data_ptr();
  all.gradient = gradient.data_ptr();
  all.exp_avg = mean.data_ptr();
  all.exp_avg_sq = square.data_ptr();
  if (coded) {
    all.exp_avg_scale = mean_scale.data_ptr<float>();
    all.exp_avg_sq_scale = square_scale.data_ptr<float>();
  }
  all.weight_type = kind(weight_type);
  all.gradient_type = kind(gradient_type);
  fw::kernels::AdamScalars scalars;
  scalars.weight_factor = 0.999f;
  scalars.root_factor = 50;
  scalars.epsilon = 1e-6f;
  for (uint32_t step = 1; step <= 3; ++step) {
    scalars.rounding_key = 1234 * step;
    if (device.is_cuda())
      fw::cuda::loaded_part().adam(all, scalars, device.index());
    else
      fw::kernels::adam_cpu(all, scalars, 0, blocks);
  }
  return {weight, mean, square, mean_scale, square_scale};
}

Tensor on(const Tensor& tensor, torch::Device device) {
  return tensor.defined() ? tensor.to(device) : tensor;
}

}  // namespace

void check_activations(Check& check, torch::Dtype dtype) {
  using enum fw::kernels::Activation;
  for (const auto activation : {gelu_tanh, quick_gelu, silu})
    for (const bool gated : {false, true})
      for (const bool halves : {false, true})
        for (const auto& [rows, width] :
             std::vector<std::pair<int64_t, int64_t>>{{1, 1}, {7, 33}, {5, 600}, {70'000, 8}, {16, 12'288}}) {
          const ActivationShape shape{rows, width, activation, gated, halves};
          check.compare("activation", dtype,
                        c10::str("[", rows, ", ", width, "] ", static_cast<int>(activation),
                                 gated ? " gated" : "", halves ? " halves" : ""),
                        allowed_in(dtype),
                        [&](torch::Device device) { return activate(shape, dtype, device); });
        }
}

void check_losses(Check& check, torch::Dtype dtype) {
  for (const bool scaled : {false, true})
    for (const auto& [samples, size] :
         std::vector<std::pair<int64_t, int64_t>>{{1, 1}, {3, 4096}, {2, 10'001}, {2, 100'003}})
      check.compare("loss", dtype, c10::str("[", samples, ", ", size, "]", scaled ? " scaled" : ""), 0,
                    [&](torch::Device device) { return loss(samples, size, scaled, dtype, device); });
}

void check_adam(Check& check) {
  for (const int64_t count : {1, 255, 256, 257, 5000, 1'000'003})
    for (const bool coded : {false, true})
      for (const torch::Dtype weight : {torch::kFloat32, torch::kBFloat16})
        for (const torch::Dtype gradient : {torch::kFloat32, torch::kBFloat16})
          check.compare(coded ? "Adam, 8 bits" : "Adam", weight,
                        c10::str(count, " gradient ", torch::toString(gradient)), 0,
                        [&](torch::Device device) { return adam(count, coded, weight, gradient, device); });
}

void check_low_bit(Check& check, torch::Dtype dtype) {
  using enum fw::kernels::LowBit;
  for (const auto format : {fp8, int8, nf4})
    for (const auto& [rows, columns] : std::vector<std::pair<int64_t, int64_t>>{
             {7, 64}, {3, 130}, {5, 8}, {11, 18}, {300, 256}, {700, 768}}) {
      const auto weight = fw::nn::quantise(values({rows, columns}, 1, torch::kFloat32, torch::kCPU), format);
      check.compare(c10::str("dequantise ", fw::nn::name_of(format)), dtype,
                    c10::str("[", rows, ", ", columns, "]"), 0, [&](torch::Device device) -> Results {
                      return {fw::nn::dequantise({on(weight.codes, device), on(weight.scales, device),
                                                  on(weight.magnitudes, device), on(weight.mean, device)},
                                                 dtype)};
                    });
    }
}

void check_int8_attention(Check& check, torch::Dtype dtype) {
  if (check.device().is_cuda() && !fw::nn::Int8Attention::has_kernel(check.device())) return;
  for (const int64_t width : {64, 128})
    for (const auto& [queries, keys] :
         std::vector<std::pair<int64_t, int64_t>>{{1, 1}, {70, 130}, {257, 300}})
      check.compare("int8 attention", dtype, c10::str(queries, " x ", keys, " of ", width),
                    allowed_in(dtype) + 2e-3, [&](torch::Device device) -> Results {
                      const auto heads = [&](int64_t tokens, double seed) {
                        return values({2, tokens, 3, width}, seed, dtype, device);
                      };
                      return {fw::nn::int8_attention(heads(queries, 1), heads(keys, 2), heads(keys, 3),
                                                     1 / std::sqrt(static_cast<double>(width)))};
                    });
}

}  // namespace kernel_check
