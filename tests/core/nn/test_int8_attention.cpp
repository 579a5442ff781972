// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "kernels/int8_attention.h"
#include "nn/attention.h"
#include "nn/int8_attention.h"
#include "support/host_lanes/lanes.h"
#include "tensor/libtorch.h"

namespace nn = fw::nn;
namespace kernels = fw::kernels;
using nn::Int8Attention;
using torch::Tensor;

namespace {

Tensor random(torch::IntArrayRef shape, uint64_t seed, torch::Dtype dtype = torch::kFloat32) {
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(seed);
  return torch::randn(shape, generator).to(dtype);
}

Tensor exact_attention(const Tensor& q, const Tensor& k, const Tensor& v) {
  const auto wide = [](const Tensor& x) { return x.to(torch::kFloat64).transpose(1, 2); };
  return torch::scaled_dot_product_attention(wide(q), wide(k), wide(v)).transpose(1, 2).flatten(2);
}

Tensor int8_attention(const Tensor& q, const Tensor& k, const Tensor& v) {
  return nn::int8_attention(q, k, v, 1 / std::sqrt(static_cast<double>(q.size(3))));
}

double error_of(const Tensor& got, const Tensor& wanted) {
  return ((got.to(torch::kFloat64) - wanted).norm() / wanted.norm()).item<double>();
}

/// The arguments of both forms of the kernel, and buffers for their results.
struct Example {
  Tensor q, k, q_scales, k_scales, v, v_scales, out;
  kernels::Int8Attention a;

  Example(int64_t batch, int64_t queries, int64_t keys, int64_t heads, int64_t width) {
    const auto codes = [&](int64_t length, int seed) {
      return (random({batch, length, heads, width}, seed) * 40).round().clamp(-127, 127).to(torch::kInt8);
    };
    const auto scales = [&](int64_t length, double size, int seed) {
      return (random({batch, heads, kernels::int8_scales(length)}, seed).abs() * size).contiguous();
    };
    q = codes(queries, 1);
    k = codes(keys, 2);
    q_scales = scales(queries, 0.02, 3);
    k_scales = scales(keys, 0.02, 4);
    v = random({batch, keys, heads, width}, 5, torch::kHalf);
    v_scales = random({batch, heads, width}, 6).abs();
    out = torch::full({batch, queries, heads, width}, NAN);
    a.batch = batch;
    a.queries = queries;
    a.keys = keys;
    a.heads = heads;
    a.width = width;
    a.q = q.const_data_ptr<int8_t>();
    a.k = k.const_data_ptr<int8_t>();
    a.q_scales = q_scales.const_data_ptr<float>();
    a.k_scales = k_scales.const_data_ptr<float>();
    a.v = v.const_data_ptr();
    a.v_scales = v_scales.const_data_ptr<float>();
    a.out = out.data_ptr();
  }
  int64_t rows() const { return a.batch * a.queries * a.heads; }
};

}  // namespace

