// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <mutex>
#include <optional>

#include "base/atomic_file.h"
#include "base/closed_later.h"
#include "base/error.h"
#include "memory/checkpointing.h"
#include "memory/common_weights.h"
#include "nn/linear.h"
#include "support/live_bytes.h"
#include "support/thread_world.h"
#include "tensor/libtorch.h"

namespace nn = fw::nn;
using fw::memory::BlockMemory;
using fw::memory::BlockStreamer;

namespace {

constexpr int64_t width = 64;

/// Some blocks with frozen weights and a small trained delta.
class ToyNetwork : public nn::Module {
 public:
  explicit ToyNetwork(int blocks) {
    add_child("blocks", blocks_);
    torch::manual_seed(1);
    for (int i = 0; i < blocks; ++i) {
      nn::Linear& block = blocks_.emplace_back(width, width, nn::Bias::yes, torch::TensorOptions());
      block.adapters.push_back(
          {torch::randn({2, width}).requires_grad_(true), torch::randn({width, 2}), 0.1});
    }
    for_each_parameter(
        [](const std::string&, torch::Tensor& slot) { slot = torch::randn(slot.sizes()) * 0.1; });
  }
  torch::Tensor forward(torch::Tensor x, const nn::BlockRunner& runner) {
    for (size_t i = 0; i < blocks_.size(); ++i) {
      nn::Linear& block = blocks_[i];
      const auto run = [&block](const nn::Tensors& in) {
        return nn::Tensors{torch::tanh(block.forward(in[0])) + in[0]};
      };
      x = nn::run_block(runner, {i, block, {x}, run}).front();
    }
    return x;
  }
  /// Output and gradients of a pass.
  std::vector<torch::Tensor> pass(const nn::BlockRunner& runner, int64_t rows = 3) {
    const auto y = forward(torch::linspace(-1, 1, rows * width).view({rows, width}), runner);
    std::vector<torch::Tensor> numbers{y.detach()};
    if (!y.requires_grad()) return numbers;
    y.square().sum().backward();
    for (size_t i = 0; i < blocks_.size(); ++i) {
      torch::Tensor& change = blocks_[i].adapters[0].A;
      numbers.push_back(change.grad());
      change.mutable_grad() = torch::Tensor();
    }
    return numbers;
  }
  std::vector<const void*> places() {
    std::vector<const void*> all;
    for_each_slot([&](const std::string&, torch::Tensor& slot) { all.push_back(slot.data_ptr()); });
    return all;
  }

 private:
  nn::ModuleList<nn::Linear> blocks_;
};

bool same(const std::vector<torch::Tensor>& a, const std::vector<torch::Tensor>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](const auto& x, const auto& y) { return torch::equal(x, y); });
}

std::shared_ptr<BlockStreamer> stream(ToyNetwork& network, int64_t streamed,
                                      fw::memory::StreamingOptions more = {}) {
  more.lists = {"blocks"};
  more.streamed_blocks = streamed;
  return BlockStreamer::create(network, torch::kCPU, std::move(more));
}

}  // namespace

class TestStreaming : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void processes_of_a_machine_keep_frozen_blocks_once() {
    ToyNetwork alone(5);
    const auto wanted = alone.pass({});
    std::atomic<int> right = 0, seen = 0;
    const auto faults = fw::support::ThreadWorld().run(3, [&](fw::distributed::Ranks& each) {
      std::optional<ToyNetwork> network;
      {
        static std::mutex seeding;  // all share one generator
        const std::lock_guard lock(seeding);
        network.emplace(5);
      }
      const BlockMemory memory{.streamer =
                                   stream(*network, 3, {.readers = fw::support::world_of(each).ranks})};
      right += same(network->pass(fw::memory::run_blocks(memory)), wanted);
      each.gather("");
      // The others see what one writes, but only in streamed blocks.
      if (each.rank == 1)
        network->for_each_slot([](const std::string&, torch::Tensor& slot) { slot.zero_(); });
      each.gather("");
      network->for_each_slot([&](const std::string& name, torch::Tensor& slot) {
        if (each.rank != 1 && name.ends_with("weight")) seen += slot.count_nonzero().item<int64_t>() == 0;
      });
    });
    for (const fw::Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    QCOMPARE(right.load(), 3);
    QCOMPARE(seen.load(), 2 * 3);
  }

