// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "encoders/umt5_text_encoders.h"
#include "tensor/dry_run.h"

using namespace fw;
using namespace fw::encoders;
using torch::Tensor;

namespace {

const std::filesystem::path model_folder = FW_SOURCE_FOLDER "/tests/reference/cases/models/wan-2.1-t2v";
const std::vector<std::string> prompts{"A red fox &amp; a panda, “at dawn”", "", "the young woman"};
constexpr int64_t token_limit = 64;

Tensor encode(TextEncoderPlace place, const std::vector<std::string>& texts,
              const nn::ComponentOptions& options = {}) {
  const torch::NoGradGuard no_grad;
  Umt5TextEncoders encoders({model_folder}, {.token_limit = token_limit}, place, texts.size(), options);
  const TextCondition found = encoders.encode(texts);
  if (found.mask.defined() || found.pooled.defined()) throw std::logic_error("a transformer gets no mask");
  return found.embeds;
}

double difference(const Tensor& a, const Tensor& b) {
  return (a - b).abs().max().item<double>();
}

}  // namespace

/// Covers UMT5 beyond the reference cases.
class TestUmt5 : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    qputenv("MKL_CBWR", "COMPATIBLE");
    torch::set_num_threads(1);
  }

  void the_place_changes_no_number() {
    const Tensor there = encode(TextEncoderPlace::device, prompts);
    QCOMPARE(there.sizes().vec(), (std::vector<int64_t>{3, token_limit, 24}));
    QVERIFY(torch::equal(there, encode(TextEncoderPlace::streamed, prompts)));
    QVERIFY(torch::equal(there, encode(TextEncoderPlace::cpu, prompts)));
  }

  /// A prompt's states do not depend on the other prompts of the batch or the length of the longest one.
  void prompts_do_not_see_each_other() {
    const Tensor together = encode(TextEncoderPlace::device, prompts);
    for (size_t i = 0; i < prompts.size(); ++i) {
      const Tensor alone = encode(TextEncoderPlace::device, {prompts[i]});
      QVERIFY(difference(alone[0], together[static_cast<int64_t>(i)]) < 1e-5);
      const Tensor rows = alone[0].abs().sum(1);
      const int64_t tokens = (rows > 0).sum().item<int64_t>();
      QVERIFY(tokens >= 1 && tokens < token_limit);
      QCOMPARE(rows.narrow(0, tokens, token_limit - tokens).sum().item<double>(), 0.0);
    }
    // An empty prompt consists of its end token.
    QCOMPARE((together[1].abs().sum(1) > 0).sum().item<int>(), 1);
  }

  void prompts_are_cleaned() {
    const Tensor both = encode(TextEncoderPlace::device, {"a  “fox” &amp; b", "a \"fox\" & b"});
    QVERIFY(difference(both[0], both[1]) < 1e-5);
  }

  void long_prompts_are_cut() {
    std::string text;
    for (int i = 0; i < 200; ++i) text += "panda ";
    const Tensor states = encode(TextEncoderPlace::device, {text});
    QVERIFY((states[0].abs().sum(1) > 0).all().item<bool>());
  }

  void few_bits_stay_near() {
    const Tensor whole = encode(TextEncoderPlace::device, prompts);
    const QTemporaryDir cache;
    qputenv("XDG_CACHE_HOME", cache.path().toUtf8());
    nn::ComponentOptions options;
    options.low_bit = nn::LowBit::int8;
    const Tensor few = encode(TextEncoderPlace::device, prompts, options);
    QVERIFY(difference(whole, few) < 0.1 * whole.abs().max().item<double>());
    QVERIFY(difference(whole, few) > 0);
  }

  /// A dry run cannot read the length of the longest prompt.
  void a_dry_run_takes_the_whole_limit() {
    const tensor::DryRun dry(torch::kCPU);
    const Tensor states = encode(TextEncoderPlace::device, prompts);
    QCOMPARE(states.sizes().vec(), (std::vector<int64_t>{3, token_limit, 24}));
    QVERIFY(states.is_meta());
  }
};

QTEST_GUILESS_MAIN(TestUmt5)
#include "test_umt5.moc"
