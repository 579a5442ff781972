// SPDX-License-Identifier: Apache-2.0
#include <torch/nn/functional/padding.h>

#include <QtTest>

#include "base/error.h"
#include "nn/attention.h"
#include "nn/embeddings.h"
#include "nn/layers.h"
#include "nn/linear.h"
#include "nn/load.h"
#include "nn/rotary.h"
#include "nn/video_convolution.h"
#include "tensor/dry_run.h"
#include "tensor/memory_counter.h"
#include "tensor/save.h"

namespace nn = fw::nn;
using torch::Tensor;

namespace {

/// Two layers, a list and a buffer, with a dotted name and one without a name.
class Net : public nn::Module {
 public:
  explicit Net(const torch::TensorOptions& options)
      : first(2, 3, nn::Bias::yes, options), norm(3, 1e-5, nn::Affine::yes, options) {
    add_child("to_out.0", first);
    add_child("", norm);
    list.emplace_back(3, 4, nn::Bias::no, options);
    list.emplace_back(4, 5, nn::Bias::yes, options);
    add_child("blocks", list);
    add_buffer("table", table, {7}, options);
    add_alias("old.table", "table");
  }
  nn::Linear first;
  nn::LayerNorm norm;
  nn::ModuleList<nn::Linear> list;
  Tensor table;
};

std::vector<std::string> slot_names(nn::Module& module) {
  std::vector<std::string> names;
  module.for_each_slot([&](const std::string& name, Tensor&) { names.push_back(name); });
  return names;
}

std::map<std::string, Tensor> random_weights(nn::Module& module) {
  std::map<std::string, Tensor> weights;
  module.for_each_slot(
      [&](const std::string& name, const Tensor& slot) { weights[name] = torch::randn(slot.sizes()); });
  return weights;
}

Tensor slot(nn::Module& module, const std::string& wanted) {
  Tensor found;
  module.for_each_slot([&](const std::string& name, const Tensor& slot) {
    if (name == wanted) found = slot;
  });
  return found;
}

void assign(nn::Module& module, const std::map<std::string, Tensor>& weights) {
  module.for_each_slot([&](const std::string& name, Tensor& slot) { slot = weights.at(name); });
}

double largest_difference(const Tensor& a, const Tensor& b) {
  return (a - b).abs().max().item<double>();
}

constexpr auto meta = torch::kMeta;

}  // namespace

