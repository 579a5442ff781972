// SPDX-License-Identifier: Apache-2.0
#include "kernels/norms.h"
#include "bench/kernel_check/check.h"
#include "nn/norm_kernels.h"

namespace kernel_check {

using fw::kernels::Branch;
using fw::kernels::Norm;
using fw::nn::Maybe;
using fw::nn::Maybes;
using torch::Tensor;

namespace {

constexpr double epsilon = 1e-5;

struct NormShape {
  int64_t samples = 2, tokens = 5, width = 64, head = 0;
  Norm norm = Norm::layer;
  Branch branch = Branch::plain;
  bool change = true, affine = true, condition = true;

  std::string text() const {
    return c10::str("[", samples, ", ", tokens, ", ", width, "] head ", head, " norm ",
                    static_cast<int>(norm), " branch ", static_cast<int>(branch), change ? " change" : "",
                    affine ? " affine" : "", condition ? " condition" : "");
  }
};

/// Forward, then backward from its own statistics.
Results norm(const NormShape& s, torch::Dtype dtype, torch::Device device) {
  const bool is_norm = s.norm != Norm::none;
  const int64_t parts = s.head > 0 ? 2 : 1;
  const auto of = [&](torch::IntArrayRef shape, double seed, bool wanted = true) {
    return wanted ? Maybe(values(shape, seed, dtype, device)) : Maybe();
  };
  const std::vector<int64_t> rows{s.samples, s.tokens, s.width}, channels{s.samples, parts, s.width};
  const Tensor x = *of(rows, 1);
  const Maybe change = of(rows, 2, s.change), gate = of(channels, 3, s.change),
              weight = of({s.width}, 4, s.affine && is_norm), bias = of({s.width}, 5, s.affine && is_norm),
              scale = of(channels, 6, s.condition && is_norm),
              shift = of(channels, 7, s.condition && is_norm);
  const Maybe sum = s.change ? Maybe(torch::full_like(x, 7)) : Maybe();
  const auto kind = static_cast<int64_t>(s.norm), branch = static_cast<int64_t>(s.branch);
  const auto [y, statistics, branch_rstd] = fw::nn::norm_operator().call(
      x, change, gate, weight, bias, scale, shift, sum, s.head, kind, branch, 1, epsilon);
  const auto maybe = [](const Tensor& t) { return t.defined() ? Maybe(t) : Maybe(); };
  const auto [dx, dchange, of_dy, of_normed, of_change] = fw::nn::norm_backward_operator().call(
      of(rows, 8, s.change), of(rows, 9, is_norm), is_norm ? (s.change ? sum : Maybe(x)) : Maybe(),
      maybe(statistics), maybe(branch_rstd), change, gate, weight, scale, s.head, kind, branch, 1, parts,
      is_norm, s.change);
  Results all;
  for (const Tensor& t :
       {sum.value_or(Tensor()), y, statistics, branch_rstd, dx, dchange, of_dy, of_normed, of_change})
    if (t.defined()) all.push_back(t);
  return all;
}

struct RotateShape {
  int64_t samples, tokens, heads, width;
  bool of_token = false;  // a norm over all heads
  Norm norm = Norm::rms;
  int64_t arrays = 2, turned = 2;
  bool table = true;
  int64_t behind = 0;  // other tokens in each sample of the result

