// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "adapters/kinds.h"
#include "adapters/lora_check.h"
#include "adapters/lora_file.h"
#include "base/json_text.h"
#include "tensor/checkpoint.h"
#include "tensor/libtorch.h"

using namespace fw::adapters;
namespace fs = std::filesystem;
namespace nn = fw::nn;

namespace {

constexpr double tolerance = 1e-6;
constexpr int steps = 6;
constexpr double rate = 0.05;
const std::string path = "block.to_q";

struct Case {
  const char* name;  ///< also of its folder
  const Form& (*form)();
  double alpha;
  double strength = 1;  ///< PEFT's scale for whole matrices: they have no rank here
};
/// As in tests/reference/make_adapter_steps.py.
const std::vector<Case> cases{{"lora_peft", &lora_form, 6},
                              {"dora_peft", &lora_form, 6},
                              {"dora_peft_without_bias", &lora_form, 3},
                              {"loha_peft", &loha_form, 5},
                              {"lokr_peft", &lokr_form, 3},
                              {"lokr_peft_both", &lokr_form, 3},
                              {"lokr_peft_whole", &lokr_form, 4, 4.0 / 8},
                              {"loha_lycoris", &loha_form, 5},
                              {"lokr_lycoris", &lokr_form, 3},
                              {"lokr_lycoris_both", &lokr_form, 3},
                              {"lokr_lycoris_whole", &lokr_form, 3}};

fs::path folder_of(const char* name) {
  return fs::path(FW_SOURCE_FOLDER "/tests/reference/adapters") / name;
}

using Numbers = std::map<std::string, torch::Tensor>;
Numbers numbers_of(const char* name) {
  const auto file = fw::tensor::Checkpoint::open(folder_of(name) / "numbers.safetensors");
  Numbers numbers;
  for (const std::string& each : file.names()) numbers[each] = file.load(each, torch::kFloat32, torch::kCPU);
  return numbers;
}

/// The largest difference, relative to the largest value.
double difference(const torch::Tensor& value, const torch::Tensor& wanted) {
  if (value.sizes() != wanted.sizes()) return INFINITY;
  return (value - wanted).abs().max().item<double>() / std::max(1.0, wanted.abs().max().item<double>());
}

struct Net : nn::Module {
  nn::Linear layer;
  explicit Net(const Numbers& numbers)
      : layer(numbers.at("weight").size(1), numbers.at("weight").size(0),
              numbers.contains("bias") ? nn::Bias::yes : nn::Bias::no, torch::kFloat32) {
    add_child(path, layer);
    layer.for_each_slot([&](const std::string& name, torch::Tensor& slot) { slot = numbers.at(name); });
  }
};

/// The adapter that a case begins or ends with. @param when  "first." or "last."
LoraModule module_of(const Case& c, const Numbers& numbers, const std::string& when) {
  LoraModule module{.alpha = c.alpha};
  if (&c.form() != &lora_form()) module.form = &c.form();
  AdapterParts parts;
  for (const auto& [name, tensor] : numbers) {
    if (!name.starts_with(when)) continue;
    const std::string part = name.substr(when.size());
    if (part == magnitude_name)
      module.magnitude = tensor.clone();
    else
      parts[part] = tensor.clone();
  }
  module.set_parts(std::move(parts));
  return module;
}

void add_cases() {
  QTest::addColumn<int>("index");
  for (size_t i = 0; i < cases.size(); ++i) QTest::newRow(cases[i].name) << static_cast<int>(i);
}

}  // namespace

