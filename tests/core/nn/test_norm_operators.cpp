// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <functional>

#include "nn/head_operators.h"
#include "tensor/libtorch.h"
#include "tensor/plain_operators.h"

namespace {

using namespace fw;
using kernels::Norm;
using torch::Tensor;
using Tensors = std::vector<Tensor>;

/// An operator as a function of its differentiable inputs.
struct Case {
  std::string name;
  std::function<Tensors(const Tensors&)> run;
  std::vector<std::vector<int64_t>> shapes;
};

constexpr int64_t samples = 2, tokens = 7, width = 20, text = 3, heads = 3, head_dim = 4;

nn::NormOf norm_of(Norm kind, const Tensor& weight = {}, const Tensor& bias = {}) {
  return {kind, 1e-3, weight, bias};
}

/// cos and sin of random angles: [tokens, pairs]
nn::RotaryTable table_of(int64_t pairs) {
  torch::manual_seed(9);
  return {torch::polar(torch::ones({tokens, pairs}), torch::randn({tokens, pairs}))};
}

std::vector<Case> all_cases() {
  const std::vector<int64_t> x{samples, tokens, width}, w{width}, one{samples, 1, width},
      two{samples, 2, width}, each{samples, tokens, width}, split{samples, tokens, heads, head_dim};
  std::vector<Case> cases;
  for (const Norm kind : {Norm::layer, Norm::rms}) {
    const std::string name = kind == Norm::layer ? "layer norm, " : "RMS norm, ";
    const auto add = [&](const char* what, auto run, std::vector<std::vector<int64_t>> shapes) {
      cases.push_back({name + what, std::move(run), std::move(shapes)});
    };
    add("alone", [=](const Tensors& t) { return Tensors{nn::norm_modulated(t[0], norm_of(kind), {})}; }, {x});
    add("scale and shift",
        [=](const Tensors& t) {
          return Tensors{nn::norm_modulated(t[0], norm_of(kind), {t[1], t[2]})};
        },
        {x, one, one});
    add("scale alone, for all samples",
        [=](const Tensors& t) {
          return Tensors{nn::norm_modulated(t[0], norm_of(kind), {t[1], {}, 0, 0})};
        },
        {x, {1, 1, width}});
    add("of each token",
        [=](const Tensors& t) {
          return Tensors{nn::norm_modulated(t[0], norm_of(kind), {t[1], t[2]})};
        },
        {x, each, each});
    add("weight, text and video",
        [=](const Tensors& t) {
          return Tensors{nn::norm_modulated(t[0], norm_of(kind, t[1], t[2]), {t[3], t[4], text})};
        },
        {x, w, w, two, two});
    add("behind a gate",
        [=](const Tensors& t) {
          const auto [sum, normed] =
              nn::add_gated_and_norm(t[0], t[1], t[2], norm_of(kind, t[3]), {t[4], t[5], text});
          return Tensors{sum, normed};
        },
        {x, x, two, w, two, two});
    add("behind a sum",
        [=](const Tensors& t) {
          const auto [sum, normed] = nn::add_gated_and_norm(t[0], t[1], {}, norm_of(kind), {t[2], t[3]});
          return Tensors{sum, normed};
        },
        {x, x, one, one});
    add("the sum alone is used",
        [=](const Tensors& t) {
          return Tensors{nn::add_gated_and_norm(t[0], t[1], t[2], norm_of(kind), {t[3], {}}).sum};
        },
        {x, x, one, one});
    add("the norm alone is used",
        [=](const Tensors& t) {
          return Tensors{nn::add_gated_and_norm(t[0], t[1], t[2], norm_of(kind), {t[3], {}}).normed};
        },
        {x, x, one, one});
    add("heads, turned",
        [=](const Tensors& t) {
          return Tensors{nn::norm_rotated(t[0], norm_of(kind, t[1], t[2]), table_of(head_dim / 2))};
        },
        {split, {head_dim}, {head_dim}});
    add("heads, each turned by its own angles",
        [=](const Tensors& t) {
          return Tensors{nn::norm_rotated(t[0], norm_of(kind, t[1]), table_of(heads * head_dim / 2))};
        },
        {split, {head_dim}});
    add("all heads at once, turned",
        [=](const Tensors& t) {
          return Tensors{nn::norm_rotated(t[0], norm_of(kind, t[1]), table_of(heads * head_dim / 2))};
        },
        {split, {heads * head_dim}});
    add("heads, not turned",
        [=](const Tensors& t) { return Tensors{nn::norm_rotated(t[0], norm_of(kind, t[1]), {})}; },
        {split, {head_dim}});
  }
  const auto stream = [](const Tensors& t, size_t first, Norm kind, bool is_turned) {
    const nn::NormOf of_q = norm_of(kind, t[first + 3]), of_k = norm_of(kind, t[first + 4]);
    return nn::Stream{{t[first], t[first + 1], t[first + 2]},
                      of_q,
                      of_k,
                      is_turned ? table_of(head_dim / 2) : nn::RotaryTable()};
  };
  const std::vector<int64_t> fewer{samples, text, heads, head_dim}, head{head_dim};
  cases.push_back({"q and k, turned",
                   [=](const Tensors& t) {
                     const nn::Heads found = nn::heads_of({stream(t, 0, Norm::rms, true)});
                     return Tensors{found.q, found.k, found.v};
                   },
                   {split, split, split, head, head}});
  for (const Norm kind : {Norm::layer, Norm::rms})
    cases.push_back(
        {"video, turned, and text behind it",
         [=](const Tensors& t) {
           const nn::Heads found = nn::heads_of({stream(t, 0, kind, true), stream(t, 5, kind, false)});
           return Tensors{found.q, found.k, found.v};
         },
         {split, split, split, head, head, fewer, fewer, fewer, head, head}});
  cases.push_back({"two streams that are not alike, turned",
                   [=](const Tensors& t) {
                     const nn::Heads found =
                         nn::heads_of({stream(t, 0, Norm::rms, true), stream(t, 5, Norm::layer, false)});
                     return Tensors{found.q, found.k, found.v};
                   },
                   {split, split, split, head, head, fewer, fewer, fewer, head, head}});
  cases.push_back({"a branch that is normed",
                   [](const Tensors& t) { return Tensors{nn::add_normed(t[0], t[1], t[2], 1e-3)}; },
                   {x, x, one}});
  cases.push_back({"a branch that is normed and a norm behind it",
                   [](const Tensors& t) {
                     const auto [sum, normed] =
                         nn::add_normed_and_norm(t[0], t[1], t[2], norm_of(Norm::rms), {t[3], t[4]});
                     return Tensors{sum, normed};
                   },
                   {x, x, one, one, one}});
  cases.push_back(
      {"a branch that is normed, whose sum's norm alone is used",
       [](const Tensors& t) {
         return Tensors{nn::add_normed_and_norm(t[0], t[1], t[2], norm_of(Norm::layer), {t[3], {}}).normed};
       },
       {x, x, one, one}});
  cases.push_back(
      {"a gate", [](const Tensors& t) { return Tensors{nn::add_gated(t[0], t[1], t[2])}; }, {x, x, one}});
  cases.push_back({"text's and video's gate",
                   [](const Tensors& t) { return Tensors{nn::add_gated(t[0], t[1], t[2], text)}; },
                   {x, x, two}});
  cases.push_back({"turned alone",
                   [](const Tensors& t) {
                     return Tensors{nn::norm_rotated(t[0], norm_of(Norm::none), table_of(head_dim / 2))};
                   },
                   {split}});
  return cases;
}

Tensors inputs_of(const Case& test, torch::Dtype dtype) {
  torch::manual_seed(3);
  Tensors inputs;
  for (const auto& shape : test.shapes)
    inputs.push_back(torch::randn(shape, torch::kFloat64).to(dtype).requires_grad_());
  return inputs;
}

/// A number that depends on all results, and on each element differently.
Tensor number_of(const Tensors& results) {
  Tensor sum = torch::zeros({}, torch::kFloat64);
  for (const Tensor& each : results) {
    const Tensor wide = each.to(torch::kFloat64);
    sum = sum + (wide * torch::arange(wide.numel(), torch::kFloat64).cos().view(wide.sizes())).sum();
  }
  return sum;
}

/// Zeros for inputs that nothing depends on.
Tensors gradients_of(const Tensor& number, const Tensors& inputs) {
  Tensors gradients = torch::autograd::grad({number}, inputs, {}, std::nullopt, false, /*allow_unused=*/true);
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!gradients[i].defined()) gradients[i] = torch::zeros_like(inputs[i]);
  return gradients;
}