class TestInt8Attention : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cardsLanesComputeWhatTheCpuComputes_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("queries");
    QTest::addColumn<int>("keys");
    QTest::addColumn<bool>("copiesLate");
    for (const int width : {64, 128})
      for (const bool late : {false, true})
        for (const auto& [queries, keys] : {std::pair{128, 128}, {37, 64}, {150, 201}, {1, 1}})
          QTest::addRow("%d, %d x %d, %s", width, queries, keys, late ? "late" : "at once")
              << width << queries << keys << late;
  }
  void cardsLanesComputeWhatTheCpuComputes() {
    QFETCH(const int, width);
    QFETCH(const int, queries);
    QFETCH(const int, keys);
    QFETCH(const bool, copiesLate);
    const bool is_small = queries < 100;
    Example example(is_small ? 2 : 1, queries, keys, is_small ? 1 : 2, width);
    kernels::run_cpu(example.a, 0, example.rows());
    const Tensor wanted = example.out.to(torch::kFloat64);
    QVERIFY(wanted.isfinite().all().item<bool>());
    example.out.fill_(NAN);
    fw::host_lanes::copies = copiesLate ? fw::host_lanes::Copies::late : fw::host_lanes::Copies::at_once;
    QCOMPARE(kernels::run_cuda(example.a, nullptr), 0);
    // The card sums in float16 over 64 keys.
    const double error = error_of(example.out, wanted);
    QVERIFY2(error < 1e-3, qPrintable(QString::number(error)));
  }

  void isCloseToExactAttention_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("type");
    QTest::addColumn<double>("offset");
    QTest::addColumn<double>("size");
    for (const int width : {64, 128})
      for (const torch::Dtype dtype : {torch::kFloat32, torch::kBFloat16, torch::kHalf}) {
        const char* const name = torch::toString(dtype);
        QTest::addRow("%d %s", width, name) << width << static_cast<int>(dtype) << 0.0 << 1.0;
        QTest::addRow("%d %s, keys with an offset", width, name)
            << width << static_cast<int>(dtype) << 30.0 << 1.0;
        QTest::addRow("%d %s, large values", width, name)
            << width << static_cast<int>(dtype) << 0.0 << 5000.0;
      }
    QTest::addRow("values that float16 does not hold")
        << 64 << static_cast<int>(torch::kBFloat16) << 0.0 << 1e9;
    QTest::addRow("values of zero") << 64 << static_cast<int>(torch::kFloat32) << 0.0 << 0.0;
  }
  void isCloseToExactAttention() {
    QFETCH(const int, width);
    QFETCH(const double, offset);
    QFETCH(const double, size);
    QFETCH(const int, type);
    const auto dtype = static_cast<torch::Dtype>(type);
    // As a layer leaves them: parts of one tensor.
    Tensor all = random({2, 300, 3, 2, width}, 9);
    all.select(2, 1).add_(random({width}, 10) * offset);
    all.select(2, 2).mul_(size);
    all = all.to(dtype);
    const Tensor q = all.select(2, 0), k = all.select(2, 1), v = all.select(2, 2);
    const Tensor got = int8_attention(q, k, v), wanted = exact_attention(q, k, v);
    QCOMPARE(got.scalar_type(), dtype);
    // As a heads-first layer leaves them: the results have the usual layout.
    const auto heads_first = [](const Tensor& x) { return x.transpose(1, 2).contiguous().transpose(1, 2); };
    QVERIFY(torch::equal(int8_attention(heads_first(q), heads_first(k), heads_first(v)), got));
    if (size == 0) {
      QVERIFY(torch::equal(got, torch::zeros_like(got)));
      return;
    }
    const double error = error_of(got, wanted);
    QVERIFY2(error < 0.015, qPrintable(QString::number(error)));
  }

  /// Heads of 64, and the number of calls measured. int8 cannot distinguish large keys that are far apart.
  void provesItselfFirst_data() {
    QTest::addColumn<double>("keySize");
    QTest::addColumn<bool>("isClose");
    QTest::newRow("ordinary") << 1.0 << true;
    QTest::newRow("scores too far apart for int8") << 400.0 << false;
    QTest::newRow("not a number") << double(NAN) << false;
  }
  void provesItselfFirst() {
    QFETCH(const double, keySize);
    QFETCH(const bool, isClose);
    const torch::NoGradGuard no_grad;
    const Tensor q = random({1, 80, 2, 64}, 1), k = random({1, 80, 2, 64}, 2) * keySize,
                 v = random({1, 80, 2, 64}, 3);
    const Tensor exact = nn::attention(q, k, v), close = int8_attention(q, k, v);
    Int8Attention int8;
    QVERIFY(torch::equal(nn::attention(q, k, v), exact) || std::isnan(keySize));
    const auto measured = int8.settle();
    QVERIFY(measured);
    QVERIFY(!int8.settle());
    QCOMPARE(measured->calls, 1);
    QCOMPARE(measured->is_used, isClose);
    QCOMPARE(measured->error <= Int8Attention::largest_error, isClose);
    if (isClose) QVERIFY(std::abs(measured->error - error_of(close, exact.to(torch::kFloat64))) < 1e-5);
    if (std::isnan(keySize)) return;
    QVERIFY(torch::equal(nn::attention(q, k, v), isClose ? close : exact));
  }

  void staysExactWhereItIsSlower() {
    const torch::NoGradGuard no_grad;
    const Tensor q = random({1, 300, 2, 64}, 1);
    const Tensor exact = nn::attention(q, q, q);
    Int8Attention int8;
    for (int call = 0; call < 3; ++call) nn::attention(q, q, q);
    const auto measured = int8.settle();
    QCOMPARE(measured->calls, 3);
    QVERIFY(measured->time_ratio > 1);  // the CPU's form exists only for comparison
    QVERIFY(!measured->is_used);
    QVERIFY(torch::equal(nn::attention(q, q, q), exact));
    QVERIFY(measured->to_text().find("stays exact: in the first step int8 attention took") !=
            std::string::npos);
  }

  void leavesOtherCallsAlone() {
    const Tensor q = random({1, 80, 2, 64}, 1), narrow = random({1, 80, 2, 32}, 1),
                 bias = random({1, 1, 1, 80}, 2), trained = q.clone().requires_grad_(true);
    Int8Attention int8;
    QVERIFY(torch::equal(nn::attention(q, q, q, bias), nn::plain_attention(q, q, q, bias, {})));
    QVERIFY(nn::attention(trained, q, q).requires_grad());
    {
      const torch::NoGradGuard no_grad;
      nn::attention(narrow, narrow, narrow);
    }
    const auto measured = int8.settle();
    QCOMPARE(measured->calls, 0);
    QVERIFY(!measured->is_used);
    QVERIFY(measured->to_text().find("have 32") != std::string::npos);
    Int8Attention masked;
    nn::attention(q, q, q, bias);
    QVERIFY(masked.settle()->to_text().find("supports neither masks") != std::string::npos);
  }

  void isNotThereOnTheCpu() { QVERIFY(!Int8Attention::has_kernel(torch::kCPU)); }

  /// A forecast includes the memory of the measuring step.
  void countsItsMemory() {
    const torch::NoGradGuard no_grad;
    const Tensor q =
        torch::empty({2, 200, 3, 128}, torch::TensorOptions(torch::kBFloat16).device(torch::kMeta));
    const Tensor out = int8_attention(q, q, q);
    QVERIFY(out.is_meta());
    QCOMPARE(out.sizes(), (std::vector<int64_t>{2, 200, 384}));
    Int8Attention int8;
    nn::attention(q, q, q);
    QVERIFY(!int8.settle()->is_used);
  }
};

QTEST_GUILESS_MAIN(TestInt8Attention)
#include "test_int8_attention.moc"