/// Adapters compared with those of PEFT and LyCORIS.
class TestPublishedAdapters : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path file() const { return fs::path(folder_.path().toStdString()) / "x.safetensors"; }
  LoraTarget target() const { return {.outputs = {{path, 36}}}; }

 private Q_SLOTS:
  void initTestCase() { torch::set_num_threads(1); }

  void computes_like_its_package_data() { add_cases(); }
  void computes_like_its_package() {
    QFETCH(int, index);
    const Case& c = cases[static_cast<size_t>(index)];
    const Numbers numbers = numbers_of(c.name);
    Net net(numbers);
    Lora lora;
    LoraModule& module = lora.modules[path] = module_of(c, numbers, "first.");
    for (const auto& [name, tensor] : module.tensors()) tensor->requires_grad_(true);
    attach(net, lora, c.strength);
    for (int step = 1; step <= steps; ++step) {
      const torch::Tensor x = numbers.at("x").clone().requires_grad_(true);
      const torch::Tensor result = net.layer.forward(x);
      torch::mse_loss(result, numbers.at("target")).backward();
      const std::string when = std::to_string(step) + ".";
      const torch::NoGradGuard no_grad;
      if (numbers.contains(when + "result")) {
        QVERIFY(difference(result, numbers.at(when + "result")) < tolerance);
        QVERIFY(difference(x.grad(), numbers.at(when + "gradient.x")) < tolerance);
      }
      for (const auto& [name, tensor] : module.tensors()) {
        if (numbers.contains(when + "result"))
          QVERIFY2(difference(tensor->grad(), numbers.at(when + "gradient." + name)) < tolerance,
                   name.c_str());
        tensor->sub_(tensor->grad(), rate);
        tensor->mutable_grad() = torch::Tensor();
      }
    }
    for (const auto& [name, tensor] : module.tensors())
      QVERIFY2(difference(tensor->detach(), numbers.at("last." + name)) < tolerance, name.c_str());
  }

  void reads_and_writes_its_file_data() { add_cases(); }
  void reads_and_writes_its_file() {
    QFETCH(int, index);
    const Case& c = cases[static_cast<size_t>(index)];
    const Numbers numbers = numbers_of(c.name);
    const bool is_peft = std::string_view(c.name).find("peft") != std::string_view::npos;
    const LoraFile read = load_lora(
        folder_of(c.name) / (is_peft ? "adapter_model.safetensors" : "lycoris.safetensors"), target());
    QCOMPARE(read.format, is_peft ? LoraFormat::diffusers : LoraFormat::kohya);
    const auto merged = [&](const Lora& lora) {
      return numbers.at("weight") + weight_change(lora.modules.at(path), numbers.at("weight"));
    };
    QVERIFY(difference(merged(read.lora), numbers.at("merged")) < tolerance);
    LoraModule known = module_of(c, numbers, "last."), found = read.lora.modules.at(path);
    known.set_parts(c.form().scaled(known.parts(), c.strength));  // in the tensors, once read
    QCOMPARE(found.kind_text(), known.kind_text());
    QVERIFY(unusable_values(read.lora).empty());
    const auto wanted = known.tensors(), tensors = found.tensors();
    QCOMPARE(tensors.size(), wanted.size());
    for (size_t i = 0; i < wanted.size(); ++i) {
      QCOMPARE(tensors[i].first, wanted[i].first);
      QVERIFY(torch::equal(*tensors[i].second, *wanted[i].second));
    }
    for (const LoraFormat format : {LoraFormat::diffusers, LoraFormat::comfyui, LoraFormat::kohya}) {
      save_lora(file(), read.lora, format, target(), {}, fw::Existing::replace);
      const LoraFile again = load_lora(file(), target());
      QCOMPARE(again.format, format);
      QVERIFY(difference(merged(again.lora), merged(read.lora)) < 1e-7);
    }
  }

  void the_layer_computes_what_is_merged_data() { add_cases(); }
  void the_layer_computes_what_is_merged() {
    QFETCH(int, index);
    const Case& c = cases[static_cast<size_t>(index)];
    const Numbers numbers = numbers_of(c.name);
    const torch::NoGradGuard no_grad;
    const Lora one{{{path, module_of(c, numbers, "first.")}}},
        other{{{path, module_of(c, numbers, "last.")}}};
    // Alone and with other adapters on the layer, at several strengths.
    for (const double strength : {1.0, 0.5, -0.7}) {
      Net net(numbers);
      attach(net, one, strength);
      torch::Tensor change = weight_change(one.modules.at(path), numbers.at("weight")) * strength;
      const auto wanted = [&] {
        return torch::linear(numbers.at("x"), numbers.at("weight") + change,
                             numbers.contains("bias") ? numbers.at("bias") : torch::Tensor());
      };
      QVERIFY(difference(net.layer.forward(numbers.at("x")), wanted()) < tolerance);
      attach(net, other, 0.3);
      attach(net, Lora{{{path, module_of(cases[0], numbers_of("lora_peft"), "first.")}}}, 0.2);
      change += weight_change(other.modules.at(path), numbers.at("weight")) * 0.3 +
                weight_change(module_of(cases[0], numbers_of("lora_peft"), "first.")) * 0.2;
      QVERIFY(difference(net.layer.forward(numbers.at("x")), wanted()) < tolerance);
    }
  }

  void new_ones_change_nothing_data() {
    QTest::addColumn<QString>("kind");
    for (const Kind& kind : kinds()) QTest::newRow(kind.name.data()) << QString::fromUtf8(kind.name.data());
  }
  void new_ones_change_nothing() {
    QFETCH(QString, kind);
    const Numbers numbers = numbers_of("dora_peft");
    Net net(numbers);
    const torch::Tensor before = net.layer.forward(numbers.at("x"));
    const std::string name = kind.toStdString();
    const Lora lora = make_lora(net, {SizedModule{path, 2, 3}}, torch::kCPU,
                                at::make_generator<at::CPUGeneratorImpl>(1), {name, {}});
    attach(net, lora);
    QVERIFY(torch::equal(net.layer.forward(numbers.at("x")), before));
    QVERIFY(torch::equal(weight_change(lora.modules.at(path), numbers.at("weight")),
                         torch::zeros_like(numbers.at("weight"))));
    LoraModule module = lora.modules.at(path);
    int64_t zero = 0, all = 0;
    for (const auto& [part, tensor] : module.tensors()) {
      zero += tensor->abs().max().item<float>() == 0;
      ++all;
    }
    QVERIFY(zero == 1 && all > 1);  // otherwise nothing could be learned
  }

  void lokr_has_the_sizes_of_lycoris() {
    const nlohmann::json rows = fw::read_json(folder_of("lokr_shapes.json"));
    QVERIFY(rows.size() > 200);
    PartMaker maker(torch::kMeta, at::make_generator<at::CPUGeneratorImpl>(0));
    for (const nlohmann::json& row : rows) {
      const AdapterParts parts = lokr_form().make(
          maker, {row.at("out"), row.at("in")}, row.at("rank"),
          {.factor = row.at("factor"), .decompose_both = row.at("both"), .full_matrix = row.at("whole")});
      std::map<std::string, std::vector<int64_t>> shapes;
      for (const auto& [name, part] : parts) shapes[name] = part.sizes().vec();
      const auto wanted = row.at("shapes").get<std::map<std::string, std::vector<int64_t>>>();
      QVERIFY2(shapes == wanted, row.dump().c_str());
      QCOMPARE(lokr_form().size(parts), (WeightSize{row.at("out"), row.at("in")}));
    }
  }
};

QTEST_GUILESS_MAIN(TestPublishedAdapters)
#include "test_published_adapters.moc"
