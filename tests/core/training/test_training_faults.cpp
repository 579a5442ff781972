// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>

#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <thread>

#include "base/atomic_file.h"
#include "precompute/latent_cache.h"
#include "support/tiny_run.h"
#include "support/training_context.h"
#include "training/checkpoint.h"
#include "training/event_log.h"

using namespace fw::training;
using fw::precompute::CacheKind;
using fw::support::error_code;
using fw::support::same;
using fw::support::tensors_of;
using fw::support::TestContext;
using fw::support::train;
namespace api = fw::engine_api;
namespace dataset = fw::dataset;
namespace run = fw::run;
namespace fs = std::filesystem;

namespace {

/// Limits the size of files written by this process, which even root cannot exceed: like a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FullDisk(const FullDisk&) = delete;

 private:
  rlimit before_{};
};

bool has_leftovers(const fs::path& folder) {
  return std::any_of(
      fs::recursive_directory_iterator(folder), fs::recursive_directory_iterator(),
      [](const auto& entry) { return entry.path().filename().string().find(".part") != std::string::npos; });
}

std::vector<int64_t> steps_of(const run::RunPaths& run, const std::string& event_name) {
  std::vector<int64_t> steps;
  run::read_run_events(run, 0, [&](const run::RunEvent& event) {
    if (event.event == event_name) steps.push_back(event.step);
  });
  return steps;
}

std::vector<int64_t> up_to(int64_t last) {
  std::vector<int64_t> steps(static_cast<size_t>(last));
  std::iota(steps.begin(), steps.end(), 1);
  return steps;
}

}  // namespace

