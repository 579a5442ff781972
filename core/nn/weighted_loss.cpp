// SPDX-License-Identifier: Apache-2.0
#include "nn/weighted_loss.h"

#include <ATen/Parallel.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/library.h>

#include <optional>

#include "cuda/part.h"
#include "nn/kernel_elements.h"
#include "nn/operator_check.h"
#include "tensor/libtorch.h"
#include "tensor/plain_operators.h"

namespace fw::nn {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;
using Maybe = std::optional<Tensor>;

thread_local LossShape shape_now;

constexpr int64_t pieces_of_thread = 4;  // minimum work that is worth starting a thread for

const void* data_of(const Maybe& x) {
  return x ? x->const_data_ptr() : nullptr;
}

void describe(kernels::LossSamples& all, const Tensor& x, const Maybe& x_scale, const Maybe& weights,
              int64_t form, double c) {
  all.form = static_cast<LossForm>(form);
  all.c = c;
  all.samples = x.size(0);
  all.size = x.numel() / all.samples;
  all.element = element_of(x);
  all.x_scale = data_of(x_scale);
  all.weight = data_of(weights);
}

template <class Arguments>
void run_pieces(const Arguments& all) {
  at::parallel_for(0, all.samples * kernels::loss_pieces(all.size), pieces_of_thread,
                   [&](int64_t first, int64_t end) { kernels::run_cpu(all, first, end); });
}

void squared_error(const Tensor& x, const Tensor& first, const Tensor& second, const Maybe& x_scale,
                   const Maybe& first_scale, const Maybe& weights, int64_t form, double c, const Maybe& error,
                   const Tensor& sums, const Tensor& losses) {
  if (x.is_meta()) return;
  kernels::LossForward all;
  describe(all, x, x_scale, weights, form, c);
  all.x = x.const_data_ptr();
  all.first = first.const_data_ptr();
  all.second = second.const_data_ptr();
  all.first_scale = data_of(first_scale);
  all.error = error ? error->data_ptr() : nullptr;
  all.sums = sums.data_ptr();
  all.loss = losses.data_ptr();
  if (x.is_cuda()) return std::get<0>(cuda::loaded_part().losses)(all, x.get_device());
  run_pieces(all);
  kernels::finish_cpu(all);
}

void squared_error_backward(const Tensor& error, const Maybe& x_scale, const Maybe& weights, int64_t form,
                            double c, const Tensor& dlosses, const Tensor& dx) {
  if (dx.is_meta()) return;
  kernels::LossBackward all;
  describe(all, dx, x_scale, weights, form, c);
  all.error = error.const_data_ptr();
  all.dloss = dlosses.const_data_ptr();
  all.dx = dx.data_ptr();
  if (dx.is_cuda()) return std::get<1>(cuda::loaded_part().losses)(all, dx.get_device());
  run_pieces(all);
}

/// Registered with LibTorch on first use: a process may load the engine twice, but a name can be defined only
/// once.
c10::OperatorHandle loss_operator(const char* name) {
  auto& dispatcher = c10::Dispatcher::singleton();
  if (!dispatcher.findSchema({"framewright::squared_error", ""})) {
    static torch::Library library(torch::Library::FRAGMENT, "framewright", std::nullopt, __FILE__, __LINE__);
    library.def(
        "squared_error(Tensor x, Tensor first, Tensor second, Tensor? x_scale, Tensor? first_scale, "
        "Tensor? weights, int form, float c, Tensor(a!)? error, Tensor(b!) sums, Tensor(c!) losses) -> ()");
    library.def(
        "squared_error_backward(Tensor error, Tensor? x_scale, Tensor? weights, int form, float c, Tensor "
        "dlosses, "
        "Tensor(a!) dx) -> ()");
    for (const auto key : {c10::DispatchKey::CPU, c10::DispatchKey::Meta, c10::DispatchKey::CUDA}) {
      library.impl("squared_error", torch::dispatch(key, TORCH_FN(squared_error)));
      library.impl("squared_error_backward", torch::dispatch(key, TORCH_FN(squared_error_backward)));
    }
  }
  return dispatcher.findSchemaOrThrow(name, "");
}

torch::Dtype wide_type(const Tensor& x) {
  return x.scalar_type() == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32;
}

Maybe defined_only(const Tensor& x) {
  return x.defined() ? Maybe(x) : std::nullopt;
}

struct SquaredError : torch::autograd::Function<SquaredError> {
  static Tensor forward(AutogradContext* context, const Tensor& x, const WeightedErrors& errors,
                        bool has_gradient) {
    static const auto op = loss_operator("framewright::squared_error").typed<decltype(squared_error)>();
    const auto options = x.options().dtype(wide_type(x)).requires_grad(false);
    const Tensor error = has_gradient ? torch::empty(x.sizes(), options) : Tensor();
    const Tensor losses = torch::empty({x.size(0)}, options);
    const int64_t pieces = kernels::loss_pieces(x.numel() / x.size(0));
    op.call(x, errors.first, errors.second, defined_only(errors.x_scale), defined_only(errors.first_scale),
            defined_only(errors.weights), static_cast<int64_t>(shape_now.form), shape_now.c,
            defined_only(error), torch::empty({x.size(0), pieces}, options), losses);
    context->save_for_backward({error, errors.x_scale, errors.weights});
    context->saved_data["form"] = static_cast<int64_t>(shape_now.form);
    context->saved_data["c"] = shape_now.c;
    context->saved_data["dtype"] = static_cast<int64_t>(x.scalar_type());
    return losses;
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    static const auto op =
        loss_operator("framewright::squared_error_backward").typed<decltype(squared_error_backward)>();
    const auto saved = context->get_saved_variables();
    const auto dtype = static_cast<torch::Dtype>(context->saved_data["dtype"].toInt());
    const Tensor dx = torch::empty(saved[0].sizes(), saved[0].options().dtype(dtype));
    op.call(saved[0], defined_only(saved[1]), defined_only(saved[2]), context->saved_data["form"].toInt(),
            context->saved_data["c"].toDouble(), gradients[0].contiguous(), dx);
    return {dx, {}, {}};
  }
};

Tensor fused_losses(WeightedErrors errors) {
  const torch::Dtype wide = wide_type(errors.x);
  for (Tensor* const each :
       {&errors.first, &errors.second, &errors.x_scale, &errors.first_scale, &errors.weights})
    if (each->defined()) *each = each->to(wide).contiguous();
  const Tensor x = std::exchange(errors.x, Tensor()).contiguous();
  return SquaredError::apply(x, errors, torch::GradMode::is_enabled() && x.requires_grad());
}

Tensor plain_counted(const Tensor& e) {
  const double c = shape_now.c;
  switch (shape_now.form) {
    case LossForm::huber:
    case LossForm::smooth_l1: {
      const double factor = shape_now.form == LossForm::huber ? 2 * c : 2;
      return factor * (e.square() / ((e.square() + c * c).sqrt() + c));
    }
    case LossForm::absolute:
      return e.abs();
    default:
      return e.square();
  }
}

Tensor plain_losses(const WeightedErrors& errors) {
  const auto scaled = [](const Tensor& scale, const Tensor& x) {
    if (!scale.defined()) return x;
    std::vector<int64_t> shape(static_cast<size_t>(x.dim()), 1);
    shape[0] = -1;
    return scale.view(shape) * x;
  };
  const Tensor target = scaled(errors.first_scale, errors.first) - errors.second;
  const Tensor error = scaled(errors.x_scale, errors.x.to(wide_type(errors.x))) - target;
  return scaled(errors.weights, plain_counted(error).flatten(1).mean(1));
}

/// Losses and gradients of one implementation.
template <class Losses>
variable_list try_losses(const Losses& losses, const torch::TensorOptions& options) {
  const Tensor x = test_values({3, 5, 1000}, 1, options).requires_grad_();
  const auto wide = options.dtype(wide_type(x));
  const auto values = [&](double seed) { return test_values({3, 5, 1000}, seed, wide); };
  const auto scales = [&](double seed) { return test_values({3}, seed, wide) + 2; };
  const variable_list results{losses({x, values(2), values(3)}),
                              losses({x, values(4), values(5), scales(6), scales(7), scales(8)})};
  variable_list all = torch::autograd::grad(results, {x}, {scales(9), scales(10)});
  all.insert(all.end(), results.begin(), results.end());
  return all;
}

bool has_kernels(const Tensor& x) {
  return !tensor::plain_operators() && x.numel() > 0 &&
         may_use_operator(
             "The weighted loss", x, [](const auto& options) { return try_losses(fused_losses, options); },
             [](const auto& options) { return try_losses(plain_losses, options); });
}

}  // namespace

LossScope::LossScope(const LossShape& shape) : before_(std::exchange(shape_now, shape)) {}
LossScope::~LossScope() {
  shape_now = before_;
}

Tensor weighted_losses(const WeightedErrors& errors) {
  TORCH_CHECK(errors.x.sizes() == errors.first.sizes() && errors.x.sizes() == errors.second.sizes(),
              "weighted_losses: shapes differ");
  return has_kernels(errors.x) ? fused_losses(errors) : plain_losses(errors);
}

}  // namespace fw::nn
