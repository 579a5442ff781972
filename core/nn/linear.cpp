// SPDX-License-Identifier: Apache-2.0
#include "nn/linear.h"

#include <algorithm>
#include <numeric>
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
  // The CPU's fused kernel uses exact GELU.
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

/// True if an adapter computes in the type of x: always on a GPU, like Python's autocast, since float32
/// products do not use tensor cores.
bool in_type_of(const torch::Tensor& x, const LayerAdapter& adapter) {
  return x.scalar_type() == adapter.A.scalar_type() || tensor::computes_on_device(x);
}

torch::Tensor rows_of(const torch::Tensor& x) {
  return x.reshape({-1, x.size(-1)});
}

/// Layers of one input with their adapters as a single step. Its tensors are one list: the input, then for
/// each layer its matrix if any, its bias if any, and A and B of each adapter.
struct AdaptedLayers : torch::CustomClassHolder {
  struct Layer {
    LowBitWeight low_bit;  ///< replaces the matrix
    bool bias = false;
    std::vector<double> scales;  ///< of the adapters
  };
  std::vector<Layer> layers;
};

/// Indices into the list.
struct Place {
  size_t matrix = 0, bias = 0;   ///< 0: none
  std::vector<size_t> adapters;  ///< index of each A; its B is next
};
std::vector<Place> places_of(const AdaptedLayers& all) {
  std::vector<Place> places;
  size_t next = 1;
  for (const AdaptedLayers::Layer& layer : all.layers) {
    Place place;
    if (!layer.low_bit.codes.defined()) place.matrix = next++;
    if (layer.bias) place.bias = next++;
    for (size_t i = 0; i < layer.scales.size(); ++i, next += 2) place.adapters.push_back(next);
    places.push_back(std::move(place));
  }
  return places;
}

/// One memory block for the adapters of a list: first every A, stacked, then every B.
struct Packed {
  torch::Tensor all, A;  ///< A: [sum of ranks, in]
  variable_list B;

  /// @param ranks, outs  of each adapter
  Packed(torch::Tensor memory, int64_t in, const std::vector<int64_t>& ranks,
         const std::vector<int64_t>& outs)
      : all(std::move(memory)) {
    const int64_t rank = std::accumulate(ranks.begin(), ranks.end(), int64_t{0});
    A = all.narrow(0, 0, rank * in).view({rank, in});
    int64_t first = rank * in;
    for (size_t i = 0; i < ranks.size(); ++i) {
      B.push_back(all.narrow(0, first, outs[i] * ranks[i]).view({outs[i], ranks[i]}));
      first += outs[i] * ranks[i];
    }
  }
};

