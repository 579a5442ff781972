// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/layer_adapter.h"
#include "nn/low_bit.h"
#include "nn/module.h"

namespace fw::nn {

enum class Bias { no, yes };

/// y = x W^T + b + sum over the adapters of their changes of it.
/// Attaching an adapter does not change base weights.
///
/// How W is stored is private to the layer: other code calls forward(), gets the values from matrix(), and
/// loads, streams, counts and trains its slots like those of any module, whatever their type and number. A
/// slot that cannot be trained is a buffer.
class Linear : public Module {
 public:
  Linear(int64_t in_features, int64_t out_features, Bias bias, const torch::TensorOptions& options);

  /// @param x  [..., in]
  /// @return   [..., out] in the dtype of x
  torch::Tensor forward(const torch::Tensor& x) const;
  /// gelu(forward(x)) with tanh-approximated GELU. One kernel on a GPU if no gradient is needed.
  torch::Tensor forward_gelu(const torch::Tensor& x) const;

  int64_t in_features() const { return in_features_; }
  int64_t out_features() const { return out_features_; }
  /// W without adapters: [out, in]. Shares memory with the layer unless it is quantized.
  torch::Tensor matrix() const { return is_low_bit() ? dequantise(low_bit_, dtype_) : weight_; }

  /// Freezes W in a quantized format: buffers replace its slot "weight", without values until they are
  /// assigned (see load_component). @pre W has an even number of columns
  void keep_in(LowBit format);
  bool is_low_bit() const { return low_bit_.codes.defined(); }

  std::vector<LayerAdapter> adapters;

 private:
  friend class SharedInput;
  torch::Tensor with_wide_adapters(const torch::Tensor& x) const;
  torch::Tensor with_other_adapters(const torch::Tensor& x, torch::Tensor y) const;
  torch::Tensor lengthened(const LayerAdapter& adapter, const torch::Tensor& x, const torch::Tensor& y,
                           torch::Tensor change) const;
  torch::Tensor without_adapters(const torch::Tensor& x) const;

  int64_t in_features_, out_features_;
  torch::Dtype dtype_;
  torch::Tensor weight_;  // [out, in], or undefined
  LowBitWeight low_bit_;  // replaces weight_ if quantized
  torch::Tensor bias_;    // [out], or undefined
};

/// One input of several layers, such as q, k and v. With adapters or for a gradient, all layers are computed
/// at once: the A products of the adapters are one product, and the input's gradient is accumulated in place.
class SharedInput {
 public:
  SharedInput(torch::Tensor x, const std::vector<const Linear*>& layers);
  /// layer.forward(x). @param layer  one of the layers given to the constructor
  torch::Tensor through(const Linear& layer) const;

 private:
  torch::Tensor x_;
  std::vector<const Linear*> layers_;
  std::vector<torch::Tensor> results_;  // of all layers if computed at once; otherwise empty
};

}  // namespace fw::nn
