// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <limits>

#include "adapters/fuse.h"
#include "adapters/lora_check.h"
#include "adapters/lora_file.h"
#include "adapters/lora_sizes.h"
#include "adapters/merge.h"
#include "adapters/module_match.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "nn/linear.h"
#include "tensor/checkpoint.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

using namespace fw::adapters;
namespace nn = fw::nn;
namespace fs = std::filesystem;

namespace {

/// Linear layers under the names of a CogVideoX transformer.
class ToyModel : public nn::Module {
 public:
  ToyModel() : proj_out_(6, 4, nn::Bias::yes, {}) {
    add_child("transformer_blocks", blocks_);
    for (int i = 0; i < 2; ++i) blocks_.emplace_back();
    add_child("proj_out", proj_out_);
    torch::manual_seed(3);
    for_each_parameter([](const std::string&, torch::Tensor& slot) { slot = torch::randn(slot.sizes()); });
  }
  torch::Tensor forward(torch::Tensor x) const {
    for (size_t i = 0; i < blocks_.size(); ++i)
      x = x + blocks_[i].to_out.forward(torch::tanh(blocks_[i].to_q.forward(x)));
    return proj_out_.forward(x);
  }

 private:
  struct Block : nn::Module {
    nn::Linear to_q{6, 8, nn::Bias::no, {}}, to_out{8, 6, nn::Bias::yes, {}};
    Block() {
      add_child("attn1.to_q", to_q);
      add_child("attn1.to_out.0", to_out);
    }
  };
  nn::ModuleList<Block> blocks_;
  nn::Linear proj_out_;
};

LoraTarget target_of(nn::Module& model) {
  return lora_target(model, "cogvideox");
}

/// A LoRA on all attention layers with nonzero B; alpha differs from the rank.
Lora some_lora(nn::Module& model, int64_t rank, uint64_t seed) {
  auto generator = at::make_generator<at::CPUGeneratorImpl>(seed);
  Lora lora = make_lora(model, match_linears(model, {"to_q", "to_out.0"}), rank, 3.5, torch::kCPU, generator);
  for (auto& [path, module] : lora.modules) module.B.normal_(0, 0.5, generator);
  return lora;
}

torch::Tensor output_with(ToyModel& model, const Lora& lora, double weight = 1) {
  const torch::NoGradGuard no_grad;
  detach_all(model);
  attach(model, lora, weight);
  torch::manual_seed(5);
  const auto y = model.forward(torch::randn({7, 6}));
  detach_all(model);
  return y;
}

std::string error_text(const std::function<void()>& work) {
  try {
    work();
  } catch (const fw::Error& error) {
    return error.fault().code + ": " + error.fault().message();
  }
  return {};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

class TestAdapters : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path file(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }

 private Q_SLOTS:
  void patterns() {
    QVERIFY(ModulePattern("to_q").matches("a.to_q") && ModulePattern("to_q").matches("to_q"));
    QVERIFY(!ModulePattern("to_q").matches("a.xto_q") && !ModulePattern("to_q").matches("a.to_q.b"));
    QVERIFY(ModulePattern("attn1.to_out.0").matches("transformer_blocks.1.attn1.to_out.0"));
    const ModulePattern regex("(transformer_blocks|single).*(to_q|to_out.0)");
    QVERIFY(regex.matches("transformer_blocks.1.attn1.to_q") &&
            !regex.matches("x.transformer_blocks.1.attn1.to_q"));
    for (const char* wrong : {"(a", "(a)\\1"}) QVERIFY_EXCEPTION_THROWN(ModulePattern{wrong}, fw::Error);
    QVERIFY(!ModulePattern("(a*)*b").matches(std::string(300, 'a')));  // and quickly
    ToyModel model;
    QCOMPARE(match_linears(model, {"to_q", ".*blocks\\.1\\..*to_out.*"}),
             (std::vector<std::string>{"transformer_blocks.0.attn1.to_q", "transformer_blocks.1.attn1.to_q",
                                       "transformer_blocks.1.attn1.to_out.0"}));
    const std::string error = error_text([&] { match_linears(model, {"to_q", "to_k", "x(y)"}); });
    QVERIFY2(contains(error, "to_k, x(y)") && !contains(error, "to_q"), error.c_str());
    QCOMPARE(match_parameters(model, {}).size(), size_t(8));
    QCOMPARE(match_parameters(model, {"transformer_blocks.0", "proj_out"}).size(), size_t(5));
  }

  void a_new_lora_changes_nothing_and_touches_no_weight() {
    ToyModel model;
    const auto plain = output_with(model, {});
    std::map<std::string, void*> places;
    model.for_each_slot(
        [&](const std::string& name, torch::Tensor& slot) { places[name] = slot.data_ptr(); });
    auto generator = at::make_generator<at::CPUGeneratorImpl>(1);
    const auto paths = match_linears(model, {"to_q", "to_out.0"});
    const Lora lora = make_lora(model, paths, 4, 8, torch::kCPU, generator);
    QVERIFY(torch::equal(output_with(model, lora), plain));
    model.for_each_slot(
        [&](const std::string& name, torch::Tensor& slot) { QCOMPARE(slot.data_ptr(), places[name]); });
    const LoraModule& module = lora.modules.at("transformer_blocks.0.attn1.to_out.0");
    QCOMPARE(module.A.sizes().vec(), (std::vector<int64_t>{4, 8}));
    QCOMPARE(module.scale(), 2.0);
    QVERIFY(module.A.abs().max().item<float>() <= 1 / std::sqrt(8.0f));
    QVERIFY(module.A.abs().max().item<float>() > 0.8f / std::sqrt(8.0f));  // 32 values get near the bound
    auto again = at::make_generator<at::CPUGeneratorImpl>(1);
    QVERIFY(torch::equal(make_lora(model, paths, 4, 8, torch::kCPU, again).modules.begin()->second.A,
                         lora.modules.begin()->second.A));
  }

  void modules_may_have_their_own_sizes() {
    ToyModel model;
    const auto sizes = [&](const LoraShape& shape) {
      std::string text;
      for (const SizedModule& each : lora_modules(model, shape))
        text += each.path + " " + std::to_string(each.rank) + " " + std::to_string(each.alpha) + "\n";
      return text;
    };
    LoraShape shape{.target_modules = {"to_q", "to_out.0"}, .rank = 4, .alpha = 8};
    const std::string first = "transformer_blocks.0.attn1.", second = "transformer_blocks.1.attn1.";
    QCOMPARE(sizes(shape), first + "to_q 4 8.000000\n" + first + "to_out.0 4 8.000000\n" + second +
                               "to_q 4 8.000000\n" + second + "to_out.0 4 8.000000\n");
    shape.rank_pattern = {"to_q=2", "transformer_blocks\\.1\\..*=16"};
    shape.alpha_pattern = {"to_q=0.5"};
    shape.exclude_modules = {"transformer_blocks\\.0\\.attn1\\.to_out\\.0"};
    QCOMPARE(sizes(shape),
             first + "to_q 2 0.500000\n" + second + "to_q 16 0.500000\n" + second + "to_out.0 16 8.000000\n");
    shape.rank_stabilised = true;
    for (const SizedModule& each : lora_modules(model, shape)) {
      const double alpha = each.path.ends_with("to_q") ? 0.5 : 8, rank = static_cast<double>(each.rank);
      QVERIFY(std::abs(each.alpha / rank - alpha / std::sqrt(rank)) < 1e-12);
    }
    auto generator = at::make_generator<at::CPUGeneratorImpl>(1);
    const Lora lora = make_lora(model, lora_modules(model, shape), torch::kCPU, generator);
    QCOMPARE(lora.modules.size(), size_t(3));
    QCOMPARE(lora.modules.at(second + "to_q").A.sizes().vec(), (std::vector<int64_t>{16, 6}));
    // Other programs read the same scale out of the file.
    for (const LoraFormat format : {LoraFormat::diffusers, LoraFormat::kohya}) {
      const fs::path written = file("sizes.safetensors");
      save_lora(written, lora, format, target_of(model), {}, fw::Existing::replace);
      const Lora read = load_lora(written, target_of(model)).lora;
      for (const auto& [name, module] : lora.modules) {
        QCOMPARE(read.modules.at(name).rank(), module.rank());
        QVERIFY(std::abs(read.modules.at(name).scale() - module.scale()) < 1e-6 * module.scale());
      }
    }
    for (const char* bad : {"to_q", "to_q=", "=4", "to_q=0", "to_q=-1", "to_q=4x", "to_q=1.5"}) {
      shape.rank_pattern = {bad};
      QVERIFY2(error_text([&] { lora_modules(model, shape); }).find(bad) != std::string::npos, bad);
    }
    shape.rank_pattern = {"no_such=4"};
    QVERIFY(error_text([&] { lora_modules(model, shape); }).find("no_such") != std::string::npos);
    shape = {.target_modules = {"to_q"}, .exclude_modules = {"attn1.to_q"}};
    QVERIFY(error_text([&] { lora_modules(model, shape); }).find("exclude_modules") != std::string::npos);
  }

  void attaching_several_adds_their_changes() {
    ToyModel model;
    const Lora one = some_lora(model, 2, 1), two = some_lora(model, 3, 2);
    const Lora both = fuse({{one, 0.5}, {two, -0.25}});
    attach(model, one, 0.5);
    const auto with_one = model.forward(torch::ones({1, 6}));
    attach(model, two, -0.25);
    QVERIFY(!torch::equal(model.forward(torch::ones({1, 6})), with_one));
    const torch::NoGradGuard no_grad;
    torch::manual_seed(5);
    const auto want = model.forward(torch::randn({7, 6}));
    QVERIFY(torch::allclose(output_with(model, both), want, 1e-5, 1e-5));
    QCOMPARE(both.modules.begin()->second.rank(), int64_t(5));
    // Lossless as long as the rank suffices; below that an approximation.
    QVERIFY(torch::allclose(output_with(model, reduce_rank(fuse({{one, 1}, {one, 1}}), 2)),
                            output_with(model, one, 2), 1e-4, 1e-4));
    QCOMPARE(reduce_rank(both, 3).modules.begin()->second.rank(), int64_t(3));
  }

  void a_lora_of_another_model_is_refused_with_all_reasons() {
    ToyModel model;
    Lora lora = some_lora(model, 2, 1);
    lora.modules["transformer_blocks.9.attn1.to_q"] = lora.modules.begin()->second;
    lora.modules["proj_out"] = lora.modules.begin()->second;
    const std::string error = error_text([&] { attach(model, lora); });
    QVERIFY2(contains(error, "transformer_blocks.9.attn1.to_q is no linear layer") &&
                 contains(error, "proj_out is 6x8"),
             error.c_str());
    QVERIFY(model.find<nn::Linear>("transformer_blocks.0.attn1.to_q")->adapters.empty());
  }

  void files_of_every_format_round_trip_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("a_key");
    QTest::newRow("diffusers") << int(LoraFormat::diffusers)
                               << "transformer.transformer_blocks.0.attn1.to_out.0.lora_A.weight";
    QTest::newRow("comfyui") << int(LoraFormat::comfyui) << "diffusion_model.blocks.0.attn_out.lora_A.weight";
    QTest::newRow("kohya") << int(LoraFormat::kohya)
                           << "lora_unet_transformer_blocks_0_attn1_to_out_0.lora_down.weight";
  }
  void files_of_every_format_round_trip() {
    QFETCH(int, format);
    QFETCH(QString, a_key);
    ToyModel model;
    Lora lora = some_lora(model, 2, 1);
    LoraModule& other = lora.modules.at("transformer_blocks.1.attn1.to_q");  // ranks and alphas may differ
    other = {torch::randn({5, 6}), torch::randn({8, 5}), 1.25};
    save_lora(file("lora.safetensors"), lora, LoraFormat(format), target_of(model), {{"trained_on", "toy"}},
              fw::Existing::replace);
    QVERIFY(fw::tensor::Checkpoint::open(file("lora.safetensors")).contains(a_key.toStdString()));
    const LoraFile loaded = load_lora(file("lora.safetensors"), target_of(model));
    QCOMPARE(loaded.format, LoraFormat(format));
    QCOMPARE(loaded.metadata.at("trained_on"), std::string("toy"));
    QCOMPARE(loaded.lora.modules.size(), lora.modules.size());
    QCOMPARE(loaded.lora.modules.at("transformer_blocks.1.attn1.to_q").alpha, 1.25);
    QVERIFY(torch::equal(output_with(model, loaded.lora, 0.7), output_with(model, lora, 0.7)));
  }