class TestNn : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { torch::manual_seed(1); }

  void modules_name_their_slots() {
    Net net{torch::TensorOptions(meta)};
    const std::vector<std::string> wanted{"table", "to_out.0.weight", "to_out.0.bias",   "weight",
                                          "bias",  "blocks.0.weight", "blocks.1.weight", "blocks.1.bias"};
    QCOMPARE(slot_names(net), wanted);
    QCOMPARE(net.parameter_count(), int64_t{6 + 3 + 3 + 3 + 12 + 20 + 5});
    QCOMPARE(net.find<nn::Linear>("to_out.0"), &net.first);
    QCOMPARE(net.find<nn::Linear>("blocks.1"), &net.list[1]);
    QCOMPARE(net.find_module(""), static_cast<nn::Module*>(&net));
    QVERIFY(!net.find<nn::LayerNorm>("to_out.0"));
    for (const char* path : {"blocks.2", "blocks.", "block", "to_out", "to_out.0.weight", "."})
      QVERIFY2(!net.find_module(path), path);
    int modules = 0;
    net.for_each_module([&](const std::string&, nn::Module&) { ++modules; });
    QCOMPARE(modules, 6);
  }

  void loading_assigns_every_slot() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("net.safetensors").toStdString();
    Net net{torch::TensorOptions(meta)};
    auto weights = random_weights(net);
    const Tensor table = weights.at("table");
    weights["old.table"] = table.clone();  // under both names, then under the old one only
    for (int round = 0; round < 2; ++round) {
      fw::tensor::save_tensors(file, weights, {}, fw::Existing::replace);
      size_t calls = 0;
      nn::load_parameters(net, fw::tensor::Checkpoint::open(file), torch::kFloat64, torch::kCPU,
                          {.on_tensor = [&](size_t done, size_t total) {
                            QCOMPARE(done, calls++);
                            QCOMPARE(total, size_t{8});
                          }});
      QCOMPARE(calls, size_t{8});
      QCOMPARE(net.table.scalar_type(), torch::kFloat64);
      QVERIFY(torch::equal(net.table, table.to(torch::kFloat64)));
      QVERIFY(torch::equal(slot(net, "blocks.1.bias"), weights.at("blocks.1.bias").to(torch::kFloat64)));
      weights.erase("table");
    }
  }

  void a_slot_has_the_type_that_its_name_asks_for() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("net.safetensors").toStdString();
    Net net{torch::TensorOptions(meta)};
    fw::tensor::save_tensors(file, random_weights(net));
    const nn::SlotTypes types([](const std::string& name) {
      return name.starts_with("blocks.") ? torch::kBFloat16 : torch::kFloat32;
    });
    nn::load_parameters(net, fw::tensor::Checkpoint::open(file), types, torch::kCPU);
    QCOMPARE(net.list[1].matrix().scalar_type(), torch::kBFloat16);
    QCOMPARE(net.first.matrix().scalar_type(), torch::kFloat32);
  }

  void loading_reports_everything_at_once() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("net.safetensors").toStdString();
    Net net{torch::TensorOptions(meta)};
    auto weights = random_weights(net);
    weights.erase("bias");
    weights["more"] = torch::zeros({1});
    weights["blocks.0.weight"] = torch::zeros({3, 4});
    weights["table"] = torch::zeros({8});
    fw::tensor::save_tensors(file, weights);
    try {
      nn::load_parameters(net, fw::tensor::Checkpoint::open(file), torch::kFloat32, torch::kCPU);
      QFAIL("loaded");
    } catch (const fw::Error& error) {
      QCOMPARE(error.fault().code, std::string("nn.mismatch"));
      QCOMPARE(error.fault().arguments.at("problems"),
               std::string("missing: bias; unexpected: more; wrong shape: table is [8] instead of [7]; "
                           "wrong shape: blocks.0.weight is [3, 4] instead of [4, 3]"));
    }
    QVERIFY(net.first.matrix().is_meta());  // nothing was assigned
  }

  void loading_can_be_cancelled() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("net.safetensors").toStdString();
    Net net{torch::TensorOptions(meta)};
    fw::tensor::save_tensors(file, random_weights(net));
    const nn::LoadOptions options{.on_tensor = [](size_t done, size_t) {
      if (done == 2) throw fw::Cancelled();
    }};
    QVERIFY_EXCEPTION_THROWN(
        nn::load_parameters(net, fw::tensor::Checkpoint::open(file), torch::kFloat32, torch::kCPU, options),
        fw::Cancelled);
  }

  void adapters_add_a_low_rank_change() {
    nn::Linear linear(6, 5, nn::Bias::yes, torch::kFloat32);
    const Tensor weight = torch::randn({5, 6}), bias = torch::randn({5});
    assign(linear, {{"weight", weight}, {"bias", bias}});
    const Tensor x = torch::randn({2, 3, 6}), plain = linear.forward(x);
    linear.adapters.push_back({torch::randn({2, 6}), torch::zeros({5, 2}), 0.7});
    QVERIFY(torch::equal(linear.forward(x), plain));  // B = 0 changes nothing
    linear.adapters[0].B = torch::randn({5, 2});
    linear.adapters.push_back({torch::randn({1, 6}), torch::randn({5, 1}), -0.2});
    Tensor merged = weight.clone();
    for (const auto& adapter : linear.adapters) merged += adapter.scale * adapter.B.matmul(adapter.A);
    QVERIFY(largest_difference(linear.forward(x), torch::linear(x, merged, bias)) < 1e-5);
    QVERIFY(linear.matrix().is_same(weight));
  }

  /// Of several adapters, alone and with another layer on the same input, computed with LibTorch.
  void adapters_have_the_gradients_of_their_sum() {
    torch::manual_seed(5);
    for (const torch::Dtype dtype : {torch::kFloat64, torch::kFloat32})
      for (const nn::Bias bias : {nn::Bias::yes, nn::Bias::no}) {
        const auto random = [&](torch::IntArrayRef shape) {
          return torch::randn(shape, torch::kFloat64).to(dtype).requires_grad_();
        };
        nn::Linear first(6, 5, bias, dtype), second(6, 4, bias, dtype);
        for (nn::Linear* const layer : {&first, &second})
          layer->for_each_slot(
              [&](const std::string&, Tensor& slot) { slot = random(slot.sizes()).detach(); });
        first.adapters = {{random({2, 6}), random({5, 2}), 0.7}, {random({3, 6}), random({5, 3}), -0.2}};
        second.adapters = {{random({1, 6}), random({4, 1}), 1.5}};
        const Tensor x = random({2, 3, 6}), of_first = random({2, 3, 5}), of_second = random({2, 3, 4});
        std::vector<Tensor> inputs{x};
        for (const nn::Linear* const layer : {&first, &second})
          for (const auto& adapter : layer->adapters) inputs.insert(inputs.end(), {adapter.A, adapter.B});
        const auto by_hand = [&](const nn::Linear& layer) {
          nn::Linear base(layer.in_features(), layer.out_features(), bias, dtype);
          std::map<std::string, Tensor> slots;
          const_cast<nn::Linear&>(layer).for_each_slot(
              [&](const std::string& name, Tensor& slot) { slots[name] = slot; });
          base.for_each_slot([&](const std::string& name, Tensor& slot) { slot = slots.at(name); });
          Tensor y = base.forward(x);
          for (const auto& adapter : layer.adapters)
            y = y + adapter.scale * x.matmul(adapter.A.t()).matmul(adapter.B.t());
          return y;
        };
        const auto all_of = [&](const Tensor& y, const Tensor& z) {
          // x is also used separately: its gradient must not share memory.
          const Tensor number = (y * of_first).sum() + (z * of_second).sum() + (x * x).sum();
          std::vector<Tensor> all = torch::autograd::grad({number}, inputs);
          all.insert(all.end(), {y, z});
          return all;
        };
        const std::vector<Tensor> wanted = all_of(by_hand(first), by_hand(second));
        const nn::SharedInput input(x, {&first, &second});
        const double limit = dtype == torch::kFloat64 ? 1e-12 : 2e-5;
        for (const auto& found : {all_of(first.forward(x), second.forward(x)),
                                  all_of(input.through(first), input.through(second))})
          for (size_t i = 0; i < wanted.size(); ++i)
            QVERIFY2(largest_difference(found[i], wanted[i]) < limit, qPrintable(QString::number(i)));
      }
  }

  /// At a size where the first products and the adapters are negligible.
  void an_adapter_takes_no_memory_of_the_layers_size() {
    constexpr int64_t rows = 512, width = 256;
    const auto options = torch::TensorOptions(torch::kFloat32).device(torch::kMeta);
    nn::Linear layer(width, width, nn::Bias::yes, options);
    const auto peak_of = [&](bool with_adapter) {
      layer.adapters.clear();
      if (with_adapter)
        layer.adapters.push_back({torch::empty({2, width}, options).requires_grad_(),
                                  torch::empty({width, 2}, options).requires_grad_(), 1});
      const Tensor x = torch::empty({rows, width}, options).requires_grad_(),
                   gradient = torch::empty({rows, width}, options);
      const fw::tensor::DryRun dry_run(torch::kCUDA);
      const fw::tensor::MemoryCounter counter;
      torch::autograd::grad({layer.forward(x)}, {x}, {gradient});
      return static_cast<double>(counter.peak_of_all().total()) / static_cast<double>(x.nbytes());
    };
    const double without = peak_of(false);
    QVERIFY2(peak_of(true) < without + 0.1, qPrintable(QString::number(peak_of(true) - without)));
  }

  void adapters_in_float32_on_a_bf16_layer_get_gradients() {
    nn::Linear linear(6, 5, nn::Bias::no, torch::kFloat32);
    assign(linear, {{"weight", torch::randn({5, 6}).to(torch::kBFloat16)}});
    linear.adapters.push_back(
        {torch::randn({2, 6}).requires_grad_(), torch::randn({5, 2}).requires_grad_(), 1.0});
    const Tensor y = linear.forward(torch::randn({3, 6}).to(torch::kBFloat16));
    QCOMPARE(y.scalar_type(), torch::kBFloat16);
    y.sum().backward();
    QVERIFY(linear.adapters[0].A.grad().defined() && linear.adapters[0].B.grad().defined());
    QVERIFY(!linear.matrix().grad().defined());
  }

  void rotary_turns_interleaved_pairs() {
    const Tensor angles = torch::rand({4, 3}, torch::kFloat64) * 6;
    const auto table = nn::rotary_from_angles(angles, torch::kCPU);
    const Tensor x = torch::randn({2, 4, 5, 6}), before = x.clone();
    const Tensor even = x.slice(-1, 0, 6, 2), odd = x.slice(-1, 1, 6, 2);
    const Tensor rotated = torch::stack({-odd, even}, -1).flatten(-2);
    const Tensor wanted = x * table.cos().unsqueeze(1) + rotated * table.sin().unsqueeze(1);
    const Tensor recorded = x.detach().clone().requires_grad_();
    const Tensor with_grad = nn::apply_rotary(recorded, table);
    QVERIFY(largest_difference(with_grad, wanted) < 1e-5);
    with_grad.square().sum().backward();
    QVERIFY(largest_difference(recorded.grad(), 2 * before) < 1e-4);  // a rotation preserves lengths
    const torch::NoGradGuard no_grad;
    const Tensor in_bf16 = nn::apply_rotary(before.to(torch::kBFloat16), table);
    QCOMPARE(in_bf16.scalar_type(), torch::kBFloat16);
    QVERIFY(largest_difference(in_bf16.to(torch::kFloat32), wanted) < 0.05);
    QVERIFY(largest_difference(nn::apply_rotary(before, table), wanted) < 1e-5);  // overwrites `before`
  }

  void attention_equals_its_formula() {
    const Tensor q = torch::randn({2, 7, 3, 4}), k = torch::randn({2, 7, 3, 4}),
                 v = torch::randn({2, 7, 3, 4});
    const Tensor bias = torch::randn({1, 3, 7, 7});
    const auto formula = [&](double scale, const Tensor& added) {
      const Tensor scores = torch::einsum("bqhd,bkhd->bhqk", {q, k}) * scale + added;
      return torch::einsum("bhqk,bkhd->bqhd", {scores.softmax(-1), v}).flatten(2);
    };
    QVERIFY(largest_difference(nn::attention(q, k, v), formula(0.5, torch::zeros({1}))) < 1e-5);
    QVERIFY(largest_difference(nn::attention(q, k, v, bias, 1.0), formula(1.0, bias)) < 1e-5);
  }

  void norms_equal_their_formulas() {
    const Tensor x = torch::randn({2, 3, 8}) * 3 + 1;
    nn::RmsNorm rms(8, 1e-6, torch::kFloat32);
    rms.weight = torch::randn({8});
    QVERIFY(largest_difference(rms.forward(x), x * (x.square().mean(-1, true) + 1e-6).rsqrt() * rms.weight) <
            1e-5);
    nn::LayerNorm bare(8, 1e-5, nn::Affine::no, torch::kFloat32);
    const Tensor centred = x - x.mean(-1, true);
    QVERIFY(largest_difference(bare.forward(x), centred / (centred.square().mean(-1, true) + 1e-5).sqrt()) <
            1e-5);
    QVERIFY(slot_names(bare).empty());
  }

  void a_group_norm_into_a_view_equals_its_formula_data() {
    QTest::addColumn<bool>("innermost");
    QTest::addColumn<double>("mean");
    QTest::addRow("channels innermost") << true << 0.5;
    QTest::addRow("far from zero") << true << 30.0;
    QTest::addRow("channels outermost") << false << 0.5;
  }
  void a_group_norm_into_a_view_equals_its_formula() {
    QFETCH(bool, innermost);
    QFETCH(double, mean);
    nn::GroupNorm norm(4, 12, 1e-6, torch::kFloat32);
    norm.weight = torch::randn({12});
    norm.bias = torch::randn({12});
    const auto format = innermost ? at::MemoryFormat::ChannelsLast3d : at::MemoryFormat::Contiguous;
    const Tensor x = (torch::randn({2, 12, 5, 37, 29}) + mean).contiguous(format);  // more than one piece
    const nn::PaddedFrames padded(x, {.before = 2, .margin = 1});
    padded.all.fill_(7);
    norm.normalise(x, padded.frames());
    const Tensor groups = x.to(torch::kFloat64).reshape({2, 4, -1});
    const Tensor centred = groups - groups.mean(2, true);
    const Tensor wanted = (centred / (centred.square().mean(2, true) + 1e-6).sqrt()).view(x.sizes()) *
                              norm.weight.view({1, 12, 1, 1, 1}) +
                          norm.bias.view({1, 12, 1, 1, 1});
    // With a mean of 30 the values themselves are only accurate to 2e-6 of a deviation.
    QVERIFY(largest_difference(padded.frames(), wanted) < (mean > 1 ? 5e-5 : 5e-6));
    QVERIFY((padded.all.narrow(2, 0, 2) == 7).all().item<bool>());
    QVERIFY((padded.all.select(3, 0) == 7).all().item<bool>());

    at::set_num_threads(1);
    const Tensor alone = torch::empty_like(x);
    norm.normalise(x, alone);
    at::set_num_threads(2);
    QVERIFY(torch::equal(alone, padded.frames()));
  }

  void edges_of_frames_are_repeated() {
    const Tensor x = torch::arange(24, torch::kFloat32).view({1, 1, 2, 3, 4});
    const nn::PaddedFrames padded(x, {.before = 2, .margin = 1});
    padded.frames().copy_(x);
    padded.repeat_edges();
    const auto replicated = torch::nn::functional::PadFuncOptions({1, 1, 1, 1, 2, 0}).mode(torch::kReplicate);
    QVERIFY(torch::equal(padded.all, torch::nn::functional::pad(x, replicated)));
  }

  void doubled_frames_are_convolved_without_being_made_data() {
    QTest::addColumn<int>("time");  // 0: images
    QTest::addColumn<int>("frames");
    QTest::newRow("images") << 0 << 0;
    QTest::newRow("time stays") << 1 << 3;
    QTest::newRow("time doubled") << 2 << 4;
    QTest::newRow("one frame") << 2 << 1;
  }
  void doubled_frames_are_convolved_without_being_made() {
    QFETCH(int, time);
    QFETCH(int, frames);
    const bool images = time == 0;
    const auto kernel = images ? std::vector<int64_t>{3, 3} : std::vector<int64_t>{3, 3, 3};
    nn::Convolution conv(8, 16, kernel, torch::kFloat32);
    std::vector<int64_t> shape{16, 8}, room{2, 8};
    shape.insert(shape.end(), kernel.begin(), kernel.end());
    conv.weight = torch::randn(shape);
    conv.bias = torch::randn({16});
    // One entry before a doubled axis, one after height and width; two frames before an undoubled time axis.
    if (!images) room.push_back(time == 2 ? 1 + frames : 2 + frames);
    room.insert(room.end(), {5 + 2, 4 + 2});
    const Tensor x = torch::randn(room);
    QVERIFY(nn::adds_up_taps(x));

    Tensor doubled = x;
    std::vector<int64_t> size;
    if (!images) size.push_back(time == 2 ? 2 * frames - 1 : frames);
    size.insert(size.end(), {10, 8});
    for (size_t i = 0; i < size.size(); ++i) {
      const int64_t axis = static_cast<int64_t>(i) + 2;
      if (size[i] != x.size(axis) - 2)
        doubled = doubled.repeat_interleave(2, axis).narrow(axis, 1, size[i] + 2);
    }
    const std::vector<int64_t> ones(size.size(), 1), none(size.size(), 0);
    const auto to = torch::kFloat64;
    const Tensor wanted = at::convolution(doubled.to(to), conv.weight.to(to), conv.bias.to(to), ones, none,
                                          ones, false, none, 1);
    const auto format = images ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::ChannelsLast3d;
    for (const Tensor& in : {x, x.contiguous(format)}) {
      const Tensor y = nn::convolve_doubled(in, conv, size);
      QCOMPARE(y.sizes(), wanted.sizes());
      // The sum of 216 products is off by 2e-6 of a deviation when all taps are added one by one.
      QVERIFY(largest_difference(y, wanted) < 2e-6 * wanted.std().item<double>());
    }
    QVERIFY(!nn::adds_up_taps(x.to(torch::kBFloat16)));
  }

  void sinusoids_of_odd_width_end_in_zero() {
    const Tensor t = torch::tensor({0, 5}, torch::kInt64);
    const Tensor a = nn::sinusoidal_embedding(t, 7, nn::SinusoidOrder::sin_cos, 1);
    QCOMPARE(a.size(1), int64_t{7});
    QVERIFY(a.select(1, 6).abs().sum().item<double>() == 0);
    const Tensor b = nn::sinusoidal_embedding(t, 7, nn::SinusoidOrder::cos_sin, 1);
    QVERIFY(torch::equal(a.narrow(1, 0, 3), b.narrow(1, 3, 3)));
  }
};

QTEST_GUILESS_MAIN(TestNn)
#include "test_nn.moc"
