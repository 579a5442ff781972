// SPDX-License-Identifier: Apache-2.0
#include <ATen/autocast_mode.h>

#include <QtTest>

#include "memory/checkpointing.h"
#include "nn/attention.h"
#include "nn/linear.h"
#include "tensor/flop_counter.h"
#include "tensor/libtorch.h"

namespace nn = fw::nn;

namespace {

/// Four blocks with dropout, run as a model runs them.
class ToyNetwork : public nn::Module {
 public:
  ToyNetwork() {
    add_child("blocks", blocks_);
    for (int i = 0; i < 4; ++i) blocks_.emplace_back(8, 8, nn::Bias::yes, torch::TensorOptions());
    torch::manual_seed(1);
    for_each_parameter([](const std::string&, torch::Tensor& slot) {
      slot = (torch::randn(slot.sizes()) * 0.3).requires_grad_(true);
    });
  }
  torch::Tensor forward(torch::Tensor x, const torch::Tensor& condition, const nn::BlockRunner& runner) {
    for (size_t i = 0; i < blocks_.size(); ++i) {
      nn::Linear& block = blocks_[i];
      const auto run = [&block, this](const nn::Tensors& in) {
        ++runs;
        autocast_seen = at::autocast::is_autocast_enabled(torch::kCPU);
        return nn::Tensors{in[0] + torch::dropout(torch::tanh(block.forward(in[0] * in[1])), 0.3, true)};
      };
      x = nn::run_block(runner, {i, block, {x, condition}, run}).front();
    }
    return x;
  }
  std::vector<torch::Tensor> gradients() {
    std::vector<torch::Tensor> all;
    for_each_parameter([&](const std::string&, torch::Tensor& slot) {
      all.push_back(slot.grad().clone());
      slot.mutable_grad() = torch::Tensor();
    });
    return all;
  }
  int runs = 0;
  bool autocast_seen = false;

 private:
  nn::ModuleList<nn::Linear> blocks_;
};

}  // namespace

