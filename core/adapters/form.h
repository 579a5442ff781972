// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nn/layer_adapter.h"

namespace fw::adapters {

using nn::AdapterParts;

/// Makes the tensors of a new adapter: float32, drawn on the CPU, so that the numbers do not depend on the
/// device. In a dry run nothing is drawn.
class PartMaker {
 public:
  PartMaker(torch::Device device, torch::Generator generator)
      : device_(device), generator_(std::move(generator)) {}
  torch::Tensor zeros(torch::IntArrayRef shape) const;
  /// Uniform in +-1/sqrt(columns), like PyTorch's kaiming_uniform_(a = sqrt(5)).
  torch::Tensor uniform(torch::IntArrayRef shape);
  torch::Tensor normal(torch::IntArrayRef shape, double deviation);

 private:
  torch::Device device_;
  torch::Generator generator_;
};

/// Rows and columns of a weight.
struct WeightSize {
  int64_t out = 0, in = 0;
  bool operator==(const WeightSize&) const = default;
};

/// Options of some forms.
struct FormOptions {
  int64_t factor = -1;          ///< LoKr: a size of the small matrix; -1: near the root of the weight's
  bool decompose_both = false;  ///< LoKr: the small matrix is a product, too
  bool full_matrix = false;     ///< LoKr: no matrix is a product
};

/// How small tensors make up the change D of a weight: LoRA, LoHa, … Each is a pair of files and a row of
/// kinds.cpp, and its tensors' names are a row in model_files/lora_keys.cpp. Thread: any.
class Form : public nn::ChangeForm {
 public:
  /// As in messages, and in model_files: "LoHa".
  virtual std::string_view name() const = 0;
  /// PEFT's name of the kind: "LOHA".
  virtual std::string_view peft_type() const = 0;
  /// Tensors that change nothing yet, initialised like in the published package.
  virtual AdapterParts make(PartMaker& maker, WeightSize size, int64_t rank,
                            const FormOptions& options) const = 0;
  virtual WeightSize size(const AdapterParts& parts) const = 0;
  /// The scale is alpha / rank; 0: it is 1.
  virtual int64_t rank(const AdapterParts& parts) const = 0;
  /// No value of D is larger. Cost: one pass over the parts.
  virtual double bound(const AdapterParts& parts) const = 0;
  /// The parts whose rows make up the rows of D: each one makes `unit` consecutive rows of D.
  struct Rows {
    std::vector<std::string_view> parts;
    int64_t unit = 1;
  };
  virtual Rows rows(const AdapterParts& parts) const = 0;
  /// One adapter for the weights of several on top of each other. nullopt: the form cannot.
  /// @param factors  of each D
  virtual std::optional<AdapterParts> stacked(const std::vector<AdapterParts>& all,
                                              const std::vector<double>& factors) const {
    static_cast<void>(all), static_cast<void>(factors);
    return std::nullopt;
  }
  /// Multiplies D by `factor`.
  AdapterParts scaled(AdapterParts parts, double factor) const;
  /// D's rows [first, first + count). nullopt: the form cannot
  std::optional<AdapterParts> slice(AdapterParts parts, int64_t first, int64_t count) const;
  /// D with its rows' halves swapped. nullopt: the form cannot
  std::optional<AdapterParts> swapped(AdapterParts parts) const;
};

/// The largest value of the product of two matrices is at most this.
double product_bound(const torch::Tensor& left, const torch::Tensor& right);

/// D = B A (Hu et al. 2021), with the parts lora_A.weight and lora_B.weight.
const Form& lora_form();
/// D = (w1_a w1_b) * (w2_a w2_b), element by element (Hyeon-Woo et al. 2022), as in LyCORIS.
const Form& loha_form();
/// D = w1 x w2, Kronecker's product, where each may be a product itself (Yeh et al. 2024), as in LyCORIS.
const Form& lokr_form();

}  // namespace fw::adapters
