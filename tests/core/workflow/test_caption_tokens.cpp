// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/error.h"
#include "workflow/caption_tokens.h"

using namespace fw;

class TestCaptionTokens : public QObject {
  Q_OBJECT

  static catalog::ModelSource model(const char* name) {
    return {FW_SOURCE_FOLDER + std::string("/tests/reference/cases/models/") + name};
  }

 private Q_SLOTS:
  /// A caption within the first encoder's limit may be too long for another one.
  void every_encoder_counts() {
    const catalog::ModelSource source = model("hunyuan-video");
    const catalog::ModelSpec spec = catalog::recognise_model(source);
    const workflow::CaptionTokenizers tokenizers(source, spec);
    const auto counts = tokenizers.counts("a fox");
    QCOMPARE(counts.size(), size_t{2});
    const int64_t limit = std::min(counts[0].encoder.token_limit, counts[1].encoder.token_limit);
    QCOMPARE(tokenizers.limit(), limit);
    QVERIFY(!tokenizers.is_too_long("a fox"));
    QCOMPARE(tokenizers.least_read("a fox").kept_bytes, std::string_view("a fox").size());
    std::string caption;
    const auto is_read = [&](size_t encoder) {
      return tokenizers.counts(caption)[encoder].text.kept_bytes == caption.size();
    };
    while (is_read(0) && is_read(1)) caption += "a fox ";
    QVERIFY(is_read(0) != is_read(1));
    QVERIFY(tokenizers.is_too_long(caption));
    QVERIFY(tokenizers.least_read(caption).kept_bytes < caption.size());
  }

  void nothing_is_counted_without_a_tokenizer() {
    const workflow::CaptionTokenizers none;
    QVERIFY(none.empty() && !none.is_too_long(std::string(100000, 'a')));
    const catalog::ModelSpec spec = catalog::recognise_model(model("cogvideox-2b"));
    QVERIFY_EXCEPTION_THROWN(workflow::CaptionTokenizers({"/nonexistent"}, spec), Error);
  }
};

QTEST_GUILESS_MAIN(TestCaptionTokens)
#include "test_caption_tokens.moc"
