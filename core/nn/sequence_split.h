// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "distributed/group.h"
#include "tensor/libtorch.h"

/// Sequence parallelism: several processes compute each sample together, each with a part of its tokens.
/// Everything but attention is a matter of single tokens, so each process computes it for its own. Attention
/// is Ulysses x Ring (USP, Fang and Zhao 2024): the members of a Ulysses group exchange tokens for heads, and
/// keys and values go round the ring. Tokens and heads may be any numbers.
///
/// All processes run the same network on the same inputs. Gradients of weights are those that a process's own
/// tokens give: their sum over the processes is the gradient.
namespace fw::nn {

/// The processes. Thread: the one that computes.
class SequenceSplit {
 public:
  explicit SequenceSplit(std::shared_ptr<const distributed::Mesh> mesh) : mesh_(std::move(mesh)) {}
  const distributed::Mesh& mesh() const { return *mesh_; }

 private:
  std::shared_ptr<const distributed::Mesh> mesh_;
};

/// A list of tokens and the part of it that is this process's own: a range, and the other processes have the
/// others in their order. Cheap to copy. Without a split all of it is, and nothing below costs anything.
class SharedTokens {
 public:
  /// Shared out evenly.
  SharedTokens(std::shared_ptr<const SequenceSplit> split, int64_t count);
  /// @param counts  of each process
  SharedTokens(std::shared_ptr<const SequenceSplit> split, std::vector<int64_t> counts);

  /// How many of the tokens `first` .. `first` + `count` - 1 each process has.
  std::vector<int64_t> counts(int64_t first, int64_t count) const;
  /// How many of them this process has.
  int64_t own_count(int64_t first, int64_t count) const;
  /// Its rows of `x`, which has a row along `dim` for each token from `first` on. Differentiable.
  torch::Tensor own(const torch::Tensor& x, int64_t dim, int64_t first = 0) const;
  /// The rows of all for tokens `first` .. `first` + `count` - 1, on every process. Differentiable: a process
  /// sends back the gradients of its own rows, as computed by itself.
  /// @param x  [B, own_count(first, count), ...]
  torch::Tensor gather(const torch::Tensor& x, int64_t first, int64_t count) const;
  /// nn::attention() of the whole list, for this process's tokens.
  /// @param q, k, v  [B, own, H, head_dim]
  /// @param bias     of keys alone: [B or 1, 1, 1, tokens of the list]
  /// @return         [B, own, H * head_dim]
  /// Cost: by Ulysses 4 x own x H x head_dim x (1 - 1 / ulysses) elements sent, by Ring 2 x the keys and
  /// values of a segment a hop; about twice that again for the backward pass.
  torch::Tensor attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                          const std::optional<torch::Tensor>& bias = {},
                          std::optional<double> scale = {}) const;

 private:
  int64_t own_begin() const;

  std::shared_ptr<const SequenceSplit> split_;
  std::vector<int64_t> counts_;  ///< of each process; of a process alone the one
};

}  // namespace fw::nn
