// SPDX-License-Identifier: Apache-2.0
#include "distributed/dry_run_backend.h"
#include "tensor/libtorch.h"

#include <QtTest>

#include "distributed/gradient_exchange.h"
#include "distributed/ranks.h"

using fw::distributed::DryRunCall;
using fw::distributed::ExchangedWeight;
using fw::distributed::GradientExchange;
using fw::distributed::Owners;
using fw::distributed::Ranks;
using fw::distributed::Traffic;

namespace {

/// Of different sizes, so that owners have unequal shares, and of two types.
std::vector<torch::Tensor> make_weights() {
  std::vector<torch::Tensor> weights;
  for (const int64_t rows : {130, 7, 64, 1, 33, 256, 12})
    weights.push_back(torch::empty({rows, 48}, torch::TensorOptions(torch::kMeta)
                                                   .dtype(rows % 2 == 0 ? torch::kFloat32 : torch::kBFloat16)
                                                   .requires_grad(true)));
  return weights;
}

int64_t bytes_of(const std::vector<torch::Tensor>& tensors) {
  int64_t bytes = 0;
  for (const torch::Tensor& tensor : tensors) bytes += static_cast<int64_t>(tensor.nbytes());
  return bytes;
}

/// One rank's traffic in an update of two rounds.
Traffic dry_run_traffic(int64_t rank, int64_t size) {
  constexpr int64_t rounds = 2, small_buckets = 20'000;
  Traffic traffic;
  const auto ranks = Ranks::dry_run(rank, size, traffic);
  const std::vector<torch::Tensor> weights = make_weights();
  std::vector<ExchangedWeight> exchanged;
  for (const torch::Tensor& weight : weights) exchanged.push_back({weight, weight});
  std::vector<int64_t> sizes;
  for (const torch::Tensor& weight : weights) sizes.push_back(weight.numel());
  GradientExchange exchange(*ranks, exchanged, Owners::balance(sizes, size), small_buckets);
  for (int64_t round = 0; round < rounds; ++round) {
    for (const torch::Tensor& weight : weights) weight.mutable_grad() = torch::empty_like(weight);
    exchange.add(size, [] {});
  }
  exchange.finish(GradientExchange::Sums::go_to_all);
  for (const torch::Tensor& weight : weights)
    if (weight.grad().sizes() != weight.sizes()) throw std::runtime_error("a gradient has another shape");
  return traffic;
}

}  // namespace

class TestDryRunBackend : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Every message that a rank sends is one that the other expects, call by call: the shapes of a whole world
  // match, although each rank's dry run was separate.
  void ranks_of_a_world_fit_each_other_data() {
    QTest::addColumn<int>("size");
    for (const int size : {2, 3, 8, 64}) QTest::addRow("%d ranks", size) << size;
  }
  void ranks_of_a_world_fit_each_other() {
    QFETCH(int, size);
    std::vector<Traffic> world;
    for (int64_t rank = 0; rank < size; ++rank) world.push_back(dry_run_traffic(rank, size));
    for (const Traffic& traffic : world) QCOMPARE(traffic.calls.size(), world.front().calls.size());
    int64_t sent = 0, received = 0;
    for (size_t from = 0; from < world.size(); ++from) {
      sent += world[from].sent_bytes();
      received += world[from].received_bytes();
      for (size_t to = 0; to < world.size(); ++to)
        for (size_t i = 0; i < world[from].calls.size(); ++i) {
          const DryRunCall &call = world[from].calls[i], &other = world[to].calls[i];
          QCOMPARE(call.name, other.name);
          QCOMPARE(call.element_bytes, other.element_bytes);
          QCOMPARE(call.sent[to], other.received[from]);
        }
    }
    QCOMPARE(sent, received);
  }

  // In each round every gradient is sent to its owner once: all but the owner's own share.
  void gradients_travel_once_a_round() {
    constexpr int64_t size = 5;
    const int64_t gradients = bytes_of(make_weights());
    int64_t sent = 0;
    for (int64_t rank = 0; rank < size; ++rank) {
      Traffic traffic = dry_run_traffic(rank, size);
      std::erase_if(traffic.calls, [](const DryRunCall& call) { return call.name != "exchange"; });
      sent += traffic.sent_bytes();
    }
    QCOMPARE(sent, 2 * (size - 1) * gradients);
  }

  void shapes_that_do_not_fit_are_refused_data() {
    QTest::addColumn<int>("received");
    QTest::addColumn<QList<int>>("received_counts");
    QTest::addColumn<int>("sent");
    QTest::addColumn<QList<int>>("sent_counts");
    QTest::addColumn<bool>("fits");
    QTest::newRow("fits") << 6 << QList{2, 2, 2} << 6 << QList{2, 2, 2} << true;
    QTest::newRow("uneven") << 6 << QList{1, 2, 3} << 5 << QList{1, 2, 2} << true;
    QTest::newRow("too much is sent") << 6 << QList{2, 2, 2} << 7 << QList{2, 2, 2} << false;
    QTest::newRow("too little room") << 5 << QList{2, 2, 2} << 6 << QList{2, 2, 2} << false;
    QTest::newRow("a rank forgotten") << 4 << QList{2, 2} << 6 << QList{2, 2, 2} << false;
    QTest::newRow("own share differs") << 5 << QList{2, 1, 2} << 6 << QList{2, 2, 2} << false;
  }
  void shapes_that_do_not_fit_are_refused() {
    QFETCH(int, received);
    QFETCH(QList<int>, received_counts);
    QFETCH(int, sent);
    QFETCH(QList<int>, sent_counts);
    QFETCH(bool, fits);
    Traffic traffic;
    const auto ranks = Ranks::dry_run(1, 3, traffic);
    const auto made = [](int64_t elements) { return torch::empty({elements}, torch::kMeta); };
    const auto counts = [](const QList<int>& list) { return std::vector<int64_t>(list.begin(), list.end()); };
    bool refused = false;
    try {
      ranks->exchange(made(received), counts(received_counts), made(sent), counts(sent_counts));
    } catch (const std::exception&) {
      refused = true;
    }
    QCOMPARE(refused, !fits);
    QCOMPARE(traffic.calls.size(), size_t(fits ? 1 : 0));
  }

  void the_others_say_what_this_one_says() {
    Traffic traffic;
    const auto ranks = Ranks::dry_run(2, 4, traffic);
    QCOMPARE(ranks->gather("abc"), std::vector<std::string>(4, "abc"));
    bool worked = false;
    ranks->on_first([&] { worked = true; });
    QVERIFY(!worked);
    const torch::Tensor all = ranks->all_gather(torch::empty({5}, torch::kMeta));
    QCOMPARE(all.numel(), int64_t{20});
    QCOMPARE(traffic.calls.size(), size_t{1});
    QCOMPARE(traffic.sent_bytes(), int64_t{3 * 5 * 4});
  }
};

QTEST_GUILESS_MAIN(TestDryRunBackend)
#include "test_dry_run_backend.moc"
