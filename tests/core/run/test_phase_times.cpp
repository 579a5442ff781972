// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QTest>

#include "base/atomic_file.h"
#include "run/phase_times.h"

using namespace fw;
using namespace fw::run;
using namespace std::chrono_literals;

/// A run's time in each phase persists across its jobs.
class TestPhaseTimes : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  int runs_ = 0;

  RunPaths make_run() {
    RunPaths run{std::filesystem::path(folder_.filePath(QString::number(++runs_)).toStdString())};
    std::filesystem::create_directories(run.folder);
    return run;
  }
  static Progress in(const char* phase) {
    Progress progress;
    progress.phase = phase;
    return progress;
  }

 private Q_SLOTS:
  void a_job_goes_on_behind_the_last_one() {
    const RunPaths run = make_run();
    QCOMPARE(read_phase_times(run), PhaseTimes());
    const auto start = PhaseClock::Clock::now() - 1h;
    {
      PhaseClock clock(run, start);
      clock.take(in("loading the model"), start + 1s);
      clock.take(in("training"), start + 5s);
      clock.take(in("training"), start + 9s);  // within a phase the file is written only occasionally
      QCOMPARE(read_phase_times(run).seconds.at("training"), 0.0);
      clock.take(in("saving"), start + 15s);
      const PhaseTimes times = read_phase_times(run);
      QCOMPARE(times.seconds.at("loading the model"), 4.0);
      QCOMPARE(times.seconds.at("training"), 10.0);
      QCOMPARE(times.phase, std::string("saving"));
      QVERIFY(times.counted_ms > 0);
      clock.take(in("training"), start + 17s);
      clock.take(in("training"), start + 57s);
      QCOMPARE(read_phase_times(run).seconds.at("training"), 50.0);
    }
    const double trained = read_phase_times(run).seconds.at("training");
    QVERIFY(trained > 3000);  // up to the end of the job
    PhaseClock next(run, start);
    next.take(in("loading the model"), start + 1h);  // an hour later: no work in between
    const PhaseTimes times = read_phase_times(run);
    QCOMPARE(times.seconds.at("training"), trained);
    QCOMPARE(times.seconds.at("saving"), 2.0);
    QCOMPARE(times.seconds.at("loading the model"), 4.0);
  }

  void what_cannot_be_read_is_counted_anew() {
    const RunPaths run = make_run();
    write_file_atomically(run.folder / "phases.json", "{\"seconds\": {\"training\": \"long\"",
                          Existing::refuse);
    QCOMPARE(read_phase_times(run), PhaseTimes());
  }
};

QTEST_APPLESS_MAIN(TestPhaseTimes)
#include "test_phase_times.moc"
