// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "media/image.h"

namespace {

/// A folder in which a clip of three sections is asked for, time and again.
class Clip {
 public:
  Clip() {
    fw::media::RgbImage picture(48, 32);
    for (size_t i = 0; i < picture.pixels.size(); ++i) picture.pixels[i] = static_cast<uint8_t>(i * 7);
    fw::media::write_image(folder_.filePath("first.png").toStdString(), picture);
  }
  /// @param killed_after  sections that this call makes, if it makes as many
  /// @return  the latents of the clip, with all that it was made of; nothing when it was killed
  QByteArray make(const QString& seed, int killed_after) const {
    QProcess program;
    program.setWorkingDirectory(folder_.path());
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_CACHE_HOME", folder_.path());
    environment.insert("FW_KILL_AT", QString("generate.section:%1").arg(killed_after));
    program.setProcessEnvironment(environment);
    program.start(FW_BUILD_FOLDER "/bin/framewright-cli",
                  {"generate", "--model",   FW_SOURCE_FOLDER "/tests/reference/cases/models/framepack",
                   "--image",  "first.png", "--prompt",
                   "a panda",  "--frames",  "109",
                   "--height", "32",        "--width",
                   "48",       "--steps",   "2",
                   "--seed",   seed,        "--device",
                   "cpu",      "--out",     "clip.mp4"});
    if (!program.waitForFinished(120'000) || program.exitStatus() != QProcess::NormalExit) return {};
    if (program.exitCode() != 0) qWarning() << program.readAllStandardError();
    QFile latents(folder_.filePath("clip.mp4.latents.safetensors"));
    const QByteArray made = latents.open(QIODevice::ReadOnly) ? latents.readAll() : QByteArray();
    latents.remove();
    return QFile::remove(folder_.filePath("clip.mp4")) ? made : QByteArray();
  }
  QDir kept() const { return QDir(folder_.filePath("framewright/sections"), "*.safetensors"); }

 private:
  QTemporaryDir folder_;
};

}  // namespace

/// What `framewright-cli generate` makes of its arguments.
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

  void a_clip_goes_on_after_a_kill() {
    const Clip clip;
    const QByteArray whole = clip.make("5", 3);  // it keeps two sections
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
};

QTEST_GUILESS_MAIN(TestGenerateCommand)
#include "test_generate_command.moc"
