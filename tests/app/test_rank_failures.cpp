// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QRandomGenerator>
#include <QtTest>
#include <array>
#include <filesystem>
#include <fstream>

#include "launch/rank_group.h"
#include "rank_runs.h"

namespace run = fw::run;
namespace fs = std::filesystem;
using namespace fw::support;

/// Ranks that are killed, stopped or out of memory, and the other ranks' reports.
class TestRankFailures : public RankRuns {
  Q_OBJECT

  /// Checks the surviving ranks: rank 0 reports an event, the others report if rank 0 is gone.
  static void check_that_all_name(const std::vector<std::unique_ptr<QProcess>>& processes, int victim) {
    for (size_t rank = 0; rank < processes.size(); ++rank) {
      if (static_cast<int>(rank) == victim) continue;
      QProcess& process = *processes[rank];
      const int code = end_of(process);
      const QByteArray said = process.readAllStandardError();
      QVERIFY2(code == 1, qPrintable(QString("rank %1: ").arg(rank) + said));
      QVERIFY2(victim > 0 || said.contains("Rank 0 on "), said);
      QVERIFY2(!said.contains("frame #") && !said.contains("Exception raised"), said);  // no call stacks
      if (rank > 0) continue;
      const QJsonObject fault = fault_in(process);
      QCOMPARE(fault["code"].toString(), QStringLiteral("distributed.rank_lost"));
      QCOMPARE(fault["arguments"].toObject()["rank"].toString(), QString::number(victim));
      QVERIFY(!fault["arguments"].toObject()["host"].toString().isEmpty());
      QVERIFY(!fault["arguments"].toObject()["phase"].toString().isEmpty());
    }
  }

