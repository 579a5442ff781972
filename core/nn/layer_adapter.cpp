// SPDX-License-Identifier: Apache-2.0
#include "nn/layer_adapter.h"

#include <algorithm>
#include <array>

#include "base/seeded_random.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::nn {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr int64_t rows_at_once = 1024;  // in float32

/// The masks of one adapter in a pass.
struct Masks {
  enum Use : uint64_t { of_input, of_rank, of_module };
  double input = 0, rank = 0, module = 0;
  uint64_t seed = 0, share = 0;

  explicit Masks(const LayerAdapter& adapter) {
    if (!adapter.drops()) return;
    const Dropout& dropout = *adapter.dropout;
    input = dropout.input;
    rank = adapter.form ? 0 : dropout.rank;
    module = dropout.module;
    seed = mix_seed(dropout.pass, adapter.number);
    share = dropout.share;
  }

  /// 0 where a value is left out, otherwise the factor that keeps the mean.
  static Tensor draw(torch::IntArrayRef shape, const Tensor& like, double probability, uint64_t seed) {
    Tensor mask = torch::empty(shape, like.options());
    if (like.is_meta()) return mask;
    // A generator of its own: another draw elsewhere must not change this one.
    torch::Generator generator = like.is_cpu() ? at::make_generator<at::CPUGeneratorImpl>(0)
                                               : at::globalContext().defaultGenerator(like.device()).clone();
    generator.set_current_seed(seed);
    return mask.bernoulli_(1 - probability, generator).div_(1 - probability);
  }
  Tensor over_input(const Tensor& rows) const {
    return draw(rows.sizes(), rows, input, mix_seed(mix_seed(seed, of_input), share));
  }
  Tensor over_ranks(const Tensor& down) const {
    return draw({down.size(1)}, down, rank, mix_seed(seed, of_rank));
  }
  /// 0 or 1: an adapter that is left out has gradients of zero, which other processes wait for.
  double of_whole() const {
    uint64_t state = mix_seed(seed, of_module);
    return next_share(state) < module ? 0 : 1;
  }
};

Tensor rows_of_input(const Tensor& x) {
  return x.reshape({-1, x.size(-1)});
}

AdapterParts parts_with(const AdapterParts& names, at::TensorList tensors) {
  AdapterParts parts;
  size_t next = 0;
  for (const auto& [name, tensor] : names) parts[name] = tensors[next++];
  return parts;
}

struct ChangeRecipe : torch::CustomClassHolder {
  std::shared_ptr<const ChangeForm> form;
  AdapterParts parts;  ///< for their names; without tensors
  double scale;
  Masks masks;
  torch::Dtype type;  ///< of the product

  ChangeRecipe(const LayerAdapter& adapter, torch::Dtype type)
      : form(adapter.form), scale(adapter.scale), masks(adapter), type(type) {
    for (const auto& [name, part] : adapter.parts) parts[name];
    if (adapter.drops()) scale *= masks.of_whole();
  }
};

/// x (scale D)^T. Given are x and the adapter's tensors: A and B, or the parts.
struct Changed : torch::autograd::Function<Changed> {
  static Tensor forward(AutogradContext* context, at::TensorList given,
                        const c10::intrusive_ptr<ChangeRecipe>& how) {
    const Tensor& x = given[0];
    Tensor rows = rows_of_input(x).to(how->type);
    if (how->masks.input > 0) rows = rows * how->masks.over_input(rows);
    Tensor y, down;
    if (how->form) {
      y = rows.mm(how->form->change(parts_with(how->parts, given.slice(1))).to(how->type).t());
    } else {
      down = rows.mm(given[1].to(how->type).t());
      if (how->masks.rank > 0) down.mul_(how->masks.over_ranks(down));
      y = down.mm(given[2].to(how->type).t());
    }
    variable_list saved = given.vec();
    saved.push_back(down);
    context->save_for_backward(saved);
    context->saved_data["how"] = c10::IValue::make_capsule(how);
    std::vector<int64_t> shape = x.sizes().vec();
    shape.back() = y.size(1);
    return y.mul_(how->scale).view(shape);
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto how = c10::static_intrusive_pointer_cast<ChangeRecipe>(context->saved_data["how"].toCapsule());
    variable_list saved = context->get_saved_variables();
    const Tensor down = saved.back();
    saved.pop_back();
    const Tensor& x = saved.front();
    Tensor rows = rows_of_input(x).to(how->type), mask;
    if (how->masks.input > 0) mask = how->masks.over_input(rows);
    if (mask.defined()) rows = rows * mask;
    const Tensor dy = rows_of_input(gradients[0]).to(how->type) * how->scale;
    variable_list results(saved.size() + 1);  // the last is the recipe's, which has none
    Tensor of_rows;
    const bool to_x = context->needs_input_grad(0);
    if (how->form) {
      of_rows = back_through_form(*how, at::TensorList(saved).slice(1), rows, dy, to_x, results);
    } else {
      Tensor of_down = dy.mm(saved[2].to(how->type));
      if (how->masks.rank > 0) of_down.mul_(how->masks.over_ranks(down));
      results[1] = of_down.t().mm(rows).to(saved[1].scalar_type());
      results[2] = dy.t().mm(down).to(saved[2].scalar_type());
      if (to_x) of_rows = of_down.mm(saved[1].to(how->type));
    }
    if (to_x) {
      if (mask.defined()) of_rows.mul_(mask);
      results[0] = of_rows.to(x.scalar_type()).view(x.sizes());
    }
    return results;
  }

