// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "support/tiny_run.h"
#include "support/training_context.h"
#include "tensor/libtorch.h"
#include "training/trainer.h"

using namespace fw::training;
using fw::support::same;
using fw::support::tensors_of;
using fw::support::TestContext;
using fw::support::train;
namespace api = fw::engine_api;
namespace run = fw::run;
namespace fs = std::filesystem;

/// Runs of every optimizer and way of training, paused and resumed.
class TestResumedRuns : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }
  run::RunPaths make_run(const std::vector<std::string>& settings = {}) const {
    return fw::support::make_tiny_run(path("t2v"), settings);
  }

 private Q_SLOTS:
  void initTestCase() {
    fw::support::make_tiny_model(path("t2v") / "model");
    fw::support::make_tiny_dataset(path("t2v"), 7);
    // Several captions, other weights, draws that do not add up to whole numbers.
    auto samples = fw::dataset::read_dataset_manifest(path("t2v") / "dataset.jsonl");
    for (size_t i = 0; i < samples.size(); ++i) {
      samples[i].more_captions = {"clip " + std::to_string((i + 1) % 7),
                                  "clip " + std::to_string((i + 2) % 7)};
      for (size_t other : {(i + 1) % 7, (i + 2) % 7})
        samples[i].keys.more_texts.push_back("k" + std::to_string(other));
      samples[i].loss_weight = i % 2 == 0 ? 1 : 0.25;
      samples[i].draws = i < 3 ? 1.7 : 0.6;
      if (i == 4) samples[i].caption_dropout = 0.9;
    }
    fw::dataset::write_dataset_manifest(path("t2v") / "weighted.jsonl", samples, fw::Existing::replace);
  }

  void a_resumed_run_equals_an_unbroken_one_data() {
    QTest::addColumn<QStringList>("settings_of_row");
    const auto row = [](const char* name, const char* kind, const QStringList& more) {
      QTest::newRow(name) << (QStringList{QString("training.training_type=") + kind} + more);
    };
    row("lora", "lora", {});
    row("lora, 8 bits", "lora", {"optimizer.optimizer=adamw_8bit"});
    row("lora, offloaded", "lora", {"optimizer.offload=true"});
    row("lora, several captions and weights", "lora", {"data.dataset=weighted.jsonl"});
    row("sft", "sft", {"training.gradient_checkpointing=false"});
    row("sft, Adam in 8 bits, bf16", "sft",
        {"optimizer.optimizer=adam_8bit", "training.mixed_precision=bf16"});
    row("sft, offloaded with gradients", "sft",
        {"optimizer.offload=true", "optimizer.offload_gradients=true",
         "training.gradient_accumulation_steps=2", "training.mixed_precision=bf16"});
    row("sft, no masters", "sft", {"training.mixed_precision=bf16", "sft.trained_type=bf16"});
    row("sft, no masters, 8 bits", "sft",
        {"training.mixed_precision=bf16", "sft.trained_type=bf16", "optimizer.optimizer=adamw_8bit"});
    for (const run::OptimizerFacts& facts : run::optimizers) {
      const QString name = QString::fromUtf8(facts.name.data(), static_cast<int>(facts.name.size()));
      const QString choice = "optimizer.optimizer=" + name;
      row(qPrintable("lora, " + name), "lora",
          {choice, facts.finds_rate ? "optimizer.lr=1" : "optimizer.lr=1e-3"});
      row(qPrintable("sft, " + name), "sft",
          {choice, "training.mixed_precision=bf16", "sft.trained_type=bf16", "optimizer.galore_rank=2"});
    }
    row("lora, sizes of its own, two rates", "lora",
        {"lora.rank_pattern=['to_k=2', '.*blocks.1.*to_q=5']", "lora.alpha_pattern=['to_v=3.5']",
         "lora.exclude_modules=['0.attn1.to_v']", "lora.use_rslora=true", "lora.loraplus_lr_ratio=16",
         "training.loss_type=huber", "model.cogvideox.min_snr_gamma=5"});
  }
  void a_resumed_run_equals_an_unbroken_one() {
    QFETCH(QStringList, settings_of_row);
    std::vector<std::string> settings = {"ema.ema_decay=0.9", "lr_scheduler.lr_scheduler=cosine",
                                         "lr_scheduler.lr_warmup_steps=2"};
    for (const QString& setting : settings_of_row) settings.push_back(setting.toStdString());
    const auto unbroken = make_run(settings), broken = make_run(settings);
    TestContext whole;
    train(unbroken, whole);
    std::map<int64_t, double> losses;
    for (const int64_t stop_at : {1, 3, 5, 99}) {
      TestContext part;
      part.on_step = [&](int64_t step) {
        if (step == stop_at) part.requests.push_back({api::Verb::pause});
      };
      const auto outcome = train(broken, part);
      QCOMPARE(outcome.state, stop_at == 99 ? api::JobState::finished : api::JobState::paused);
      for (const auto& [step, loss] : part.metrics["loss"]) losses[step] = loss;
      QVERIFY(part.metrics["loss"].size() <= 2);
    }
    QCOMPARE(losses.size(), size_t(6));
    QVERIFY(losses == whole.metrics["loss"]);
    const auto last = [](const run::RunPaths& run) { return run.checkpoint(6); };
    const std::string weights_file =
        fs::exists(last(unbroken) / lora_file_name) ? lora_file_name : trained_file_name;
    for (const std::string& file : {weights_file, std::string("optimizer.safetensors"),
                                    std::string("ema.safetensors"), std::string("rng.safetensors")}) {
      if (!fs::exists(last(unbroken) / file)) {
        QVERIFY(
            settings_of_row.contains("optimizer.optimizer=adamw_schedule_free"));  // averages without an EMA
        continue;
      }
      QVERIFY2(same(tensors_of(last(unbroken) / file), tensors_of(last(broken) / file)), file.c_str());
    }
    const auto is_coded = [](const auto& entry) { return entry.second.scalar_type() == torch::kUInt8; };
    const auto state = tensors_of(last(broken) / "optimizer.safetensors");
    QCOMPARE(std::any_of(state.begin(), state.end(), is_coded),
             settings_of_row.join(' ').contains("sft") &&
                 settings_of_row.join(' ').contains(QRegularExpression("_[48]bit")));
    std::vector<int64_t> steps;  // no step twice, none missing
    run::read_run_events(broken, 0, [&](const run::RunEvent& event) {
      if (event.event == "metrics") steps.push_back(event.step);
    });
    QCOMPARE(steps, (std::vector<int64_t>{1, 2, 3, 4, 5, 6}));
  }
};

QTEST_GUILESS_MAIN(TestResumedRuns)
#include "test_resumed_runs.moc"
