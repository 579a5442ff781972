// SPDX-License-Identifier: Apache-2.0
#include "distributed/gradient_exchange.h"

#include "tensor/libtorch.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace fw::distributed {

namespace {

/// Sums, in float32, the rows of the ranks that share a micro-batch. May modify the rows.
torch::Tensor sum_in_order(const torch::Tensor& rows) {
  if (rows.size(0) == 1) return rows[0];
  torch::Tensor sum = rows[0].to(torch::kFloat32);
  for (int64_t i = 1; i < rows.size(0); ++i) sum.add_(rows[i]);
  return sum;
}

}  // namespace

GradientExchange::GradientExchange(Ranks& ranks, std::vector<ExchangedWeight> weights, Owners owners,
                                   int64_t largest, int64_t per_sample)
    : ranks_(ranks),
      weights_(std::move(weights)),
      owners_(std::move(owners)),
      per_sample_(per_sample),
      largest_(largest),
      is_used_(weights_.size(), true),
      bucket_of_(weights_.size()),
      sums_(weights_.size()),
      seen_(weights_.size(), '0') {
  make_buckets();
}

/// Weights without a gradient in the last update come last, so that no bucket waits for them.
void GradientExchange::make_buckets() {
  std::vector<size_t> order(weights_.size());
  std::iota(order.rbegin(), order.rend(), size_t{0});  // a backward pass reaches the last weights first
  std::ranges::stable_sort(order, std::greater(), [this](size_t i) { return bool(is_used_[i]); });
  buckets_.clear();
  for (const size_t i : order) {
    const torch::Tensor& weight = weights_[i].weight;
    const bool fits = !buckets_.empty() && buckets_.back().block == weights_[i].block &&
                      weights_[buckets_.back().weights.back()].weight.scalar_type() == weight.scalar_type() &&
                      is_used_[buckets_.back().weights.back()] == is_used_[i] &&
                      (buckets_.back().elements + weight.numel()) * weight.element_size() <= largest_;
    if (!fits)
      buckets_.push_back(
          {.block = weights_[i].block, .of_owner = std::vector<int64_t>(static_cast<size_t>(ranks_.size))});
    Bucket& bucket = buckets_.back();
    bucket.weights.push_back(i);
    bucket_of_[i] = buckets_.size() - 1;
    bucket.elements += weight.numel();
    bucket.of_owner[static_cast<size_t>(owners_.of(i))] += weight.numel();
  }
  for (Bucket& bucket : buckets_)
    std::ranges::stable_sort(bucket.weights, {}, [this](size_t i) { return owners_.of(i); });
}

/// For all buckets at once: otherwise `collect` would also take gradients that a later bucket still has to
/// send.
GradientExchange::Gradients GradientExchange::take_gradients() {
  Gradients gradients;
  for (const ExchangedWeight& each : weights_)
    gradients.push_back(std::exchange(each.weight.mutable_grad(), torch::Tensor()));
  return gradients;
}

/// Puts back the gradients that were not sent yet.
void GradientExchange::put_back(const Gradients& gradients) {
  for (size_t i = 0; i < weights_.size(); ++i)
    if (gradients[i].defined()) weights_[i].weight.mutable_grad() = gradients[i];
}

/// Packs and frees them; weights without a gradient send zeros.
torch::Tensor GradientExchange::pack(const Bucket& bucket, Gradients& gradients) {
  const torch::Tensor& any = weights_[bucket.weights.front()].weight;
  torch::Tensor sent =
      torch::empty({bucket.elements}, any.options().device(ranks_.device()).requires_grad(false));
  int64_t offset = 0;
  for (const size_t i : bucket.weights) {
    const torch::Tensor& weight = weights_[i].weight;
    const torch::Tensor part = sent.narrow(0, offset, weight.numel()).view(weight.sizes());
    offset += weight.numel();
    if (const torch::Tensor gradient = std::exchange(gradients[i], torch::Tensor()); gradient.defined()) {
      part.copy_(gradient);
      seen_[i] = '1';
    } else {
      part.zero_();
    }
  }
  return sent;
}

/// Adds a row like autograd adds the gradient of another backward pass.
void GradientExchange::add_row(const Bucket& bucket, const torch::Tensor& row,
                               const std::function<void()>& collect) {
  int64_t offset = 0;
  for (const size_t i : bucket.weights) {
    if (!is_own(i)) continue;
    const ExchangedWeight& each = weights_[i];
    const torch::Tensor part = row.narrow(0, offset, each.weight.numel()).view(each.weight.sizes());
    offset += each.weight.numel();
    if (!each.is_own_target())
      each.weight.mutable_grad() =
          part.to(each.weight.device(), each.weight.scalar_type(), false, /*copy=*/true);
    else if (sums_[i].defined())
      sums_[i].add_(part.to(each.weight.device()));
    else
      sums_[i] = part.to(each.weight.device(), each.weight.scalar_type(), false, /*copy=*/true);
  }
  collect();
}

/// Starts exchanging a bucket once the previous one is finished.
void GradientExchange::send(Bucket& bucket, Gradients& gradients, Meanwhile meanwhile, int64_t computing,
                            const std::function<void()>& collect) {
  receive(computing, collect);
  const int64_t own = bucket.of_owner[static_cast<size_t>(ranks_.rank)];
  const std::vector<int64_t> counts(static_cast<size_t>(ranks_.size), own);
  Sent& sent = under_way_.emplace(Sent{.bucket = &bucket, .sent = pack(bucket, gradients)});
  sent.received = torch::empty({own * ranks_.size}, sent.sent.options());
  if (meanwhile == Meanwhile::compute)
    sent.wait = ranks_.begin_exchange(sent.received, counts, sent.sent, bucket.of_owner);
  else
    ranks_.exchange(sent.received, counts, sent.sent, bucket.of_owner);
  bucket.is_sent = true;
}

