// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "core/project/test_clip.h"
#include "media/clip_reader.h"
#include "media/convert.h"
#include "ui/player/player.h"
#include "ui/player/scrub_bar.h"
#include "ui/player/video_view.h"
#include "ui/widgets/action_registry.h"

using namespace fw;
using namespace fw::ui;

class TestPlayer : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::filesystem::path m_clip;
  std::unique_ptr<ActionRegistry> m_actions;
  std::unique_ptr<Player> m_player;

  static constexpr int frames = 40;

  /// The frame according to the reader.
  QImage expected(qint64 frame) {
    media::ClipReader reader(m_clip);
    const media::RgbImage rgb = media::Converter().to_rgb(reader.read(frame), {.size = {64, 48}});
    const QImage view(rgb.pixels.data(), rgb.width, rgb.height, rgb.width * 3, QImage::Format_RGB888);
    return view.convertToFormat(QImage::Format_RGB32);
  }
  void open(qint64 in = 0, qint64 out = -1) {
    QSignalSpy opened(m_player.get(), &Player::opened);
    m_player->open(m_clip, in, out);
    QTRY_COMPARE(opened.size(), 1);
    QTRY_VERIFY(m_player->isShown());
  }

 private Q_SLOTS:
  void initTestCase() {
    m_clip = m_folder.filePath(QStringLiteral("waves.mp4")).toStdString();
    make_test_clip(m_clip, 3, frames);
  }
  void init() {
    m_actions = std::make_unique<ActionRegistry>();
    m_player = std::make_unique<Player>(*m_actions, QStringLiteral("test"));
    m_player->resize(500, 400);
    m_player->show();
    m_player->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_player.get()));
    m_player->scrubBar()->setFocus();
  }
  void cleanup() {
    m_player.reset();
    m_actions.reset();
  }

  void showsTheFrameItSays() {
    open();
    for (const qint64 frame : {0, 39, 17, 18, 16, 5, 0}) {
      m_player->goTo(frame);
      QTRY_VERIFY(m_player->isShown());
      QCOMPARE(m_player->view()->image(), expected(frame));
      QVERIFY(m_player->frameLabel()->text().contains(QStringLiteral("Frame %1 of 40").arg(frame)));
    }
    m_player->goTo(1000);
    QCOMPARE(m_player->frame(), frames - 1);
  }

  void keysStepAndJump() {
    open(10, 30);
    QCOMPARE(m_player->frame(), 10);
    const auto press = [this](Qt::Key key) { QTest::keyClick(m_player->scrubBar(), key); };
    press(Qt::Key_Period);
    press(Qt::Key_Period);
    QCOMPARE(m_player->frame(), 12);
    press(Qt::Key_Comma);
    QCOMPARE(m_player->frame(), 11);
    press(Qt::Key_End);
    QCOMPARE(m_player->frame(), 29);
    press(Qt::Key_Period);
    QCOMPARE(m_player->frame(), 30);  // frames outside the cut can be shown too
    QVERIFY(m_player->frameLabel()->text().contains(QLatin1String("outside the cut")));
    press(Qt::Key_Home);
    QCOMPARE(m_player->frame(), 10);
  }

  void playsTheCutInALoopWithoutLeavingAFrameOut() {
    open(10, 20);
    std::vector<qint64> seen;
    connect(m_player.get(), &Player::frameChanged, this, [&](qint64 frame) { seen.push_back(frame); });
    QTest::keyClick(m_player->scrubBar(), Qt::Key_Space);
    QVERIFY(m_player->isPlaying());
    QTRY_VERIFY_WITH_TIMEOUT(seen.size() > 25, 30000);
    QTest::keyClick(m_player->scrubBar(), Qt::Key_K);
    QVERIFY(!m_player->isPlaying());
    for (const qint64 frame : seen) QVERIFY(frame >= 10 && frame < 20);
  }

  void jklShuttles() {
    open();
    m_player->goTo(20);
    QTRY_VERIFY(m_player->isShown());
    const auto press = [this](Qt::Key key) { QTest::keyClick(m_player->scrubBar(), key); };
    press(Qt::Key_L);
    QCOMPARE(m_player->speed(), 1.0);
    press(Qt::Key_L);
    QCOMPARE(m_player->speed(), 2.0);
    press(Qt::Key_J);
    QCOMPARE(m_player->speed(), -1.0);
    const qint64 before = m_player->frame();
    QTRY_VERIFY_WITH_TIMEOUT(m_player->frame() < before, 10000);
    press(Qt::Key_K);
    QVERIFY(!m_player->isPlaying());
  }

  void withoutLoopItStopsAtTheLastFrame() {
    open(30, 36);
    m_actions->action(QStringLiteral("test.loop"))->setChecked(false);
    m_player->play(4);
    QTRY_VERIFY_WITH_TIMEOUT(!m_player->isPlaying(), 10000);
    QCOMPARE(m_player->frame(), 35);
  }

  void shortClipsAreKeptWhole() {
    open(5, 25);
    QTRY_COMPARE(m_player->cache().cachedFrames(), 20);
  }

  void aSmallBudgetIsKept() {
    constexpr qint64 frameBytes = qint64{64} * 48 * 4;
    FrameCache cache(nullptr, frameBytes * 6);
    QSignalSpy ready(&cache, &FrameCache::frameReady);
    cache.open(m_clip);
    QTRY_COMPARE(ready.size(), 6);
    for (const qint64 frame : {30, 2, 39, 0, 20}) {
      cache.lookAt(frame);
      QTRY_VERIFY(!cache.frame(frame).isNull());
      QVERIFY(cache.cachedFrames() <= 6);
    }
  }

  void aBrokenFileSaysWhatIsWrong() {
    const auto file = m_folder.filePath(QStringLiteral("broken.mp4"));
    QFile broken(file);
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("nothing");
    broken.close();
    m_player->open(file.toStdString());
    QTRY_VERIFY(!m_actions->action(QStringLiteral("test.play"))->isEnabled() &&
                m_player->cache().file().empty());
    open();  // and another one can be shown after it
  }

  void cropsAreDrawnWithMouseAndKeys() {
    open();
    VideoView& view = *m_player->view();
    QSignalSpy drawn(&view, &VideoView::cropDrawn);
    view.setCropping(true);
    const QRectF place = view.toView(QRectF(0, 0, 64, 48));
    QTest::mousePress(&view, Qt::LeftButton, {}, view.toView(QRectF(8, 8, 1, 1)).topLeft().toPoint());
    QTest::mouseMove(&view, place.center().toPoint());
    QTest::mouseRelease(&view, Qt::LeftButton, {}, place.bottomRight().toPoint());
    QCOMPARE(drawn.size(), 1);
    const QRect crop = drawn[0][0].toRect();
    QVERIFY2(QRect(0, 0, 64, 48).contains(crop) && std::abs(crop.left() - 8) <= 1 && crop.width() >= 20,
             qPrintable(QStringLiteral("%1 %2 %3").arg(crop.left()).arg(crop.width()).arg(crop.height())));
    view.setCrop(QRect(0, 0, 32, 24));
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(drawn.size(), 2);
    QCOMPARE(drawn[1][0].toRect(), QRect(8, 1, 32, 24));
  }

  void zoomKeepsThePlaceUnderTheMouse() {
    open();
    VideoView& view = *m_player->view();
    const QPointF around(view.width() / 3.0, view.height() / 3.0);
    const QPointF before = view.toPicture(around);
    view.zoomBy(2, around);
    const QPointF after = view.toPicture(around);
    QVERIFY(QLineF(before, after).length() < 0.01);
    view.setZoom(0);
    QCOMPARE(view.zoom(), 0.0);
  }
};

QTEST_MAIN(TestPlayer)
#include "test_player.moc"
