// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QImage>
#include <QSignalSpy>

#include "media/probe.h"
#include "ui/gallery/gallery_fixture.h"

using namespace fw;
using namespace fw::ui;

class TestClipExport : public QObject, private GalleryFixture {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { setEnvironment(); }
  void init() { start(); }
  void cleanup() { stop(); }

  void exportsCanBeRead_data() {
    QTest::addColumn<QString>("name");
    for (const char* const name : {"clip.mp4", "clip.gif", "pictures"})
      QTest::newRow(name) << QString::fromLatin1(name);
  }
  void exportsCanBeRead() {
    QFETCH(QString, name);
    openProject();
    makeRun(QStringLiteral("cats"));
    waitForClips(3, 2);
    const QString file = m_folder->filePath(name);
    page().exportClipTo(file);
    waitForExport();
    QVERIFY2(page().exportBar()->text().startsWith(QLatin1String("Exported")),
             qPrintable(page().exportBar()->text()));
    if (name == QLatin1String("pictures")) {
      QCOMPARE(QDir(file).entryList({QStringLiteral("*.png")}).size(), 9);
      QCOMPARE(QImage(file + QStringLiteral("/000008.png")).size(), QSize(96, 64));
      return;
    }
    const media::ClipInfo info = media::probe(file.toStdString());
    QCOMPARE(info.frames, 9);
    QCOMPARE(info.size.width, 96);
    if (name.endsWith(QLatin1String("mp4")))
      QVERIFY(info.metadata.at("comment").find("\"steps\":7") != std::string::npos);
  }

  void comparisonAndSheetCanBeRead() {
    openProject();
    makeRun(QStringLiteral("cats"));
    waitForClips(3, 2);
    const QString clip = m_folder->filePath(QStringLiteral("both.mp4"));
    page().exportComparisonTo(clip);
    waitForExport();
    const media::ClipInfo info = media::probe(clip.toStdString());
    QCOMPARE(info.frames, 9);
    // Enlarged four times, side by side, below a strip with the notes.
    QCOMPARE(info.size.width, 2 * 4 * 96 + 8);
    QVERIFY(info.size.height > 4 * 64);
    const nlohmann::json recipes = nlohmann::json::parse(info.metadata.at("comment"));
    QVERIFY(recipes.at("a").at("run_step") == 0);
    QVERIFY(recipes.at("b").at("run_step") == 200);
    const QString sheet = m_folder->filePath(QStringLiteral("sheet.png"));
    page().exportSheetTo(sheet);
    waitForExport();
    const QImage picture(sheet);
    QVERIFY(picture.width() > 2 * 96 && picture.height() > 3 * 64);
    if (qEnvironmentVariableIsSet("FW_TEST_PICTURES"))
      QFile::copy(sheet, qEnvironmentVariable("FW_TEST_PICTURES") + QStringLiteral("/sheet.png"));
  }

  void exportThatFailsSaysSo() {
    openProject();
    makeRun(QStringLiteral("cats"));
    waitForClips(3, 2);
    QSignalSpy failed(page().exportBar(), &ExportBar::failed);
    for (const char* const file : {"/nonexistent/clip.mp4", "/nonexistent/clip.gif", "clip.avi"}) {
      page().exportClipTo(QLatin1String(file));
      waitForExport();
    }
    QCOMPARE(failed.size(), 3);
    QVERIFY2(page().exportBar()->text().contains(QLatin1String("clip.avi")),
             qPrintable(page().exportBar()->text()));
    QVERIFY(page().exportBar()->isVisible() && action("gallery.export").isEnabled());
    keepPicture("gallery-export-failed");
    page().exportComparisonTo(m_folder->filePath(QStringLiteral("both.mp4")));
    page().exportBar()->cancel();
    QVERIFY(!page().exportBar()->isBusy());
    QTest::qWait(100);
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("both.mp4"))));
  }
};

QTEST_MAIN(TestClipExport)
#include "test_clip_export.moc"
