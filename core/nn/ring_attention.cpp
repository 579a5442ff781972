// SPDX-License-Identifier: Apache-2.0
#include "nn/ring_attention.h"

#include <array>
#include <numeric>
#include <utility>

#include "tensor/dry_run.h"

namespace fw::nn {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// Represents log(0); unlike -infinity, it can be subtracted from itself.
constexpr double nothing = -1e30;

/// State shared by both passes of one call.
struct Ring : torch::CustomClassHolder {
  std::shared_ptr<const distributed::Group> group;
  std::vector<int64_t> segments;
  Tensor bias;  ///< for all keys, or undefined
  std::optional<double> scale;

  int64_t member(int64_t place) const { return (place + group->size()) % group->size(); }
  int64_t begin(int64_t of) const {
    return std::accumulate(segments.begin(), segments.begin() + of, int64_t{0});
  }
};

/// The key bias of one segment in the kernels' layout.
struct SegmentBias {
  std::optional<Tensor> added;  ///< [B, 1, 1, keys]
  Tensor seen;  ///< [B, 1, 1, 1], true if the sample sees a key of the segment; undefined: always

  SegmentBias(const Ring& ring, int64_t of) {
    if (!ring.bias.defined()) return;
    const Tensor own = ring.bias.narrow(3, ring.begin(of), ring.segments[static_cast<size_t>(of)]);
    seen = own.isneginf().logical_not().any(3, /*keepdim=*/true);
    // A softmax over no keys is NaN: `seen` masks the result.
    added = torch::where(seen, own, 0.0).to(own.scalar_type()).contiguous();
  }
  Tensor masked(const Tensor& x) const { return seen.defined() ? torch::where(seen, x, 0.0) : x; }
};

bool is_on_gpu(const Tensor& q) {
  return q.is_cuda() || (q.is_meta() && tensor::DryRun::target() == torch::kCUDA);
}

bool takes_flash(const Tensor& q, const SegmentBias& bias) {
  // The configured kernel order disables FlashAttention on GPUs that cannot run it.
  return at::globalContext().userEnabledFlashSDP() && !bias.added &&
         (q.scalar_type() == torch::kHalf || q.scalar_type() == torch::kBFloat16);
}

/// Expands the bias for the memory-efficient kernel: full size, aligned rows.
std::optional<Tensor> spread(const std::optional<Tensor>& bias, const Tensor& q, const Tensor& k) {
  if (!bias) return std::nullopt;
  constexpr int64_t alignment = 16;
  const int64_t keys = k.size(2), padding = (alignment - keys % alignment) % alignment;
  return torch::constant_pad_nd(*bias, {0, padding})
      .narrow(3, 0, keys)
      .expand({q.size(0), q.size(1), q.size(2), keys});
}

/// @return  [B, H, N, d] and the log-sum-exp, [B, H, at least N]
std::pair<Tensor, Tensor> attend(const Tensor& q, const Tensor& k, const Tensor& v, const SegmentBias& bias,
                                 std::optional<double> scale) {
  if (!is_on_gpu(q)) {
    const auto [out, lse] =
        at::_scaled_dot_product_flash_attention_for_cpu(q, k, v, 0.0, false, bias.added, scale);
    return {out, lse};
  }
  if (takes_flash(q, bias)) {
    const auto all = at::_scaled_dot_product_flash_attention(q, k, v, 0.0, false, false, scale);
    return {std::get<0>(all), std::get<1>(all)};
  }
  const auto all =
      at::_scaled_dot_product_efficient_attention(q, k, v, spread(bias.added, q, k),
                                                  /*compute_log_sumexp=*/true, 0.0, false, scale);
  return {std::get<0>(all), std::get<1>(all)};
}

/// Gradients of one segment's queries, keys and values. @param out, lse  of all segments together
std::array<Tensor, 3> attend_backward(const Tensor& gradient, const Tensor& q, const Tensor& k,
                                      const Tensor& v, const Tensor& out, const Tensor& lse,
                                      const SegmentBias& bias, std::optional<double> scale) {
  if (!is_on_gpu(q)) {
    const auto [dq, dk, dv] = at::_scaled_dot_product_flash_attention_for_cpu_backward(
        gradient, q, k, v, out, lse, 0.0, false, bias.added, scale);
    return {dq, dk, dv};
  }
  const auto options = q.options();
  if (takes_flash(q, bias)) {
    const auto [dq, dk, dv] = at::_scaled_dot_product_flash_attention_backward(
        gradient, q, k, v, out, lse, {}, {}, q.size(2), k.size(2), 0.0, false,
        torch::empty({2}, options.dtype(torch::kUInt64)), torch::empty({}, options.dtype(torch::kUInt64)),
        scale);
    return {dq, dk, dv};
  }
  const Tensor seed = torch::empty({}, options.dtype(torch::kInt64));
  const auto [dq, dk, dv, dbias] = at::_scaled_dot_product_efficient_attention_backward(
      gradient, q, k, v, spread(bias.added, q, k).value_or(Tensor()), out, lse, seed, seed, 0.0,
      {true, true, true, false}, false, scale);
  return {dq, dk, dv};
}

/// Passes x on and returns the previous member's segment of `rows`. @param x  [B, H, any, d]
Tensor passed_on(const Ring& ring, const Tensor& x, int64_t rows) {
  auto shape = x.sizes().vec();
  shape[2] = rows;
  const Tensor received = torch::empty(shape, x.options());
  const auto members = static_cast<size_t>(ring.group->size());
  std::vector<int64_t> sent_counts(members), received_counts(members);
  sent_counts[static_cast<size_t>(ring.member(ring.group->rank() + 1))] = x.numel();
  received_counts[static_cast<size_t>(ring.member(ring.group->rank() - 1))] = received.numel();
  ring.group->exchange(received.view({-1}), received_counts, x.contiguous().view({-1}), sent_counts);
  return received;
}

bool is_empty(const Tensor& q, const Tensor& k) {
  return q.numel() == 0 || k.numel() == 0;
}

/// [B, N, H, d] <-> [B, H, N, d].
Tensor heads_first(const Tensor& x) {
  return x.transpose(1, 2).contiguous();
}

struct RingAttention : torch::autograd::Function<RingAttention> {
  static Tensor forward(AutogradContext* context, const Tensor& q_in, const Tensor& k_in, const Tensor& v_in,
                        const c10::intrusive_ptr<Ring>& ring) {
    const Tensor q = heads_first(q_in), k = heads_first(k_in), v = heads_first(v_in);
    const auto wide = q.scalar_type() == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32;
    Tensor out = torch::zeros(q.sizes(), q.options().dtype(wide)), lse;
    Tensor held = torch::cat({k, v});
    for (int64_t hop = 0; hop < ring->group->size(); ++hop) {
      const int64_t of = ring->member(ring->group->rank() - hop);
      const auto halves = held.chunk(2);
      if (!is_empty(q, held)) {
        const SegmentBias own(*ring, of);
        const auto [part, part_lse] = attend(q, halves[0], halves[1], own, ring->scale);
        const Tensor sum =
            own.seen.defined() ? torch::where(own.seen.squeeze(3), part_lse, nothing) : part_lse;
        if (!lse.defined()) lse = torch::full(sum.sizes(), nothing, sum.options());
        const Tensor share = torch::sigmoid(sum - lse).narrow(2, 0, q.size(2)).unsqueeze(3);
        out = out + share * (own.masked(part.to(wide)) - out);
        lse = torch::logaddexp(lse, sum);
      }
      if (hop + 1 < ring->group->size())
        held = passed_on(*ring, held, ring->segments[static_cast<size_t>(ring->member(of - 1))]);
    }
    const Tensor result = out.to(q.scalar_type());
    context->save_for_backward({q, k, v, result, lse});
    context->saved_data["ring"] = c10::IValue::make_capsule(ring);
    return result.transpose(1, 2);
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto ring = c10::static_intrusive_pointer_cast<Ring>(context->saved_data["ring"].toCapsule());
    const auto saved = context->get_saved_variables();
    const Tensor &q = saved[0], &k = saved[1], &v = saved[2], &out = saved[3], &lse = saved[4];
    const Tensor gradient = heads_first(gradients[0]);
    Tensor dq = torch::zeros_like(q), held = torch::cat({k, v}), dheld = torch::zeros_like(held);
    for (int64_t hop = 0; hop < ring->group->size(); ++hop) {
      const int64_t of = ring->member(ring->group->rank() - hop);
      const int64_t next = ring->segments[static_cast<size_t>(ring->member(of - 1))];
      const auto halves = held.chunk(2);
      if (!is_empty(q, held)) {
        const SegmentBias own(*ring, of);
        const auto part = attend_backward(gradient, q, halves[0], halves[1], out, lse, own, ring->scale);
        dq = dq + own.masked(part[0]);
        dheld = dheld + torch::cat({own.masked(part[1]), own.masked(part[2])});
      }
      if (hop + 1 < ring->group->size()) held = passed_on(*ring, held, next);
      dheld = passed_on(*ring, dheld, next);  // after the last hop, the gradient is back at its owner
    }
    const auto halves = dheld.chunk(2);
    return {dq.transpose(1, 2), halves[0].transpose(1, 2), halves[1].transpose(1, 2), Tensor()};
  }
};

}  // namespace

Tensor ring_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                      std::shared_ptr<const distributed::Group> group, std::vector<int64_t> segments,
                      const Tensor& bias, std::optional<double> scale) {
  const auto ring = c10::make_intrusive<Ring>();
  ring->group = std::move(group);
  ring->segments = std::move(segments);
  ring->scale = scale;
  ring->bias = bias;
  if (is_on_gpu(q) || q.scalar_type() != torch::kFloat32) return RingAttention::apply(q, k, v, ring);
  // The CPU's kernel would round the result of each segment to float32.
  const auto wide = [](const Tensor& x) { return x.defined() ? x.to(torch::kFloat64) : x; };
  ring->bias = wide(bias);
  return RingAttention::apply(wide(q), wide(k), wide(v), ring).to(q.scalar_type());
}

}  // namespace fw::nn
