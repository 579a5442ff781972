// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/low_bit.h"
#include "nn/module.h"

namespace fw::nn {

enum class Bias { no, yes };

/// Low-rank change of a linear layer (Hu et al. 2021): W' = W + scale B A.
/// A and B may be float32 while the layer is bfloat16: computed in float32 on the CPU, in bfloat16 on a GPU.
struct LowRankAdapter {
  torch::Tensor A;  ///< [rank, in]
  torch::Tensor B;  ///< [out, rank]
  double scale = 1;
};

/// y = x W^T + b + sum over the adapters of scale (x A^T) B^T.
/// Attaching an adapter touches no base weight.
///
/// How W is kept is the layer's own affair: others compute with forward(), ask matrix() for the numbers, and
/// load, stream, count and train its slots as those of any module, whatever their type and number. A slot
/// that cannot be trained is a buffer.
class Linear : public Module {
 public:
  Linear(int64_t in_features, int64_t out_features, Bias bias, const torch::TensorOptions& options);

  /// @param x  [..., in]
  /// @return   [..., out] in the dtype of x
  torch::Tensor forward(const torch::Tensor& x) const;
  /// gelu(forward(x)) in the tanh form of GELU. On a GPU one kernel where no gradient is wanted.
  torch::Tensor forward_gelu(const torch::Tensor& x) const;

  int64_t in_features() const { return in_features_; }
  int64_t out_features() const { return out_features_; }
  /// W without adapters: [out, in]. Shares memory with the layer unless it is kept in few bits.
  torch::Tensor matrix() const { return is_low_bit() ? dequantise(low_bit_, dtype_) : weight_; }

  /// From here on W is frozen in few bits: buffers take the place of its slot "weight", without values until
  /// they are assigned (see load_component). W's number of columns is even.
  void keep_in(LowBit format);
  bool is_low_bit() const { return low_bit_.codes.defined(); }

  std::vector<LowRankAdapter> adapters;

 private:
  friend class SharedInput;
  torch::Tensor with_wide_adapters(const torch::Tensor& x) const;
  torch::Tensor without_adapters(const torch::Tensor& x) const;

  int64_t in_features_, out_features_;
  torch::Dtype dtype_;
  torch::Tensor weight_;  // [out, in], or undefined
  LowBitWeight low_bit_;  // instead
  torch::Tensor bias_;    // [out], or undefined
};

/// One input of several layers, such as q, k and v. With adapters or for a gradient they are computed at
/// once: the first products of adapters are one, and the input's gradient is summed where it is written.
class SharedInput {
 public:
  SharedInput(torch::Tensor x, const std::vector<const Linear*>& layers);
  /// layer.forward(x). @param layer  one of those given
  torch::Tensor through(const Linear& layer) const;

 private:
  torch::Tensor x_;
  std::vector<const Linear*> layers_;
  std::vector<torch::Tensor> results_;  // of all layers at once; or empty
};

}  // namespace fw::nn
