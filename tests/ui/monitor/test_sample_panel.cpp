// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemView>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <cmath>
#include <functional>

#include "run/changed_prompts.h"
#include "ui/charts/run_chart.h"
#include "ui/gallery/gallery_fixture.h"
#include "ui/monitor/chart_grid.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/prompt_dialog.h"
#include "ui/monitor/sample_panel.h"
#include "ui/monitor/sample_strip.h"
#include "ui/state/file_path.h"
#include "ui/support/access_walk.h"
#include "ui/support/user_input.h"
#include "ui/support/window_test.h"

using namespace fw;
using namespace fw::ui;

namespace {

struct Clips : GalleryFixture {
  using GalleryFixture::addClip;
};

}  // namespace

/// The clips of a run below its loss.
class TestSamplePanel : public WindowTest {
  Q_OBJECT

  MonitorPage& page() { return pageOf<MonitorPage>(); }
  SamplePanel& panel() { return *page().samples(); }
  SampleStrip& strip() { return *panel().strip(); }
  RunChart& loss() { return *page().charts()->charts().front(); }
  QString project() const { return path(QStringLiteral("Cats")); }

  static void train(RunFolder& run, int from, int to) {
    for (int step = from; step <= to; ++step)
      run.metrics(step, {{QStringLiteral("loss"), 0.1 + std::exp(-step / 60.0)}});
  }
  static void addClips(RunFolder& run, int step) {
    Clips::addClip(run, step, QStringLiteral("0-0"), 9, 40 + step % 200);
    Clips::addClip(run, step, QStringLiteral("1-0"), 9, 200 - step % 200);
  }
  /// 200 steps, with clips of two prompts before the first one and every hundred steps.
  RunFolder makeRun() {
    RunFolder run(project(), QStringLiteral("cats-lora"), 1000);
    addClips(run, 0);
    train(run, 1, 200);
    addClips(run, 100);
    addClips(run, 200);
    run.flush();
    return run;
  }
  const RunClip& clipOf(const SampleStrip::Cell& cell) { return strip().clips()[cell.clip]; }
  void waitForCells(size_t count) { QTRY_COMPARE(strip().cells().size(), count); }
  void escapeAsksBeforeItDropsPrompts() {
    int questions = 0;
    std::function<void()> next = [&] {
      QWidget* const modal = QApplication::activeModalWidget();
      auto* const dialog = qobject_cast<PromptDialog*>(modal);
      const bool isQuestion = modal != nullptr && modal->objectName() == QLatin1String("discardQuestion");
      if (isQuestion && questions == 2) {
        ++questions;
        return modal->findChild<QPushButton*>(QStringLiteral("discardPrompts"))->click();
      }
      QTimer::singleShot(20, this, next);  // first: the following may open the question
      if (dialog != nullptr) {
        if (dialog->editor()->toPlainText() == QLatin1String("an owl, asleep"))
          QTest::keyClicks(dialog->editor(), QStringLiteral("a whole story, "));
        QTest::keyClick(dialog->editor(), Qt::Key_Escape);
      } else if (isQuestion) {
        // Escape and Return keep the text; only an explicit answer discards it.
        QTest::keyClick(modal, ++questions == 1 ? Qt::Key_Escape : Qt::Key_Return);
      }
    };
    QTimer::singleShot(20, this, next);
    action("monitor.prompts")->trigger();
    QCOMPARE(questions, 3);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);  // so that four clips fit side by side
    activate();
    m_app->project().create(project());
    QTRY_VERIFY(m_app->project().isOpen());
    window().showPage(PageId::monitor);
  }
  void cleanup() { m_app.reset(); }

  void anAxisHasRoomForItsName() {
    const QString name = QStringLiteral("The norm of all gradients before they are clipped");
    StepView view;
    RunChart chart({QStringLiteral("Gradient norm"), name}, view);
    chart.show();
    for (const int height : {600, 160, 600}) {
      chart.resize(400, height);
      chart.replot();
      QVERIFY(QFontMetrics(chart.yAxis->labelFont()).horizontalAdvance(chart.yAxis->label()) <=
              chart.axisRect()->height());
      QCOMPARE(chart.yAxis->label() == name, height == 600);
    }
  }

  void clipsLieUnderTheirStep() {
    RunFolder run = makeRun();
    waitForCells(3);
    const auto isAligned = [&] {
      return std::ranges::all_of(strip().cells(), [&](const SampleStrip::Cell& cell) {
        const double chart = loss().xAxis->coordToPixel(clipOf(cell).step);
        const QPoint inStrip(static_cast<int>(std::lround(cell.stepX)), 0);
        return std::abs(strip().mapTo(&page(), inStrip).x() -
                        loss().mapTo(&page(), QPoint(static_cast<int>(std::lround(chart)), 0)).x()) <= 2;
      });
    };
    QTRY_VERIFY(isAligned());
    QCOMPARE(page().charts()->view().from(), 0.0);  // the untrained model's clip is visible
    keepPicture(QStringLiteral("monitor-samples"));
    QTRY_VERIFY(isAligned());
    // While the run trains.
    train(run, 201, 300);
    addClips(run, 300);
    run.flush();
    waitForCells(4);
    QTRY_VERIFY(isAligned());
    QCOMPARE(clipOf(strip().cells().back()).step, 300.0);
    // Zooming in shows the clips in range.
    page().charts()->view().show(150, 250);
    waitForCells(1);
    QTRY_VERIFY(isAligned());
    QCOMPARE(clipOf(strip().cells().front()).step, 200.0);
  }

  void newerClipsHideOlderOnesWhereThereIsNoRoom() {
    RunFolder run = makeRun();
    for (int step = 201; step <= 260; ++step) Clips::addClip(run, step, QStringLiteral("0-0"), 2, step % 200);
    train(run, 201, 260);
    run.flush();
    QTRY_COMPARE(strip().clips().size(), size_t{63});
    const auto& cells = strip().cells();
    QVERIFY(cells.size() < 20);
    QCOMPARE(clipOf(cells.back()).step, 260.0);
    for (size_t i = 1; i < cells.size(); ++i) QVERIFY(cells[i - 1].place.right() < cells[i].place.left());
  }

  void promptsAreChosen() {
    makeRun();
    waitForCells(3);
    QCOMPARE(panel().prompts()->count(), 2);
    QCOMPARE(panel().prompts()->currentText(), QStringLiteral("0-0"));
    panel().prompts()->setFocus();
    key(Qt::Key_Down);
    QCOMPARE(panel().prompts()->currentText(), QStringLiteral("1-0"));
    waitForCells(3);
    for (const RunClip& clip : strip().clips()) QCOMPARE(clip.name, QStringLiteral("1-0"));
  }

  void anOpenListOfPromptsStaysAsItIs() {
    RunFolder run = makeRun();
    waitForCells(3);
    QComboBox& box = *panel().prompts();
    UserInput input(UserInput::Way::mouse, window());
    input.focus(&box);  // a click opens the list
    QTRY_VERIFY(box.view()->isVisible());
    QTest::keyClick(box.view(), Qt::Key_Down);
    train(run, 201, 300);
    addClips(run, 300);
    Clips::addClip(run, 300, QStringLiteral("2-0"), 9, 100);
    run.flush();
    waitForCells(4);
    QVERIFY(box.view()->isVisible());
    QCOMPARE(box.view()->currentIndex().row(), 1);
    QTest::keyClick(box.view(), Qt::Key_Return);
    QTRY_COMPARE(box.count(), 3);  // now that it is closed
    QCOMPARE(box.currentText(), QStringLiteral("1-0"));
    for (const RunClip& clip : strip().clips()) QCOMPARE(clip.name, QStringLiteral("1-0"));
  }

  void clipsHaveAMenu() {
    const RunFolder run = makeRun();
    waitForCells(3);
    const auto choose = [](int entry) {
      auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (menu == nullptr || menu->actions().size() != 4) return QTest::qFail("no menu", __FILE__, __LINE__);
      for (int i = 0; i <= entry; ++i) QTest::keyClick(menu, Qt::Key_Down);
      QTest::keyClick(menu, Qt::Key_Return);
    };
    const QPoint place = strip().cells()[1].place.center();
    QContextMenuEvent pointed(QContextMenuEvent::Mouse, place, strip().mapToGlobal(place));
    QApplication::sendEvent(&strip(), &pointed);
    choose(3);
    QCOMPARE(QGuiApplication::clipboard()->text(), clipOf(strip().cells()[1]).prompt);
    // The Menu key applies to the keyboard's current clip.
    strip().setFocus();
    key(Qt::Key_Left);
    QContextMenuEvent typed(QContextMenuEvent::Keyboard, {}, {});
    QApplication::sendEvent(&strip(), &typed);
    choose(0);
    QTRY_VERIFY(panel().player()->isOpen());
    QCOMPARE(toText(panel().player()->cache().file()), clipOf(strip().cells()[0]).path);
  }

  void aClickPlaysTheClip() {
    const RunFolder run = makeRun();
    waitForCells(3);
    QVERIFY(!panel().player()->isVisible());
    QTest::mouseClick(window().windowHandle(), Qt::LeftButton, {},
                      strip().mapTo(&window(), strip().cells()[1].place.center()));
    QTRY_VERIFY(panel().player()->isVisible() && panel().player()->isOpen());
    const QString clip = run.path() + QStringLiteral("/samples/step-00000100/0-0.mp4");
    QCOMPARE(QString::fromStdString(panel().player()->cache().file().string()), clip);
    QVERIFY(panel().player()->isPlaying());
    QTRY_VERIFY(panel().player()->frame() > 0);
    keepPicture(QStringLiteral("monitor-sample-played"));
    QCOMPARE(unnamedWidgets(page()).join(u'\n'), QString());
    // It opens in the gallery, for comparison.
    QSignalSpy wanted(&m_app->navigator(), &Navigator::clipRequested);
    Q_EMIT panel().clipRequested(run.path(), clip);
    QCOMPARE(wanted.size(), 1);
    window().showPage(PageId::monitor);
    panel().findChild<QToolButton*>(QStringLiteral("closeSample"))->click();
    QVERIFY(!panel().player()->isVisible() && !panel().player()->isPlaying());
  }

  void anotherLanguageGoesOnWithTheClip_data() {
    QTest::addColumn<bool>("plays");
    QTest::newRow("playing") << true;
    QTest::newRow("standing") << false;
  }
  void anotherLanguageGoesOnWithTheClip() {
    QFETCH(bool, plays);
    const RunFolder run = makeRun();
    waitForCells(3);
    strip().setFocus();
    key(Qt::Key_Home);
    key(Qt::Key_Right);
    key(Qt::Key_Return);
    QTRY_VERIFY(panel().player()->isOpen());
    panel().player()->pause();
    panel().player()->goTo(5);
    if (plays) panel().player()->play(-0.1);
    const MainWindow* const before = &window();
    m_app->settings().setLanguage(QStringLiteral("de"));
    Q_EMIT window().languageChanged();
    QTRY_VERIFY(m_app->window() != before);
    QTRY_VERIFY(panel().player()->isOpen());
    QVERIFY(panel().player()->isVisible());
    QCOMPARE(toText(panel().player()->cache().file()),
             QString(run.path() + QStringLiteral("/samples/step-00000100/0-0.mp4")));
    QCOMPARE(panel().player()->isPlaying(), plays);
    if (plays) {
      QCOMPARE(panel().player()->speed(), -0.1);
    } else {
      QCOMPARE(panel().player()->frame(), 5);
    }
  }

  void keysReachTheClips() {
    const RunFolder run = makeRun();
    waitForCells(3);
    strip().setFocus();
    key(Qt::Key_Home);
    QVERIFY(strip().accessibleDescription().contains(QLatin1String("Step 0")));
    key(Qt::Key_Right);
    QVERIFY(strip().accessibleDescription().contains(QLatin1String("Step 100")));
    key(Qt::Key_Return);
    QTRY_VERIFY(panel().player()->isOpen());
    QVERIFY(panel().player()->cache().file().string().find("step-00000100") != std::string::npos);
  }

  void aFinishedRunWithoutClipsHasNoStrip() {
    RunFolder run(project(), QStringLiteral("silent"), 20);
    train(run, 1, 20);
    run.flush();
    QDir().mkpath(run.path() + QStringLiteral("/result"));
    QTRY_VERIFY(loss().hasCurves());
    QTRY_VERIFY(!panel().isVisible());
    QVERIFY(!action("monitor.prompts")->isEnabled());
  }

  /// By keyboard, in a running run: invalid prompts are rejected, valid ones saved in the run's folder.
  void promptsAreEdited() {
    RunFolder run(project(), QStringLiteral("foxes"), 100);
    run.write(QStringLiteral("run.toml"),
              QStringLiteral("schema = 1\n[run]\nname = \"foxes\"\n[model]\nfamily = \"cogvideox\"\n"
                             "[validation]\nvalidation_prompts = [\"a fox\"]\n"));
    train(run, 1, 20);
    run.flush();
    QTRY_VERIFY(loss().hasCurves());
    QTRY_VERIFY(panel().isVisible() && !strip().isVisible());
    const auto edit = [&](const QString& before, const QStringList& attempts) {
      bool done = false;
      QString found;
      QTimer waiting;
      connect(&waiting, &QTimer::timeout, this, [&] {
        auto* const dialog = qobject_cast<PromptDialog*>(QApplication::activeModalWidget());
        if (dialog == nullptr) return;
        waiting.stop();
        found = dialog->editor()->toPlainText();
        for (const QString& attempt : attempts) {
          QTest::keyClick(dialog->editor(), Qt::Key_A, Qt::ControlModifier);
          QTest::keyClicks(dialog->editor(), attempt);
          dialog->findChild<QPushButton*>(QStringLiteral("savePrompts"))->click();
          done = dialog->problem().isEmpty();
          if (!done && qEnvironmentVariableIsSet("FW_TEST_PICTURES"))
            dialog->grab().save(qEnvironmentVariable("FW_TEST_PICTURES") + QStringLiteral("/prompts.png"));
        }
        if (!done) dialog->done(QDialog::Rejected);
      });
      waiting.start(10);
      action("monitor.prompts")->trigger();
      return done && found == before;
    };
    const run::RunPaths paths{run.path().toStdString()};
    QVERIFY(!edit(QStringLiteral("a fox"), {QStringLiteral("an owl@@@large")}));
    QVERIFY(!run::read_changed_prompts(paths));
    QVERIFY(edit(QStringLiteral("a fox"), {QStringLiteral("@@@1"), QStringLiteral("an owl@@@9x32x48")}));
    QCOMPARE(run::read_changed_prompts(paths).value(), std::vector<std::string>{"an owl@@@9x32x48"});
    QVERIFY(edit(QStringLiteral("an owl@@@9x32x48"), {QStringLiteral("an owl, asleep")}));
    QCOMPARE(run::read_changed_prompts(paths).value(), std::vector<std::string>{"an owl, asleep"});
    escapeAsksBeforeItDropsPrompts();
    QCOMPARE(run::read_changed_prompts(paths).value(), std::vector<std::string>{"an owl, asleep"});
  }
};

QTEST_MAIN(TestSamplePanel)
#include "test_sample_panel.moc"
