// SPDX-License-Identifier: Apache-2.0
#include <ATen/Parallel.h>

#include <QTest>

#include "nn/video_convolution.h"
#include "nn/winograd.h"
#include "tensor/plain_operators.h"

using namespace fw;
using torch::Tensor;

namespace {

struct Case {
  int64_t batch, in, out, frames, height, width, depth, taps, padding;  // frames 0: images
};

struct Inputs {
  Tensor x, weight, bias;
};

Inputs inputs_of(const Case& c) {
  torch::manual_seed(5);
  const bool images = c.frames == 0;
  std::vector<int64_t> shape{c.batch, c.in}, kernel{c.out, c.in};
  if (!images) {
    shape.push_back(c.frames);
    kernel.push_back(c.depth);
  }
  shape.insert(shape.end(), {c.height, c.width});
  kernel.insert(kernel.end(), {c.taps, c.taps});
  const auto format = images ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::ChannelsLast3d;
  return {torch::randn(shape).contiguous(format), torch::randn(kernel), torch::randn({c.out})};
}

std::vector<int64_t> padding_of(const Inputs& in, int64_t pixels) {
  return in.x.dim() == 4 ? std::vector<int64_t>{pixels, pixels} : std::vector<int64_t>{0, pixels, pixels};
}

Tensor exact(const Inputs& in, int64_t padding) {
  const std::vector<int64_t> ones(static_cast<size_t>(in.x.dim()) - 2, 1), none(ones.size(), 0);
  const auto to = torch::kFloat64;
  return at::convolution(in.x.to(to), in.weight.to(to), in.bias.to(to), ones, padding_of(in, padding), ones,
                         false, none, 1);
}

Tensor empty_like_result(const Tensor& wanted, const Tensor& x) {
  return torch::empty(wanted.sizes(), x.options().memory_format(x.suggest_memory_format()));
}

double largest_difference(const Tensor& a, const Tensor& b) {
  return (a.to(torch::kFloat64) - b).abs().max().item<double>();
}

}  // namespace

Q_DECLARE_METATYPE(Case)

