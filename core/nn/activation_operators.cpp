// SPDX-License-Identifier: Apache-2.0
#include "nn/activation_operators.h"

#include "nn/activation_kernels.h"
#include "nn/module.h"
#include "nn/operator_check.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/plain_operators.h"

namespace fw::nn {

namespace {

using kernels::Activation;
using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;
using Value = std::optional<Tensor>;

Tensor plain_activated(Tensor x, Activation activation) {
  const bool in_place = may_write_in_place() && x.is_contiguous();  // the next product needs it contiguous
  if (activation == Activation::gelu_tanh) return in_place ? at::gelu_(x, "tanh") : torch::gelu(x, "tanh");
  if (activation == Activation::silu) return in_place ? torch::silu_(x) : torch::silu(x);
  const Tensor share = torch::sigmoid(1.702 * x);
  return in_place ? x.mul_(share) : x * share;
}

Tensor plain_gated(const Tensor& x, const Tensor& value, Activation activation) {
  const Tensor y = plain_activated(x, activation);
  return may_write_in_place() ? y.mul_(value) : y * value;
}

/// Splits `both` into value and x.
std::pair<Tensor, Tensor> halves(const Tensor& both) {
  const int64_t width = both.size(-1) / 2;
  return {both.narrow(-1, 0, width), both.narrow(-1, width, width)};
}

Tensor plain_gated_halves(const Tensor& both, Activation activation) {
  const auto [value, x] = halves(both);
  return plain_gated(x, value, activation);
}

struct Activate : torch::autograd::Function<Activate> {
  static Tensor forward(AutogradContext* context, const Tensor& x, const Value& value, int64_t activation) {
    context->save_for_backward({x, value.value_or(Tensor())});
    context->saved_data["activation"] = activation;
    const Tensor y = torch::empty_like(x);
    activate_operator().call(x, value, y, activation);
    return y;
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const Value value = saved[1].defined() ? Value(saved[1]) : std::nullopt;
    const Tensor dx = torch::empty_like(saved[0]);
    const Value dvalue = value ? Value(torch::empty_like(*value)) : std::nullopt;
    activate_backward_operator().call(gradients[0].contiguous(), saved[0], value, dx, dvalue,
                                      context->saved_data["activation"].toInt());
    return {dx, dvalue.value_or(Tensor()), {}};
  }
};

struct GateHalves : torch::autograd::Function<GateHalves> {
  static Tensor forward(AutogradContext* context, const Tensor& both, int64_t activation) {
    context->save_for_backward({both});
    context->saved_data["activation"] = activation;
    const auto [value, x] = halves(both);
    const Tensor y = torch::empty(x.sizes(), x.options());
    activate_operator().call(x, value, y, activation);
    return y;
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const Tensor both = context->get_saved_variables()[0], dboth = torch::empty_like(both);
    const auto [value, x] = halves(both);
    const auto [dvalue, dx] = halves(dboth);
    activate_backward_operator().call(gradients[0].contiguous(), x, value, dx, dvalue,
                                      context->saved_data["activation"].toInt());
    return {dboth, {}};
  }
};

Tensor fused_gated(const Tensor& x, const Value& value, Activation activation) {
  const Tensor inner = x.contiguous();
  const Value factor = value ? Value(value->contiguous()) : std::nullopt;
  if (!may_write_in_place()) return Activate::apply(inner, factor, static_cast<int64_t>(activation));
  activate_operator().call(inner, factor, inner, static_cast<int64_t>(activation));
  return inner;
}

Tensor fused_gated_halves(const Tensor& both, Activation activation) {
  return GateHalves::apply(both.contiguous(), static_cast<int64_t>(activation));
}

/// Results and gradients of one implementation of gated() and gated_halves().
template <class Gate, class GateHalvesOf>
variable_list try_activations(const Gate& gate, const GateHalvesOf& gate_halves,
                              const torch::TensorOptions& options) {
  constexpr int64_t rows = 5, width = 600;
  variable_list all;
  for (const Activation activation : {Activation::gelu_tanh, Activation::quick_gelu, Activation::silu}) {
    const auto input = [&](int64_t columns, double seed) {
      return (test_values({rows, columns}, seed, options) * 4).requires_grad_();
    };
    const Tensor x = input(width, 1), value = input(width, 2), both = input(2 * width, 3);
    const variable_list results{gate(x, value, activation), gate_halves(both, activation)};
    const Tensor gradient = test_values({rows, width}, 4, options);
    all.insert(all.end(), results.begin(), results.end());
    for (Tensor& each : torch::autograd::grad(results, {x, value, both}, {gradient, gradient}))
      all.push_back(each);
  }
  return all;
}

bool has_kernels(const Tensor& x) {
  return !tensor::plain_operators() && x.numel() > 0 &&
         may_use_operator(
             "The fused activation", x,
             [](const auto& options) { return try_activations(fused_gated, fused_gated_halves, options); },
             [](const auto& options) { return try_activations(plain_gated, plain_gated_halves, options); });
}

}  // namespace

Tensor activated(const Tensor& x, Activation activation) {
  // LibTorch's operators are one kernel, too; on the CPU they are slower.
  const bool is_one = activation != Activation::quick_gelu && tensor::computes_on_device(x);
  return is_one || !has_kernels(x) ? plain_activated(x, activation) : fused_gated(x, {}, activation);
}

Tensor gated(const Tensor& x, const Tensor& value, Activation activation) {
  return has_kernels(x) && value.scalar_type() == x.scalar_type() ? fused_gated(x, value, activation)
                                                                  : plain_gated(x, value, activation);
}

Tensor gated_halves(const Tensor& both, Activation activation) {
  return has_kernels(both) ? fused_gated_halves(both, activation) : plain_gated_halves(both, activation);
}

}  // namespace fw::nn
