// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <thread>
#include <vector>

#include "ui/state/worker.h"
#include "ui/support/fake_jobs.h"

using namespace fw;
using namespace fw::ui;

class TestWorker : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void workerDeliversInOrderAndForgets() {
    std::vector<int> taken;
    Worker worker;
    QSignalSpy failed(&worker, &Worker::failed);
    for (int i = 0; i < 3; ++i)
      worker.run([i](const std::stop_token&) { return i; }, [&](int value) { taken.push_back(value); });
    worker.run(
        [](const std::stop_token&) -> int {
          throw Error(fake::broken_file, {{"file", "x"}});
        },
        [&](int value) { taken.push_back(value); });
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(taken, (std::vector{0, 1, 2}));
    std::atomic<bool> begun = false;
    worker.run(
        [&](const std::stop_token& stop) {
          begun = true;
          while (!stop.stop_requested()) std::this_thread::yield();
          return 3;
        },
        [&](int value) { taken.push_back(value); });
    worker.run([](const std::stop_token&) { return 4; }, [&](int value) { taken.push_back(value); });
    while (!begun) std::this_thread::yield();
    worker.clear();
    worker.run([](const std::stop_token&) { return 5; }, [&](int value) { taken.push_back(value); });
    QTRY_COMPARE(taken, (std::vector{0, 1, 2, 5}));
    QVERIFY(worker.isIdle());
  }
};

QTEST_MAIN(TestWorker)
#include "test_worker.moc"
