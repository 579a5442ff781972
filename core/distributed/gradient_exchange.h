// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <optional>
#include <vector>

#include "distributed/owners.h"
#include "distributed/ranks.h"

namespace fw::distributed {

/// A weight of the model, and the leaf whose gradient the optimizer reads: the weight itself or its master.
struct ExchangedWeight {
  torch::Tensor weight, target;
  std::optional<size_t> block = std::nullopt;  ///< if its block's weights are sharded; see add()
  bool is_own_target() const { return weight.is_same(target); }
};

/// Sums the gradients of all ranks' backward passes in the order of the run's micro-batches: each sum has the
/// same bits as in one process that computes all micro-batches sequentially. In each round, every gradient is
/// sent only to its weight's owner, which adds those of the ranks in rank order. At the end of an update
/// either the sums are sent to all ranks, or they stay with the owners, and the new weights are sent instead.
/// Gradients reported by arrived() are sent during the backward pass, one bucket at a time. Volume per round:
/// the gradients once. Memory: a bucket and its copy while the next one fills, and the owner's sums. Thread:
/// the computing thread.
class GradientExchange {
 public:
  static constexpr int64_t bucket_bytes = int64_t{64} << 20;

  /// @param ranks    must outlive it
  /// @param weights  the same on every rank; if sums stay with the owners, targets of other owners are
  ///                 ignored
  /// @param largest  bytes of weights per bucket; a larger weight has its own bucket
  /// @param per_sample  ranks that compute each micro-batch together: its gradient is the sum of theirs
  GradientExchange(Ranks& ranks, std::vector<ExchangedWeight> weights, Owners owners,
                   int64_t largest = bucket_bytes, int64_t per_sample = 1);

  /// Call within a backward pass, in which all ranks run the same operations, when the gradient of a weight
  /// that is not in a block is complete.
  void arrived(size_t weight, int64_t computing, const std::function<void()>& collect);
  /// Call after each rank's backward pass: takes the gradients that were not sent yet.
  /// @param computing  how many micro-batches were computed, by the first ranks
  /// @param collect    adds the gradients of weights to those of their masters and frees them
  /// @param block      only those of one block, when the pass has finished it; otherwise those of weights in
  ///                   no block
  void add(int64_t computing, const std::function<void()>& collect, std::optional<size_t> block = {});
  enum class Sums { go_to_all, stay_with_owners };
  /// Call after the last round of an update: the sums become the gradients of all targets, on every rank or
  /// only on the owners.
  void finish(Sums sums);
  /// Sends the weights that are not sharded to all ranks, after the owners have changed them.
  void spread_weights();

 private:
  /// Weights of one type that are sent together, grouped by owner.
  struct Bucket {
    std::optional<size_t> block;
    std::vector<size_t> weights{};  ///< ordered by owner
    std::vector<int64_t> of_owner;  ///< number of elements per owner
    int64_t elements = 0;
    size_t arrived = 0;    ///< weights in this backward pass
    bool is_sent = false;  ///< in this round
  };
  /// A bucket being sent.
  struct Sent {
    const Bucket* bucket = nullptr;
    torch::Tensor sent, received;
    std::function<void()> wait;
  };
  using Gradients = std::vector<torch::Tensor>;  ///< by weight, undefined without a gradient
  void make_buckets();
  Gradients take_gradients();
  void put_back(const Gradients& gradients);
  torch::Tensor pack(const Bucket& bucket, Gradients& gradients);
  enum class Meanwhile { wait, compute };
  void send(Bucket& bucket, Gradients& gradients, Meanwhile meanwhile, int64_t computing,
            const std::function<void()>& collect);
  void receive(int64_t computing, const std::function<void()>& collect);
  void add_row(const Bucket& bucket, const torch::Tensor& row, const std::function<void()>& collect);
  void spread(const std::vector<bool>& chosen, const std::function<torch::Tensor(size_t)>& own,
              const std::function<void(size_t, const torch::Tensor&)>& take);
  bool is_own(size_t weight) const { return owners_.of(weight) == ranks_.rank; }
  std::vector<bool> seen_anywhere();

  Ranks& ranks_;
  const std::vector<ExchangedWeight> weights_;
  const Owners owners_;
  const int64_t per_sample_;
  const int64_t largest_;
  std::vector<bool> is_used_;      ///< by weight: it had a gradient in the last update
  std::vector<Bucket> buckets_;    ///< in the order in which gradients arrive
  std::vector<size_t> bucket_of_;  ///< by weight
  std::optional<Sent> under_way_;
  std::vector<torch::Tensor> sums_;  ///< for own weights that are their own target, while they compute
  std::string seen_;                 ///< by weight: '1' if it had a gradient in this update
};

}  // namespace fw::distributed
