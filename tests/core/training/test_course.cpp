// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <map>

#include "support/tiny_run.h"
#include "support/training_context.h"

using namespace fw;
using support::TestContext;
namespace fs = std::filesystem;

/// Decisions in the course of a run by held-out loss and epochs: early stops, best checkpoints, intervals.
class TestCourse : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path path() const { return m_folder.path().toStdString(); }
  run::RunPaths make_run(std::vector<std::string> settings) const {
    settings.emplace_back("training.train_steps=12");
    return support::make_tiny_run(path(), settings);
  }
  /// Trains to the end, paused and resumed after `pause` steps. 0: not paused
  static void train(const run::RunPaths& run, int64_t pause) {
    TestContext context;
    context.on_step = [&](int64_t step) {
      if (step == pause) context.requests.push_back({engine_api::Verb::pause});
    };
    QCOMPARE(support::train(run, context).state,
             pause > 0 ? engine_api::JobState::paused : engine_api::JobState::finished);
    if (pause > 0) train(run, 0);
  }
  static std::map<int64_t, double> held_out_losses(const run::RunPaths& run) {
    std::map<int64_t, double> losses;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (event.event == "held_out") losses[event.step] = event.figure("held_out_loss").value();
    });
    return losses;
  }
  static std::vector<int64_t> best_steps(const run::RunPaths& run) {
    std::vector<int64_t> steps;
    for (const int64_t step : run::checkpoint_steps(run))
      if (fs::exists(run.checkpoint(step) / "best")) steps.push_back(step);
    return steps;
  }
  static void add_pauses() {
    QTest::addColumn<int64_t>("pause");
    QTest::newRow("unbroken") << int64_t{0};
    QTest::newRow("resumed") << int64_t{5};
  }

 private Q_SLOTS:
  void initTestCase() {
    support::make_tiny_model(path() / "model");
    support::make_tiny_dataset(path(), 7);
  }

  void a_run_stops_when_its_loss_falls_no_more_data() { add_pauses(); }
  void a_run_stops_when_its_loss_falls_no_more() {
    QFETCH(int64_t, pause);
    // A rate too small to change a weight: the loss stays that of the first measurement.
    const run::RunPaths run = make_run({"optimizer.lr=1e-30", "validation.held_out_samples=2",
                                        "validation.held_out_steps=2", "validation.early_stop_patience=3"});
    train(run, pause);
    const std::vector<int64_t> steps = run::checkpoint_steps(run);
    QCOMPARE(steps.back(), 8);  // the first measurement is of step 2
    QVERIFY(fs::exists(run.result() / "pytorch_lora_weights.safetensors"));
    TestContext again;
    QCOMPARE(support::train(run, again).state, engine_api::JobState::finished);
    QCOMPARE(run::checkpoint_steps(run), steps);
  }

  void the_best_checkpoint_is_kept_data() { add_pauses(); }
  void the_best_checkpoint_is_kept() {
    QFETCH(int64_t, pause);
    const run::RunPaths run =
        make_run({"optimizer.lr=0.3", "validation.held_out_samples=2", "validation.held_out_steps=1",
                  "checkpoints.keep_best=true", "checkpoints.checkpointing_steps=4",
                  "checkpoints.checkpointing_limit=1"});
    train(run, pause);
    const std::map<int64_t, double> losses = held_out_losses(run);
    QCOMPARE(losses.size(), size_t{12});
    const int64_t best =
        std::ranges::min_element(losses, {}, [](const auto& each) { return each.second; })->first;
    QVERIFY2(best < 12, "the best checkpoint is also the newest: nothing is tested");
    QCOMPARE(best_steps(run), std::vector<int64_t>{best});
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{best, 12}));
  }

  void epochs_are_counted_in_updates_data() {
    QTest::addColumn<int64_t>("epochs");
    QTest::addColumn<std::vector<int64_t>>("steps");
    // Four micro-batches in an epoch, three in an update.
    QTest::newRow("one") << int64_t{1} << std::vector<int64_t>{2, 4, 6, 8, 10, 12};
    QTest::newRow("two") << int64_t{2} << std::vector<int64_t>{3, 6, 9, 12};
    QTest::newRow("steps") << int64_t{0} << std::vector<int64_t>{7, 12};
  }
  void epochs_are_counted_in_updates() {
    QFETCH(int64_t, epochs);
    QFETCH(std::vector<int64_t>, steps);
    const run::RunPaths run = make_run(
        {"checkpoints.checkpointing_epochs=" + std::to_string(epochs), "checkpoints.checkpointing_steps=7",
         "checkpoints.checkpointing_limit=0", "training.gradient_accumulation_steps=3"});
    train(run, 0);
    QCOMPARE(run::checkpoint_steps(run), steps);
  }
};

QTEST_GUILESS_MAIN(TestCourse)
#include "test_course.moc"
