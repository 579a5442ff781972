// SPDX-License-Identifier: Apache-2.0
#include "nn/attention.h"

#include <optional>

namespace fw::nn {

namespace {

/// While it lives attention is not cuDNN's. A setting of the process: one job at a time computes on a GPU.
class WithoutCudnn {
 public:
  WithoutCudnn() { at::globalContext().setSDPUseCuDNN(false); }
  ~WithoutCudnn() { at::globalContext().setSDPUseCuDNN(before_); }
  WithoutCudnn(const WithoutCudnn&) = delete;

 private:
  const bool before_ = at::globalContext().userEnabledCuDNNSDP();
};

}  // namespace

torch::Tensor attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                        const std::optional<torch::Tensor>& bias, std::optional<double> scale) {
  // cuDNN may have no plan for a bias, and LibTorch then tries no other kernel.
  std::optional<WithoutCudnn> guard;
  if (bias && q.is_cuda()) guard.emplace();
  const torch::Tensor out =
      torch::scaled_dot_product_attention(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2), bias,
                                          /*dropout_p=*/0.0, /*is_causal=*/false, scale);
  return out.transpose(1, 2).flatten(2);
}

}  // namespace fw::nn