/// The number without autograd, where results may be written over inputs.
double value_of(const Case& test, const Tensors& inputs) {
  const torch::NoGradGuard no_grad;
  Tensors copies;
  for (const Tensor& input : inputs) copies.push_back(input.clone());
  return number_of(test.run(copies)).item<double>();
}

/// Results, then the gradients of number_of().
Tensors all_of(const Case& test, torch::Dtype dtype) {
  const Tensors inputs = inputs_of(test, dtype);
  Tensors all = test.run(inputs);
  for (const Tensor& gradient : gradients_of(number_of(all), inputs)) all.push_back(gradient);
  return all;
}

double distance(const Tensor& a, const Tensor& b) {
  const Tensor wanted = b.to(torch::kFloat64);
  return ((a.to(torch::kFloat64) - wanted).norm() / wanted.norm().clamp_min(1e-12)).item<double>();
}

}  // namespace

class TestNormOperators : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void gradients_are_the_slopes() {
    for (const Case& test : all_cases()) {
      const Tensors inputs = inputs_of(test, torch::kFloat64);
      const auto gradients = gradients_of(number_of(test.run(inputs)), inputs);
      for (size_t i = 0; i < inputs.size(); ++i) {
        double* const values = inputs[i].data_ptr<double>();
        const Tensor slopes = torch::empty({inputs[i].numel()}, torch::kFloat64);
        for (int64_t j = 0; j < inputs[i].numel(); ++j) {
          constexpr double step = 1e-6;
          const double here = values[j];
          values[j] = here + step;
          const double above = value_of(test, inputs);
          values[j] = here - step;
          slopes[j] = (above - value_of(test, inputs)) / (2 * step);
          values[j] = here;
        }
        QVERIFY2(distance(gradients[i].flatten(), slopes) < 1e-6,
                 qPrintable(QString("%1: %2").arg(test.name.c_str()).arg(i)));
      }
    }
  }

  void equal_the_plain_form() {
    const std::pair<torch::Dtype, double> types[]{
        {torch::kFloat64, 1e-12}, {torch::kFloat32, 2e-6}, {torch::kHalf, 4e-3}, {torch::kBFloat16, 3e-2}};
    for (const auto& [dtype, tolerance] : types)
      for (const Case& test : all_cases()) {
        const Tensors here = all_of(test, dtype);
        const tensor::PlainOperators plain;
        const Tensors wanted = all_of(test, dtype);
        QCOMPARE(here.size(), wanted.size());
        for (size_t i = 0; i < here.size(); ++i) {
          QCOMPARE(here[i].scalar_type(), dtype);
          QVERIFY2(
              distance(here[i], wanted[i]) < tolerance,
              qPrintable(
                  QString("%1: %2: %3").arg(test.name.c_str()).arg(i).arg(distance(here[i], wanted[i]))));
        }
      }
  }

  /// Checkpointing computes first without and then with autograd; without, results are written over inputs.
  void without_autograd_the_same_bits_come_out() {
    for (const Case& test : all_cases()) {
      const Tensors inputs = inputs_of(test, torch::kBFloat16), wanted = test.run(inputs);
      const torch::NoGradGuard no_grad;
      const Tensors found = test.run(inputs_of(test, torch::kBFloat16));
      for (size_t i = 0; i < wanted.size(); ++i)
        QVERIFY2(torch::equal(found[i], wanted[i]), test.name.c_str());
    }
  }

  void a_table_that_is_trained_has_a_gradient() {
    torch::manual_seed(6);
    const Tensor x = torch::randn({2, 5, 3, 8}).requires_grad_();
    const Tensor angles = torch::randn({5, 4}).requires_grad_();
    const auto run = [&] {
      const Tensor y = nn::norm_rotated(x, norm_of(Norm::rms, torch::ones({8}) / 3),
                                        {torch::polar(torch::ones_like(angles), angles), /*trained=*/true});
      return gradients_of(number_of({y}), {x, angles});
    };
    const Tensors here = run();
    const tensor::PlainOperators plain;
    const Tensors wanted = run();
    for (size_t i = 0; i < wanted.size(); ++i) QVERIFY(distance(here[i], wanted[i]) < 2e-6);
  }

  /// As checkpointing computes twice.
  void a_table_that_is_trained_turns_the_same_without_autograd() {
    torch::manual_seed(6);
    const Tensor x = torch::randn({2, 5, 3, 8}), angles = torch::randn({5, 4}).requires_grad_();
    const auto run = [&] {
      return nn::norm_rotated(x, norm_of(Norm::rms, torch::ones({8}) / 3),
                              {torch::polar(torch::ones_like(angles), angles), /*trained=*/true});
    };
    const Tensor wanted = run();
    const torch::NoGradGuard no_grad;
    QVERIFY(torch::equal(run(), wanted));
  }

  void results_do_not_depend_on_the_number_of_threads() {
    const auto run = [](int threads) {
      at::set_num_threads(threads);
      torch::manual_seed(5);
      const Tensor x = torch::randn({2, 300, 130}).requires_grad_(),
                   scale = torch::randn({2, 2, 130}).requires_grad_();
      const Tensor y = nn::norm_modulated(x, norm_of(Norm::layer), {scale, {}, 100});
      Tensors all = torch::autograd::grad({y.square().sum()}, {x, scale});
      all.push_back(y);
      return all;
    };
    const int before = at::get_num_threads();
    const Tensors one = run(1), three = run(3);
    at::set_num_threads(before);
    for (size_t i = 0; i < one.size(); ++i) QVERIFY(torch::equal(one[i], three[i]));
  }

  void on_meta_the_same_shapes_come_out() {
    for (const Case& test : all_cases()) {
      const Tensors inputs = inputs_of(test, torch::kBFloat16);
      Tensors metas;
      for (const Tensor& input : inputs) metas.push_back(input.detach().to(torch::kMeta).requires_grad_());
      if (test.name.find("turned") != std::string::npos) continue;  // their table is on the CPU
      const auto all = [&](const Tensors& given) {
        Tensors results = test.run(given), gradients;
        Tensor sum = results[0].sum();
        for (size_t i = 1; i < results.size(); ++i) sum = sum + results[i].sum();
        for (const Tensor& each : gradients_of(sum, given)) results.push_back(each);
        return results;
      };
      const Tensors here = all(inputs), there = all(metas);
      for (size_t i = 0; i < here.size(); ++i) {
        QCOMPARE(there[i].sizes(), here[i].sizes());
        QCOMPARE(there[i].strides(), here[i].strides());
        QCOMPARE(there[i].scalar_type(), here[i].scalar_type());
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestNormOperators)
#include "test_norm_operators.moc"
