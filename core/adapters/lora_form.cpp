// SPDX-License-Identifier: Apache-2.0
#include "adapters/form.h"
#include "tensor/libtorch.h"

namespace fw::adapters {

namespace {

class LoraForm : public Form {
 public:
  std::string_view name() const override { return "LoRA"; }
  std::string_view peft_type() const override { return "LORA"; }

  torch::Tensor change(const AdapterParts& parts) const override { return B(parts).matmul(A(parts)); }

  /// As in PEFT.
  AdapterParts make(PartMaker& maker, WeightSize size, int64_t rank, const FormOptions&) const override {
    return {{"lora_A.weight", maker.uniform({rank, size.in})},
            {"lora_B.weight", maker.zeros({size.out, rank})}};
  }

  WeightSize size(const AdapterParts& parts) const override { return {B(parts).size(0), A(parts).size(1)}; }
  int64_t rank(const AdapterParts& parts) const override { return A(parts).size(0); }
  double bound(const AdapterParts& parts) const override { return product_bound(B(parts), A(parts)); }
  Rows rows(const AdapterParts&) const override { return {{"lora_B.weight"}}; }

  /// All A's on top of each other, and a block-diagonal B.
  std::optional<AdapterParts> stacked(const std::vector<AdapterParts>& all,
                                      const std::vector<double>& factors) const override {
    std::vector<torch::Tensor> As, Bs;
    for (size_t i = 0; i < all.size(); ++i) {
      As.push_back(A(all[i]));
      Bs.push_back(factors[i] == 1 ? B(all[i]) : B(all[i]) * factors[i]);
    }
    return AdapterParts{{"lora_A.weight", torch::cat(As)}, {"lora_B.weight", torch::block_diag(Bs)}};
  }

 private:
  static const torch::Tensor& A(const AdapterParts& parts) { return parts.at("lora_A.weight"); }
  static const torch::Tensor& B(const AdapterParts& parts) { return parts.at("lora_B.weight"); }
};

}  // namespace

const Form& lora_form() {
  static const LoraForm form;
  return form;
}

}  // namespace fw::adapters
