// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "adapters/module_match.h"
#include "families/registry.h"
#include "run/run_file.h"
#include "support/tiny_run.h"
#include "tensor/libtorch.h"
#include "training/batch_loader.h"
#include "training/block_runners.h"
#include "training/optimizer_step.h"
#include "training/run_options.h"

using namespace fw::training;
namespace dataset = fw::dataset;
namespace run = fw::run;
namespace fs = std::filesystem;

/// Every placement of weights and activations gives the plain run's numbers, bit for bit.
class TestMemoryModes : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

  run::RunSettings settings_of(std::vector<std::string> changes) const {
    return run::read_run_file(fw::support::make_tiny_run(path("."), std::move(changes)).run_file()).settings;
  }

  struct Numbers {
    std::vector<torch::Tensor> losses, gradients, weights;
    bool operator==(const Numbers& other) const {
      const auto same = [](const auto& a, const auto& b) {
        return a.size() == b.size() &&
               std::equal(a.begin(), a.end(), b.begin(),
                          [](const auto& x, const auto& y) { return torch::equal(x, y); });
      };
      return same(losses, other.losses) && same(gradients, other.gradients) && same(weights, other.weights);
    }
  };

  /// Two updates of two micro-batches each, with a validation's forward pass between them.
  Numbers train(const run::RunSettings& settings) const {
    torch::manual_seed(3);
    const auto model = fw::families::load_training_model(settings, load_options(settings, torch::kCPU));
    const auto runner = make_block_runner(settings, *model, torch::kCPU);
    auto generator = at::make_generator<at::CPUGeneratorImpl>(5);
    auto weights =
        settings.training_type == run::TrainingType::lora
            ? TrainedWeights::of_lora(model->transformer(),
                                      fw::adapters::make_lora(model->transformer(),
                                                              fw::adapters::match_linears(
                                                                  model->transformer(), {"to_q", "ff.net.2"}),
                                                              2, 2, torch::kCPU, generator))
            : TrainedWeights::of_parameters(
                  model->transformer(),
                  fw::adapters::match_parameters(model->transformer(), settings.trainable_modules));
    OptimizerStepConfig update;
    update.optimizer.weight_decay = 0.1;
    update.schedule.base = 0.01;
    update.accumulation = 2;
    update.ema_decay = 0.5;
    OptimizerStep optimizer_step(weights, update);
    const fw::precompute::LatentCache cache(settings.cache);
    BatchLoader loader(settings, dataset::read_dataset_manifest(settings.dataset), cache, *model, 0);
    Numbers numbers;
    for (int step = 0; step < 2; ++step) {
      for (int i = 0; i < 2; ++i) {
        const MicroBatch micro = loader.next();
        const auto losses = model->losses(micro.batch, micro.draw, runner);
        numbers.losses.push_back(losses.detach());
        optimizer_step.backward(losses.mean());
        const AveragedWeights averaged(optimizer_step);
        const torch::NoGradGuard no_grad;
        numbers.losses.push_back(model->losses(micro.batch, micro.draw, runner));
      }
      for (const auto& parameter : weights.parameters()) {
        const torch::Tensor gradient = parameter.tensor.grad();
        numbers.gradients.push_back(gradient.defined() ? gradient.clone() : torch::zeros({1}));
      }
      optimizer_step.update(step, true);
    }
    model->transformer().for_each_slot(
        [&](const std::string&, torch::Tensor& slot) { numbers.weights.push_back(slot.detach().clone()); });
    for (const auto& parameter : weights.parameters())
      numbers.weights.push_back(parameter.tensor.detach().clone());
    return numbers;
  }

 private Q_SLOTS:
  void initTestCase() {
    torch::set_num_threads(1);
    fw::support::make_tiny_model(path("model"), {.layers = 5});
    fw::support::make_tiny_dataset(path("."), 4);
  }

  void all_give_the_same_numbers_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("precision");
    QTest::addColumn<QString>("quantization");
    QTest::newRow("lora") << "training_type=\"lora\""
                          << "fp32"
                          << "none";
    QTest::newRow("lora bf16") << "training_type=\"lora\""
                               << "bf16"
                               << "none";
    QTest::newRow("lora int8") << "training_type=\"lora\""
                               << "fp32"
                               << "int8";
    QTest::newRow("lora nf4") << "training_type=\"lora\""
                              << "bf16"
                              << "nf4";
    QTest::newRow("sft") << "training_type=\"sft\""
                         << "fp32"
                         << "none";
    QTest::newRow("sft bf16") << "training_type=\"sft\""
                              << "bf16"
                              << "none";
  }
  void all_give_the_same_numbers() {
    QFETCH(QString, kind);
    QFETCH(QString, precision);
    QFETCH(QString, quantization);
    const std::vector<std::string> common = {"training." + kind.toStdString(),
                                             "training.mixed_precision=\"" + precision.toStdString() + "\"",
                                             "memory.quantization=" + quantization.toStdString()};
    const auto with = [&](const std::vector<std::string>& more) {
      auto all = common;
      all.insert(all.end(), more.begin(), more.end());
      return settings_of(all);
    };
    const Numbers plain = train(with({"training.gradient_checkpointing=false"}));
    QVERIFY(!torch::equal(plain.losses[0], plain.losses[4]));
    struct Mode {
      bool checkpointing;
      int interval;
      bool offload;
      bool keep_attention = false;
      int kept_blocks = 0;
    };
    const std::vector<Mode> modes = {{false, 1, false},        {true, 1, false},
                                     {true, 1, true},          {true, 2, false},
                                     {true, 2, true},          {true, 1, false, true},
                                     {true, 2, true, true},    {true, 1, false, false, 1},
                                     {true, 1, true, true, 2}, {true, 1, false, false, 1000}};
    for (const int streamed : {0, 1, 3, 100}) {
      for (const Mode& mode : modes) {
        if (streamed == 1 && !mode.offload) continue;
        const std::vector<std::string> settings = {
            "memory.streamed_blocks=" + std::to_string(streamed),
            "training.gradient_checkpointing=" + run::to_toml(mode.checkpointing),
            "training.gradient_checkpointing_interval=" + std::to_string(mode.interval),
            "memory.activation_offload=" + run::to_toml(mode.offload),
            "memory.keep_attention=" + run::to_toml(mode.keep_attention),
            "memory.kept_blocks=" + std::to_string(mode.kept_blocks)};
        std::string name;
        for (const std::string& each : settings) name += each + " ";
        QVERIFY2(train(with(settings)) == plain, name.c_str());
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestMemoryModes)
#include "test_memory_modes.moc"
