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

constexpr double epsilon = 5.96e-8;  // half of the distance from 1 to the next float

/// [rows, columns], with rows or columns adjacent in a larger matrix.
Tensor random_part(int64_t rows, int64_t columns, bool has_dense_rows) {
  return has_dense_rows ? torch::randn({rows, columns + 5}).narrow(1, 3, columns)
                        : torch::randn({columns, rows + 5}).narrow(1, 3, rows).t();
}

double distance(const Tensor& a, const Tensor& b) {
  return ((a - b).norm() / b.norm()).item<double>();
}

}  // namespace

/// The program's own CPU matrix products, compared with LibTorch's.
class TestCpuProducts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (!at::hasMKLDNN()) QSKIP("this LibTorch has no oneDNN");
  }

  void equal_libtorch_in_all_but_the_last_digits() {
    torch::manual_seed(1);
    const Tensor a = torch::randn({400, 200}), b = torch::randn({200, 420}), row = torch::randn(420),
                 whole = torch::randn({400, 420}), wide = torch::randn({400, 300});
    const std::vector<std::pair<const char*, std::function<Tensor()>>> cases{
        {"mm", [&] { return torch::mm(a, b); }},
        {"columns of a larger matrix", [&] { return torch::mm(wide.narrow(1, 7, 200), b); }},
        {"of a transposed matrix", [&] { return torch::mm(a.t().contiguous().t(), b); }},
        {"with a transposed matrix", [&] { return torch::mm(a, b.t().contiguous().t()); }},
        {"with a row", [&] { return torch::addmm(row, a, b); }},
        {"with a row, scaled", [&] { return torch::addmm(row, a, b, 1, 0.5); }},
        {"with a matrix, scaled", [&] { return torch::addmm(whole, a, b, 1, 0.5); }},
        {"with a matrix that is scaled", [&] { return torch::addmm(whole, a, b, 2, 0.5); }},
        {"added in place", [&] { return whole.clone().addmm_(a, b, 1, -0.25); }},
        {"linear",
         [&] {
           return torch::linear(a.view({2, 200, 200}), b.t(), row);
         }},
        {"linear without a bias", [&] {
           return torch::linear(a.view({2, 200, 200}), b.t());
         }}};
    for (const auto& [name, run] : cases) {
      const Tensor here = run();
      const PlainOperators plain;
      const Tensor wanted = run();
      QCOMPARE(here.sizes(), wanted.sizes());
      QVERIFY2(distance(here, wanted) < 1e-6, name);
    }
    // Another kernel sums a long row in another order.
    const Tensor row_of_many = torch::randn({420, 5000}), column_of_many = torch::randn({5000, 420});
    const Tensor here = torch::mm(row_of_many, column_of_many);
    const PlainOperators plain;
    QCOMPARE(torch::equal(here, torch::mm(row_of_many, column_of_many)), cpu_multiplier() == Multiplier::mkl);
  }

  void gradients_equal_libtorchs() {
    torch::manual_seed(2);
    const Tensor x = torch::randn({2, 240, 428}).requires_grad_(),
                 w = torch::randn({440, 428}).requires_grad_(), b = torch::randn(440).requires_grad_();
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

  void amx_rounds_no_more_than_float32_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("depth");
    QTest::addColumn<int>("columns");
    QTest::newRow("whole panels") << 416 << 256 << 416;
    QTest::newRow("parts of panels") << 433 << 147 << 459;
    QTest::newRow("several blocks of depth") << 450 << 2100 << 430;
    QTest::newRow("several blocks of columns") << 425 << 1030 << 1111;
  }
  void amx_rounds_no_more_than_float32() {
    if (cpu_multiplier() != Multiplier::amx) QSKIP("this processor has no AMX");
    QFETCH(int, rows);
    QFETCH(int, depth);
    QFETCH(int, columns);
    torch::manual_seed(4);
    const Tensor bias = torch::randn(columns),
                 whole = torch::randn({rows, columns + 3}).narrow(1, 1, columns);
    for (const bool a_rows : {true, false})
      for (const bool b_rows : {true, false}) {
        const Tensor a = random_part(rows, depth, a_rows), b = random_part(depth, columns, b_rows);
        const Tensor wanted = a.to(torch::kFloat64).mm(b.to(torch::kFloat64));
        QVERIFY(distance(torch::mm(a, b), wanted) < 2 * epsilon);
        QVERIFY(distance(torch::addmm(bias, a, b), wanted + bias) < 2 * epsilon);
        QVERIFY(distance(torch::addmm(whole, a, b, 1, -0.5), whole - 0.5 * wanted) < 2 * epsilon);
        for (const double beta : {0.0, 1.0, 0.25}) {
          const Tensor around = torch::zeros({rows, columns + 2}),
                       sum = around.narrow(1, 1, columns).copy_(whole);
          sum.addmm_(a, b, beta, 2);
          QVERIFY(distance(sum, beta * whole + 2 * wanted) < 2 * epsilon);
          QVERIFY(around.select(1, 0).eq(0).all().item<bool>() &&
                  around.select(1, columns + 1).eq(0).all().item<bool>());
        }
      }
  }

  void a_row_by_amx_is_the_same_beside_any_others() {
    if (cpu_multiplier() != Multiplier::amx) QSKIP("this processor has no AMX");
    torch::manual_seed(5);
    const Tensor a = torch::randn({900, 1100}), b = torch::randn({1100, 400});
    torch::set_num_threads(1);
    const Tensor alone = torch::mm(a, b);
    torch::set_num_threads(3);
    QVERIFY(torch::equal(torch::mm(a, b), alone));
    QVERIFY(torch::equal(torch::mm(a.narrow(0, 217, 500), b), alone.narrow(0, 217, 500)));
  }

  void amx_takes_all_sizes_of_values() {
    if (cpu_multiplier() != Multiplier::amx) QSKIP("this processor has no AMX");
    torch::manual_seed(6);
    const Tensor a = torch::randn({420, 256}), b = torch::randn({256, 420});
    const Tensor wanted = a.to(torch::kFloat64).mm(b.to(torch::kFloat64));
    QVERIFY(distance(torch::mm(a * 1e30, b * 1e-30), wanted) < 2 * epsilon);
    QVERIFY(distance(torch::mm(a * 1e-28, b * 1e20), wanted * 1e-8) < 2 * epsilon);
    QVERIFY(distance(torch::mm(a * 1e34, b), wanted * 1e34) < 2 * epsilon);
    // A NaN or infinity affects only its own row.
    for (const double value :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
          static_cast<double>(std::numeric_limits<float>::max())}) {
      const Tensor spoilt = a.clone();
      spoilt[7][9] = value;
      const Tensor product = torch::mm(spoilt, b * 100);
      QVERIFY(!product[7].isfinite().all().item<bool>());
      QVERIFY(distance(product.narrow(0, 8, 412), wanted.narrow(0, 8, 412) * 100) < 2 * epsilon);
    }
  }

  void work_is_counted_as_before() {
    FlopCounter counter;
    torch::linear(torch::randn({130, 96}), torch::randn({110, 96}), torch::randn(110));
    QCOMPARE(counter.flops(), 2.0 * 130 * 96 * 110);
  }
};

QTEST_GUILESS_MAIN(TestCpuProducts)
#include "test_cpu_products.moc"
