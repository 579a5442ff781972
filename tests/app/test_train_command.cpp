// SPDX-License-Identifier: Apache-2.0
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <filesystem>

#include "base/atomic_file.h"
#include "core/project/test_clip.h"
#include "dataset/dataset_manifest.h"
#include "interchange/flag_import.h"
#include "run/run_folder.h"
#include "support/tiny_run.h"

namespace run = fw::run;
namespace fs = std::filesystem;

namespace {

const QString program = QStringLiteral(FW_BUILD_FOLDER "/bin/framewright-cli");

QString text(const fs::path& path) {
  return QString::fromStdString(path.string());
}

}  // namespace

/// `framewright-cli train` as a process: what ends it, and what does not.
class TestTrainCommand : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }
  run::RunPaths make_run(int64_t steps, int64_t checkpointing_steps = 1'000'000) const {
    return fw::support::make_tiny_run(
        path(""), {"training.train_steps=" + std::to_string(steps), "metrics.tensorboard=false",
                   "checkpoints.checkpointing_steps=" + std::to_string(checkpointing_steps)});
  }
  static int64_t steps_logged(const run::RunPaths& run) {
    int64_t steps = 0;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (event.event == "metrics") steps = event.step;
    });
    return steps;
  }
  static std::string last_state(const run::RunPaths& run) {
    std::string state;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (event.event == "ended") state = event.json.at("state").get<std::string>();
    });
    return state;
  }
  static QStringList resuming(const run::RunPaths& run) { return {"train", "--resume", text(run.folder)}; }
  /// Waits for the process to end. @return the exit code; -1: killed by a signal or hung
  static int run_to_end(QProcess& process) {
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit) return -1;
    return process.exitCode();
  }
  static int run_program(const QStringList& arguments, QByteArray* output = nullptr) {
    QProcess process;
    process.start(program, arguments);
    const int code = run_to_end(process);
    if (output != nullptr) *output = process.readAllStandardOutput() + process.readAllStandardError();
    return code;
  }
  static void send(const QProcess& process, int number) {
    ::kill(static_cast<pid_t>(process.processId()), number);
  }

 private Q_SLOTS:
  void initTestCase() {
    fw::support::make_tiny_model(path("model"));
    fw::support::make_tiny_dataset(path(""), 4);
  }

  void signals_stop_after_saving_data() {
    QTest::addColumn<int>("number");
    QTest::newRow("INT") << SIGINT;
    QTest::newRow("TERM") << SIGTERM;
    QTest::newRow("HUP") << SIGHUP;
  }
  void signals_stop_after_saving() {
    QFETCH(int, number);
    const run::RunPaths run = make_run(1'000'000);
    QProcess process;
    process.start(program, resuming(run));
    QTRY_VERIFY_WITH_TIMEOUT(steps_logged(run) > 0, 60'000);
    send(process, number);
    QCOMPARE(run_to_end(process), 130);
    QCOMPARE(last_state(run), std::string("paused"));
    QCOMPARE(run::checkpoint_steps(run), std::vector<int64_t>{steps_logged(run)});
  }

  void what_is_ignored_or_meant_for_others_does_not_stop_it_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("number");
    QTest::newRow("PIPE") << "exec \"$@\"" << SIGPIPE;
    QTest::newRow("HUP under nohup") << "trap '' HUP; exec \"$@\"" << SIGHUP;
  }
  void what_is_ignored_or_meant_for_others_does_not_stop_it() {
    QFETCH(QString, command);
    QFETCH(int, number);
    const run::RunPaths run = make_run(200);
    QProcess process;
    process.start("sh", QStringList{"-c", command, "sh", program} + resuming(run));
    QTRY_VERIFY_WITH_TIMEOUT(steps_logged(run) > 0, 60'000);
    send(process, number);
    QCOMPARE(run_to_end(process), 0);
    QCOMPARE(last_state(run), std::string("finished"));
  }

  void a_reader_that_leaves_does_not_end_the_training() {
    const run::RunPaths run = make_run(60, 20);
    QProcess process;
    process.start("bash",
                  QStringList{"-c", "\"$@\" | head -n 1; exit ${PIPESTATUS[0]}", "bash", program, "--json"} +
                      resuming(run));
    QCOMPARE(run_to_end(process), 0);
    QCOMPARE(process.readAllStandardOutput().count('\n'), 1);
    QCOMPARE(run::run_status(run).step, int64_t(60));
    QVERIFY(fs::exists(run.result()));
  }

  void output_that_is_lost_is_told() {
    if (!fs::exists("/dev/full")) QSKIP("this system has no /dev/full");
    QProcess process;
    process.start("sh", {"-c", "exec \"$0\" train --settings > /dev/full", program});
    QCOMPARE(run_to_end(process), 1);
    QVERIFY(process.readAllStandardError().contains("standard output"));
  }

  void a_run_that_trains_is_not_changed_by_another_process() {
    const run::RunPaths run = make_run(1'000'000);
    QProcess process;
    process.start(program, resuming(run));
    QTRY_VERIFY_WITH_TIMEOUT(steps_logged(run) > 0, 60'000);
    const std::string before = fw::read_file(run.run_file());
    for (const QStringList& more : {QStringList{"--fit"}, QStringList{"--extend", "5"}}) {
      QByteArray output;
      QCOMPARE(run_program(resuming(run) + more + QStringList{"--json"}, &output), 2);
      QVERIFY2(output.contains("run.run_busy"), output);
      QCOMPARE(fw::read_file(run.run_file()), before);
    }
    send(process, SIGTERM);
    QCOMPARE(run_to_end(process), 130);
  }

  void clips_that_are_not_encoded_are_encoded_first() {
    const QString model = QStringLiteral(FW_SOURCE_FOLDER "/resources/sample/model");
    const QString project = text(path("project")), list = text(path("list.jsonl"));
    make_test_clip(path("clips/fox.mp4"), 1, 30);
    fw::write_file_atomically(path("clips/fox.txt"), "a fox", fw::Existing::replace);
    QByteArray output;
    QVERIFY2(run_program({"dataset", "import", project, text(path("clips"))}, &output) == 0, output);
    const QStringList buckets{"dataset", "buckets", project, "--model", model, "--write", list};
    // No clip has that many frames: no empty list is written.
    QCOMPARE(run_program(buckets + QStringList{"--video-resolution-buckets", "49x48x64"}), 1);
    QVERIFY(!fs::exists(list.toStdString()));
    QVERIFY2(run_program(buckets + QStringList{"--video-resolution-buckets", "9x48x64"}, &output) == 0,
             output);
    fw::write_file_atomically(path("fox.toml"),
                              "schema = 1\n[model]\nfamily = \"cogvideox\"\nfolder = \"" +
                                  model.toStdString() +
                                  "\"\n[run]\ndevice = \"cpu\"\noutput_dir = \"fox-runs\"\n[data]\ndataset = "
                                  "\"list.jsonl\"\ncache = \"fox-cache\"\n[training]\ntrain_steps = 1\n"
                                  "mixed_precision = \"fp32\"\n[lora]\nrank = 2\n",
                              fw::Existing::replace);
    QVERIFY2(run_program({"train", text(path("fox.toml"))}, &output) == 0, output);
    const auto runs = run::list_runs(path("fox-runs"));
    QCOMPARE(runs.size(), size_t{1});
    QCOMPARE(run::run_status(runs.front()).step, int64_t{1});
    // The run's own list was filled in, the user's is unchanged.
    QVERIFY(!fw::dataset::read_dataset_manifest(runs.front().dataset()).front().keys.latents.empty());
    QVERIFY(fw::dataset::read_dataset_manifest(list.toStdString()).front().keys.latents.empty());
  }

  void a_killed_run_of_another_family_ends_as_if_unbroken() {
    const fs::path clips = path("flow clips");
    for (const int number : {1, 2, 3})
      make_test_clip(clips / (std::to_string(number) + ".mp4"), number, 20, {96, 64});
    const QString model = QStringLiteral(FW_SOURCE_FOLDER "/tests/reference/cases/models/ltx-0.9.5");
    const QString project = text(path("flow project")), list = text(path("flow.jsonl"));
    QByteArray output;
    QVERIFY2(run_program({"dataset", "import", project, text(clips)}, &output) == 0, output);
    QVERIFY2(run_program({"dataset", "buckets", project, "--model", model, "--write", list,
                          "--video-resolution-buckets", "17x64x96"},
                         &output) == 0,
             output);
    fw::write_file_atomically(path("flow.toml"),
                              "schema = 1\n[model]\nfamily = \"ltx_video\"\nfolder = \"" +
                                  model.toStdString() +
                                  "\"\n[run]\ndevice = \"cpu\"\noutput_dir = \"flow-runs\"\n"
                                  "[data]\ndataset = \"flow.jsonl\"\ncache = \"flow-cache\"\n[training]\n"
                                  "train_steps = 6\nmixed_precision = \"fp32\"\n[lora]\nrank = 2\n"
                                  "[checkpoints]\ncheckpointing_steps = 2\n",
                              fw::Existing::replace);
    QVERIFY2(run_program({"train", text(path("flow.toml"))}, &output) == 0, output);
    const run::RunPaths whole = run::list_runs(path("flow-runs")).front();
    const run::RunPaths broken{path("flow-runs/broken")};
    fs::copy(whole.folder, broken.folder, fs::copy_options::recursive);
    // As after a kill in step 4: the later steps' files do not exist.
    for (const int64_t step : {4, 6}) fs::remove_all(broken.checkpoint(step));
    fs::remove_all(broken.result());
    QVERIFY2(run_program(resuming(broken), &output) == 0, output);
    QCOMPARE(run::checkpoint_steps(broken), run::checkpoint_steps(whole));
    for (const auto& entry : fs::recursive_directory_iterator(whole.result())) {
      if (!entry.is_regular_file() || entry.path().extension() != ".safetensors") continue;
      const fs::path other = broken.result() / fs::relative(entry.path(), whole.result());
      QCOMPARE(fw::read_file(other), fw::read_file(entry.path()));
    }
  }

  void a_huge_file_is_refused() {
    fw::write_file_atomically(path("huge.sh"), std::string(fw::interchange::largest_script + 1, ' '),
                              fw::Existing::refuse);
    QByteArray output;
    const QString huge = text(path("huge.sh"));
    for (const QStringList& arguments : {QStringList{"train", "--from-flags", huge},
                                         {"train", huge, "--set", "run.name=x"},
                                         {"plan", huge},
                                         {"preset", "save", "new", huge}}) {
      QCOMPARE(run_program(QStringList{"--json"} + arguments, &output), 2);
      QVERIFY2(output.contains("base.file_too_large"), output);
    }
  }

  void whatever_is_wrong_is_told_in_a_line_data() {
    QTest::addColumn<QStringList>("arguments");
    fw::write_file_atomically(path("broken.toml"), "schema = 1\n[optimizer\nlr = 2\n", fw::Existing::replace);
    std::error_code ignored;
    fs::create_symlink("loop", path("loop"), ignored);
    const QString broken = text(path("broken.toml")), loop = text(path("loop/x"));
    QTest::newRow("plan --set") << QStringList{"plan", broken, "--set", "optimizer.lr=1e-4"};
    QTest::newRow("train --set") << QStringList{"train", broken, "--set", "optimizer.lr=1e-4"};
    QTest::newRow("list") << QStringList{"dataset", "list", loop};
    QTest::newRow("import") << QStringList{"dataset", "import", loop, loop};
    QTest::newRow("buckets") << QStringList{"dataset", "buckets", loop, "--model", loop};
    QTest::newRow("resume") << QStringList{"train", "--resume", loop};
    QTest::newRow("branch") << QStringList{"train", "--branch", loop};
    QTest::newRow("from flags") << QStringList{"train", "--from-flags", loop};
    QTest::newRow("precompute") << QStringList{"precompute", loop, "--model", loop};
    QTest::newRow("sample") << QStringList{"sample", "--folder", loop, "--clips", loop};
    QTest::newRow("probe") << QStringList{"media", "probe", loop};
  }
  void whatever_is_wrong_is_told_in_a_line() {
    QFETCH(QStringList, arguments);
    QByteArray output;
    const int code = run_program(arguments, &output);
    QVERIFY2(code == 1 || code == 2, output);  // and not -1, an abort
    QVERIFY2(!output.trimmed().isEmpty() && !output.contains("bug in Framewright"), output);
  }
};

QTEST_GUILESS_MAIN(TestTrainCommand)
#include "test_train_command.moc"
