// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <mutex>

#include "nn/attention.h"
#include "nn/sequence_split.h"
#include "support/thread_world.h"
#include "tensor/libtorch.h"

using namespace fw;
using torch::Tensor;

namespace {

constexpr int64_t batch = 2, width = 48;

struct Case {
  launch::MeshShape shape;
  int64_t tokens = 37, heads = 3;
  bool masked = false;  ///< one sample sees only the first few keys, the other nearly all
  bool kept = false;    ///< recomputed in the backward pass, with attention kept
};

/// Two layers of attention with weights before and after them, and the loss of the tokens from the fifth on.
struct Network {
  std::vector<Tensor> weights;
  Tensor x, bias;
  int64_t heads;

  Network(const Case& c, torch::Dtype type) : heads(c.heads) {
    auto generator = at::make_generator<at::CPUGeneratorImpl>(7);
    for (int i = 0; i < 8; ++i)
      weights.push_back((torch::randn({width, width}, generator) * 0.15).to(type).requires_grad_(true));
    x = torch::randn({batch, c.tokens, width}, generator).to(type);
    if (!c.masked) return;
    bias = torch::zeros({batch, 1, 1, c.tokens}, type);
    bias[0].narrow(2, 3, c.tokens - 3).fill_(-std::numeric_limits<double>::infinity());
    bias[1].narrow(2, c.tokens - 1, 1).fill_(-std::numeric_limits<double>::infinity());
  }

  Tensor layer(const Tensor& in, size_t first, const nn::SharedTokens& tokens) const {
    const auto of_heads = [&](size_t i) {
      return torch::matmul(in, weights[first + i]).unflatten(-1, {heads, -1});
    };
    const auto mask = bias.defined() ? std::optional(bias) : std::nullopt;
    return in + torch::matmul(torch::gelu(tokens.attention(of_heads(0), of_heads(1), of_heads(2), mask)),
                              weights[first + 3]);
  }

  Tensor forward(const std::shared_ptr<const nn::SequenceSplit>& split) const {
    const nn::SharedTokens tokens(split, x.size(1));
    const Tensor y = layer(layer(tokens.own(x, 1), 0, tokens), 4, tokens);
    const int64_t before = tokens.own_count(0, 5);
    return tokens.gather(y.narrow(1, before, y.size(1) - before), 5, x.size(1) - 5);
  }
};

/// The result, and the gradients of all weights concatenated.
struct Numbers {
  Tensor out, gradients;
};

Numbers numbers(const Network& network, const std::shared_ptr<const nn::SequenceSplit>& split, bool kept) {
  Tensor out;
  if (kept) {
    nn::KeptAttention attention;
    {
      const torch::NoGradGuard first_pass;
      const nn::KeptAttention::Pass pass(attention);
      network.forward(split);
    }
    const nn::KeptAttention::Pass pass(attention);
    out = network.forward(split);
    out.to(torch::kFloat64).square().mean().backward();
  } else {
    out = network.forward(split);
    out.to(torch::kFloat64).square().mean().backward();
  }
  std::vector<Tensor> all;
  for (const Tensor& weight : network.weights) all.push_back(weight.grad().flatten());
  return {out.detach(), torch::cat(all)};
}

double distance(const Tensor& a, const Tensor& b) {
  const Tensor wanted = b.to(torch::kFloat64);
  return ((a.to(torch::kFloat64) - wanted).abs().max() / wanted.abs().max()).item<double>();
}

QString name_of(const Case& c) {
  return QString("ulysses %1, ring %2, %3 tokens, %4 heads%5%6")
      .arg(c.shape.ulysses)
      .arg(c.shape.ring)
      .arg(c.tokens)
      .arg(c.heads)
      .arg(c.masked ? ", masked" : "", c.kept ? ", kept" : "");
}

const std::vector<Case> cases = {
    {{.ulysses = 2}},
    {{.ring = 2}},
    {{.ulysses = 3}},
    {{.ring = 3}},
    {{.ring = 2, .ulysses = 2}},
    {{.ulysses = 4}},
    {{.ring = 4}},
    {{.ulysses = 2}, 37, 3, true},
    {{.ring = 3}, 37, 3, true},
    {{.ring = 2, .ulysses = 2}, 37, 2, true},
    {{.ulysses = 4}, 6, 2},
    {{.ring = 4}, 6, 1},
    {{.ring = 2, .ulysses = 2}, 37, 3, false, true},
};

}  // namespace

class TestSequenceSplit : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    qputenv("TORCH_FR_BUFFER_SIZE", "0");  // a map of all groups of a process, without a lock
    qputenv("MKL_CBWR", "COMPATIBLE");     // else MKL rounds by how rows are aligned
    torch::set_num_threads(1);
  }

  /// Outputs and gradients are those of one process, whether or not the sizes divide.
  void several_processes_compute_what_one_does_data() {
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < cases.size(); ++i)
      QTest::newRow(qPrintable(name_of(cases[i]))) << static_cast<int>(i);
  }
  void several_processes_compute_what_one_does() {
    QFETCH(int, index);
    const Case& c = cases[static_cast<size_t>(index)];
    for (const auto type : {torch::kFloat64, torch::kFloat32, torch::kBFloat16}) {
      const Numbers wanted = numbers(Network(c, type), nullptr, c.kept);
      const Numbers exact = numbers(Network(c, torch::kFloat64), nullptr, c.kept);
      std::mutex mutex;
      std::vector<Numbers> got;
      support::ThreadWorld world;
      world.checks = distributed::Ranks::Checks::yes;
      const auto faults = world.run(c.shape.size(), [&](distributed::Ranks& ranks) {
        const auto split = std::make_shared<nn::SequenceSplit>(distributed::Mesh::make(ranks, c.shape));
        Numbers own = numbers(Network(c, type), split, c.kept);
        own.gradients = ranks.all_gather(own.gradients).view({ranks.size, -1}).sum(0);
        const std::lock_guard lock(mutex);
        got.push_back(own);
      });
      for (const Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
      for (const Numbers& own : got) {
        const double out = distance(own.out, wanted.out);
        const double gradients = distance(own.gradients, wanted.gradients);
        const QByteArray text = QByteArray(c10::toString(type)) + " output " + QByteArray::number(out) +
                                " gradients " + QByteArray::number(gradients);
        if (type == torch::kFloat64) QVERIFY2(out < 1e-12 && gradients < 1e-12, text);
        if (type == torch::kFloat32) {
          QVERIFY2(c.shape.ring > 1 || torch::equal(own.out, wanted.out), text);
          QVERIFY2(out < 1e-6 && gradients < 2e-6, text);
        }
        // As far from the exact values as one process is.
        if (type == torch::kBFloat16)
          QVERIFY2(distance(own.gradients, exact.gradients) <
                       2 * distance(wanted.gradients, exact.gradients) + 1e-3,
                   text);
      }
    }
  }

  void shares_are_as_even_as_it_goes() {
    const nn::SharedTokens alone(nullptr, 7);
    QCOMPARE(alone.own_count(0, 7), int64_t{7});
    QCOMPARE(alone.own_count(5, 2), int64_t{2});
    const Tensor x = torch::arange(7).view({1, 7});
    QVERIFY(alone.own(x, 1).is_same(x) && alone.gather(x, 0, 7).is_same(x));
  }
};

QTEST_GUILESS_MAIN(TestSequenceSplit)
#include "test_sequence_split.moc"
