// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <functional>

#include "tensor/cpu_replacement.h"
#include "tensor/flop_counter.h"
#include "tensor/libtorch.h"
#include "tensor/plain_operators.h"

namespace {

using namespace fw::tensor;
using torch::Tensor;

double distance(const Tensor& a, const Tensor& b) {
  return ((a - b).norm() / b.norm()).item<double>();
}

}  // namespace

/// Matrix products of the CPU as this program computes them, beside LibTorch's.
class TestCpuProducts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (!at::hasMKLDNN()) QSKIP("this LibTorch has no oneDNN");
  }

  void equal_libtorch_in_all_but_the_last_digits() {
    torch::manual_seed(1);
    const Tensor a = torch::randn({130, 96}), b = torch::randn({96, 110}), row = torch::randn(110),
                 whole = torch::randn({130, 110}), wide = torch::randn({130, 200});
    const std::vector<std::pair<const char*, std::function<Tensor()>>> cases{
        {"mm", [&] { return torch::mm(a, b); }},
        {"columns of a larger matrix", [&] { return torch::mm(wide.narrow(1, 7, 96), b); }},
        {"of a transposed matrix", [&] { return torch::mm(a.t().contiguous().t(), b); }},
        {"with a transposed matrix", [&] { return torch::mm(a, b.t().contiguous().t()); }},
        {"with a row", [&] { return torch::addmm(row, a, b); }},
        {"with a row, scaled", [&] { return torch::addmm(row, a, b, 1, 0.5); }},
        {"with a matrix, scaled", [&] { return torch::addmm(whole, a, b, 1, 0.5); }},
        {"with a matrix that is scaled", [&] { return torch::addmm(whole, a, b, 2, 0.5); }},
        {"added in place", [&] { return whole.clone().addmm_(a, b, 1, -0.25); }},
        {"linear",
         [&] {
           return torch::linear(a.view({2, 65, 96}), b.t(), row);
         }},
        {"linear without a bias", [&] {
           return torch::linear(a.view({2, 65, 96}), b.t());
         }}};
    for (const auto& [name, run] : cases) {
      const Tensor here = run();
      const PlainOperators plain;
      const Tensor wanted = run();
      QCOMPARE(here.sizes(), wanted.sizes());
      QVERIFY2(distance(here, wanted) < 1e-6, name);
    }
    // Another kernel adds up a long row in another order.
    const Tensor row_of_many = torch::randn({64, 5000}), column_of_many = torch::randn({5000, 64});
    const Tensor here = torch::mm(row_of_many, column_of_many);
    const PlainOperators plain;
    QCOMPARE(torch::equal(here, torch::mm(row_of_many, column_of_many)), !multiplies_by_onednn());
  }

  void gradients_equal_libtorchs() {
    torch::manual_seed(2);
    const Tensor x = torch::randn({2, 80, 128}).requires_grad_(),
                 w = torch::randn({96, 128}).requires_grad_(), b = torch::randn(96).requires_grad_();
    const auto run = [&] {
      return torch::autograd::grad({torch::linear(x, w, b).square().sum()}, {x, w, b});
    };
    const auto here = run();
    const PlainOperators plain;
    const auto wanted = run();
    for (size_t i = 0; i < wanted.size(); ++i) QVERIFY(distance(here[i], wanted[i]) < 1e-5);
  }

  void other_types_and_small_products_are_libtorchs() {
    torch::manual_seed(3);
    const std::vector<std::pair<Tensor, Tensor>> pairs{
        {torch::randn({130, 96}, torch::kFloat64), torch::randn({96, 110}, torch::kFloat64)},
        {torch::randn({130, 96}).to(torch::kBFloat16), torch::randn({96, 110}).to(torch::kBFloat16)},
        {torch::randn({13, 9}), torch::randn({9, 11})},
        {torch::randn({0, 96}), torch::randn({96, 110})}};
    for (const auto& [a, b] : pairs) {
      const Tensor here = torch::mm(a, b);
      const PlainOperators plain;
      QVERIFY(torch::equal(here, torch::mm(a, b)));
    }
    QVERIFY_THROWS_EXCEPTION(c10::Error, torch::mm(torch::randn({130, 96}), torch::randn({97, 110})));
    QVERIFY_THROWS_EXCEPTION(c10::Error,
                             torch::addmm(torch::randn(7), torch::randn({130, 96}), torch::randn({96, 110})));
  }

  void work_is_counted_as_before() {
    FlopCounter counter;
    torch::linear(torch::randn({130, 96}), torch::randn({110, 96}), torch::randn(110));
    QCOMPARE(counter.flops(), 2.0 * 130 * 96 * 110);
  }
};

QTEST_GUILESS_MAIN(TestCpuProducts)
#include "test_cpu_products.moc"
