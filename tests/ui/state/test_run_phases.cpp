// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "ui/state/run_phases.h"

using namespace fw;
using namespace fw::ui;

class TestRunPhases : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void timesAddUp() {
    RunPhases phases;
    QVERIFY(phases.isEmpty());
    phases.take({"encoding captions"}, 1000);
    phases.take({"encoding captions"}, 3000);
    QCOMPARE(phases.seconds(RunPhase::captions, 4500), 3.5);
    phases.take({"loading the model"}, 5000);
    QCOMPARE(phases.seconds(RunPhase::captions, 9000), 4.0);  // it has ended
    QVERIFY(!phases.hasBegun(RunPhase::clips));
    phases.take({"computing the first step"}, 6000);
    phases.take({"training"}, 16000);
    phases.take({"denoising"}, 20000);
    phases.take({"decoding"}, 21000);
    phases.take({"training"}, 22000);
    phases.take({"saving"}, 23000);
    phases.stop(23500);
    QCOMPARE(phases.seconds(RunPhase::firstStep, 99000), 10.0);
    QCOMPARE(phases.seconds(RunPhase::train, 99000), 5.0);  // before and after the validation
    QCOMPARE(phases.seconds(RunPhase::validate, 99000), 2.0);
    QCOMPARE(phases.seconds(RunPhase::save, 99000), 0.5);
    QVERIFY(!phases.current());
  }

  void aPauseDoesNotCount() {
    RunPhases phases;
    phases.take({"training"}, 1000);
    phases.stop(3000);
    phases.take({"training"}, 60000);
    QCOMPARE(phases.seconds(RunPhase::train, 61000), 3.0);
  }

  void whatIsNoPhaseBelongsToThePresentOne() {
    RunPhases phases;
    phases.take({"training"}, 1000);
    phases.take({"thinking"}, 2000);
    QCOMPARE(phases.current(), std::optional(RunPhase::train));
    QCOMPARE(phases.seconds(RunPhase::train, 4000), 3.0);
  }
};

QTEST_APPLESS_MAIN(TestRunPhases)
#include "test_run_phases.moc"
