// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <thread>

#include "base/atomic_file.h"
#include "base/error.h"
#include "run/run_folder.h"

using namespace fw::dataset;
using namespace fw::run;
namespace fs = std::filesystem;

/// Frozen runs: contents of their folders, which depend on nothing outside.
class TestRunFolder : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }
  static void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    fw::write_file_atomically(file, text, fw::Existing::replace);
  }
  RunFile run_file(const std::vector<std::string>& settings = {}) const {
    std::string text =
        "schema = 1\n[model]\nfamily = \"cogvideox\"\nfolder = \"model\"\n[data]\ndataset = "
        "\"dataset.jsonl\"\ncache = \"cache\"\n";
    for (const std::string& setting : settings) text = override_in_text(text, setting);
    return parse_run_file(text, path("run.toml"));
  }
  RunPaths make(const std::vector<std::string>& settings = {}) const {
    return create_run(run_file(settings));
  }
  static std::string start_from(const RunPaths& run) {
    return read_run_file(run.run_file()).settings.start_from;
  }
  static void add_checkpoint(const RunPaths& run, int64_t step, const std::string& weights,
                             const char* name = lora_file_name) {
    write(run.checkpoint(step) / "checkpoint.json", "{}");
    write(run.checkpoint(step) / name, weights);
  }
  static std::string code_of(const std::function<void()>& work) {
    try {
      work();
    } catch (const fw::Error& error) {
      return error.fault().code;
    }
    return {};
  }
  size_t folders() const {
    std::error_code error;
    const fs::directory_iterator all(path("runs"), error);
    return static_cast<size_t>(std::distance(begin(all), end(all)));
  }

 private Q_SLOTS:
  void init() {
    fs::remove_all(path("runs"));
    DatasetSample sample;
    sample.id = "1-0";
    sample.source = "/none.mp4";
    sample.bucket = {5, 32, 48};
    sample.source_out = sample.frame_count = 5;
    sample.crop = {0, 0, 48, 32};
    write_dataset_manifest(path("dataset.jsonl"), {sample}, fw::Existing::replace);
  }

  void a_branch_needs_its_parent_no_more_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("weights");
    QTest::newRow("lora") << "lora" << lora_file_name;
    QTest::newRow("sft") << "sft" << trained_file_name;
  }
  void a_branch_needs_its_parent_no_more() {
    QFETCH(QString, type);
    QFETCH(QString, weights);
    const RunPaths parent = make({"training.training_type=" + type.toStdString()});
    add_checkpoint(parent, 5, "five", weights.toStdString().c_str());
    add_checkpoint(parent, 7, "seven", weights.toStdString().c_str());
    const RunPaths newest = branch_run(parent, {}), older = branch_run(parent, parent.checkpoint(5));
    fs::remove_all(parent.folder);
    QCOMPARE(fs::path(start_from(newest)), newest.start() / weights.toStdString());
    QCOMPARE(fw::read_file(start_from(newest)), std::string("seven"));
    QCOMPARE(fw::read_file(start_from(older)), std::string("five"));
    // A branch without a checkpoint of its own does not use its parent's.
    QCOMPARE(code_of([&] { branch_run(newest, {}); }), std::string("run.no_checkpoint"));
  }

  void a_file_of_the_users_is_copied() {
    write(path("mine.safetensors"), "before");
    const RunPaths run = make({"training.start_from=mine.safetensors"});
    QCOMPARE(fs::hard_link_count(path("mine.safetensors")), uintmax_t(1));
    std::ofstream(path("mine.safetensors")) << "after";  // in place, as other programs write
    QCOMPARE(fw::read_file(start_from(run)), std::string("before"));
    QVERIFY(fs::path(start_from(run)).is_absolute());
  }

  void what_cannot_be_frozen_leaves_no_folder() {
    QCOMPARE(code_of([&] { make({"training.start_from=gone.safetensors"}); }), std::string("run.bad_start"));
    const RunPaths parent = make();
    fs::create_directories(parent.checkpoint(3));  // without weights
    QCOMPARE(code_of([&] { branch_run(parent, {}); }), std::string("run.bad_start"));
    QCOMPARE(code_of([&] { make({"run.output_dir=runs", "run.name=a\xc3"}); }).empty(), false);
    QCOMPARE(folders(), size_t(1));
  }

  void the_run_of_a_branch_is_found_again_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name :
         {QString("plain"), QString("a b/c"), QString("..hidden"), QString("."), QString(100, 'n'),
          QString("x") + QString(100, QChar(0x00e4)), QString(50, QChar(0x6f22)), QString("")})
      QTest::newRow(qPrintable(name)) << name;
  }
  void the_run_of_a_branch_is_found_again() {
    QFETCH(QString, name);
    const RunPaths parent = make({"run.name=" + to_toml(name.toStdString())});
    const std::string folder = parent.folder.filename().string();
    QCOMPARE(QString::fromStdString(folder).toStdString(), folder);  // no character is split
    add_checkpoint(parent, 5, "five");
    const RunPaths branch = branch_run(parent, {}, {"training.train_steps=3"}, "id 1");
    QCOMPARE(branch_run(parent, {}, {"training.train_steps=3"}, "id 1").folder, branch.folder);
    QVERIFY(branch_run(parent, {}, {}, "id 2").folder != branch.folder);
    QVERIFY(branch_run(parent, {}).folder != branch.folder);
    fs::remove_all(parent.folder);
    QCOMPARE(find_branch(parent, {}, "id 1")->folder, branch.folder);
    QVERIFY(!find_branch(parent, {}, "id 3") && !find_branch(parent, {}, ""));
  }

  void a_branch_into_another_folder_is_found_again() {
    const RunPaths parent = make();
    add_checkpoint(parent, 5, "five");
    const std::vector<std::string> settings = {"run.output_dir=" + path("runs/other").string()};
    const RunPaths branch = branch_run(parent, {}, settings, "id");
    QCOMPARE(branch.folder.parent_path(), path("runs/other"));
    QCOMPARE(branch_run(parent, {}, settings, "id").folder, branch.folder);
    fs::remove_all(parent.checkpoints());
    QCOMPARE(branch_run(parent, {}, settings, "id").folder, branch.folder);
    fs::remove_all(parent.folder);
    QCOMPARE(branch_run(parent, {}, settings, "id").folder, branch.folder);
  }

  static void add_events(const RunPaths& run, std::initializer_list<std::string> events) {
    std::ofstream stream(run.events(), std::ios::app);
    for (const std::string& event : events) stream << event << '\n';
  }

  void a_field_of_another_type_is_taken_for_missing() {
    const RunPaths run = make();
    add_events(run, {R"({"event":"started","step":0,"time_ms":1,"total_steps":"many"})",
                     R"({"event":"sample","step":2,"time_ms":2,"path":7,"prompt":"a cat"})"});
    RunSettings by_epochs;
    by_epochs.train_steps = 0;
    QCOMPARE(total_steps(run, by_epochs), int64_t(0));
    const auto last = last_run_event(run);
    QCOMPARE(last->value("path", std::string("none")), std::string("none"));
    QCOMPARE(last->value("prompt", std::string()), std::string("a cat"));
    QCOMPARE(last->value("seed", int64_t(3)), int64_t(3));
  }

  void the_run_of_the_newest_event_is_the_latest() {
    const auto latest = [&] { return find_run("latest", path("runs")).folder; };
    const auto log = [](int64_t time_ms) {
      return "{\"event\":\"log\",\"step\":1,\"time_ms\":" + std::to_string(time_ms) + "}";
    };
    const RunPaths old = make({"run.name=\"old\""}), late = make({"run.name=\"late\""});
    add_events(old, {log(1000)});
    add_events(late, {log(2000), "{\"event\":\"log\",\"step\":1,\"time_ms\":2001,\"text\":\"" +
                                     std::string(200'000, 'x') + "\"}"});
    make({"run.name=\"never started\""});
    QCOMPARE(latest(), late.folder);
    fs::copy(old.folder, path("runs/copy of old"), fs::copy_options::recursive);
    fs::copy(late.folder, path("runs/copy of late"), fs::copy_options::recursive);
    const auto now = fs::file_time_type::clock::now();
    for (const char* copy : {"copy of old", "copy of late"})
      fs::last_write_time(path("runs") / copy / "run.toml", now + std::chrono::hours(1));
    fs::last_write_time(old.run_file(), now + std::chrono::hours(2));  // as --fit does
    QCOMPARE(latest(), late.folder);
    add_events(old, {log(3000)});
    QCOMPARE(latest(), old.folder);
  }

  void a_name_makes_a_folder_that_no_command_takes_for_an_option_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("begin");
    QTest::newRow("option") << "-rf *"
                            << "rf---";
    QTest::newRow("hidden") << ".-.fox"
                            << "fox-";
    QTest::newRow("nothing") << "--"
                             << "run-";
  }
  void a_name_makes_a_folder_that_no_command_takes_for_an_option() {
    QFETCH(QString, name);
    QFETCH(QString, begin);
    const std::string made = make({"run.name=" + name.toStdString()}).folder.filename();
    QVERIFY2(made.starts_with(begin.toStdString()), made.c_str());
  }

  void a_run_that_counts_epochs_ends_where_it_began_to() {
    const RunPaths run = make({"training.train_steps=0", "training.train_epochs=20"});
    QCOMPARE(run_status(run).total_steps, int64_t(0));
    add_checkpoint(run, 31, "weights");
    fs::create_directories(run.result());
    QVERIFY(!run_status(run).is_finished());  // its end is unknown
    add_events(run, {R"({"event":"started","step":0,"time_ms":1,"total_steps":80})"});
    QCOMPARE(run_status(run).total_steps, int64_t(80));
    QVERIFY(!run_status(run).is_finished());
    add_checkpoint(run, 80, "weights");
    QVERIFY(run_status(run).is_finished());
    write(run.run_file(), set_in_text(fw::read_file(run.run_file()), "training.train_steps", int64_t(90)));
    QVERIFY(!run_status(run).is_finished());  // it was extended
  }

  void processes_share_the_cores() {
    const auto threads = [&](int64_t processes, const std::vector<std::string>& settings) {
      return read_run_file(create_run(run_file(settings), processes).run_file()).settings.cpu_threads;
    };
    const int64_t cores = std::max(1u, std::thread::hardware_concurrency());
    QCOMPARE(threads(1, {}), cores);
    QCOMPARE(threads(2, {}), std::max<int64_t>(1, cores / 2));
    QCOMPARE(threads(1000, {}), int64_t(1));
    QCOMPARE(threads(2, {"run.cpu_threads=3"}), int64_t(3));  // of each
  }

  void two_at_once_get_two_folders() {
    const RunPaths parent = make();
    add_checkpoint(parent, 5, "five");
    std::vector<fs::path> made(4);
    {
      std::vector<std::jthread> threads;
      for (size_t i = 0; i < made.size(); ++i)
        threads.emplace_back([&, i] { made[i] = branch_run(parent, {}, {}, std::to_string(i)).folder; });
    }
    QCOMPARE(std::set(made.begin(), made.end()).size(), made.size());
    for (size_t i = 0; i < made.size(); ++i)
      QCOMPARE(find_branch(parent, {}, std::to_string(i))->folder, made[i]);
  }

  void one_at_a_time_has_the_right_to_train() {
    const RunPaths run = make();
    const auto lock = lock_run(run);
    QCOMPARE(code_of([&] { lock_run(run); }), std::string("run.run_busy"));
  }
};

QTEST_GUILESS_MAIN(TestRunFolder)
#include "test_run_folder.moc"
