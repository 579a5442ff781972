// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QClipboard>
#include <QDesktopServices>
#include <QMessageBox>
#include <QTimer>
#include <QUrl>

#include "engine_api/results.h"
#include "media/probe.h"
#include "ui/gallery/gallery_fixture.h"
#include "ui/gallery/grid_dialog.h"
#include "ui/gallery/recipe_panel.h"
#include "ui/state/file_path.h"
#include "ui/support/menu_opener.h"

using namespace fw;
using namespace fw::ui;

/// The clips' menu, by mouse and by keyboard: each entry does what it says.
class TestGalleryMenu : public QObject, private GalleryFixture {
  Q_OBJECT

  std::unique_ptr<RunFolder> m_run;
  std::unique_ptr<UserInput> m_input;
  QStringList m_opened;  // in the file manager

  QModelIndex clipAt(int row, int column) { return page().matrix().index(row, column); }
  void choose(const char* id, QStringList* entries = nullptr) {
    // A closing menu returns the keyboard to the window.
    window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window()));
    grid().setFocus();
    QTRY_VERIFY(grid().hasFocus());
    m_input->contextCommand(grid(), grid().currentIndex(), id, menuOpener(), entries);
  }
  void back() { window().showPage(PageId::gallery); }

 public Q_SLOTS:
  void takeUrl(const QUrl& url) { m_opened << url.toLocalFile(); }

 private Q_SLOTS:
  void initTestCase() {
    setEnvironment();
    QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "takeUrl");
  }
  void initTestCase_data() { addMenuOpeners(); }
  void init() {
    m_opened.clear();
    start();
    m_app->bridge().addKind({"generate", {}, [](const nlohmann::json&) {
                               return engine_api::make_job([](engine_api::JobContext&) {
                                 return engine_api::Outcome::finished(engine_api::GenerateResult{});
                               });
                             }});
    openProject();
    m_run = std::make_unique<RunFolder>(makeRun(QStringLiteral("cats")));
    waitForClips(3, 2);
    QTRY_VERIFY(action("gallery.generate").isEnabled());
    m_input = menuInput(window());
    grid().setCurrentIndex(clipAt(2, 1));
    QTRY_VERIFY(page().recipe()->generation() && page().recipe()->generation()->prompt == "1-0");
  }
  void cleanup() { stop(); }

  void aIsSetAndReset() {
    QStringList entries;
    choose("gallery.setA", &entries);
    QCOMPARE(entries,
             (QStringList{QStringLiteral("gallery.setA"), QStringLiteral("gallery.resetA"),
                          QStringLiteral("gallery.generate"), QStringLiteral("gallery.makeGrid"),
                          QStringLiteral("gallery.useCheckpoint"), QStringLiteral("gallery.copyRecipe"),
                          QStringLiteral("gallery.export"), QStringLiteral("gallery.exportComparison"),
                          QStringLiteral("gallery.reveal")}));
    grid().setCurrentIndex(clipAt(1, 1));
    QCOMPARE(page().standard()->path, clipOf(*m_run, 200, "1-0"));
    choose("gallery.resetA");
    QCOMPARE(page().standard()->path, clipOf(*m_run, 0, "1-0"));
  }

  void itsRecipeGoesElsewhere() {
    Wanted wanted;
    listen(wanted);
    choose("gallery.generate");
    QCOMPARE(wanted.request.prompt, std::string("1-0"));
    QVERIFY(!page().isVisible());
    back();
    choose("gallery.useCheckpoint");
    QVERIFY(wanted.weights.loras && wanted.weights.loras->size() == 1);
    back();
    choose("gallery.copyRecipe");
    QVERIFY2(QGuiApplication::clipboard()->text().contains(QLatin1String("Denoising steps: 7")),
             qPrintable(QGuiApplication::clipboard()->text()));
    choose("gallery.reveal");
    QTRY_COMPARE(m_opened, QStringList{QFileInfo(clipOf(*m_run, 200, "1-0")).absolutePath()});
  }

  void checkpointsAreAskedFor() {
    QTRY_VERIFY(action("gallery.makeGrid").isEnabled());
    m_input->inDialog([&] { choose("gallery.makeGrid"); },
                      [](QDialog& dialog) {
                        QVERIFY(qobject_cast<GridDialog*>(&dialog) != nullptr);
                        QTest::keyClick(&dialog, Qt::Key_Escape);
                      });
  }

  void clipAndComparisonAreExported() {
    const QString clip = m_folder->filePath(QStringLiteral("clip.mp4"));
    m_input->chooseFile(clip, [&] { choose("gallery.export"); });
    waitForExport();
    QCOMPARE(media::probe(clip.toStdString()).size.width, size.width);
    const QString both = m_folder->filePath(QStringLiteral("both.mp4"));
    m_input->chooseFile(both, [&] { choose("gallery.exportComparison"); });
    waitForExport();
    QCOMPARE(media::probe(both.toStdString()).size.width, 2 * 4 * size.width + 8);
  }

  /// Replacing an existing file asks first; Escape keeps it.
  void nothingIsReplacedUnasked() {
    const QString there = m_folder->filePath(QStringLiteral("there.mp4"));
    QFile file(there);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("mine") > 0);
    file.close();
    for (const bool replaces : {false, true}) {
      bool isAsked = false;
      QTimer poll;
      connect(&poll, &QTimer::timeout, this, [&] {
        auto* const question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (question == nullptr) return;
        poll.stop();
        isAsked = true;
        if (replaces) return QTest::mouseClick(question->button(QMessageBox::Yes), Qt::LeftButton);
        QTest::keyClick(question, Qt::Key_Escape);
        QTimer::singleShot(0, this, [] {
          if (auto* const files = qobject_cast<QDialog*>(QApplication::activeModalWidget())) files->reject();
        });
      });
      poll.start(20);
      m_input->chooseFile(there, [&] { choose("gallery.export"); });
      QVERIFY(isAsked);
      waitForExport();
      QVERIFY(file.open(QIODevice::ReadOnly));
      QCOMPARE(file.readAll() == "mine", !replaces);
      file.close();
    }
  }
};

QTEST_MAIN(TestGalleryMenu)
#include "test_gallery_menu.moc"
