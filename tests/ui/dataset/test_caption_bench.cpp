// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>

#include "core/project/test_clip.h"
#include "project/captions.h"
#include "ui/dataset/captioner_dialog.h"
#include "ui/dataset/row_fault_card.h"
#include "ui/support/access_walk.h"
#include "ui/support/dataset_test.h"
#include "ui/support/user_input.h"
#include "ui/widgets/clip_grid.h"

using namespace fw;
using namespace fw::ui;

Q_DECLARE_METATYPE(UserInput::Way)

/// A captioner set up, tried and run, and what it proposes, by mouse and by keyboard alone.
class TestCaptionBench : public DatasetTest {
  Q_OBJECT

  /// Three short videos; the second has a caption.
  void makeClips() {
    makeProject();
    const QString folder = path(QStringLiteral("clips"));
    for (int i = 1; i <= 3; ++i)
      make_test_clip(folder.toStdString() + "/clip" + std::to_string(i) + ".mp4", i, 9, {64, 48});
    QFile text(folder + QStringLiteral("/clip2.txt"));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write("a wave by hand");
    text.close();
    page().importPaths({folder});
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 3, 30000);
    QTRY_VERIFY(m_app->jobs().activeJob() == nullptr);
    window().showPage(PageId::dataset);
    QVERIFY(browser().showClip(browser().model()->idAt(0)));
    QTRY_VERIFY(editor().edit()->isEnabled());
    browser().grid()->setFocus();
  }
  std::vector<std::string> proposals() const {
    std::vector<std::string> texts;
    for (const project::ClipRow& row : rows()) texts.push_back(row.proposal ? row.proposal->text : "");
    return texts;
  }
  static void bothWays() {
    QTest::addColumn<UserInput::Way>("way");
    QTest::newRow("mouse") << UserInput::Way::mouse;
    QTest::newRow("keyboard") << UserInput::Way::keyboard;
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
    activate();
  }
  void cleanup() { m_app.reset(); }

  void aCaptionerIsTriedAndRun_data() { bothWays(); }
  void aCaptionerIsTriedAndRun() {
    QFETCH(UserInput::Way, way);
    makeClips();
    UserInput input(way, window());
    using Texts = std::vector<std::string>;
    input.inDialog([&] { input.command("caption.captioner"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<CaptionerDialog&>(opened);
                     QVERIFY(!dialog.address()->isVisible());
                     QCOMPARE(unnamedWidgets(dialog).join(u'\n'), QString());
                     // What is wrong is said, and what the captioner itself says.
                     input.press(dialog.runButton());
                     input.await(QStringLiteral("the refusal"),
                                 [&] { return !dialog.answer()->text().isEmpty(); });
                     QVERIFY(dialog.isVisible());
                     input.fill(dialog.command(), QStringLiteral("sh -c 'echo no model >&2; exit 3' {file}"));
                     input.press(dialog.testButton());
                     input.await(QStringLiteral("the fault"),
                                 [&] { return dialog.answer()->text().contains(QLatin1String("no model")); });
                     keepPictureOf(dialog, QStringLiteral("captioner-fault"));
                     input.fill(dialog.command(), QStringLiteral("sh -c 'echo seen ${0##*/}' {file}"));
                     input.press(dialog.testButton());
                     input.await(QStringLiteral("the answer"),
                                 [&] { return dialog.answer()->text() == QLatin1String("seen clip1.mp4"); });
                     input.press(dialog.runButton());
                   });
    QTRY_COMPARE(proposals(), (Texts{"seen clip1.mp4", "", "seen clip3.mp4"}));  // of those without a caption
    QCOMPARE(captions(), (Texts{"", "a wave by hand", ""}));
    // It is known the next time, in another project too.
    const CaptionerDialog again(m_app->clips(), 0, {}, &page());
    QVERIFY(again.command()->text().startsWith(QLatin1String("sh -c 'echo seen")));
    action("edit.undo")->trigger();
    QTRY_COMPARE(proposals(), (Texts(3)));
  }

  void aServerIsSetUp() {
    makeClips();
    UserInput input(UserInput::Way::keyboard, window());
    browser().grid()->selectAll();
    QTRY_COMPARE(browser().selectedClips().size(), size_t{3});
    input.inDialog([&] { input.command("caption.captioner"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<CaptionerDialog&>(opened);
                     input.focus(dialog.kind());
                     input.key(QKeySequence(Qt::Key_Down));
                     QVERIFY(dialog.address()->isVisible() && !dialog.command()->isVisible());
                     input.fill(dialog.address(), QStringLiteral("http://127.0.0.1:9/v1"));  // nobody answers
                     input.fill(dialog.question(), QStringLiteral("What moves?"));
                     keepPictureOf(dialog, QStringLiteral("captioner-server"));
                     input.press(dialog.testButton());
                     input.await(QStringLiteral("the fault"), [&] {
                       return dialog.testButton()->text() == QLatin1String("&Test on this clip") &&
                              !dialog.answer()->text().isEmpty();
                     });
                     const workflow::CaptionRequest request = dialog.request();
                     QCOMPARE(request.clips.size(), size_t{3});
                     QVERIFY(request.propose && request.captioner.command.empty());
                     input.key(QKeySequence(Qt::Key_Escape));
                   });
    const auto question = [this] {
      return setting(project::Project::open(project().toStdString(), project::Access::read_only),
                     "caption_prompt");
    };
    QTRY_COMPARE(question(), std::string("What moves?"));
    QVERIFY(m_app->jobs().activeJob() == nullptr);
  }

  void aCaptionerThatIsCancelledKeepsWhatItSaid() {
    makeClips();
    workflow::CaptionRequest request;
    request.project = project().toStdString();
    request.captioner.command = "sh -c 'case $0 in *clip1*) echo one;; *) sleep 60;; esac' {file}";
    request.propose = true;
    const engine_api::JobId job = m_app->bridge().submit(engine_api::job_of(request, "Propose captions"));
    QTRY_COMPARE(proposals()[0], std::string("one"));
    m_app->bridge().send(engine_api::Verb::abort, job);
    QTRY_COMPARE(stateOf(job), engine_api::JobState::cancelled);
    QCOMPARE(proposals(), (std::vector<std::string>{"one", "", ""}));
  }
};

QTEST_MAIN(TestCaptionBench)
#include "test_caption_bench.moc"
