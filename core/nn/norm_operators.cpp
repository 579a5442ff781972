// SPDX-License-Identifier: Apache-2.0
#include "nn/norm_operators.h"

#include "nn/layers.h"
#include "nn/norm_forms.h"
#include "tensor/dry_run.h"
#include "tensor/plain_operators.h"

namespace fw::nn {

using torch::Tensor;

bool has_kernels(const char* name, const Tensor& x, const Results& fused, const Results& plain) {
  return !tensor::plain_operators() && x.numel() > 0 && may_use_operator(name, x, fused, plain);
}

bool libtorch_is_faster(const Tensor& x) {
  return x.scalar_type() == torch::kFloat32 && !tensor::computes_on_device(x);
}

Tensor plain_norm(const Tensor& x, const NormOf& norm) {
  if (norm.kind == kernels::Norm::layer)
    return torch::layer_norm(x, {x.size(-1)}, norm.weight, norm.bias, norm.epsilon);
  Tensor y = x * inverse_rms(x, norm.epsilon);
  if (norm.weight.defined()) y = y.to(x.scalar_type()).to(norm.weight.scalar_type()) * norm.weight;
  return norm.bias.defined() ? y + norm.bias : y;
}

namespace {

using kernels::Branch;
using kernels::Norm;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// True if `channels` has the right type and one part, or two with a head.
bool suit(const Tensor& channels, const Tensor& x, int64_t head) {
  return !channels.defined() || (is_of_type(channels, x) && channels.size(1) == (head > 0 ? 2 : 1));
}

/// Converts to the kernels' layout: values per sample, contiguous channels.
Maybe of_samples(const Tensor& channels, const Tensor& x) {
  if (!channels.defined()) return std::nullopt;
  const Tensor all = channels.expand({x.size(0), channels.size(1), channels.size(2)});
  return all.stride(2) == 1 ? all : all.contiguous();
}

/// Expands to values per token: with two parts, the second one's come first.
Tensor of_tokens(const Tensor& channels, const Tensor& x, int64_t head) {
  if (head == 0) return channels;
  const auto rows = [&](int64_t part, int64_t count) {
    return channels.narrow(1, part, 1).expand({x.size(0), count, x.size(2)});
  };
  return torch::cat({rows(1, head), rows(0, x.size(1) - head)}, 1);
}

Tensor plain_modulated(const Tensor& x, const NormOf& norm, const Condition& condition) {
  Tensor y = plain_norm(x, norm);
  if (condition.scale.defined())
    y = y * (condition.unit + of_tokens(condition.scale, x, condition.head).to(y.scalar_type()));
  if (condition.shift.defined()) y = y + of_tokens(condition.shift, x, condition.head);
  return y.to(x.scalar_type());
}

/// Overwrites `change` while autograd does not record.
Tensor plain_sum(const Tensor& x, const Tensor& change, const Tensor& gate, int64_t head) {
  Tensor sum = change;
  if (!gate.defined()) return may_write_in_place() ? sum.add_(x) : x + change;
  if (head == 0)
    return may_write_in_place() ? torch::addcmul_out(sum, x, change, gate) : torch::addcmul(x, change, gate);
  const auto parts = [&](const Tensor& t) { return t.split_with_sizes({head, t.size(1) - head}, 1); };
  const auto of_x = parts(x), of_change = parts(change);
  const Tensor first = gate.narrow(1, 1, 1), second = gate.narrow(1, 0, 1);
  if (!may_write_in_place())
    return torch::cat(
        {torch::addcmul(of_x[0], of_change[0], first), torch::addcmul(of_x[1], of_change[1], second)}, 1);
  auto of_sum = parts(sum);
  torch::addcmul_out(of_sum[0], of_x[0], of_change[0], first);
  torch::addcmul_out(of_sum[1], of_x[1], of_change[1], second);
  return sum;
}

Residual plain_residual(const Tensor& x, const Tensor& change, const Tensor& gate, const NormOf& norm,
                        const Condition& condition) {
  const Tensor sum = plain_sum(x, change, gate, condition.head);
  return {sum, plain_modulated(sum, norm, condition)};
}

/// For a branch that is normed.
Residual plain_normed_residual(const Tensor& x, const Tensor& change, const Tensor& gate, const NormOf& norm,
                               const Condition& condition) {
  const Tensor own =
      plain_modulated(change, {Norm::rms, norm.epsilon, {}, {}}, {torch::tanh(gate), {}, 0, 0});
  const Tensor sum = plain_sum(x, own, {}, 0);
  return {sum, norm.kind == Norm::none ? Tensor() : plain_modulated(sum, norm, condition)};
}

/// The operator with its backward pass.
struct NormStep : torch::autograd::Function<NormStep> {
  /// @param change, gate  undefined: only the norm  @return  {sum}, {sum, y} or {y}
  static variable_list forward(AutogradContext* context, const Tensor& x, const Maybe& change,
                               const Maybe& gate, const Maybe& weight, const Maybe& bias, const Maybe& scale,
                               const Maybe& shift, int64_t head, int64_t norm, int64_t branch, double unit,
                               double epsilon) {
    const Tensor sum = change ? torch::empty_like(x) : Tensor();
    const auto [y, statistics, branch_rstd] = norm_operator().call(
        x, change, gate, weight, bias, scale, shift, maybe(sum), head, norm, branch, unit, epsilon);
    const bool is_norm = norm != static_cast<int64_t>(Norm::none);
    const auto wanted = [](const Maybe& tensor) { return tensor && tensor->requires_grad(); };
    context->set_materialize_grads(false);
    context->save_for_backward({is_norm ? (change ? sum : x) : Tensor(), statistics,
                                or_none(wanted(gate) || branch_rstd.defined() ? change : Maybe()),
                                or_none(gate), or_none(weight), or_none(bias), or_none(scale), branch_rstd});
    context->saved_data["head"] = head;
    context->saved_data["norm"] = norm;
    context->saved_data["branch"] = branch;
    context->saved_data["unit"] = unit;
    context->saved_data["change"] = change.has_value();
    context->saved_data["shift"] = shift.has_value();
    context->saved_data["gate_wanted"] = wanted(gate);
    context->saved_data["affine_wanted"] = wanted(weight) || wanted(scale) || wanted(shift);
    if (!is_norm) return {sum};
    return change ? variable_list{sum, y} : variable_list{y};
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const Tensor &gate = saved[3], &weight = saved[4], &bias = saved[5], &scale = saved[6];
    const bool change = context->saved_data["change"].toBool();
    const bool is_norm = context->saved_data["norm"].toInt() != static_cast<int64_t>(Norm::none);
    const Tensor dy = is_norm ? gradients.back() : Tensor(), dsum = change ? gradients.front() : Tensor();
    // The gradient of an unused result is undefined: without dy, only the sum counts.
    const int64_t norm =
        dy.defined() ? context->saved_data["norm"].toInt() : static_cast<int64_t>(Norm::none);
    variable_list results(12);
    if (!dy.defined() && !dsum.defined()) return results;
    const int64_t parts = gate.defined() ? gate.size(1) : scale.defined() ? scale.size(1) : 1;
    const double unit = context->saved_data["unit"].toDouble();
    const auto contiguous = [](const Tensor& gradient) {
      return gradient.defined() ? Maybe(gradient.contiguous()) : Maybe();
    };
    const auto [dx, dchange, of_dy, of_normed, of_change] = norm_backward_operator().call(
        contiguous(dsum), contiguous(dy), maybe(saved[0]), maybe(saved[1]), maybe(saved[7]), maybe(saved[2]),
        change ? maybe(gate) : Maybe(), maybe(weight), maybe(scale), context->saved_data["head"].toInt(),
        norm, context->saved_data["branch"].toInt(), unit, parts,
        dy.defined() && context->saved_data["affine_wanted"].toBool(),
        context->saved_data["gate_wanted"].toBool());
    results[0] = dy.defined() ? dx : dsum;
    if (change) results[1] = gate.defined() ? dchange : results[0];
    if (context->saved_data["gate_wanted"].toBool()) results[2] = of_change.to(gate.scalar_type());
    if (!of_dy.defined()) return results;
    const Tensor whole = scale.defined() ? unit + scale.to(torch::kFloat64) : Tensor();
    const auto over_samples = [&](const Tensor& sums) {
      return (whole.defined() ? sums * whole : sums).sum(torch::IntArrayRef{0, 1}).to(dy.scalar_type());
    };
    if (weight.defined()) results[3] = over_samples(of_normed);
    if (bias.defined()) results[4] = over_samples(of_dy);
    if (scale.defined()) {
      Tensor of_scale = weight.defined() ? of_normed * weight : of_normed;
      if (bias.defined()) of_scale = of_scale + of_dy * bias;
      results[5] = of_scale.to(dy.scalar_type());
    }
    if (context->saved_data["shift"].toBool()) results[6] = of_dy.to(dy.scalar_type());
    return results;
  }
};

/// x + gate change and its norm. `sum` is x without a change; `normed` is undefined without a norm.
Residual fused_sum(const Tensor& x, const Tensor& change, const Tensor& gate, const NormOf& norm,
                   const Condition& condition, Branch branch) {
  const Tensor all_of_x = x.contiguous();
  const Maybe all_of_change = change.defined() ? Maybe(change.contiguous()) : Maybe(),
              gates = of_samples(gate, x), scale = of_samples(condition.scale, x),
              shift = of_samples(condition.shift, x), weight = maybe(norm.weight), bias = maybe(norm.bias);
  const auto kind = static_cast<int64_t>(norm.kind), of_branch = static_cast<int64_t>(branch);
  if (may_write_in_place()) {
    const Tensor y = std::get<0>(norm_operator().call(all_of_x, all_of_change, gates, weight, bias, scale,
                                                      shift, all_of_change, condition.head, kind, of_branch,
                                                      condition.unit, norm.epsilon));
    return {all_of_change.value_or(x), y};
  }
  const variable_list found = NormStep::apply(all_of_x, all_of_change, gates, weight, bias, scale, shift,
                                              condition.head, kind, of_branch, condition.unit, norm.epsilon);
  return {change.defined() ? found.front() : x, norm.kind == Norm::none ? Tensor() : found.back()};
}

Residual fused_residual(const Tensor& x, const Tensor& change, const Tensor& gate, const NormOf& norm,
                        const Condition& condition) {
  return fused_sum(x, change, gate, norm, condition, Branch::plain);
}

Residual fused_normed_residual(const Tensor& x, const Tensor& change, const Tensor& gate, const NormOf& norm,
                               const Condition& condition) {
  return fused_sum(x, change, gate, norm, condition, Branch::normed);
}

/// Results and gradients of one implementation for a branch that is normed.
template <class Form>
variable_list try_branch(const Form& form, const torch::TensorOptions& options) {
  variable_list inputs;
  for (const int64_t tokens : {5, 5, 1, 1})
    inputs.push_back(
        test_values({2, tokens, 200}, static_cast<double>(inputs.size()), options).requires_grad_());
  const Residual found = form(inputs[0], inputs[1], inputs[2], {Norm::rms, 1e-5, {}, {}}, {inputs[3], {}});
  variable_list results{found.sum, found.normed}, gradients;
  for (const Tensor& result : results) gradients.push_back(test_values(result.sizes(), 8, options));
  const variable_list slopes = torch::autograd::grad(results, inputs, gradients);
  results.insert(results.end(), slopes.begin(), slopes.end());
  return results;
}

/// Results and gradients of one implementation for both norms, with separate values for text and video.
template <class Form>
variable_list try_norm(const Form& form, const torch::TensorOptions& options) {
  constexpr int64_t tokens = 5, width = 200, head = 2;
  variable_list all;
  for (const Norm kind : {Norm::layer, Norm::rms}) {
    variable_list inputs;
    for (const auto& shape : std::vector<std::vector<int64_t>>{{2, tokens, width},
                                                               {2, tokens, width},
                                                               {2, 2, width},
                                                               {width},
                                                               {width},
                                                               {2, 2, width},
                                                               {2, 2, width}})
      inputs.push_back(test_values(shape, static_cast<double>(inputs.size()), options).requires_grad_());
    const Residual found = form(inputs[0], inputs[1], inputs[2], {kind, 1e-5, inputs[3], inputs[4]},
                                {inputs[5], inputs[6], head});
    const variable_list results{found.sum, found.normed};
    variable_list gradients;
    for (const Tensor& result : results) gradients.push_back(test_values(result.sizes(), 8, options));
    all.insert(all.end(), results.begin(), results.end());
    for (Tensor& gradient : torch::autograd::grad(results, inputs, gradients)) all.push_back(gradient);
  }
  const auto value = [&](torch::IntArrayRef shape, double seed) { return test_values(shape, seed, options); };
  const NormOf none{Norm::none, 1e-5, {}, {}};
  all.push_back(form(value({2, tokens, width}, 1), value({2, tokens, width}, 2), value({2, 2, width}, 3),
                     none, {{}, {}, head})
                    .sum);
  return all;
}

/// True if everything but the availability of kernels allows the operator.
bool may_suit(const Tensor& x, const NormOf& norm, const Condition& condition, const Tensor& gate) {
  return x.dim() == 3 && is_of_type(norm.weight, x) && is_of_type(norm.bias, x) &&
         suit(condition.scale, x, condition.head) && suit(condition.shift, x, condition.head) &&
         suit(gate, x, condition.head);
}

bool suits(const Tensor& x, const NormOf& norm, const Condition& condition, const Tensor& gate) {
  return may_suit(x, norm, condition, gate) &&
         has_kernels(
             "The fused norm", x, [](const auto& options) { return try_norm(fused_residual, options); },
             [](const auto& options) { return try_norm(plain_residual, options); });
}

}  // namespace

Tensor norm_modulated(const Tensor& x, const NormOf& norm, const Condition& condition) {
  if (!suits(x, norm, condition, {})) return plain_modulated(x, norm, condition);
  return fused_residual(x, {}, {}, norm, condition).normed;
}

Tensor add_gated(const Tensor& x, const Tensor& change, const Tensor& gate, int64_t head) {
  const NormOf none{Norm::none, 0, {}, {}};
  if (libtorch_is_faster(x) || !suits(x, none, {{}, {}, head}, gate) || !is_of_type(change, x))
    return plain_sum(x, change, gate, head);
  return fused_residual(x, change, gate, none, {{}, {}, head}).sum;
}

Residual add_gated_and_norm(const Tensor& x, const Tensor& change, const Tensor& gate, const NormOf& norm,
                            const Condition& condition) {
  const bool fused = suits(x, norm, condition, gate) && is_of_type(change, x);
  if (!fused) return plain_residual(x, change, gate, norm, condition);
  return fused_residual(x, change, gate, norm, condition);
}

Tensor add_normed(const Tensor& x, const Tensor& change, const Tensor& gate, double epsilon) {
  return add_normed_and_norm(x, change, gate, {Norm::none, epsilon, {}, {}}, {}).sum;
}

Residual add_normed_and_norm(const Tensor& x, const Tensor& change, const Tensor& gate, const NormOf& norm,
                             const Condition& condition) {
  const bool fused = may_suit(x, norm, condition, gate) && is_of_type(change, x) &&
                     has_kernels(
                         "The fused norm of a branch", x,
                         [](const auto& options) { return try_branch(fused_normed_residual, options); },
                         [](const auto& options) { return try_branch(plain_normed_residual, options); });
  if (!fused) return plain_normed_residual(x, change, gate, norm, condition);
  return fused_normed_residual(x, change, gate, norm, condition);
}

}  // namespace fw::nn
