// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/libtorch.h"

#include <functional>
#include <optional>
#include <vector>

namespace fw::nn {

/// softmax(scale q k^T + bias) v for every head (Vaswani et al. 2017), without a copy of q, k or v.
/// @param q, k, v  [B, N, H, head_dim]: heads as a linear layer leaves them
/// @param bias     added to the scores, broadcast to [B, H, N, N]
/// @param scale    1 / sqrt(head_dim) when not given
/// @return         [B, N, H * head_dim]
/// Thread: any. Cost: 4 B H N^2 head_dim FLOP; scores are not kept.
torch::Tensor attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                        const std::optional<torch::Tensor>& bias = {}, std::optional<double> scale = {});

/// The same, whatever KeptAttention::Pass there is.
torch::Tensor plain_attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                              const std::optional<torch::Tensor>& bias, std::optional<double> scale);

/// From q, k and v to their result.
using Attention =
    std::function<torch::Tensor(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v)>;
/// `compute` of them, or what a KeptAttention::Pass of this thread has kept of it.
torch::Tensor kept_attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                             const Attention& compute);

/// What attention() computed in the first pass through a block, so that the second one, which computes the
/// block again for the backward pass, does not compute attention again.
class KeptAttention {
 public:
  /// While it lives, attention() on this thread keeps in the first pass q, k, v and its result, and in the
  /// second one takes them from there, in the same order.
  class Pass {
   public:
    explicit Pass(KeptAttention& kept);
    ~Pass();
    Pass(const Pass&) = delete;

   private:
    KeptAttention* before_;
  };

  torch::Tensor attend(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                       const Attention& compute);

 private:
  friend class Pass;
  /// A graph of its own: its backward pass is that of the kernel that the first pass chose.
  struct Call : torch::CustomClassHolder {
    std::vector<torch::Tensor> inputs;  ///< q, k, v
    torch::Tensor result;
  };
  std::vector<c10::intrusive_ptr<Call>> calls_;
  size_t passes_ = 0, next_ = 0;
};

}  // namespace fw::nn
