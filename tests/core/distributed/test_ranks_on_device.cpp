// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <unistd.h>

#include <c10/core/impl/VirtualGuardImpl.h>
#include <QtTest>
#include <atomic>
#include <thread>

#include "cuda/part.h"
#include "distributed/ranks.h"
#include "support/made_up_cuda/process.h"
#include "support/thread_world.h"
#include "tensor/libtorch.h"

using fw::distributed::Ranks;
using fw::support::ThreadWorld;
using namespace std::chrono_literals;

namespace {

constexpr fw::ErrorCode broken{"test.broken", "It is {what}.", ""};

/// How often the simulated CUDA has counted it.
int64_t made_up_calls(const char* call) {
  using Calls = int64_t(const char*);
  static auto* const calls = reinterpret_cast<Calls*>(::dlsym(RTLD_DEFAULT, "made_up_calls"));
  return calls(call);
}

torch::Device card_of(const Ranks& ranks) {
  return {torch::kCUDA, static_cast<c10::DeviceIndex>(ranks.rank)};
}

/// One element for each rank.
void exchange(const fw::distributed::Group& group, torch::Device card) {
  const auto options = torch::TensorOptions(card).dtype(torch::kFloat32);
  const std::vector<int64_t> counts(static_cast<size_t>(group.size()), 1);
  group.exchange(torch::empty({group.size()}, options), counts, torch::empty({group.size()}, options),
                 counts);
}

bool comes_within(std::chrono::seconds limit, const std::atomic<bool>& flag) {
  const auto until = std::chrono::steady_clock::now() + limit;
  while (!flag && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(1ms);
  return flag;
}

/// Restarts this program over simulated cards (support/made_up_cuda): LibTorch looks for CUDA when it is
/// loaded.
void start_over_made_up_cards(char** arguments) {
  if (std::getenv("MADE_UP_CARDS") != nullptr) return;
  ::setenv("LD_PRELOAD", qPrintable(fw::support::made_up_libraries()), 1);
  ::setenv("LD_LIBRARY_PATH", FW_BUILD_FOLDER "/made-up-cuda", 1);
  ::setenv("MADE_UP_CARDS", "3", 1);
  ::execv("/proc/self/exe", arguments);
}

}  // namespace

/// Ranks that exchange tensors by NCCL, one thread and one card each. The simulated NCCL keeps a card busy
/// until all ranks have made their calls, and transfers no values.
class TestRanksOnDevice : public QObject {
  Q_OBJECT