  static int64_t last_step(const run::RunPaths& run) {
    int64_t step = 0;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (event.event == "metrics") step = event.step;
    });
    return step;
  }
  /// The processes that train the run, without their launcher.
  static std::vector<int> ranks_of(const run::RunPaths& run) {
    std::vector<int> ranks;
    for (const auto& entry : fs::directory_iterator("/proc")) {
      std::ifstream file(entry.path() / "cmdline");
      std::string text;
      for (std::string each; std::getline(file, each, '\0');) text += each + ' ';
      const bool trains = text.find(run.folder.string()) != std::string::npos;
      if (trains && text.find(" launch ") == std::string::npos)
        ranks.push_back(std::stoi(entry.path().filename().string()));
    }
    return ranks;
  }

 private Q_SLOTS:
  void initTestCase() { make_wanted(); }

  void a_killed_rank_is_named_and_the_run_goes_on_elsewhere_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("victim");
    QTest::addColumn<QString>("point");
    QTest::addColumn<int>("later_ranks");
    QTest::addColumn<int>("stage");
    QTest::newRow("rank 1 between steps, then 3") << 2 << 1 << "ranks.call:60" << 3 << 0;
    QTest::newRow("rank 0 while it saves, then 1") << 2 << 0 << "checkpoint.files:2" << 1 << 0;
    QTest::newRow("rank 2 before it tells its held-out loss, then 3") << 4 << 2 << "ranks.call:38" << 3 << 0;
    QTest::newRow("rank 3 at its start, then 2") << 4 << 3 << "ranks.call:1" << 2 << 0;
    QTest::newRow("rank 2 when it has saved its share, then 2") << 3 << 2 << "checkpoint.files:2" << 2 << 2;
  }
  void a_killed_rank_is_named_and_the_run_goes_on_elsewhere() {
    QFETCH(int, ranks);
    QFETCH(int, victim);
    QFETCH(QString, point);
    QFETCH(int, later_ranks);
    QFETCH(int, stage);
    const run::RunPaths run = make_run({"distributed.zero_stage=" + std::to_string(stage)});
    const auto processes = start_ranks(ranks, run, victim, {{"FW_KILL_AT", point}});
    QCOMPARE(end_of(*processes[static_cast<size_t>(victim)]), -1);
    check_that_all_name(processes, victim);
    const auto process = start(launching(later_ranks, run));
    QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    compare_with_one_process(run);
  }

  /// Kills any rank at any point, with a different number of ranks each time: three kills, or FW_RANK_KILLS.
  /// For more, raise QTEST_FUNCTION_TIMEOUT (ms) above five minutes.
  void killed_again_and_again_a_run_learns_the_same() {
    QRandomGenerator random(1);
    int kills = qEnvironmentVariable("FW_RANK_KILLS", "3").toInt();
    const QStringList points{"ranks.call",       "checkpoint.begin",         "checkpoint.files",
                             "checkpoint.prune", "checkpoint.before_rename", "checkpoint.after_rename"};
    std::optional<run::RunPaths> run;
    QStringList history;
    int stage = 0, finished = 0;
    qint64 slowest_ms = 0;
    while (kills > 0 || run) {
      if (!run) {
        stage = std::array{0, 2, 3}[random.bounded(3)];
        run = make_run({"distributed.zero_stage=" + std::to_string(stage)});
        history = {QString("stage %1").arg(stage)};
      }
      const int ranks = 2 + random.bounded(3);
      const QString point = points[random.bounded(points.size())];
      const bool at_call = point == points.front();
      const bool by_all = at_call || (stage > 0 && point == "checkpoint.files");
      const int victim = by_all ? random.bounded(ranks) : 0;
      const int passing = 1 + random.bounded(at_call ? 80 : 2);
      const QString place = kills > 0 ? point + ":" + QString::number(passing) : QString();
      history.append(QString("%1 ranks, %2 at %3").arg(ranks).arg(victim).arg(place));
      const auto before = run::checkpoint_steps(*run);
      const auto processes = start_ranks(ranks, *run, victim, {{"FW_KILL_AT", place}});
      const int code = end_of(*processes[static_cast<size_t>(victim)]);
      if (code == 0) {  // it ended before it got there
        for (const auto& process : processes) QCOMPARE(end_of(*process), 0);
        QVERIFY2(losses(*run) == wanted_losses_,
                 qPrintable(history.join("; ") + "\n" + QString::fromStdString(losses(*run)) + "wanted\n" +
                            QString::fromStdString(wanted_losses_)));
        QVERIFY2(weights(*run) == wanted_weights_, qPrintable(history.join("; ")));
        run.reset();
        ++finished;
        continue;
      }
      QVERIFY2(code == -1, qPrintable(history.join("; ")));
      --kills;
      QElapsedTimer timer;
      timer.start();
      check_that_all_name(processes, victim);
      if (QTest::currentTestFailed()) return;
      slowest_ms = std::max(slowest_ms, timer.elapsed());
      const auto after = run::checkpoint_steps(*run);
      QVERIFY(before.empty() || (!after.empty() && after.back() >= before.back()));
    }
    qInfo("%d runs finished; the slowest end after a kill took %lld ms", finished,
          static_cast<long long>(slowest_ms));
  }

  void a_stopped_rank_is_named_by_the_timeout_data() {
    QTest::addColumn<int>("victim");
    QTest::newRow("rank 1") << 1;
    QTest::newRow("rank 0, which keeps the store") << 0;
  }
  void a_stopped_rank_is_named_by_the_timeout() {
    QFETCH(int, victim);
    const run::RunPaths run = make_run({"training.train_steps=1000000", "distributed.timeout_s=10"});
    const auto processes = start_ranks(2, run);
    QTRY_VERIFY_WITH_TIMEOUT(run::checkpoint_steps(run).size() > 0, patience_ms);
    send(*processes[static_cast<size_t>(victim)], SIGSTOP);
    QProcess& other = *processes[static_cast<size_t>(1 - victim)];
    const int code = end_of(other);
    send(*processes[static_cast<size_t>(victim)], SIGKILL);
    end_of(*processes[static_cast<size_t>(victim)]);
    QCOMPARE(code, 1);
    if (victim == 1) {
      const QJsonObject fault = fault_in(other);
      QCOMPARE(fault["code"].toString(), QStringLiteral("distributed.timeout"));
      QCOMPARE(fault["arguments"].toObject()["rank"].toString(), QStringLiteral("1"));
      QVERIFY(!fault["arguments"].toObject()["phase"].toString().isEmpty());
    } else {
      const QByteArray said = other.readAllStandardError();
      QVERIFY2(said.contains("Rank 0 on "), said);
    }
    const auto calls = QJsonDocument::fromJson(QByteArray::fromStdString(
        fw::read_file(run.folder / "ranks" / std::to_string(1 - victim) / "collectives.json")));
    QVERIFY(!calls["entries"].toArray().isEmpty());
    QVERIFY(calls["entries"].toArray().last()["profiling_name"].toString().startsWith("gloo:"));
  }

  void a_rank_without_memory_is_named() {
    const run::RunPaths run = make_run({"training.train_steps=1000000"});
    const auto processes =
        start_ranks(2, run, 1,
                    {{"LD_PRELOAD", FW_FAIL_ALLOCATION},
                     {"FW_FAIL_ALLOCATION", "20000"},
                     {"TORCHELASTIC_ERROR_FILE", QString::fromStdString(path("error.json").string())}});
    for (const auto& process : processes) QCOMPARE(end_of(*process), 1);
    const QJsonObject fault = fault_in(*processes[0]);
    QCOMPARE(fault["code"].toString(), QStringLiteral("distributed.rank_failed"));
    const QJsonObject arguments = fault["arguments"].toObject();
    QCOMPARE(arguments["rank"].toString(), QStringLiteral("1"));
    QVERIFY2(arguments["phase"].toString().startsWith("training"), qPrintable(arguments["phase"].toString()));
    QVERIFY(!arguments["host"].toString().isEmpty());
    QVERIFY2(arguments["reason"].toString().startsWith("Out of memory"),
             qPrintable(arguments["reason"].toString()));
    const QByteArray said = processes[1]->readAllStandardError();
    QVERIFY2(said.contains("Out of memory"), said);
    const auto told = QJsonDocument::fromJson(QByteArray::fromStdString(fw::read_file(path("error.json"))));
    QVERIFY(told["message"]["message"].toString().startsWith("Out of memory"));
    QVERIFY(told["message"]["extraInfo"]["timestamp"].toString().toLongLong() > 0);
    QVERIFY(!run::checkpoint_steps(run).empty());
  }

  /// Rank 0 saves the last step for longer than the launcher waits for a silent rank.
  void a_slow_checkpoint_is_not_cut_off() {
    const run::RunPaths run =
        make_run({"training.train_steps=1000000", "checkpoints.checkpointing_steps=1000000"});
    fw::launch::LaunchSpec spec{.program = program.toStdString(), .ranks = 2, .output = path("slow")};
    for (const QString& each : resuming(run)) spec.arguments.push_back(each.toStdString());
    for (const auto& [name, value] : {std::pair("OMP_NUM_THREADS", "1"),
                                      {"LD_PRELOAD", FW_SLOW_FSYNC},
                                      {"FW_SLOW_FSYNC", "/checkpoints/"},
                                      {"FW_SLOW_FSYNC_S", "9"}})
      spec.environment[name] = value;
    spec.patience = spec.grace = std::chrono::seconds(4);
    fw::launch::RankGroup group(spec);
    QTRY_VERIFY_WITH_TIMEOUT(last_step(run) > 1, patience_ms);
    ::kill(group.processes()[1], SIGKILL);
    const fw::launch::RankEnd end = group.wait();
    QCOMPARE(end.rank, int64_t(1));
    QCOMPARE(end.signal, SIGKILL);
    QVERIFY(group.killed().empty());
    const int64_t saved = last_step(run);
    QCOMPARE(run::checkpoint_steps(run), std::vector{saved});
    const auto process = start(resuming(run));
    QTRY_VERIFY_WITH_TIMEOUT(last_step(run) > saved, patience_ms);
    send(*process, SIGINT);
    QCOMPARE(end_of(*process), 130);
  }

  /// However the launcher ends, the ranks save their last step as on a pause.
  void ranks_whose_launcher_is_killed_save_and_end() {
    const run::RunPaths run =
        make_run({"training.train_steps=1000000", "checkpoints.checkpointing_steps=1000000"});
    const auto process = start(launching(2, run));
    QTRY_VERIFY_WITH_TIMEOUT(last_step(run) > 1, patience_ms);
    QCOMPARE(ranks_of(run).size(), size_t{2});
    send(*process, SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(ranks_of(run).empty(), patience_ms);
    QCOMPARE(run::checkpoint_steps(run), std::vector{last_step(run)});
  }

  void a_rank_that_hangs_does_not_outlive_its_launcher_for_long() {
    const run::RunPaths run = make_run({"training.train_steps=1000000", "distributed.timeout_s=3"});
    const auto process = start(launching(2, run), {{"LD_PRELOAD", FW_FAIL_ALLOCATION},
                                                   {"FW_FAIL_ALLOCATION", "20000"},
                                                   {"FW_HANG", QString::fromStdString(path("hangs"))}});
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(path("hangs")), patience_ms);
    QVERIFY(!ranks_of(run).empty());
    send(*process, SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(ranks_of(run).empty(), patience_ms);
  }
};

QTEST_GUILESS_MAIN(TestRankFailures)
#include "test_rank_failures.moc"
