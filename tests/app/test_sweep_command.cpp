// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <filesystem>

#include "base/atomic_file.h"
#include "run/run_folder.h"
#include "run/sweep.h"
#include "support/tiny_run.h"

namespace run = fw::run;
namespace fs = std::filesystem;

/// `framewright-cli sweep` as a process, on a network of random numbers.
class TestSweepCommand : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

  void start(QProcess& process, const QStringList& arguments) const {
    process.setWorkingDirectory(folder_.path());
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral(FW_BUILD_FOLDER "/bin/framewright-cli"), arguments);
  }
  int run_program(const QStringList& arguments, QString* output = nullptr) const {
    QProcess process;
    start(process, arguments);
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit) return -1;
    if (output != nullptr) *output = QString::fromUtf8(process.readAll());
    return process.exitCode();
  }
  fs::path sweep() const { return run::find_sweep("latest", path("runs")); }
  /// The weights of each run's result, in the sweep's order.
  std::vector<std::string> weights() const {
    std::vector<std::string> all;
    for (const run::SweepRun& each : run::read_sweep(sweep()).runs)
      all.push_back(fw::read_file(path("runs") / each.folder / "result" / run::lora_file_name));
    return all;
  }

 private Q_SLOTS:
  void initTestCase() {
    fw::support::make_tiny_model(path("model"));
    fw::support::make_tiny_dataset(path(""), 4);
    const std::string text = fw::support::tiny_run_text(
        {"training.train_steps=12", "checkpoints.checkpointing_steps=4", "metrics.tensorboard=false"});
    fw::write_file_atomically(path("tiny.toml"), text, fw::Existing::refuse);
  }

  /// Each run of a sweep has the bits of the same run trained alone.
  void runs_are_those_that_train_makes() {
    QString output;
    QCOMPARE(
        run_program({"sweep", "tiny.toml", "--over", "optimizer.lr=1e-3,1e-2", "--over", "lora.rank=2,4"},
                    &output),
        0);
    QVERIFY2(output.contains(QLatin1String("Best run: ")), qPrintable(output));
    const std::vector<std::string> together = weights();
    QCOMPARE(together.size(), size_t{4});
    QCOMPARE(std::set<std::string>(together.begin(), together.end()).size(), size_t{4});
    QCOMPARE(run_program({"train", "tiny.toml", "--set", "optimizer.lr=1e-2", "--set", "lora.rank=2", "--set",
                          "run.name=tiny lr=1e-2 rank=2"}),
             0);
    const run::RunPaths alone = run::find_run("latest", path("runs"));
    QVERIFY(together[2] == fw::read_file(alone.result() / run::lora_file_name));
    QCOMPARE(run_program({"sweep", "--table", "latest"}, &output), 0);
    QCOMPARE(output.count(QLatin1String("finished")), 4);
    QVERIFY(fw::read_file(sweep() / "report.html").find("<polyline") != std::string::npos);
  }

  /// Killed at any time, the sweep ends with the same bits.
  void a_killed_sweep_goes_on() {
    fs::remove_all(path("runs"));
    const QStringList arguments{"sweep", "tiny.toml", "--over", "run.seed=1,2,3"};
    QCOMPARE(run_program(arguments), 0);
    const std::vector<std::string> whole = weights();
    fs::remove_all(path("runs"));
    QProcess process;
    start(process, arguments);
    const auto finished = [&] {
      std::error_code error;
      if (!fs::exists(path("runs"), error)) return int64_t{0};
      return static_cast<int64_t>(std::ranges::count_if(
          run::list_runs(path("runs")), [&](const auto& each) { return fs::exists(each.result(), error); }));
    };
    QTRY_VERIFY_WITH_TIMEOUT(finished() == 1, 60'000);
    ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
    QVERIFY(process.waitForFinished());
    QVERIFY(finished() < 3);
    QCOMPARE(run_program({"sweep", "--resume", "latest"}), 0);
    QVERIFY(weights() == whole);
    QCOMPARE(run::list_runs(path("runs")).size(), size_t{3});
  }

  void a_file_and_a_forecast() {
    fs::remove_all(path("runs"));
    fw::write_file_atomically(path("s.toml"), "run = \"tiny.toml\"\n[[over]]\noptimizer.lr = [1e-3, 1e-2]\n",
                              fw::Existing::replace);
    QString output;
    const int code = run_program({"sweep", "s.toml", "--forecast", "--set",
                                  "model.folder=" FW_SOURCE_FOLDER "/resources/sample/model"},
                                 &output);
    QVERIFY2(code == 0, qPrintable(output));
    QVERIFY2(output.contains(QLatin1String("2 runs")), qPrintable(output));
    QVERIFY(!fs::exists(path("runs")));
    QCOMPARE(run_program({"sweep", "s.toml", "--over", "lora.rank=2,fast"}, &output), 2);
    QVERIFY(!fs::exists(path("runs")));
    QCOMPARE(run_program({"sweep", "tiny.toml"}, &output), 2);
    QCOMPARE(run_program({"sweep"}, &output), 2);
    QCOMPARE(run_program({"sweep", "--resume", "latest"}, &output), 2);
    QVERIFY2(output.contains(QLatin1String("is not a sweep")), qPrintable(output));
  }
};

QTEST_GUILESS_MAIN(TestSweepCommand)
#include "test_sweep_command.moc"
