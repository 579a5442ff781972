// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>

#include "media/sample.h"
#include "rank_runs.h"

namespace run = fw::run;
namespace fs = std::filesystem;
using namespace fw::support;

namespace {

std::vector<uint8_t> pixels(const fs::path& clip) {
  fw::media::SampleSpec spec;
  spec.cut = {0, 5, 0};
  spec.frames = 5;
  spec.size = {48, 32};
  return fw::media::read_sample(clip, spec).rgb;
}

/// Steps and paths of the clips, in the order of the events.
std::vector<std::string> clips_of(const run::RunPaths& run) {
  std::vector<std::string> clips;
  run::read_run_events(run, 0, [&](const run::RunEvent& event) {
    if (event.event == "sample") clips.push_back(event.json.at("path").get<std::string>());
  });
  std::ranges::sort(clips);
  return clips;
}

}  // namespace

/// Validations of runs whose processes share the tokens of each clip.
class TestMeshClips : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path() const { return folder_.path().toStdString(); }
  run::RunPaths make_run(std::vector<std::string> settings) const {
    for (const char* const each :
         {"model.folder=" FW_SOURCE_FOLDER "/tests/reference/cases/models/cogvideox-5b",
          "training.train_steps=2", "training.gradient_accumulation_steps=2", "validation.validation_steps=1",
          "validation.num_inference_steps=2", "distributed.timeout_s=60",
          "validation.validation_prompts=[\"a panda@@@5x32x48\", \"a bike@@@5x32x48\", \"a "
          "boat@@@5x32x48\"]"})
      settings.insert(settings.begin(), each);
    return make_tiny_run(path(), settings);
  }
  static QStringList training(const run::RunPaths& run) {
    return {"--json", "train", "--resume", QString::fromStdString(run.folder.string())};
  }
  static std::unique_ptr<QProcess> launch(int ranks, const run::RunPaths& run) {
    return start(QStringList{"launch", "--nproc", QString::number(ranks), "--"} + training(run));
  }

 private Q_SLOTS:
  void initTestCase() { make_tiny_dataset(path(), 4, {.text_length = 10, .text_width = 32}); }

  void clips_are_those_of_one_process_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<QStringList>("settings");
    QTest::newRow("2 x 2") << 4 << QStringList{"distributed.ulysses=2"};
    QTest::newRow("a ring, in tiles")
        << 2 << QStringList{"distributed.ring=2", "validation.enable_tiling=true"};
    QTest::newRow("2 x 2, stage 3") << 4 << QStringList{"distributed.ulysses=2", "distributed.zero_stage=3"};
  }
  void clips_are_those_of_one_process() {
    QFETCH(int, ranks);
    QFETCH(QStringList, settings);
    std::vector<std::string> given;
    for (const QString& each : settings) given.push_back(each.toStdString());
    const run::RunPaths alone = make_run(given), shared = make_run(given);
    for (const auto& process : {start(training(alone)).release(), launch(ranks, shared).release()}) {
      const std::unique_ptr<QProcess> owned(process);
      QVERIFY2(end_of(*owned) == 0, owned->readAllStandardError());
    }
    const auto wanted = clips_of(alone), got = clips_of(shared);
    QCOMPARE(wanted.size(), size_t{6});
    QCOMPARE(got.size(), wanted.size());
    for (size_t i = 0; i < wanted.size(); ++i) {
      const auto a = pixels(alone.folder / wanted[i]), b = pixels(shared.folder / got[i]);
      QCOMPARE(a.size(), size_t{5 * 32 * 48 * 3});
      QCOMPARE(a.size(), b.size());
      double difference = 0;
      for (size_t k = 0; k < a.size(); ++k) difference += std::abs(a[k] - b[k]);
      difference /= static_cast<double>(a.size());
      QVERIFY2(difference < 0.5, (wanted[i] + ": " + std::to_string(difference)).c_str());
    }
  }

  /// Rank 1 waits for a clip that takes longer than the timeout, and the run continues.
  void a_long_clip_of_one_rank_ends_no_run() {
    const run::RunPaths run =
        make_run({"validation.num_inference_steps=160", "distributed.timeout_s=3", "training.train_steps=1",
                  "validation.validation_prompts=[\"a panda@@@5x32x48\"]"});
    const auto process = launch(2, run);
    QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    QCOMPARE(clips_of(run).size(), size_t{1});
  }

  /// The ranks agree before its first step: no rank stays behind in a clip.
  void a_pause_leaves_a_clip_together() {
    const run::RunPaths run = make_run(
        {"distributed.ulysses=2", "validation.num_inference_steps=1000", "validation.validate_first=true"});
    const auto process = launch(4, run);
    QByteArray told;
    const auto is_denoising = [&] {
      while (process->canReadLine()) told += process->readLine();
      return told.contains("denoising");
    };
    QTRY_VERIFY_WITH_TIMEOUT((process->waitForReadyRead(10), is_denoising()), patience_ms);
    send(*process, SIGINT);
    QVERIFY2(end_of(*process) == 130, process->readAllStandardError());
    QVERIFY(clips_of(run).empty());
  }

  void a_clip_that_cannot_be_written_costs_no_training() {
    const run::RunPaths run = make_run({"distributed.ulysses=2"});
    // Folders with the clips' names block them.
    for (const char* const clip : {"0-0.mp4", "2-0.mp4"}) fs::create_directories(run.samples(1) / clip / "x");
    const auto process = launch(2, run);
    QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    QCOMPARE(clips_of(run).size(), size_t{4});
    int left_out = 0;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (event.event == "log")
        left_out += event.json.value("text", "").find("clip is left out") != std::string::npos;
    });
    QCOMPARE(left_out, 2);
  }
};

QTEST_GUILESS_MAIN(TestMeshClips)
#include "test_mesh_clips.moc"
