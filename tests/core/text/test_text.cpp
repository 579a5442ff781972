// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/atomic_file.h"
#include "base/error.h"
#include "safetensors/tensor_set.h"
#include "text/tokenizer.h"

namespace {

using Path = std::filesystem::path;

const Path cases = Path(FW_SOURCE_FOLDER) / "tests/reference/cases";
const Path models = cases / "models";
const Path t5 = models / "cogvideox-2b/tokenizer";
const Path llama = models / "hunyuan-video/tokenizer";
const Path clip = models / "hunyuan-video/tokenizer_2";

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
    QTest::addColumn<QString>("folder");
    const QString t5_folder = QString::fromStdString(t5.string());
    QTest::newRow("12 tokens") << "cogvideox-2b/tokenizer_a.safetensors" << t5_folder;
    QTest::newRow("226 tokens") << "cogvideox-2b/tokenizer_226.safetensors" << t5_folder;
    for (const char* name : {"template", "truncated"})
      QTest::newRow(name) << QString("hunyuan-video/tokenizer_llama_%1.safetensors").arg(name)
                          << QString::fromStdString(llama.string());
    QTest::newRow("CLIP") << "hunyuan-video/tokenizer_clip.safetensors"
                          << QString::fromStdString(clip.string());
  }
  void equals_the_reference() {
    QFETCH(QString, file);
    QFETCH(QString, folder);
    const auto set = fw::safetensors::TensorSet::open(cases / file.toStdString());
    const auto params = nlohmann::json::parse(set.metadata().at("params"));
    const auto prompts = params.at("prompts").get<std::vector<std::string>>();
    const auto length = params.at("max_length").get<int64_t>();
    const auto want = [&](const char* name) {
      std::vector<int64_t> values(prompts.size() * static_cast<size_t>(length));
      set.read(name, 0, std::as_writable_bytes(std::span(values)));
      return values;
    };
    const auto tokenizer = fw::text::open_tokenizer(folder.toStdString());
    std::vector<int64_t> ids;
    std::vector<int64_t> mask;
    for (const std::string& prompt : prompts) {
      const auto tokens = tokenizer->encode(prompt, length);
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
    for (const Path& folder : {t5, llama, clip}) {
      const auto tokenizer = fw::text::open_tokenizer(folder);
      const int64_t specials = tokenizer->count("", 1).tokens;
      for (const int64_t length : {specials, specials + 1, int64_t{12}}) {
        const auto tokens = tokenizer->encode(view, length);
        QCOMPARE(tokens.ids.size(), static_cast<size_t>(length));
        const auto used = std::count(tokens.mask.begin(), tokens.mask.end(), 1);
        if (folder == t5) QCOMPARE(tokens.ids[static_cast<size_t>(used) - 1], int64_t{1});
        QCOMPARE(std::min<int64_t>(tokenizer->count(view, length).tokens, length), int64_t{used});
      }
    }
  }

  void cut_names_where_the_text_ends() {
    const std::string text = "A panda  plays a ﬁne Ärger guitar 漢字 at <|eot_id|> sunset in the forest.";
    for (const Path& folder : {t5, llama, clip}) {
      const auto tokenizer = fw::text::open_tokenizer(folder);
      const int64_t specials = tokenizer->count("", 1).tokens;
      const auto whole = tokenizer->count(text, 226);
      QCOMPARE(whole.kept_bytes, text.size());
      for (int64_t length = specials; length <= whole.tokens; ++length) {
        const auto cut = tokenizer->count(text, length);
        QCOMPARE(cut.tokens, whole.tokens);
        QCOMPARE(cut.kept_bytes == text.size(), length == whole.tokens);
        // Cuts between characters; the kept part alone gives at most the kept ids plus those of a split
        // multi-byte character or word.
        QVERIFY(cut.kept_bytes == text.size() || (text[cut.kept_bytes] & 0xc0) != 0x80);
        if (cut.kept_bytes > 0)
          QVERIFY(tokenizer->count(text.substr(0, cut.kept_bytes), 226).tokens <= length + 1);
      }
      QCOMPARE(tokenizer->count(text, specials).kept_bytes, size_t{0});
    }
  }

  void a_token_typed_is_that_token() {
    const auto tokenizer = fw::text::open_tokenizer(llama);
    const auto ids = [&](const char* text) { return tokenizer->encode(text, 12).ids; };
    QVERIFY(ids("a<|eot_id|>b") != ids("a<|eot_id |>b"));
    QCOMPARE(tokenizer->count("<|eot_id|><|eot_id|>", 12).tokens, int64_t{3});
  }

  void broken_models_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {"spiece.model", "tokenizer.json"}) QTest::newRow(file) << file;
  }
  void broken_models() {
    QFETCH(QString, file);
    QTemporaryDir folder;
    const Path root(folder.path().toStdString());
    const auto code = [&] { return code_of([&] { fw::text::open_tokenizer(root); }); };
    QCOMPARE(code(), std::string("text.no_tokenizer"));
    const Path& whole = file == "spiece.model" ? t5 : llama;
    const std::string model = fw::read_file(whole / file.toStdString());
    fw::write_file_atomically(root / "tokenizer_config.json", fw::read_file(llama / "tokenizer_config.json"),
                              fw::Existing::replace);
    for (const std::string& bytes :
         {std::string(), std::string("version https://git-lfs.github.com/spec/v1\n"),
          model.substr(0, model.size() / 2), std::string(1000, '\xff'), std::string(1000, '[')}) {
      fw::write_file_atomically(root / file.toStdString(), bytes, fw::Existing::replace);
      QCOMPARE(code(), std::string("text.bad_tokenizer"));
    }
  }

  /// Files that require unsupported features.
  void other_tokenizers_data() {
    QTest::addColumn<QByteArray>("change");
    QTest::newRow("unknown expression")
        << QByteArray(R"({"pre_tokenizer": {"type": "Split", "pattern": {"Regex": "a+"}}})");
    QTest::newRow("unknown normalizer") << QByteArray(R"({"normalizer": {"type": "StripAccents"}})");
    QTest::newRow("other model") << QByteArray(R"({"model": {"type": "WordPiece"}})");
    QTest::newRow("bytes as tokens") << QByteArray(R"({"model": {"byte_fallback": true}})");
    QTest::newRow("number of a token") << QByteArray(R"({"model": {"vocab": {"a": -1}}})");
    QTest::newRow("merge of nothing") << QByteArray(R"({"model": {"merges": [["a", "no such token"]]}})");
    QTest::newRow("greedy token") << QByteArray(
        R"({"added_tokens": [{"content": "<a>", "id": 1, "lstrip": true}]})");
    QTest::newRow("other template") << QByteArray(R"({"post_processor": {"type": "BertProcessing"}})");
  }
  void other_tokenizers() {
    QFETCH(QByteArray, change);
    QTemporaryDir folder;
    const Path root(folder.path().toStdString());
    auto json = nlohmann::json::parse(fw::read_file(llama / "tokenizer.json"));
    json.merge_patch(nlohmann::json::parse(change.toStdString()));
    for (const auto& [name, bytes] :
         {std::pair("tokenizer.json", json.dump()),
          {"tokenizer_config.json", fw::read_file(llama / "tokenizer_config.json")}})
      fw::write_file_atomically(root / name, bytes, fw::Existing::replace);
    QCOMPARE(code_of([&] { fw::text::open_tokenizer(root); }), std::string("text.bad_tokenizer"));
  }
};

QTEST_GUILESS_MAIN(TestText)
#include "test_text.moc"
