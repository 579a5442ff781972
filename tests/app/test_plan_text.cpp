// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <QTemporaryFile>
#include <QtTest>

#include "cli/plan.h"

using fw::engine_api::RunPlan;

/// The output of the command plan.
class TestPlanText : public QObject {
  Q_OBJECT

  static constexpr int64_t gib = int64_t{1} << 30;

  static QString said_of(const RunPlan& plan, const fw::run::RunSettings& settings = {}) {
    QTemporaryFile file;
    if (!file.open()) return {};
    std::fflush(stdout);
    const int before = ::dup(STDOUT_FILENO);
    ::dup2(file.handle(), STDOUT_FILENO);
    fw::cli::print_plan(plan, settings, {});
    std::fflush(stdout);
    ::dup2(before, STDOUT_FILENO);
    ::close(before);
    file.seek(0);
    return QString::fromUtf8(file.readAll());
  }

 private Q_SLOTS:
  void what_is_short_is_named_with_how_much_data() {
    QTest::addColumn<int>("device_gib");
    QTest::addColumn<int>("host_gib");
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("host");
    const QString fits = "it fits.", short_by = "IT DOES NOT FIT, %1.0 GiB are short.";
    QTest::newRow("both fit") << 7 << 20 << fits << fits;
    QTest::newRow("the host is short") << 7 << 35 << fits << short_by.arg(3);
    QTest::newRow("the device is short") << 10 << 20 << short_by.arg(2) << fits;
  }
  void what_is_short_is_named_with_how_much() {
    QFETCH(int, device_gib);
    QFETCH(int, host_gib);
    QFETCH(QString, device);
    QFETCH(QString, host);
    fw::engine_api::PhasePlan phase{.name = "training", .host_bytes = host_gib * gib};
    phase.device.by_role[static_cast<size_t>(fw::MemoryRole::weights)] = device_gib * gib;
    const RunPlan plan{.device = "cuda",
                       .size = "9x64x96",
                       .phases = {phase},
                       .device_limit_bytes = 8 * gib,
                       .limit_given = true,
                       .host_free_bytes = 32 * gib};
    const QString said = said_of(plan);
    QVERIFY2(said.contains(QString("Peak: %1.0 GiB of 8.0 GiB given: %2\n").arg(device_gib).arg(device)),
             qPrintable(said));
    QVERIFY2(said.contains(QString("Host memory: %1.0 GiB of 32.0 GiB free: %2\n").arg(host_gib).arg(host)),
             qPrintable(said));
  }

  void the_whole_run_takes_disk_space_and_time() {
    const RunPlan plan{.device = "cuda",
                       .size = "9x64x96",
                       .checkpoint_bytes = gib,
                       .output_free_bytes = 9 * gib,
                       .step_times = {{.card = "RTX 4090", .seconds = 3, .efficiency_measured = true}}};
    fw::run::RunSettings settings;
    settings.train_steps = 1230;
    settings.checkpointing_steps = 500;
    const QString said = said_of(plan, settings);
    QVERIFY2(said.contains("\nCheckpoints: 3.0 GiB, 9.0 GiB free on the disk.\n"), qPrintable(said));
    QVERIFY2(said.contains("RTX 4090         3.00 s per step, 1:01:30 for 1230 steps, estimated\n"),
             qPrintable(said));
  }
};

QTEST_GUILESS_MAIN(TestPlanText)
#include "test_plan_text.moc"
