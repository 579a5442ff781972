// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>

namespace fw::tensor {

/// a b^T + bias by oneDNN, which is a part of LibTorch. @param a [M, K], @param b [N, K], @param bias [N]
/// Thread: any; in a parallel region it keeps to the calling thread.
torch::Tensor onednn_product(const torch::Tensor& a, const torch::Tensor& b,
                             const std::optional<torch::Tensor>& bias = {});

/// While it lives LibTorch does not warn when one of its kernels is replaced.
class SilentReplacement {
 public:
  SilentReplacement();

 private:
  class Silence : public c10::WarningHandler {
    void process(const c10::Warning&) override {}
  };
  Silence silence_;
  c10::WarningUtils::WarningHandlerGuard guard_;
};

}  // namespace fw::tensor
