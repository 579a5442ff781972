// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <atomic>
#include <chrono>
#include <string>

#include "media/prefetch.h"

using namespace std::chrono_literals;
using fw::media::Prefetch;

class TestPrefetchQueue : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void items_come_in_order() {
    Prefetch<size_t> queue(200, {.threads = 4, .ahead = 7}, [](size_t i, const std::stop_token&) {
      std::this_thread::sleep_for(std::chrono::microseconds((i * 37) % 300));
      return i;
    });
    for (size_t i = 0; i < 200; ++i) QCOMPARE(queue.next(), std::optional(i));
    QCOMPARE(queue.next(), std::nullopt);
    QCOMPARE(queue.next(), std::nullopt);
  }

  void stays_within_its_bound() {
    std::atomic<int> alive{0}, most{0};
    struct Counted {
      std::atomic<int>* alive;
      explicit Counted(std::atomic<int>& counter) : alive(&counter) { ++counter; }
      Counted(Counted&& other) noexcept : alive(std::exchange(other.alive, nullptr)) {}
      Counted& operator=(Counted&& other) noexcept {
        std::swap(alive, other.alive);
        return *this;
      }
      ~Counted() {
        if (alive != nullptr) --*alive;
      }
    };
    Prefetch<Counted> queue(100, {.threads = 3, .ahead = 5}, [&](size_t, const std::stop_token&) {
      Counted item(alive);
      most = std::max(most.load(), alive.load());
      return item;
    });
    int taken = 0;
    while (queue.next()) {
      if (++taken % 10 == 0) std::this_thread::sleep_for(2ms);  // the queue fills up
    }
    QCOMPARE(taken, 100);
    QVERIFY2(most <= 6, qPrintable(QString::number(most)));  // five in the queue, one taken
  }

  void runs_ahead() {
    std::atomic<size_t> made{0};
    Prefetch<size_t> queue(50, {.threads = 2, .ahead = 10}, [&](size_t i, const std::stop_token&) {
      ++made;
      return i;
    });
    QTRY_COMPARE(made.load(), size_t{10});
    QTest::qWait(20);
    QCOMPARE(made.load(), size_t{10});
  }

  void failure_is_that_of_its_item() {
    Prefetch<std::string> queue(3, {.threads = 2, .ahead = 3}, [](size_t i, const std::stop_token&) {
      if (i == 1) throw std::runtime_error("no frame");
      return std::to_string(i);
    });
    QCOMPARE(queue.next(), std::optional<std::string>("0"));
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, queue.next());
    QCOMPARE(queue.next(), std::optional<std::string>("2"));
    QCOMPARE(queue.next(), std::nullopt);
  }

  void ends_while_makers_wait_or_work() {
    for (int round = 0; round < 50; ++round) {
      Prefetch<int> queue(1000, {.threads = 3, .ahead = 4}, [](size_t, const std::stop_token& stop) {
        for (int i = 0; i < 100 && !stop.stop_requested(); ++i) std::this_thread::sleep_for(50us);
        return 1;
      });
      if (round % 2 == 0) QCOMPARE(queue.next(), std::optional(1));
    }
  }

  void no_items() {
    Prefetch<int> queue(0, {}, [](size_t, const std::stop_token&) { return 1; });
    QCOMPARE(queue.next(), std::nullopt);
  }
};

QTEST_GUILESS_MAIN(TestPrefetchQueue)
#include "test_prefetch_queue.moc"
