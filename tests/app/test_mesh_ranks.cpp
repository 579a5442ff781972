// SPDX-License-Identifier: Apache-2.0

#include <QtTest>
#include <cmath>
#include <map>
#include <sstream>

#include "rank_runs.h"
#include "tensor/checkpoint.h"
#include "tensor/libtorch.h"

namespace run = fw::run;
namespace fs = std::filesystem;
using namespace fw::support;

namespace {

using Figures = std::map<std::string, double>;  ///< "2 held_out_loss"

Figures figures_of(const std::string& losses) {
  Figures figures;
  std::istringstream lines(losses);
  for (std::string line; std::getline(lines, line);)
    if (const size_t end = line.rfind(' '); line.front() != '[')
      figures[line.substr(0, end)] = std::stod(line.substr(end));
  return figures;
}

std::map<std::string, torch::Tensor> lora_of(const run::RunPaths& run) {
  const auto stored = fw::tensor::Checkpoint::open(run.result() / run::lora_file_name);
  std::map<std::string, torch::Tensor> tensors;
  for (const std::string& name : stored.names())
    tensors[name] = stored.load(name, torch::kFloat32, torch::kCPU);
  return tensors;
}

}  // namespace

/// Runs whose processes share the tokens of each sample give the result of one process.
class TestMeshRanks : public RankRuns {
  Q_OBJECT

  std::map<std::string, torch::Tensor> wanted_lora_;

  void compare(const run::RunPaths& run) const {
    const Figures got = figures_of(losses(run)), wanted = figures_of(wanted_losses_);
    QCOMPARE(got.size(), wanted.size());
    double worst = 0;
    for (const auto& [name, value] : wanted) {
      QVERIFY2(got.contains(name), name.c_str());
      worst = std::max(worst, std::abs(got.at(name) - value) / std::abs(value));
    }
    double off = 0;  // by element, relative to the largest of its matrix
    const auto lora = lora_of(run);
    QCOMPARE(lora.size(), wanted_lora_.size());
    for (const auto& [name, weight] : wanted_lora_) {
      const double largest = weight.abs().max().item<double>();
      QVERIFY2(largest > 0, name.c_str());  // second matrices start as zeros
      off = std::max(off, (lora.at(name) - weight).abs().max().item<double>() / largest);
    }
    const std::string text =
        "figures " + std::to_string(worst * 1e6) + "e-6, weights " + std::to_string(off * 1e6) + "e-6";
    qInfo("%s", text.c_str());
    QVERIFY2(worst < 1e-6 && off < 1e-6, text.c_str());
  }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("MKL_CBWR", "COMPATIBLE");  // else MKL rounds by how rows are aligned
    // Makes updates proportional to gradients. Adam normally divides each by its own magnitude, which
    // amplifies the last digits of near-zero gradients.
    settings_ = {"optimizer.epsilon=1", "optimizer.lr=10"};
    make_wanted();
    wanted_lora_ = lora_of(wanted_run_);
  }

  void a_run_learns_the_same_on_any_mesh_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<QStringList>("settings");
    QTest::newRow("2, Ulysses") << 2 << QStringList{"distributed.ulysses=2"};
    QTest::newRow("2, a ring, stage 2") << 2 << QStringList{"distributed.ring=2", "distributed.zero_stage=2"};
    QTest::newRow("2 x 2") << 4 << QStringList{"distributed.ulysses=2"};
    QTest::newRow("2 x 2, stage 3") << 4 << QStringList{"distributed.ulysses=2", "distributed.zero_stage=3"};
    QTest::newRow("ring x Ulysses, checkpointed")
        << 4
        << QStringList{"distributed.ulysses=2", "distributed.ring=2", "training.gradient_checkpointing=true"};
  }
  void a_run_learns_the_same_on_any_mesh() {
    QFETCH(int, ranks);
    QFETCH(QStringList, settings);
    std::vector<std::string> given;
    for (const QString& each : settings) given.push_back(each.toStdString());
    const run::RunPaths run = make_run(given);
    const auto process = start(launching(ranks, run));
    QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    compare(run);
  }

  void a_run_goes_on_on_another_mesh_data() {
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("then");
    QTest::newRow("2 x 2, one process") << 4 << 1;
    QTest::newRow("one process, 2") << 1 << 2;
  }
  void a_run_goes_on_on_another_mesh() {
    QFETCH(int, first);
    QFETCH(int, then);
    const run::RunPaths run = make_run({"distributed.ulysses=2", "training.train_steps=2"});
    for (const auto& [ranks, more] :
         {std::pair(first, QStringList()), {then, QStringList{"--extend", "2"}}}) {
      const auto process = start((ranks == 1 ? resuming(run) : launching(ranks, run)) + more);
      QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    }
    compare(run);
  }

  void one_micro_batch_is_clipped_as_an_update() {
    const run::RunPaths run = make_tiny_run(
        path(""), {"training.train_steps=1", "optimizer.clipping=micro_batch", "distributed.ulysses=2"});
    const auto process = start(launching(2, run));
    QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
  }

  void torchrun_starts_it_too() {
    const run::RunPaths run = make_run({"distributed.ring=2"});
    for (const auto& rank : start_ranks(2, run)) QVERIFY2(end_of(*rank) == 0, rank->readAllStandardError());
    compare(run);
  }

  void a_mesh_that_does_not_fit_is_refused_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("setting");
    QTest::newRow("groups") << 3 << "launch.bad_mesh"
                            << "optimizer.clipping=update";
    QTest::newRow("micro-batches") << 10 << "training.uneven_ranks"
                                   << "optimizer.clipping=update";
    QTest::newRow("clipping") << 2 << "training.ranks_clip_updates"
                              << "optimizer.clipping=micro_batch";
  }
  void a_mesh_that_does_not_fit_is_refused() {
    QFETCH(int, ranks);
    QFETCH(QString, code);
    QFETCH(QString, setting);
    const run::RunPaths run = make_run({"distributed.ulysses=2", setting.toStdString()});
    const auto process = start(launching(ranks, run));
    QCOMPARE(end_of(*process), 2);
    QCOMPARE(fault_in(*process)["code"].toString(), code);
  }
};

QTEST_GUILESS_MAIN(TestMeshRanks)
#include "test_mesh_ranks.moc"