/// Whatever goes wrong outside the device: a run continues, or ends with a checkpoint of its last step.
class TestTrainingFaults : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const std::string& name = ".") const { return fs::path(folder_.path().toStdString()) / name; }
  run::RunPaths make_run(const std::vector<std::string>& settings = {}) const {
    return fw::support::make_tiny_run(path(), settings);
  }
  fw::precompute::LatentCache cache() const { return fw::precompute::LatentCache(path("cache")); }

 private Q_SLOTS:
  void initTestCase() {
    std::signal(SIGXFSZ, SIG_IGN);  // or the limit would end the process
    fw::support::make_tiny_model(path("model"));
  }
  void init() {
    fs::remove_all(path("cache"));
    fw::support::make_tiny_dataset(path(), 7);
  }

  void what_goes_from_the_cache_while_training_costs_nothing_data() {
    QTest::addColumn<bool>("whole");
    QTest::addColumn<QString>("workers");
    for (const char* workers : {"0", "2"}) {
      QTest::addRow("entry, %s workers", workers) << false << workers;
      QTest::addRow("cache, %s workers", workers) << true << workers;
    }
  }
  void what_goes_from_the_cache_while_training_costs_nothing() {
    QFETCH(bool, whole);
    QFETCH(QString, workers);
    const std::vector<std::string> settings = {"checkpoints.checkpointing_steps=100",
                                               "data.dataloader_num_workers=" + workers.toStdString(),
                                               "training.gradient_accumulation_steps=3"};
    const auto unbroken = make_run(settings), run = make_run(settings);
    TestContext undisturbed, broken, resumed;
    train(unbroken, undisturbed);
    const fs::path lost = whole ? path("cache") : path("cache/text");  // a drive, or a folder on it
    broken.on_step = [&](int64_t step) {
      if (step == 3) fs::rename(lost, path("unmounted"));
    };
    broken.on_log = [&](const std::string& text) {
      if (text.find("cannot be reached") != std::string::npos) fs::rename(path("unmounted"), lost);
    };
    if (whole) {
      QCOMPARE(train(run, broken).state, api::JobState::finished);
      QVERIFY2(broken.log.find("can be read again") != std::string::npos, broken.log.c_str());
      QCOMPARE(broken.metrics["loss"].size(), size_t(6));
    } else {
      QCOMPARE(error_code([&] { train(run, broken); }), std::string("precompute.cache_missing"));
      const int64_t last = run::checkpoint_steps(run).back();  // threads may have read ahead
      QVERIFY(broken.log.find("ends with a checkpoint of step " + std::to_string(last)) != std::string::npos);
      QCOMPARE(error_code([&] { train(run, broken); }), std::string("training.cache_faults"));
      fs::rename(path("unmounted"), lost);
      QCOMPARE(train(run, resumed).state, api::JobState::finished);
      QCOMPARE(resumed.metrics["loss"].begin()->first, last + 1);
    }
    QVERIFY(same(tensors_of(run.checkpoint(6) / lora_file_name),
                 tensors_of(unbroken.checkpoint(6) / lora_file_name)));
  }

  void all_entries_are_looked_at_before_the_first_step() {
    const auto run = make_run({"data.caption_dropout_p=0.1"});
    fs::resize_file(cache().file(CacheKind::latents, "k1"), 300);
    fs::remove(cache().file(CacheKind::text, "k2"));
    fs::remove(cache().file(CacheKind::text, "empty"));
    cache().write(CacheKind::latents, "k5", {{"embedding", torch::ones({2, 2})}});
    cache().write(CacheKind::latents, "k6", {{"sample", torch::ones({4, 9, 4, 8})}});
    TestContext context;
    std::string message;
    try {
      train(run, context);
    } catch (const fw::Error& error) {
      QCOMPARE(error.fault().code, std::string("training.cache_faults"));
      message = error.fault().full_message();
    }
    for (const char* part : {"5 of the 15", "latents/k1", "text/k2", "text/empty", "latents/k5", "latents/k6",
                             "encodes missing entries", "[4, 9, 4, 8]"})
      QVERIFY2(message.find(part) != std::string::npos, (part + (": " + message)).c_str());
    QVERIFY(!fs::exists(run.events()) && context.metrics.empty());
  }

  void what_was_read_does_not_need_its_file_any_more() {
    const auto entry = cache().read(CacheKind::latents, "k1");
    fs::resize_file(cache().file(CacheKind::latents, "k1"), 0);  // a mapped one would end the process here
    QVERIFY(entry.at("mean").isfinite().all().item<bool>());
  }

  void rows_that_could_not_be_encoded_are_left_out() {
    const auto run = make_run({"data.caption_dropout_p=0"});
    auto manifest = dataset::read_dataset_manifest(run.dataset());
    manifest[1].keys = {};
    manifest[4].keys.text.clear();
    manifest[5].keys.empty_text.clear();  // never read
    dataset::write_dataset_manifest(run.dataset(), manifest, fw::Existing::replace);
    TestContext context;
    QCOMPARE(error_code([&] { train(run, context); }), std::string("training.clips_unusable"));
    QVERIFY(!fs::exists(run.events()));
    fw::write_file_atomically(run.run_file(),
                              run::set_in_text(fw::read_file(run.run_file()), "data.allow_unreadable", true),
                              fw::Existing::replace);
    QCOMPARE(train(run, context).state, api::JobState::finished);
    QVERIFY2(context.log.find("2 samples are left out") != std::string::npos &&
                 context.log.find("- clip4-0: ") != std::string::npos,
             context.log.c_str());
  }

  void a_full_disk_is_waited_out() {
    const auto unbroken = make_run(), run = make_run();
    TestContext whole, context;
    train(unbroken, whole);
    std::optional<FullDisk> disk;
    bool left = true, was_half_made = true;
    context.on_step = [&](int64_t step) {
      if (step == 3) disk.emplace(512);  // checkpoints and the event log
    };
    context.on_log = [&](const std::string& text) {
      if (!text.starts_with("The run waits")) return;
      left = has_leftovers(run.folder);
      was_half_made = fs::exists(run.checkpoint(4));
      context.requests.push_back({api::Verb::extend, 2});  // answered when it continues
      disk.reset();
    };
    QCOMPARE(train(run, context).state, api::JobState::finished);
    QVERIFY2(!left && !was_half_made, context.log.c_str());
    QVERIFY(context.log.find("Saved the checkpoint of step 4") != std::string::npos);
    QCOMPARE(context.metrics["loss"].size(), size_t(8));
    QVERIFY(same(tensors_of(run.checkpoint(6) / lora_file_name),
                 tensors_of(unbroken.checkpoint(6) / lora_file_name)));
    QCOMPARE(steps_of(run, "metrics"), up_to(8));
    QCOMPARE(steps_of(run, "checkpoint"), (std::vector<int64_t>{2, 4, 6, 8}));
  }

  void a_run_that_is_ended_while_the_disk_is_full_says_so_data() {
    QTest::addColumn<int>("verb");
    QTest::newRow("pause") << static_cast<int>(api::Verb::pause);
    QTest::newRow("stop") << static_cast<int>(api::Verb::stop_and_save);
    QTest::newRow("abort") << static_cast<int>(api::Verb::abort);
  }
  void a_run_that_is_ended_while_the_disk_is_full_says_so() {
    QFETCH(int, verb);
    const auto run = make_run();
    std::string code;
    {
      TestContext context;
      std::optional<FullDisk> disk;
      context.on_step = [&](int64_t step) {
        if (step == 3) disk.emplace(512);
      };
      context.on_log = [&](const std::string& text) {
        if (text.find("waits for the disk") == std::string::npos) return;
        if (static_cast<api::Verb>(verb) == api::Verb::abort) {
          context.stop_source.request_stop();
        } else {
          context.requests.push_back({static_cast<api::Verb>(verb)});
        }
      };
      try {
        code = error_code([&] { train(run, context); });
      } catch (const fw::Cancelled&) {
        code = "cancelled";
      }
    }
    QCOMPARE(code, std::string(static_cast<api::Verb>(verb) == api::Verb::abort ? "cancelled"
                                                                                : "training.not_saved"));
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{2}));
    QVERIFY(!has_leftovers(run.folder));
    TestContext resumed;
    QCOMPARE(train(run, resumed).state, api::JobState::finished);
    QCOMPARE(resumed.metrics["loss"].begin()->first, int64_t(3));
    QCOMPARE(steps_of(run, "metrics"), up_to(6));
  }

  void a_log_that_cannot_be_written_keeps_no_checkpoint_from_being_written() {
    const auto run = make_run();
    const run::RunSettings settings = run::read_run_file(run.run_file()).settings;
    uint64_t kept = 0;
    {
      EventLog log(run, settings, 0, 0);
      log.add("metrics", 1, {{"values", {{"loss", 1.0}}}});
      const uint64_t first = log.flush();
      QCOMPARE(first, fs::file_size(run.events()));
      {
        const FullDisk disk(first + 20);  // in the middle of a line
        log.add("metrics", 2, {{"values", {{"loss", 2.0}}}});
        kept = log.flush();
        QCOMPARE(kept, first);
        QCOMPARE(fs::file_size(run.events()), first + 20);
        log.flush();
        const auto warnings = log.take_warnings();  // once
        QVERIFY(std::count_if(warnings.begin(), warnings.end(), [](const std::string& text) {
                  return text.find("events.jsonl could not be written") != std::string::npos;
                }) == 1);
        const std::string large(EventLog::most_waiting_bytes, 'x');
        log.add("log", 2, {{"text", large}});  // over the limit: it is counted
        log.add("metrics", 3, {{"values", {{"loss", 3.0}}}});
      }
      const uint64_t length = log.flush();
      QCOMPARE(length, fs::file_size(run.events()));
      const auto warnings = log.take_warnings();
      QVERIFY(!warnings.empty() && warnings.front().find("1 events are lost") != std::string::npos);
      QCOMPARE(steps_of(run, "metrics"), up_to(3));
    }
    // Resumed from a checkpoint of step 2, whose event came later than its checkpoint.
    EventLog resumed(run, settings, kept, 2);
    resumed.flush();
    QCOMPARE(steps_of(run, "metrics"), up_to(2));
    fs::resize_file(run.events(), kept - 3);  // a truncated file
    EventLog shorter(run, settings, kept, 2);
    shorter.add("metrics", 3);
    shorter.flush();
    QCOMPARE(steps_of(run, "metrics"), (std::vector<int64_t>{3}));
  }

  void files_for_other_programs_may_fail() {
    const auto run = make_run();
    fs::create_directories(run.folder / "metrics.csv" / "in the way");
    std::ofstream(run.folder / "tensorboard") << "in the way";
    TestContext context;
    context.on_step = [&](int64_t step) {
      if (step == 1) std::this_thread::sleep_for(std::chrono::seconds(1));  // the log's thread has checked
    };
    QCOMPARE(train(run, context).state, api::JobState::finished);
    QVERIFY2(context.log.find("metrics.csv") != std::string::npos, context.log.c_str());
    QCOMPARE(steps_of(run, "metrics"), up_to(6));
    // Completed once possible.
    fs::remove_all(run.folder / "metrics.csv");
    fs::remove(run.folder / "tensorboard");
    TestContext again;
    train(run, again);
    const std::string csv = fw::read_file(run.folder / "metrics.csv");
    QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), 7);
  }

  void what_is_shown_on_the_way_may_fail() {
    const auto run = make_run({"training.train_steps=5", "validation.validation_prompts=[\"a\"]",
                               "validation.validation_steps=1", "validation.held_out_samples=1",
                               "validation.held_out_steps=2"});
    TestContext context;
    const Validator failing = [](ActiveRun& active) {
      const int64_t step = active.state.step;
      if (step == 1) throw std::runtime_error("one thing");
      if (step == 2) fs::create_directory("/proc/self/nowhere");
      if (step == 3) throw std::bad_alloc();
      if (step == 4) TORCH_CHECK(false, "another thing");
    };
    context.on_step = [&](int64_t step) {
      if (step == 5) fs::rename(path("cache"), path("gone"));
    };
    const api::Outcome outcome = fw::support::train_validating(run, context, failing);
    fs::rename(path("gone"), path("cache"));
    QCOMPARE(outcome.state, api::JobState::finished);
    for (const char* part :
         {"No validation at step 1: one thing", "No validation at step 2", "No validation at step 3",
          "No validation at step 4", "No held-out loss at step 5"})
      QVERIFY2(context.log.find(part) != std::string::npos, (part + ("\n" + context.log)).c_str());
  }

  void a_validation_that_a_crash_cut_short_is_made_again() {
    const auto run =
        make_run({"validation.validation_prompts=[\"a\", \"b\"]", "validation.validation_steps=2"});
    std::vector<int64_t> made;
    bool crashes = true;
    const Validator validator = [&](ActiveRun& active) {
      const int64_t step = active.state.step;
      made.push_back(step);
      active.events.tell(api::SampleMade{step, active.paths.samples(step) / "0-0.mp4"});
      if (step == 4 && crashes) throw fw::Cancelled();
      active.events.tell(api::SampleMade{step, active.paths.samples(step) / "1-0.mp4"});
    };
    TestContext first, second, third;
    QVERIFY_EXCEPTION_THROWN(fw::support::train_validating(run, first, validator), fw::Cancelled);
    QCOMPARE(run::checkpoint_steps(run).back(), int64_t(4));
    crashes = false;
    second.on_step = [&](int64_t step) {
      if (step == 6) second.requests.push_back({api::Verb::pause});
    };
    fw::support::train_validating(run, second, validator);
    QCOMPARE(made, (std::vector<int64_t>{2, 4, 4, 6}));
    fw::support::train_validating(run, third, validator);  // has nothing left to do
    QCOMPARE(made.size(), size_t(4));
    QCOMPARE(steps_of(run, "sample"), (std::vector<int64_t>{2, 2, 4, 4, 6, 6}));
  }

  void bad_states_never_push_out_good_ones() {
    const auto run =
        make_run({"training.max_skipped_steps=3", "training.batch_size=1", "training.train_steps=60",
                  "checkpoints.checkpointing_limit=1", "checkpoints.checkpointing_steps=1"});
    TestContext context;
    context.on_step = [&](int64_t step) {
      if (step == 2) context.requests.push_back({api::Verb::checkpoint_now});
      if (step == 5) context.requests.push_back({api::Verb::pause});
    };
    train(run, context);
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{2, 5}));  // requested ones do not count
    auto manifest = dataset::read_dataset_manifest(run.dataset());
    const auto nan = torch::full({4, 2, 4, 6}, std::numeric_limits<float>::quiet_NaN());
    cache().write(CacheKind::latents, "nan", {{"mean", nan}, {"logvar", nan}});
    for (auto& sample : manifest) sample.keys.latents = "nan", sample.bucket = manifest[1].bucket;
    dataset::write_dataset_manifest(run.dataset(), manifest, fw::Existing::replace);
    TestContext bad;
    QCOMPARE(error_code([&] { train(run, bad); }), std::string("training.diverged"));
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{2, 5, 6, 7, 8}));
    QVERIFY(
        same(tensors_of(run.checkpoint(5) / lora_file_name), tensors_of(run.checkpoint(8) / lora_file_name)));
  }

  void epochs_are_counted_exactly_data() {
    QTest::addColumn<int>("clips");
    QTest::addColumn<int>("accumulation");
    QTest::addColumn<int>("epochs");
    QTest::addColumn<int>("updates");
    QTest::newRow("one clip") << 1 << 8 << 20 << 3;
    QTest::newRow("four batches") << 7 << 3 << 2 << 3;
    QTest::newRow("no rest") << 7 << 2 << 1 << 2;
  }
  void epochs_are_counted_exactly() {
    QFETCH(int, clips);
    QFETCH(int, accumulation);
    QFETCH(int, epochs);
    QFETCH(int, updates);
    const auto run = make_run({"training.train_steps=0", "training.train_epochs=" + std::to_string(epochs),
                               "training.gradient_accumulation_steps=" + std::to_string(accumulation)});
    auto manifest = dataset::read_dataset_manifest(run.dataset());
    manifest.resize(static_cast<size_t>(clips));
    dataset::write_dataset_manifest(run.dataset(), manifest, fw::Existing::replace);
    for (const bool resumed : {false, true}) {
      TestContext context;
      context.on_step = [&](int64_t step) {
        if (step == 1 && !resumed) context.requests.push_back({api::Verb::pause});
      };
      train(run, context);
    }
    std::map<std::string, int> passes;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (event.event != "metrics") return;
      for (const auto& clip : event.json.at("clips")) ++passes[clip.at("id").get<std::string>()];
    });
    QCOMPARE(passes.size(), static_cast<size_t>(clips));
    for (const auto& [id, count] : passes) QCOMPARE(count, epochs);
    QCOMPARE(steps_of(run, "metrics"), up_to(updates));
  }

  void a_run_of_an_older_version_reports_once_what_it_learned_otherwise_data() {
    QTest::addColumn<int>("frames");
    QTest::addColumn<bool>("affected");
    QTest::newRow("padded clips") << 9 << true;
    QTest::newRow("whole patches") << 5 << false;
  }
  void a_run_of_an_older_version_reports_once_what_it_learned_otherwise() {
    QFETCH(int, frames);
    QFETCH(bool, affected);
    const fs::path folder = path(QTest::currentDataTag());
    fw::support::make_tiny_model(folder / "model", {.image_to_video = true, .patch_size_t = 2});
    fw::support::make_tiny_dataset(folder, 2, {.image_to_video = true, .frames = frames});
    const auto run = fw::support::make_tiny_run(folder, {"training.task=image_to_video"});
    const auto reports_until = [&](const run::RunPaths& of, int64_t last) {
      TestContext context;
      context.on_step = [&](int64_t step) {
        if (step == last) context.requests.push_back({api::Verb::pause});
      };
      train(of, context);
      return context.log.find("up to step 1 with the image repeated") != std::string::npos;
    };
    QVERIFY(!reports_until(run, 1));
    const fs::path written = run.checkpoint(1) / "checkpoint.json";
    auto state = nlohmann::json::parse(fw::read_file(written));
    QVERIFY(state.erase("changes") == 1);
    for (const char* later : {"files", "seal"}) state.erase(later);  // older versions wrote none of these
    fw::write_file_atomically(written, state.dump(), fw::Existing::replace);
    const auto branch = run::branch_run(run, run.checkpoint(1));
    QCOMPARE(reports_until(run, 2), affected);
    QVERIFY(!reports_until(run, 3));
    QCOMPARE(reports_until(branch, 1), affected);
    QVERIFY(!reports_until(branch, 2));
  }

  void a_run_that_has_begun_keeps_its_split_and_its_end() {
    const auto run = make_run({"validation.held_out_samples=1", "training.train_steps=0",
                               "training.train_epochs=3", "training.gradient_accumulation_steps=5"});
    auto manifest = dataset::read_dataset_manifest(run.dataset());
    for (size_t i = 0; i < manifest.size(); ++i) manifest[i].content_hash = i < 5 ? "a" : "b";
    dataset::write_dataset_manifest(run.dataset(), manifest, fw::Existing::replace);
    const auto samples = [&] {
      std::vector<int> counts;
      run::read_run_events(run, 0, [&](const run::RunEvent& event) {
        if (event.event == "started") counts.push_back(event.json.at("samples"));
      });
      return counts;
    };
    TestContext first, second;
    first.on_step = [&](int64_t step) {
      if (step == 1) first.requests.push_back({api::Verb::pause});
    };
    train(run, first);
    QVERIFY(samples().front() == 2 || samples().front() == 5);
    // As left by an older version.
    auto place = nlohmann::json::parse(fw::read_file(run.checkpoint(1) / "checkpoint.json"));
    for (const char* key : {"hold_out", "files", "seal"}) place.erase(key);
    fw::write_file_atomically(run.checkpoint(1) / "checkpoint.json", place.dump(), fw::Existing::replace);
    std::string events = fw::read_file(run.events());
    const size_t total = events.find("\"total_steps\":") + 14;
    events[total] = '4';
    fw::write_file_atomically(run.events(), events, fw::Existing::replace);
    train(run, second);
    QCOMPARE(samples().back(), 6);
    QCOMPARE(steps_of(run, "metrics"), up_to(4));
  }
};

QTEST_GUILESS_MAIN(TestTrainingFaults)
#include "test_training_faults.moc"
