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

/// What the job of a run does beside its steps.
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

  /// They count from the next validation on, and when the run is resumed; bad ones change nothing.
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
          refusals += event.json.at("text").get<std::string>().find("not used") != std::string::npos;
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
    // The run file keeps what it was started with.
    run::write_changed_prompts(run, {"a boat@@@5x32x48"});
    QVERIFY(!queue_->send({Verb::extend, job, {}, 1}).fault);
    QVERIFY(done(job).state == JobState::finished);
    read();
    QCOMPARE(prompts[31], Texts{"a boat"});
    QCOMPARE(run::read_run_file(run.run_file()).settings.validation_prompts, Texts{"a panda@@@5x32x48"});
  }
};

QTEST_GUILESS_MAIN(TestRunJob)
#include "test_run_job.moc"
