// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "adapters/merge.h"
#include "base/error.h"
#include "nn/linear.h"
#include "nn/load.h"
#include "nn/low_bit_files.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

namespace nn = fw::nn;
namespace fs = std::filesystem;
using nn::dequantise;
using nn::low_bit_names;
using nn::low_bit_shapes;
using nn::LowBit;
using nn::quantise;
using torch::Tensor;

namespace {

constexpr std::array formats{LowBit::fp8, LowBit::int8, LowBit::nf4};

QString hex(const Tensor& bytes, int64_t first, int64_t count) {
  const Tensor flat = bytes.contiguous().view({-1}).view(torch::kUInt8);
  return QByteArray(reinterpret_cast<const char*>(flat.data_ptr<uint8_t>()) + first, count).toHex();
}

bool same_bits(const Tensor& a, const Tensor& b) {
  return a.sizes() == b.sizes() && a.scalar_type() == b.scalar_type() &&
         torch::equal(a.contiguous().view(torch::kUInt8), b.contiguous().view(torch::kUInt8));
}

double relative_error(const Tensor& got, const Tensor& wanted) {
  return ((got - wanted).norm() / wanted.norm()).item<double>();
}

nn::LowBitWeight parts_of(nn::Linear& layer, LowBit format) {
  nn::LowBitWeight parts;
  const nn::LowBitNames names = low_bit_names(format);
  layer.for_each_slot([&](const std::string& name, const Tensor& slot) {
    if (name == names.codes) parts.codes = slot;
    if (name == names.scales) parts.scales = slot;
    if (name == names.magnitudes) parts.magnitudes = slot;
    if (name == names.mean) parts.mean = slot;
  });
  return parts;
}

/// Gives the layer's buffers the codes of `weight`.
void assign(nn::Linear& layer, LowBit format, const Tensor& weight) {
  const nn::LowBitWeight made = quantise(weight, format);
  const nn::LowBitNames names = low_bit_names(format);
  layer.for_each_slot([&](const std::string& name, Tensor& slot) {
    if (name == names.codes) slot = made.codes;
    if (name == names.scales) slot = made.scales;
    if (name == names.magnitudes) slot = made.magnitudes;
    if (name == names.mean) slot = made.mean;
  });
}

/// Two blocks of two layers, and one outside of them.
class Net : public nn::Module {
 public:
  struct Block : nn::Module {
    explicit Block(const torch::TensorOptions& options)
        : to_v(64, 64, nn::Bias::no, options),
          up(64, 192, nn::Bias::yes, options),
          down(192, 64, nn::Bias::no, options) {
      add_child("attn.to_v", to_v);
      add_child("up", up);
      add_child("down", down);
    }
    nn::Linear to_v, up, down;
  };
  explicit Net(const torch::TensorOptions& options) : last(64, 3, nn::Bias::yes, options) {
    for (int i = 0; i < 2; ++i) blocks.emplace_back(options);
    add_child("blocks", blocks);
    add_child("last", last);
  }
  nn::ModuleList<Block> blocks;
  nn::Linear last;
};

}  // namespace

