// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemView>
#include <QComboBox>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QWheelEvent>

#include "ui/gallery/gallery_fixture.h"
#include "ui/support/access_walk.h"
#include "ui/support/user_input.h"
#include "ui/support/watchdog.h"

using namespace fw;
using namespace fw::ui;

/// The clips of a run by step and prompt.
class TestGalleryPage : public QObject, private GalleryFixture {
  Q_OBJECT

  /// Whether one of the states without clips is shown.
  bool shows(const char* name) { return page().findChild<QWidget*>(QLatin1String(name))->isVisible(); }

 private Q_SLOTS:
  void initTestCase() { setEnvironment(); }
  void init() { start(); }
  void cleanup() { stop(); }

  void emptyPageSaysWhatToDo() {
    window().showPage(PageId::gallery);
    QVERIFY(page().isVisible());
    QVERIFY(shows("gallery.noProject"));
    keepPicture("gallery-no-project");
    openProject();
    QTRY_VERIFY(shows("gallery.noRun"));
    QVERIFY(page().findChild<QPushButton*>(QStringLiteral("page.train.button"))->isVisible());
    keepPicture("gallery-no-run");
    for (const char* const id : {"gallery.setA", "gallery.resetA", "gallery.export", "gallery.exportSheet",
                                 "gallery.generate", "gallery.useCheckpoint", "gallery.copyRecipe"})
      QVERIFY2(!action(id).isEnabled(), id);
    QCOMPARE(unnamedWidgets(page()).join(u'\n'), QString());
  }

