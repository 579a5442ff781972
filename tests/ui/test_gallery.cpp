// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>

#include "ui/access_walk.h"
#include "ui/gallery/compare_view.h"
#include "ui/gallery_fixture.h"
#include "ui/watchdog.h"

using namespace fw;
using namespace fw::ui;

/// The clips of a run by step and prompt, and two of them side by side.
class TestGallery : public QObject, private GalleryFixture {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { setEnvironment(); }
  void init() { start(); }
  void cleanup() { stop(); }

  void emptyPageSaysWhatToDo() {
    window().showPage(PageId::gallery);
    QVERIFY(page().isVisible());
    QVERIFY(page().emptyText().startsWith(QLatin1String("No project is open")));
    keepPicture("gallery-no-project");
    openProject();
    QTRY_VERIFY(page().emptyText().startsWith(QLatin1String("No run yet")));
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
    QTRY_VERIFY2(page().emptyText().contains(QLatin1String("no validation prompts")),
                 qPrintable(page().emptyText()));
    QVERIFY(!grid().isVisible());
    keepPicture("gallery-no-clips");
    // The settings lead to the Train page.
    QSignalSpy wanted(&m_app->navigator(), &Navigator::settingsWanted);
    auto* const button = page().findChild<QPushButton*>(QStringLiteral("gallery.showSettings.button"));
    QVERIFY(button->isVisible() && button->isEnabled());
    button->click();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().first().toString(), silent.path());
    // With prompts it only has to come that far.
    RunFolder early(project(), QStringLiteral("early"), 100);
    early.write(QStringLiteral("run.toml"),
                QStringLiteral("schema = 1\n[run]\nname = \"silent\"\n[model]\nfamily = \"cogvideox\"\n"
                               "[validation]\nvalidation_prompts = [\"a cat\"]\nvalidation_steps = 40\n"));
    early.flush();
    QTRY_COMPARE(page().runBox()->count(), 2);
    Q_EMIT m_app->navigator().clipWanted(early.path(), QString());
    QTRY_VERIFY2(page().emptyText().contains(QLatin1String("every 40 steps")),
                 qPrintable(page().emptyText()));
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
    // The newest is shown, and compared with its prompt's clip before training.
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
    // The transport works from here; the next clip goes on at the same frame.
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

  void bothShowTheSameFrame_data() {
    QTest::addColumn<int>("mode");
    QTest::newRow("side by side") << static_cast<int>(ComparePlayer::Mode::sideBySide);
    QTest::newRow("wipe") << static_cast<int>(ComparePlayer::Mode::wipe);
  }
  void bothShowTheSameFrame() {
    QFETCH(int, mode);
    openProject();
    makeRun(QStringLiteral("cats"));
    waitForClips(3, 2);
    compare().setMode(static_cast<ComparePlayer::Mode>(mode));
    QTRY_VERIFY(compare().frameOfA() == player().frame());
    const auto pictureOfA = [&] {
      return mode == static_cast<int>(ComparePlayer::Mode::wipe) ? compare().viewB()->other()
                                                                 : compare().viewA()->image();
    };
    // Nine frames of B, six of A.
    QVERIFY2(compare().notice().contains(QLatin1String("6 frames")), qPrintable(compare().notice()));
    std::vector<std::pair<qint64, qint64>> seen;
    bool isTrue = true;
    connect(&player(), &Player::frameShown, &compare(), [&](qint64 frame) {
      seen.emplace_back(frame, compare().frameOfA());
      isTrue = isTrue && pictureOfA() == compare().cacheA().frame(std::min<qint64>(frame, 5)) &&
               compare().viewB()->image() == player().cache().frame(frame);
    });
    player().play(4);
    QTRY_VERIFY_WITH_TIMEOUT(seen.size() > 20, 30000);
    player().pause();
    for (const auto& [b, a] : seen) QCOMPARE(a, std::min<qint64>(b, 5));
    QVERIFY(isTrue);
    player().goTo(3);
    QTRY_VERIFY(player().isShown());
    QCOMPARE(compare().frameOfA(), 3);
    keepPicture(mode == static_cast<int>(ComparePlayer::Mode::wipe) ? "gallery-wipe" : "gallery-side");
    compare().setMode(ComparePlayer::Mode::single);
    QVERIFY(!compare().cacheA().isOpen() && !compare().viewA()->isVisible());
    QCOMPARE(compare().notice(), QString());
  }