class TestLowBit : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }
  fs::path component() const { return path("component"); }

  std::map<std::string, Tensor> write_component() const {
    torch::manual_seed(2);
    fs::create_directories(component());
    std::ofstream(component() / "config.json") << "{}";
    Net net{torch::TensorOptions(torch::kMeta)};
    std::map<std::string, Tensor> weights;
    net.for_each_slot([&](const std::string& name, const Tensor& slot) {
      weights[name] = (torch::randn(slot.sizes()) * 0.02).to(torch::kBFloat16);
    });
    fw::tensor::save_tensors(component() / "diffusion_pytorch_model.safetensors", weights, {},
                             fw::Existing::replace);
    return weights;
  }

  /// @return  what was reported about the errors
  std::string load(Net& net, LowBit format, torch::Device device = torch::kCPU) const {
    std::string said;
    nn::ComponentOptions options;
    options.dtype = torch::kBFloat16;
    options.device = device;
    options.low_bit = format;
    options.on_low_bit = [&](const std::string& text) { said = text; };
    nn::load_component(net, component(), options, {"blocks"});
    return said;
  }

  std::vector<fs::path> kept_files() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(path("cache") / "framewright" / "quantized"))
      if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
  }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("XDG_CACHE_HOME", QByteArray::fromStdString(path("cache").string()));
    torch::set_num_threads(2);
  }
  void init() { torch::manual_seed(1); }

  /// Made by tests/bench/low_bit/compare.py from bitsandbytes 0.50.2 (int8, nf4) and torchao 0.18.0 (fp8).
  void codes_are_the_published_ones_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("codes");
    QTest::addColumn<QString>("magnitudes");
    QTest::addColumn<QList<double>>("scales");
    QTest::addColumn<double>("mean");
    QTest::addColumn<QList<double>>("values");
    QTest::newRow("fp8") << static_cast<int>(LowBit::fp8) << "feef75fbdd7af8687cf372fdeb77fa00" << QString()
                         << QList<double>{0x1.c92492p-10, 0x1.9p-9} << 0.0
                         << QList<double>{-0x1.5ep+0, -0x1.77p-2, 0x1.45p-1, -0x1.13p+0};
    QTest::newRow("int8") << static_cast<int>(LowBit::int8) << "81df3d9af856b41270cd2b89e745a200" << QString()
                          << QList<double>{0x1.9p-1, 0x1.5ep+0} << 0.0
                          << QList<double>{-0x1.5ep+0, -0x1.6bc79p-2, 0x1.503870p-1, -0x1.191a34p+0};
    QTest::newRow("nf4") << static_cast<int>(LowBit::nf4) << "04c16e29f3b05d17e29f3c05d18e2af4"
                         << "0300fdfd" << QList<double>{0x1.38p-2} << 0x1.12p+0
                         << QList<double>{-0x1.5e5accp+0, -0x1.8e9f18p-2, 0x1.34cf3cp-1, -0x1.e7d42cp-1};
  }
  void codes_are_the_published_ones() {
    QFETCH(int, format);
    QFETCH(QString, codes);
    QFETCH(QString, magnitudes);
    QFETCH(QList<double>, scales);
    QFETCH(double, mean);
    QFETCH(QList<double>, values);
    const Tensor i = torch::arange(256);
    const Tensor weight = (((i * 37 + 11) % 101 - 50).to(torch::kFloat32) / 64 *
                           torch::where(i < 128, 1.0, 1.75).to(torch::kFloat32))
                              .view({2, 128});
    const nn::LowBitWeight made = quantise(weight, static_cast<LowBit>(format));
    const bool is_nf4 = format == static_cast<int>(LowBit::nf4);
    QCOMPARE(hex(made.codes, is_nf4 ? 64 : 128, 16), codes);
    QCOMPARE(made.magnitudes.defined() ? hex(made.magnitudes, 0, 4) : QString(), magnitudes);
    for (int64_t at = 0; at < scales.size(); ++at)
      QCOMPARE(double{made.scales[at].item<float>()}, scales[at]);
    if (is_nf4) QCOMPARE(double{made.mean.item<float>()}, mean);
    const Tensor back = dequantise(made, torch::kFloat32);
    for (int64_t at = 0; at < values.size(); ++at) QCOMPARE(double{back[1][at].item<float>()}, values[at]);
  }

  void e4m3_is_pytorchs() {
    Tensor codes = torch::arange(256, torch::kUInt8);
    for (int64_t code = 0; code < 256; ++code) {
      const float value = fw::kernels::decode_e4m3(static_cast<uint8_t>(code));
      const float wanted = codes[code].view(torch::kFloat8_e4m3fn).to(torch::kFloat32).item<float>();
      QVERIFY2(value == wanted || (std::isnan(value) && std::isnan(wanted)),
               qPrintable(QString::number(code)));
    }
    const Tensor values = torch::randn({20000}).mul_(torch::randn({20000}).mul_(5).exp_()).clamp_(-448, 448);
    const Tensor wanted = values.to(torch::kFloat8_e4m3fn).view(torch::kUInt8);
    for (int64_t i = 0; i < values.numel(); ++i)
      QCOMPARE(fw::kernels::encode_e4m3(values.data_ptr<float>()[i]), wanted.data_ptr<uint8_t>()[i]);
  }

  void shapes_and_errors_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::newRow("blocks across rows") << 7 << 50;
    QTest::newRow("one value pair") << 1 << 2;
    QTest::newRow("rows longer than a chunk") << 3 << 5000;
    QTest::newRow("many nested blocks") << 300 << 256;
    QTest::newRow("nothing") << 0 << 4;
  }
  void shapes_and_errors() {
    QFETCH(int, rows);
    QFETCH(int, columns);
    const Tensor weight = torch::randn({rows, columns});
    for (const LowBit format : formats) {
      const nn::LowBitWeight made = quantise(weight, format), shapes = low_bit_shapes(format, rows, columns);
      QCOMPARE(made.format(), format);
      QCOMPARE(made.codes.sizes(), shapes.codes.sizes());
      QCOMPARE(made.scales.sizes(), shapes.scales.sizes());
      const Tensor back = dequantise(made, torch::kFloat32);
      QCOMPARE(back.sizes(), weight.sizes());
      if (rows * columns > 100)
        QVERIFY(relative_error(back, weight) < (format == LowBit::nf4    ? 0.11
                                                : format == LowBit::int8 ? 0.02
                                                                         : 0.04));
      for (const auto dtype : {torch::kBFloat16, torch::kFloat16})
        QVERIFY(same_bits(dequantise(made, dtype), back.to(dtype)));
      torch::set_num_threads(1);
      const nn::LowBitWeight alone = quantise(weight, format);
      const Tensor back_alone = dequantise(alone, torch::kFloat32);
      torch::set_num_threads(2);
      QVERIFY(same_bits(alone.codes, made.codes) && same_bits(alone.scales, made.scales));
      QVERIFY(same_bits(back_alone, back));
    }
  }

  void zeros_and_tiny_weights_stay_finite() {
    for (const double size : {0.0, 1e-35, 1e-44, 1e30})
      for (const LowBit format : formats) {
        const Tensor weight = torch::randn({4, 128}) * size;
        const Tensor back = dequantise(quantise(weight, format), torch::kFloat32);
        QVERIFY(back.isfinite().all().item<bool>());
        if (size == 0) QCOMPARE(back.abs().max().item<float>(), 0.0f);
      }
  }

  void a_layer_computes_with_its_dequantised_weight() {
    for (const LowBit format : formats) {
      for (const auto dtype : {torch::kFloat32, torch::kBFloat16}) {
        nn::Linear layer(64, 48, nn::Bias::yes, dtype);
        const Tensor bias = torch::randn({48}).to(dtype);
        layer.keep_in(format);
        assign(layer, format, torch::randn({48, 64}));
        layer.for_each_slot([&](const std::string& name, Tensor& slot) {
          if (name == "bias") slot = bias;
        });
        QVERIFY(layer.is_low_bit());
        QCOMPARE(layer.parameter_count(), int64_t{48});  // of the bias only: codes are not trained
        QVERIFY(same_bits(layer.matrix(), dequantise(parts_of(layer, format), dtype)));
        const Tensor x = torch::randn({2, 5, 64}).to(dtype).requires_grad_(),
                     gradient = torch::randn({2, 5, 48}).to(dtype);
        const Tensor other = x.detach().clone().requires_grad_();
        const Tensor y = layer.forward(x), wanted = torch::linear(other, layer.matrix(), bias);
        QVERIFY(same_bits(y.detach(), wanted.detach()));
        y.backward(gradient);
        wanted.backward(gradient);
        QVERIFY(same_bits(x.grad(), other.grad()));
        const torch::NoGradGuard no_grad;
        QVERIFY(same_bits(layer.forward(x), wanted.detach()));
      }
    }
  }

  void a_lora_on_top_is_trained() {
    nn::Linear layer(64, 48, nn::Bias::no, torch::kBFloat16);
    layer.keep_in(LowBit::nf4);
    assign(layer, LowBit::nf4, torch::randn({48, 64}));
    layer.adapters.push_back(
        {torch::randn({2, 64}).requires_grad_(), torch::randn({48, 2}).requires_grad_(), 0.5});
    nn::Linear dense(64, 48, nn::Bias::no, torch::kBFloat16);
    dense.for_each_slot([&](const std::string&, Tensor& slot) { slot = layer.matrix(); });
    dense.adapters.push_back({layer.adapters[0].A.detach().clone().requires_grad_(),
                              layer.adapters[0].B.detach().clone().requires_grad_(), 0.5});
    const Tensor x = torch::randn({3, 64}).to(torch::kBFloat16);
    for (const nn::Linear* each : {&layer, &dense}) each->forward(x).square().sum().backward();
    QVERIFY(same_bits(layer.adapters[0].A.grad(), dense.adapters[0].A.grad()));
    QVERIFY(same_bits(layer.adapters[0].B.grad(), dense.adapters[0].B.grad()));
  }

  void gradients_agree_with_differences() {
    // In float32, where differences are exact enough for a linear function.
    for (const LowBit format : formats) {
      const nn::LowBitWeight weight = quantise(torch::randn({6, 8}), format);
      const Tensor x = torch::randn({3, 8}).requires_grad_(), direction = torch::randn({3, 8});
      const auto f = [&](const Tensor& at) { return nn::linear(at, weight, {}).sin().sum(); };
      f(x).backward();
      const double step = 1e-2;
      const double difference =
          ((f(x.detach() + step * direction) - f(x.detach() - step * direction)) / (2 * step)).item<double>();
      const double slope = (x.grad() * direction).sum().item<double>();
      QVERIFY(std::abs(difference - slope) < 2e-2 * std::max(1.0, std::abs(slope)));
    }
  }

  void attention_keeps_eight_bits() {
    using nn::low_bit_format;
    for (const char* path : {"blocks.0.attn1.to_q", "blocks.0.attn2.to_k", "blocks.0.attn2.to_v",
                             "blocks.0.attn.to_out.0", "blocks.0.attn.add_q_proj", "blocks.0.attn.add_k_proj",
                             "blocks.0.attn.add_v_proj", "blocks.0.attn.to_add_out"}) {
      QCOMPARE(low_bit_format(path, LowBit::nf4), LowBit::int8);
      QCOMPARE(low_bit_format(path, LowBit::fp8), LowBit::fp8);
    }
    for (const char* path : {"blocks.0.ff.net.0.proj", "blocks.0.ff.net.2", "blocks.0.norm1.linear",
                             "blocks.0.proj_mlp", "blocks.0.proj_out"})
      QCOMPARE(low_bit_format(path, LowBit::nf4), LowBit::nf4);
  }

  void codes_are_made_once() {
    const auto weights = write_component();
    for (const LowBit format : formats) {
      fs::remove_all(path("cache"));
      Net net{torch::TensorOptions(torch::kMeta).dtype(torch::kBFloat16)};
      const std::string said = load(net, format);
      QVERIFY2(said.find("relative error") != std::string::npos && said.find("blocks.") != std::string::npos,
               said.c_str());
      QVERIFY(net.blocks[1].down.is_low_bit() && !net.last.is_low_bit());
      QVERIFY(same_bits(net.last.matrix(), weights.at("last.weight")));
      const nn::LowBitWeight wanted =
          quantise(weights.at("blocks.1.down.weight").to(torch::kFloat32), format);
      QVERIFY(same_bits(net.blocks[1].down.matrix(), dequantise(wanted, torch::kBFloat16)));
      const nn::LowBitWeight of_attention =
          quantise(weights.at("blocks.1.attn.to_v.weight").to(torch::kFloat32),
                   format == LowBit::nf4 ? LowBit::int8 : format);
      QVERIFY(same_bits(net.blocks[1].to_v.matrix(), dequantise(of_attention, torch::kBFloat16)));
      const auto files = kept_files();
      QCOMPARE(files.size(), size_t(2));
      const auto made = fs::last_write_time(files[0]);
      Net again{torch::TensorOptions(torch::kMeta).dtype(torch::kBFloat16)};
      QCOMPARE(load(again, format), said);
      QVERIFY(fs::last_write_time(files[0]) == made);
      QVERIFY(same_bits(again.blocks[0].up.matrix(), net.blocks[0].up.matrix()));
      for (const auto& entry : fs::directory_iterator(component()))  // nothing is left in the model's folder
        QVERIFY(entry.path().extension() == ".json" || entry.path().extension() == ".safetensors");
    }
  }

  void broken_and_foreign_files_are_made_anew() {
    write_component();
    fs::remove_all(path("cache"));
    Net net{torch::TensorOptions(torch::kMeta).dtype(torch::kBFloat16)};
    load(net, LowBit::nf4);
    const Tensor wanted = net.blocks[0].up.matrix();
    const fs::path file = kept_files().front();
    const auto breaks = {std::function<void()>([&] { fs::resize_file(file, fs::file_size(file) / 2); }),
                         std::function<void()>([&] { std::ofstream(file) << "no tensors"; }),
                         std::function<void()>([&] {
                           fs::copy_file(kept_files().back(), file, fs::copy_options::overwrite_existing);
                         }),
                         std::function<void()>([&] {
                           fw::tensor::save_tensors(file, {{"blocks.0.up.weight", torch::zeros({1})}},
                                                    {{"version", "0"}}, fw::Existing::replace);
                         })};
    for (const auto& break_it : breaks) {
      net.for_each_slot(
          [](const std::string&, Tensor& slot) { slot = slot.clone(); });  // not the mapped file
      break_it();
      Net again{torch::TensorOptions(torch::kMeta).dtype(torch::kBFloat16)};
      load(again, LowBit::nf4);
      QVERIFY(same_bits(again.blocks[0].up.matrix(), wanted));
    }
  }

  void other_weights_have_other_codes() {
    auto weights = write_component();
    fs::remove_all(path("cache"));
    Net net{torch::TensorOptions(torch::kMeta).dtype(torch::kBFloat16)};
    load(net, LowBit::int8);
    weights["blocks.0.up.weight"] = weights["blocks.0.up.weight"] * 2;
    fw::tensor::save_tensors(component() / "diffusion_pytorch_model.safetensors", weights, {},
                             fw::Existing::replace);
    Net changed{torch::TensorOptions(torch::kMeta).dtype(torch::kBFloat16)};
    load(changed, LowBit::int8);
    QVERIFY(same_bits(changed.blocks[0].up.matrix(), net.blocks[0].up.matrix() * 2));
    QCOMPARE(kept_files().size(), size_t(4));
  }

  void weights_that_are_no_numbers_are_named() {
    auto weights = write_component();
    weights["blocks.1.up.weight"][3][2] = NAN;
    fw::tensor::save_tensors(component() / "diffusion_pytorch_model.safetensors", weights, {},
                             fw::Existing::replace);
    Net net{torch::TensorOptions(torch::kMeta).dtype(torch::kBFloat16)};
    try {
      load(net, LowBit::fp8);
      QFAIL("loaded");
    } catch (const fw::Error& error) {
      QCOMPARE(error.fault().code, std::string("nn.weight_not_finite"));
      QCOMPARE(error.fault().arguments.at("name"), std::string("blocks.1.up.weight"));
    }
  }

  void a_lora_is_merged_into_the_weights_as_they_were() {
    const auto weights = write_component();
    Net net{torch::TensorOptions(torch::kMeta).dtype(torch::kBFloat16)};
    load(net, LowBit::nf4);
    auto generator = torch::make_generator<torch::CPUGeneratorImpl>(uint64_t{5});
    fw::adapters::Lora lora =
        fw::adapters::make_lora(net, {"blocks.0.up", "blocks.1.down"}, 2, 4, torch::kCPU, generator);
    for (auto& [path, module] : lora.modules) module.B.copy_(torch::randn(module.B.sizes()));
    fw::adapters::attach(net, lora);
    Net plain{torch::TensorOptions(torch::kMeta).dtype(torch::kBFloat16)};
    fw::adapters::merge(plain, component(), {{lora, 1}}, path("merged"));
    const auto merged = fw::tensor::Checkpoint::open(path("merged"));
    for (const auto& [name, weight] : weights) {
      Tensor wanted = weight;
      for (const auto& [path, module] : lora.modules)
        if (name == path + ".weight")
          wanted = (weight.to(torch::kFloat32) + module.B.matmul(module.A) * 2).to(torch::kBFloat16);
      QVERIFY2(same_bits(merged.load(name, torch::kBFloat16, torch::kCPU), wanted), name.c_str());
    }
  }

  void a_dry_run_makes_the_same_slots() {
    write_component();
    for (const LowBit format : formats) {
      Net net{torch::TensorOptions(torch::kMeta).dtype(torch::kBFloat16)},
          dry{torch::TensorOptions(torch::kMeta).dtype(torch::kBFloat16)};
      load(net, format);
      const fw::tensor::DryRun running(torch::kCPU);
      load(dry, format, torch::kMeta);
      std::map<std::string, Tensor> slots;
      net.for_each_slot([&](const std::string& name, const Tensor& slot) { slots.emplace(name, slot); });
      dry.for_each_slot([&](const std::string& name, const Tensor& slot) {
        QVERIFY2(slot.is_meta() && slots.contains(name) && slots.at(name).sizes() == slot.sizes() &&
                     slots.at(name).scalar_type() == slot.scalar_type(),
                 name.c_str());
        slots.erase(name);
      });
      QVERIFY(slots.empty());
      const torch::NoGradGuard no_grad;
      const Tensor x = torch::empty({5, 64}, torch::TensorOptions(torch::kBFloat16).device(torch::kMeta));
      QCOMPARE(dry.blocks[0].up.forward(x).sizes(), torch::IntArrayRef({5, 192}));
    }
  }
};

QTEST_GUILESS_MAIN(TestLowBit)
#include "test_low_bit.moc"
