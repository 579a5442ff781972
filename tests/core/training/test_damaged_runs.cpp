// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/atomic_file.h"
#include "support/tiny_run.h"
#include "support/training_context.h"
#include "training/checkpoint.h"
#include "training/left_out.h"

using namespace fw::training;
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

/// The errno that fsync() fails with; 0: none.
std::atomic<int> disk_error{0};

}  // namespace

extern "C" int fsync(int descriptor) {
  errno = disk_error;
  if (errno != 0) return -1;
  static const auto real = reinterpret_cast<int (*)(int)>(::dlsym(RTLD_NEXT, "fsync"));
  return real(descriptor);
}

/// Runs whose files changed unexpectedly: checkpoints, clips.
class TestDamagedRuns : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const std::string& name = ".") const { return fs::path(folder_.path().toStdString()) / name; }
  run::RunPaths make_run(const std::vector<std::string>& settings = {}) const {
    return fw::support::make_tiny_run(path(), settings);
  }

 private Q_SLOTS:
  void initTestCase() {
    fw::support::make_tiny_model(path("model"));
    fw::support::make_tiny_dataset(path(), 7);
  }

  void rot_in_a_checkpoint_is_noticed_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {lora_file_name, "optimizer.safetensors", "rng.safetensors", "ema.safetensors",
                             "run.toml", "checkpoint.json"})
      QTest::newRow(file) << file;
  }
  void rot_in_a_checkpoint_is_noticed() {
    QFETCH(QString, file);
    const auto run =
        make_run({"ema.ema_decay=0.9", "training.train_steps=4", "checkpoints.checkpointing_steps=2"});
    TestContext context;
    train(run, context);
    const auto flip = [](const fs::path& target) {
      std::string bytes = fw::read_file(target);
      bytes[bytes.size() * 2 / 3] ^= 4;
      fw::write_file_atomically(target, bytes, fw::Existing::replace);
    };
    const fs::path weights = run.checkpoint(4) / lora_file_name;
    const auto whole = tensors_of(weights);
    flip(run.checkpoint(4) / file.toStdString());
    try {
      train(run, context);
      QFAIL("it goes on from it");
    } catch (const fw::Error& error) {
      QCOMPARE(error.fault().code, std::string("training.bad_checkpoint"));
      const std::string text = error.fault().full_message();
      for (const std::string& part : {file.toStdString(), std::string("resumes from step 2"),
                                      "mv '" + run.checkpoint(4).string() + "'"})
        QVERIFY2(text.find(part) != std::string::npos, text.c_str());
    }
    fs::rename(run.checkpoint(4), run.folder / "damaged-step-00000004");
    QCOMPARE(train(run, context).state, api::JobState::finished);
    QVERIFY(same(tensors_of(weights), whole));
    // It is the only one.
    fs::remove_all(run.checkpoint(2));
    flip(run.checkpoint(4) / file.toStdString());
    try {
      train(run, context);
      QFAIL("it goes on from it");
    } catch (const fw::Error& error) {
      QVERIFY(error.fault().full_message().find("no older one") != std::string::npos);
    }
  }

  void a_checkpoint_from_before_there_were_hashes_is_good() {
    const auto run = make_run({"training.train_steps=4", "checkpoints.checkpointing_steps=2"});
    TestContext context;
    train(run, context);
    auto state = nlohmann::json::parse(fw::read_file(run.checkpoint(4) / "checkpoint.json"));
    for (const char* key : {"files", "seal"}) QCOMPARE(state.erase(key), size_t(1));
    fw::write_file_atomically(run.checkpoint(4) / "checkpoint.json", state.dump(), fw::Existing::replace);
    TestContext resumed;
    QCOMPARE(train(run, resumed).state, api::JobState::finished);
    // A truncated checkpoint cannot be downloaded again: the hint must not suggest it.
    fs::resize_file(run.checkpoint(4) / "optimizer.safetensors", 500);
    try {
      train(run, resumed);
      QFAIL("it goes on from it");
    } catch (const fw::Error& error) {
      QCOMPARE(error.fault().code, std::string("training.bad_checkpoint"));
      QVERIFY(error.fault().full_message().find("ownload") == std::string::npos);
      QVERIFY(error.fault().full_message().find("resumes from step 2") != std::string::npos);
    }
  }

  void a_run_that_waits_for_its_cache_can_be_paused() {
    const auto run = make_run({"checkpoints.checkpointing_steps=100", "data.dataloader_num_workers=0"});
    TestContext context;
    context.on_step = [&](int64_t step) {
      if (step == 3) fs::rename(path("cache"), path("unmounted"));
    };
    context.on_log = [&](const std::string& text) {
      if (text.find("cannot be reached") != std::string::npos) context.requests.push_back({api::Verb::pause});
    };
    QCOMPARE(error_code([&] { train(run, context); }), std::string("precompute.cache_missing"));
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{3}));
    fs::rename(path("unmounted"), path("cache"));
  }

  void a_disk_that_refuses_is_waited_for_with_true_words_data() {
    QTest::addColumn<int>("reason");
    QTest::addColumn<bool>("is_full");
    QTest::newRow("full") << ENOSPC << true;
    QTest::newRow("quota") << EDQUOT << true;
    QTest::newRow("read-only") << EROFS << false;
    QTest::newRow("forbidden") << EACCES << false;
    QTest::newRow("broken") << EIO << false;
    QTest::newRow("no folder") << 0 << false;
  }
  void a_disk_that_refuses_is_waited_for_with_true_words() {
    QFETCH(int, reason);
    QFETCH(bool, is_full);
    const auto run = make_run({"training.train_steps=2", "checkpoints.checkpointing_steps=1"});
    fs::remove_all(run.checkpoints());
    TestContext context;
    std::string told;
    context.on_step = [&](int64_t step) {
      if (step != 1) return;
      disk_error = reason;
      if (reason == 0) fw::write_file_atomically(run.checkpoints(), "", fw::Existing::refuse);
    };
    context.on_log = [&](const std::string& text) {
      if (!text.starts_with("The run waits")) return;
      told = text;
      disk_error = 0;
      if (reason == 0) fs::remove(run.checkpoints());
    };
    QCOMPARE(train(run, context).state, api::JobState::finished);
    QCOMPARE(told.find(" are free in ") != std::string::npos, is_full);
    QVERIFY2(told.find(std::strerror(reason == 0 ? EEXIST : reason)) != std::string::npos, told.c_str());
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{1, 2}));
  }

  void a_branch_of_a_damaged_checkpoint_is_refused() {
    const auto run = make_run({"training.train_steps=2", "checkpoints.checkpointing_steps=2"});
    TestContext context;
    train(run, context);
    const fs::path weights = run.checkpoint(2) / lora_file_name;
    std::string bytes = fw::read_file(weights);
    bytes[bytes.size() - 9] ^= 4;
    std::ofstream(weights, std::ios::binary) << bytes;
    QCOMPARE(error_code([&] { run::branch_run(run, {}); }), std::string("run.damaged_start"));
  }

  void many_lost_clips_end_a_run_that_begins_data() {
    QTest::addColumn<int>("there");    // clips of a folder, all encoded
    QTest::addColumn<int>("missing");  // missing ones of it
    QTest::addColumn<int>("broken");
    QTest::addColumn<int>("elsewhere");  // missing ones of another folder
    QTest::addColumn<QString>("said");
    QTest::newRow("all there") << 20 << 0 << 0 << 0 << "";
    QTest::newRow("one in twenty") << 19 << 1 << 0 << 0 << "";
    QTest::newRow("two in twenty") << 18 << 2 << 0 << 0
                                   << "2 of the 20 samples cannot be trained on (2 are missing, 0";
    QTest::newRow("broken") << 18 << 0 << 2 << 0 << "(0 are missing, 2 could not be encoded)";
    QTest::newRow("a clip of its own folder") << 39 << 0 << 0 << 1 << "";
    QTest::newRow("a whole folder") << 78 << 0 << 0 << 2 << "- all 2 clips of ";
  }
  void many_lost_clips_end_a_run_that_begins() {
    QFETCH(int, there);
    QFETCH(int, missing);
    QFETCH(int, broken);
    QFETCH(int, elsewhere);
    QFETCH(QString, said);
    dataset::DatasetManifest samples;
    const auto add = [&](int count, const std::string& folder, bool is_encoded, bool is_file) {
      for (int i = 0; i < count; ++i) {
        dataset::DatasetSample& sample = samples.emplace_back();
        sample.id = std::to_string(samples.size()) + "-0";
        sample.source = path(folder + "/" + sample.id + ".mp4").string();
        if (is_encoded) sample.keys = {"a", "b", "", "c"};
        if (is_file) fw::write_file_atomically(sample.source, "", fw::Existing::replace);
      }
    };
    fs::create_directories(path("clips"));
    add(there, "clips", true, false);
    add(missing, "clips", false, false);
    add(broken, "clips", false, true);
    add(elsewhere, "elsewhere", false, false);
    run::RunSettings settings;
    auto all = samples;
    QString told;
    try {
      leave_out_unencoded(settings, all, Begins::yes);
    } catch (const fw::Error& error) {
      told = QString::fromStdString(error.fault().message());
    }
    QVERIFY2(said.isEmpty() ? told.isEmpty() : told.contains(said), qPrintable(told));
    const int lost = missing + broken + elsewhere;
    for (const bool is_allowed : {false, true}) {
      settings.own["data.allow_unreadable"] = is_allowed;
      all = samples;
      const std::string warning = leave_out_unencoded(settings, all, is_allowed ? Begins::yes : Begins::no);
      QCOMPARE(warning.empty(), lost == 0);
      QCOMPARE(all.size(), static_cast<size_t>(there));
    }
  }
};

QTEST_APPLESS_MAIN(TestDamagedRuns)
#include "test_damaged_runs.moc"
