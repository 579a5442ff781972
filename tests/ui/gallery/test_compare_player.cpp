// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>

#include "ui/gallery/compare_view.h"
#include "ui/gallery/gallery_fixture.h"

using namespace fw;
using namespace fw::ui;

/// Two clips side by side, or one over the other.
class TestComparePlayer : public QObject, private GalleryFixture {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { setEnvironment(); }
  void init() { start(); }
  void cleanup() { stop(); }

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
    // A is left of the divider, B right of it.
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
    // The comparison is with its step, if that has the same prompt.
    grid().setCurrentIndex(page().matrix().index(2, 1));
    const bool samePrompt = page().standard()->path == clipOf(run, 100, "1-0");
    QVERIFY(samePrompt);
    // The other prompt of A's own step: compared with A itself.
    grid().setCurrentIndex(page().matrix().index(1, 1));
    QCOMPARE(page().standard()->path, clipOf(run, 100, "0-0"));
    grid().setCurrentIndex(page().matrix().index(1, 0));
    QTRY_VERIFY(compare().notice().contains(QLatin1String("same clip")));
    QVERIFY(!action("gallery.exportComparison").isEnabled());
    action("gallery.resetA").trigger();
    QCOMPARE(page().standard()->path, clipOf(run, 0, "0-0"));
    QVERIFY(!action("gallery.resetA").isEnabled());
  }

  void anotherLanguageKeepsTheComparison() {
    openProject();
    const RunFolder run = makeRun(QStringLiteral("cats"));
    waitForClips(3, 2);
    grid().setFocus();
    grid().setCurrentIndex(page().matrix().index(1, 0));
    QTest::keyClick(&grid(), Qt::Key_A, Qt::ControlModifier | Qt::AltModifier);
    grid().setCurrentIndex(page().matrix().index(2, 1));
    QCOMPARE(page().standard()->path, clipOf(run, 100, "1-0"));
    QTRY_VERIFY(player().isOpen() && player().isShown());
    QTest::keyClick(&grid(), Qt::Key_3, Qt::AltModifier);
    QTest::keyClick(&grid(), Qt::Key_BracketRight);
    for (int step = 0; step < 4; ++step) QTest::keyClick(&grid(), Qt::Key_Period);
    QCOMPARE(player().frame(), 4);
    const MainWindow* const before = &window();
    m_app->settings().setLanguage(QStringLiteral("de"));
    Q_EMIT window().languageChanged();
    QTRY_VERIFY(m_app->window() != before);
    waitForClips(3, 2);
    QCOMPARE(chosen(), clipOf(run, 200, "1-0"));
    QVERIFY(page().standard() && action("gallery.resetA").isEnabled());
    QCOMPARE(page().standard()->path, clipOf(run, 100, "1-0"));
    QCOMPARE(compare().mode(), ComparePlayer::Mode::wipe);
    QVERIFY(compare().viewB()->divider() > 0.5);
    QTRY_VERIFY(!compare().viewB()->other().isNull());
    QCOMPARE(player().frame(), 4);
    QVERIFY(!player().isPlaying());
  }
};

QTEST_MAIN(TestComparePlayer)
#include "test_compare_player.moc"
