// SPDX-License-Identifier: Apache-2.0
#include "nn/linear.h"

#include <algorithm>
#include <utility>

#include "tensor/dry_run.h"

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
  torch::Tensor y = without_adapters(x);
  return adapters.empty() ? y : add_adapters(x, std::move(y), {});
}

torch::Tensor Linear::forward_gelu(const torch::Tensor& x) const {
  // The CPU's kernel has GELU's exact form.
  if (adapters.empty() && bias_.defined() && may_write_in_place() && tensor::computes_on_device(x)) {
    const torch::Tensor rows =
        at::_addmm_activation(bias_, x.flatten(0, -2), matrix().t(), 1, 1, /*use_gelu=*/true);
    return rows.unflatten(0, x.sizes().slice(0, x.sizes().size() - 1));
  }
  torch::Tensor y = forward(x);
  return may_write_in_place() ? at::gelu_(y, "tanh") : torch::gelu(y, "tanh");
}

namespace {

/// Whether an adapter computes in the type of x, as Python's autocast does: a GPU multiplies float32 without
/// its tensor cores.
bool in_type_of(const torch::Tensor& x, const LowRankAdapter& adapter) {
  return x.scalar_type() != adapter.A.scalar_type() && tensor::computes_on_device(x);
}

torch::Tensor add_up(const torch::Tensor& down, const LowRankAdapter& adapter, const torch::Tensor& y) {
  const torch::Tensor up = adapter.B.to(down.scalar_type()).t();
  torch::Tensor rows = y.flatten(0, -2);
  if (may_write_in_place())
    rows.addmm_(down.flatten(0, -2), up, 1, adapter.scale);
  else
    rows = torch::addmm(rows, down.flatten(0, -2), up, 1, adapter.scale);
  return rows.view(y.sizes());
}

}  // namespace

torch::Tensor Linear::add_adapters(const torch::Tensor& x, torch::Tensor y, const torch::Tensor& down) const {
  int64_t before = 0;  // ranks of the adapters that were added
  for (const LowRankAdapter& adapter : adapters) {
    if (in_type_of(x, adapter)) {
      const int64_t rank = adapter.A.size(0);
      y = add_up(
          down.defined() ? down.narrow(-1, before, rank) : torch::linear(x, adapter.A.to(x.scalar_type())),
          adapter, y);
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
  if (matrices.size() < 2) return;
  down_ = torch::linear(x_, torch::cat(matrices).to(x_.scalar_type())).split_with_sizes(ranks, -1);
}

torch::Tensor SharedInput::through(const Linear& layer) const {
  torch::Tensor y = layer.without_adapters(x_);
  if (layer.adapters.empty()) return y;
  const auto index = std::find(layers_.begin(), layers_.end(), &layer) - layers_.begin();
  return layer.add_adapters(x_, std::move(y), down_.empty() ? torch::Tensor() : down_[index]);
}

}  // namespace fw::nn
