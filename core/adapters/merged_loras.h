// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <vector>

#include "nn/linear.h"

namespace fw::adapters {

/// While alive, the LoRAs of a model are merged into its weights, where they cost nothing per step: W + sum
/// of their changes, computed in float32 and rounded once to the weight's type. Only worthwhile on a GPU:
/// layers whose weights are not there (on the CPU, or streamed) or are quantized keep their LoRAs separate.
/// Afterwards the model is restored bit for bit from copies in host memory. Nothing is merged if the copies
/// would take more than half of the free host memory. Cost: transfers the merged weights over the bus in both
/// directions.
/// Thread: the model's; no other may use it meanwhile.
class MergedLoras {
 public:
  explicit MergedLoras(nn::Module& model);
  ~MergedLoras();
  MergedLoras(const MergedLoras&) = delete;
  MergedLoras& operator=(const MergedLoras&) = delete;

 private:
  struct Layer {
    nn::Linear* linear;
    torch::Tensor weight;  ///< original, on the host
    std::vector<nn::LayerAdapter> adapters;
  };
  MergedLoras() = default;
  void merge(nn::Linear& linear);

  std::vector<Layer> layers_;
};

}  // namespace fw::adapters
