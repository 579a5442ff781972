// SPDX-License-Identifier: Apache-2.0
#include "nn/head_operators.h"

#include <algorithm>

#include "nn/module.h"
#include "nn/norm_forms.h"
#include "tensor/dry_run.h"

namespace fw::nn {

namespace {

using kernels::Norm;
using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// How arrays are rotated. The tensors of all parts form one list: for each part its arrays, then the weights
/// and biases, if any, of the rotated ones.
struct Turning : torch::CustomClassHolder {
  struct Part {
    size_t arrays = 0, weights = 0, biases = 0;
    int64_t turned = 0, tokens = 0;
    Maybe rotation;

    size_t tensors() const { return arrays + weights + biases; }
  };
  std::vector<Part> parts;
  int64_t width = 0, norm = 0;
  double epsilon = 0;
};

Maybes maybes(at::TensorList tensors) {
  Maybes all;
  for (const Tensor& each : tensors) all.push_back(each);
  return all;
}

/// The tokens of one part of the concatenated tensors.
variable_list tokens_of(at::TensorList joined, int64_t first, int64_t count) {
  variable_list own;
  for (const Tensor& each : joined) own.push_back(each.narrow(1, first, count));
  return own;
}

/// @param y  outputs @return  the statistics of each part
variable_list turn(const Turning& how, at::TensorList all, at::TensorList y) {
  variable_list statistics;
  int64_t first = 0;
  for (const Turning::Part& part : how.parts) {
    const auto weights = all.slice(part.arrays, part.weights),
               biases = all.slice(part.arrays + part.weights, part.biases);
    statistics.push_back(rotate_operator().call(all.slice(0, part.arrays), maybes(weights), maybes(biases),
                                                part.rotation, tokens_of(y, first, part.tokens), part.turned,
                                                how.width, how.norm, how.epsilon));
    first += part.tokens;
    all = all.slice(part.tensors());
  }
  return statistics;
}

/// Rotates and normalises, with its backward pass.
struct Rotate : torch::autograd::Function<Rotate> {
  static variable_list forward(AutogradContext* context, at::TensorList all,
                               const c10::intrusive_ptr<Turning>& how) {
    int64_t tokens = 0;
    for (const Turning::Part& part : how->parts) tokens += part.tokens;
    variable_list y;
    for (size_t i = 0; i < how->parts[0].arrays; ++i)
      y.push_back(torch::empty({all[i].size(0), tokens, all[i].size(2), all[i].size(3)}, all[i].options()));
    const variable_list statistics = turn(*how, all, y);
    const bool is_norm = how->norm != static_cast<int64_t>(Norm::none);
    variable_list saved;
    c10::List<bool> wanted;
    for (size_t i = 0; i < how->parts.size(); ++i) {
      const Turning::Part& part = how->parts[i];
      const auto weights = all.slice(part.arrays, part.weights);
      saved.push_back(statistics[i]);
      for (size_t j = 0; is_norm && j < static_cast<size_t>(part.turned); ++j) saved.push_back(all[j]);
      saved.insert(saved.end(), weights.begin(), weights.end());
      wanted.push_back(std::ranges::any_of(weights, [](const Tensor& w) { return w.requires_grad(); }));
      all = all.slice(part.tensors());
    }
    context->save_for_backward(saved);
    context->saved_data["how"] = c10::IValue::make_capsule(how);
    context->saved_data["wanted"] = wanted;
    return y;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto how = c10::static_intrusive_pointer_cast<Turning>(context->saved_data["how"].toCapsule());
    const auto wanted = context->saved_data["wanted"].toBoolList();
    const variable_list all_saved = context->get_saved_variables();
    at::TensorList saved = all_saved;
    const bool is_norm = how->norm != static_cast<int64_t>(Norm::none);
    variable_list dy, results;
    for (const Tensor& each : gradients) dy.push_back(each.contiguous());
    int64_t first = 0;
    for (size_t i = 0; i < how->parts.size(); ++i) {
      const Turning::Part& part = how->parts[i];
      const size_t kept = is_norm ? static_cast<size_t>(part.turned) : 0;
      const at::TensorList x = saved.slice(1, kept), weights = saved.slice(1 + kept, part.weights);
      const variable_list own = tokens_of(dy, first, part.tokens);
      variable_list dx;
      for (const Tensor& each : own) dx.push_back(torch::empty(each.sizes(), each.options()));
      const Tensor sums =
          rotate_backward_operator().call(own, x, maybe(saved[0]), maybes(weights), part.rotation, dx,
                                          part.turned, how->width, how->norm, wanted.get(i));
      results.insert(results.end(), dx.begin(), dx.end());
      // [turned, 2, width]: of bias and weight
      const Tensor whole = sums.defined() ? sums.sum(1).to(dx[0].scalar_type()) : Tensor();
      const auto of = [&](size_t array, int64_t which) {
        return whole.defined() ? whole[static_cast<int64_t>(array)][which] : Tensor();
      };
      for (size_t j = 0; j < part.weights; ++j) results.push_back(of(j, 1));
      for (size_t j = 0; j < part.biases; ++j) results.push_back(of(j, 0));
      first += part.tokens;
      saved = saved.slice(1 + kept + part.weights);
    }
    results.emplace_back();
    return results;
  }
};

/// The width that the norm covers.
int64_t piece_of(const Stream& stream) {
  return stream.norm_q.weight.defined() ? stream.norm_q.weight.size(0) : stream.q.size(3);
}

/// For streams that suit each other; k may be undefined; v of a single stream is passed through.
Heads fused_heads(const std::vector<Stream>& streams) {
  const auto how = c10::make_intrusive<Turning>();
  how->width = piece_of(streams[0]);
  how->norm = static_cast<int64_t>(streams[0].norm_q.kind);
  how->epsilon = streams[0].norm_q.epsilon;
  variable_list all;
  const auto add = [&](const Tensor& tensor, size_t& count) {
    if (!tensor.defined()) return;
    all.push_back(tensor.contiguous());
    ++count;
  };
  for (const Stream& stream : streams) {
    Turning::Part part;
    add(stream.q, part.arrays);
    add(stream.k, part.arrays);
    part.turned = static_cast<int64_t>(part.arrays);
    if (streams.size() > 1) add(stream.v, part.arrays);
    for (const NormOf* norm : {&stream.norm_q, &stream.norm_k}) add(norm->weight, part.weights);
    for (const NormOf* norm : {&stream.norm_q, &stream.norm_k}) add(norm->bias, part.biases);
    part.tokens = stream.q.size(1);
    if (stream.table.rotation.defined())
      part.rotation = torch::view_as_real(stream.table.rotation).flatten(-2).contiguous();
    how->parts.push_back(std::move(part));
  }
  variable_list found;
  if (streams.size() == 1 && may_write_in_place()) {
    found.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(how->parts[0].arrays));
    turn(*how, all, found);
  } else {
    found = Rotate::apply(at::TensorList(all), how);
  }
  const Tensor v = streams.size() == 1 ? streams[0].v : found[2];
  return {found[0], found.size() > 1 ? found[1] : Tensor(), v};
}

Tensor plain_rotated(const Tensor& x, const NormOf& norm, const RotaryTable& table) {
  if (!x.defined()) return x;
  Tensor y = x;
  const bool by_token = norm.weight.defined() && norm.weight.size(0) != x.size(3);
  if (norm.kind != Norm::none)
    y = plain_norm(by_token ? x.flatten(2) : x, norm).view(x.sizes()).to(x.scalar_type());
  if (!table.rotation.defined()) return y;
  if (2 * table.rotation.size(-1) == x.size(3)) return apply_rotary(y, table);
  // A rotation over all heads together is applied as if to one head.
  return apply_rotary(y.flatten(2).unsqueeze(2), table).view(x.sizes());
}

Heads joined(const std::vector<Heads>& all) {
  if (all.size() == 1) return all.front();
  const auto cat = [&](Tensor Heads::*which) {
    variable_list parts;
    for (const Heads& each : all) parts.push_back(each.*which);
    return torch::cat(parts, 1);
  };
  return {cat(&Heads::q), cat(&Heads::k), cat(&Heads::v)};
}

Heads plain_heads(const std::vector<Stream>& streams) {
  std::vector<Heads> all;
  for (const Stream& stream : streams)
    all.push_back({plain_rotated(stream.q, stream.norm_q, stream.table),
                   plain_rotated(stream.k, stream.norm_k, stream.table), stream.v});
  return joined(all);
}

/// Results and gradients of one implementation: heads of one stream, whole tokens, and two streams.
template <class Form>
variable_list try_rotation(const Form& form, const torch::TensorOptions& options) {
  constexpr int64_t tokens = 5, heads = 3, head_dim = 64;
  variable_list all;
  const auto compare = [&](Norm kind, int64_t width, size_t count) {
    variable_list inputs;
    const auto input = [&](torch::IntArrayRef shape) {
      inputs.push_back(test_values(shape, static_cast<double>(inputs.size()), options).requires_grad_());
      return inputs.back();
    };
    std::vector<Stream> streams(count);
    for (Stream& stream : streams) {
      stream.table = rotary_from_angles(
          test_values({tokens, width / 2}, 4, torch::TensorOptions(torch::kFloat64)), options.device());
      for (Tensor* x : {&stream.q, &stream.k, &stream.v}) *x = input({2, tokens, heads, head_dim});
      for (NormOf* norm : {&stream.norm_q, &stream.norm_k})
        *norm = {kind, 1e-5, input({width}), kind == Norm::layer ? input({width}) : Tensor()};
    }
    const Heads found = form(streams);
    const variable_list results{found.q, found.k, found.v};
    variable_list gradients;
    for (const Tensor& result : results) gradients.push_back(test_values(result.sizes(), 5, options));
    all.insert(all.end(), results.begin(), results.end());
    for (Tensor& gradient : torch::autograd::grad(results, inputs, gradients)) all.push_back(gradient);
  };
  compare(Norm::layer, head_dim, 1);
  compare(Norm::rms, heads * head_dim, 1);
  compare(Norm::rms, head_dim, 2);
  return all;
}

/// True if the operator can take a stream in one call with `first`, which may be the same.
bool suits(const Stream& stream, const Stream& first) {
  const auto is_like = [&](const NormOf& norm) {
    const NormOf& other = first.norm_q;
    return norm.kind == other.kind && norm.epsilon == other.epsilon &&
           norm.weight.defined() == other.weight.defined() && norm.bias.defined() == other.bias.defined() &&
           is_of_type(norm.weight, first.q) && is_of_type(norm.bias, first.q);
  };
  const int64_t table_width = stream.table.rotation.defined() ? 2 * stream.table.rotation.size(-1) : 0;
  const bool slower = stream.norm_q.kind == Norm::layer && libtorch_is_faster(stream.q);
  return stream.q.numel() > 0 && !stream.table.trained && !slower && is_like(stream.norm_q) &&
         (!stream.k.defined() || is_like(stream.norm_k)) && is_of_type(stream.q, first.q) &&
         is_of_type(stream.k, first.q) && is_of_type(stream.v, first.q) && stream.q.size(3) % 2 == 0 &&
         piece_of(stream) == piece_of(first) && table_width % piece_of(first) == 0;
}

bool has_rotation(const Tensor& x) {
  return has_kernels(
      "The fused rotation", x, [](const auto& options) { return try_rotation(fused_heads, options); },
      [](const auto& options) { return try_rotation(plain_heads, options); });
}

}  // namespace

