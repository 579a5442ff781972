// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "memory/checkpointing.h"
#include "nn/linear.h"
#include "tensor/libtorch.h"

namespace nn = fw::nn;
using fw::memory::ActivationStore;
using fw::memory::BlockMemory;
using fw::memory::BlockStreamer;

namespace {

constexpr int64_t video_width = 32, text_width = 24;

struct TwoStreamBlock : nn::Module {
  TwoStreamBlock()
      : mix(video_width + text_width, video_width, nn::Bias::yes, {}),
        video(video_width, video_width, nn::Bias::yes, {}),
        text(video_width, text_width, nn::Bias::yes, {}) {
    add_child("mix", mix);
    add_child("video", video);
    add_child("text", text);
  }
  nn::Linear mix, video, text;
};

struct SingleBlock : nn::Module {
  SingleBlock()
      : up(video_width, 4 * video_width, nn::Bias::yes, {}),
        down(4 * video_width, video_width, nn::Bias::yes, {}) {
    add_child("up", up);
    add_child("down", down);
  }
  nn::Linear up, down;
};

/// For networks with two streams.
enum class LastBlock { gives_one, gives_two_of_which_one_is_used };

/// Blocks of two streams of different widths as in Mochi, followed by larger single-stream ones as in
/// HunyuanVideo.
class TwoStreamNetwork : public nn::Module {
 public:
  explicit TwoStreamNetwork(LastBlock last) : last_(last) {
    add_child("blocks", blocks_);
    add_child("single_blocks", single_blocks_);
    for (int i = 0; i < 3; ++i) blocks_.emplace_back();
    for (int i = 0; i < 2; ++i) single_blocks_.emplace_back();
    torch::manual_seed(1);
    for_each_parameter(
        [](const std::string&, torch::Tensor& slot) { slot = torch::randn(slot.sizes()) * 0.3; });
  }

  /// The result, and the gradients of everything trained, including undefined ones.
  nn::Tensors pass(const nn::BlockRunner& runner) {
    for_each_parameter([](const std::string&, torch::Tensor& slot) { slot.requires_grad_(true); });
    const auto input = [](int64_t width) {
      return torch::linspace(-1, 1, 5 * width).view({5, width}).clone().requires_grad_(true);
    };
    const nn::Tensors inputs{input(video_width), input(text_width)};
    nn::Tensors x = inputs;
    for (size_t i = 0; i < blocks_.size(); ++i) {
      TwoStreamBlock& block = blocks_[i];
      const bool one = i + 1 == blocks_.size() && last_ == LastBlock::gives_one;
      const auto run = [&block, one](const nn::Tensors& in) {
        const auto mixed = torch::tanh(block.mix.forward(torch::cat({in[0], in[1]}, 1)));
        nn::Tensors out{in[0] + block.video.forward(mixed)};
        if (!one) out.push_back(in[1] + block.text.forward(mixed));
        return out;
      };
      x = nn::run_block(runner, {i, block, x, run});
    }
    x.resize(1);
    for (size_t i = 0; i < single_blocks_.size(); ++i) {
      SingleBlock& block = single_blocks_[i];
      const auto run = [&block](const nn::Tensors& in) {
        return nn::Tensors{in[0] + block.down.forward(torch::tanh(block.up.forward(in[0])))};
      };
      x = nn::run_block(runner, {blocks_.size() + i, block, x, run});
    }
    x.front().square().mean().backward();
    nn::Tensors numbers{x.front().detach(), inputs[0].grad(), inputs[1].grad()};
    for_each_parameter([&](const std::string&, torch::Tensor& slot) {
      numbers.push_back(slot.grad());
      slot.mutable_grad() = torch::Tensor();
    });
    return numbers;
  }

 private:
  nn::ModuleList<TwoStreamBlock> blocks_;
  nn::ModuleList<SingleBlock> single_blocks_;
  LastBlock last_;
};

}  // namespace

Q_DECLARE_METATYPE(LastBlock)

class TestBlockOutputs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void gradients_are_the_same_bit_for_bit_data() {
    QTest::addColumn<LastBlock>("last");
    QTest::addColumn<int>("interval");
    QTest::addColumn<bool>("offload");
    QTest::addColumn<int>("streamed");
    for (const auto last : {LastBlock::gives_one, LastBlock::gives_two_of_which_one_is_used}) {
      const int number = static_cast<int>(last);
      QTest::addRow("recorded %d", number) << last << 0 << false << 0;
      QTest::addRow("checkpointed %d", number) << last << 1 << false << 0;
      QTest::addRow("every second %d", number) << last << 2 << false << 0;
      QTest::addRow("offloaded %d", number) << last << 1 << true << 0;
      QTest::addRow("streamed %d", number) << last << 1 << false << 5;
      QTest::addRow("all together %d", number) << last << 2 << true << 3;
    }
  }
  void gradients_are_the_same_bit_for_bit() {
    QFETCH(LastBlock, last);
    QFETCH(int, interval);
    QFETCH(bool, offload);
    QFETCH(int, streamed);
    TwoStreamNetwork network(last);
    const nn::Tensors plain = network.pass({});
    BlockMemory memory{interval, {}, {}};
    if (offload) memory.activations = std::make_shared<ActivationStore>(torch::kCPU);
    if (streamed > 0)
      memory.streamer = BlockStreamer::create(
          network, torch::kCPU, {.lists = {"blocks", "single_blocks"}, .streamed_blocks = streamed});
    const nn::BlockRunner runner = fw::memory::run_blocks(memory);
    for (int round = 0; round < 2; ++round) {
      const nn::Tensors numbers = network.pass(runner);
      QCOMPARE(numbers.size(), plain.size());
      for (size_t i = 0; i < plain.size(); ++i) {
        QCOMPARE(numbers[i].defined(), plain[i].defined());  // of the last block's text: no gradient
        QVERIFY(!plain[i].defined() || torch::equal(numbers[i], plain[i]));
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestBlockOutputs)
#include "test_block_outputs.moc"