/// The adapters' B products are added in place, as are all parts of the input's gradient.
struct Adapted : torch::autograd::Function<Adapted> {
  static variable_list forward(AutogradContext* context, at::TensorList given,
                               const c10::intrusive_ptr<AdaptedLayers>& how) {
    const torch::Tensor &x = given[0], rows = rows_of(x);
    const std::vector<Place> places = places_of(*how);
    variable_list flat, flat_of_B, saved{rows};
    std::vector<int64_t> ranks, outs;
    for (const Place& place : places)
      for (const size_t adapter : place.adapters) {
        flat.push_back(given[adapter].flatten());
        flat_of_B.push_back(given[adapter + 1].flatten());
        ranks.push_back(given[adapter].size(0));
        outs.push_back(given[adapter + 1].size(0));
      }
    flat.insert(flat.end(), flat_of_B.begin(), flat_of_B.end());
    const torch::Tensor memory = flat.empty() ? x.new_empty({0}) : torch::cat(flat);
    const Packed packed(memory.to(x.scalar_type()), x.size(-1), ranks, outs);
    const torch::Tensor down = flat.empty() ? memory : rows.mm(packed.A.t());
    variable_list results;
    int64_t first = 0;  // offset into the ranks
    size_t adapter = 0;
    for (size_t i = 0; i < places.size(); ++i) {
      const AdaptedLayers::Layer& layer = how->layers[i];
      const torch::Tensor bias = layer.bias ? given[places[i].bias] : torch::Tensor();
      torch::Tensor y = places[i].matrix > 0 ? torch::linear(rows, given[places[i].matrix], bias)
                                             : linear(rows, layer.low_bit, bias);
      for (const double scale : layer.scales) {
        y.addmm_(down.narrow(1, first, ranks[adapter]), packed.B[adapter].t(), 1, scale);
        first += ranks[adapter++];
      }
      std::vector<int64_t> shape = x.sizes().vec();
      shape.back() = y.size(1);
      results.push_back(y.view(shape));
      saved.push_back(places[i].matrix > 0 ? given[places[i].matrix] : torch::Tensor());
    }
    saved.insert(saved.end(), {packed.all, down});
    context->save_for_backward(saved);
    context->saved_data["how"] = c10::IValue::make_capsule(how);
    context->saved_data["shape"] = x.sizes();
    context->saved_data["ranks"] = ranks;
    context->saved_data["outs"] = outs;
    context->saved_data["type"] = static_cast<int64_t>(memory.scalar_type());
    return results;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto how =
        c10::static_intrusive_pointer_cast<AdaptedLayers>(context->saved_data["how"].toCapsule());
    const std::vector<Place> places = places_of(*how);
    const variable_list saved = context->get_saved_variables();
    const torch::Tensor &rows = saved.front(), &down = saved.back();
    const std::vector<int64_t> ranks = context->saved_data["ranks"].toIntVector(),
                               outs = context->saved_data["outs"].toIntVector();
    const Packed packed(saved[saved.size() - 2], rows.size(1), ranks, outs);
    const Packed changes(torch::empty_like(packed.all), rows.size(1), ranks, outs);
    const torch::Tensor of_down = torch::empty_like(down);
    const bool to_x = context->needs_input_grad(0);
    torch::Tensor of_rows;
    const auto add_to_x = [&](const torch::Tensor& a, const torch::Tensor& b) {
      of_rows = of_rows.defined() ? of_rows.addmm_(a, b) : a.mm(b);
    };
    variable_list results(1);
    int64_t first = 0;
    size_t adapter = 0;
    for (size_t i = 0; i < places.size(); ++i) {
      const torch::Tensor dy = rows_of(gradients[i]).contiguous();
      const Place& place = places[i];
      for (const double scale : how->layers[i].scales) {
        const int64_t rank = ranks[adapter];
        of_down.narrow(1, first, rank).addmm_(dy, packed.B[adapter], 0, scale);
        torch::Tensor of_B = changes.B[adapter];
        of_B.addmm_(dy.t(), down.narrow(1, first, rank), 0, scale);
        first += rank;
        ++adapter;
      }
      if (to_x)
        add_to_x(dy, place.matrix > 0 ? saved[1 + i] : dequantise(how->layers[i].low_bit, dy.scalar_type()));
      if (place.matrix > 0)
        results.push_back(context->needs_input_grad(place.matrix) ? dy.t().mm(rows) : torch::Tensor());
      if (place.bias > 0)
        results.push_back(context->needs_input_grad(place.bias) ? dy.sum(0) : torch::Tensor());
      results.resize(results.size() + 2 * place.adapters.size());
    }
    if (to_x) {
      if (!ranks.empty()) add_to_x(of_down, packed.A);
      results[0] = of_rows.view(context->saved_data["shape"].toIntVector());
    }
    if (ranks.empty()) {
      results.emplace_back();
      return results;
    }
    torch::Tensor of_A = changes.A;
    of_A.addmm_(of_down.t(), rows, 0, 1);
    const auto type = static_cast<torch::Dtype>(context->saved_data["type"].toInt());
    const Packed wide(changes.all.to(type), rows.size(1), ranks, outs);
    first = 0;
    adapter = 0;
    for (const Place& place : places)
      for (const size_t at : place.adapters) {
        results[at] = wide.A.narrow(0, first, ranks[adapter]);
        results[at + 1] = wide.B[adapter];
        first += ranks[adapter++];
      }
    results.emplace_back();
    return results;
  }
};

}  // namespace

