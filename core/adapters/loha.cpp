// SPDX-License-Identifier: Apache-2.0
#include "adapters/form.h"
#include "tensor/libtorch.h"

namespace fw::adapters {

namespace {

class LohaForm : public Form {
 public:
  std::string_view name() const override { return "LoHa"; }
  std::string_view peft_type() const override { return "LOHA"; }

  torch::Tensor change(const AdapterParts& parts) const override {
    return parts.at("hada_w1_a").matmul(parts.at("hada_w1_b")) *
           parts.at("hada_w2_a").matmul(parts.at("hada_w2_b"));
  }

  /// As in LyCORIS.
  AdapterParts make(PartMaker& maker, WeightSize size, int64_t rank, const FormOptions&) const override {
    constexpr double wide = 1, narrow = 0.1;
    AdapterParts parts;
    parts["hada_w1_b"] = maker.normal({rank, size.in}, wide);
    parts["hada_w1_a"] = maker.normal({size.out, rank}, narrow);
    parts["hada_w2_b"] = maker.normal({rank, size.in}, wide);
    parts["hada_w2_a"] = maker.zeros({size.out, rank});
    return parts;
  }

  WeightSize size(const AdapterParts& parts) const override {
    return {parts.at("hada_w1_a").size(0), parts.at("hada_w1_b").size(1)};
  }
  int64_t rank(const AdapterParts& parts) const override { return parts.at("hada_w1_b").size(0); }
  double bound(const AdapterParts& parts) const override {
    return product_bound(parts.at("hada_w1_a"), parts.at("hada_w1_b")) *
           product_bound(parts.at("hada_w2_a"), parts.at("hada_w2_b"));
  }
  Rows rows(const AdapterParts&) const override { return {{"hada_w1_a", "hada_w2_a"}}; }

  /// Every product has its own ranks, so that no rows of one weight meet another's.
  std::optional<AdapterParts> stacked(const std::vector<AdapterParts>& all,
                                      const std::vector<double>& factors) const override {
    AdapterParts whole;
    for (const std::string first : {"hada_w1", "hada_w2"}) {
      std::vector<torch::Tensor> as, bs;
      for (size_t i = 0; i < all.size(); ++i) {
        const AdapterParts own = scaled(all[i], factors[i]);
        as.push_back(own.at(first + "_a"));
        bs.push_back(own.at(first + "_b"));
      }
      whole[first + "_a"] = torch::block_diag(as);
      whole[first + "_b"] = torch::cat(bs);
    }
    return whole;
  }
};

}  // namespace

const Form& loha_form() {
  static const LohaForm form;
  return form;
}

}  // namespace fw::adapters
