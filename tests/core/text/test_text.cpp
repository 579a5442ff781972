// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/atomic_file.h"
#include "base/error.h"
#include "safetensors/tensor_set.h"
#include "text/t5_tokenizer.h"

namespace {

using fw::text::T5Tokenizer;
using Path = std::filesystem::path;

const Path cases = Path(FW_SOURCE_FOLDER) / "tests/reference/cases";
const Path tokenizer_folder = cases / "models/cogvideox-2b/tokenizer";

std::string code_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const fw::Error& error) {
    return error.fault().code;
  }
  return "nothing";
}

}  // namespace

class TestText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equals_the_reference_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("12 tokens") << "tokenizer_a.safetensors";
    QTest::newRow("226 tokens") << "tokenizer_226.safetensors";
  }
  void equals_the_reference() {
    QFETCH(QString, file);
    const auto set = fw::safetensors::TensorSet::open(cases / "cogvideox-2b" / file.toStdString());
    const auto params = nlohmann::json::parse(set.metadata().at("params"));
    const auto prompts = params.at("prompts").get<std::vector<std::string>>();
    const auto length = params.at("max_length").get<int64_t>();
    const auto want = [&](const char* name) {
      std::vector<int64_t> values(prompts.size() * static_cast<size_t>(length));
      set.read(name, 0, std::as_writable_bytes(std::span(values)));
      return values;
    };
    const T5Tokenizer tokenizer = T5Tokenizer::open(tokenizer_folder);
    std::vector<int64_t> ids;
    std::vector<int64_t> mask;
    for (const std::string& prompt : prompts) {
      const auto tokens = tokenizer.encode(prompt, length);
      ids.insert(ids.end(), tokens.ids.begin(), tokens.ids.end());
      mask.insert(mask.end(), tokens.mask.begin(), tokens.mask.end());
    }
    QVERIFY(prompts.size() > 5);
    QCOMPARE(ids, want("out.input_ids"));
    QCOMPARE(mask, want("out.attention_mask"));
  }

  void odd_texts_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("spaces") << QByteArray("  \n\t ");
    QTest::newRow("bad UTF-8") << QByteArray("a \xff\xfe\xc3 b");
    QTest::newRow("zero byte") << QByteArray("a\0b", 3);
    QTest::newRow("long") << QByteArray(1 << 17, 'x');
    QTest::newRow("emoji") << QByteArray("🐼🎸");
  }
  void odd_texts() {
    QFETCH(QByteArray, text);
    const std::string_view view(text.constData(), static_cast<size_t>(text.size()));
    const T5Tokenizer tokenizer = T5Tokenizer::open(tokenizer_folder);
    for (const int64_t length : {1, 2, 12}) {
      const auto tokens = tokenizer.encode(view, length);
      QCOMPARE(tokens.ids.size(), static_cast<size_t>(length));
      const auto used = std::count(tokens.mask.begin(), tokens.mask.end(), 1);
      QCOMPARE(tokens.ids[static_cast<size_t>(used) - 1], int64_t{1});
      QCOMPARE(std::min<int64_t>(tokenizer.count(view, length).tokens, length), int64_t{used});
    }
  }

  void cut_names_where_the_text_ends() {
    const T5Tokenizer tokenizer = T5Tokenizer::open(tokenizer_folder);
    const std::string text = "A panda  plays a ﬁne Ärger guitar 漢字 at sunset in the forest.";
    const auto whole = tokenizer.count(text, 226);
    QCOMPARE(whole.kept_bytes, text.size());
    for (int64_t length = 1; length <= whole.tokens; ++length) {
      const auto cut = tokenizer.count(text, length);
      QCOMPARE(cut.tokens, whole.tokens);
      QCOMPARE(cut.kept_bytes == text.size(), length == whole.tokens);
      // Ends between letters, and what is kept alone gives at most the ids that are kept.
      QVERIFY(cut.kept_bytes == text.size() || (text[cut.kept_bytes] & 0xc0) != 0x80);
      if (cut.kept_bytes > 0)
        QVERIFY(tokenizer.count(text.substr(0, cut.kept_bytes), 226).tokens <= length + 1);
    }
    QCOMPARE(tokenizer.count(text, 1).kept_bytes, size_t{0});
  }

  void broken_models() {
    QTemporaryDir folder;
    const Path root(folder.path().toStdString());
    const auto code = [&] { return code_of([&] { T5Tokenizer::open(root); }); };
    QCOMPARE(code(), std::string("text.no_tokenizer"));
    const std::string model = fw::read_file(tokenizer_folder / "spiece.model");
    for (const std::string& bytes :
         {std::string(), std::string("version https://git-lfs.github.com/spec/v1\n"),
          model.substr(0, model.size() / 2), std::string(1000, '\xff')}) {
      fw::write_file_atomically(root / "spiece.model", bytes, fw::Existing::replace);
      QCOMPARE(code(), std::string("text.bad_tokenizer"));
    }
  }
};

QTEST_GUILESS_MAIN(TestText)
#include "test_text.moc"