/// Computes in the adapters' own type.
torch::Tensor Linear::with_wide_adapters(const torch::Tensor& x) const {
  torch::Tensor y = without_adapters(x);
  for (const LayerAdapter& adapter : adapters) {
    if (!adapter.is_plain()) continue;
    const torch::Tensor low = torch::linear(x.to(adapter.A.scalar_type()), adapter.A);
    const torch::Tensor change = torch::linear(low, adapter.B);
    y = torch::add(y, change, adapter.scale).to(y.scalar_type());
  }
  return y;
}

/// Adds the adapters that are not just a product of A and B. @param y  with all others
torch::Tensor Linear::with_other_adapters(const torch::Tensor& x, torch::Tensor y) const {
  for (const LayerAdapter& adapter : adapters) {
    if (adapter.is_plain()) continue;
    torch::Tensor change = changed_by(adapter, x);
    if (adapter.magnitude.defined()) change = lengthened(adapter, x, y, std::move(change));
    y = torch::add(y, change, adapter.strength).to(y.scalar_type());
  }
  return y;
}

/// x (W' - W)^T of an adapter with a magnitude. The lengths of the rows count as constants (Liu et al. 2024,
/// section 4.3). @param change  x (scale D)^T
torch::Tensor Linear::lengthened(const LayerAdapter& adapter, const torch::Tensor& x, const torch::Tensor& y,
                                 torch::Tensor change) const {
  const torch::Dtype type = change.scalar_type();
  // Differs little from 1: subtracted before it is rounded.
  const torch::Tensor longer = (adapter.magnitude / row_lengths(adapter, matrix()) - 1).to(type);
  torch::Tensor product;  // x W^T
  if (adapters.size() == 1 && !(adapter.drops() && adapter.dropout->input > 0)) {
    product = bias_.defined() ? y - bias_ : y;
  } else {
    const torch::Tensor kept = dropped_input(adapter, x).to(x.scalar_type());
    product = is_low_bit() ? linear(kept, low_bit_, {}) : torch::linear(kept, weight_);
  }
  return torch::addcmul(change, product.to(type) + change, longer);
}

SharedInput::SharedInput(torch::Tensor x, const std::vector<const Linear*>& layers)
    : x_(std::move(x)), layers_(layers) {
  const auto how = c10::make_intrusive<AdaptedLayers>();
  variable_list all{x_};
  bool at_once = layers_.size() > 1 && at::GradMode::is_enabled();
  for (const Linear* layer : layers_) {
    AdaptedLayers::Layer own{layer->low_bit_, layer->bias_.defined(), {}};
    if (!layer->is_low_bit()) all.push_back(layer->weight_);
    if (own.bias) all.push_back(layer->bias_);
    for (const LayerAdapter& adapter : layer->adapters) {
      if (!adapter.is_plain()) continue;
      if (!in_type_of(x_, adapter)) return;
      all.push_back(adapter.A);
      all.push_back(adapter.B);
      own.scales.push_back(adapter.scale);
      at_once = true;
    }
    how->layers.push_back(std::move(own));
  }
  if (at_once) results_ = Adapted::apply(at::TensorList(all), how);
}

torch::Tensor SharedInput::through(const Linear& layer) const {
  if (!results_.empty()) {
    const auto place = std::find(layers_.begin(), layers_.end(), &layer) - layers_.begin();
    return layer.with_other_adapters(x_, results_[static_cast<size_t>(place)]);
  }
  return layer.with_other_adapters(
      x_, layer.adapters.empty() ? layer.without_adapters(x_) : layer.with_wide_adapters(x_));
}

}  // namespace fw::nn
