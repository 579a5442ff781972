// SPDX-License-Identifier: Apache-2.0

#include <QtTest>
#include <atomic>
#include <numeric>
#include <thread>

#include "distributed/gradient_exchange.h"
#include "distributed/ranks.h"
#include "launch/loopback_socket.h"
#include "optim/master_weights.h"
#include "support/addresses.h"
#include "support/thread_world.h"
#include "tensor/libtorch.h"

using fw::distributed::GradientExchange;
using fw::distributed::Owners;
using fw::distributed::Ranks;
using fw::support::ThreadWorld;
using namespace std::chrono_literals;

namespace {

using Operation = std::function<void(Ranks& ranks)>;

constexpr fw::ErrorCode broken{"test.broken", "It is {what}.", ""};

std::vector<torch::Tensor> make_weights(torch::Dtype type) {
  auto generator = at::make_generator<at::CPUGeneratorImpl>(3);
  std::vector<torch::Tensor> weights;
  for (const auto& shape :
       std::vector<std::vector<int64_t>>{{48, 32}, {48}, {64, 48}, {64}, {7, 64}, {7}, {5}})
    weights.push_back((torch::randn(shape, generator) * 0.2).to(type).requires_grad_(true));
  return weights;
}

Owners owners_of(const std::vector<torch::Tensor>& weights, int64_t ranks) {
  std::vector<int64_t> sizes;
  for (const torch::Tensor& weight : weights) sizes.push_back(weight.numel());
  return Owners::balance(sizes, ranks);
}

/// Of micro-batch `k`, or of one of `parts` equal parts of it. The last weight never gets a gradient.
void backward(const std::vector<torch::Tensor>& weights, int64_t k, int64_t micro_batches, int64_t part = 0,
              int64_t parts = 1) {
  auto generator = at::make_generator<at::CPUGeneratorImpl>(static_cast<uint64_t>(77 + k));
  torch::Tensor h = torch::randn({12, 32}, generator).to(weights[0].scalar_type()).chunk(parts)[size_t(part)];
  for (size_t i = 0; i + 1 < weights.size(); i += 2)
    h = torch::gelu(torch::linear(h, weights[i], weights[i + 1]));
  (h.to(torch::kFloat32).square().mean() / (micro_batches * parts)).backward();
}

/// The weights and what the optimizer would see of them.
struct Trained {
  std::vector<torch::Tensor> weights, targets;
  fw::optim::MasterWeights masters{fw::tensor::Placement::device, fw::optim::MasterWeights::Gradients::stay};

  explicit Trained(torch::Dtype type) : weights(make_weights(type)) {
    for (const torch::Tensor& weight : weights)
      targets.push_back(type == torch::kFloat32 ? weight : masters.add(weight));
  }
  std::vector<torch::Tensor> gradients() const {
    std::vector<torch::Tensor> out;
    for (const torch::Tensor& target : targets) out.push_back(target.grad());
    return out;
  }
};

}  // namespace

Q_DECLARE_METATYPE(Operation)