void GradientExchange::receive(int64_t computing, const std::function<void()>& collect) {
  if (!under_way_) return;
  const Sent sent = std::move(*under_way_);
  under_way_.reset();
  if (sent.wait) sent.wait();
  const torch::Tensor rows = sent.received.view({ranks_.size, -1});
  for (int64_t i = 0; i < computing; ++i)
    add_row(*sent.bucket, sum_in_order(rows.narrow(0, i * per_sample_, per_sample_)), collect);
}

void GradientExchange::arrived(size_t weight, int64_t computing, const std::function<void()>& collect) {
  ++buckets_[bucket_of_[weight]].arrived;
  const torch::NoGradGuard no_grad;
  for (Bucket& bucket : buckets_) {
    if (bucket.block || bucket.is_sent) continue;
    if (bucket.arrived < bucket.weights.size()) return;  // the order is the same on all ranks
    Gradients gradients = take_gradients();
    send(bucket, gradients, Meanwhile::compute, computing, collect);
    put_back(gradients);
  }
}

void GradientExchange::add(int64_t computing, const std::function<void()>& collect,
                           std::optional<size_t> block) {
  const torch::NoGradGuard no_grad;
  Gradients gradients = take_gradients();
  for (Bucket& bucket : buckets_) {
    if (bucket.block != block) continue;
    if (!bucket.is_sent) send(bucket, gradients, Meanwhile::wait, computing, collect);
    bucket.is_sent = false;
    bucket.arrived = 0;
  }
  receive(computing, collect);
  put_back(gradients);
}

std::vector<bool> GradientExchange::seen_anywhere() {
  std::vector<bool> seen(weights_.size());
  const std::string none(weights_.size(), '0');
  for (const std::string& of_rank : ranks_.gather(std::exchange(seen_, none)))
    for (size_t i = 0; i < seen.size(); ++i) seen[i] = seen[i] || of_rank[i] == '1';
  return seen;
}

/// Sends each owner's tensors of the chosen weights to all others, an owner's part of a bucket at a time.
/// @param own   returns the tensor to send for one of this rank's weights
/// @param take  receives another rank's tensor, valid during the call
void GradientExchange::spread(const std::vector<bool>& chosen,
                              const std::function<torch::Tensor(size_t)>& own,
                              const std::function<void(size_t, const torch::Tensor&)>& take) {
  for (const Bucket& bucket : buckets_) {
    for (size_t begin = 0, end = 0; begin < bucket.weights.size(); begin = end) {
      const int64_t owner = owners_.of(bucket.weights[begin]);
      std::vector<size_t> weights;
      std::vector<int64_t> counts;
      for (; end < bucket.weights.size() && owners_.of(bucket.weights[end]) == owner; ++end) {
        if (!chosen[bucket.weights[end]]) continue;
        weights.push_back(bucket.weights[end]);
        counts.push_back(weights_[weights.back()].weight.numel());
      }
      if (weights.empty()) continue;
      const int64_t elements = std::accumulate(counts.begin(), counts.end(), int64_t{0});
      const torch::Tensor any = own(weights.front());
      const torch::Tensor all =
          torch::empty({elements}, any.options().device(ranks_.device()).requires_grad(false));
      const std::vector<torch::Tensor> pieces = all.split_with_sizes(counts);
      for (size_t i = 0; owner == ranks_.rank && i < weights.size(); ++i)
        pieces[i].copy_(own(weights[i]).reshape(-1));
      ranks_.broadcast(all, owner);
      for (size_t i = 0; owner != ranks_.rank && i < weights.size(); ++i)
        take(weights[i], pieces[i].view(weights_[weights[i]].weight.sizes()));
    }
  }
}

void GradientExchange::finish(Sums sums) {
  const torch::NoGradGuard no_grad;
  const std::vector<bool> seen = seen_anywhere();
  for (size_t i = 0; i < weights_.size(); ++i) {
    if (!is_own(i)) continue;
    torch::Tensor& gradient = weights_[i].target.mutable_grad();
    if (weights_[i].is_own_target()) gradient = std::exchange(sums_[i], torch::Tensor());
    if (!seen[i]) gradient = torch::Tensor();
  }
  if (std::exchange(is_used_, seen) != seen) make_buckets();
  if (sums == Sums::stay_with_owners) return ranks_.settle();
  // A tensor with the type of the sum: the target, since another rank's gradient has not arrived yet.
  const auto own = [&](size_t i) { return is_own(i) ? weights_[i].target.grad() : weights_[i].target; };
  spread(seen, own, [&](size_t i, const torch::Tensor& sum) {
    const torch::Tensor& target = weights_[i].target;
    target.mutable_grad() = sum.to(target.device(), target.scalar_type(), false, /*copy=*/true);
  });
  ranks_.settle();
}

void GradientExchange::spread_weights() {
  const torch::NoGradGuard no_grad;
  std::vector<bool> chosen;
  for (const ExchangedWeight& each : weights_) chosen.push_back(!each.block);
  spread(
      chosen, [this](size_t i) { return weights_[i].weight; },
      [this](size_t i, const torch::Tensor& weight) {
        torch::Tensor target = weights_[i].weight;
        target.copy_(weight);
      });
  ranks_.settle();
}

}  // namespace fw::distributed