class TestCheckpointing : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void gradients_are_the_same_bit_for_bit_data() {
    QTest::addColumn<int>("interval");
    QTest::addColumn<int>("first_kept");
    QTest::addColumn<int>("runs");
    QTest::addColumn<bool>("input_gradient");
    for (const bool input : {false, true}) {
      QTest::addRow("every block %d", input) << 1 << 4 << 8 << input;
      QTest::addRow("every second block %d", input) << 2 << 4 << 6 << input;
      QTest::addRow("the first of four %d", input) << 4 << 4 << 5 << input;
      QTest::addRow("the last one kept %d", input) << 1 << 3 << 7 << input;
      QTest::addRow("the first of four, by both %d", input) << 2 << 1 << 5 << input;
      QTest::addRow("all kept %d", input) << 1 << 0 << 4 << input;
    }
  }
  void gradients_are_the_same_bit_for_bit() {
    QFETCH(int, interval);
    QFETCH(int, first_kept);
    QFETCH(int, runs);
    QFETCH(bool, input_gradient);
    ToyNetwork network;
    std::vector<torch::Tensor> plain, plain_input, random_after;
    const auto checkpointed =
        fw::memory::run_blocks({.checkpoint_interval = interval, .first_kept = first_kept});
    for (const auto& runner : {nn::BlockRunner(), checkpointed}) {
      torch::manual_seed(7);
      const auto x = torch::randn({5, 8}).requires_grad_(input_gradient);
      const auto condition = torch::randn({5, 8}).requires_grad_(input_gradient);
      network.runs = 0;
      const auto y = network.forward(x, condition, runner);
      random_after.push_back(torch::randn({3}));
      (y * y).mean().backward();
      random_after.push_back(torch::randn({3}));
      const auto gradients = network.gradients();
      if (plain.empty()) {
        plain = gradients;
        plain_input = {y.detach(), x.grad(), condition.grad()};
        QCOMPARE(network.runs, 4);
        continue;
      }
      QCOMPARE(network.runs, runs);
      for (size_t i = 0; i < plain.size(); ++i) QVERIFY(torch::equal(gradients[i], plain[i]));
      QVERIFY(torch::equal(y, plain_input[0]));
      QCOMPARE(x.grad().defined(), input_gradient);
      if (input_gradient) {
        QVERIFY(torch::equal(x.grad(), plain_input[1]) && torch::equal(condition.grad(), plain_input[2]));
      }
      // Neither pass shifts the random numbers that follow.
      QVERIFY(torch::equal(random_after[0], random_after[2]) &&
              torch::equal(random_after[1], random_after[3]));
    }
  }

  void without_recording_blocks_just_run() {
    ToyNetwork network;
    const torch::NoGradGuard no_grad;
    const auto y = network.forward(torch::ones({2, 8}), torch::ones({2, 8}), fw::memory::checkpointed());
    QVERIFY(!y.requires_grad());
    QCOMPARE(network.runs, 4);
  }

  void blocks_before_the_first_trained_weight_just_run() {
    ToyNetwork network;
    network.for_each_parameter([](const std::string& name, torch::Tensor& slot) {
      if (name < "blocks.2") slot.requires_grad_(false);
    });
    network.forward(torch::ones({2, 8}), torch::ones({2, 8}), fw::memory::checkpointed()).sum().backward();
    QCOMPARE(network.runs, 6);
  }

  void autocast_is_as_in_the_first_pass() {
    ToyNetwork network;
    at::autocast::set_autocast_enabled(torch::kCPU, true);
    const auto y = network.forward(torch::ones({2, 8}), torch::ones({2, 8}), fw::memory::checkpointed());
    at::autocast::set_autocast_enabled(torch::kCPU, false);
    network.autocast_seen = false;
    y.sum().backward();
    QVERIFY(network.autocast_seen);
    QVERIFY(!at::autocast::is_autocast_enabled(torch::kCPU));
  }

  void kept_attention_is_not_computed_again() {
    nn::Linear block(16, 16, nn::Bias::yes, torch::TensorOptions());
    torch::manual_seed(1);
    block.for_each_parameter([](const std::string&, torch::Tensor& slot) {
      slot = torch::randn(slot.sizes()).requires_grad_(true);
    });
    const auto run = [&](const nn::Tensors& in) {
      const torch::Tensor x = block.forward(in[0]).unflatten(2, {2, 8});
      const torch::Tensor once = nn::attention(x, x, x).unflatten(2, {2, 8});
      return nn::Tensors{nn::attention(once, x, x, {}, 0.5)};
    };
    const torch::Tensor clip = torch::randn({3, 10, 16});
    std::vector<torch::Tensor> gradients;
    std::vector<double> flops;
    for (const bool keep : {false, true}) {
      fw::memory::BlockMemory memory{.checkpoint_interval = 1};
      memory.keep_attention = keep;
      const torch::Tensor x = clip.clone().requires_grad_(true);
      const fw::tensor::FlopCounter counter;
      nn::run_block(fw::memory::run_blocks(memory), {0, block, {x}, run}).front().square().sum().backward();
      flops.push_back(counter.flops());
      gradients.push_back(x.grad());
      block.for_each_parameter([&](const std::string&, torch::Tensor& slot) {
        gradients.push_back(slot.grad().clone());
        slot.mutable_grad() = torch::Tensor();
      });
    }
    for (size_t i = 0; i < 3; ++i) QVERIFY(torch::equal(gradients[i], gradients[i + 3]));
    QCOMPARE(flops[0] - flops[1], 2.0 * (4 * 3 * 2 * 10 * 10 * 8));
  }

  void the_inner_runner_runs_in_both_passes() {
    ToyNetwork network;
    std::vector<size_t> seen;
    const auto runner = fw::memory::checkpointed(1, [&](const nn::BlockCall& call) {
      seen.push_back(call.index);
      return call.run();
    });
    network.forward(torch::ones({2, 8}), torch::ones({2, 8}), runner).sum().backward();
    QCOMPARE(seen, (std::vector<size_t>{0, 1, 2, 3, 3, 2, 1, 0}));
  }
};

QTEST_GUILESS_MAIN(TestCheckpointing)
#include "test_checkpointing.moc"
