// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <functional>

#include "tensor/libtorch.h"
#include "tensor/plain_operators.h"

namespace {

using namespace fw::tensor;
using torch::Tensor;

double distance(const Tensor& a, const Tensor& b) {
  return ((a.to(torch::kFloat64) - b).norm() / b.norm()).item<double>();
}

/// As in nn::attention: heads adjacent in memory.
Tensor heads(int64_t batch, int64_t count, int64_t rows, int64_t width) {
  return torch::randn({batch, rows, count, width}).transpose(1, 2);
}

Tensor attend(const Tensor& q, const Tensor& k, const Tensor& v, std::optional<double> scale = {}) {
  return torch::scaled_dot_product_attention(q, k, v, {}, 0, false, scale);
}

/// Output and gradients, by the operator or by its definition in float64.
std::vector<Tensor> results(std::vector<Tensor> inputs, const Tensor& weights, double scale, bool exact) {
  for (Tensor& x : inputs) x = x.detach().to(exact ? torch::kFloat64 : torch::kFloat32).requires_grad_();
  const Tensor out =
      exact ? torch::matmul(torch::softmax(torch::matmul(inputs[0], inputs[1].transpose(-1, -2)) * scale, -1),
                            inputs[2])
            : attend(inputs[0], inputs[1], inputs[2], scale);
  std::vector<Tensor> all = torch::autograd::grad({(out * weights.to(out.scalar_type())).sum()}, inputs);
  all.push_back(out.detach());
  return all;
}

}  // namespace

/// The program's own CPU attention, compared with its definition and LibTorch's kernel.
class TestCpuAttention : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (!at::hasMKLDNN()) QSKIP("this LibTorch has no oneDNN");
  }
  void cleanup() { torch::set_num_threads(2); }

  void is_as_exact_as_libtorchs_data() {
    QTest::addColumn<QList<int>>("sizes");  // batch, heads, queries, keys, width
    QTest::addColumn<double>("scale");
    QTest::addColumn<double>("magnitude");
    QTest::addColumn<int>("threads");
    QTest::newRow("whole blocks") << QList{1, 2, 512, 1024, 64} << 0.125 << 1.0 << 2;
    QTest::newRow("broken blocks") << QList{2, 3, 301, 777, 40} << 0.2 << 1.0 << 2;
    QTest::newRow("one head, two threads") << QList{1, 1, 700, 1300, 128} << 0.09 << 1.0 << 2;
    QTest::newRow("one head, one thread") << QList{1, 1, 700, 1300, 128} << 0.09 << 1.0 << 1;
    QTest::newRow("more threads than blocks") << QList{1, 1, 256, 600, 16} << 0.25 << 1.0 << 7;
    QTest::newRow("large scores") << QList{1, 2, 400, 900, 64} << 0.125 << 12.0 << 2;
    QTest::newRow("all weights alike") << QList{1, 2, 400, 900, 64} << 1e-20 << 1.0 << 2;
  }
  void is_as_exact_as_libtorchs() {
    QFETCH(QList<int>, sizes);
    QFETCH(double, scale);
    QFETCH(double, magnitude);
    QFETCH(int, threads);
    torch::set_num_threads(threads);
    torch::manual_seed(1);
    const auto of = [&](int rows) { return heads(sizes[0], sizes[1], rows, sizes[4]); };
    const std::vector<Tensor> inputs{of(sizes[2]) * magnitude, of(sizes[3]), of(sizes[3])};
    const Tensor weights = of(sizes[2]);
    const auto wanted = results(inputs, weights, scale, true), here = results(inputs, weights, scale, false);
    QCOMPARE(here.back().strides(), inputs[0].strides());
    const PlainOperators plain;
    const auto libtorchs = results(inputs, weights, scale, false);
    for (size_t i = 0; i < wanted.size(); ++i) {
      const double error = distance(here[i], wanted[i]), usual = distance(libtorchs[i], wanted[i]);
      QVERIFY2(error <= std::max(2 * usual, 3e-7),
               qPrintable(QString("%1: %2, LibTorch's %3").arg(i).arg(error).arg(usual)));
    }
    for (size_t i = 0; i < wanted.size(); ++i)
      QVERIFY(!torch::equal(here[i], libtorchs[i]));  // it was another kernel
  }

  void tells_the_logarithm_of_the_sums() {
    torch::manual_seed(2);
    const Tensor q = heads(1, 2, 300, 64), k = heads(1, 2, 800, 64);
    const auto lse = std::get<1>(at::_scaled_dot_product_flash_attention_for_cpu(q, k, k));
    const Tensor wanted =
        torch::matmul(q.to(torch::kFloat64), k.to(torch::kFloat64).transpose(-1, -2)).div(8).logsumexp(-1);
    QCOMPARE(lse.sizes(), wanted.sizes());
    QVERIFY(distance(lse, wanted) < 1e-7);
  }

  void what_is_no_number_stays_so() {
    Tensor q = heads(1, 1, 300, 32);
    const Tensor k = heads(1, 1, 600, 32);
    q[0][0][7].fill_(std::numeric_limits<float>::quiet_NaN());
    const Tensor bad = attend(q, k, k).isnan().any(-1);
    QVERIFY(bad[0][0][7].item<bool>());
    QCOMPARE(bad.sum().item<int64_t>(), int64_t{1});
  }

  void other_attention_is_libtorchs() {
    torch::manual_seed(3);
    const Tensor q = heads(1, 2, 300, 32), k = heads(1, 2, 600, 32), mask = torch::randn({1, 1, 300, 600});
    const std::vector<std::function<Tensor()>> cases{
        [&] { return torch::scaled_dot_product_attention(q, k, k, mask); },
        [&] { return torch::scaled_dot_product_attention(q, q, q, {}, 0, true); },
        [&] { return attend(q.to(torch::kBFloat16), k.to(torch::kBFloat16), k.to(torch::kBFloat16)); },
        [&] { return attend(q.narrow(2, 0, 100), k, k); }};
    for (const auto& run : cases) {
      const Tensor here = run();
      const PlainOperators plain;
      QVERIFY(torch::equal(here, run()));
    }
  }

  void heads_are_computed_apart() {
    torch::manual_seed(4);
    const Tensor q = heads(2, 3, 300, 32), k = heads(2, 3, 600, 32);
    const Tensor all = attend(q, k, k);
    const Tensor one = attend(q.narrow(1, 1, 1), k.narrow(1, 1, 1), k.narrow(1, 1, 1));
    QVERIFY(torch::equal(all.narrow(1, 1, 1), one));
  }
};

QTEST_GUILESS_MAIN(TestCpuAttention)
#include "test_cpu_attention.moc"