  // Two lists of blocks and fused matrices, as in HunyuanVideo's original repository, and swapped halves, as
  // in Mochi's. Each layer gets the values of its rows.
  void fused_matrices_round_trip() {
    const fw::catalog::KeyNames names{.blocks = {{"transformer_blocks",
                                                  "double_blocks",
                                                  {{"attn.to_q", "img_attn_qkv"},
                                                   {"attn.to_k", "img_attn_qkv"},
                                                   {"ff.net.0.proj", "w1", true}}},
                                                 {"single_transformer_blocks",
                                                  "single_blocks",
                                                  {{"attn.to_q", "linear1"}, {"proj_mlp", "linear1"}}}},
                                      .kohya_has_other_names = true};
    const std::string q = "transformer_blocks.0.attn.to_q", k = "transformer_blocks.0.attn.to_k",
                      ff = "transformer_blocks.0.ff.net.0.proj", q1 = "single_transformer_blocks.0.attn.to_q",
                      mlp = "single_transformer_blocks.0.proj_mlp";
    const LoraTarget target{.outputs = {{q, 6}, {k, 6}, {ff, 8}, {q1, 6}, {mlp, 10}}, .names = &names};
    // As other programs write it: one A for all rows.
    const auto A = torch::randn({3, 6}), B = torch::randn({12, 3}), C = torch::randn({8, 3});
    const std::string fused = "diffusion_model.double_blocks.0.img_attn_qkv",
                      w1 = "diffusion_model.double_blocks.0.w1";
    fw::tensor::save_tensors(file("x.safetensors"), {{fused + ".lora_A.weight", A},
                                                     {fused + ".lora_B.weight", B},
                                                     {fused + ".alpha", torch::scalar_tensor(1.5)},
                                                     {w1 + ".lora_A.weight", A},
                                                     {w1 + ".lora_B.weight", C}});
    const LoraFile read = load_lora(file("x.safetensors"), target);
    QCOMPARE(read.lora.modules.size(), size_t(3));
    QVERIFY(torch::equal(read.lora.modules.at(k).A, A) &&
            torch::equal(read.lora.modules.at(k).B, B.slice(0, 6)));
    QCOMPARE(read.lora.modules.at(q).alpha, 1.5);
    QVERIFY(torch::equal(read.lora.modules.at(ff).B, torch::cat({C.slice(0, 4), C.slice(0, 0, 4)})));
    // Saved again it is unchanged.
    save_lora(file("y.safetensors"), read.lora, LoraFormat::comfyui, target);
    const auto written = fw::tensor::Checkpoint::open(file("y.safetensors"));
    QVERIFY(torch::equal(written.load(fused + ".lora_B.weight", torch::kFloat32, torch::kCPU), B));
    QVERIFY(torch::equal(written.load(w1 + ".lora_B.weight", torch::kFloat32, torch::kCPU), C));
    // Layers with separate matrices, ranks and scales, and one that is missing.
    Lora own;
    own.modules[q] = {torch::randn({2, 6}), torch::randn({6, 2}), 2};
    own.modules[k] = {torch::randn({4, 6}), torch::randn({6, 4}), 1};
    own.modules[mlp] = {torch::randn({2, 6}), torch::randn({10, 2}), 3};
    for (const LoraFormat format : {LoraFormat::comfyui, LoraFormat::kohya}) {
      save_lora(file("z.safetensors"), own, format, target, {}, fw::Existing::replace);
      const Lora again = load_lora(file("z.safetensors"), target).lora;
      QCOMPARE(again.modules.size(), size_t(4));
      for (const auto& [path, module] : own.modules)
        QVERIFY2(torch::allclose(weight_change(again.modules.at(path)), weight_change(module)), path.c_str());
      QVERIFY(weight_change(again.modules.at(q1)).eq(0).all().item<bool>());
    }
    const LoraTarget narrower{.outputs = {{q, 6}, {k, 5}, {ff, 8}}, .names = &names};
    QVERIFY(contains(error_text([&] { load_lora(file("x.safetensors"), narrower); }), "other rows"));
  }

