// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QComboBox>
#include <QSignalSpy>

#include "media/probe.h"
#include "ui/gallery/recipe_panel.h"
#include "ui/gallery_fixture.h"

using namespace fw;
using namespace fw::ui;

/// From the gallery on: recipes, weights, other pages, files.
class TestGalleryUse : public QObject, private GalleryFixture {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { setEnvironment(); }
  void init() { start(); }
  void cleanup() { stop(); }

  void recipeGoesToGenerate() {
    openProject();
    const RunFolder run = makeRun(QStringLiteral("cats"));
    waitForClips(3, 2);
    nlohmann::json wanted;
    connect(&m_app->navigator(), &Navigator::generationWanted, &page(),
            [&](const nlohmann::json& recipe) { wanted = recipe; });
    const std::string lora =
        (run.path() + QStringLiteral("/checkpoints/step-00000200/pytorch_lora_weights.safetensors"))
            .toStdString();
    QTRY_VERIFY(action("gallery.generate").isEnabled());
    action("gallery.generate").trigger();
    QVERIFY(wanted.at("prompt") == "0-0");
    QVERIFY(wanted.at("seed") == 1);
    QVERIFY(wanted.at("steps") == 7);
    QVERIFY(wanted.at("guidance_scale") == 4.5);
    QVERIFY(wanted.at("frames") == 9);
    QVERIFY(wanted.at("width") == 96);
    QVERIFY(wanted.at("loras") == nlohmann::json::array({{{"file", lora}, {"weight", 1.0}}}));
    QVERIFY(window().pages()[static_cast<size_t>(window().placeOf(PageId::generate))]->isVisible());
    action("gallery.useCheckpoint").trigger();
    QVERIFY(wanted.at("loras").at(0).at("file") == lora);
    QVERIFY(!wanted.contains("prompt"));
    action("gallery.copyRecipe").trigger();
    QVERIFY2(QGuiApplication::clipboard()->text().contains(QLatin1String("Denoising steps: 7")),
             qPrintable(QGuiApplication::clipboard()->text()));
    // A step whose checkpoint was pruned, and the one before training, have no weights.
    grid().setCurrentIndex(page().matrix().index(1, 0));
    QVERIFY(!action("gallery.useCheckpoint").isEnabled());
    QVERIFY2(page().recipe()->whyNot().contains(QLatin1String("not kept")),
             qPrintable(page().recipe()->whyNot()));
    grid().setCurrentIndex(page().matrix().index(0, 0));
    QVERIFY(!action("gallery.useCheckpoint").isEnabled());
    QVERIFY(page().recipe()->whyNot().contains(QLatin1String("Before training")));
    QTRY_VERIFY(action("gallery.generate").isEnabled());
    action("gallery.generate").trigger();
    QVERIFY(wanted.at("loras").empty());
  }

  void resultServesWhenTheCheckpointIsGone() {
    openProject();
    const RunFolder run = makeRun(QStringLiteral("cats"));
    QDir(run.path() + QStringLiteral("/checkpoints/step-00000200")).removeRecursively();
    QDir().mkpath(run.path() + QStringLiteral("/result"));
    const QByteArray header = "{\"__metadata__\":{\"framewright_step\":\"200\"}}";
    QFile file(run.path() + QStringLiteral("/result/pytorch_lora_weights.safetensors"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const quint64 length = static_cast<quint64>(header.size());
    file.write(reinterpret_cast<const char*>(&length), sizeof length);
    file.write(header);
    file.close();
    waitForClips(3, 2);
    QCOMPARE(page().matrix().run()->weights.at(200).path, file.fileName());
    QVERIFY(action("gallery.useCheckpoint").isEnabled());
  }

  void clipsArriveLive() {
    openProject();
    RunFolder run = makeRun(QStringLiteral("cats"));
    waitForClips(3, 2);
    grid().setCurrentIndex(page().matrix().index(1, 1));
    addClip(run, 300, QStringLiteral("0-0"), 9, 90);
    run.flush();
    const QString path = clipOf(run, 300, "0-0");
    // The job tells of it; the run's own file is what counts.
    m_app->bridge().addKind({"sampling", {}, [path](const nlohmann::json&) {
                               return engine_api::make_job([path](engine_api::JobContext& context) {
                                 context.artifact("sample", path.toStdString(), {{"step", 300}});
                                 return engine_api::Outcome::finished({});
                               });
                             }});
    m_app->bridge().submit({"sampling", "Sampling", {}});
    QTRY_COMPARE(page().matrix().rowCount(), 4);
    QVERIFY(page().matrix().clip(page().matrix().index(3, 0)) != nullptr);
    QVERIFY(page().matrix().clip(page().matrix().index(3, 1)) == nullptr);
    // Who looks at a clip goes on doing so.
    QCOMPARE(chosen(), clipOf(run, 100, "1-0"));
    QCOMPARE(grid().currentIndex(), page().matrix().index(1, 1));
    // The place without a clip can be walked over.
    grid().setFocus();
    grid().setCurrentIndex(page().matrix().index(3, 1));
    QVERIFY(page().chosenClip() == nullptr && !action("gallery.export").isEnabled());
    QTest::keyClick(&grid(), Qt::Key_Left);
    QCOMPARE(chosen(), path);
  }

  void otherPagesOpenAClip() {
    openProject();
    const RunFolder first = makeRun(QStringLiteral("first"));
    const RunFolder second = makeRun(QStringLiteral("second"));
    QTRY_COMPARE(page().runBox()->count(), 2);
    waitForClips(3, 2);
    window().showPage(PageId::monitor);
    Q_EMIT m_app->navigator().clipWanted(first.path(), clipOf(first, 100, "1-0"));
    QVERIFY(page().isVisible());
    QTRY_COMPARE(chosen(), clipOf(first, 100, "1-0"));
    QCOMPARE(page().runBox()->currentData().toString(), first.path());
    // The run that is shown already.
    Q_EMIT m_app->navigator().clipWanted(first.path(), clipOf(first, 0, "0-0"));
    QTRY_COMPARE(chosen(), clipOf(first, 0, "0-0"));
    // The newest of another one.
    Q_EMIT m_app->navigator().clipWanted(second.path(), QString());
    QTRY_COMPARE(chosen(), clipOf(second, 200, "0-0"));
    // A of another run goes along.
    action("gallery.setA").trigger();
    page().runBox()->setCurrentIndex(page().runBox()->findData(first.path()));
    Q_EMIT page().runBox()->activated(page().runBox()->currentIndex());
    QTRY_COMPARE(chosen(), clipOf(first, 200, "0-0"));
    QCOMPARE(page().standard()->path, clipOf(second, 200, "0-0"));
  }

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
    // Enlarged four times, side by side, under a strip with what they are.
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

QTEST_MAIN(TestGalleryUse)
#include "test_gallery_use.moc"
