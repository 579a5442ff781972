// SPDX-License-Identifier: Apache-2.0
#include "nn/linear.h"

#include <algorithm>
#include <utility>

#include "nn/activation_operators.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::nn {

Linear::Linear(int64_t in_features, int64_t out_features, Bias bias, const torch::TensorOptions& options)
    : in_features_(in_features),
      out_features_(out_features),
      dtype_(c10::typeMetaToScalarType(options.dtype())) {
  add_parameter("weight", weight_, {out_features, in_features}, options);
  if (bias == Bias::yes) add_parameter("bias", bias_, {out_features}, options);
}

void Linear::keep_in(LowBit format) {
  remove_slot("weight");
  weight_ = torch::Tensor();
  const LowBitWeight shapes = low_bit_shapes(format, out_features_, in_features_);
  const LowBitNames names = low_bit_names(format);
  const auto add = [&](std::string_view name, torch::Tensor& slot, const torch::Tensor& like) {
    if (like.defined()) add_buffer(std::string(name), slot, like.sizes(), like.options());
  };
  add(names.codes, low_bit_.codes, shapes.codes);
  add(names.scales, low_bit_.scales, shapes.scales);
  add(names.magnitudes, low_bit_.magnitudes, shapes.magnitudes);
  add(names.mean, low_bit_.mean, shapes.mean);
}

torch::Tensor Linear::without_adapters(const torch::Tensor& x) const {
  return is_low_bit() ? linear(x, low_bit_, bias_) : torch::linear(x, weight_, bias_);
}

torch::Tensor Linear::forward(const torch::Tensor& x) const {
  return adapters.empty() ? without_adapters(x) : SharedInput(x, {this}).through(*this);
}

torch::Tensor Linear::forward_gelu(const torch::Tensor& x) const {
  // The CPU's kernel has GELU's exact form.
  if (adapters.empty() && bias_.defined() && may_write_in_place() && tensor::computes_on_device(x)) {
    const torch::Tensor rows =
        at::_addmm_activation(bias_, x.flatten(0, -2), matrix().t(), 1, 1, /*use_gelu=*/true);
    return rows.unflatten(0, x.sizes().slice(0, x.sizes().size() - 1));
  }
  return activated(forward(x), kernels::Activation::gelu_tanh);
}

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// Whether an adapter computes in the type of x, on a GPU as Python's autocast does: it multiplies float32
/// without its tensor cores.
bool in_type_of(const torch::Tensor& x, const LowRankAdapter& adapter) {
  return x.scalar_type() == adapter.A.scalar_type() || tensor::computes_on_device(x);
}

torch::Tensor rows_of(const torch::Tensor& x) {
  return x.reshape({-1, x.size(-1)});
}

/// x for layers alone, and the first products of their adapters. These add their part of x's gradient in
/// place to that of the layers, which are the only ones to give one.
struct LowRankInput : torch::autograd::Function<LowRankInput> {
  static variable_list forward(AutogradContext* context, const torch::Tensor& x, const torch::Tensor& A) {
    context->save_for_backward({x, A});
    context->set_materialize_grads(false);
    return {x, torch::linear(x, A)};
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    if (!gradients[1].defined()) return {gradients[0], {}};
    const auto saved = context->get_saved_variables();
    const torch::Tensor &x = saved[0], &A = saved[1], of_down = rows_of(gradients[1]);
    torch::Tensor of_x = gradients[0];
    if (context->needs_input_grad(0)) {
      of_x = of_x.defined() ? of_x.contiguous() : torch::zeros_like(x);
      of_x.view({-1, x.size(-1)}).addmm_(of_down, A);
    }
    return {of_x, context->needs_input_grad(1) ? of_down.t().mm(rows_of(x)) : torch::Tensor()};
  }
};

}  // namespace

torch::Tensor Linear::add_adapters(const torch::Tensor& x, torch::Tensor y, const torch::Tensor& down) const {
  int64_t before = 0;  // ranks of the adapters that were added
  for (const LowRankAdapter& adapter : adapters) {
    if (down.defined()) {  // y is a product, whose value no backward pass needs
      const int64_t rank = adapter.A.size(0);
      const torch::Tensor own = rank == down.size(-1) ? down : down.narrow(-1, before, rank);
      y.addmm_(own, adapter.B.to(down.scalar_type()).t(), 1, adapter.scale);
      before += rank;
      continue;
    }
    const torch::Tensor low = torch::linear(x.to(adapter.A.scalar_type()), adapter.A);
    const torch::Tensor change = torch::linear(low, adapter.B);
    y = torch::add(y, change, adapter.scale).to(y.scalar_type());
  }
  return y;
}

SharedInput::SharedInput(torch::Tensor x, const std::vector<const Linear*>& layers)
    : x_(std::move(x)), layers_(layers) {
  std::vector<torch::Tensor> matrices;
  std::vector<int64_t> ranks;
  for (const Linear* layer : layers_) {
    int64_t rank = 0;
    for (const LowRankAdapter& adapter : layer->adapters) {
      if (!in_type_of(x_, adapter)) return;
      matrices.push_back(adapter.A);
      rank += adapter.A.size(0);
    }
    ranks.push_back(rank);
  }
  if (matrices.empty()) return;
  const torch::Tensor A = matrices.size() == 1 ? matrices.front() : torch::cat(matrices);
  const variable_list both = LowRankInput::apply(x_, A.to(x_.scalar_type()));
  x_ = both[0];
  down_ = {rows_of(both[1])};
  if (ranks.size() > 1) down_ = down_.front().split_with_sizes(ranks, -1);
}

torch::Tensor SharedInput::through(const Linear& layer) const {
  if (layer.adapters.empty()) return layer.without_adapters(x_);
  if (down_.empty()) return layer.add_adapters(x_, layer.without_adapters(x_), {});
  const auto index = std::find(layers_.begin(), layers_.end(), &layer) - layers_.begin();
  std::vector<int64_t> shape = x_.sizes().vec();
  shape.back() = layer.out_features();
  // As rows, since autograd would copy to write into a view.
  return layer.add_adapters(x_, layer.without_adapters(rows_of(x_)), down_[index]).view(shape);
}

}  // namespace fw::nn
