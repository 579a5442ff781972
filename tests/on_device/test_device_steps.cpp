// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <limits>

#include "adapters/module_match.h"
#include "dataset/dataset_manifest.h"
#include "nn/linear.h"
#include "run/run_folder.h"
#include "support/pretend_gpu/pretend_gpu.h"
#include "support/tiny_run.h"
#include "support/training_context.h"
#include "tensor/libtorch.h"
#include "training/batch_loader.h"
#include "training/optimizer_step.h"

namespace {

using namespace fw;
namespace fs = std::filesystem;
using support::TestContext;
using torch::Tensor;
using training::OptimizerStep;
using training::TrainedWeights;
using Settings = std::vector<std::string>;

/// A run's events for each step, in order.
std::vector<nlohmann::json> told(const run::RunPaths& run) {
  std::vector<nlohmann::json> steps;
  run::read_run_events(run, 0, [&](const run::RunEvent& event) {
    if (event.event == "metrics") steps.push_back(event.json);
  });
  return steps;
}

/// The values among these that do not depend on clock or allocator.
std::vector<nlohmann::json> figures(const run::RunPaths& run) {
  std::vector<nlohmann::json> all;
  for (const nlohmann::json& step : told(run)) {
    nlohmann::json kept = {{"step", step.at("step")}, {"clips", step.at("clips")}};
    for (const auto& [name, value] : step.at("values").items())
      if (name.starts_with("loss") || name == "lr" || name == "grad_norm" || name == "epoch" ||
          name == "skipped_steps")
        if (name != "loop_share") kept[name] = value;
    all.push_back(std::move(kept));
  }
  return all;
}

/// Every metric of the steps in log order, and the warnings about skipped steps.
std::vector<std::string> order(const run::RunPaths& run) {
  std::vector<std::string> all;
  run::read_run_events(run, 0, [&](const run::RunEvent& event) {
    const std::string text = event.json.value("text", "");
    if (event.event == "metrics" || event.event == "checkpoint" || text.find("skipped") != std::string::npos)
      all.push_back(event.event + " " + std::to_string(event.step));
  });
  return all;
}

/// Two linear layers on the device.
struct ToyModel : nn::Module {
  nn::Linear a, b;
  ToyModel()
      : a(4, 4, nn::Bias::no, torch::TensorOptions(torch::kFloat32).device(pretend_gpu::device())),
        b(4, 2, nn::Bias::yes, torch::TensorOptions(torch::kFloat32).device(pretend_gpu::device())) {
    add_child("a", a);
    add_child("b", b);
    torch::manual_seed(1);
    for_each_parameter([&](const std::string&, Tensor& slot) {
      slot = torch::randn(slot.sizes()).to(pretend_gpu::device());
    });
  }
  Tensor loss() {
    return b.forward(torch::tanh(a.forward(torch::ones({3, 4}, a.matrix().options())))).square().mean();
  }
};

struct Trained {
  ToyModel model;
  TrainedWeights weights = TrainedWeights::of_parameters(model, adapters::match_parameters(model, {}));
  OptimizerStep step;

  explicit Trained(const training::OptimizerStepConfig& config) : step(weights, config) {}

  std::map<std::string, Tensor> state() {
    std::map<std::string, Tensor> all;
    for (const auto& [name, tensor] : step.optimizer().state()) all[name] = tensor.cpu().clone();
    for (const optim::Parameter& each : weights.parameters())
      all[each.name] = each.tensor.detach().cpu().clone();
    return all;
  }
  Tensor backward(double factor) {
    step.begin(1, 0);
    const Tensor loss = model.loss() * factor;
    step.backward(loss);
    return loss.detach().view({1});
  }
};

}  // namespace

