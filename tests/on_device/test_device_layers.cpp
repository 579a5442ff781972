// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "adapters/kinds.h"
#include "adapters/lora.h"
#include "adapters/merged_loras.h"
#include "nn/attention.h"
#include "nn/head_operators.h"
#include "nn/int8_attention.h"
#include "nn/linear.h"
#include "nn/operator_check.h"
#include "support/pretend_gpu/pretend_gpu.h"
#include "tensor/libtorch.h"
#include "tensor/plain_operators.h"

namespace {

using namespace fw;
using torch::Tensor;
using Tensors = std::vector<Tensor>;

constexpr int64_t width = 24, rank = 4;

torch::TensorOptions bf16() {
  return torch::TensorOptions(torch::kBFloat16).device(pretend_gpu::device());
}

/// q, k and v, each with a LoRA, as in training.
struct Projections : nn::Module {
  nn::Linear q{width, width, nn::Bias::yes, bf16()}, k{width, width, nn::Bias::yes, bf16()},
      v{width, width, nn::Bias::no, bf16()};

  Projections() {
    add_child("q", q);
    add_child("k", k);
    add_child("v", v);
    const torch::NoGradGuard no_grad;
    torch::manual_seed(4);
    for_each_slot([](const std::string&, Tensor& slot) { slot.copy_(torch::randn(slot.sizes()) * 0.2); });
    auto generator = torch::make_generator<torch::CPUGeneratorImpl>(uint64_t{5});
    adapters::Lora lora =
        adapters::make_lora(*this, {"q", "k", "v"}, rank, 8, pretend_gpu::device(), generator);
    for (auto& [path, module] : lora.modules) module.B.copy_(torch::randn(module.B.sizes()) * 0.1);
    adapters::attach(*this, lora);
  }

  std::vector<Tensor> loras() const {
    std::vector<Tensor> all;
    for (const nn::Linear* layer : {&q, &k, &v})
      for (const nn::LayerAdapter& adapter : layer->adapters) {
        all.push_back(adapter.A);
        all.push_back(adapter.B);
      }
    return all;
  }
  std::vector<Tensor> weights() const { return {q.matrix().cpu(), k.matrix().cpu(), v.matrix().cpu()}; }
};

Tensor example() {
  torch::manual_seed(6);
  return torch::randn({2, 5, width}).to(pretend_gpu::device()).to(torch::kBFloat16);
}

double distance(const Tensor& a, const Tensor& b) {
  const Tensor wanted = b.cpu().to(torch::kFloat64);
  return ((a.cpu().to(torch::kFloat64) - wanted).norm() / wanted.norm()).item<double>();
}

bool same(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (!torch::equal(a[i], b[i])) return false;
  return a.size() == b.size();
}

}  // namespace

