// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "adapters/form.h"
#include "tensor/libtorch.h"

namespace fw::adapters {

namespace {

/// The two sizes whose product is `whole`, the smaller one first. @param factor  wanted for the smaller one,
/// or the most it may be; -1: as near to the other as possible. The same as in LyCORIS and PEFT.
std::pair<int64_t, int64_t> two_factors(int64_t whole, int64_t factor) {
  if (factor > 0 && whole % factor == 0) return std::minmax({factor, whole / factor});
  int64_t smaller = 1;
  const int64_t most = factor < 0 ? whole : factor;
  for (int64_t next = 2; next <= most && next * next <= whole; ++next)
    if (whole % next == 0) smaller = next;
  return {smaller, whole / smaller};
}

class LokrForm : public Form {
 public:
  std::string_view name() const override { return "LoKr"; }
  std::string_view peft_type() const override { return "LOKR"; }

  torch::Tensor change(const AdapterParts& parts) const override {
    return torch::kron(matrix(parts, "lokr_w1"), matrix(parts, "lokr_w2"));
  }

  /// As in LyCORIS.
  AdapterParts make(PartMaker& maker, WeightSize size, int64_t rank,
                    const FormOptions& options) const override {
    const auto [out1, out2] = two_factors(size.out, options.factor);
    const auto [in1, in2] = two_factors(size.in, options.factor);
    const auto is_product = [&](int64_t rows, int64_t columns) {
      return !options.full_matrix && 2 * rank < std::max(rows, columns);
    };
    AdapterParts parts;
    if (is_product(out2, in2)) {
      parts["lokr_w2_a"] = maker.uniform({out2, rank});
      parts["lokr_w2_b"] = maker.zeros({rank, in2});
    } else {
      parts["lokr_w2"] = maker.zeros({out2, in2});
    }
    if (options.decompose_both && is_product(out1, in1)) {
      parts["lokr_w1_a"] = maker.uniform({out1, rank});
      parts["lokr_w1_b"] = maker.uniform({rank, in1});
    } else {
      parts["lokr_w1"] = maker.uniform({out1, in1});
    }
    return parts;
  }

  WeightSize size(const AdapterParts& parts) const override {
    const WeightSize first = size_of(parts, "lokr_w1"), second = size_of(parts, "lokr_w2");
    return {first.out * second.out, first.in * second.in};
  }
  int64_t rank(const AdapterParts& parts) const override {
    for (const char* name : {"lokr_w2_b", "lokr_w1_b"})
      if (const auto found = parts.find(name); found != parts.end()) return found->second.size(0);
    return 0;
  }
  double bound(const AdapterParts& parts) const override {
    const auto largest = [&](const char* name) {
      const torch::Tensor values = matrix(parts, name);
      return values.numel() == 0 ? 0 : values.abs().max().to(torch::kFloat64).item<double>();
    };
    return largest("lokr_w1") * largest("lokr_w2");
  }
  Rows rows(const AdapterParts& parts) const override {
    return {{parts.contains("lokr_w1") ? "lokr_w1" : "lokr_w1_a"}, size_of(parts, "lokr_w2").out};
  }

 private:
  static torch::Tensor matrix(const AdapterParts& parts, const std::string& name) {
    const auto whole = parts.find(name);
    return whole != parts.end() ? whole->second : parts.at(name + "_a").matmul(parts.at(name + "_b"));
  }
  static WeightSize size_of(const AdapterParts& parts, const std::string& name) {
    if (const auto whole = parts.find(name); whole != parts.end())
      return {whole->second.size(0), whole->second.size(1)};
    return {parts.at(name + "_a").size(0), parts.at(name + "_b").size(1)};
  }
};

}  // namespace

const Form& lokr_form() {
  static const LokrForm form;
  return form;
}

}  // namespace fw::adapters
