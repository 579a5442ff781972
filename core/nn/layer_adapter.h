// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fw::nn {

/// The tensors of an adapter by their names in files: "hada_w1_a".
using AdapterParts = std::map<std::string, torch::Tensor>;

/// How the parts of an adapter make up its change of a weight.
class ChangeForm {
 public:
  virtual ~ChangeForm() = default;
  /// @return  [out, in] in the type of the parts, without a scale; differentiable in them
  virtual torch::Tensor change(const AdapterParts& parts) const = 0;
};

/// Random masks of a run's adapters while it trains. They follow from `pass`, `share` and the adapter
/// alone, so that a pass that is computed again, in this or another process, has the same ones.
struct Dropout {
  double input = 0;   ///< probability of each value of x, for the change only; the others grow to compensate
  double rank = 0;    ///< of each rank of a low-rank product; likewise
  double module = 0;  ///< of the whole change
  uint64_t pass = 0;  ///< seed of the masks: set before each pass
  /// Which part of a sample's tokens this process computes. Only the masks of inputs depend on it.
  uint64_t share = 0;
  bool is_on = false;
};

/// A change of a linear layer: W' = W + scale D, where D = B A (Hu et al. 2021) or has another form. With a
/// magnitude m (DoRA, Liu et al. 2024) the rows of W + scale D are given the lengths m.
/// The tensors may be float32 in a bfloat16 layer: computed in float32 on the CPU, in bfloat16 on a GPU.
struct LayerAdapter {
  torch::Tensor A;  ///< [rank, in]
  torch::Tensor B;  ///< [out, rank]
  double scale = 1;
  std::shared_ptr<const ChangeForm> form = {};  ///< D is made of `parts`; there are no A and B
  AdapterParts parts = {};
  torch::Tensor magnitude = {};  ///< [out]
  double strength = 1;           ///< of W' - W
  std::shared_ptr<const Dropout> dropout = {};
  uint64_t number = 0;  ///< tells its masks from those of other adapters

  bool drops() const { return dropout && dropout->is_on; }
  /// True if it is just the product of A and B, which layers of one input compute together.
  bool is_plain() const { return !form && !magnitude.defined() && !drops(); }
  /// Its tensors, in a fixed order; for moving them.
  std::vector<torch::Tensor*> tensors();
  std::vector<torch::Tensor> tensors() const;
  torch::Dtype dtype() const { return tensors().front().scalar_type(); }
};

/// x (scale D)^T for a pass, with what it leaves out. Saves x and the adapter's tensors for its backward
/// pass, and neither masks nor D.
/// @param x  [..., in]
/// @return   [..., out] in the adapter's type, or on a GPU in that of x
torch::Tensor changed_by(const LayerAdapter& adapter, const torch::Tensor& x);

/// x without the values that the adapter leaves out in this pass; x itself if there are none.
torch::Tensor dropped_input(const LayerAdapter& adapter, const torch::Tensor& x);

/// Lengths of the rows of W + scale D. Not differentiable. Cost: D, and W in float32, a part at a time.
/// @param weight  [out, in] @return [out] float32 on the adapter's device
torch::Tensor row_lengths(const LayerAdapter& adapter, const torch::Tensor& weight);
/// The same without a change: of W alone. @return on W's device
torch::Tensor row_lengths(const torch::Tensor& weight);

/// W' - W: [out, in] float32. @param weight  W; used only if there is a magnitude
torch::Tensor weight_change(const LayerAdapter& adapter, const torch::Tensor& weight);

}  // namespace fw::nn