  std::string text() const {
    return c10::str("[", samples, ", ", tokens, ", ", heads, ", ", width, "]", of_token ? " token" : " head",
                    " norm ", static_cast<int>(norm), " arrays ", arrays, table ? " table" : "", " behind ",
                    behind);
  }
};

Results rotate(const RotateShape& s, torch::Dtype dtype, torch::Device device) {
  const int64_t width = s.of_token ? s.heads * s.width : s.width;
  const bool is_norm = s.norm != Norm::none;
  std::vector<Tensor> x, y, whole, dy, dx;
  Maybes weight, bias;
  for (int64_t i = 0; i < s.arrays; ++i) {
    const std::vector<int64_t> shape{s.samples, s.tokens, s.heads, s.width},
        longer{s.samples, s.tokens + s.behind, s.heads, s.width};
    x.push_back(values(shape, static_cast<double>(i) + 1, dtype, device));
    whole.push_back(torch::full(longer, 7, x[0].options()));  // these tokens are not written
    y.push_back(whole.back().narrow(1, 0, s.tokens));
    dy.push_back(values(longer, static_cast<double>(i) + 4, dtype, device).narrow(1, 0, s.tokens));
    dx.push_back(torch::empty_like(x.back()));
  }
  for (int64_t i = 0; i < s.turned; ++i) {
    const double seed = static_cast<double>(i) + 7;
    weight.push_back(is_norm ? Maybe(values({width}, seed, dtype, device)) : Maybe());
    bias.push_back(is_norm ? Maybe(values({width}, seed + 3, dtype, device)) : Maybe());
  }
  const Maybe table = s.table ? Maybe(values({s.tokens, width}, 13, torch::kFloat32, device)) : Maybe();
  const auto kind = static_cast<int64_t>(s.norm);
  const Tensor statistics =
      fw::nn::rotate_operator().call(x, weight, bias, table, y, s.turned, width, kind, epsilon);
  const Tensor sums = fw::nn::rotate_backward_operator().call(
      dy, x, is_norm ? Maybe(statistics) : Maybe(), weight, table, dx, s.turned, width, kind, is_norm);
  Results all = whole;
  all.insert(all.end(), dx.begin(), dx.end());
  for (const Tensor& t : {statistics, sums})
    if (t.defined()) all.push_back(t);
  return all;
}

/// Shapes around the kernels' own limits: parts of a warp, one row, many rows, more rows than blocks.
std::vector<NormShape> norm_shapes() {
  std::vector<NormShape> all;
  for (const Norm norm : {Norm::none, Norm::layer, Norm::rms})
    for (const bool change : {false, true})
      for (const int64_t width : {1, 3, 64, 130, 200, 257, 1152, 3072})
        for (const int64_t head : {0, 2})
          for (const bool affine : {false, true})
            if (change || norm != Norm::none)
              all.push_back({.width = width, .head = head, .norm = norm, .change = change, .affine = affine});
  for (const Norm norm : {Norm::none, Norm::rms})
    for (const int64_t width : {1, 96, 259, 3072})
      all.push_back({.tokens = 7, .width = width, .norm = norm, .branch = Branch::normed, .affine = false});
  all.push_back({.samples = 1, .tokens = 70'000, .width = 8, .head = 11});
  return all;
}

std::vector<RotateShape> rotate_shapes() {
  std::vector<RotateShape> all;
  for (const Norm norm : {Norm::none, Norm::layer, Norm::rms})
    for (const bool of_token : {false, true})
      for (const bool table : {false, true}) {
        if (norm == Norm::none && !table) continue;
        all.push_back({2, 5, 3, 64, of_token, norm, 2, 2, table});
        all.push_back({2, 3, 3, 18, of_token, norm, 3, 2, table, 4});
        all.push_back({1, 300, 4, 128, of_token, norm, 2, 2, table});
      }
  all.push_back({1, 200, 48, 64, false, Norm::layer, 3, 2, true, 226});
  return all;
}

}  // namespace

void check_norms(Check& check, torch::Dtype dtype) {
  for (const NormShape& shape : norm_shapes())
    check.compare("norm", dtype, shape.text(), allowed_in(dtype),
                  [&](torch::Device device) { return norm(shape, dtype, device); });
}

void check_rotations(Check& check, torch::Dtype dtype) {
  for (const RotateShape& shape : rotate_shapes())
    check.compare("rotate", dtype, shape.text(), allowed_in(dtype),
                  [&](torch::Device device) { return rotate(shape, dtype, device); });
}

}  // namespace kernel_check
