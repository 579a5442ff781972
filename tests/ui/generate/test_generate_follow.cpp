// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <QWheelEvent>
#include <functional>

#include "ui/generate/generate_fixture.h"
#include "ui/player/scrub_bar.h"
#include "ui/player/video_view.h"
#include "ui/support/user_input.h"

using namespace fw;
using namespace fw::ui;

/// Whether the page follows to the next of several queued clips.
class TestGenerateFollow : public QObject, private GenerateFixture {
  Q_OBJECT

  /// Queues the next clip as the page does.
  void queueAnother() {
    engine_api::GenerateRequest next = made().front();
    next.out += ".next.mp4";
    QVERIFY(m_app->bridge().submit(job_of(next, "next")) != 0);
  }
  QString shown() { return toText(page().player().cache().file()); }
  /// A clip that plays because it was just generated; the next one waits at the gate.
  void makeOne() {
    fill();
    m_gate->open = true;
    action("generate.run")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(made().size(), size_t{1}, 20000);
    QTRY_VERIFY(!page().showsPreview() && page().player().isPlaying());
    m_gate->open = false;
  }

 private Q_SLOTS:
  void initTestCase() { prepareProcess(); }
  void init() {
    setUp();
    window().resize(1280, 800);
    window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window()));
  }
  void cleanup() { m_app.reset(); }

  void theNextClipIsShown() {
    makeOne();
    queueAnother();
    QTRY_VERIFY(page().showsPreview());
    m_gate->open = true;
    QTRY_VERIFY(shown().endsWith(QLatin1String(".next.mp4")));
  }

  void aClipThatSomebodyLooksAtStays_data() {
    using Use = std::function<void(Player & player, UserInput & input)>;
    QTest::addColumn<Use>("use");
    QTest::newRow("paused by a key") << Use([](Player& player, UserInput& input) {
      player.scrubBar()->setFocus();
      input.key(QKeySequence(Qt::Key_Space));
    });
    QTest::newRow("scrubbed with the mouse") << Use([](Player& player, UserInput& input) {
      input.click(player.scrubBar(), player.scrubBar()->rect().center());
    });
    QTest::newRow("scrubbed by a key") << Use([](Player& player, UserInput& input) {
      player.scrubBar()->setFocus();
      input.key(QKeySequence(Qt::Key_Right));
    });
    QTest::newRow("zoomed") << Use([](Player& player, UserInput&) {
      const QPointF middle = player.view()->rect().center();
      QWheelEvent wheel(middle, player.view()->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton,
                        Qt::NoModifier, Qt::NoScrollPhase, false);
      QApplication::sendEvent(player.view(), &wheel);
    });
  }
  void aClipThatSomebodyLooksAtStays() {
    using Use = std::function<void(Player & player, UserInput & input)>;
    QFETCH(Use, use);
    makeOne();
    const QString first = shown();
    UserInput input(UserInput::Way::mouse, window());
    use(page().player(), input);
    queueAnother();
    QTRY_VERIFY(action("generate.follow")->isEnabled());  // the preview exists
    QVERIFY(!page().showsPreview());
    m_gate->open = true;
    QTRY_COMPARE(history().rowCount(), 2);
    QVERIFY(!page().showsPreview());
    QCOMPARE(shown(), first);
    // Generating another clip shows it.
    m_gate->open = false;
    action("generate.run")->trigger();
    QTRY_VERIFY(page().showsPreview());
  }
};

QTEST_MAIN(TestGenerateFollow)
#include "test_generate_follow.moc"
