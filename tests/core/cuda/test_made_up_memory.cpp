// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "support/made_up_cuda/process.h"

using fw::support::MadeUpSettings;
using Ran = fw::support::MadeUpRun;

/// Runs on cards and systems that grant less memory than usual.
class TestMadeUpMemory : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  Ran ran(const QStringList& arguments, const MadeUpSettings& machine = {}) {
    return fw::support::run_over_made_up_cuda("framewright-cli", arguments, machine,
                                              folder_.filePath("report.jsonl"));
  }

  QString made(const char* program, const QStringList& arguments) {
    const QString folder = folder_.filePath("run");
    QDir(folder).removeRecursively();
    QStringList all = arguments;
    all.replaceInStrings("FOLDER", folder);
    QProcess make;
    make.start(QStringLiteral(FW_BUILD_FOLDER "/bin/") + program, all);
    return make.waitForFinished() && make.exitCode() == 0 ? folder + "/run.toml" : QString();
  }
  /// @return  the run file of a run with encoded samples, without encoders
  QString make_run(const QStringList& settings) {
    return made("make_tiny_run",
                QStringList{"FOLDER", "training.train_steps=2", "run.device=\"cuda\""} + settings);
  }
  /// @return  the run file of a run of a full model
  QString make_whole_run(const QStringList& settings) {
    return made("make_random_run", QStringList{FW_SOURCE_FOLDER "/tests/reference/cases/models/cogvideox-5b",
                                               "FOLDER", "3", "6", "8", "run.device=cuda"} +
                                       settings);
  }

 private Q_SLOTS:
  void initTestCase() { qputenv("XDG_STATE_HOME", folder_.filePath("state").toUtf8()); }

  void refused_page_locks_leave_a_run_slower_data() {
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<int>("warnings");
    QTest::newRow("activations") << QStringList{"memory.activation_offload=true"} << 0;
    QTest::newRow("streamed blocks") << QStringList{"memory.streamed_blocks=2"} << 2;
    QTest::newRow("optimizer") << QStringList{"optimizer.offload=true"} << 0;
  }
  void refused_page_locks_leave_a_run_slower() {
    QFETCH(QStringList, settings);
    QFETCH(int, warnings);
    const QString run = make_run(settings);
    QVERIFY(!run.isEmpty());
    // 4 KiB: LibTorch itself reads values through some bytes of page-locked memory.
    constexpr int64_t most = 4194;
    const Ran refused = ran({"train", run}, {{"MADE_UP_PAGE_LOCK_MIB", "0.004"}});
    const QString said = refused.error + refused.out;
    QVERIFY2(refused.exit_code == 0, qPrintable(said));
    QVERIFY(refused.reports.at(0)["page_locked_peak_bytes"].get<int64_t>() <= most);
    QCOMPARE(said.count("The system refuses page-locked memory"), 1);
    QCOMPARE(said.count("No more page-locked memory for streamed blocks"), warnings);
    const Ran granted = ran({"train", run});
    QVERIFY2(granted.exit_code == 0, qPrintable(granted.error));
    QVERIFY(!(granted.error + granted.out).contains("page-locked"));
    QVERIFY(granted.reports.at(0)["page_locked_peak_bytes"].get<int64_t>() > most);
  }

  void turing_is_told_of_bf16_and_fitted_in_fp16() {
    const MadeUpSettings turing{{"MADE_UP_CAPABILITY", "7.5"},
                                {"MADE_UP_NAME", "NVIDIA GeForce RTX 2080 Ti"}};
    const QString sentence = "NVIDIA GeForce RTX 2080 Ti computes in fp16 only, not in bf16.";
    const Ran info = ran({"info"}, turing);
    QVERIFY2(info.out.contains(sentence), qPrintable(info.out));
    QVERIFY(!ran({"info"}).out.contains("in fp16 only"));

    const QString run = make_whole_run({"training.mixed_precision=bf16"});
    const Ran planned = ran({"plan", run}, turing);
    QVERIFY2(planned.exit_code == 0, qPrintable(planned.error));
    QVERIFY2(planned.error.contains("NVIDIA GeForce RTX 2080 Ti cannot train in bf16"),
             qPrintable(planned.error));
    QVERIFY(!ran({"plan", run}).error.contains("cannot train in bf16"));
    const Ran fitted = ran({"plan", run, "--fit"}, turing);
    QVERIFY2(fitted.exit_code == 0, qPrintable(fitted.error));
    QVERIFY2(fitted.out.contains("training.mixed_precision = \"fp16\""), qPrintable(fitted.out));

    const Ran started = ran({"train", make_run({"training.mixed_precision=\"bf16\""})}, turing);
    QVERIFY2(started.exit_code != 0 && started.error.contains("cannot compute attention in bf16"),
             qPrintable(started.error));
  }

  /// With a context open, free memory is already reduced by it.
  void the_context_is_counted_once() {
    const QString run = make_whole_run({});
    const auto overhead_mib = [&](const MadeUpSettings& machine) {
      const Ran planned = ran({"plan", run}, machine);
      const auto found = QRegularExpression("training .* overhead ([0-9.]+) MiB").match(planned.out);
      return found.captured(1).toDouble();
    };
    const double unopened = overhead_mib({}), opened = overhead_mib({{"MADE_UP_NVML", "0"}});
    QVERIFY(opened > 0);
    QCOMPARE(std::round(unopened - opened), 500.0);
  }
};

QTEST_GUILESS_MAIN(TestMadeUpMemory)
#include "test_made_up_memory.moc"