class TestWinograd : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sums_are_those_of_a_convolution_data() {
    QTest::addColumn<Case>("c");
    QTest::newRow("whole tiles") << Case{1, 16, 32, 5, 10, 14, 3, 3, 0};
    QTest::newRow("a row and a column of a tile are beyond") << Case{1, 16, 32, 5, 11, 13, 3, 3, 0};
    QTest::newRow("padded") << Case{1, 32, 16, 5, 8, 12, 3, 3, 1};
    QTest::newRow("padded, odd") << Case{1, 32, 16, 4, 7, 5, 3, 3, 1};
    QTest::newRow("two samples") << Case{2, 16, 16, 4, 6, 6, 3, 3, 1};
    QTest::newRow("one tap of time") << Case{1, 16, 16, 3, 6, 8, 1, 3, 1};
    QTest::newRow("2 taps") << Case{1, 16, 32, 4, 10, 13, 2, 2, 0};
    QTest::newRow("2 taps, 3 of time, one pixel over") << Case{2, 16, 16, 5, 8, 11, 3, 2, 0};
    QTest::newRow("images") << Case{3, 16, 32, 0, 9, 12, 1, 3, 1};
    QTest::newRow("images, 2 taps") << Case{2, 32, 16, 0, 8, 6, 1, 2, 0};
    QTest::newRow("one output") << Case{1, 16, 16, 3, 3, 3, 3, 3, 0};
    QTest::newRow("channels beyond a piece of the loops") << Case{1, 272, 16, 3, 4, 6, 3, 3, 1};
    QTest::newRow("many blocks") << Case{1, 16, 16, 7, 131, 142, 3, 3, 0};
  }
  void sums_are_those_of_a_convolution() {
    QFETCH(Case, c);
    const Inputs in = inputs_of(c);
    const Tensor wanted = exact(in, c.padding), y = empty_like_result(wanted, in.x);
    nn::winograd_convolution(in.x, in.weight, in.bias, c.padding, y);
    const double deviation = wanted.std().item<double>();
    QVERIFY2(largest_difference(y, wanted) < 4e-6 * deviation,
             qPrintable(QString::number(largest_difference(y, wanted) / deviation)));
  }

  /// Writes every second pixel of a larger picture, as when an axis is doubled.
  void a_part_of_a_picture_is_written() {
    const Inputs in = inputs_of({1, 16, 16, 4, 8, 9, 3, 3, 1});
    const Tensor wanted = exact(in, 1);
    const Tensor all = torch::full({1, 16, 4, 16, 18}, 7.0).contiguous(at::MemoryFormat::ChannelsLast3d);
    const Tensor part = all.slice(2, 1, 3).slice(3, 1, std::nullopt, 2).slice(4, 0, std::nullopt, 2);
    nn::winograd_convolution(in.x, in.weight, in.bias, 1, part);
    QVERIFY(largest_difference(part, wanted) < 4e-6 * wanted.std().item<double>());
    QVERIFY((all.slice(3, 0, std::nullopt, 2) == 7).all().item<bool>());
    QVERIFY((all.slice(4, 1, std::nullopt, 2) == 7).all().item<bool>());
    QVERIFY((all.select(2, 0) == 7).all().item<bool>() && (all.select(2, 3) == 7).all().item<bool>());
  }

  void no_bit_depends_on_threads() {
    const Inputs in = inputs_of({1, 64, 64, 6, 40, 45, 3, 3, 1});
    const Tensor a = empty_like_result(exact(in, 1), in.x), b = torch::empty_like(a);
    const int threads = at::get_num_threads();
    at::set_num_threads(1);
    nn::winograd_convolution(in.x, in.weight, in.bias, 1, a);
    at::set_num_threads(2);
    nn::winograd_convolution(in.x, in.weight, in.bias, 1, b);
    at::set_num_threads(threads);
    QVERIFY(torch::equal(a, b));
  }

  void what_suits_it() {
    const Inputs in = inputs_of({1, 64, 64, 4, 34, 36, 3, 3, 0});
    const std::vector<int64_t> ones{1, 1, 1}, none{0, 0, 0};
    QVERIFY(nn::suits_winograd(in.x, in.weight, ones, none));
    QVERIFY(!nn::suits_winograd(in.x, in.weight, std::vector<int64_t>{1, 2, 2}, none));
    QVERIFY(!nn::suits_winograd(in.x, in.weight, ones, std::vector<int64_t>{1, 1, 1}));
    QVERIFY(!nn::suits_winograd(in.x, in.weight, ones, std::vector<int64_t>{0, 0, 1}));
    QVERIFY(!nn::suits_winograd(in.x.contiguous(), in.weight, ones, none));
    QVERIFY(!nn::suits_winograd(in.x.to(torch::kBFloat16), in.weight.to(torch::kBFloat16), ones, none));
    QVERIFY(!nn::suits_winograd(in.x, in.weight.narrow(3, 0, 1), ones, none));
    QVERIFY(!nn::suits_winograd(in.x, in.weight.clone().requires_grad_(), ones, none));
    QVERIFY(!nn::suits_winograd(in.x.narrow(3, 0, 4), in.weight, ones, none));
    const tensor::PlainOperators plain;
    QVERIFY(!nn::suits_winograd(in.x, in.weight, ones, none));
  }

  void convolve_takes_it() {
    const Inputs in = inputs_of({1, 64, 64, 5, 40, 42, 3, 3, 1});
    nn::Convolution conv(64, 64, {3, 3, 3}, torch::kFloat32);
    conv.weight = in.weight;
    conv.bias = in.bias;
    const Tensor wanted = exact(in, 1), y = nn::convolve(in.x, conv, {1, 1, 1}, {0, 1, 1});
    QCOMPARE(y.sizes(), wanted.sizes());
    const Tensor by_hand = empty_like_result(wanted, in.x);
    nn::winograd_convolution(in.x, in.weight, in.bias, 1, by_hand);
    QVERIFY(torch::equal(y, by_hand));
    const tensor::PlainOperators plain;
    const Tensor ordinary = nn::convolve(in.x, conv, {1, 1, 1}, {0, 1, 1});
    QVERIFY(!torch::equal(y, ordinary));
    QVERIFY(largest_difference(ordinary, wanted) < 1e-5 * wanted.std().item<double>());
  }
};

QTEST_GUILESS_MAIN(TestWinograd)
#include "test_winograd.moc"
