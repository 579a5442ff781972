// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QtTest>

#include "base/atomic_file.h"
#include "core/project/fixture.h"
#include "core/project/test_clip.h"

namespace {

/// Result of a framewright-cli call.
struct Outcome {
  int code = -1;
  QByteArray output{};
  QByteArray errors{};

  /// The --json lines with this "event".
  QList<QJsonObject> events(const QString& name) const {
    QList<QJsonObject> found;
    for (const QByteArray& line : output.split('\n')) {
      const QJsonObject object = QJsonDocument::fromJson(line).object();
      if (object["event"] == name) found << object;
    }
    return found;
  }
};

Outcome framewright(const QStringList& arguments) {
  QProcess program;
  program.start(FW_BUILD_FOLDER "/bin/framewright-cli", arguments);
  if (!program.waitForFinished(60'000) || program.exitStatus() != QProcess::NormalExit) {
    program.kill();
    return {};
  }
  return {program.exitCode(), program.readAllStandardOutput(), program.readAllStandardError()};
}

}  // namespace

/// The program itself, on a small project; its subcommands' functions have their own tests.
class TestCommandLine : public QObject {
  Q_OBJECT

 private:
  TestFolder folder_;
  QString root_;
  QString project_;

  /// @return the JSON lines of `dataset list`, by file name
  QMap<QString, QJsonObject> list() const {
    QMap<QString, QJsonObject> clips;
    for (const QJsonObject& clip : framewright({"dataset", "list", project_, "--json"}).events("clip"))
      clips[QFileInfo(clip["source"].toString()).fileName() + QString(":%1").arg(clip["in"].toInt())] = clip;
    return clips;
  }
  QString id_of(const QString& place) const { return QString::number(list()[place]["id"].toInt()); }

 private Q_SLOTS:
  void init() {
    root_ = QString::fromStdString(folder_.path().string());
    project_ = root_ + "/project";
    // The many rows about exit codes change nothing.
    if (QByteArray(QTest::currentTestFunction()) == "exit_codes" && QFile::exists(project_)) return;
    std::filesystem::remove_all(folder_.path());
    make_test_clip(folder_.path() / "data/fox.mp4", 1);
    make_test_scenes(folder_.path() / "data/scenes.mp4");
    fw::write_file_atomically(folder_.path() / "data/fox.txt", "imported", fw::Existing::replace);
    QCOMPARE(framewright({"dataset", "import", project_, root_ + "/data"}).code, 0);
  }

  void a_preset_needs_no_clips() {
    const QString id = "cogvideox-5b-lora-8gb", run = root_ + "/new.toml";
    const Outcome forecast = framewright({"plan", "--preset", id, "--vram", "8GiB", "--json"});
    QCOMPARE(forecast.code, 0);
    QVERIFY(forecast.events("preset").value(0)["fits"].toBool());
    QCOMPARE(framewright({"plan", "--preset", id, "--vram", "6GiB"}).code, 1);
    QCOMPARE(framewright({"plan", "--preset", "nothing"}).code, 2);
    QCOMPARE(framewright({"plan"}).code, 2);

    // Creates the run file if there is none; the dataset's buckets stay.
    QJsonObject applied = framewright({"preset", "apply", id, run, "--json"}).events("preset").value(0);
    QVERIFY(QFile::exists(run) && !applied["keeps_buckets"].toBool());
    QCOMPARE(applied["missing"].toArray().size(), 3);
    const QString samples = root_ + "/samples.jsonl";
    QCOMPARE(framewright(
                 {"dataset", "buckets", project_, "--model", "cogvideox-5b", "--propose", "--write", samples})
                 .code,
             0);
    fw::write_file_atomically(run.toStdString(), "schema = 1\n[data]\ndataset = \"samples.jsonl\"\n",
                              fw::Existing::replace);
    applied = framewright({"preset", "apply", id, run, "--json"}).events("preset").value(0);
    QVERIFY(applied["keeps_buckets"].toBool());
    const QString said = QString::fromUtf8(framewright({"preset", "apply", id, run}).output);
    QVERIFY2(said.contains("--video-resolution-buckets 49x480x720 --write " + samples + " --overwrite"),
             qPrintable(said));
  }

