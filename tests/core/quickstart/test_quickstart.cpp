// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/atomic_file.h"
#include "jobs/engine_library.h"
#include "jobs/job_queue.h"
#include "media/writer.h"
#include "project/clips.h"
#include "quickstart/phases.h"
#include "quickstart/project.h"
#include "run/run_folder.h"
#include "workflow/dataset_jobs.h"

using namespace fw::quickstart;
using namespace fw::engine_api;
using namespace fw::jobs;
namespace dataset = fw::dataset;
namespace run = fw::run;
namespace fs = std::filesystem;

namespace {

const fs::path model = FW_SOURCE_FOLDER "/tests/reference/cases/models/cogvideox-5b";

void write_clip(const fs::path& file, int number, const std::string& caption) {
  fs::create_directories(file.parent_path());
  fw::media::ClipWriter writer(file, {64, 48}, {.fps = {8, 1}});
  for (int frame = 0; frame < 10; ++frame) {
    fw::media::RgbImage image(64, 48);
    for (int y = 0; y < 48; ++y)
      for (int x = 0; x < 64; ++x)
        image.row(y)[3 * x + number % 3] = std::abs(x - 8 - 5 * frame) < 6 && y > 12 + number ? 250 : 40;
    writer.write(image);
  }
  writer.finish();
  fs::path text = file;
  std::ofstream(text.replace_extension(".txt")) << caption;
}

/// @param training  added to the common [training]. @param section  one more
void write_settings(const fs::path& file, const std::string& training, const std::string& section) {
  fw::write_file_atomically(
      file,
      "schema = 1\n[run]\nname = \"sample\"\n[model]\nfamily = \"cogvideox\"\n[training]\n" + training +
          "\ntrain_steps = 3\nmixed_precision = \"fp32\"\n" + section +
          "\n[checkpoints]\ncheckpointing_steps = 1\n"
          "[validation]\nnum_inference_steps = 2\nvalidation_steps = 1000\n",
      fw::Existing::replace);
}

}  // namespace

