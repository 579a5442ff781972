// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <functional>

#include "base/atomic_file.h"
#include "catalog/family_facts.h"

namespace {

using namespace fw::catalog;
using Path = std::filesystem::path;
using Json = nlohmann::json;

std::string code_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const fw::Error& error) {
    return error.fault().code;
  }
  return "nothing";
}

}  // namespace

class TestFamilyFacts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    root_ = Path(folder_->path().toStdString());
    index_ = {{"_class_name", "CogVideoXPipeline"}};
    vae_ = {{"latent_channels", 16},
            {"temporal_compression_ratio", 4},
            {"block_out_channels", {128, 256, 256, 512}}};
    transformer_ = {{"in_channels", 16},
                    {"max_text_seq_length", 226},
                    {"patch_size", 2},
                    {"patch_size_t", nullptr},
                    {"sample_frames", 49},
                    {"sample_height", 60},
                    {"sample_width", 90},
                    {"use_rotary_positional_embeddings", true},
                    {"use_learned_positional_embeddings", false}};
  }

  // The configs of the full-size checkpoints describe exactly the published models.
  void published_folders_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("changes");
    QTest::newRow("2b") << "cogvideox-2b"
                        << R"({"use_rotary_positional_embeddings": false})";
    QTest::newRow("5b") << "cogvideox-5b"
                        << "{}";
    QTest::newRow("5b-i2v") << "cogvideox-5b-i2v"
                            << R"({"in_channels": 32, "use_learned_positional_embeddings": true})";
    const QString newer =
        R"("patch_size_t": 2, "sample_frames": 81, "sample_height": %1, "sample_width": %2)";
    QTest::newRow("1.5") << "cogvideox-1.5-5b"
                         << "{" + newer.arg(300).arg(300) + "}";
    QTest::newRow("1.5, other copy") << "cogvideox-1.5-5b"
                                     << "{" + newer.arg(96).arg(170) + "}";
    QTest::newRow("1.5-i2v") << "cogvideox-1.5-5b-i2v"
                             << R"({"in_channels": 32, "ofs_embed_dim": 512, )" + newer.arg(300).arg(300) +
                                    "}";
  }
  void published_folders() {
    QFETCH(QString, id);
    QFETCH(QString, changes);
    transformer_.merge_patch(Json::parse(changes.toStdString()));
    write_folder();
    const FamilyFacts facts = recognise_model(root_);
    QCOMPARE(QString::fromStdString(facts.id), id);
    QCOMPARE(facts, *find_model(id.toStdString()));
  }

  void a_cut_down_model_is_described_as_it_is() {
    transformer_.merge_patch({{"sample_height", 6},
                              {"sample_width", 8},
                              {"sample_frames", 9},
                              {"max_text_seq_length", 10},
                              {"in_channels", 4}});
    vae_["latent_channels"] = 4;
    write_folder();
    const FamilyFacts facts = recognise_model(root_);
    QCOMPARE(facts.id, std::string("cogvideox-5b"));
    QCOMPARE(facts.native_size(), (Bucket{9, 48, 64}));
    QCOMPARE(facts.token_limit, int64_t{10});
    QCOMPARE(facts.latent_channels, int64_t{4});
  }

  void broken_folders() {
    const auto code = [&] { return code_of([&] { recognise_model(root_); }); };
    QCOMPARE(code(), std::string("catalog.model_file_missing"));
    index_ = {{"_class_name", "StableDiffusionPipeline"}};
    write_folder();
    QCOMPARE(code(), std::string("catalog.unknown_model"));
    index_ = {{"_class_name", "CogVideoXPipeline"}};
    for (const char* bad : {R"({"in_channels": "many"})", R"({"in_channels": -1})", R"({"patch_size": 0})",
                            R"({"sample_height": 1e30})", R"({"max_text_seq_length": [226]})"}) {
      const Json whole = transformer_;
      transformer_.merge_patch(Json::parse(bad));
      write_folder();
      QCOMPARE(code(), std::string("catalog.model_file_broken"));
      transformer_ = whole;
    }
    write_folder();
    fw::write_file_atomically(root_ / "vae" / "config.json", "[]", fw::Existing::replace);
    QCOMPARE(code(), std::string("catalog.model_file_broken"));
    std::filesystem::remove_all(root_ / "vae");
    QCOMPARE(code(), std::string("catalog.model_file_missing"));
  }

  void sizes_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("size");
    QTest::addColumn<QString>("codes");
    QTest::addColumn<QString>("hint");
    const auto row = [](const char* model, const char* size, const char* codes, const char* hint = "") {
      QTest::addRow("%s %s", model, size) << model << size << codes << hint;
    };
    row("cogvideox-2b", "49x480x720", "");
    row("cogvideox-2b", "1x16x16", "");
    row("cogvideox-2b", "5x480x720", "");
    row("cogvideox-2b", "48x480x720", "size_frames", "The nearest are: 45, 49.");
    row("cogvideox-2b", "2x480x720", "size_frames", "The nearest are: 1, 5.");
    row("cogvideox-2b", "49x470x720", "size_multiple",
        "The nearest heights are: 464, 480. The nearest widths are: 720.");
    row("cogvideox-2b", "49x8x725", "size_multiple",
        "The nearest heights are: 16. The nearest widths are: 720, 736.");
    row("cogvideox-2b", "50x481x720", "size_multiple size_frames");
    row("cogvideox-5b-i2v", "49x480x720", "");
    row("cogvideox-5b-i2v", "49x480x704", "size_fixed");
    row("cogvideox-1.5-5b", "81x768x1360", "");
    row("cogvideox-1.5-5b", "81x770x1360", "size_multiple");
    row("cogvideox-1.5-5b", "81x768x1000000", "size_absurd");
  }
  void sizes() {
    QFETCH(QString, model);
    QFETCH(QString, size);
    QFETCH(QString, codes);
    QFETCH(QString, hint);
    const auto faults = check_video_size(*find_model(model.toStdString()), *parse_bucket(size.toStdString()));
    QStringList found;
    for (const fw::Fault& fault : faults) {
      found << QString::fromStdString(fault.code).section('.', 1);
      QVERIFY(fault.full_message().find('{') == std::string::npos);
    }
    QCOMPARE(found.join(' '), codes);
    if (!hint.isEmpty()) QVERIFY(QString::fromStdString(faults[0].full_message()).endsWith(hint));
    QCOMPARE(check_video_size(*find_model(model.toStdString()), {0, -16, 16}).size(), size_t{1});
  }

  void latents() {
    const FamilyFacts& older = *find_model("cogvideox-5b");
    const FamilyFacts& newer = *find_model("cogvideox-1.5-5b");
    QCOMPARE(latent_size(older, {49, 480, 720}), (LatentSize{13, 0, 60, 90}));
    QCOMPARE(latent_size(newer, {81, 768, 1360}), (LatentSize{21, 1, 96, 170}));
    QCOMPARE(latent_size(newer, {13, 768, 1360}), (LatentSize{4, 0, 96, 170}));
    QCOMPARE(decoded_frames(older, 13), int64_t{49});
    QCOMPARE(decoded_frames(older, 1), int64_t{1});
    QCOMPARE(decoded_frames(older, 2), int64_t{8});
  }

 private:
  void write_folder() {
    for (const char* part : {"transformer", "vae"}) std::filesystem::create_directories(root_ / part);
    fw::write_file_atomically(root_ / "model_index.json", index_.dump(), fw::Existing::replace);
    fw::write_file_atomically(root_ / "transformer" / "config.json", transformer_.dump(),
                              fw::Existing::replace);
    fw::write_file_atomically(root_ / "vae" / "config.json", vae_.dump(), fw::Existing::replace);
  }

  std::unique_ptr<QTemporaryDir> folder_;
  Path root_;
  Json index_, transformer_, vae_;
};

QTEST_GUILESS_MAIN(TestFamilyFacts)
#include "test_family_facts.moc"