  /// Makes D again. @return the gradient of `rows` if asked for
  static Tensor back_through_form(const ChangeRecipe& how, at::TensorList tensors, const Tensor& rows,
                                  const Tensor& dy, bool to_x, variable_list& results) {
    variable_list leaves;
    for (const Tensor& tensor : tensors) leaves.push_back(tensor.detach().requires_grad_(true));
    Tensor change;
    {
      const torch::AutoGradMode record(true);
      change = how.form->change(parts_with(how.parts, leaves));
    }
    const variable_list of_parts =
        torch::autograd::grad({change}, leaves, {dy.t().mm(rows).to(change.scalar_type())});
    std::copy(of_parts.begin(), of_parts.end(), results.begin() + 1);
    return to_x ? dy.mm(change.detach().to(how.type)) : Tensor();
  }
};

/// Calls `work` with the rows of scale D, a part at a time.
template <typename Work>
void for_rows(const LayerAdapter& adapter, const Work& work) {
  const Tensor whole =
      adapter.form ? adapter.form->change(adapter.parts).to(torch::kFloat32) * adapter.scale : Tensor();
  const int64_t rows = adapter.form ? whole.size(0) : adapter.B.size(0);
  for (int64_t first = 0; first < rows; first += rows_at_once) {
    const int64_t count = std::min(rows_at_once, rows - first);
    if (whole.defined()) {
      work(first, whole.narrow(0, first, count));
      continue;
    }
    const Tensor B = adapter.B.narrow(0, first, count).to(torch::kFloat32);
    work(first, B.mm(adapter.A.to(torch::kFloat32)).mul_(adapter.scale));
  }
}

Tensor lengths_of(const Tensor& rows) {
  constexpr std::array<int64_t, 1> columns{1};
  return torch::linalg_vector_norm(rows, 2, torch::IntArrayRef(columns));
}

}  // namespace

std::vector<Tensor*> LayerAdapter::tensors() {
  std::vector<Tensor*> all;
  if (!form) all = {&A, &B};
  for (auto& [name, part] : parts) all.push_back(&part);
  if (magnitude.defined()) all.push_back(&magnitude);
  return all;
}

std::vector<Tensor> LayerAdapter::tensors() const {
  std::vector<Tensor> all;
  if (!form) all = {A, B};
  for (const auto& [name, part] : parts) all.push_back(part);
  if (magnitude.defined()) all.push_back(magnitude);
  return all;
}

Tensor changed_by(const LayerAdapter& adapter, const Tensor& x) {
  const bool on_device = tensor::computes_on_device(x);
  const auto how = c10::make_intrusive<ChangeRecipe>(adapter, on_device ? x.scalar_type() : adapter.dtype());
  variable_list given{x};
  if (adapter.form) {
    for (const auto& [name, part] : adapter.parts) given.push_back(part);
  } else {
    given.insert(given.end(), {adapter.A, adapter.B});
  }
  return Changed::apply(at::TensorList(given), how);
}

Tensor dropped_input(const LayerAdapter& adapter, const Tensor& x) {
  const Masks masks(adapter);
  if (masks.input == 0) return x;
  // The type and shape in which changed_by() draws them.
  const torch::Dtype type = tensor::computes_on_device(x) ? x.scalar_type() : adapter.dtype();
  const Tensor rows = rows_of_input(x.detach()).to(type);
  return x.to(type) * masks.over_input(rows).view(x.sizes());
}

Tensor row_lengths(const LayerAdapter& adapter, const Tensor& weight) {
  const torch::NoGradGuard no_grad;
  variable_list lengths;
  for_rows(adapter, [&](int64_t first, const Tensor& change) {
    lengths.push_back(
        lengths_of(weight.narrow(0, first, change.size(0)).to(change.device(), torch::kFloat32) + change));
  });
  return torch::cat(lengths);
}

Tensor row_lengths(const Tensor& weight) {
  const torch::NoGradGuard no_grad;
  variable_list lengths;
  for (int64_t first = 0; first < weight.size(0); first += rows_at_once)
    lengths.push_back(lengths_of(
        weight.narrow(0, first, std::min(rows_at_once, weight.size(0) - first)).to(torch::kFloat32)));
  return torch::cat(lengths);
}

Tensor weight_change(const LayerAdapter& adapter, const Tensor& weight) {
  const torch::NoGradGuard no_grad;
  variable_list changes;
  for_rows(adapter, [&](int64_t, const Tensor& change) { changes.push_back(change); });
  Tensor change = torch::cat(changes);
  if (adapter.magnitude.defined()) {
    const Tensor whole = weight.to(change.device(), torch::kFloat32);
    const Tensor longer = adapter.magnitude.to(torch::kFloat32) / row_lengths(adapter, whole) - 1;
    change = change.add_((whole + change).mul_(longer.unsqueeze(1)));
  }
  return change.mul_(adapter.strength);
}

}  // namespace fw::nn