  void what_a_machine_does_not_have_is_not_kept_in_common() {
    std::atomic<int> none = 0;
    const auto faults = fw::support::ThreadWorld().run(2, [&](fw::distributed::Ranks& each) {
      const auto common = fw::memory::CommonWeights::create(each, int64_t{1} << 60, torch::kCPU);
      none += !common.bytes.defined();
    });
    for (const fw::Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    QCOMPARE(none.load(), 2);
  }

  /// A rank may find another process's file at the path that rank 0 names: it must not be written to.
  void only_the_marked_file_is_opened_for_writing() {
    const QTemporaryDir folder;
    const auto path = [&](const char* name) { return folder.filePath(name).toStdString(); };
    const auto content = [&](const char* name) { return fw::read_file(path(name)); };
    const std::string mark = "a mark of rank 0", weights = mark + std::string(64, 'w');
    fw::write_file_atomically(path("right"), weights, fw::Existing::refuse);
    fw::write_file_atomically(path("foreign"), std::string(weights.size(), 'f'), fw::Existing::refuse);
    fw::write_file_atomically(path("short"), "a mark", fw::Existing::refuse);
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    for (const char* const name : {"foreign", "short", "pipe", "missing"})
      QCOMPARE(fw::memory::open_marked_file(path(name), mark), -1);
    QCOMPARE(fw::memory::open_marked_file(folder.path().toStdString(), mark), -1);
    QCOMPARE(content("foreign"), std::string(weights.size(), 'f'));
    const fw::ClosedLater open(fw::memory::open_marked_file(path("right"), mark));
    QCOMPARE(::pwrite(open.descriptor(), "W", 1, 0), ssize_t{1});
    QCOMPARE(content("right"), "W" + weights.substr(1));
  }

  void streamed_blocks_are_spread_evenly() {
    using fw::memory::streamed_indices;
    QCOMPARE(streamed_indices(6, 0), std::vector<size_t>{});
    QCOMPARE(streamed_indices(6, 2), (std::vector<size_t>{1, 4}));
    QCOMPARE(streamed_indices(6, 3), (std::vector<size_t>{1, 3, 5}));
    QCOMPARE(streamed_indices(3, 9), (std::vector<size_t>{0, 1, 2}));
    const auto most = streamed_indices(42, 41);
    QCOMPARE(std::set<size_t>(most.begin(), most.end()).size(), size_t(41));
  }

  void passes_of_every_kind_in_turn_give_the_same_numbers_data() {
    QTest::addColumn<int>("streamed");
    QTest::addColumn<bool>("pinned");
    QTest::addColumn<bool>("refused");
    for (const int streamed : {1, 2, 3, 5}) {
      QTest::addRow("%d page-locked", streamed) << streamed << true << false;
      QTest::addRow("%d refused", streamed) << streamed << true << true;
      QTest::addRow("%d as loaded", streamed) << streamed << false << false;
    }
  }
  void passes_of_every_kind_in_turn_give_the_same_numbers() {
    QFETCH(int, streamed);
    QFETCH(bool, pinned);
    QFETCH(bool, refused);
    ToyNetwork network(5);
    const auto plain = network.pass({});
    const auto places = network.places();
    std::vector<std::string> warnings;
    fw::memory::StreamingOptions options;
    options.host = pinned ? fw::memory::HostWeights::pinned : fw::memory::HostWeights::as_loaded;
    options.warning = [&](const std::string& text) { warnings.push_back(text); };
    if (refused) options.pin = [](int64_t) { return std::nullopt; };
    BlockMemory memory;
    memory.streamer = stream(network, streamed, options);
    // Reported for each block, and only on request; if refused, blocks stay where they were loaded.
    QCOMPARE(warnings.size(), size_t(refused ? streamed : 0));
    QCOMPARE(network.places() == places, !pinned || refused);
    bool cancel = false;
    const auto runner = fw::memory::run_blocks(memory, [&](const nn::BlockCall& call) {
      if (cancel && call.index == 3) throw fw::Cancelled();
      return call.run();
    });
    const auto home = network.places();
    const auto generate = [&] {
      const torch::NoGradGuard no_grad;
      return network.pass(runner);
    };
    for (int round = 0; round < 2; ++round) {
      QVERIFY(same(network.pass(runner), plain));
      for (int step = 0; step < 3; ++step) QVERIFY(torch::equal(generate()[0], plain[0]));
      cancel = true;
      QVERIFY_EXCEPTION_THROWN(round == 0 ? network.pass(runner) : generate(), fw::Cancelled);
      cancel = false;
      QVERIFY(network.places() == home);
    }
    QVERIFY(same(network.pass(runner), plain));
  }

  void a_frozen_block_can_be_given_other_tensors_between_passes() {
    const torch::NoGradGuard no_grad;
    ToyNetwork plain(2), streamed(2);  // both of its blocks stay in the two buffers
    BlockMemory memory;
    memory.streamer = stream(streamed, 2);
    const auto runner = fw::memory::run_blocks(memory, {});
    const auto are_same = [&] { return same(plain.pass({}), streamed.pass(runner)); };
    const auto bias_of = [](ToyNetwork& network) {
      torch::Tensor* bias = nullptr;
      network.for_each_slot([&](const std::string& name, torch::Tensor& slot) {
        if (name == "blocks.1.bias") bias = &slot;
      });
      return bias;
    };
    torch::Tensor &bias = *bias_of(plain), &streamed_bias = *bias_of(streamed);
    const torch::Tensor before = bias, streamed_before = streamed_bias;
    QVERIFY(are_same());
    bias = before + 1;
    streamed_bias = streamed_before + 1;
    QVERIFY(are_same());
    bias = before;
    streamed_bias = streamed_before;
    QVERIFY(are_same());
  }

  void the_device_holds_two_blocks_whatever_is_streamed() {
    // On the CPU all three places are the same memory: streamed blocks are page-locked copies, two of them in
    // the double buffer.
    ToyNetwork network(9);
    fw::support::LiveBytes live;
    const int64_t block = (width * width + width) * 4;
    fw::memory::StreamingOptions options;
    options.host = fw::memory::HostWeights::as_loaded;
    const auto streamer = stream(network, 9, options);
    QVERIFY2(live.now() >= 2 * block && live.now() < 3 * block, qPrintable(QString::number(live.now())));
  }

  void offloaded_inputs_take_their_memory_once_and_leave_the_device() {
    ToyNetwork network(6);
    BlockMemory memory{1, std::make_shared<fw::memory::ActivationStore>(torch::kCPU), {}};
    const auto runner = fw::memory::run_blocks(memory);
    constexpr int64_t rows = 64;
    const auto plain = network.pass(fw::memory::checkpointed(), rows);
    fw::support::LiveBytes live;
    live.least_bytes = rows * width * 4;
    QVERIFY(same(network.pass(runner, rows), plain));
    const int64_t kept = live.now(), first = live.large_allocations();
    QVERIFY(kept >= 6 * live.least_bytes && kept < 7 * live.least_bytes);
    QVERIFY(same(network.pass(runner, rows), plain));
    const int64_t second = live.large_allocations() - first;
    QCOMPARE(first - second, int64_t(6));  // allocated by the first pass on the host
    { const auto dropped = network.forward(torch::ones({rows, width}), runner); }  // no backward pass
    network.pass(runner, 5);  // a smaller clip allocates nothing
    QVERIFY(live.now() < kept + live.least_bytes);
    network.pass(runner, 2 * rows);  // a larger one replaces the existing buffers
    QVERIFY(live.now() >= 2 * kept && live.now() < 2 * kept + live.least_bytes);
    QVERIFY(same(network.pass(runner, rows), plain));
  }

  void two_graphs_at_once_do_not_mix_up_their_inputs() {
    ToyNetwork network(3);
    BlockMemory memory{1, std::make_shared<fw::memory::ActivationStore>(torch::kCPU), stream(network, 3)};
    const auto runner = fw::memory::run_blocks(memory);
    const auto input = [](double value) { return torch::full({4, width}, value).requires_grad_(true); };
    std::vector<torch::Tensor> gradients;
    for (const bool plain : {true, false}) {
      const auto a = input(0.5), b = input(-2.0);
      const auto y = network.forward(a, plain ? nn::BlockRunner() : runner).sum();
      const auto z = network.forward(b, plain ? nn::BlockRunner() : runner).square().sum();
      y.backward();
      z.backward();
      gradients.insert(gradients.end(), {a.grad(), b.grad()});
    }
    QVERIFY(torch::equal(gradients[0], gradients[2]) && torch::equal(gradients[1], gradients[3]));
  }
};

QTEST_GUILESS_MAIN(TestStreaming)
#include "test_streaming.moc"
