// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "engine/train_job.h"
#include "planner/planner.h"
#include "run/run_file.h"
#include "run/run_folder.h"
#include "support/plan_accuracy.h"
#include "support/quiet_context.h"

using namespace fw;
namespace fs = std::filesystem;

/// The planned size of a checkpoint is that of the tensors that a run writes, to the byte.
class TestCheckpointSize : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void checkpoints_are_as_large_as_planned_data() {
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<QString>("more");
    for (const run::OptimizerFacts& facts : run::optimizers) {
      const QString name = QString::fromStdString(std::string(facts.name));
      QTest::newRow(qPrintable(name)) << name << "training.training_type=sft";
    }
    QTest::newRow("LoRA") << "muon"
                          << "training.training_type=lora";
    QTest::newRow("average") << "adamw"
                             << "ema.ema_decay=0.99";
    QTest::newRow("bf16") << "adamw_8bit"
                          << "training.training_type=sft;sft.trained_type=bf16";
  }
  void checkpoints_are_as_large_as_planned() {
    QFETCH(QString, optimizer);
    QFETCH(QString, more);
    std::vector<std::string> settings{"training.train_steps=1",
                                      "optimizer.optimizer=" + optimizer.toStdString()};
    for (const QString& each : more.split(';')) settings.push_back(each.toStdString());
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    const support::PlanCase small{"checkpoint", {2, 2, 32}, {9, 64, 96}, settings};
    support::make_plan_case(small, root);
    const run::RunFile file = run::read_run_file(root / "run.toml");
    const int64_t planned = planner::plan_run({file.settings, std::nullopt, ""}, {}).checkpoint_bytes;
    const run::RunPaths run = run::create_run(file);
    support::QuietContext context;
    engine::run_train({.run = run.folder}, context);
    int64_t written = 0;
    for (const auto& entry : fs::directory_iterator(run.checkpoint(1))) {
      if (entry.path().extension() != ".safetensors" || entry.path().stem() == "rng") continue;
      std::ifstream file_of_tensors(entry.path(), std::ios::binary);
      int64_t header = 0;
      file_of_tensors.read(reinterpret_cast<char*>(&header), sizeof(header));
      written += static_cast<int64_t>(fs::file_size(entry)) - header - 8;
    }
    QCOMPARE(planned, written);
  }
};

QTEST_GUILESS_MAIN(TestCheckpointSize)
#include "test_checkpoint_size.moc"