class TestQuickstart : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<JobQueue> queue_;
  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

  QuickstartOptions options(const std::string& name) const {
    QuickstartOptions options;
    options.folder = path(name);
    options.model = model;
    options.settings = path("settings.toml");
    options.clips = path("clips");
    options.prior = path("prior");
    options.device = "cpu";
    return options;
  }
  JobInfo run(const QuickstartPhase& phase) {
    JobSpec spec = phase.job();
    if (spec.kind == fw::workflow::ImportRequest::kind) {
      const fs::path project = spec.params.get<fw::workflow::ImportRequest>().project;
      if (!fs::exists(project / fw::project::database_name)) fw::project::Project::create(project);
    }
    const JobId job = queue_->submit(spec).job;
    queue_->wait(job);
    const JobInfo info = *queue_->job(job);
    if (info.state == JobState::finished) phase.keep(info.result);
    return info;
  }

 private Q_SLOTS:
  void initTestCase() {
    const std::string captions[] = {"a ball", "a boat", "a ball", "a boat", "a ball"};
    for (int i = 0; i < 5; ++i)
      write_clip(path("clips") / ("clip-" + std::to_string(i) + ".mp4"), i, captions[i]);
    write_clip(path("prior") / "known.mp4", 7, "a ship");
    write_settings(path("settings.toml"), "", "[lora]\nrank = 2\nlora_alpha = 2.0");
    queue_ = std::make_unique<JobQueue>();
    add_engine_kinds(*queue_, *open_engine());
    for (JobKind& kind : quickstart_job_kinds()) queue_->add_kind(std::move(kind));
    for (JobKind& kind : fw::workflow::dataset_job_kinds(
             [](const fs::path& file) { return fw::project::Project::open(file); }))
      queue_->add_kind(std::move(kind));
  }

  void the_whole_job() {
    for (const QuickstartPhase& phase : quickstart_phases(options("whole"))) {
      const JobInfo info = run(phase);
      QVERIFY2(info.state == JobState::finished,
               (phase.name + ": " + (info.fault ? info.fault->full_message() : "")).c_str());
    }
    const Findings found = read_findings(path("whole")).value();
    const dataset::DatasetManifest train = dataset::read_dataset_manifest(path("whole") / "train.jsonl");
    QCOMPARE(train.size(), size_t{5});
    QCOMPARE(train.back().caption, std::string("a ship"));  // last, and not part of the mean clip
    QVERIFY(!fs::exists(path("whole") / "train" / "4.mp4"));
    QCOMPARE(dataset::read_dataset_manifest(path("whole") / "held-out.jsonl").size(), size_t{1});
    const Comparison& made = found.comparison;
    QCOMPARE(made.clips_before.size(), size_t{1});
    QCOMPARE(made.clips_after.size(), size_t{1});
    QVERIFY(made.clips_before != made.clips_after);
    QVERIFY(found.loss_before.mean != found.loss_after.mean);
    for (const double distance : {made.distance.before, made.distance.after, made.distance.mean_clip})
      QVERIFY(distance > 0 && distance <= 1);
    QVERIFY(fs::file_size(made.sheet.value()) > 500);
  }

  // As after a kill in each phase: completed work is found, and nothing is done twice.
  void it_goes_on_where_it_was() {
    const auto phases = quickstart_phases(options("whole"));
    const auto runs = run::list_runs(path("whole") / "runs").size();
    const Findings before = read_findings(path("whole")).value();
    for (const QuickstartPhase& phase : phases) QCOMPARE(run(phase).state, JobState::finished);
    QCOMPARE(run::list_runs(path("whole") / "runs").size(), runs);
    const Findings after = read_findings(path("whole")).value();
    QCOMPARE(after.loss_before.mean, before.loss_before.mean);
    QCOMPARE(after.loss_after.mean, before.loss_after.mean);
    QVERIFY(after.comparison.distance == before.comparison.distance);
  }

  /// Its result is a model, which is compared.
  void a_full_fine_tune_is_compared_too() {
    QuickstartOptions full = options("full");
    full.settings = path("full.toml");
    write_settings(full.settings, "training_type = \"sft\"", "[optimizer]\nlr = 0.01");
    for (const QuickstartPhase& phase : quickstart_phases(full)) {
      const JobInfo info = run(phase);
      QVERIFY2(info.state == JobState::finished,
               (phase.name + ": " + (info.fault ? info.fault->full_message() : "")).c_str());
    }
    const Findings found = read_findings(path("full")).value();
    QVERIFY(fs::exists(found.train.result.value() / "transformer"));
    QVERIFY(found.loss_before.mean != found.loss_after.mean);
  }

  void the_settings_that_come_along_are_sound() {
    const fs::path file = FW_SOURCE_FOLDER "/resources/sample/run.toml";
    const run::RunFile run = run::parse_run_file(fw::read_file(file), file, run::Extent::part);
    for (const fw::Fault& fault : run.faults) QFAIL(fault.full_message().c_str());
    QVERIFY(run.notes.empty());
  }

  void a_project_with_all_but_start() {
    const fs::path folder = path("project");
    const std::string before = [&] {
      const auto project = open_quickstart_project(folder);
      const auto clips = fw::project::read_clips(project, fw::project::list_clips(project, {}));
      QTEST_ASSERT(clips.size() == 44);
      const auto hearts = std::ranges::count_if(
          clips, [](const auto& clip) { return clip.caption->text.find("heart") != std::string::npos; });
      QTEST_ASSERT(hearts == 12);  // all but the prior's
      return fw::read_file(folder / "run.toml");
    }();
    const run::RunFile run = run::parse_run_file(before, folder / "run.toml", run::Extent::part);
    for (const fw::Fault& fault : run.faults) QFAIL(fault.full_message().c_str());
    QVERIFY(fs::exists(fs::path(run.settings.model_folder) / "model_index.json"));
    QCOMPARE(run.settings.validation_prompts.size(), size_t{4});
    // The user's changes stay; work left by a kill is completed.
    fw::write_file_atomically(folder / "run.toml", before + "# mine\n", fw::Existing::replace);
    open_quickstart_project(folder);
    QCOMPARE(fw::read_file(folder / "run.toml"), before + "# mine\n");
    fs::remove(folder / "run.toml");
    QCOMPARE(fw::project::count_clips(open_quickstart_project(folder)), 44);
    QCOMPARE(fw::read_file(folder / "run.toml"), before);
  }

  void a_folder_is_one_jobs_alone() {
    const auto refusal = [](const QuickstartOptions& options) -> std::string {
      try {
        claim_quickstart_folder(options);
        return "";
      } catch (const fw::Error& error) {
        return error.fault().code;
      }
    };
    QuickstartOptions mine = options("claimed");
    QCOMPARE(refusal(mine), std::string());
    QCOMPARE(refusal(mine), std::string());  // called again
    QuickstartOptions other = mine;
    other.clips = path("prior");
    QCOMPARE(refusal(other), std::string("quickstart.other_job"));
    other = mine;
    other.folder = path("clips");  // a user's videos
    QCOMPARE(refusal(other), std::string("quickstart.folder_in_use"));
    QVERIFY(!fs::exists(other.folder / "sample.json"));
    other.folder = path("settings.toml");
    QCOMPARE(refusal(other), std::string("quickstart.folder_failed"));
  }

  void each_set_of_clips_has_its_own_default_folder() {
    qputenv("XDG_DATA_HOME", folder_.filePath("data").toUtf8());
    const fs::path folder = default_quickstart_folder(path("clips"), model);
    QCOMPARE(folder.parent_path(), path("data") / "framewright");
    QCOMPARE(default_quickstart_folder(path("clips") / "", model), folder);
    QVERIFY(default_quickstart_folder(path("a") / "clips", model) != folder);
    QVERIFY(default_quickstart_folder(path("clips"), path("model")) != folder);
  }

  void damaged_clips_are_named_and_left_out() {
    QuickstartOptions damaged = options("damaged");
    damaged.clips = path("with damage");
    for (int i = 0; i < 5; ++i) write_clip(damaged.clips / (std::to_string(i) + ".mp4"), i, "a ball");
    // A file that is no longer a video.
    fs::resize_file(damaged.clips / "1.mp4", fs::file_size(damaged.clips / "1.mp4") / 2);
    const auto phases = quickstart_phases(damaged);
    QCOMPARE(run(phases[0]).state, JobState::finished);
    const auto imported = read_findings(path("damaged")).value().import;
    QCOMPARE(imported.faults.size(), size_t{1});
    QVERIFY(imported.faults[0].fault.message().find("1.mp4") != std::string::npos);
    // And one that breaks between import and use.
    fs::resize_file(damaged.clips / "2.mp4", fs::file_size(damaged.clips / "2.mp4") / 2);
    const JobInfo info = run(phases[1]);
    QVERIFY2(info.state == JobState::finished, info.fault ? info.fault->full_message().c_str() : "");
    const DatasetCounts clips = read_findings(path("damaged")).value().clips;
    QCOMPARE(clips.left_out.size(), size_t{1});
    QVERIFY(clips.left_out[0].message().find("2.mp4") != std::string::npos);
    const auto train = dataset::read_dataset_manifest(path("damaged") / "train.jsonl");
    QCOMPARE(static_cast<int64_t>(train.size()), clips.train + clips.prior);
    for (const auto& sample : train) QVERIFY(fs::path(sample.source).filename() != "2.mp4");
  }

  void too_few_clips_are_refused() {
    QuickstartOptions few = options("few");
    few.clips = path("one");
    write_clip(few.clips / "a.mp4", 0, "a ball");
    const auto phases = quickstart_phases(few);
    QCOMPARE(run(phases[0]).state, JobState::finished);
    const JobInfo info = run(phases[1]);
    QCOMPARE(info.fault->code, std::string("quickstart.too_few_clips"));
  }
};

QTEST_GUILESS_MAIN(TestQuickstart)
#include "test_quickstart.moc"
