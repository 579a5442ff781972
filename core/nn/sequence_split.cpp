// SPDX-License-Identifier: Apache-2.0
#include "nn/sequence_split.h"

#include <algorithm>
#include <numeric>

#include "nn/attention.h"
#include "nn/ring_attention.h"

namespace fw::nn {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;
using Counts = std::vector<int64_t>;

int64_t sum(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), int64_t{0});
}

/// As even as possible.
Counts even_shares(int64_t total, int64_t processes) {
  Counts shares;
  for (int64_t i = 0; i < processes; ++i) shares.push_back(total / processes + (i < total % processes));
  return shares;
}

/// Tokens and heads of each member of a Ulysses group.
struct Heads : torch::CustomClassHolder {
  std::shared_ptr<const distributed::Group> group;
  Counts tokens, heads;  ///< by member
  int64_t own_tokens() const { return tokens[static_cast<size_t>(group->rank())]; }
  int64_t own_heads() const { return heads[static_cast<size_t>(group->rank())]; }
};
using HeadsPointer = c10::intrusive_ptr<Heads>;

/// All-to-all: splits `x` along `from` over the members and concatenates what arrives along `to`.
Tensor traded(const distributed::Group& group, const Tensor& x, int64_t from, const Counts& parts, int64_t to,
              const Counts& others) {
  const int64_t own = parts[static_cast<size_t>(group.rank())];
  std::vector<Tensor> sent;
  Counts sent_counts, received_counts;
  std::vector<Counts> shapes;
  for (const Tensor& part : x.split_with_sizes(parts, from)) {
    sent.push_back(part.reshape({-1}));
    sent_counts.push_back(part.numel());
  }
  for (const int64_t count : others) {
    Counts shape = x.sizes().vec();
    shape[static_cast<size_t>(from)] = own;
    shape[static_cast<size_t>(to)] = count;
    received_counts.push_back(std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>()));
    shapes.push_back(std::move(shape));
  }
  const Tensor received = torch::empty({sum(received_counts)}, x.options());
  group.exchange(received, received_counts, torch::cat(sent), sent_counts);
  std::vector<Tensor> joined = received.split_with_sizes(received_counts);
  for (size_t i = 0; i < joined.size(); ++i) joined[i] = joined[i].view(shapes[i]);
  return torch::cat(joined, to);
}

/// [B, own tokens, all heads, d] -> [B, tokens of the group, own heads, d].
Tensor to_heads(const Heads& h, const Tensor& x) {
  return traded(*h.group, x, 2, h.heads, 1, h.tokens);
}

Tensor to_tokens(const Heads& h, const Tensor& x) {
  return traded(*h.group, x, 1, h.tokens, 2, h.heads);
}

HeadsPointer heads_of(AutogradContext* context) {
  return c10::static_intrusive_pointer_cast<Heads>(context->saved_data["heads"].toCapsule());
}

struct ToHeads : torch::autograd::Function<ToHeads> {
  static Tensor forward(AutogradContext* context, const Tensor& x, const HeadsPointer& heads) {
    context->saved_data["heads"] = c10::IValue::make_capsule(heads);
    return to_heads(*heads, x);
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    return {to_tokens(*heads_of(context), gradients[0]), Tensor()};
  }
};

struct ToTokens : torch::autograd::Function<ToTokens> {
  static Tensor forward(AutogradContext* context, const Tensor& x, const HeadsPointer& heads) {
    context->saved_data["heads"] = c10::IValue::make_capsule(heads);
    return to_tokens(*heads, x);
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    return {to_heads(*heads_of(context), gradients[0]), Tensor()};
  }
};

/// Gathers the rows of all processes; the backward pass keeps this process's rows.
struct Gather : torch::autograd::Function<Gather> {
  static Tensor forward(AutogradContext* context, const Tensor& x, const SequenceSplit* split,
                        const Counts& counts) {
    const distributed::Group& group = *split->mesh().sequence;
    const auto rank = static_cast<size_t>(group.rank());
    context->saved_data["begin"] =
        std::accumulate(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(rank), int64_t{0});
    context->saved_data["count"] = counts[rank];
    Counts shape = x.sizes().vec();
    std::swap(shape[0], shape[1]);
    shape[0] = std::ranges::max(counts);
    const Tensor part = torch::zeros(shape, x.options());
    part.narrow(0, 0, counts[rank]).copy_(x.transpose(0, 1));
    shape.insert(shape.begin(), group.size());
    const Tensor all = group.all_gather(part.view({-1})).view(shape);
    std::vector<Tensor> rows;
    for (size_t i = 0; i < counts.size(); ++i)
      rows.push_back(all[static_cast<int64_t>(i)].narrow(0, 0, counts[i]));
    return torch::cat(rows).transpose(0, 1).contiguous();
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    return {
        gradients[0].narrow(1, context->saved_data["begin"].toInt(), context->saved_data["count"].toInt()),
        Tensor(), Tensor()};
  }
};