Tensor norm_rotated(const Tensor& x, const NormOf& norm, const RotaryTable& table) {
  return heads_of({{{x, {}, {}}, norm, {}, table}}).q;
}

Heads heads_of(const std::vector<Stream>& streams) {
  const Stream& first = streams.front();
  if (streams.size() == 1 && first.table.trained && first.norm_q.kind != Norm::none) {
    // LibTorch rotates, so that the table gets a gradient.
    Stream normed = first;
    normed.table = {};
    const Heads found = heads_of({normed});
    const NormOf none{Norm::none, 0, {}, {}};
    return {plain_rotated(found.q, none, first.table), plain_rotated(found.k, none, first.table), found.v};
  }
  if (streams.size() == 1 && first.table.rotation.defined() && first.table.rotation.dim() == 3) {
    // One table per sample: treat the batch as one sample with all tokens.
    const auto as_one = [](const Tensor& x) { return x.defined() ? x.flatten(0, 1).unsqueeze(0) : x; };
    Stream all = first;
    all.q = as_one(first.q);
    all.k = as_one(first.k);
    all.table.rotation = first.table.rotation.expand({first.q.size(0), -1, -1}).flatten(0, 1);
    const Heads found = heads_of({all});
    return {found.q.view(first.q.sizes()), found.k.defined() ? found.k.view(first.k.sizes()) : found.k,
            first.v};
  }
  if (std::ranges::all_of(streams, [&](const Stream& each) { return suits(each, first); }) &&
      has_rotation(first.q))
    return fused_heads(streams);
  if (streams.size() == 1) return plain_heads(streams);
  std::vector<Heads> all;
  for (const Stream& stream : streams) all.push_back(heads_of({stream}));
  return joined(all);
}

}  // namespace fw::nn
