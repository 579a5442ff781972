// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <functional>

#include "base/atomic_file.h"
#include "catalog/catalog.h"
#include "run/run_settings.h"

namespace {

using namespace fw::catalog;
using namespace fw::run;
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

const Family toy{.id = "toy",
                 .name = "Toy",
                 .pipeline_classes = {"ToyPipeline"},
                 .transformer_classes = {"ToyTransformer"},
                 .other_names = {"toy_video"},
                 .published = {{.id = "toy-1", .family = "toy", .rules = {.model = "Toy-1"}}},
                 .describe = [](const ModelSource&) { return *find_model("toy-1"); },
                 .settings = []() -> std::vector<Setting> {
                   return {{.key = "validation.toy.wobble", .label = "Wobble", .standard = 0.5}};
                 },
                 .defaults = {{"validation.num_inference_steps", int64_t{7}}}};

}  // namespace

class TestCatalog : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { add_family(toy); }

  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    root_ = Path(folder_->path().toStdString());
    index_ = {{"_class_name", "CogVideoXPipeline"}};
    vae_ = {{"latent_channels", 16},
            {"temporal_compression_ratio", 4},
            {"block_out_channels", {128, 256, 256, 512}}};
    transformer_ = {{"_class_name", "CogVideoXTransformer3DModel"},
                    {"in_channels", 16},
                    {"num_attention_heads", 48},
                    {"attention_head_dim", 64},
                    {"num_layers", 42},
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
    QTest::newRow("2b")
        << "cogvideox-2b"
        << R"({"use_rotary_positional_embeddings": false, "num_attention_heads": 30, "num_layers": 30})";
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
    const ModelSpec facts = recognise_model({root_});
    QCOMPARE(QString::fromStdString(facts.id), id);
    QCOMPARE(facts, *find_model(id.toStdString()));
  }

  void a_cut_down_model_is_described_as_it_is() {
    transformer_.merge_patch({{"sample_height", 6},
                              {"sample_width", 8},
                              {"sample_frames", 9},
                              {"max_text_seq_length", 10},
                              {"num_layers", 3},
                              {"in_channels", 4}});
    vae_["latent_channels"] = 4;
    write_folder();
    const ModelSpec facts = recognise_model({root_});
    QCOMPARE(facts.id, std::string("cogvideox-5b"));
    QCOMPARE(facts.native_size(), (Bucket{9, 48, 64}));
    QCOMPARE(facts.token_limit(), int64_t{10});
    QCOMPARE(facts.latent.channels, int64_t{4});
    QCOMPARE(facts.transformer, (TransformerSize{48 * 64, 3}));
  }

  void components_may_lie_elsewhere() {
    write_folder();
    const Path elsewhere = root_ / "elsewhere";
    std::filesystem::rename(root_ / "transformer", elsewhere);
    index_ = {{"_class_name", "PipelineOfAnotherFamily"}};
    fw::write_file_atomically(root_ / "model_index.json", index_.dump(), fw::Existing::replace);
    RunSettings run;
    run.model_folder = root_;
    QCOMPARE(code_of([&] { recognise_model(model_source(run)); }), std::string("catalog.unknown_model"));
    assign(run, *find_setting("model.parts.transformer"), elsewhere.string());
    QCOMPARE(model_source(run), (ModelSource{root_, {{"transformer", elsewhere}}}));
    QCOMPARE(recognise_model(model_source(run)).id, std::string("cogvideox-5b"));
    const ModelSource other{"/other", {{"vae", "/elsewhere/vae"}}};
    set_model_source(run, other);
    QCOMPARE(model_source(run), other);
  }

  // Its settings, defaults and models are available like those of the built-in families.
  void a_family_is_one_entry() {
    QCOMPARE(find_family("toy")->name, std::string_view("Toy"));
    QCOMPARE(find_family("toy_video"), find_family("toy"));
    QCOMPARE(find_family("nobody"), nullptr);
    index_ = {{"_class_name", "ToyPipeline"}};
    write_folder();
    QCOMPARE(recognise_model({root_}).rules.model, std::string("Toy-1"));
    // A model with only the same layout is not taken for it.
    index_["_framewright_name"] = "A toy's toy";
    write_folder();
    QCOMPARE(recognise_model({root_}).rules.model, std::string("A toy's toy"));
    QCOMPARE(recognise_model({root_}).id, std::string("toy-1"));
    index_.erase("_framewright_name");
    write_folder();
    const Setting& own = *find_setting("validation.toy.wobble");
    RunSettings run;
    QVERIFY(!applies(own, run));
    run.family = "toy";
    QVERIFY(applies(own, run));
    QCOMPARE(own_value<double>(run, own.key), 0.5);
    assign(run, own, 0.75);
    QCOMPARE(own_value<double>(run, own.key), 0.75);
    assign(run, own, 0.5);
    QVERIFY(run.own.empty());
    const Setting& steps = *find_setting("validation.num_inference_steps");
    QCOMPARE(default_of(steps, "toy"), Value(int64_t{7}));
    QCOMPARE(default_of(steps, "cogvideox"), Value(int64_t{50}));
    const auto& choices = find_setting("model.family")->choices;
    QVERIFY(std::ranges::find(choices, "toy") != choices.end());
  }

  void broken_folders() {
    const auto code = [&] { return code_of([&] { recognise_model({root_}); }); };
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
    row("cogvideox-2b", "48x480x720", "size_frames", "45, 49.");
    row("cogvideox-2b", "2x480x720", "size_frames", "1, 5.");
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

  /// Every page and command states one frame rule, the one by which buckets are judged.
  void frames_follow_one_rule_data() {
    QTest::addColumn<QString>("model");
    for (const ModelSpec& model : published_models())
      if (model.family != toy.id) QTest::newRow(model.id.c_str()) << QString::fromStdString(model.id);
  }
  void frames_follow_one_rule() {
    QFETCH(QString, model);
    const BucketRules& rules = find_model(model.toStdString())->rules;
    const std::string sentence = sentence_of(rules).message();
    QVERIFY2(sentence.find('{') == std::string::npos, sentence.c_str());
    const auto says = [&](const std::string& part) { return sentence.find(part) != std::string::npos; };
    const int64_t second = rules.least_frames() + rules.vae_frame_step;
    QVERIFY(says(std::to_string(rules.least_frames()) + ", " + std::to_string(second) + ", "));
    QVERIFY(says(std::to_string(rules.frame_step + 1) + ", " + std::to_string(2 * rules.frame_step + 1)));
    QVERIFY(says(" " + std::to_string(rules.max_frames()) + " frames, at "));
    for (int64_t frames = 1; frames <= rules.max_frames() + rules.vae_frame_step; ++frames) {
      const Bucket bucket{frames, rules.native_height, rules.native_width};
      const bool is_legal = (frames - 1) % rules.vae_frame_step == 0 && frames >= rules.least_frames();
      const bool is_trained = (frames - 1) % rules.frame_step == 0 && frames <= rules.max_frames();
      const BucketFaults faults = check_buckets({&bucket, 1}, rules);
      QCOMPARE(faults.errors.empty(), is_legal);
      if (is_legal) QCOMPARE(faults.warnings.empty(), is_trained);
    }
  }

  void latents() {
    const ModelSpec& older = *find_model("cogvideox-5b");
    const ModelSpec& newer = *find_model("cogvideox-1.5-5b");
    QCOMPARE(latent_size(older, {49, 480, 720}), (LatentSize{13, 0, 60, 90}));
    QCOMPARE(latent_size(newer, {81, 768, 1360}), (LatentSize{21, 1, 96, 170}));
    QCOMPARE(latent_size(newer, {13, 768, 1360}), (LatentSize{4, 0, 96, 170}));
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

QTEST_GUILESS_MAIN(TestCatalog)
#include "test_catalog.moc"