  static ThreadWorld world() {
    ThreadWorld world;
    world.connects = false;
    return world;
  }
  static void check_all_well(const std::vector<fw::Fault>& faults) {
    for (const fw::Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
  }

 private Q_SLOTS:
  void initTestCase() {
    at::globalContext().lazyInitDevice(torch::kCUDA);
    QVERIFY(fw::cuda::part() != nullptr);
  }

  void groups_of_the_same_members_share_a_communicator() {
    const int64_t before = made_up_calls("communicator"), ended = made_up_calls("ncclCommDestroy");
    check_all_well(world().run(2, [](Ranks& ranks) {
      ranks.connect(card_of(ranks), 30s, Ranks::Checks::no);
      const auto first = ranks.group("first", {0, 1}), second = ranks.group("second", {0, 1});
      const auto alone = ranks.group("alone", {ranks.rank});
      for (const auto& group : {first, second, alone}) exchange(*group, card_of(ranks));
      if (ranks.communicator_sizes() != std::vector<int64_t>{2}) throw fw::Error(broken, {{"what", "more"}});
    }));
    QCOMPARE(made_up_calls("communicator") - before, int64_t{2});    // one for each rank
    QCOMPARE(made_up_calls("ncclCommDestroy") - ended, int64_t{2});  // as LibTorch requires
  }

  void a_group_that_exchanges_no_tensors_has_none() {
    const int64_t before = made_up_calls("communicator");
    check_all_well(world().run(3, [](Ranks& ranks) {
      ranks.connect(card_of(ranks), 30s, Ranks::Checks::no);
      if (ranks.rank < 2) ranks.group("two", {0, 1})->gather("");
    }));
    QCOMPARE(made_up_calls("communicator") - before, int64_t{3});
  }

  /// Rank 1 makes its call only after rank 0's has returned.
  void the_host_does_not_wait_for_an_exchange() {
    std::atomic<bool> has_returned = false;
    std::atomic<int> done = 0;
    check_all_well(world().run(2, [&](Ranks& ranks) {
      ranks.connect(card_of(ranks), 30s, Ranks::Checks::no);
      const auto all = ranks.group("all", {0, 1});
      if (ranks.rank == 1 && !comes_within(10s, has_returned)) throw fw::Error(broken, {{"what", "late"}});
      exchange(*all, card_of(ranks));
      has_returned = true;
      ranks.settle();
      ++done;
    }));
    QCOMPARE(done.load(), 2);
  }

  /// Flushing waits for the other's part.
  void what_came_is_waited_for_once() {
    std::atomic<bool> is_called = false, is_early = false;
    check_all_well(world().run(2, [&](Ranks& ranks) {
      ranks.connect(card_of(ranks), 30s, Ranks::Checks::no);
      const auto all = ranks.group("all", {0, 1});
      if (ranks.rank == 1) std::this_thread::sleep_for(500ms);
      if (ranks.rank == 1) is_called = true;
      exchange(*all, card_of(ranks));
      ranks.settle();
      is_early = is_early || !is_called;
    }));
    QVERIFY(!is_early);
  }

  /// NCCL waits for all ranks to arrive, and cannot be interrupted.
  void a_rank_that_fails_before_it_connects_ends_the_others() {
    const auto faults = world().run(2, [](Ranks& ranks) {
      ranks.set_phase("loading");
      if (ranks.rank == 1) {
        std::this_thread::sleep_for(500ms);
        throw fw::Error(broken, {{"what", "too large"}});
      }
      ranks.connect(card_of(ranks), 60s, Ranks::Checks::no);
    });
    QCOMPARE(faults[1].code, std::string("test.broken"));
    QCOMPARE(faults[0].code, std::string("distributed.rank_failed"));
    QCOMPARE(faults[0].arguments.at("rank"), std::string("1"));
    QCOMPARE(faults[0].arguments.at("phase"), std::string("loading"));
    QVERIFY(faults[0].arguments.at("reason").find("too large") != std::string::npos);
  }

  void a_rank_that_hangs_before_it_connects_is_named() {
    const auto faults = world().run(2, [](Ranks& ranks) {
      ranks.set_phase("rank " + std::to_string(ranks.rank));
      if (ranks.rank == 1)
        while (!ranks.failure()) std::this_thread::sleep_for(10ms);
      ranks.connect(card_of(ranks), 1s, Ranks::Checks::no);
      ranks.gather("");
    });
    QCOMPARE(faults[0].code, std::string("distributed.timeout"));
    QCOMPARE(faults[0].arguments.at("phase"), std::string("rank 1"));
  }

  /// Freeing memory waits for the device, which waits for rank 1: the exchange must be aborted first.
  void a_lost_rank_s_exchange_is_aborted_before_memory_is_freed() {
    const int64_t aborts = made_up_calls("ncclCommAbort");
    const int64_t waits = made_up_calls("wait for other processes in freeing memory");
    std::atomic<int64_t> aborts_before_freeing = 0;
    const auto faults = world().run(2, [&](Ranks& ranks) {
      ranks.connect(card_of(ranks), 60s, Ranks::Checks::no);
      const auto all = ranks.group("all", {0, 1});
      if (ranks.rank == 1) {
        std::this_thread::sleep_for(500ms);
        throw fw::Error(broken, {{"what", "full"}});
      }
      std::vector<char> page(1 << 20);
      fw::cuda::loaded_part().lock_pages(page.data(), page.size(), 0);
      exchange(*all, card_of(ranks));
      try {
        ranks.settle();
      } catch (...) {
        aborts_before_freeing = made_up_calls("ncclCommAbort") - aborts;
        fw::cuda::loaded_part().unlock_pages(page.data());
        throw;
      }
    });
    QCOMPARE(faults[0].code, std::string("distributed.rank_failed"));
    QCOMPARE(faults[0].arguments.at("rank"), std::string("1"));
    QVERIFY(aborts_before_freeing > 0);
    QCOMPARE(made_up_calls("wait for other processes in freeing memory"), waits);
  }

  /// The same while the host is blocked in a CUDA call.
  void a_host_that_waits_for_its_device_is_freed() {
    const auto faults = world().run(2, [&](Ranks& ranks) {
      ranks.connect(card_of(ranks), 60s, Ranks::Checks::no);
      const auto all = ranks.group("all", {0, 1});
      if (ranks.rank == 1) {
        std::this_thread::sleep_for(500ms);
        throw fw::Error(broken, {{"what", "full"}});
      }
      exchange(*all, card_of(ranks));
      c10::impl::VirtualGuardImpl(torch::kCUDA).synchronizeDevice(card_of(ranks).index());
      ranks.gather("");
    });
    QCOMPARE(faults[0].code, std::string("distributed.rank_failed"));
  }

  /// A rank that hangs outside of any call is named by the thread that watches the device.
  void a_late_rank_is_named_while_the_host_waits_for_its_device() {
    const auto faults = world().run(2, [&](Ranks& ranks) {
      ranks.set_phase("rank " + std::to_string(ranks.rank));
      ranks.connect(card_of(ranks), 1s, Ranks::Checks::no);
      const auto all = ranks.group("all", {0, 1});
      if (ranks.rank == 1)
        while (!ranks.failure()) std::this_thread::sleep_for(10ms);
      exchange(*all, card_of(ranks));
      c10::impl::VirtualGuardImpl(torch::kCUDA).synchronizeDevice(card_of(ranks).index());
      ranks.gather("");
    });
    QCOMPARE(faults[0].code, std::string("distributed.timeout"));
    QCOMPARE(faults[0].arguments.at("phase"), std::string("rank 1"));
  }

  void an_exchange_that_never_ends_is_told_with_its_usual_causes() {
    qputenv("MADE_UP_NCCL_HANGS", "1");
    const auto faults = world().run(2, [&](Ranks& ranks) {
      ranks.connect(card_of(ranks), 1s, Ranks::Checks::no);
      ranks.all_gather(torch::empty({1}, torch::TensorOptions(card_of(ranks))));
      ranks.gather("");
    });
    qunsetenv("MADE_UP_NCCL_HANGS");
    for (const fw::Fault& fault : faults) {
      const QString told = QString::fromStdString(fault.full_message());
      QVERIFY2(
          told.contains("have waited for the end of the exchanges") && told.contains("NCCL_P2P_DISABLE=1"),
          qPrintable(told));
    }
  }

  void an_error_of_nccl_is_told_with_its_usual_causes() {
    qputenv("MADE_UP_NCCL_FAILS", "1");
    const auto faults =
        world().run(2, [&](Ranks& ranks) { ranks.connect(card_of(ranks), 30s, Ranks::Checks::no); });
    qunsetenv("MADE_UP_NCCL_FAILS");
    const QString told = QString::fromStdString(faults[0].full_message());
    QVERIFY2(told.contains("unhandled system error") && told.contains("--shm-size=1g") &&
                 told.contains("NCCL_DEBUG=WARN"),
             qPrintable(told));
  }
};

int main(int count, char** arguments) {
  start_over_made_up_cards(arguments);
  QCoreApplication application(count, arguments);
  TestRanksOnDevice test;
  return QTest::qExec(&test, count, arguments);
}
#include "test_ranks_on_device.moc"
