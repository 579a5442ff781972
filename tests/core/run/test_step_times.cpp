// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QTest>

#include "run/step_times.h"

using namespace fw::run;
using fw::catalog::Bucket;

/// Stored speeds of former runs.
class TestStepTimes : public QObject {
  Q_OBJECT

  const std::set<Bucket> buckets_{{9, 32, 48}, {17, 32, 48}};
  RunSettings run_;

 private Q_SLOTS:
  void initTestCase() {
    static QTemporaryDir folder;
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
    run_.family = "cogvideox";
  }

  void only_what_costs_time_makes_a_kind() {
    const std::string kind = step_kind(run_, "cogvideox-2b", "RTX 4090", buckets_);
    RunSettings other = run_;
    other.lr = 1;
    other.train_steps = 7;
    other.name = "second";
    QCOMPARE(step_kind(other, "cogvideox-2b", "RTX 4090", buckets_), kind);
    other.streamed_blocks = 3;
    QVERIFY(step_kind(other, "cogvideox-2b", "RTX 4090", buckets_) != kind);
    other = run_;
    other.batch_size = 2;
    QVERIFY(step_kind(other, "cogvideox-2b", "RTX 4090", buckets_) != kind);
    QVERIFY(step_kind(run_, "cogvideox-5b", "RTX 4090", buckets_) != kind);
    QVERIFY(step_kind(run_, "cogvideox-2b", "RTX 3090", buckets_) != kind);
    QVERIFY(step_kind(run_, "cogvideox-2b", "RTX 4090", {{9, 32, 48}}) != kind);
    QVERIFY(step_kind(run_, "cogvideox-2b", "RTX 4090", buckets_, 2) != kind);
    QCOMPARE(step_kind(run_, "cogvideox-2b", "RTX 4090", buckets_, 1), kind);
  }

  /// A started run has its number of threads frozen; its measurement counts for the original settings.
  void threads_of_a_started_run_are_those_of_its_settings() {
    for (const int64_t processes : {1, 2}) {
      const std::string kind = step_kind(run_, "cogvideox-2b", "CPU", buckets_, processes);
      RunSettings started = run_;
      started.cpu_threads = thread_count(run_, processes);
      QCOMPARE(step_kind(started, "cogvideox-2b", "CPU", buckets_, processes), kind);
      ++started.cpu_threads;
      QVERIFY(step_kind(started, "cogvideox-2b", "CPU", buckets_, processes) != kind);
    }
  }

  void the_last_step_is_due_too() {
    QCOMPARE(times_due(0, 100, 25), 4);
    QCOMPARE(times_due(0, 110, 25), 5);
    QCOMPARE(times_due(50, 110, 25), 3);
    QCOMPARE(times_due(49, 110, 25), 4);
    QCOMPARE(times_due(110, 110, 25), 0);
    QCOMPARE(times_due(0, 10, 25), 1);
  }

  void the_newest_is_remembered() {
    QVERIFY(!measured_step_seconds("a"));
    remember_step_seconds("a", 2.5);
    remember_step_seconds("b", 1);
    remember_step_seconds("a", 3.5);
    QCOMPARE(measured_step_seconds("a"), std::optional(3.5));
    QCOMPARE(measured_step_seconds("b"), std::optional(1.0));
    for (int i = 0; i < 201; ++i) remember_step_seconds("many " + std::to_string(i), 1);
    QVERIFY(measured_step_seconds("many 200") && !measured_step_seconds("a"));
  }
};

QTEST_APPLESS_MAIN(TestStepTimes)
#include "test_step_times.moc"