/// Attention within a group that has exchanged tokens for heads. [B, N, h, d] each
Tensor of_heads(const SequenceSplit& split, const Tensor& q, const Tensor& k, const Tensor& v,
                const Counts& segments, const std::optional<Tensor>& bias, std::optional<double> scale) {
  if (split.mesh().shape.ring > 1)
    return ring_attention(q, k, v, split.mesh().ring, segments, bias.value_or(Tensor()), scale);
  // More members than heads: nothing to compute, but the backward pass must go through here, too.
  if (q.numel() == 0) return q + k + v;
  return plain_attention(q, k, v, bias, scale).unflatten(2, {q.size(2), q.size(3)});
}

Tensor usp(const SequenceSplit& split, const Counts& counts, const Tensor& q, const Tensor& k,
           const Tensor& v, const std::optional<Tensor>& bias, std::optional<double> scale) {
  const distributed::Mesh& mesh = split.mesh();
  const auto members = static_cast<size_t>(mesh.shape.ulysses);
  Counts segments;
  for (size_t i = 0; i < counts.size(); i += members)
    segments.push_back(sum({counts.begin() + static_cast<std::ptrdiff_t>(i),
                            counts.begin() + static_cast<std::ptrdiff_t>(i + members)}));
  if (members == 1) return of_heads(split, q, k, v, segments, bias, scale).flatten(2);
  const auto heads = c10::make_intrusive<Heads>();
  heads->group = mesh.ulysses;
  const auto first =
      counts.begin() + static_cast<std::ptrdiff_t>(static_cast<size_t>(mesh.ring->rank()) * members);
  heads->tokens.assign(first, first + static_cast<std::ptrdiff_t>(members));
  heads->heads = even_shares(q.size(2), mesh.shape.ulysses);
  // One exchange for all three.
  const auto parts = ToHeads::apply(torch::cat({q, k, v}), heads).chunk(3);
  const Tensor out = of_heads(split, parts[0], parts[1], parts[2], segments, bias, scale);
  return ToTokens::apply(out, heads).flatten(2);
}

}  // namespace

SharedTokens::SharedTokens(std::shared_ptr<const SequenceSplit> split, int64_t count)
    : split_(std::move(split)),
      counts_(split_ ? even_shares(count, split_->mesh().shape.sequence()) : Counts{count}) {}

SharedTokens::SharedTokens(std::shared_ptr<const SequenceSplit> split, Counts counts)
    : split_(std::move(split)), counts_(std::move(counts)) {}

int64_t SharedTokens::own_begin() const {
  const int64_t rank = split_ ? split_->mesh().sequence->rank() : 0;
  return std::accumulate(counts_.begin(), counts_.begin() + rank, int64_t{0});
}

Counts SharedTokens::counts(int64_t first, int64_t count) const {
  Counts inside;
  int64_t begin = 0;
  for (const int64_t share : counts_) {
    inside.push_back(std::max<int64_t>(std::min(begin + share, first + count) - std::max(begin, first), 0));
    begin += share;
  }
  return inside;
}

int64_t SharedTokens::own_count(int64_t first, int64_t count) const {
  return counts(first, count)[static_cast<size_t>(split_ ? split_->mesh().sequence->rank() : 0)];
}

Tensor SharedTokens::own(const Tensor& x, int64_t dim, int64_t first) const {
  if (!split_) return x;
  const int64_t count = own_count(first, x.size(dim));
  return x.narrow(dim, count == 0 ? 0 : std::max<int64_t>(own_begin() - first, 0), count);
}

Tensor SharedTokens::gather(const Tensor& x, int64_t first, int64_t count) const {
  return split_ ? Gather::apply(x, split_.get(), counts(first, count)) : x;
}

Tensor SharedTokens::attention(const Tensor& q, const Tensor& k, const Tensor& v,
                               const std::optional<Tensor>& bias, std::optional<double> scale) const {
  if (!split_) return nn::attention(q, k, v, bias, scale);
  return kept_attention(q, k, v, [&](const Tensor& own_q, const Tensor& own_k, const Tensor& own_v) {
    return usp(*split_, counts_, own_q, own_k, own_v, bias, scale);
  });
}

}  // namespace fw::nn