class TestRanks : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { at::set_num_threads(1); }

  void texts_and_tensors_reach_all_data() {
    QTest::addColumn<bool>("checked");
    QTest::newRow("plain") << false;
    QTest::newRow("checked") << true;
  }
  void texts_and_tensors_reach_all() {
    QFETCH(bool, checked);
    ThreadWorld world;
    if (checked) world.checks = Ranks::Checks::yes;
    std::atomic<int> right = 0;
    const auto faults = world.run(3, [&](Ranks& ranks) {
      const std::vector<std::string> texts = ranks.gather(std::string(static_cast<size_t>(ranks.rank), 'x'));
      right += texts == std::vector<std::string>{"", "x", "xx"};
      // Rank r sends r + 1 values to each, so that is what is received from it.
      const int64_t own = ranks.rank + 1;
      const torch::Tensor received = torch::empty({6});
      ranks.exchange(received, std::vector<int64_t>{1, 2, 3}, torch::full({3 * own}, float(ranks.rank)),
                     std::vector<int64_t>(3, own));
      right += torch::equal(received, torch::tensor({0.f, 1.f, 1.f, 2.f, 2.f, 2.f}));
      right += torch::equal(ranks.all_gather(torch::tensor({ranks.rank})), torch::arange(3));
      const torch::Tensor told = torch::full({2}, ranks.rank);
      ranks.broadcast(told, 1);
      right += torch::equal(told, torch::ones({2}, torch::kInt64));
      int64_t done = 0;
      ranks.on_first([&] { done = 1; });
      right += done == (ranks.rank == 0);
    });
    for (const fw::Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    QCOMPARE(right.load(), 15);
  }

  void sums_have_the_bits_of_one_process_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("micro_batches");
    QTest::addColumn<bool>("bf16");
    QTest::addColumn<qint64>("largest_bucket");
    const qint64 one_bucket = GradientExchange::bucket_bytes, several = 6'000;
    for (const auto& [ranks, micro_batches, largest] : {std::tuple(2, 2, one_bucket),
                                                        {2, 6, one_bucket},
                                                        {2, 4, several},
                                                        {3, 3, one_bucket},
                                                        {3, 5, one_bucket},
                                                        {3, 3, several},
                                                        {4, 8, one_bucket},
                                                        {4, 2, one_bucket}})
      for (const bool bf16 : {false, true})
        QTest::addRow("%d ranks, %d micro-batches, %s, %s", ranks, micro_batches, bf16 ? "bf16" : "fp32",
                      largest == several ? "several buckets" : "one bucket")
            << ranks << micro_batches << bf16 << largest;
  }
  void sums_have_the_bits_of_one_process() {
    QFETCH(int, ranks);
    QFETCH(int, micro_batches);
    QFETCH(bool, bf16);
    QFETCH(qint64, largest_bucket);
    const torch::Dtype type = bf16 ? torch::kBFloat16 : torch::kFloat32;
    Trained alone(type);
    for (int64_t k = 0; k < micro_batches; ++k) {
      backward(alone.weights, k, micro_batches);
      alone.masters.collect_gradients();
    }
    const std::vector<torch::Tensor> wanted = alone.gradients();
    std::atomic<int> same = 0;
    const auto faults = ThreadWorld().run(ranks, [&](Ranks& world) {
      Trained trained(type);
      std::vector<fw::distributed::ExchangedWeight> weights;
      for (size_t i = 0; i < trained.weights.size(); ++i)
        weights.push_back({trained.weights[i], trained.targets[i]});
      GradientExchange exchange(world, weights, owners_of(trained.weights, ranks), largest_bucket);
      for (int64_t first = 0; first < micro_batches; first += ranks) {
        const int64_t computing = std::min<int64_t>(ranks, micro_batches - first);
        if (world.rank < computing) backward(trained.weights, first + world.rank, micro_batches);
        exchange.add(computing, [&] { trained.masters.collect_gradients(); });
      }
      exchange.finish(GradientExchange::Sums::go_to_all);
      const std::vector<torch::Tensor> gradients = trained.gradients();
      for (size_t i = 0; i < wanted.size(); ++i) {
        same += wanted[i].defined() == gradients[i].defined() &&
                (!wanted[i].defined() || torch::equal(wanted[i], gradients[i]));
      }
    });
    for (const fw::Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    QCOMPARE(same.load(), ranks * static_cast<int>(wanted.size()));
  }

  /// Two micro-batches at a time, each in two parts; the last round has one.
  void parts_of_a_micro_batch_add_up_data() {
    QTest::addColumn<bool>("bf16");
    QTest::newRow("fp32") << false;
    QTest::newRow("bf16") << true;
  }
  void parts_of_a_micro_batch_add_up() {
    QFETCH(bool, bf16);
    const torch::Dtype type = bf16 ? torch::kBFloat16 : torch::kFloat32;
    constexpr int64_t micro_batches = 5, parts = 2;
    Trained alone(type);
    for (int64_t k = 0; k < micro_batches; ++k) {
      backward(alone.weights, k, micro_batches);
      alone.masters.collect_gradients();
    }
    const std::vector<torch::Tensor> wanted = alone.gradients();
    std::atomic<int> close = 0;
    const auto faults = ThreadWorld().run(4, [&](Ranks& world) {
      Trained trained(type);
      std::vector<fw::distributed::ExchangedWeight> weights;
      for (size_t i = 0; i < trained.weights.size(); ++i)
        weights.push_back({trained.weights[i], trained.targets[i]});
      GradientExchange exchange(world, weights, owners_of(trained.weights, world.size),
                                GradientExchange::bucket_bytes, parts);
      for (int64_t first = 0; first < micro_batches; first += 2) {
        const int64_t computing = std::min<int64_t>(2, micro_batches - first), own = world.rank / parts;
        if (own < computing) backward(trained.weights, first + own, micro_batches, world.rank % parts, parts);
        exchange.add(computing, [&] { trained.masters.collect_gradients(); });
      }
      exchange.finish(GradientExchange::Sums::go_to_all);
      const std::vector<torch::Tensor> gradients = trained.gradients();
      for (size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i].defined() != gradients[i].defined()) continue;
        close += !wanted[i].defined() ||
                 ((wanted[i] - gradients[i]).abs().max() / wanted[i].abs().max()).item<double>() <
                     (bf16 ? 2e-2 : 1e-6);
      }
    });
    for (const fw::Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    QCOMPARE(close.load(), 4 * static_cast<int>(wanted.size()));
  }

  void weights_are_dealt_evenly() {
    const std::vector<int64_t> sizes{100, 1, 50, 50, 99, 1};
    const Owners owners = Owners::balance(sizes, 3);
    std::vector<int64_t> load(3);
    for (size_t i = 0; i < sizes.size(); ++i) load[static_cast<size_t>(owners.of(i))] += sizes[i];
    QCOMPARE(std::accumulate(load.begin(), load.end(), int64_t(0)), int64_t(301));
    QVERIFY(*std::max_element(load.begin(), load.end()) <= 101);
  }

  void a_rank_that_fails_ends_all_by_its_name() {
    const auto faults = ThreadWorld().run(3, [](Ranks& ranks) {
      ranks.set_phase("counting");
      if (ranks.rank == 1) throw fw::Error(broken, {{"what", "out of memory"}});
      ranks.gather("");
    });
    QCOMPARE(faults[1].code, std::string("test.broken"));
    for (const size_t other : {0, 2}) {
      QCOMPARE(faults[other].code, std::string("distributed.rank_failed"));
      QCOMPARE(faults[other].arguments.at("rank"), std::string("1"));
      QCOMPARE(faults[other].arguments.at("phase"), std::string("counting"));
      QVERIFY(!faults[other].arguments.at("host").empty());
      QVERIFY(faults[other].arguments.at("reason").find("out of memory") != std::string::npos);
    }
  }

  void what_one_rank_cannot_do_none_has_done_data() {
    QTest::addColumn<int>("victim");
    for (const int victim : {0, 1}) QTest::addRow("rank %d", victim) << victim;
  }
  void what_one_rank_cannot_do_none_has_done() {
    QFETCH(int, victim);
    std::atomic<int> caught = 0;
    const auto faults = ThreadWorld().run(3, [&](Ranks& ranks) {
      ranks.together([] {});
      try {
        ranks.together([&] {
          if (ranks.rank == victim) throw fw::Error(broken, {{"what", "full"}});
        });
      } catch (const fw::Error& error) {
        caught += error.fault().code == broken.code && error.fault().arguments.at("what") == "full";
      }
      try {
        ranks.together([&] {
          if (ranks.rank == victim) throw std::runtime_error("odd");
        });
      } catch (const fw::Error& error) {
        caught += error.fault().code == "distributed.rank_failed" &&
                  error.fault().arguments.at("rank") == std::to_string(victim);
      } catch (const std::runtime_error&) {
        caught += ranks.rank == victim;
      }
      ranks.gather("");  // then they continue together
    });
    for (const fw::Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    QCOMPARE(caught.load(), 6);
  }

  void a_rank_that_hangs_is_named_data() {
    QTest::addColumn<bool>("on_first");
    QTest::newRow("the others gather") << false;
    QTest::newRow("the others wait until the first has worked") << true;
  }
  void a_rank_that_hangs_is_named() {
    QFETCH(bool, on_first);
    ThreadWorld world;
    world.timeout = 1s;
    const auto faults = world.run(3, [&](Ranks& ranks) {
      ranks.set_phase("rank " + std::to_string(ranks.rank));
      ranks.gather("");
      if (ranks.rank == 1)
        while (!ranks.failure()) std::this_thread::sleep_for(10ms);
      on_first ? ranks.on_first([] {}) : (void)ranks.gather("");
    });
    for (const fw::Fault& fault : faults) {
      QCOMPARE(fault.code, std::string("distributed.timeout"));
      QCOMPARE(fault.arguments.at("rank"), std::string("1"));
      QCOMPARE(fault.arguments.at("phase"), std::string("rank 1"));
    }
  }

  void a_rank_that_makes_progress_is_waited_for_data() {
    QTest::addColumn<Operation>("busy");
    QTest::addColumn<Operation>("waiting");
    const Operation gather = [](Ranks& ranks) { ranks.gather(""); };
    const Operation sleep = [](Ranks&) { std::this_thread::sleep_for(2500ms); };
    QTest::newRow("it reports progress") << Operation([](Ranks& ranks) {
      for (int i = 0; i < 25; ++i, std::this_thread::sleep_for(100ms)) ranks.set_phase("denoising");
      ranks.gather("");
    }) << gather;
    QTest::newRow("it does long work") << Operation([=](Ranks& ranks) {
      {
        const fw::distributed::LongWork work(ranks);
        sleep(ranks);
      }
      ranks.gather("");
    }) << gather;
    QTest::newRow("each does its work")
        << Operation([=](Ranks& ranks) { ranks.together([&] { sleep(ranks); }); })
        << Operation([](Ranks& ranks) { ranks.together([] {}); });
    QTest::newRow("the first does its work")
        << Operation([=](Ranks& ranks) { ranks.on_first([&] { sleep(ranks); }); })
        << Operation([](Ranks& ranks) { ranks.on_first([] {}); });
  }
  void a_rank_that_makes_progress_is_waited_for() {
    QFETCH(Operation, busy);
    QFETCH(Operation, waiting);
    ThreadWorld world;
    world.timeout = 1s;
    const auto faults = world.run(3, [&](Ranks& ranks) { (ranks.rank == 0 ? busy : waiting)(ranks); });
    for (const fw::Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
  }

  void a_rank_ends_its_wait_for_the_others_when_asked() {
    const int socket = fw::launch::listen_on_loopback(0);
    const fw::launch::WorldSpec spec{0, 2, 0, 2, "127.0.0.1", fw::launch::port_of(socket)};
    try {
      Ranks::join(spec, 30s, {});
      QFAIL("two stores at one port");
    } catch (const fw::Error& error) {
      QCOMPARE(error.fault().code, std::string("distributed.no_store"));
      QVERIFY(error.fault().message().find("frame #") == std::string::npos);
    }
    ::close(socket);
    int asked = 0, open_outside = 0;
    const auto ends = [&] {
      for (const std::string& address : fw::support::outside_addresses())
        open_outside += fw::support::accepts_at(address, static_cast<int>(spec.port));
      return ++asked > 3;
    };
    QVERIFY_EXCEPTION_THROWN(Ranks::join(spec, 30s, {}, ends), fw::Cancelled);
    QCOMPARE(open_outside, 0);
  }

  void ranks_that_do_not_come_are_named() {
    ThreadWorld world;
    world.patience = 2s;
    world.absent = {1, 3};
    const auto faults = world.run(4, [](Ranks&) {});
    for (const size_t present : {0, 2}) {
      QCOMPARE(faults[present].code, std::string("distributed.ranks_missing"));
      QCOMPARE(faults[present].arguments.at("ranks"), std::string("1, 3"));
    }
  }

  void a_cancelled_rank_cancels_all() {
    const auto faults = ThreadWorld().run(2, [](Ranks& ranks) {
      if (ranks.rank == 1) {
        ranks.cancel();
        throw fw::Cancelled();
      }
      ranks.gather("");
    });
    for (const fw::Fault& fault : faults) QCOMPARE(fault.code, std::string("cancelled"));
  }

  /// Text exchanges detect it immediately, checked calls too, otherwise the timeout does.
  void operations_that_do_not_match_are_named_data() {
    QTest::addColumn<bool>("checked");
    QTest::addColumn<Operation>("first");
    QTest::addColumn<Operation>("second");
    QTest::addColumn<QStringList>("calls");
    const auto row = [](const char* name, bool checked, const Operation& first, const Operation& second,
                        const QStringList& calls) {
      QTest::newRow(name) << checked << first << second << calls;
    };
    const Operation gather = [](Ranks& ranks) { ranks.gather("x"); };
    const Operation wait = [](Ranks& ranks) { ranks.on_first([] {}); };
    const auto numbers = [](int64_t count) -> Operation {
      return [count](Ranks& ranks) { ranks.all_gather(torch::zeros({count})); };
    };
    const auto exchange = [](int64_t each) -> Operation {
      return [each](Ranks& ranks) {
        const std::vector<int64_t> counts(static_cast<size_t>(ranks.size), each);
        ranks.exchange(torch::empty({ranks.size * each}), counts, torch::zeros({ranks.size * each}), counts);
      };
    };
    row("texts", false, gather, wait, {"a gather of texts", "a wait for rank 0"});
    row("numbers for texts", false, exchange(3), gather, {"an exchange of Float", "a gather of texts"});
    row("sizes", true, numbers(10), numbers(20), {"a gather of 10 Float", "a gather of 20 Float"});
    row("counts", true, exchange(3), exchange(4),
        {"an exchange of Float (3, 3)", "an exchange of Float (4, 4)"});
    row("texts, checked", true, gather, wait, {"a gather of texts", "a wait for rank 0"});
    row("operations", true, numbers(6), exchange(3), {"a gather of 6 Float", "an exchange of Float (3, 3)"});
  }
  void operations_that_do_not_match_are_named() {
    QFETCH(bool, checked);
    QFETCH(Operation, first);
    QFETCH(Operation, second);
    QFETCH(QStringList, calls);
    ThreadWorld world;
    world.timeout = checked ? 30s : 2s;
    if (checked) world.checks = Ranks::Checks::yes;
    const auto faults = world.run(2, [&](Ranks& ranks) {
      ranks.gather("");
      (ranks.rank == 0 ? first : second)(ranks);
      ranks.gather("");
    });
    for (const fw::Fault& fault : faults) {
      // Found by the rank itself, or by another one.
      const QString text = QString::fromStdString(fault.full_message());
      const bool is_told = fault.code == "distributed.mismatch" || fault.code == "distributed.rank_failed";
      QVERIFY2(is_told && text.contains(calls[0]) && text.contains(calls[1]), qPrintable(text));
      QVERIFY2(text.contains("ank 0") && text.contains("ank 1"), qPrintable(text));
    }
  }

  /// A rank that waits for one blocked elsewhere names the rank that all wait for.
  void a_rank_that_hangs_is_named_by_other_groups() {
    ThreadWorld world;
    world.timeout = 2s;
    const auto faults = world.run(4, [&](Ranks& ranks) {
      const int64_t first = ranks.rank / 2 * 2;
      const auto pair = ranks.group("pair" + std::to_string(first), {first, first + 1});
      ranks.set_phase("rank " + std::to_string(ranks.rank));
      if (ranks.rank == 3)
        while (!ranks.failure()) std::this_thread::sleep_for(10ms);
      if (ranks.rank == 2) pair->gather("");
      ranks.gather("");
    });
    for (const fw::Fault& fault : faults) {
      QCOMPARE(fault.code, std::string("distributed.timeout"));
      QCOMPARE(fault.arguments.at("rank"), std::string("3"));
    }
  }
};

QTEST_GUILESS_MAIN(TestRanks)
#include "test_ranks.moc"
