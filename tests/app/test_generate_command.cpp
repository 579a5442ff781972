// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QtTest>

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
};

QTEST_GUILESS_MAIN(TestGenerateCommand)
#include "test_generate_command.moc"