/// Layers that work differently on a device than on the CPU.
class TestDeviceLayers : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { pretend_gpu::begin(); }
  void cleanup() {
    for (const std::string& fault : pretend_gpu::end()) QFAIL(fault.c_str());
  }

  void layers_of_one_input_compute_as_alone() {
    Projections layers;
    struct Found {
      std::vector<Tensor> all;
      int64_t launches;
    };
    const auto run = [&](bool together) {
      const int64_t before = pretend_gpu::counters().launches;
      const Tensor x = example().requires_grad_();
      std::vector<Tensor> wanted = layers.loras();
      for (Tensor& each : wanted) each.requires_grad_().mutable_grad() = Tensor();
      Found found;
      const nn::SharedInput input(x, {&layers.q, &layers.k, &layers.v});
      for (const nn::Linear* layer : {&layers.q, &layers.k, &layers.v})
        found.all.push_back(together ? input.through(*layer) : layer->forward(x));
      (found.all[0] * found.all[1] + found.all[2]).sum().backward();
      found.all.push_back(x.grad());
      for (const Tensor& each : wanted) found.all.push_back(each.grad());
      found.launches = pretend_gpu::counters().launches - before;
      return found;
    };
    const Found alone = run(false), together = run(true);
    QVERIFY(together.launches < alone.launches);
    QCOMPARE(together.all.size(), size_t(10));
    for (size_t i = 0; i < alone.all.size(); ++i)
      QVERIFY2(distance(together.all[i], alone.all[i]) < 0.01, qPrintable(QString::number(i)));
  }

  void gelu_in_the_product_is_its_tanh_form() {
    const torch::NoGradGuard no_grad;
    Projections layers;
    adapters::detach_all(layers);
    const Tensor x = example() * 3;
    const Tensor wanted = torch::gelu(layers.q.forward(x).to(torch::kFloat32), "tanh");
    QVERIFY(distance(layers.q.forward_gelu(x), wanted) < 0.005);
    QCOMPARE(layers.q.forward_gelu(x).sizes(), x.sizes());
    QVERIFY(distance(layers.v.forward_gelu(x), torch::gelu(layers.v.forward(x), "tanh")) < 0.005);
  }

  void merged_loras_compute_the_same_and_go_again() {
    const torch::NoGradGuard no_grad;
    Projections layers;
    const Tensor x = example();
    const auto before = layers.weights();
    const Tensor beside = layers.q.forward(x);
    {
      const adapters::MergedLoras merged(layers);
      QVERIFY(layers.loras().empty());
      QVERIFY(!same(layers.weights(), before));
      QVERIFY(distance(layers.q.forward(x), beside) < 0.01);
    }
    QVERIFY(same(layers.weights(), before));
    QCOMPARE(layers.loras().size(), size_t(6));
    QVERIFY(torch::equal(layers.q.forward(x).cpu(), beside.cpu()));
  }

  void every_kind_of_adapter_computes_and_merges_there_data() {
    QTest::addColumn<QString>("kind");
    for (const adapters::Kind& kind : adapters::kinds())
      QTest::newRow(kind.name.data()) << QString::fromUtf8(kind.name.data());
  }
  /// In bf16, compared with float32 on the CPU.
  void every_kind_of_adapter_computes_and_merges_there() {
    QFETCH(QString, kind);
    Projections layers;
    adapters::detach_all(layers);
    const auto seed = [] { return torch::make_generator<torch::CPUGeneratorImpl>(uint64_t{8}); };
    const std::string name = kind.toStdString();
    adapters::Lora lora = adapters::make_lora(layers, {adapters::SizedModule{"q", rank, 8}},
                                              pretend_gpu::device(), seed(), {name, {}});
    adapters::LoraModule& there = lora.modules.at("q");
    const torch::TensorOptions plain(torch::kFloat32);
    nn::Linear wide(width, width, nn::Bias::yes, plain);
    adapters::LoraModule here = there;
    {
      const torch::NoGradGuard no_grad;
      for (const auto& [part, tensor] : there.tensors())
        tensor->add_(torch::randn(tensor->sizes(), plain).to(pretend_gpu::device()), 0.2);
      here = adapters::to(lora, torch::kCPU, torch::kFloat32).modules.at("q");
      std::map<std::string, Tensor> values;
      layers.q.for_each_slot(
          [&](const std::string& slot, Tensor& value) { values[slot] = value.cpu().to(torch::kFloat32); });
      wide.for_each_slot([&](const std::string& slot, Tensor& value) { value = values.at(slot); });
    }
    lora.dropout = std::make_shared<nn::Dropout>(nn::Dropout{.input = 0.5, .pass = 3});
    adapters::attach(layers, lora);
    adapters::attach(wide, adapters::Lora{{{"", here}}});
    for (const auto& [part, tensor] : there.tensors()) tensor->requires_grad_();
    for (const auto& [part, tensor] : here.tensors()) tensor->requires_grad_();
    const Tensor x = example(), same_x = x.cpu().to(torch::kFloat32);
    const Tensor y = nn::SharedInput(x, {&layers.q, &layers.k, &layers.v}).through(layers.q);
    const Tensor wanted = wide.forward(same_x);
    QVERIFY(distance(y, wanted) < 0.01);
    y.to(torch::kFloat32).square().sum().backward();
    wanted.square().sum().backward();
    const auto own = there.tensors(), wide_ones = here.tensors();
    for (size_t i = 0; i < own.size(); ++i)
      QVERIFY2(distance(own[i].second->grad(), wide_ones[i].second->grad()) < 0.03, own[i].first.c_str());
    const torch::NoGradGuard no_grad;
    const auto before = layers.weights();
    {
      const adapters::MergedLoras merged(layers);
      QVERIFY(layers.q.adapters.empty());
      QVERIFY(distance(layers.q.forward(x), wanted) < 0.01);
    }
    QVERIFY(same(layers.weights(), before));
    lora.dropout->is_on = true;
    const Tensor dropped = layers.q.forward(x).cpu();
    QVERIFY(!torch::equal(dropped, y.cpu()));
    QVERIFY(torch::equal(layers.q.forward(x).cpu(), dropped));
  }

  void int8_attention_is_that_of_the_cpu() {
    const torch::NoGradGuard no_grad;
    torch::manual_seed(7);
    const Tensor all = torch::randn({2, 70, 3, 2, 64});
    const auto parts = [](const Tensor& x) { return x.to(torch::kBFloat16).unbind(2); };
    const std::vector<Tensor> here = parts(all), there = parts(all.to(pretend_gpu::device()));
    const Tensor wanted = nn::int8_attention(here[0], here[1], here[2], 0.125);
    QVERIFY(distance(nn::int8_attention(there[0], there[1], there[2], 0.125), wanted) < 1e-3);
    nn::Int8Attention int8;
    const Tensor exact = nn::attention(there[0], there[1], there[2]);
    const auto measured = int8.settle();
    QCOMPARE(measured->calls, 1);
    QVERIFY(std::abs(measured->error - distance(wanted, exact)) < 1e-3);
    QVERIFY(measured->is_used);
    QVERIFY(distance(nn::attention(there[0], there[1], there[2]), wanted) < 1e-3);
  }

  void merging_that_finds_no_memory_changes_nothing() {
    const torch::NoGradGuard no_grad;
    Projections layers;
    const auto before = layers.weights();
    int failures = 0;
    for (bool passed = false; !passed; ++failures) {
      pretend_gpu::fail_allocation(failures + 1);
      try {
        const adapters::MergedLoras merged(layers);
        passed = true;
      } catch (const c10::OutOfMemoryError&) {
      }
      pretend_gpu::fail_allocation(0);
      QVERIFY(same(layers.weights(), before));
      QCOMPARE(layers.loras().size(), size_t(6));
    }
    QVERIFY(failures > 3);
  }

  void quantised_layers_compute_as_on_the_cpu_and_keep_their_loras() {
    const torch::NoGradGuard no_grad;
    torch::manual_seed(7);
    const Tensor weight = torch::randn({width, width});
    for (const nn::LowBit format : {nn::LowBit::fp8, nn::LowBit::int8, nn::LowBit::nf4}) {
      const nn::LowBitWeight made = nn::quantise(weight, format);
      const auto upload = [](const Tensor& x) { return x.defined() ? x.to(pretend_gpu::device()) : x; };
      const nn::LowBitWeight there{upload(made.codes), upload(made.scales), upload(made.magnitudes),
                                   upload(made.mean)};
      QVERIFY(torch::equal(nn::dequantise(there, torch::kBFloat16).cpu(),
                           nn::dequantise(made, torch::kBFloat16)));
      nn::Linear layer(width, width, nn::Bias::no, bf16());
      layer.keep_in(format);
      layer.for_each_slot([&](const std::string& name, Tensor& slot) {
        const nn::LowBitNames names = nn::low_bit_names(format);
        slot = name == names.codes        ? there.codes
               : name == names.scales     ? there.scales
               : name == names.magnitudes ? there.magnitudes
                                          : there.mean;
      });
      const auto to_device = [](const Tensor& x) { return x.to(pretend_gpu::device()); };
      layer.adapters.push_back(
          {to_device(torch::randn({rank, width})), to_device(torch::randn({width, rank})), 1});
      const Tensor x = example(), before = layer.forward(x).cpu();
      const adapters::MergedLoras merged(layer);
      QCOMPARE(layer.adapters.size(), size_t(1));
      QVERIFY(torch::equal(layer.forward(x).cpu(), before));
    }
  }

  void an_operator_is_used_where_its_results_are_right() {
    const Tensor x = example();
    int runs = 0;
    const auto form = [&](double factor) {
      return [&runs, factor](const torch::TensorOptions& options) {
        ++runs;
        const Tensor input = nn::test_values({3, 4}, 1, options).requires_grad_();
        const Tensor y = input * factor;
        return Tensors{y, torch::autograd::grad({y}, {input}, {torch::ones_like(y)})[0]};
      };
    };
    const torch::NoGradGuard no_grad;
    for (int time = 0; time < 2; ++time) {
      QVERIFY(nn::may_use_operator("A right one", x, form(2), form(2)));
      QVERIFY(!nn::may_use_operator("A wrong one", x, form(2), form(2.1)));
    }
    QCOMPARE(runs, 4);
    const auto missing = [](const torch::TensorOptions&) -> Tensors { TORCH_CHECK(false, "no kernel"); };
    QVERIFY(!nn::may_use_operator("A missing one", x, missing, form(2)));
    QVERIFY(nn::may_use_operator("A wrong one", x.cpu(), missing, form(2)));  // the tests compare those
    QVERIFY(!nn::may_use_operator("A right one", x.to(torch::kInt), form(2), form(2)));
    // Running out of memory says nothing about the operator.
    pretend_gpu::fail_allocation(1);
    QVERIFY_THROWS_EXCEPTION(c10::Error, nn::may_use_operator("Another right one", x, form(2), form(2)));
    pretend_gpu::fail_allocation(0);
    QVERIFY(nn::may_use_operator("Another right one", x, form(2), form(2)));
  }

  /// Operators that the CPU leaves to LibTorch.
  void operators_of_a_device_alone_equal_the_plain_form() {
    torch::manual_seed(8);
    const Tensor x = torch::randn({2, 6, 3, 8}), weight = torch::randn({8}), bias = torch::randn({8});
    const Tensor change = torch::randn({2, 6, 24}), gate = torch::randn({2, 2, 24});
    const Tensor angles = torch::randn({6, 4}, torch::kFloat64);
    const auto results = [&](torch::Device device) {
      const auto leaf = [&](const Tensor& t) { return t.to(device).detach().requires_grad_(); };
      const Tensors in{leaf(x), leaf(weight), leaf(bias), leaf(change), leaf(gate)};
      const Tensor turned = nn::norm_rotated(in[0], {kernels::Norm::layer, 1e-5, in[1], in[2]},
                                             nn::rotary_from_angles(angles, device));
      const Tensor y = nn::add_gated(turned.flatten(2), in[3], in[4], 2);
      Tensors all = torch::autograd::grad({y}, in, {(change * 0.5).to(device)});
      all.push_back(y);
      return all;
    };
    results(pretend_gpu::device());  // compares the operators with their plain forms
    const int64_t before = pretend_gpu::counters().launches;
    const Tensors here = results(pretend_gpu::device());
    const int64_t fused = pretend_gpu::counters().launches - before;
    const Tensors wanted = results(torch::kCPU);
    for (size_t i = 0; i < wanted.size(); ++i) QVERIFY(distance(here[i], wanted[i]) < 2e-6);
    const tensor::PlainOperators plain;
    const int64_t start = pretend_gpu::counters().launches;
    results(pretend_gpu::device());
    QVERIFY(fused < pretend_gpu::counters().launches - start);
  }

  void the_cpu_keeps_loras_beside_the_weights() {
    nn::Linear layer(width, width, nn::Bias::no, torch::TensorOptions(torch::kFloat32));
    layer.adapters.push_back({torch::ones({rank, width}), torch::ones({width, rank}), 1});
    const adapters::MergedLoras merged(layer);
    QCOMPARE(layer.adapters.size(), size_t(1));
  }
};

QTEST_GUILESS_MAIN(TestDeviceLayers)
#include "test_device_layers.moc"
