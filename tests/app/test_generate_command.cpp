// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "media/image.h"

namespace {

/// A folder in which a clip of three sections is requested repeatedly.
class Clip {
 public:
  Clip() {
    fw::media::RgbImage picture(48, 32);
    for (size_t i = 0; i < picture.pixels.size(); ++i) picture.pixels[i] = static_cast<uint8_t>(i * 7);
    fw::media::write_image(folder_.filePath("first.png").toStdString(), picture);
  }
  enum class End { clip, refused, killed };
  /// @param killed_at  a point in the program, and how often it is passed
  End call(const QString& seed, const QString& killed_at) const {
    QProcess program;
    program.setWorkingDirectory(folder_.path());
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_CACHE_HOME", folder_.path());
    environment.insert("FW_KILL_AT", killed_at);
    program.setProcessEnvironment(environment);
    program.start(FW_BUILD_FOLDER "/bin/framewright-cli",
                  {"generate", "--model",   FW_SOURCE_FOLDER "/tests/reference/cases/models/framepack",
                   "--image",  "first.png", "--prompt",
                   "a panda",  "--frames",  "109",
                   "--height", "32",        "--width",
                   "48",       "--steps",   "2",
                   "--seed",   seed,        "--device",
                   "cpu",      "--out",     "clip.mp4",
                   "--preview"});
    if (!program.waitForFinished(120'000) || program.exitStatus() != QProcess::NormalExit) return End::killed;
    said_ = program.readAllStandardError();
    return program.exitCode() == 0 ? End::clip : End::refused;
  }
  /// Removes the user-visible results of the previous call first.
  /// @param killed_after  number of sections to make before the kill, if it gets that far
  /// @return  the clip's latents with its recipe; nothing if it was killed
  QByteArray make(const QString& seed, int killed_after) const {
    const End end = call(seed, QString("generate.section:%1").arg(killed_after));
    if (end == End::refused) qWarning() << said_;
    const QByteArray made = latents();
    for (const char* name : {"clip.mp4", "clip.mp4.latents.safetensors", "clip.mp4.preview.png"})
      QFile::remove(folder_.filePath(name));
    return end == End::clip ? made : QByteArray();
  }
  QByteArray latents() const {
    QFile file(folder_.filePath("clip.mp4.latents.safetensors"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  QString path(const char* name) const { return folder_.filePath(name); }
  QDir kept() const { return QDir(folder_.filePath("framewright/sections"), "*.safetensors"); }

 private:
  QTemporaryDir folder_;
  mutable QByteArray said_;
};

}  // namespace

/// `framewright-cli generate` with all kinds of arguments.
class TestGenerateCommand : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void conditions_data() {
    QTest::addColumn<QString>("argument");
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("frame");
    QTest::addColumn<double>("strength");
    QTest::newRow("file") << "/x/ä.png"
                          << "/x/ä.png" << 0 << 1.0;
    QTest::newRow("frame") << "/x/a.png@8"
                           << "/x/a.png" << 8 << 1.0;
    QTest::newRow("last, strength") << "/x/a.mp4@-1:0.5"
                                    << "/x/a.mp4" << -1 << 0.5;
    QTest::newRow("@ in the name") << "/x/a@2x.png"
                                   << "/x/a@2x.png" << 0 << 1.0;
    QTest::newRow("@ in the name, frame") << "/x@y/a@2x.png@16:1"
                                          << "/x@y/a@2x.png" << 16 << 1.0;
    QTest::newRow("number at the end") << "/x/a@2@0"
                                       << "/x/a@2" << 0 << 1.0;
    QTest::newRow("colon in the name") << "/x/a:0.5.png"
                                       << "/x/a:0.5.png" << 0 << 1.0;
    QTest::newRow("comma in the name") << "/x/a,b.png@3"
                                       << "/x/a,b.png" << 3 << 1.0;
    QTest::newRow("no strength") << "/x/a.png@8:strong"
                                 << "/x/a.png@8:strong" << 0 << 1.0;
  }
  void conditions() {
    QFETCH(QString, argument);
    QProcess program;
    program.start(FW_BUILD_FOLDER "/bin/framewright-cli",
                  {"generate", "--model", "/x", "--prompt", "p", "--out", "/x/c.mp4", "--condition",
                   "/x/1.png", "--condition", argument, "--json"});
    QVERIFY(program.waitForFinished(60'000));
    QCOMPARE(program.exitCode(), 2);
    QJsonObject queued;
    for (const QByteArray& line : program.readAllStandardOutput().split('\n'))
      if (const QJsonObject event = QJsonDocument::fromJson(line).object(); event["event"] == "queued")
        queued = event;
    const QJsonArray conditions = queued["spec"].toObject()["params"].toObject()["conditions"].toArray();
    QCOMPARE(conditions.size(), 2);
    const QJsonObject condition = conditions.at(1).toObject();
    QTEST(condition["file"].toString(), "file");
    QTEST(condition["frame"].toInt(), "frame");
    QTEST(condition["strength"].toDouble(), "strength");
  }

  void refuses_values_out_of_range_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("words");
    const auto row = [](const QStringList& arguments, const char* words) {
      QTest::newRow(qPrintable(arguments.join(' '))) << arguments << words;
    };
    row({"--guidance", "-3"}, "from 0 to 100, not -3");
    row({"--guidance", "nan"}, "from 0 to 100, not nan");
    row({"--fps", "0"}, "from 0.1 to 1000, not 0");
    row({"--fps", "-1"}, "from 0.1 to 1000, not -1");
    row({"--fps", ""}, "from 0.1 to 1000");
    row({"--frames", "0"}, "1 to 65536");
    row({"--height", "0"}, "1 to 65536");
    row({"--width", "-16"}, "1 to 65536");
    row({"--steps", "0"}, "1 to 1000");
    row({"--seed", "9223372036854775808"}, "from 0 to 9223372036854775807");
    row({"--seed", ""}, "from 0 to 9223372036854775807");
    row({"--seed", "-2"}, "from 0 to 9223372036854775807");
    row({"--seed", "1.5"}, "from 0 to 9223372036854775807");
    row({"--lora", "a.safetensors:nan"}, "finite number");
    row({"--out", "clip.mkv"}, "not a valid name");
    row({"--out", "clip.GIF", "--fps", "60"}, "a GIF has at most 50 frames a second");
    row({"--out", "filled/"}, "filled is not empty");
    row({"--out", "there.mp4"}, "there.mp4 already exists");
    row({"--out", "nowhere/clip.mp4"}, "folder of nowhere/clip.mp4 does not exist");
  }
  /// Before the first step.
  void refuses_values_out_of_range() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, words);
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("filled"));
    for (const char* name : {"filled/a", "there.mp4", "there.mp4.latents.safetensors"})
      QVERIFY(QFile(folder.filePath(name)).open(QIODevice::WriteOnly));
    QProcess program;
    program.setWorkingDirectory(folder.path());
    program.start(
        FW_BUILD_FOLDER "/bin/framewright-cli",
        QStringList{"generate", "--model", FW_SOURCE_FOLDER "/tests/reference/cases/models/cogvideox-2b",
                    "--prompt", "p"} +
            arguments);
    QVERIFY(program.waitForFinished(60'000));
    const QString said = program.readAllStandardError();
    QCOMPARE(program.exitCode(), 2);
    QVERIFY2(said.contains(words) && !said.contains("denoising"), qPrintable(said));
  }

  void writes_where_it_is_told_data() {
    QTest::addColumn<QString>("out");
    QTest::addColumn<QString>("file");
    QTest::newRow("an empty folder") << "empty/"
                                     << "empty/000008.png";
    QTest::newRow("a new folder") << "new/"
                                  << "new/000008.png";
    QTest::newRow("capital letters") << "b.MP4"
                                     << "b.MP4";
  }
  void writes_where_it_is_told() {
    QFETCH(QString, out);
    QFETCH(QString, file);
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("empty"));
    QProcess program;
    program.setWorkingDirectory(folder.path());
    program.start(FW_BUILD_FOLDER "/bin/framewright-cli",
                  {"generate", "--model", FW_SOURCE_FOLDER "/tests/reference/cases/models/cogvideox-2b",
                   "--prompt", "p", "--steps", "1", "--frames", "9", "--height", "48", "--width", "64",
                   "--device", "cpu", "--seed", "9223372036854775807", "--out", out});
    QVERIFY(program.waitForFinished(60'000));
    QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());
    QVERIFY(QFile::exists(folder.filePath(file)));
  }

  void a_clip_goes_on_after_a_kill() {
    const Clip clip;
    const QByteArray whole = clip.make("5", 3);  // keeps two sections
    QVERIFY(!whole.isEmpty());
    QCOMPARE(clip.kept().count(), 0U);
    QVERIFY(clip.make("5", 1).isEmpty());
    QCOMPARE(clip.kept().count(), 1U);
    QVERIFY(clip.make("6", 2).isEmpty());  // another clip makes all of its own
    QCOMPARE(clip.kept().count(), 2U);
    QVERIFY(clip.make("5", 1).isEmpty());  // the second section
    QCOMPARE(clip.make("5", 1), whole);    // the third, which no file keeps
    QVERIFY(clip.make("6", 1) != whole);
    QCOMPARE(clip.kept().count(), 0U);
    QVERIFY(clip.make("5", 2).isEmpty());
    QFile cut(clip.kept().filePath(clip.kept().entryList().value(0)));
    QVERIFY(cut.resize(cut.size() - 1));
    QVERIFY(clip.make("5", 2).isEmpty());  // from the start
    QVERIFY(QDir(clip.kept().path()).removeRecursively());
    QFile in_its_place(clip.kept().path());
    QVERIFY(in_its_place.open(QIODevice::WriteOnly));
    QCOMPARE(clip.make("5", 3), whole);
  }

  void the_same_command_goes_on_after_a_kill_data() {
    QTest::addColumn<QString>("killed_at");
    QTest::addColumn<QString>("seed");
    QTest::newRow("in the second section") << "generate.section:1"
                                           << "5";
    QTest::newRow("before decoding, any seed") << "generate.latents:1"
                                               << "-1";
  }
  /// With the files left by the killed call.
  void the_same_command_goes_on_after_a_kill() {
    QFETCH(QString, killed_at);
    QFETCH(QString, seed);
    const Clip clip;
    QCOMPARE(clip.call(seed, killed_at), Clip::End::killed);
    QVERIFY(QFile::exists(clip.path("clip.mp4.preview.png")) && !QFile::exists(clip.path("clip.mp4")));
    const QByteArray before = clip.latents();
    QCOMPARE(before.isEmpty(), killed_at.contains("section"));
    QCOMPARE(clip.call("6", {}), Clip::End::refused);  // another clip
    QCOMPARE(clip.call(seed, {}), Clip::End::clip);
    QCOMPARE(clip.kept().count(), 0U);
    QVERIFY(!clip.latents().isEmpty());
    if (!before.isEmpty()) QCOMPARE(clip.latents(), before);
    // Finished files belong to the user.
    QVERIFY(QFile::remove(clip.path("clip.mp4")));
    QCOMPARE(clip.call(seed, {}), Clip::End::refused);
  }

  void a_file_that_the_killed_call_did_not_write_stays() {
    for (const char* name : {"clip.mp4.latents.safetensors", "clip.mp4.preview.png"}) {
      const Clip clip;
      QCOMPARE(clip.call("5", "generate.latents:1"), Clip::End::killed);
      QFile file(clip.path(name));
      QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write("a letter") == 8);
      file.close();
      QCOMPARE(clip.call("5", {}), Clip::End::refused);
      QVERIFY(file.open(QIODevice::ReadOnly));
      QCOMPARE(file.readAll(), QByteArray("a letter"));
    }
  }
};

QTEST_GUILESS_MAIN(TestGenerateCommand)
#include "test_generate_command.moc"