  void runWithoutClipsSaysWhy() {
    openProject();
    RunFolder silent(project(), QStringLiteral("silent"), 100);
    silent.metrics(1, {{QStringLiteral("loss"), 0.5}});
    silent.flush();
    QTRY_VERIFY(shows("gallery.noClips"));
    const QString withoutPrompts = page().emptyText();
    QVERIFY(!grid().isVisible());
    keepPicture("gallery-no-clips");
    // The settings open on the Train page.
    QSignalSpy wanted(&m_app->navigator(), &Navigator::settingsRequested);
    auto* const button = page().findChild<QPushButton*>(QStringLiteral("gallery.showSettings.button"));
    QVERIFY(button->isVisible() && button->isEnabled());
    button->click();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().first().toString(), silent.path());
    // With prompts it only has to get that far.
    RunFolder early(project(), QStringLiteral("early"), 100);
    early.write(QStringLiteral("run.toml"),
                QStringLiteral("schema = 1\n[run]\nname = \"silent\"\n[model]\nfamily = \"cogvideox\"\n"
                               "[validation]\nvalidation_prompts = [\"a cat\"]\nvalidation_steps = 40\n"));
    early.flush();
    QTRY_COMPARE(page().runBox()->count(), 2);
    Q_EMIT m_app->navigator().clipRequested(early.path(), QString());
    QTRY_VERIFY2(page().emptyText().contains(QLatin1String("40")), qPrintable(page().emptyText()));
    QVERIFY(!withoutPrompts.contains(QLatin1String("40")));
  }

  void clipsStandByStepAndPrompt() {
    openProject();
    const RunFolder run = makeRun(QStringLiteral("cats"));
    waitForClips(3, 2);
    QCOMPARE(page().emptyText(), QString());
    const ClipMatrix& matrix = page().matrix();
    QCOMPARE(matrix.headerData(0, Qt::Vertical).toString(), QStringLiteral("Before training"));
    QCOMPARE(matrix.headerData(1, Qt::Vertical).toString(), QStringLiteral("Step 100"));
    QCOMPARE(matrix.headerData(1, Qt::Horizontal).toString(), QStringLiteral("1-0"));
    QCOMPARE(matrix.index(1, 0).data(Qt::AccessibleTextRole).toString(), QStringLiteral("Step 100: 0-0"));
    // The newest clip is shown, and compared with its prompt's clip from before training.
    QCOMPARE(chosen(), clipOf(run, 200, "0-0"));
    QCOMPARE(page().standard()->path, clipOf(run, 0, "0-0"));
    QVERIFY(matrix.index(0, 0).data(ClipMatrix::StandardRole).toBool());
    QVERIFY(!matrix.index(0, 1).data(ClipMatrix::StandardRole).toBool());
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 2; ++column)
        QTRY_VERIFY(!matrix.index(row, column).data(ClipMatrix::ThumbnailRole).value<QPixmap>().isNull());
    }
    for (const ThemeMode mode : {ThemeMode::light, ThemeMode::dark}) {
      m_app->theme().setMode(mode);
      keepPicture(mode == ThemeMode::dark ? "gallery-dark" : "gallery-light");
    }
    QCOMPARE(unnamedWidgets(page()).join(u'\n'), QString());
  }

  void goneAndBrokenFilesAreTold() {
    openProject();
    RunFolder run = makeRun(QStringLiteral("cats"));
    QVERIFY(QFile::remove(clipOf(run, 100, "0-0")));
    QFile broken(clipOf(run, 100, "1-0"));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("no clip");
    broken.close();
    waitForClips(3, 2);
    const ClipMatrix& matrix = page().matrix();
    QVERIFY(matrix.index(1, 0).data(ClipMatrix::UnavailableRole).toBool());
    QTRY_VERIFY(matrix.index(1, 1).data(ClipMatrix::UnavailableRole).toBool());
    grid().setCurrentIndex(matrix.index(1, 0));
    QVERIFY(!player().isOpen() && !action("gallery.export").isEnabled());
    grid().setCurrentIndex(matrix.index(1, 1));
    QTest::qWait(50);
    QVERIFY(!player().isOpen());
    grid().setCurrentIndex(matrix.index(2, 1));
    QTRY_VERIFY(player().isOpen());
  }

  void arrowsWalkBothWays() {
    openProject();
    const RunFolder run = makeRun(QStringLiteral("cats"));
    waitForClips(3, 2);
    grid().setFocus();
    const auto press = [this](Qt::Key key) { QTest::keyClick(&grid(), key); };
    press(Qt::Key_Up);
    QCOMPARE(chosen(), clipOf(run, 100, "0-0"));
    press(Qt::Key_Right);
    QCOMPARE(chosen(), clipOf(run, 100, "1-0"));
    QCOMPARE(page().standard()->path, clipOf(run, 0, "1-0"));
    press(Qt::Key_Down);
    press(Qt::Key_Left);
    QCOMPARE(chosen(), clipOf(run, 200, "0-0"));
    QTRY_VERIFY(player().isOpen() && player().isShown());
    // The transport's shortcuts work here; the next clip continues at the same frame.
    press(Qt::Key_Period);
    press(Qt::Key_Period);
    QCOMPARE(player().frame(), 2);
    press(Qt::Key_Up);
    QTRY_VERIFY(player().isOpen() && player().isShown());
    QTRY_COMPARE(player().frame(), 2);
    press(Qt::Key_Return);
    QVERIFY(player().isPlaying());
    press(Qt::Key_Right);
    QTRY_VERIFY(player().isOpen() && player().isPlaying());
    press(Qt::Key_K);
    QVERIFY(!player().isPlaying());
  }

  void clipsArriveLive() {
    openProject();
    RunFolder run = makeRun(QStringLiteral("cats"));
    waitForClips(3, 2);
    grid().setCurrentIndex(page().matrix().index(1, 1));
    addClip(run, 300, QStringLiteral("0-0"), 9, 90);
    run.flush();
    const QString path = clipOf(run, 300, "0-0");
    // The job reports the clip; the run's own file is decisive.
    m_app->bridge().addKind({"sampling", {}, [path](const nlohmann::json&) {
                               return engine_api::make_job([path](engine_api::JobContext& context) {
                                 context.publish(engine_api::SampleMade{300, path.toStdString()});
                                 return engine_api::Outcome::finished({});
                               });
                             }});
    m_app->bridge().submit({"sampling", "Sampling", {}});
    QTRY_COMPARE(page().matrix().rowCount(), 4);
    QVERIFY(page().matrix().clip(page().matrix().index(3, 0)) != nullptr);
    QVERIFY(page().matrix().clip(page().matrix().index(3, 1)) == nullptr);
    // A clip being viewed stays.
    QCOMPARE(chosen(), clipOf(run, 100, "1-0"));
    QCOMPARE(grid().currentIndex(), page().matrix().index(1, 1));
    // Keys can move over the empty cell.
    grid().setFocus();
    grid().setCurrentIndex(page().matrix().index(3, 1));
    QVERIFY(page().chosenClip() == nullptr && !action("gallery.export").isEnabled());
    QTest::keyClick(&grid(), Qt::Key_Left);
    QCOMPARE(chosen(), path);
  }

  void whoScrolledAwayStaysThere() {
    openProject();
    RunFolder run = makeRun(QStringLiteral("cats"));
    waitForClips(3, 2);  // chooses the last of these, so that the row below is out of view
    for (int step = 300; step <= 1200; step += 100) addClip(run, step, QStringLiteral("0-0"), 2, 90);
    run.flush();
    waitForClips(13, 2);
    UserInput input(UserInput::Way::mouse, window());
    input.clickItem(grid(), page().matrix().index(12, 0));
    QTRY_COMPARE(chosen(), clipOf(run, 1200, "0-0"));
    QScrollBar& bar = *grid().verticalScrollBar();
    const QPointF middle = grid().viewport()->rect().center();
    for (int turns = 0; turns < 30; ++turns) {
      QWheelEvent wheel(middle, grid().viewport()->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton,
                        Qt::NoModifier, Qt::NoScrollPhase, false);
      QApplication::sendEvent(grid().viewport(), &wheel);
    }
    QVERIFY(bar.value() == 0 && bar.maximum() > grid().viewport()->height());
    addClip(run, 1300, QStringLiteral("0-0"), 2, 90);
    run.flush();
    QTRY_COMPARE(page().matrix().rowCount(), 14);
    QCOMPARE(chosen(), clipOf(run, 1200, "0-0"));
    QCOMPARE(bar.value(), 0);
  }

  /// While a run trains its state is updated every second, and another run may appear.
  void anOpenListOfRunsStaysAsItIs() {
    openProject();
    const RunFolder first = makeRun(QStringLiteral("first"));
    RunFolder second = makeRun(QStringLiteral("second"));
    QTRY_COMPARE(page().runBox()->count(), 2);
    waitForClips(3, 2);
    QComboBox& box = *page().runBox();
    const int other = 1 - box.currentIndex();
    const QString wanted = box.itemData(other).toString();
    UserInput input(UserInput::Way::mouse, window());
    input.focus(&box);  // a click opens the list
    QTRY_VERIFY(box.view()->isVisible());
    QTest::keyClick(box.view(), other > box.currentIndex() ? Qt::Key_Down : Qt::Key_Up);
    QCOMPARE(box.view()->currentIndex().row(), other);
    const RunFolder third = makeRun(QStringLiteral("third"));
    QTRY_VERIFY(m_app->runs().run(third.path()) != nullptr);
    second.metrics(201, {{QStringLiteral("loss"), 0.5}});
    second.flush();
    QTRY_COMPARE(m_app->runs().run(second.path())->info.last_step, int64_t{201});
    QVERIFY(box.view()->isVisible());
    QCOMPARE(box.view()->currentIndex().row(), other);
    QTest::keyClick(box.view(), Qt::Key_Return);
    QTRY_COMPARE(box.count(), 3);  // now that it is closed
    QCOMPARE(box.currentData().toString(), wanted);
    QTRY_VERIFY(chosen().startsWith(wanted));
  }

  void otherPagesOpenAClip() {
    openProject();
    const RunFolder first = makeRun(QStringLiteral("first"));
    const RunFolder second = makeRun(QStringLiteral("second"));
    QTRY_COMPARE(page().runBox()->count(), 2);
    waitForClips(3, 2);
    window().showPage(PageId::monitor);
    Q_EMIT m_app->navigator().clipRequested(first.path(), clipOf(first, 100, "1-0"));
    QVERIFY(page().isVisible());
    QTRY_COMPARE(chosen(), clipOf(first, 100, "1-0"));
    QCOMPARE(page().runBox()->currentData().toString(), first.path());
    // The run that is shown already.
    Q_EMIT m_app->navigator().clipRequested(first.path(), clipOf(first, 0, "0-0"));
    QTRY_COMPARE(chosen(), clipOf(first, 0, "0-0"));
    // The newest of another one.
    Q_EMIT m_app->navigator().clipRequested(second.path(), QString());
    QTRY_COMPARE(chosen(), clipOf(second, 200, "0-0"));
    // A stays set across runs.
    action("gallery.setA").trigger();
    page().runBox()->setCurrentIndex(page().runBox()->findData(first.path()));
    Q_EMIT page().runBox()->activated(page().runBox()->currentIndex());
    QTRY_COMPARE(chosen(), clipOf(first, 200, "0-0"));
    QCOMPARE(page().standard()->path, clipOf(second, 200, "0-0"));
  }

  void withoutClipsBeforeTrainingTheFirstOnesStand() {
    openProject();
    const RunFolder run = makeRun(QStringLiteral("cats"), false);
    waitForClips(2, 2);
    QVERIFY(shows("gallery.noBefore") && !page().emptyText().isEmpty());
    QCOMPARE(page().standard()->path, clipOf(run, 100, "0-0"));
    keepPicture("gallery-no-before");
  }

  void manyClipsDoNotBlock() {
    openProject();
    RunFolder run(project(), QStringLiteral("long"), 100000);
    const QString original = run.sample(0, QStringLiteral("0-0"));
    writeClip(original, 9, 60, {});
    for (int step = 0; step < 200; ++step) {
      for (int prompt = 0; prompt < 10; ++prompt) {
        if (step + prompt == 0) continue;
        const QString file = run.sample(step * 10, QStringLiteral("%1-0").arg(prompt));
        QDir().mkpath(QFileInfo(file).absolutePath());
        QVERIFY(QFile::link(original, file));
      }
    }
    run.flush();
    Watchdog watchdog;
    QTRY_COMPARE_WITH_TIMEOUT(page().matrix().rowCount(), 200, 60000);
    QCOMPARE(page().matrix().columnCount(), 10);
    grid().setFocus();
    for (int place = 0; place < 50; ++place) {
      QTest::keyClick(&grid(), place % 5 == 0 ? Qt::Key_Right : Qt::Key_Up);
      QTest::qWait(10);
    }
    QVERIFY(!watchdog.wasBlocked());
  }
};

QTEST_MAIN(TestGalleryPage)
#include "test_gallery_page.moc"
