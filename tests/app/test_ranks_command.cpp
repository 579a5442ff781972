// SPDX-License-Identifier: Apache-2.0
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <QtTest>
#include <csignal>
#include <filesystem>

#include "rank_runs.h"

namespace run = fw::run;
namespace fs = std::filesystem;
using namespace fw::support;

/// Runs that several processes train together, started as users do.
class TestRanksCommand : public RankRuns {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { make_wanted(); }

  void any_number_of_ranks_learns_the_same_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("stage");
    for (const int ranks : {2, 3, 4}) QTest::addRow("%d", ranks) << ranks << 0;
    for (const int stage : {2, 3}) QTest::addRow("2, stage %d", stage) << 2 << stage;
  }
  void any_number_of_ranks_learns_the_same() {
    QFETCH(int, ranks);
    QFETCH(int, stage);
    const run::RunPaths run = make_run({"distributed.zero_stage=" + std::to_string(stage)});
    const auto process = start(launching(ranks, run));
    QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    compare_with_one_process(run);
  }

  /// In bf16 with averages: full models, with each kind and place of optimizer state, and a LoRA over codes
  /// that are sharded over the ranks.
  void what_ranks_share_learns_the_same_data() {
    QTest::addColumn<QStringList>("more");
    QTest::newRow("on the host") << QStringList{"optimizer.offload=true", "distributed.zero_stage=2"};
    QTest::newRow("8 bits without masters")
        << QStringList{"sft.trained_type=bf16", "optimizer.optimizer=adamw_8bit", "distributed.zero_stage=3"};
    QTest::newRow("Muon, streamed") << QStringList{"optimizer.optimizer=muon", "optimizer.offload=true",
                                                   "memory.streamed_blocks=1", "distributed.zero_stage=3"};
    QTest::newRow("LoRA, quantised") << QStringList{"training.training_type=lora", "memory.quantization=int8",
                                                    "distributed.zero_stage=3"};
  }
  void what_ranks_share_learns_the_same() {
    QFETCH(QStringList, more);
    std::vector<std::string> settings{"training.training_type=sft", "training.mixed_precision=bf16",
                                      "ema.ema_decay=0.9"};
    for (const QString& each : more) settings.push_back(each.toStdString());
    const run::RunPaths alone = make_run(settings);
    QCOMPARE(end_of(*start(resuming(alone))), 0);
    // The second half with another number of ranks.
    settings.push_back("training.train_steps=2");
    const run::RunPaths shared = make_run(settings);
    const auto train = [&](int ranks, const QStringList& arguments) {
      const auto process = start(launching(ranks, shared) + arguments);
      QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    };
    train(3, {});
    train(2, {"--extend", "2"});
    QCOMPARE(losses(shared), losses(alone));
    QVERIFY(weights(shared) == weights(alone));
  }

  void commands_come_by_standard_input() {
    const run::RunPaths run = make_run({"training.train_steps=100000"});
    const auto process = start(resuming(run) + QStringList{"--commands"});
    QByteArray told;
    const auto tells = [&](const char* event) {
      while (!told.contains(event) && process->waitForReadyRead(patience_ms))
        told += process->readAllStandardOutput();
      return told.contains(event);
    };
    QVERIFY(tells("\"event\":\"metrics\""));
    process->write("no command\n{\"verb\":\"submit\"}\n{\"verb\":\"checkpoint_now\"}\n");
    QVERIFY(tells("\"event\":\"checkpoint\""));
    process->write("{\"verb\":\"stop_and_save\"}\n");
    QCOMPARE(end_of(*process), 0);
    QVERIFY(fs::exists(run.result()));
    const QByteArray refused = process->readAllStandardError();
    QVERIFY2(refused.contains("no command: ") && refused.contains("submit"), refused);
  }

  void ranks_that_cannot_share_an_update_are_refused() {
    const run::RunPaths run = make_run();
    const auto process = start(launching(5, run));
    QCOMPARE(end_of(*process), 2);
    QCOMPARE(fault_in(*process)["code"].toString(), QStringLiteral("training.uneven_ranks"));
  }

  void a_mistake_ends_all_ranks_at_once_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no such run file") << QStringList{"none.toml"};
    QTest::newRow("no such run") << QStringList{"--resume", "none"};
    QTest::newRow("no such setting") << QStringList{"run.toml", "--set", "training.none=1"};
  }
  void a_mistake_ends_all_ranks_at_once() {
    QFETCH(QStringList, arguments);
    fw::write_file_atomically(path("run.toml"), tiny_run_text(), fw::Existing::replace);
    QElapsedTimer timer;
    timer.start();
    const auto process = start(QStringList{"launch", "--nproc", "3", "--", "train"} + arguments, {},
                               QString::fromStdString(path("").string()));
    QCOMPARE(end_of(*process), 2);
    // Only rank 0 reads it; if the others missed its fault, the launcher would end them after 5 s.
    QVERIFY2(timer.elapsed() < 4000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(process->readAllStandardError().count("error:"), 1);
  }

  /// It creates the run, which the others would wait for.
  void what_rank_0_cannot_make_ends_the_others() {
    fw::write_file_atomically(path("run.toml"), tiny_run_text(), fw::Existing::replace);
    fw::write_file_atomically(path("taken"), "", fw::Existing::replace);
    QElapsedTimer timer;
    timer.start();
    const int port = free_port();
    std::vector<std::unique_ptr<QProcess>> ranks;
    for (int rank = 0; rank < 2; ++rank)
      ranks.push_back(start({"--json", "train", "run.toml", "--set", "run.output_dir=taken/runs"},
                            torchrun(rank, 2, port), QString::fromStdString(path("").string())));
    for (const auto& process : ranks) QVERIFY(end_of(*process) > 0);
    QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(!fault_in(*ranks[0])["code"].toString().startsWith("distributed."));
  }

  void a_signal_pauses_all_at_one_step() {
    const run::RunPaths run = make_run({"training.train_steps=1000000"});
    const auto process = start(launching(3, run));
    QTRY_VERIFY_WITH_TIMEOUT(run::checkpoint_steps(run).size() > 0, patience_ms);
    send(*process, SIGINT);
    QCOMPARE(end_of(*process), 130);
    std::string state;
    int64_t step = 0;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (event.event == "metrics") step = event.step;
      if (event.event == "ended") state = event.json.at("state").get<std::string>();
    });
    QCOMPARE(state, std::string("paused"));
    QCOMPARE(run::checkpoint_steps(run).back(), step);
  }

  void torchrun_with_its_own_store_and_slurm_start_it_too_data() {
    QTest::addColumn<bool>("slurm");
    QTest::newRow("torchrun") << false;
    QTest::newRow("Slurm") << true;
  }
  void torchrun_with_its_own_store_and_slurm_start_it_too() {
    QFETCH(bool, slurm);
    const run::RunPaths run = make_run();
    c10::intrusive_ptr<c10d::TCPStore> store;
    if (!slurm) {
      c10d::TCPStoreOptions options;
      options.port = 0;
      options.isServer = true;
      options.waitWorkers = false;
      store = c10::make_intrusive<c10d::TCPStore>("localhost", options);
    }
    std::vector<std::unique_ptr<QProcess>> ranks;
    const QString job = QString::number(free_port() % 10'000);
    for (int rank = 0; rank < 2; ++rank) {
      Variables variables;
      if (slurm) {
        variables = {{"SLURM_PROCID", QString::number(rank)},
                     {"SLURM_LOCALID", QString::number(rank)},
                     {"SLURM_NTASKS", "2"},
                     {"SLURM_NODELIST", "localhost"},
                     {"SLURM_JOB_ID", job},
                     {"SLURM_JOB_NAME", "train"}};
      } else {
        variables = torchrun(rank, 2, store->getPort());
        variables["TORCHELASTIC_USE_AGENT_STORE"] = "True";
        variables["TORCHELASTIC_RUN_ID"] = "none";
        variables["TORCHELASTIC_RESTART_COUNT"] = "0";
      }
      ranks.push_back(start(resuming(run), variables));
    }
    for (const auto& rank : ranks) QVERIFY2(end_of(*rank) == 0, rank->readAllStandardError());
    QVERIFY(ranks[1]->readAllStandardOutput().isEmpty());
    compare_with_one_process(run);
  }
};

QTEST_GUILESS_MAIN(TestRanksCommand)
#include "test_ranks_command.moc"
