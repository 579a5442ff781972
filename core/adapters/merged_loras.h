// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <vector>

#include "nn/linear.h"

namespace fw::adapters {

/// While it lives, the LoRAs of a model are worked into its weights, where they cost nothing a step:
/// W + sum of scale B A, computed in float32 and rounded once to the weight's type. That pays on a GPU:
/// layers whose weights are not there (of the CPU, streamed ones) or are quantized keep their LoRAs beside
/// them. Afterwards the model is bit for bit as before: the weights wait in host memory. What would take more
/// than half of what is free there stays as it is. Cost: the merged weights over the bus, there and back.
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
    torch::Tensor weight;  ///< as it was, on the host
    std::vector<nn::LowRankAdapter> adapters;
  };
  MergedLoras() = default;
  void merge(nn::Linear& linear);

  std::vector<Layer> layers_;
};

}  // namespace fw::adapters
