// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/libtorch.h"

#include <functional>
#include <optional>
#include <vector>

namespace fw::nn {

/// softmax(scale q k^T + bias) v for every head (Vaswani et al. 2017), without copying q, k or v.
/// @param q, k, v  [B, N, H, head_dim]: the layout of a linear layer's output
/// @param bias     added to the scores, broadcast to [B, H, N, N]
/// @param scale    default: 1 / sqrt(head_dim)
/// @return         [B, N, H * head_dim]
/// Thread: any. Cost: 4 B H N^2 head_dim FLOP; does not save scores.
torch::Tensor attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                        const std::optional<torch::Tensor>& bias = {}, std::optional<double> scale = {});

/// Like attention(), but ignores any KeptAttention::Pass.
torch::Tensor plain_attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                              const std::optional<torch::Tensor>& bias, std::optional<double> scale);

/// Computes the result from q, k and v.
using Attention =
    std::function<torch::Tensor(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v)>;
/// Returns `compute` of them, or the result saved by this thread's KeptAttention::Pass.
torch::Tensor kept_attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                             const Attention& compute);

/// Saves the results of attention() in the first pass through a block, so that recomputing the block for the
/// backward pass does not recompute attention.
class KeptAttention {
 public:
  /// While alive, the first pass saves q, k, v and the result of each attention() on this thread, and the
  /// second pass returns them in the same order.
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
  /// A separate graph: its backward pass uses the kernel chosen in the first pass.
  struct Call : torch::CustomClassHolder {
    std::vector<torch::Tensor> inputs;  ///< q, k, v
    torch::Tensor result;
  };
  std::vector<c10::intrusive_ptr<Call>> calls_;
  size_t passes_ = 0, next_ = 0;
};

}  // namespace fw::nn