  void a_cache_is_cleaned_after_a_yes() {
    const QString cache = root_ + "/cache";
    QVERIFY(QDir().mkpath(cache + "/latents"));
    const QString entry = cache + "/latents/" + QString(32, 'a') + ".safetensors";
    fw::write_file_atomically(entry.toStdString(), std::string(2000, 'x'), fw::Existing::replace);
    QCOMPARE(
        framewright({"cache", "show", "--cache", cache, "--json"}).events("cache").value(0)["bytes"].toInt(),
        2000);
    const QStringList clean{"cache", "clean", "--cache", cache, "--limit", "1KiB", "--json"};
    QCOMPARE(framewright(clean + QStringList{"--dry-run"}).code, 0);
    QCOMPARE(framewright(clean).code, 2);  // nobody was there to confirm
    QVERIFY(QFile::exists(entry));
    const Outcome cleaned = framewright(clean + QStringList{"--yes"});
    QCOMPARE(cleaned.events("cleanup").value(0)["removed"].toObject()["bytes"].toInt(), 2000);
    QVERIFY(!QFile::exists(entry));
  }

  void a_dataset_from_import_to_export() {
    QCOMPARE(list().keys(), (QStringList{"fox.mp4:0", "scenes.mp4:0"}));
    QCOMPARE(list()["fox.mp4:0"]["caption"].toString(), "imported");
    QCOMPARE(list()["fox.mp4:0"]["origin"].toString(), "import");
    QCOMPARE(
        framewright({"dataset", "clip", project_, id_of("fox.mp4:0"), "--caption", "ein Füchslein"}).code, 0);
    QCOMPARE(list()["fox.mp4:0"]["caption"].toString(), "ein Füchslein");
    QCOMPARE(list()["fox.mp4:0"]["origin"].toString(), "person");

    const Outcome split = framewright({"dataset", "split", project_, "--json"});
    QCOMPARE(split.code, 0);
    QCOMPARE(split.events("split").value(0)["pieces"].toInt(), 3);
    QCOMPARE(list().keys(), (QStringList{"fox.mp4:0", "scenes.mp4:0", "scenes.mp4:15", "scenes.mp4:30"}));
    QCOMPARE(framewright({"dataset", "caption", project_, "--undo"}).code, 0);
    QCOMPARE(list().keys(), (QStringList{"fox.mp4:0", "scenes.mp4:0"}));

    QCOMPARE(framewright({"dataset", "export", project_, root_ + "/out", "--layout", "csv"}).code, 0);
    const std::string table = fw::read_file(folder_.path() / "out/metadata.csv");
    QVERIFY2(table.find("ein Füchslein") != std::string::npos, table.c_str());
    QVERIFY2(table.find("scenes.mp4") != std::string::npos, table.c_str());
  }

  void an_exported_list_of_nothing_hides_no_videos_silently() {
    const QStringList nothing{"--layout", "csv", "--filter", "name:nowhere"};
    QCOMPARE(framewright(QStringList{"dataset", "export", project_, root_ + "/data"} + nothing).code, 0);
    const Outcome imported = framewright({"dataset", "import", root_ + "/other", root_ + "/data", "--json"});
    QCOMPARE(imported.code, 1);
    const QJsonArray faults = imported.events("finished").value(0)["result"].toObject()["faults"].toArray();
    QCOMPARE(faults.size(), 1);
    QCOMPARE(faults[0].toObject()["fault"].toObject()["code"].toString(), "interchange.empty_list");
  }

  void clip_changes_one_clip_and_shows_it() {
    const QString fox = id_of("fox.mp4:0");
    const Outcome changed = framewright(
        {"dataset", "clip", project_,   fox,       "--in",  "2",    "--out",     "8",   "--crop", "8", "4",
         "32",      "24",   "--bucket", "5x16x32", "--tag", "snow", "--caption", "new", "--json"});
    QCOMPARE(changed.code, 0);
    const QJsonObject clip = changed.events("clip").value(0);
    QCOMPARE(clip["in"].toInt(), 2);
    QCOMPARE(clip["out"].toInt(), 8);
    QCOMPARE(clip["crop"].toArray(), (QJsonArray{8, 4, 32, 24}));
    QCOMPARE(clip["bucket"].toString(), "5x16x32");
    QCOMPARE(clip["tags"].toArray(), QJsonArray{"snow"});
    QCOMPARE(clip["history"].toArray().at(0).toObject()["caption"].toString(), "imported");
    QCOMPARE(
        framewright({"dataset", "clip", project_, fox, "--no-crop", "--no-bucket", "--untag", "snow"}).code,
        0);
    const Outcome shown = framewright({"dataset", "clip", project_, fox, "--json"});
    const QJsonObject plain = shown.events("clip").value(0);
    QVERIFY(plain["crop"].isNull() && plain["bucket"].isNull() && plain["tags"].toArray().isEmpty());
    QCOMPARE(framewright({"dataset", "clip", project_, fox, "--remove"}).code, 0);
    QCOMPARE(list().keys(), QStringList{"scenes.mp4:0"});
  }