  void without_metadata_alpha_is_the_rank() {
    ToyModel model;
    const auto A = torch::randn({2, 6}), B = torch::randn({8, 2});
    // Names as several programs write them; ComfyUI's own names, and its prefix on the published ones.
    for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{
             {"transformer.transformer_blocks.0.attn1.to_q.lora_A.weight",
              "transformer.transformer_blocks.0.attn1.to_q.lora_B.weight"},
             {"base_model.model.transformer_blocks.0.attn1.to_q.lora_A.default.weight",
              "base_model.model.transformer_blocks.0.attn1.to_q.lora_B.default.weight"},
             {"diffusion_model.transformer_blocks.0.attn1.to_q.lora_A.weight",
              "diffusion_model.transformer_blocks.0.attn1.to_q.lora_B.weight"},
             {"lora_unet_blocks_0_q.lora_down.weight", "lora_unet_blocks_0_q.lora_up.weight"}}) {
      fw::tensor::save_tensors(file("x.safetensors"), {{a, A}, {b, B}}, {}, fw::Existing::replace);
      const LoraModule module = load_lora(file("x.safetensors"), target_of(model))
                                    .lora.modules.at("transformer_blocks.0.attn1.to_q");
      QCOMPARE(module.scale(), 1.0);
      QVERIFY(torch::equal(module.A, A) && torch::equal(module.B, B));
    }
  }

  void bad_files_are_refused_with_all_reasons_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* change, const char* words) { QTest::newRow(change) << change << words; };
    row("half of a pair", "to_q has only one");
    row("another rank", "to_q has two matrices of different ranks");
    row("not of the model", "transformer_blocks.7.attn1.to_q belongs to no linear layer of the model");
    row("another prefix", "net. is an unknown prefix, which all names begin with");
    row("whole numbers", "without fractions");
    row("not a number", "adapters.not_finite");
    row("infinite", "adapters.not_finite");
    row("too large", "adapters.too_large");
    row("alpha not a number", "alpha is not a finite number");
    row("alpha of two numbers", "alpha is not a single number");
    row("alpha too large", "adapters.too_large");
    row("no LoRA", "holds no LoRA");
  }
  /// By everything that reads LoRAs, since all of it uses load_lora.
  void bad_files_are_refused_with_all_reasons() {
    QFETCH(QString, change);
    QFETCH(QString, words);
    ToyModel model;
    const std::string prefix = change == "another prefix" ? "net." : "transformer.",
                      q = prefix + "transformer_blocks." + (change == "not of the model" ? "7" : "0") +
                          ".attn1.to_q",
                      out = prefix + "transformer_blocks.0.attn1.to_out.0";
    std::map<std::string, torch::Tensor> tensors{{q + ".lora_A.weight", torch::ones({2, 6})},
                                                 {q + ".lora_B.weight", torch::ones({8, 2})},
                                                 {out + ".lora_A.weight", torch::ones({2, 8})},
                                                 {out + ".lora_B.weight", torch::ones({6, 2})},
                                                 {q + ".alpha", torch::scalar_tensor(2.0)}};
    torch::Tensor &A = tensors.at(q + ".lora_A.weight"), &B = tensors.at(q + ".lora_B.weight"),
                  &alpha = tensors.at(q + ".alpha");
    if (change == "half of a pair") tensors.erase(q + ".lora_B.weight");
    if (change == "another rank") B = torch::ones({8, 3});
    if (change == "whole numbers") A = torch::ones({2, 6}, torch::kInt8);
    if (change == "not a number") A[1][2] = std::nan("");
    if (change == "infinite")
      B = B.to(torch::kHalf).index_put_({3, 1}, std::numeric_limits<float>::infinity());
    if (change == "too large") B.mul_(1e5);
    if (change == "alpha not a number") alpha = torch::scalar_tensor(std::nan(""));
    if (change == "alpha of two numbers") alpha = torch::ones({2});
    if (change == "alpha too large") alpha = torch::scalar_tensor(1e6);
    if (change == "no LoRA") tensors = {{"proj_out.weight", torch::ones({2, 2})}};
    fw::tensor::save_tensors(file("x.safetensors"), tensors, {}, fw::Existing::replace);
    const std::string error = error_text([&] { load_lora(file("x.safetensors"), target_of(model)); });
    QVERIFY2(contains(error, words.toStdString()), error.c_str());
  }

  void examination_finds_what_is_wrong() {
    std::vector<fw::optim::Parameter> parameters;
    for (int i = 0; i < 6; ++i) {
      parameters.push_back({"m" + std::to_string(i) + ".lora_A.weight", torch::randn({4, 4})});
      parameters.push_back({"m" + std::to_string(i) + ".lora_B.weight", torch::randn({4, 4}) * 1e-4});
    }
    QVERIFY(examine(parameters).empty());
    parameters[1].tensor.zero_();
    parameters[2].tensor[1][1] = std::numeric_limits<float>::quiet_NaN();
    parameters[2].tensor[1][2] = std::numeric_limits<float>::infinity();
    parameters[5].tensor.mul_(1e5);
    parameters[8].tensor.fill_(1e30f);
    const auto faults = examine(parameters);
    QCOMPARE(faults.size(), size_t(4));
    QCOMPARE(faults[0].code, std::string("adapters.not_finite"));
    QCOMPARE(faults[0].arguments.at("tensor"), std::string("m1.lora_A.weight"));
    QCOMPARE(faults[0].arguments.at("count"), std::string("2"));
    QVERIFY(contains(faults[1].message() + faults[2].message(), "m2.lora_B.weight"));
    QVERIFY(contains(faults[1].message() + faults[2].message(), "m4.lora_A.weight"));
    QCOMPARE(faults[3].code, std::string("adapters.all_zero"));
    QCOMPARE(faults[3].arguments.at("tensor"), std::string("m0.lora_B.weight"));
  }

  void merging_equals_attaching_data() {
    QTest::addColumn<qulonglong>("shard_bytes");
    QTest::newRow("one file") << qulonglong(1 << 20);
    QTest::newRow("shards") << qulonglong(256);
  }
  void merging_equals_attaching() {
    QFETCH(qulonglong, shard_bytes);
    ToyModel model;
    const fs::path source = file("transformer"), target = file("merged");
    fs::remove_all(source);
    fs::remove_all(target);
    fs::create_directories(source);
    fw::write_file_atomically(source / "config.json", "{}", fw::Existing::replace);
    std::map<std::string, torch::Tensor> weights;
    std::vector<fw::safetensors::TensorInfo> infos;
    model.for_each_slot([&](const std::string& name, torch::Tensor& slot) {
      weights[name] = slot;
      infos.push_back({name, fw::safetensors::Dtype::f32, slot.sizes().vec()});
    });
    fw::tensor::save_sharded(
        source, "diffusion_pytorch_model", infos, [&](const std::string& name) { return weights.at(name); },
        shard_bytes);
    const bool sharded = fs::exists(source / "diffusion_pytorch_model.safetensors.index.json");
    QCOMPARE(sharded, shard_bytes < 1000);
    const Lora one = some_lora(model, 2, 1), two = some_lora(model, 3, 2);
    merge(model, source, {{one, 1}, {two, -0.5}}, target);
    QCOMPARE(fw::read_file(target / "config.json"), std::string("{}"));
    attach(model, one, 1);
    attach(model, two, -0.5);
    const torch::NoGradGuard no_grad;
    const auto want = model.forward(torch::ones({3, 6}));
    detach_all(model);
    const auto merged = fw::tensor::Checkpoint::open(target);
    model.for_each_slot([&](const std::string& name, torch::Tensor& slot) {
      slot = merged.load(name, torch::kFloat32, torch::kCPU);
    });
    QVERIFY(torch::allclose(model.forward(torch::ones({3, 6})), want, 1e-5, 1e-5));
    QVERIFY(contains(error_text([&] { merge(model, source, {}, target); }), "adapters.target_exists"));
    Lora wrong = one;
    wrong.modules["nowhere"] = one.modules.begin()->second;
    QVERIFY(contains(error_text([&] {
                       merge(model, source, {{wrong, 1}}, file("other"));
                     }),
                     "nowhere is no linear layer"));
    QVERIFY(!fs::exists(file("other")));
  }

  /// A quantized weight becomes bf16; others keep their type.
  void merging_into_fp8_with_scales() {
    ToyModel model;
    const std::string q = "transformer_blocks.0.attn1.to_q", out = "transformer_blocks.1.attn1.to_out.0";
    std::map<std::string, torch::Tensor> weights;
    model.for_each_slot([&](const std::string& name, torch::Tensor& slot) { weights[name] = slot.clone(); });
    const torch::Tensor codes = (weights.at(q + ".weight") * 64).to(torch::kFloat8_e4m3fn);
    weights[q + ".weight"] = codes;
    weights[q + ".scale_weight"] = torch::scalar_tensor(1.0 / 64);
    weights["scaled_fp8"] = torch::zeros({2}).to(torch::kFloat8_e4m3fn);
    fs::create_directories(file("fp8"));
    fw::tensor::save_tensors(file("fp8") / "diffusion_pytorch_model.safetensors", weights);
    const Lora lora = some_lora(model, 2, 1);
    merge(model, file("fp8"), {{lora, 1}}, file("merged fp8"));
    const auto merged = fw::tensor::Checkpoint::open(file("merged fp8"));
    const torch::Tensor wanted =
        (codes.to(torch::kFloat32) / 64 + weight_change(lora.modules.at(q))).to(torch::kBFloat16);
    QCOMPARE(merged.dtype(q + ".weight"), torch::kBFloat16);
    QVERIFY(torch::equal(merged.load(q + ".weight", torch::kBFloat16, torch::kCPU), wanted));
    QCOMPARE(merged.dtype(out + ".weight"), torch::kFloat32);
    QCOMPARE(merged.names().size(), weights.size() - 2);
  }

  void merging_refuses_what_would_be_noise_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("code");
    QTest::newRow("fp8 with scales of rows") << "scales"
                                             << "safetensors.quantized";
    QTest::newRow("another name") << "name"
                                  << "nn.mismatch";
    QTest::newRow("a weight that is not a number") << "nan"
                                                   << "nn.weight_not_finite";
    QTest::newRow("beyond half precision") << "half"
                                           << "adapters.merged_too_large";
  }
  void merging_refuses_what_would_be_noise() {
    QFETCH(QString, change);
    QFETCH(QString, code);
    ToyModel model;
    std::map<std::string, torch::Tensor> weights;
    model.for_each_slot([&](const std::string& name, torch::Tensor& slot) { weights[name] = slot.clone(); });
    torch::Tensor& q = weights.at("transformer_blocks.0.attn1.to_q.weight");
    if (change == "scales") {
      q = q.to(torch::kFloat8_e4m3fn);
      weights["transformer_blocks.0.attn1.to_q.weight_scale"] = torch::ones({8});
    }
    if (change == "name") weights["proj.bias"] = torch::ones({1});
    if (change == "nan") weights.at("proj_out.bias")[0] = std::nan("");
    if (change == "half") q = torch::full({8, 6}, 65504, torch::kHalf);
    Lora lora = some_lora(model, 2, 1);
    if (change == "half") {
      LoraModule& module = lora.modules.at("transformer_blocks.0.attn1.to_q");
      module.A.fill_(1);
      module.B.fill_(100);
    }
    fs::remove_all(file("transformer"));
    fs::create_directories(file("transformer"));
    fw::tensor::save_tensors(file("transformer") / "diffusion_pytorch_model.safetensors", weights);
    const std::string error = error_text([&] {
      merge(model, file("transformer"), {{lora, 1}}, file(qPrintable("merged, " + change)));
    });
    QVERIFY2(error.starts_with(code.toStdString()), error.c_str());
  }
};

QTEST_GUILESS_MAIN(TestAdapters)
#include "test_adapters.moc"