  void wipeMovesByKeyAndMouse() {
    openProject();
    makeRun(QStringLiteral("cats"));
    waitForClips(3, 2);
    action("gallery.wipe").trigger();
    CompareView& view = *compare().viewB();
    QTRY_VERIFY(!view.other().isNull());
    QCOMPARE(view.divider(), 0.5);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Right);
    QVERIFY(qAbs(view.divider() - 0.52) < 1e-9);
    QTest::keyClick(&view, Qt::Key_Left, Qt::ShiftModifier);
    QVERIFY(qAbs(view.divider() - 0.42) < 1e-9);
    grid().setFocus();
    QTest::keyClick(&grid(), Qt::Key_BracketRight);
    QVERIFY(qAbs(view.divider() - 0.47) < 1e-9);
    const QRectF place = view.toView(QRectF(QPointF(), QSizeF(view.shownSize()))) & QRectF(view.rect());
    const QPoint from(static_cast<int>(place.left() + 0.47 * place.width()), view.height() / 2);
    const QPoint to(static_cast<int>(place.left() + 0.8 * place.width()), view.height() / 2);
    QTest::mousePress(&view, Qt::LeftButton, {}, from);
    QTest::mouseMove(&view, to);
    QTest::mouseRelease(&view, Qt::LeftButton, {}, to);
    QVERIFY(qAbs(view.divider() - 0.8) < 0.02);
    // A is at the left of the divider and B at its right.
    const QImage seen = view.grab().toImage();
    const double ratio = view.devicePixelRatioF();
    const auto at = [&](double part, const QImage& image) {
      const QPointF point(place.left() + part * place.width(), place.top() + 0.75 * place.height());
      return std::pair(
          seen.pixelColor((point * ratio).toPoint()),
          image.pixelColor(static_cast<int>(part * image.width()), static_cast<int>(0.75 * image.height())));
    };
    const auto [left, a] = at(0.3, view.other());
    const auto [right, b] = at(0.9, view.image());
    QVERIFY(qAbs(left.red() - a.red()) < 8 && qAbs(right.red() - b.red()) < 8);
    QVERIFY(qAbs(a.red() - b.red()) > 50);
  }

  void anyClipCanBeA() {
    openProject();
    const RunFolder run = makeRun(QStringLiteral("cats"));
    waitForClips(3, 2);
    grid().setCurrentIndex(page().matrix().index(1, 0));
    action("gallery.setA").trigger();
    grid().setCurrentIndex(page().matrix().index(2, 0));
    QCOMPARE(page().standard()->path, clipOf(run, 100, "0-0"));
    // Its step is what is compared with, where there is the same prompt.
    grid().setCurrentIndex(page().matrix().index(2, 1));
    const bool samePrompt = page().standard()->path == clipOf(run, 100, "1-0");
    QVERIFY(samePrompt);
    // The other prompt of A's own step: with A itself.
    grid().setCurrentIndex(page().matrix().index(1, 1));
    QCOMPARE(page().standard()->path, clipOf(run, 100, "0-0"));
    grid().setCurrentIndex(page().matrix().index(1, 0));
    QTRY_VERIFY(compare().notice().contains(QLatin1String("same clip")));
    QVERIFY(!action("gallery.exportComparison").isEnabled());
    action("gallery.resetA").trigger();
    QCOMPARE(page().standard()->path, clipOf(run, 0, "0-0"));
    QVERIFY(!action("gallery.resetA").isEnabled());
  }

  void withoutClipsBeforeTrainingTheFirstOnesStand() {
    openProject();
    const RunFolder run = makeRun(QStringLiteral("cats"), false);
    waitForClips(2, 2);
    QVERIFY(page().emptyText().contains(QLatin1String("Validate before the training")));
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

QTEST_MAIN(TestGallery)
#include "test_gallery.moc"
