// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <optional>
#include <vector>

#include "distributed/owners.h"
#include "distributed/ranks.h"

namespace fw::distributed {

/// A weight of the model and the leaf whose gradient the optimizer reads: itself, or its master.
struct ExchangedWeight {
  torch::Tensor weight, target;
  std::optional<size_t> block = std::nullopt;  ///< whose weights are shared out; see add()
  bool is_own_target() const { return weight.is_same(target); }
};

/// Adds up what the ranks' backward passes computed, in the order of the run's micro-batches: each sum has
/// the bits of one process that computed all of them one after another. In each round every gradient goes
/// to its weight's owner alone, who adds those of the ranks in their order. At the end of an update either
/// all sums go to all, or they stay with the owners, whose new weights go to all instead.
/// What is told to have arrived() leaves while the backward pass goes on, a bucket at a time.
/// Volume a round: the gradients once. Memory: a bucket and its copy while the next one fills, and the
/// owner's sums. Thread: the one that computes.
class GradientExchange {
 public:
  static constexpr int64_t bucket_bytes = int64_t{64} << 20;

  /// @param ranks    must outlive it
  /// @param weights  the same on every rank; the target of one that another rank owns is of no account where
  ///   sums stay with the owners
  /// @param largest  bytes of weights that travel together; one larger weight travels alone
  /// @param per_sample  ranks that compute each micro-batch together: its gradients are the sums of theirs
  GradientExchange(Ranks& ranks, std::vector<ExchangedWeight> weights, Owners owners,
                   int64_t largest = bucket_bytes, int64_t per_sample = 1);

  /// Within a backward pass, in which the ranks compute the same operations: the gradient of a weight in no
  /// block is whole.
  void arrived(size_t weight, int64_t computing, const std::function<void()>& collect);
  /// After each rank's backward pass: takes the weights' gradients that have not left yet.
  /// @param computing  how many micro-batches were computed, by the first ranks
  /// @param collect    adds the gradients of weights to those of their masters and frees them
  /// @param block      those of one block alone, when the pass has come through it; else of all that are in
  ///   none
  void add(int64_t computing, const std::function<void()>& collect, std::optional<size_t> block = {});
  enum class Sums { go_to_all, stay_with_owners };
  /// After the last round of an update: the sums are the gradients of all targets, on every rank or on the
  /// owners alone.
  void finish(Sums sums);
  /// After the owners have changed their weights: everybody has those that are not shared out.
  void spread_weights();

 private:
  /// Weights of one type that travel together, those of one owner beside each other.
  struct Bucket {
    std::optional<size_t> block;
    std::vector<size_t> weights{};  ///< ordered by owner
    std::vector<int64_t> of_owner;  ///< elements
    int64_t elements = 0;
    size_t arrived = 0;    ///< weights in this backward pass
    bool is_sent = false;  ///< in this round
  };
  /// A bucket that is under way.
  struct Sent {
    const Bucket* bucket = nullptr;
    torch::Tensor sent, received;
    std::function<void()> wait;
  };
  using Gradients = std::vector<torch::Tensor>;  ///< by weight, undefined where it had none
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
  std::vector<bool> is_used_;      ///< by weight: whether it had a gradient in the last update
  std::vector<Bucket> buckets_;    ///< in the order in which gradients arrive
  std::vector<size_t> bucket_of_;  ///< by weight
  std::optional<Sent> under_way_;
  std::vector<torch::Tensor> sums_;  ///< of own weights that are their own target, while these compute
  std::string seen_;                 ///< by weight: '1' when it had a gradient in this update
};

}  // namespace fw::distributed
