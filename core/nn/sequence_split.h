// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "distributed/group.h"
#include "tensor/libtorch.h"

/// Sequence parallelism: several processes compute each sample together, each with a part of its tokens.
/// Everything except attention is per token, so each process computes it for its own tokens. Attention is
/// Ulysses x Ring (USP, Fang and Zhao 2024): the members of a Ulysses group exchange tokens for heads, and
/// keys and values are passed around the ring. Numbers of tokens and heads need not be divisible.
///
/// All processes run the same network on the same inputs. A process's weight gradients come from its own
/// tokens: their sum over the processes is the gradient.
namespace fw::nn {

/// The group of processes. Thread: the one that computes.
class SequenceSplit {
 public:
  explicit SequenceSplit(std::shared_ptr<const distributed::Mesh> mesh) : mesh_(std::move(mesh)) {}
  const distributed::Mesh& mesh() const { return *mesh_; }

 private:
  std::shared_ptr<const distributed::Mesh> mesh_;
};

/// A list of tokens and the contiguous part of it that this process owns; the parts of the processes are in
/// rank order. Cheap to copy. Without a split, this process owns the whole list and nothing below costs
/// anything.
class SharedTokens {
 public:
  /// Splits evenly.
  SharedTokens(std::shared_ptr<const SequenceSplit> split, int64_t count);
  /// @param counts  tokens of each process
  SharedTokens(std::shared_ptr<const SequenceSplit> split, std::vector<int64_t> counts);

  /// How many of the tokens `first` .. `first` + `count` - 1 each process owns.
  std::vector<int64_t> counts(int64_t first, int64_t count) const;
  /// How many of them this process owns.
  int64_t own_count(int64_t first, int64_t count) const;
  /// This process's rows of `x`, which has one row along `dim` per token from `first` on. Differentiable.
  torch::Tensor own(const torch::Tensor& x, int64_t dim, int64_t first = 0) const;
  /// Gathers the rows of tokens `first` .. `first` + `count` - 1 on every process. Differentiable: each
  /// process propagates only the gradients of its own rows, as it computed them.
  /// @param x  [B, own_count(first, count), ...]
  torch::Tensor gather(const torch::Tensor& x, int64_t first, int64_t count) const;
  /// nn::attention() over the whole list, for this process's tokens.
  /// @param q, k, v  [B, own, H, head_dim]
  /// @param bias     for keys only: [B or 1, 1, 1, tokens of the list]
  /// @return         [B, own, H * head_dim]
  /// Cost: Ulysses sends 4 x own x H x head_dim x (1 - 1 / ulysses) elements, Ring 2 x the keys and values of
  /// a segment per hop; the backward pass sends about twice that.
  torch::Tensor attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                          const std::optional<torch::Tensor>& bias = {},
                          std::optional<double> scale = {}) const;

 private:
  int64_t own_begin() const;

  std::shared_ptr<const SequenceSplit> split_;
  std::vector<int64_t> counts_;  ///< of each process; a single entry without a split
};

}  // namespace fw::nn
