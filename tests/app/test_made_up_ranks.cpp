// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QtTest>
#include <fstream>
#include <nlohmann/json.hpp>

#include "rank_runs.h"
#include "support/made_up_cuda/process.h"

namespace run = fw::run;
namespace fs = std::filesystem;
using namespace fw::support;
using nlohmann::json;

/// Processes that compute together, each on a simulated card (support/made_up_cuda).
class TestMadeUpRanks : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const std::string& name = "") const { return fs::path(folder_.path().toStdString()) / name; }
  QString report() const { return folder_.filePath("report.jsonl"); }

  Variables machine(const QString& first_libraries = {}) const {
    const QString libraries = FW_BUILD_FOLDER "/made-up-cuda";
    return {{"LD_PRELOAD", made_up_libraries()},
            {"LD_LIBRARY_PATH", first_libraries.isEmpty() ? libraries : first_libraries + ":" + libraries},
            {"MADE_UP_CARDS", "2"},
            {"MADE_UP_REPORT", report()}};
  }
  std::vector<json> reports() const {
    std::vector<json> all;
    std::ifstream file(report().toStdString());
    for (std::string line; std::getline(file, line);) all.push_back(json::parse(line));
    return all;
  }
  std::vector<std::unique_ptr<QProcess>> start_ranks(const QStringList& arguments, int victim = -1,
                                                     const Variables& of_victim = {}) const {
    QFile::remove(report());
    const int port = free_port();
    std::vector<std::unique_ptr<QProcess>> ranks;
    for (int rank = 0; rank < 2; ++rank) {
      Variables variables = torchrun(rank, 2, port);
      variables.merge(machine());
      if (rank == victim) variables.insert(of_victim.begin(), of_victim.end());
      ranks.push_back(start(arguments, variables));
    }
    return ranks;
  }
  QStringList clip(const QString& out) const {
    return {"generate",
            "--model",
            FW_SOURCE_FOLDER "/tests/reference/cases/models/cogvideox-2b",
            "--device",
            "cuda",
            "--prompt",
            "a",
            "--steps",
            "2",
            "--frames",
            "9",
            "--height",
            "48",
            "--width",
            "64",
            "--seed",
            "1",
            "--overwrite",
            "--out",
            folder_.filePath(out)};
  }
  run::RunPaths make_run(std::vector<std::string> settings) const {
    for (const char* const each : {"run.device=cuda", "training.train_steps=3",
                                   "training.gradient_accumulation_steps=2", "metrics.tensorboard=false"})
      settings.insert(settings.begin(), each);
    return make_tiny_run(path(), settings);
  }
  static QStringList training(const run::RunPaths& run) {
    return {"--json", "train", "--resume", QString::fromStdString(run.folder.string())};
  }

 private Q_SLOTS:
  void initTestCase() {
    make_tiny_model(path("model"));
    make_tiny_dataset(path(), 8);
  }

  void two_ranks_end_well_data() {
    QTest::addColumn<QStringList>("clip_mesh");
    QTest::addColumn<QString>("setting");
    QTest::newRow("a clip, by Ulysses") << QStringList{"--ulysses", "2"} << QString();
    QTest::newRow("a clip, by a ring") << QStringList{"--ring", "2"} << QString();
    QTest::newRow("a run, by Ulysses") << QStringList() << "distributed.ulysses=2";
    QTest::newRow("a run, by a ring") << QStringList() << "distributed.ring=2";
    QTest::newRow("a run, samples apart") << QStringList() << "distributed.ulysses=1";
    QTest::newRow("a run, its optimizer shared out") << QStringList() << "distributed.zero_stage=2";
  }
  void two_ranks_end_well() {
    QFETCH(QStringList, clip_mesh);
    QFETCH(QString, setting);
    const auto processes = start_ranks(clip_mesh.isEmpty() ? training(make_run({setting.toStdString()}))
                                                           : clip("clip.mp4") + clip_mesh);
    for (const auto& process : processes) {
      const int code = end_of(*process);
      const QByteArray said = process->readAllStandardError();
      QVERIFY2(code == 0, said + process->readAllStandardOutput());
      QVERIFY2(!said.contains("destroy_process_group"), said);
    }
    const std::vector<json> all = reports();
    QCOMPARE(all.size(), size_t{2});
    for (const json& each : all) {
      const json& calls = each["calls"];
      QVERIFY2(each["refused_launches"].empty(), each.dump().c_str());
      // Their groups have the same members.
      QVERIFY2(calls.value("communicator", 0) == 1 && calls.value("ncclCommDestroy", 0) == 1,
               calls.dump().c_str());
      int contexts = 0;
      for (const json& card : each["cards"]) contexts += card["context"].get<bool>();
      QCOMPARE(contexts, 1);
    }
  }

  void one_process_takes_several_cards_data() {
    QTest::addColumn<int>("cards");
    for (const int cards : {2, 3}) QTest::addRow("%d cards", cards) << cards;
  }
  void one_process_takes_several_cards() {
    QFETCH(int, cards);
    QFile::remove(report());
    Variables variables = machine();
    variables["MADE_UP_CARDS"] = QString::number(cards);
    const auto process = start(clip("balanced.mp4") + QStringList{"--device-map", "balanced"}, variables);
    QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    const json of_process = reports().at(0);
    QVERIFY2(of_process["refused_launches"].empty(), of_process.dump().c_str());
    for (const json& card : of_process["cards"]) QCOMPARE(card["context"].get<bool>(), true);
  }

  /// Before it has created its communicator: NCCL would make the others wait forever.
  void a_rank_that_dies_before_it_connects_is_named() {
    const auto processes = start_ranks(training(make_run({})), 1, {{"FW_KILL_AT", "ranks.connect:1"}});
    QCOMPARE(end_of(*processes[1]), -1);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(end_of(*processes[0]), 1);
    QVERIFY2(timer.elapsed() < 30'000, qPrintable(QString::number(timer.elapsed())));
    const QJsonObject fault = fault_in(*processes[0]);
    QCOMPARE(fault["code"].toString(), QStringLiteral("distributed.rank_lost"));
    QCOMPARE(fault["arguments"].toObject()["rank"].toString(), QStringLiteral("1"));
  }

  /// Between two collectives: rank 0's card waits for it.
  void a_rank_that_dies_in_a_step_is_named() {
    const run::RunPaths run = make_run({"distributed.ulysses=2", "training.train_steps=100000"});
    const auto processes = start_ranks(training(run), 1, {{"FW_KILL_AT", "ranks.call:90"}});
    QCOMPARE(end_of(*processes[1]), -1);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(end_of(*processes[0]), 1);
    QVERIFY2(timer.elapsed() < 30'000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(fault_in(*processes[0])["code"].toString(), QStringLiteral("distributed.rank_lost"));
    const std::vector<json> all = reports();
    QCOMPARE(all.size(), size_t{1});
    QVERIFY(all[0]["calls"].value("ncclCommAbort", 0) > 0);
    QCOMPARE(all[0]["calls"].value("wait for other processes in freeing memory", 0), 0);
  }

  /// Parts of a cuDNN for another CUDA version, found through a user's LD_LIBRARY_PATH.
  void cudnn_keeps_to_its_own_parts() {
    QFile::remove(report());
    const QString decoys = folder_.filePath("decoys"), part = "/libcudnn_graph.so.9";
    QDir().mkpath(decoys);
    QVERIFY(QFile::copy(FW_BUILD_FOLDER "/made-up-cuda" + part, decoys + part));
    Variables variables = machine(decoys);
    variables["MADE_UP_CAPABILITY"] = "9.0";  // cuDNN computes attention there
    const auto process = start(clip("alone.mp4"), variables);
    QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    const json calls = reports().at(0)["calls"];
    QVERIFY2(calls.contains(FW_BUILD_FOLDER "/made-up-cuda/libcudnn_graph.so.9"), calls.dump().c_str());
    QVERIFY2(!calls.contains((decoys + part).toStdString()), calls.dump().c_str());
  }
};

QTEST_GUILESS_MAIN(TestMadeUpRanks)
#include "test_made_up_ranks.moc"
