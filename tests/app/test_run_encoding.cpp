// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "base/atomic_file.h"
#include "core/project/test_clip.h"
#include "dataset/dataset_manifest.h"
#include "engine_api/requests.h"
#include "engine_api/results.h"
#include "jobs/engine_library.h"
#include "jobs/job_queue.h"
#include "media/content_hash.h"
#include "run/cache_cleanup.h"
#include "support/tiny_run.h"

using namespace fw::engine_api;
using namespace fw::jobs;
using fw::dataset::DatasetManifest;
using fw::dataset::read_dataset_manifest;
namespace run = fw::run;
namespace fs = std::filesystem;

namespace {

const fs::path models = FW_SOURCE_FOLDER "/tests/reference/cases/models";

std::string text_of(const JobInfo& info) {
  return info.fault ? info.fault->code + ": " + info.fault->full_message() : "no fault";
}

}  // namespace

/// The keys of a run follow from its settings, and lost entries are encoded again.
class TestRunEncoding : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<JobQueue> queue_;

  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

  template <typename Request>
  JobInfo done(const Request& request) {
    const JobId job = queue_->submit(job_of(request, "")).job;
    queue_->wait(job);
    return *queue_->job(job);
  }
  JobInfo train(const run::RunPaths& run, int64_t extend = 0) {
    return done(TrainRequest{.run = run.folder, .extend = extend});
  }
  run::RunPaths make_run(std::vector<std::string> settings = {}, const char* model = "model") const {
    for (const std::string each : {"training.train_steps=3", "data.caption_dropout_p=0.5"})
      settings.push_back(each);
    settings.push_back("model.folder=" + path(model).string());
    return fw::support::make_tiny_run(path(""), settings);
  }
  /// Three unencoded clips.
  void write_list(const char* name) const {
    DatasetManifest rows;
    for (int i = 0; i < 3; ++i) {
      const fs::path clip = path("clip" + std::to_string(i) + ".mp4");
      if (!fs::exists(clip)) make_test_clip(clip, i, 9, {96, 64});
      rows.push_back({.id = std::to_string(i) + "-0",
                      .source = clip.string(),
                      .content_hash = fw::media::content_hash(clip),
                      .source_out = 9,
                      .fps = 24,
                      .frame_count = 5,
                      .crop = {0, 0, 96, 64},
                      .bucket = {5, 64, 96},
                      .caption = "clip " + std::to_string(i)});
    }
    write_dataset_manifest(path(name), rows, fw::Existing::replace);
  }
  PrecomputeRequest encoding(const char* list, const char* model = "model") const {
    return {.dataset = path(list), .model = path(model), .cache = path("cache"), .device = "cpu"};
  }
  static std::vector<fw::dataset::CacheKeys> keys_of(const fs::path& list) {
    std::vector<fw::dataset::CacheKeys> keys;
    for (const auto& row : read_dataset_manifest(list)) keys.push_back(row.keys);
    return keys;
  }
  fs::path entry(const char* kind, const std::string& key) const {
    return path("cache") / kind / (key + ".safetensors");
  }
  /// An entry of each kind: one deleted, one truncated.
  void spoil(const fs::path& list) const {
    const auto keys = keys_of(list);
    QVERIFY(fs::remove(entry("latents", keys[0].latents)));
    QVERIFY(fs::remove(entry("text", keys[1].empty_text)));
    fs::resize_file(entry("latents", keys[1].latents), 100);
  }
  static std::string losses(const run::RunPaths& run) {
    std::string text;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (event.event == "metrics")
        text += std::to_string(event.step) + " " + event.json.at("values").at("loss").dump() + "\n";
    });
    return text;
  }
  static QString type(const QString& command, int wanted) {
    QProcess shell;
    shell.setProcessChannelMode(QProcess::MergedChannels);
    shell.start("bash", {"-c", "PATH=" FW_BUILD_FOLDER "/bin:$PATH; " + command});
    shell.waitForFinished(120'000);
    const QString output = QString::fromUtf8(shell.readAll());
    if (shell.exitCode() != wanted) qWarning().noquote() << command << output;
    return shell.exitCode() == wanted ? output : QString();
  }
  /// The command that a message suggests.
  static QString command_in(const QString& output) {
    QString command = output.mid(output.indexOf(QLatin1String("framewright-cli ")));
    return command.left(command.indexOf(QRegularExpression("[`\n]")));
  }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("XDG_CACHE_HOME", path("home").string().c_str());
    for (const char* const name : {"model", "other"}) {
      fs::copy(models / "cogvideox-5b", path(name), fs::copy_options::recursive);
      // Tiles of 48x80 that meet at whole latent positions.
      std::string config = fw::read_file(path(name) / "vae/config.json");
      config.replace(config.find("\"sample_height\": 48"), 19, "\"sample_height\": 96");
      config.replace(config.find("\"sample_width\": 64"), 18, "\"sample_width\": 160");
      if (name == std::string("other")) config += "\n";  // another VAE, judging by its content
      fw::write_file_atomically(path(name) / "vae/config.json", config, fw::Existing::replace);
    }
    write_list("dataset.jsonl");
    queue_ = std::make_unique<JobQueue>();
    add_engine_kinds(*queue_, *open_engine());
  }
  void init() { write_list("dataset.jsonl"); }

  void training_alone_and_after_precompute_gives_the_same_keys_data() {
    QTest::addColumn<bool>("tiling");
    QTest::newRow("whole") << false;
    QTest::newRow("in tiles") << true;
  }
  void training_alone_and_after_precompute_gives_the_same_keys() {
    QFETCH(bool, tiling);
    const std::vector<std::string> settings{tiling ? "data.vae_tiling=true"
                                                   : "validation.enable_tiling=true"};
    const run::RunPaths alone = make_run(settings);
    QVERIFY2(train(alone).state == JobState::finished, "");
    PrecomputeRequest first = encoding("dataset.jsonl");
    first.vae_tiling = tiling;
    const JobInfo encoded = done(first);
    QVERIFY2(encoded.state == JobState::finished, text_of(encoded).c_str());
    QCOMPARE(encoded.result.get<PrecomputeReport>().latents_made, int64_t{0});
    QVERIFY(keys_of(path("dataset.jsonl")) == keys_of(alone.dataset()));
    const run::RunPaths after = make_run(settings);
    QVERIFY(train(after).state == JobState::finished);
    QCOMPARE(losses(after), losses(alone));
  }

  /// Whatever the run's settings are now: a run older than these settings did not record them.
  void resuming_brings_back_the_same_entries_data() {
    QTest::addColumn<bool>("tiling");
    QTest::addColumn<bool>("is_old");
    QTest::newRow("whole") << false << false;
    QTest::newRow("in tiles") << true << false;
    QTest::newRow("in tiles, before there was a setting") << true << true;
  }
  void resuming_brings_back_the_same_entries() {
    QFETCH(bool, tiling);
    QFETCH(bool, is_old);
    const std::vector<std::string> settings{std::string("data.vae_tiling=") + (tiling ? "true" : "false")};
    const run::RunPaths undisturbed = make_run(settings), run = make_run(settings);
    for (const run::RunPaths& each : {undisturbed, run}) QVERIFY(train(each).state == JobState::finished);
    QVERIFY(train(undisturbed, 3).state == JobState::finished);
    if (is_old)
      fw::write_file_atomically(run.run_file(),
                                run::remove_from_text(fw::read_file(run.run_file()), "data.vae_tiling"),
                                fw::Existing::replace);
    const std::string list = fw::read_file(run.dataset());
    spoil(run.dataset());
    const JobInfo info = train(run, 3);
    QVERIFY2(info.state == JobState::finished, text_of(info).c_str());
    QCOMPARE(losses(run), losses(undisturbed));
    QCOMPARE(fw::read_file(run.dataset()), list);
  }

  /// It was never trained on: as a new sample it would shift all others to other steps.
  void a_clip_that_failed_stays_left_out() {
    fs::remove_all(path("cache") / "latents");
    fs::rename(path("clip2.mp4"), path("away.mp4"));
    const std::vector<std::string> settings{"data.allow_unreadable=true"};
    const run::RunPaths undisturbed = make_run(settings), run = make_run(settings);
    for (const run::RunPaths& each : {undisturbed, run}) QVERIFY(train(each).state == JobState::finished);
    QVERIFY(train(undisturbed, 3).state == JobState::finished);
    fs::rename(path("away.mp4"), path("clip2.mp4"));
    spoil(run.dataset());
    const JobInfo info = train(run, 3);
    QVERIFY2(info.state == JobState::finished, text_of(info).c_str());
    QCOMPARE(losses(run), losses(undisturbed));
    QVERIFY(keys_of(run.dataset())[2] == fw::dataset::CacheKeys());
  }

  void entries_that_cannot_come_back_end_the_run_data() {
    QTest::addColumn<QString>("reason");
    QTest::newRow("another VAE") << "they were encoded with another VAE or clip";
    QTest::newRow("no clip") << "clip0.mp4";
  }
  void entries_that_cannot_come_back_end_the_run() {
    QFETCH(QString, reason);
    const run::RunPaths run = make_run();
    QVERIFY(train(run).state == JobState::finished);
    const std::string list = fw::read_file(run.dataset());
    spoil(run.dataset());
    const fs::path vae = path("model") / "vae/config.json", clip = path("clip0.mp4");
    const std::string config = fw::read_file(vae);
    if (reason.contains("VAE"))
      fw::write_file_atomically(vae, config + " ", fw::Existing::replace);
    else
      fs::rename(clip, path("away.mp4"));
    JobInfo info = train(run, 3);
    QVERIFY2(text_of(info).starts_with("engine.entries_lost"), text_of(info).c_str());
    QVERIFY2(text_of(info).find(reason.toStdString()) != std::string::npos, text_of(info).c_str());
    QCOMPARE(fw::read_file(run.dataset()), list);
    if (reason.contains("VAE"))
      fw::write_file_atomically(vae, config, fw::Existing::replace);
    else
      fs::rename(path("away.mp4"), clip);
    info = train(run, 3);
    QVERIFY2(info.state == JobState::finished, text_of(info).c_str());
  }

  void a_list_of_other_settings_is_encoded_again_data() {
    QTest::addColumn<QString>("differs");
    for (const char* const name : {"model", "tiling", "stored", "type"}) QTest::newRow(name) << name;
  }
  void a_list_of_other_settings_is_encoded_again() {
    QFETCH(QString, differs);
    PrecomputeRequest other = encoding("dataset.jsonl", differs == "model" ? "other" : "model");
    other.vae_tiling = differs == "tiling";
    if (differs == "stored") other.stored = fw::catalog::StoredLatents::sample;
    if (differs == "type") other.dtype = fw::catalog::Dtype::bf16;
    QVERIFY(done(other).state == JobState::finished);
    const auto others = keys_of(path("dataset.jsonl"));
    const run::RunPaths run =
        make_run(differs == "type" ? std::vector<std::string>{"data.encoding_dtype=fp32"}
                                   : std::vector<std::string>());
    QVERIFY(train(run).state == JobState::finished);
    QVERIFY(done(encoding("dataset.jsonl")).state == JobState::finished);
    QVERIFY(keys_of(run.dataset()) == keys_of(path("dataset.jsonl")));
    QVERIFY(keys_of(run.dataset())[0].latents != others[0].latents);
  }

  /// As long as the run leaves it open: a dataset encoded on a GPU trains anywhere.
  void the_type_of_a_list_is_kept() {
    PrecomputeRequest other = encoding("dataset.jsonl");
    other.dtype = fw::catalog::Dtype::bf16;
    QVERIFY(done(other).state == JobState::finished);
    const run::RunPaths run = make_run();
    QVERIFY(train(run).state == JobState::finished);
    QVERIFY(keys_of(run.dataset()) == keys_of(path("dataset.jsonl")));
  }

  void tiles_that_do_not_meet_are_refused() {
    PrecomputeRequest request = encoding("dataset.jsonl");
    request.model = models / "cogvideox-5b";
    request.vae_tiling = true;
    const JobInfo info = done(request);
    QVERIFY2(text_of(info).starts_with("precompute.tiles_unfit"), text_of(info).c_str());
    QVERIFY(text_of(info).find("data.vae_tiling = false") != std::string::npos);
  }

  /// The commands in messages about the cache do what the messages promise.
  void hints_keep_their_promise() {
    const auto quoted = [&](const char* name) {
      return "'" + QString::fromStdString(path(name).string()) + "'";
    };
    const auto loss_with = [&](const char* model) {
      return "framewright-cli loss " + quoted("dataset.jsonl") + " --cache " + quoted("cache") +
             " --device cpu --timesteps 1 --noises 1 --model " + quoted(model);
    };
    const auto mean_in = [](const QString& output) {
      return output.split('\n').filter(QRegularExpression(" mean +[0-9]"));
    };
    PrecomputeRequest tiled = encoding("dataset.jsonl");
    tiled.vae_tiling = true;
    QVERIFY(done(tiled).state == JobState::finished);
    const QStringList mean = mean_in(type(loss_with("model"), 0));
    QCOMPARE(mean.size(), qsizetype{1});
    // Missing entries come back under their own keys.
    const auto keys = keys_of(path("dataset.jsonl"));
    spoil(path("dataset.jsonl"));
    QString refused = type(loss_with("model"), 2);
    QVERIFY2(refused.contains("framewright-cli precompute"), qPrintable(refused));
    QVERIFY(!type(command_in(refused), 0).isEmpty());
    QVERIFY(keys_of(path("dataset.jsonl")) == keys);
    QCOMPARE(mean_in(type(loss_with("model"), 0)), mean);
    // One model's entries are not used for another.
    refused = type(loss_with("other"), 2);
    QVERIFY2(refused.contains("another VAE"), qPrintable(refused));
    QVERIFY(!type(command_in(refused), 0).isEmpty());
    QVERIFY(!type(loss_with("other"), 0).isEmpty());
    // A run's own list stays unchanged.
    write_list("dataset.jsonl");
    const run::RunPaths undisturbed = make_run(), run = make_run({"checkpoints.checkpointing_steps=1"});
    QVERIFY(train(undisturbed).state == JobState::finished);
    QVERIFY(train(run).state == JobState::finished);
    fs::remove_all(run.checkpoint(3));
    const std::string list = fw::read_file(run.dataset());
    spoil(run.dataset());
    refused = type("framewright-cli precompute '" + QString::fromStdString(run.dataset().string()) +
                       "' --model " + quoted("other") + " --cache " + quoted("cache"),
                   2);
    QCOMPARE(fw::read_file(run.dataset()), list);
    QVERIFY2(command_in(refused).contains("--resume"), qPrintable(refused));
    QVERIFY(!type(command_in(refused), 0).isEmpty());
    QCOMPARE(losses(run), losses(undisturbed));
  }
};

QTEST_GUILESS_MAIN(TestRunEncoding)
#include "test_run_encoding.moc"
