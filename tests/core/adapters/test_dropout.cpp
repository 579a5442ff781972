// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "adapters/kinds.h"
#include "adapters/lora.h"
#include "tensor/libtorch.h"

using namespace fw::adapters;
namespace nn = fw::nn;

namespace {

constexpr int64_t width = 32, tokens = 400;

struct Net : nn::Module {
  nn::Linear q{width, width, nn::Bias::yes, torch::kFloat32}, k{width, width, nn::Bias::no, torch::kFloat32};
  Net() {
    add_child("q", q);
    add_child("k", k);
    auto generator = at::make_generator<at::CPUGeneratorImpl>(uint64_t{3});
    for_each_slot(
        [&](const std::string&, torch::Tensor& slot) { slot = torch::randn(slot.sizes(), generator) * 0.2; });
  }
};

torch::Tensor random(torch::IntArrayRef shape, uint64_t seed) {
  return torch::randn(shape, at::make_generator<at::CPUGeneratorImpl>(seed));
}

/// A trained adapter of some kind for both layers.
Lora lora_of(Net& net, std::string_view kind, const nn::Dropout& dropout) {
  Lora lora = make_lora(net, {SizedModule{"q", 4, 8}, SizedModule{"k", 4, 8}}, torch::kCPU,
                        at::make_generator<at::CPUGeneratorImpl>(5), {kind, {}});
  uint64_t seed = 10;
  for (auto& [path, module] : lora.modules)
    for (const auto& [name, tensor] : module.tensors())
      *tensor = *tensor + random(tensor->sizes(), ++seed) * 0.1;
  lora.dropout = std::make_shared<nn::Dropout>(dropout);
  return lora;
}

}  // namespace

