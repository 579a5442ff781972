// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <mutex>

#include "engine_api/plan.h"
#include "engine_api/requests.h"
#include "engine_api/results.h"
#include "jobs/engine_library.h"
#include "jobs/job_queue.h"
#include "media/content_hash.h"
#include "media/writer.h"
#include "run/changed_prompts.h"
#include "support/tiny_run.h"

using namespace fw::engine_api;
using namespace fw::jobs;
namespace run = fw::run;
namespace fs = std::filesystem;

namespace {

const fs::path model = FW_SOURCE_FOLDER "/tests/reference/cases/models/cogvideox-5b";

}  // namespace

/// Tasks of a run's job besides its steps.
class TestRunJob : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<JobQueue> queue_;
  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }
  run::RunPaths make_run(std::vector<std::string> settings) const {
    settings.push_back("model.folder=" + model.string());
    return fw::support::make_tiny_run(path(""), settings);
  }
  JobInfo done(JobId job) {
    queue_->wait(job);
    return *queue_->job(job);
  }
  template <typename Request>
  JobId submit(const Request& request) {
    return queue_->submit(job_of(request, "")).job;
  }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("XDG_DATA_HOME", path("data").string().c_str());
    fw::support::make_tiny_dataset(path(""), 4, {.text_length = 10, .text_width = 32});
    queue_ = std::make_unique<JobQueue>();
    add_engine_kinds(*queue_, *open_engine());
  }

  void nothing_is_encoded_while_a_disk_is_missing() {
    const run::RunPaths run = make_run({"training.train_steps=2"});
    auto samples = fw::dataset::read_dataset_manifest(run.dataset());
    for (auto& sample : samples) {
      sample.source = path("unmounted/" + sample.id + ".mp4").string();
      sample.keys = {};
    }
    fw::dataset::write_dataset_manifest(run.dataset(), samples, fw::Existing::replace);
    const JobInfo info = done(submit(TrainRequest{.run = run.folder}));
    QCOMPARE(info.state, JobState::failed);
    QCOMPARE(info.fault->code, std::string("training.clips_unusable"));
    QCOMPARE(info.fault->arguments.at("missing"), std::to_string(samples.size()));
    QVERIFY(info.fault->message().find("all 4 clips of " + path("unmounted").string()) != std::string::npos);
  }

  /// They apply from the next validation on, and when the run is resumed; invalid ones change nothing.
  void prompts_change_while_a_run_trains() {
    const run::RunPaths run = make_run({"training.train_steps=30", "validation.validation_steps=1",
                                        "validation.num_inference_steps=1",
                                        "validation.validation_prompts=[\"a panda@@@5x32x48\"]"});
    using Texts = std::vector<std::string>;
    std::map<int64_t, Texts> prompts;
    int64_t refusals = 0;
    const auto read = [&] {
      prompts.clear();
      refusals = 0;
      run::read_run_events(run, 0, [&](const run::RunEvent& event) {
        if (event.event == "sample")
          prompts[event.step].push_back(event.json.at("prompt").get<std::string>());
        if (event.event == "log")
          refusals += event.json.at("text").get<std::string>().find("are rejected") != std::string::npos;
      });
    };
    const auto has = [&](const char* prompt) {
      read();
      return std::ranges::any_of(prompts, [&](const auto& made) { return made.second.back() == prompt; });
    };
    const JobId job = submit(TrainRequest{.run = run.folder});
    QTRY_VERIFY_WITH_TIMEOUT(has("a panda"), 60000);
    run::write_changed_prompts(run, {"a bike@@@5x32x48", "a boat@@@9x32x32"});
    QTRY_VERIFY_WITH_TIMEOUT(has("a boat"), 60000);
    run::write_changed_prompts(run, {"a bike@@@5x30x48", "a boat@@@large"});
    JobInfo info = done(job);
    QVERIFY2(info.state == JobState::finished, info.fault ? info.fault->full_message().c_str() : "");
    read();
    QCOMPARE(prompts[1], Texts{"a panda"});
    QCOMPARE(prompts[30], (Texts{"a bike", "a boat"}));
    QCOMPARE(refusals, int64_t(1));
    // The run file keeps the original prompts.
    run::write_changed_prompts(run, {"a boat@@@5x32x48"});
    QVERIFY(!queue_->send({Verb::extend, job, {}, 1}).fault);
    QVERIFY(done(job).state == JobState::finished);
    read();
    QCOMPARE(prompts[31], Texts{"a boat"});
    QCOMPARE(run::read_run_file(run.run_file()).settings.validation_prompts, Texts{"a panda@@@5x32x48"});
  }

  void a_run_without_prompts_takes_some_while_it_trains() {
    const run::RunPaths run = make_run({"training.train_steps=1000000", "validation.validation_steps=1",
                                        "validation.num_inference_steps=1"});
    int64_t steps = 0, clips = 0;
    const auto read = [&] {
      steps = clips = 0;
      run::read_run_events(run, 0, [&](const run::RunEvent& event) {
        if (event.event == "metrics") steps = event.step;
        clips += event.event == "sample";
      });
    };
    const JobId job = submit(TrainRequest{.run = run.folder});
    QTRY_VERIFY_WITH_TIMEOUT((read(), steps > 0), 60000);
    QCOMPARE(clips, int64_t(0));
    run::write_changed_prompts(run, {"a boat@@@5x32x48"});
    QTRY_VERIFY_WITH_TIMEOUT((read(), clips > 0), 60000);
    QVERIFY(!queue_->send({Verb::stop_and_save, job, {}, 0}).fault);
    const JobInfo info = done(job);
    QVERIFY2(!info.fault, info.fault ? info.fault->full_message().c_str() : "");
  }

  /// In one job: missing entries are encoded before the first step, and a pause does not wait for that.
  void clips_are_encoded_first() {
    const fs::path folder = path("unencoded");
    fs::create_directories(folder);
    const fs::path clip = folder / "clip.mp4";
    fw::media::ClipWriter writer(clip, {48, 32});
    for (int frame = 0; frame < 9; ++frame) writer.write(fw::media::RgbImage(48, 32));
    writer.finish();
    fw::dataset::DatasetManifest samples;
    for (const char* const caption : {"a fox", "an owl"}) {
      fw::dataset::DatasetSample sample{.id = caption,
                                        .source = clip,
                                        .content_hash = fw::media::content_hash(clip),
                                        .frame_count = 9,
                                        .caption = caption};
      sample.source_out = 9;
      sample.crop = {0, 0, 48, 32};
      sample.bucket = {9, 32, 48};
      samples.push_back(sample);
    }
    samples.push_back(samples.front());
    samples.back().id = "gone";
    samples.back().source = folder / "gone.mp4";
    samples.back().content_hash = "another";
    fw::dataset::write_dataset_manifest(folder / "dataset.jsonl", samples, fw::Existing::refuse);
    const run::RunPaths run = fw::support::make_tiny_run(
        folder, {"model.folder=" + model.string(), "training.train_steps=2", "data.allow_unreadable=true"});
    std::mutex mutex;
    std::vector<std::string> phases;
    std::string log;
    const int watching = queue_->events().subscribe([&](std::span<const Event> events) {
      const std::lock_guard lock(mutex);
      for (const Event& event : events) {
        if (const auto* const logged = std::get_if<Logged>(&event.body)) log += logged->text + '\n';
        if (const auto* const progress = std::get_if<fw::Progress>(&event.body);
            progress != nullptr && (phases.empty() || phases.back() != progress->phase))
          phases.push_back(progress->phase);
      }
    });
    const JobId job = submit(TrainRequest{.run = run.folder});
    QTRY_VERIFY(queue_->job(job)->state != JobState::queued);
    const bool was_paused = !queue_->send({Verb::pause, job, {}, 0}).fault;
    JobInfo info = done(job);
    QVERIFY2(!was_paused || info.state == JobState::paused,
             info.fault ? info.fault->full_message().c_str() : "");
    if (was_paused) QVERIFY(!queue_->send({Verb::resume, job, {}, 0}).fault);
    info = done(job);
    queue_->events().flush();
    queue_->events().unsubscribe(watching);
    QVERIFY2(info.state == JobState::finished,
             (log + (info.fault ? info.fault->full_message() : "")).c_str());
    QCOMPARE(info.result.get<TrainResult>().step, int64_t(2));
    QVERIFY2(!phases.empty() && phases.front().starts_with("encoding"),
             phases.empty() ? "" : phases.front().c_str());
    // The run's own list is filled in; clips that could not be encoded are left out of the training.
    const auto encoded = fw::dataset::read_dataset_manifest(run.dataset());
    QVERIFY(!encoded[0].keys.latents.empty() && !encoded[1].keys.text.empty() &&
            encoded[2].keys.latents.empty());
    QVERIFY2(log.find("1 sample is left out") != std::string::npos, log.c_str());
  }

  /// A run's measured speed is used to plan the next one of its kind.
  void a_step_is_measured_for_later_plans() {
    const run::RunPaths run = make_run({"training.train_steps=8", "optimizer.beta2=0.97"});
    const auto plan = [&] {
      return done(submit(PlanRequest{.run_file = run.run_file()})).result.get<RunPlan>().step_times;
    };
    QVERIFY(done(submit(TrainRequest{.run = run.folder})).state == JobState::finished);
    QCOMPARE(plan().size(), size_t(1));
    QVERIFY(plan().front().measured_here && plan().front().seconds > 0);
  }
};

QTEST_GUILESS_MAIN(TestRunJob)
#include "test_run_job.moc"
