// SPDX-License-Identifier: Apache-2.0
#include "distributed/gradient_exchange.h"

#include <torch/torch.h>

#include <algorithm>
#include <utility>

namespace fw::distributed {

namespace {

Owners owners_of(const std::vector<ExchangedWeight>& weights, int64_t ranks) {
  std::vector<int64_t> sizes;
  for (const ExchangedWeight& weight : weights) sizes.push_back(weight.weight.numel());
  return Owners::balance(sizes, ranks);
}

}  // namespace

GradientExchange::GradientExchange(Ranks& ranks, std::vector<ExchangedWeight> weights, int64_t largest)
    : ranks_(ranks),
      weights_(std::move(weights)),
      owners_(owners_of(weights_, ranks.size)),
      sums_(weights_.size()),
      seen_(weights_.size(), '0') {
  make_buckets(largest);
}

void GradientExchange::make_buckets(int64_t largest) {
  for (size_t i = 0; i < weights_.size(); ++i) {
    const torch::Tensor& weight = weights_[i].weight;
    const bool fits = !buckets_.empty() &&
                      weights_[buckets_.back().weights.back()].weight.scalar_type() == weight.scalar_type() &&
                      (buckets_.back().elements + weight.numel()) * weight.element_size() <= largest;
    if (!fits) buckets_.push_back({{}, std::vector<int64_t>(static_cast<size_t>(ranks_.size)), 0});
    Bucket& bucket = buckets_.back();
    bucket.weights.push_back(i);
    bucket.elements += weight.numel();
    bucket.of_owner[static_cast<size_t>(owners_.of(i))] += weight.numel();
  }
  for (Bucket& bucket : buckets_)
    std::ranges::stable_sort(bucket.weights, {}, [this](size_t i) { return owners_.of(i); });
}

/// Of all buckets at once: `collect` would take what a later bucket has still to send for what came.
GradientExchange::Gradients GradientExchange::take_gradients() {
  Gradients gradients;
  for (const ExchangedWeight& each : weights_)
    gradients.push_back(std::exchange(each.weight.mutable_grad(), torch::Tensor()));
  return gradients;
}

/// As one piece, and frees them; weights without a gradient send zeros.
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

/// As autograd adds a gradient of one more backward pass.
void GradientExchange::add_row(const Bucket& bucket, const torch::Tensor& row,
                               const std::function<void()>& collect) {
  int64_t offset = 0;
  for (const size_t i : bucket.weights) {
    if (owners_.of(i) != ranks_.rank) continue;
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

void GradientExchange::add(int64_t computing, const std::function<void()>& collect) {
  const torch::NoGradGuard no_grad;
  Gradients gradients = take_gradients();
  for (const Bucket& bucket : buckets_) {
    const torch::Tensor sent = pack(bucket, gradients);
    const int64_t own = bucket.of_owner[static_cast<size_t>(ranks_.rank)];
    const std::vector<int64_t> counts(static_cast<size_t>(ranks_.size), own);
    const torch::Tensor received = torch::empty({own * ranks_.size}, sent.options());
    ranks_.exchange(received, counts, sent, bucket.of_owner);
    for (int64_t rank = 0; rank < computing; ++rank)
      add_row(bucket, received.narrow(0, rank * own, own), collect);
  }
}

std::vector<bool> GradientExchange::seen_anywhere() {
  std::vector<bool> seen(weights_.size());
  const std::string none(weights_.size(), '0');
  for (const std::string& of_rank : ranks_.gather(std::exchange(seen_, none)))
    for (size_t i = 0; i < seen.size(); ++i) seen[i] = seen[i] || of_rank[i] == '1';
  return seen;
}

void GradientExchange::spread(const Bucket& bucket, const std::vector<bool>& seen) {
  const int64_t longest = std::ranges::max(bucket.of_owner);
  const torch::Tensor& any = weights_[bucket.weights.front()].target;
  torch::Tensor part = torch::zeros({longest}, any.options().device(ranks_.device()).requires_grad(false));
  int64_t offset = 0;
  for (const size_t i : bucket.weights) {
    if (owners_.of(i) != ranks_.rank) continue;
    const ExchangedWeight& each = weights_[i];
    const torch::Tensor sum = each.is_own_target()
                                  ? std::exchange(sums_[i], torch::Tensor())
                                  : std::exchange(each.target.mutable_grad(), torch::Tensor());
    if (sum.defined()) part.narrow(0, offset, sum.numel()).copy_(sum.reshape(-1));
    offset += each.weight.numel();
  }
  const torch::Tensor all = ranks_.all_gather(part);
  std::vector<int64_t> offsets(static_cast<size_t>(ranks_.size));
  for (const size_t i : bucket.weights) {
    const auto owner = static_cast<size_t>(owners_.of(i));
    const torch::Tensor& target = weights_[i].target;
    const int64_t begin = static_cast<int64_t>(owner) * longest + offsets[owner];
    offsets[owner] += target.numel();
    if (!seen[i]) continue;
    target.mutable_grad() = all.narrow(0, begin, target.numel())
                                .view(target.sizes())
                                .to(target.device(), target.scalar_type(), false, /*copy=*/true);
  }
}

void GradientExchange::finish() {
  const torch::NoGradGuard no_grad;
  const std::vector<bool> seen = seen_anywhere();
  for (const Bucket& bucket : buckets_) spread(bucket, seen);
}

}  // namespace fw::distributed