/// Dropout of adapters while they train.
class TestDropout : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { torch::set_num_threads(1); }

  void of_every_kind_data() {
    QTest::addColumn<QString>("kind");
    for (const Kind& kind : kinds()) QTest::newRow(kind.name.data()) << QString::fromUtf8(kind.name.data());
  }
  /// y with the mask that the layer has drawn, by plain operations: values and gradients.
  void of_every_kind() {
    QFETCH(QString, kind);
    Net net;
    const std::string name = kind.toStdString();
    Lora lora = lora_of(net, name, {.input = 0.25});
    LoraModule& module = lora.modules.at("q");
    for (const auto& [part, tensor] : module.tensors()) tensor->requires_grad_(true);
    attach(net, lora);
    lora.dropout->is_on = true;
    lora.dropout->pass = 7;
    const torch::Tensor x = random({2, tokens / 2, width}, 1).requires_grad_(true);
    const torch::Tensor weighting = random({2, tokens / 2, width}, 2);
    const torch::Tensor y = net.q.forward(x);
    (y * weighting).sum().backward();
    const torch::Tensor mask = nn::dropped_input(net.q.adapters[0], torch::ones_like(x));
    const double kept = (mask != 0).to(torch::kFloat64).mean().item<double>();
    QVERIFY(std::abs(kept - 0.75) < 0.02);
    QVERIFY(torch::allclose(mask.max(), torch::tensor(1 / 0.75f)));

    LoraModule same = module;
    std::vector<torch::Tensor> leaves{x.detach().requires_grad_(true)};
    for (const auto& [part, tensor] : same.tensors()) {
      *tensor = tensor->detach().requires_grad_(true);
      leaves.push_back(*tensor);
    }
    const torch::Tensor W = net.q.matrix(), change = same.its_form().change(same.parts()) * same.scale();
    const torch::Tensor dropped = leaves[0] * mask;
    net.q.adapters.clear();
    torch::Tensor wanted = net.q.forward(leaves[0]) + dropped.matmul(change.t());
    if (same.magnitude.defined()) {
      const torch::Tensor longer = same.magnitude / (W + change).detach().norm(2, 1) - 1;
      wanted = wanted + dropped.matmul((W + change).t()) * longer;
    }
    QVERIFY(torch::allclose(y, wanted, 1e-5, 1e-5));
    (wanted * weighting).sum().backward();
    QVERIFY(torch::allclose(x.grad(), leaves[0].grad(), 1e-4, 1e-4));
    size_t next = 1;
    for (const auto& [part, tensor] : module.tensors())
      QVERIFY2(torch::allclose(tensor->grad(), leaves[next++].grad(), 1e-4, 1e-3), part.c_str());
  }

  /// Masks follow from the pass and the layer, and nothing else.
  void has_the_same_masks_in_the_same_pass() {
    Net net;
    const Lora lora = lora_of(net, "lora", {.input = 0.5});
    attach(net, lora);
    const torch::NoGradGuard no_grad;
    const torch::Tensor x = random({tokens, width}, 1), before = net.q.forward(x);
    const auto in_pass = [&](uint64_t pass) {
      lora.dropout->is_on = true;
      lora.dropout->pass = pass;
      torch::rand({17});  // another draw in between
      torch::Tensor y = net.q.forward(x);
      lora.dropout->is_on = false;
      return y;
    };
    const torch::Tensor first = in_pass(1);
    QVERIFY(!torch::equal(first, before));
    QVERIFY(!torch::equal(first, in_pass(2)));
    QVERIFY(torch::equal(first, in_pass(1)));
    QVERIFY(torch::equal(net.q.forward(x), before));
    lora.dropout->is_on = true;
    QVERIFY(!torch::equal(nn::dropped_input(net.q.adapters[0], x), nn::dropped_input(net.k.adapters[0], x)));
  }

  void leaves_out_ranks_and_modules() {
    Net net;
    const Lora lora = lora_of(net, "lora", {.rank = 0.5});
    attach(net, lora);
    const torch::NoGradGuard no_grad;
    const torch::Tensor x = random({tokens, width}, 1);
    const LoraModule& module = lora.modules.at("q");
    const auto base = torch::linear(x, net.q.matrix(), net.q.forward(torch::zeros({1, width}))[0]);
    lora.dropout->is_on = true;
    std::set<int64_t> counts;
    for (uint64_t pass = 0; pass < 40; ++pass) {
      lora.dropout->pass = pass;
      // The coefficients of the ranks: 0, or twice what they were.
      const torch::Tensor change = (net.q.forward(x) - base) / module.scale();
      const torch::Tensor down = x.matmul(module.A.t());
      std::vector<torch::Tensor> products;
      for (int64_t rank = 0; rank < 4; ++rank)
        products.push_back(down.narrow(1, rank, 1).matmul(module.B.narrow(1, rank, 1).t()).flatten());
      const torch::Tensor factors =
          std::get<0>(torch::linalg_lstsq(torch::stack(products, 1), change.flatten().unsqueeze(1)));
      int64_t kept = 0;
      for (int64_t rank = 0; rank < 4; ++rank) {
        const double factor = factors[rank].item<double>();
        QVERIFY(std::abs(factor) < 1e-3 || std::abs(factor - 2) < 1e-3);
        kept += factor > 1;
      }
      counts.insert(kept);
    }
    QVERIFY(counts.size() > 2);
    // Processes that share the tokens of a sample leave out the same ranks, but other tokens' values.
    const torch::Tensor whole = net.q.forward(x);
    lora.dropout->share = 1;
    QVERIFY(torch::equal(net.q.forward(x), whole));
    lora.dropout->input = 0.5;
    const torch::Tensor other = net.q.forward(x);
    lora.dropout->share = 0;
    QVERIFY(!torch::equal(net.q.forward(x), other));
    *lora.dropout = {.module = 0.5, .is_on = true};
    int64_t out = 0;
    for (uint64_t pass = 0; pass < 200; ++pass) {
      lora.dropout->pass = pass;
      out += torch::allclose(net.q.forward(x), base, 0, 1e-6);
    }
    QVERIFY(out > 70 && out < 130);
  }
};

QTEST_GUILESS_MAIN(TestDropout)
#include "test_dropout.moc"