/// A step decided by the device and reported later equals one decided and reported by the host.
class TestDeviceSteps : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const std::string& name = ".") const { return fs::path(folder_.path().toStdString()) / name; }
  run::RunPaths make_run(Settings settings) const {
    settings.insert(settings.end(), {"run.device=auto", "training.batch_size=1"});
    return support::make_tiny_run(path(), settings);
  }
  /// Keeps an average, so the host waits for each step; the numbers stay the same.
  static Settings by_host(Settings settings) {
    settings.push_back("ema.ema_decay=0.9");
    return settings;
  }

 private Q_SLOTS:
  void initTestCase() {
    torch::set_num_threads(1);
    pretend_gpu::begin();
    support::make_tiny_model(path("model"));
    support::make_tiny_dataset(path(), 7);
  }
  void init() { pretend_gpu::begin(); }
  void cleanup() {
    for (const std::string& fault : pretend_gpu::end()) QFAIL(fault.c_str());
  }

  void a_device_decides_as_the_host_does_data() {
    QTest::addColumn<double>("max_grad_norm");
    QTest::addColumn<bool>("decoupled");
    QTest::newRow("clipped") << 0.01 << true;
    QTest::newRow("clipped, Adam") << 0.37 << false;
    QTest::newRow("not clipped") << 1e6 << true;
  }
  void a_device_decides_as_the_host_does() {
    QFETCH(double, max_grad_norm);
    QFETCH(bool, decoupled);
    training::OptimizerStepConfig config;
    config.schedule.base = 0.1;
    config.max_grad_norm = max_grad_norm;
    config.optimizer.decay = decoupled ? optim::Decay::decoupled : optim::Decay::coupled;
    Trained device(config), host(config);
    QVERIFY(device.step.is_decided_by_device());
    for (int64_t step = 0; step < 4; ++step) {
      const int64_t waits = pretend_gpu::counters().waits;
      const Tensor loss = device.backward(1);
      const tensor::ReadBack figures(device.step.update_by_device(step, {loss}));
      QCOMPARE(pretend_gpu::counters().waits, waits);
      const auto result = OptimizerStep::result_of(config.schedule.rate(step), figures.wait());
      host.backward(1);
      const auto wanted = host.step.update(step, true);
      QCOMPARE(result.grad_norm(), wanted.grad_norm());
      QCOMPARE(result.lr, wanted.lr);
      QVERIFY(!result.skipped && support::same(device.state(), host.state()));
    }
  }

  void a_step_that_is_not_finite_changes_nothing_data() {
    QTest::addColumn<double>("of_gradient");
    QTest::addColumn<double>("of_loss");
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    QTest::newRow("gradients") << nan << 1.0;
    QTest::newRow("infinite gradients") << infinity << 1.0;
    QTest::newRow("loss alone") << 1.0 << infinity;
  }
  void a_step_that_is_not_finite_changes_nothing() {
    QFETCH(double, of_gradient);
    QFETCH(double, of_loss);
    training::OptimizerStepConfig config;
    config.schedule.base = 0.1;
    Trained skipping(config), other(config);
    const auto good = [](Trained& trained) {
      const Tensor loss = trained.backward(1);
      return OptimizerStep::result_of(0.1, tensor::ReadBack(trained.step.update_by_device(0, {loss})).wait());
    };
    good(skipping);
    good(other);
    const auto before = skipping.state();
    const Tensor loss = skipping.backward(of_gradient).clone().fill_(of_loss);
    const auto result =
        OptimizerStep::result_of(0.1, tensor::ReadBack(skipping.step.update_by_device(1, {loss})).wait());
    QVERIFY(result.skipped);
    QVERIFY(support::same(skipping.state(), before));
    QVERIFY(!good(skipping).skipped);  // not counted: the next step is the other's second
    good(other);
    QVERIFY(support::same(skipping.state(), other.state()));
  }

  void batches_are_page_locked_where_a_device_takes_them() {
    const auto run = make_run({"training.mixed_precision=bf16", "data.dataloader_num_workers=0"});
    const auto settings = run::read_run_file(run.run_file()).settings;
    const auto model = support::load_tiny_model(path("model"));
    const precompute::LatentCache cache(settings.cache);
    const auto manifest = dataset::read_dataset_manifest(run.dataset());
    training::BatchLoader for_device(settings, manifest, cache, *model, 0, {}, pretend_gpu::device());
    training::BatchLoader for_cpu(settings, manifest, cache, *model, 0);
    for (int i = 0; i < 5; ++i) {
      const auto locked = for_device.next(), plain = for_cpu.next();
      for (const auto& [a, b] : {std::pair(locked.batch.latents, plain.batch.latents),
                                 std::pair(locked.draw.noise, plain.draw.noise),
                                 std::pair(locked.draw.timesteps, plain.draw.timesteps),
                                 std::pair(locked.batch.text.embeds, plain.batch.text.embeds)}) {
        QVERIFY(a.is_pinned() && !b.is_pinned());
        QVERIFY(torch::equal(a, b.to(a.scalar_type())));
      }
      QVERIFY(locked.batch.text.embeds.scalar_type() == torch::kBFloat16);
      // From there it is copied to the device unchanged.
      const auto before = pretend_gpu::counters();
      tensor::upload(locked.batch.latents, pretend_gpu::device());
      QCOMPARE(pretend_gpu::counters().page_locked_bytes, before.page_locked_bytes);
      QCOMPARE(pretend_gpu::counters().waits, before.waits);
    }
  }

  void only_what_needs_no_host_is_decided_by_the_device() {
    const auto decides = [](const training::OptimizerStepConfig& config) {
      return Trained(config).step.is_decided_by_device();
    };
    QVERIFY(decides({}));
    QVERIFY(!decides({.scale_loss = true}));
    QVERIFY(!decides({.ema_decay = 0.5}));
    QVERIFY(!decides({.clipping = training::Clipping::micro_batch}));
    training::OptimizerStepConfig muon;
    muon.optimizer.rule = optim::Rule::muon;
    QVERIFY(!decides(muon));
  }

  /// The host waits for a step only after queueing the next one, and the log is the same.
  void figures_are_those_of_a_host_that_waits() {
    const Settings settings = {"training.train_steps=9", "training.gradient_accumulation_steps=2",
                               "checkpoints.checkpointing_steps=4"};
    TestContext late, at_once;
    const auto run = make_run(settings), waiting = make_run(by_host(settings));
    std::map<int64_t, int64_t> launches;
    late.on_step = [&](int64_t step) { launches[step] = pretend_gpu::counters().launches; };
    support::train(run, late);
    support::train(waiting, at_once);
    const auto told = figures(run);
    QCOMPARE(told.size(), size_t{9});
    QVERIFY(told == figures(waiting));
    QVERIFY(order(run) == order(waiting));
    // The fourth is reported before its checkpoint, the third after all of the fourth except what was read of
    // it.
    QVERIFY(launches[4] - launches[3] < 20 && launches[3] - launches[2] > 100);
  }

  void a_run_that_is_interrupted_loses_no_figures_data() {
    QTest::addColumn<int>("verb");
    QTest::newRow("pause") << static_cast<int>(engine_api::Verb::pause);
    QTest::newRow("stop") << static_cast<int>(engine_api::Verb::stop_and_save);
    QTest::newRow("checkpoint, then an abort") << static_cast<int>(engine_api::Verb::checkpoint_now);
  }
  void a_run_that_is_interrupted_loses_no_figures() {
    QFETCH(int, verb);
    const Settings settings = {"training.train_steps=9", "checkpoints.checkpointing_steps=100"};
    TestContext whole, first, second;
    const auto unbroken = make_run(settings), run = make_run(settings);
    support::train(unbroken, whole);
    first.on_step = [&](int64_t step) {
      if (step == 3) first.requests.push_back({static_cast<engine_api::Verb>(verb)});
      if (step == 6) first.stop_source.request_stop();
    };
    try {
      support::train(run, first);
    } catch (const Cancelled&) {
    }
    // A step in progress when the order came is part of it.
    const std::vector<int64_t> saved = run::checkpoint_steps(run);
    QCOMPARE(saved, std::vector<int64_t>{4});
    const bool aborted = static_cast<engine_api::Verb>(verb) == engine_api::Verb::checkpoint_now;
    QCOMPARE(figures(run).size(), size_t{aborted ? 7u : 4u});
    QVERIFY(training::read_state(run.checkpoint(4)).step == 4);
    support::train(run, second);
    QVERIFY(figures(run) == figures(unbroken));
    QVERIFY(support::same(support::tensors_of(run.checkpoint(9) / training::lora_file_name),
                          support::tensors_of(unbroken.checkpoint(9) / training::lora_file_name)));
  }

  /// If memory runs out within a step, the step before it is reported and, unless its own update was
  /// interrupted, saved.
  void a_run_that_fails_tells_and_saves_its_last_step() {
    const Settings settings = {"training.train_steps=9", "checkpoints.checkpointing_steps=100"};
    const auto unbroken = make_run(settings);
    TestContext whole;
    int64_t allocations = 0;
    whole.on_step = [&](int64_t step) {
      const int64_t now = pretend_gpu::counters().allocations;
      if (step == 2 || step == 3) allocations = now - allocations;
    };
    support::train(unbroken, whole);
    const auto wanted = figures(unbroken);
    QVERIFY(allocations > 100);
    int saved = 0;
    for (int64_t n = 1; n <= allocations; n += allocations / 12) {
      const auto run = make_run(settings);
      TestContext context, resumed;
      context.on_step = [&](int64_t step) {
        if (step == 2) pretend_gpu::fail_allocation(n);
      };
      QVERIFY(!support::error_code([&] { support::train(run, context); }).empty());
      pretend_gpu::fail_allocation(0);
      const auto told = figures(run);
      QCOMPARE(told.size(), size_t{3});
      QVERIFY(std::equal(told.begin(), told.end(), wanted.begin()));
      if (run::checkpoint_steps(run).empty()) continue;
      ++saved;
      QCOMPARE(run::checkpoint_steps(run), std::vector<int64_t>{3});
      support::train(run, resumed);
      QVERIFY(figures(run) == wanted);
    }
    QVERIFY2(saved > 8, qPrintable(QString::number(saved)));
  }

  void skipped_steps_are_told_and_end_a_run_as_by_the_host_data() {
    QTest::addColumn<int>("bad_samples");
    QTest::addColumn<int>("steps");
    QTest::newRow("one of seven samples") << 1 << 14;
    QTest::newRow("all") << 7 << 3;
  }
  void skipped_steps_are_told_and_end_a_run_as_by_the_host() {
    QFETCH(int, bad_samples);
    QFETCH(int, steps);
    const Settings settings = {"training.max_skipped_steps=3", "training.train_steps=14",
                               "checkpoints.checkpointing_steps=100"};
    const precompute::LatentCache cache(path("cache"));
    const Tensor nan = torch::full({4, 2, 4, 6}, std::numeric_limits<float>::quiet_NaN());
    cache.write(precompute::CacheKind::latents, "nan", {{"mean", nan}, {"logvar", nan}});
    std::vector<run::RunPaths> runs;
    for (const Settings& each : {settings, by_host(settings)}) {
      const auto run = runs.emplace_back(make_run(each));
      auto manifest = dataset::read_dataset_manifest(run.dataset());
      for (int i = 0; i < bad_samples; ++i) {
        manifest[static_cast<size_t>(i)].keys.latents = "nan";
        manifest[static_cast<size_t>(i)].bucket = manifest[1].bucket;
      }
      dataset::write_dataset_manifest(run.dataset(), manifest, Existing::replace);
      TestContext context;
      QCOMPARE(support::error_code([&] { support::train(run, context); }),
               std::string(steps < 14 ? "training.diverged" : ""));
      QVERIFY(context.log.find("was skipped") != std::string::npos);
      QCOMPARE(context.metrics["skipped_steps"].at(steps), steps < 14 ? 3.0 : 2.0);
    }
    QCOMPARE(figures(runs[0]).size(), static_cast<size_t>(steps));
    QVERIFY(figures(runs[0]) == figures(runs[1]));
    QVERIFY(order(runs[0]) == order(runs[1]));
    for (const auto& run : runs) QCOMPARE(run::checkpoint_steps(run).back(), steps);
    const auto weights = [&](size_t i) {
      return support::tensors_of(runs[i].checkpoint(steps) / training::lora_file_name);
    };
    QVERIFY(support::same(weights(0), weights(1)));
  }
};

QTEST_GUILESS_MAIN(TestDeviceSteps)
#include "test_device_steps.moc"