  void measure_tells_figures_and_flags() {
    const Outcome measured =
        framewright({"dataset", "measure", project_, "--filter", "is:cuttable", "--json"});
    QCOMPARE(measured.code, 0);
    const QList<QJsonObject> figures = measured.events("figures");
    QCOMPARE(figures.size(), 1);
    QVERIFY(figures[0]["file"].toString().endsWith("scenes.mp4"));
    QCOMPARE(figures[0]["cuts"].toInt(), 2);
    QVERIFY(figures[0]["flags"].toArray().contains("cuttable"));
    QVERIFY(figures[0]["figures"].toObject()["frozen_share"].toDouble() > 0.5);
  }

  void split_previews_and_cuts_at_given_frames() {
    const QStringList at{"dataset", "split", project_, "--filter", "name:fox", "--at", "4", "--json"};
    const Outcome preview = framewright(at + QStringList{"--preview"});
    QCOMPARE(preview.code, 0);
    QCOMPARE(preview.events("cuts").value(0)["frames"].toArray(), QJsonArray{4});
    QCOMPARE(list().size(), 2);
    QCOMPARE(framewright(at).events("split").value(0)["pieces"].toInt(), 2);
    QCOMPARE(list()["fox.mp4:4"]["caption"].toString(), "imported");
  }

  void a_mistyped_argument_is_named() {
    const QString clip = root_ + "/data/fox.mp4";
    const Outcome swapped = framewright({"dataset", "import", clip, project_});
    QVERIFY2(swapped.code == 2 && swapped.errors.contains("name the project first"), swapped.errors);
    const Outcome model = framewright({"dataset", "buckets", project_, "--model", "ltx-0.9.5"});
    QVERIFY2(model.code == 2 && model.errors.contains("ltx-video-0.9.5"), model.errors);
  }

  void exit_codes_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("told");
    QTest::newRow("help") << QStringList{"dataset", "--help"} << 0 << "";
    QTest::newRow("no subcommand") << QStringList{"dataset"} << 2 << "";
    QTest::newRow("unknown option") << QStringList{"dataset", "list", "PROJECT", "--colour"} << 2 << "";
    QTest::newRow("no project") << QStringList{"dataset", "list", "PROJECT/x"} << 2 << "project.missing";
    QTest::newRow("no clip") << QStringList{"dataset", "clip", "PROJECT", "99"} << 2 << "project.no_clip";
    QTest::newRow("no such frame") << QStringList{"dataset", "clip", "PROJECT", "1", "--out", "999"} << 2
                                   << "project.bad_cut";
    QTest::newRow("no bucket") << QStringList{"dataset", "clip", "PROJECT", "1", "--bucket", "big"} << 2
                               << "";
    for (const char* command : {"list", "measure", "split"}) {
      QTest::newRow(command) << QStringList{"dataset", command, "PROJECT", "--filter", "colour:red"} << 2
                             << "project.filter_field";
    }
    QTest::newRow("nothing imported")
        << QStringList{"dataset", "import", "PROJECT", "PROJECT/missing.mp4"} << 1 << "";
    QTest::newRow("faults found") << QStringList{"dataset", "check", "PROJECT", "--filter", "name:nowhere"}
                                  << 1 << "";
  }
  void exit_codes() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, told);
    const Outcome outcome =
        framewright(arguments.replaceInStrings("PROJECT", project_) + QStringList{"--json"});
    QVERIFY2(outcome.code == code, outcome.output + outcome.errors);
    if (told.isEmpty()) return;
    QCOMPARE(outcome.events("failed").value(0)["fault"].toObject()["code"].toString(), told);
  }
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "test_command_line.moc"
