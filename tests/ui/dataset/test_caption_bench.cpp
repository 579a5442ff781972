// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "core/project/test_clip.h"
#include "project/captions.h"
#include "support/project_changes.h"
#include "text/tokenizer.h"
#include "ui/dataset/caption_bench.h"
#include "ui/dataset/captioner_dialog.h"
#include "ui/dataset/health_strip.h"
#include "ui/dataset/proposal_pane.h"
#include "ui/dataset/replace_dialog.h"
#include "ui/dataset/row_fault_card.h"
#include "ui/dataset/tag_row.h"
#include "ui/dataset/token_bar.h"
#include "ui/support/access_walk.h"
#include "ui/support/clip_walk.h"
#include "ui/support/dataset_test.h"
#include "ui/support/user_input.h"
#include "ui/theme/palettes.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

Q_DECLARE_METATYPE(UserInput::Way)

/// Setting up, trying and running a captioner, and its proposals, by mouse and by keyboard only.
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
  /// Five clips; the second and fourth have captions, all but the last have a proposal.
  void proposeForFive() {
    makeProject();
    m_app->clips().edit([](project::Project& project) {
      const auto ids = add_test_clips(project, 5);
      int64_t step = 0;
      for (size_t i = 0; i < 4; ++i)
        put_captioner_caption(project, ids[i], "A red ball that rolls, number " + std::to_string(i + 1),
                              project::CaptionOrigin::server, project::CaptionerMay::propose, step);
    });
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 5, 20000);
    window().showPage(PageId::dataset);
    QVERIFY(browser().showClip(browser().model()->idAt(0)));
    browser().grid()->setFocus();
    QTRY_VERIFY(editor().edit()->isEnabled());
  }
  /// A command's visible button.
  QWidget* button(const char* id) {
    for (auto* const each :
         window().findChildren<QPushButton*>(QLatin1String(id) + QStringLiteral(".button")))
      if (each->isVisible()) return each;
    return nullptr;
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
                     // Both the problem and the captioner's own output are shown.
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
    QTRY_COMPARE(proposals(), (Texts{"seen clip1.mp4", "", "seen clip3.mp4"}));  // without a caption
    QCOMPARE(captions(), (Texts{"", "a wave by hand", ""}));
    // It is remembered, in another project too.
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
                     input.fill(dialog.address(), QStringLiteral("http://127.0.0.1:9/v1"));  // no server
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

  void proposalsAreAcceptedEditedAndRefused_data() { bothWays(); }
  void proposalsAreAcceptedEditedAndRefused() {
    QFETCH(UserInput::Way, way);
    proposeForFive();
    using Texts = std::vector<std::string>;
    UserInput input(way, window());
    ProposalPane& pane = *page().findChild<CaptionBench*>()->proposal();
    // The filter shows the clips with a proposal, and the table both captions side by side.
    QTRY_VERIFY(action("caption.proposals")->isEnabled());
    input.command("caption.proposals");
    QTRY_COMPARE(browser().model()->rowCount(), 4);
    QTRY_VERIFY(pane.isVisible());
    QCOMPARE(pane.edit()->toPlainText(), QStringLiteral("A red ball that rolls, number 1"));
    QCOMPARE(unnamedWidgets(page()).join(u'\n'), QString());
    input.press(button("caption.accept"));
    QTRY_COMPARE(captions()[0], std::string("A red ball that rolls, number 1"));
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    QTRY_COMPARE(pane.edit()->toPlainText(), QStringLiteral("A red ball that rolls, number 2"));
    QVERIFY(!pane.edit()->extraSelections().isEmpty());  // the differences
    keepPicture(QStringLiteral("proposal"));
    input.fill(pane.edit(), QStringLiteral("A ball of mine"));
    input.command("caption.accept");
    QTRY_COMPARE(captions()[1], std::string("A ball of mine"));
    QVERIFY(rows()[1].caption->origin == project::CaptionOrigin::person);
    QTRY_COMPARE(pane.edit()->toPlainText(), QStringLiteral("A red ball that rolls, number 3"));
    input.press(button("caption.refuse"));
    QTRY_COMPARE(proposals(), (Texts{"", "", "", "A red ball that rolls, number 4", ""}));
    QCOMPARE(captions()[2], std::string());
    // Each can be undone separately, restoring its proposal; the shortcuts work in the clip pictures.
    browser().grid()->setFocus();
    for (int steps = 0; steps < 3; ++steps) key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(captions(), (Texts{"", "A red ball, number 2", "", "A red ball, number 4", ""}));
    QTRY_COMPARE(std::ranges::count(proposals(), std::string()), 1);
    // All listed ones in one step.
    QTRY_COMPARE(browser().model()->rowCount(), 4);
    browser().grid()->selectAll();
    QTRY_VERIFY(pane.summary()->isVisible() && pane.summary()->text().contains(QLatin1Char('4')));
    keepPicture(QStringLiteral("proposals-of-many"));
    input.command("caption.acceptAll");
    QTRY_COMPARE(std::ranges::count(captions(), std::string()), 1);
    QTRY_VERIFY(!action("caption.accept")->isEnabled() && !action("caption.acceptAll")->isEnabled());
    key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(captions(), (Texts{"", "A red ball, number 2", "", "A red ball, number 4", ""}));
  }

  /// Works whether the updated list or the search for the next clip arrives first.
  void theLastProposalOfAListIsSettled() {
    proposeForFive();
    browser().filterEdit()->setText(QStringLiteral("is:proposed"));
    QTRY_COMPARE(browser().model()->rowCount(), 4);
    for (const int left : {3, 2, 1, 0}) {
      QTRY_VERIFY(action("caption.refuse")->isEnabled());
      action("caption.refuse")->trigger();
      QTRY_COMPARE(browser().model()->rowCount(), left);
    }
    QTRY_VERIFY(!action("caption.refuse")->isEnabled());
    QCOMPARE(proposals(), std::vector<std::string>(5));
  }

  void proposalsSurviveARestart() {
    proposeForFive();
    ProposalPane* pane = page().findChild<CaptionBench*>()->proposal();
    QTRY_VERIFY(pane->isVisible());
    pane->edit()->setFocus();
    pane->edit()->selectAll();
    type(QStringLiteral("Begun"));
    window().close();
    restart();
    activate();
    m_app->project().open(project());
    window().showPage(PageId::dataset);
    QTRY_COMPARE(browser().model()->rowCount(), 5);
    pane = page().findChild<CaptionBench*>()->proposal();
    QVERIFY(browser().showClip(browser().model()->idAt(0)));
    QTRY_COMPARE(pane->edit()->toPlainText(), QStringLiteral("Begun"));
    action("dataset.table")->trigger();
    QTRY_COMPARE(browser().model()->index(1, ClipModel::ProposalColumn).data().toString(),
                 QStringLiteral("A red ball that rolls, number 2"));
    QVERIFY(!browser().table()->isColumnHidden(ClipModel::ProposalColumn));
    keepPicture(QStringLiteral("proposals-table"));
  }

  void tagsAreGivenAndTaken_data() { bothWays(); }
  void tagsAreGivenAndTaken() {
    QFETCH(UserInput::Way, way);
    proposeForFive();
    m_app->clips().edit([](project::Project& project) {
      const auto ids = list_clips(project);
      add_tag(project, std::vector<int64_t>{ids[0], ids[1]}, "night");
      add_tag(project, std::vector<int64_t>{ids[4]}, "seaside");
    });
    UserInput input(way, window());
    TagRow& row = *page().findChild<CaptionBench*>()->tags();
    QTRY_COMPARE(row.chips().size(), 1);
    browser().grid()->selectAll();
    QTRY_COMPARE(row.chips().size(), 2);
    QVERIFY(row.chips()[0]->text().contains(QLatin1String("2/5")) && !row.chips()[0]->isChecked());
    // Adds it to all clips without it, then removes it from all.
    input.press(row.chips()[0]);
    QTRY_VERIFY(row.chips()[0]->isChecked());
    QCOMPARE(rows()[3].tags, std::vector<std::string>{"night"});
    input.press(row.chips()[0]);
    QTRY_COMPARE(row.chips().size(), 1);
    QVERIFY(rows()[0].tags.empty());
    // Typed, the second one completed from the project's tags.
    input.fill(row.field(), QStringLiteral("blue hour, SEA"));
    QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Down);
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
    QTRY_COMPARE(row.field()->text(), QStringLiteral("blue hour, seaside, "));
    keepPicture(QStringLiteral("tags"));
    key(Qt::Key_Return);
    QTRY_COMPARE(row.chips().size(), 2);
    for (const project::ClipRow& clip : rows())
      QCOMPARE(clip.tags, (std::vector<std::string>{"blue hour", "seaside"}));
    QVERIFY(row.field()->text().isEmpty());
    // Its menu lists the clips with this tag.
    row.chips()[0]->actions()[0]->trigger();
    QCOMPARE(browser().filterEdit()->text(), QStringLiteral("tag:\"blue hour\""));
    QTRY_VERIFY(browser().model()->query().filter != project::ClipFilter());
    QTRY_VERIFY(!browser().model()->isListing());
    QCOMPARE(browser().model()->rowCount(), 5);
    browser().filterEdit()->clear();
    QTRY_VERIFY(browser().model()->query().filter == project::ClipFilter());
    action("edit.undo")->trigger();
    QTRY_COMPARE(rows()[0].tags.size(), size_t{0});
    QCOMPARE(unnamedWidgets(page()).join(u'\n'), QString());
  }

  void prefixAndTriggerWordAreSet() {
    proposeForFive();
    UserInput input(UserInput::Way::keyboard, window());
    input.inDialog([&] { input.command("caption.replace"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<ReplaceDialog&>(opened);
                     QCOMPARE(unnamedWidgets(dialog).join(u'\n'), QString());
                     input.focus(dialog.kind());
                     input.key(QKeySequence(Qt::Key_Down));
                     QVERIFY(!dialog.search()->isVisible());
                     input.fill(dialog.replacement(), QStringLiteral("film, "));
                     input.await(QStringLiteral("the preview"),
                                 [&] { return dialog.preview()->model()->rowCount() == 5; });
                     input.fill(dialog.triggerWord(), QStringLiteral("ohwx"));
                     input.key(QKeySequence(Qt::Key_Return));  // changes no caption
                     keepPictureOf(dialog, QStringLiteral("prefix"));
                     input.press(dialog.replaceButton());
                     input.await(QStringLiteral("the change"), [&] {
                       return dialog.summary() == QLatin1String("5 captions were changed.");
                     });
                     input.key(QKeySequence(Qt::Key_Escape));
                   });
    QCOMPARE(captions()[1], std::string("film, A red ball, number 2"));
    QCOMPARE(setting(project::Project::open(project().toStdString(), project::Access::read_only), "id_token"),
             std::string("ohwx"));
    key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(captions()[1], std::string("A red ball, number 2"));
  }

  void eachEncodersLimitIsShown() {
    if (!text::has_sentencepiece()) QSKIP("built without sentencepiece");
    proposeForFive();
    const auto choose = [this](const char* model) {
      m_app->clips().edit([model](project::Project& project) {
        project::set_setting(project, "model_folder",
                             std::string(FW_SOURCE_FOLDER "/tests/reference/cases/models/") + model);
      });
    };
    QVERIFY(browser().showClip(browser().model()->idAt(1)));
    const auto& bar = *page().findChild<TokenBar*>();
    choose("hunyuan-video");
    QTRY_COMPARE(bar.texts().size(), 2);
    QVERIFY(bar.texts()[0].startsWith(QLatin1String("Llama ")) &&
            bar.texts()[1].endsWith(QLatin1String("/77")));
    keepPicture(QStringLiteral("tokens-two"));
    // A caption that is too long is marked while typing, and listed once saved.
    const HealthStrip& health = *browser().health();
    QTRY_COMPARE(health.count(HealthStrip::TooLong), 0);
    QVERIFY(!health.button(HealthStrip::TooLong)->isVisible());
    // One encoder is enough: CLIP reads 77 tokens, Llama all of this.
    const QString before = editor().edit()->toPlainText();
    const auto write = [this](const QString& caption) {
      editor().edit()->setFocus();
      editor().edit()->setPlainText(caption);
      key(Qt::Key_Return, Qt::ControlModifier);
    };
    QString words;
    for (int word = 0; word < 100; ++word) words += QStringLiteral("ball ");
    write(words);
    QTRY_COMPARE(health.count(HealthStrip::TooLong), 1);
    QTRY_VERIFY(editor().isTooLong());
    const auto marks = editor().edit()->extraSelections();
    QCOMPARE(marks.size(), 1);
    QVERIFY(!marks[0].format.fontStrikeOut());
    QCOMPARE(marks[0].format.underlineStyle(), QTextCharFormat::WaveUnderline);
    keepPicture(QStringLiteral("tokens-one-too-long"));
    write(before);
    QTRY_COMPARE(health.count(HealthStrip::TooLong), 0);
    QString text;
    for (int word = 0; word < 400; ++word) text += QStringLiteral("ball ");
    editor().edit()->setPlainText(text);
    QTRY_VERIFY(editor().isTooLong());
    keepPicture(QStringLiteral("tokens-too-long"));
    editor().edit()->setFocus();
    key(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(health.count(HealthStrip::TooLong), 1);
    UserInput input(UserInput::Way::mouse, window());
    input.press(health.button(HealthStrip::TooLong));
    QTRY_COMPARE(browser().model()->rowCount(), 1);
    QCOMPARE(browser().model()->idAt(0), browser().currentClip());
    QTRY_COMPARE(clippedTexts(page()).join(u'\n'), QString());
    choose("cogvideox-2b");  // another model with a low limit
    QTRY_COMPARE(bar.texts().size(), 1);
    QTRY_COMPARE(health.count(HealthStrip::TooLong), 2);
    action("edit.undo")->trigger();
    action("edit.undo")->trigger();
    QTRY_COMPARE(health.count(HealthStrip::TooLong), 0);
  }

  /// Both \1 and $1 stand for the group.
  void groupsAreReplaced() {
    proposeForFive();
    UserInput input(UserInput::Way::keyboard, window());
    input.inDialog([&] { input.command("caption.replace"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<ReplaceDialog&>(opened);
                     input.press(dialog.findChildren<QCheckBox*>()[0]);
                     input.fill(dialog.search(), QStringLiteral("(red) ball"));
                     for (const char* const group : {"\\1 cube", "$1 cube"}) {
                       input.fill(dialog.replacement(), QLatin1String(group));
                       input.await(QStringLiteral("the preview"), [&] {
                         return dialog.preview()->model()->index(0, 1).data().toString().startsWith(
                             QLatin1String("A red cube"));
                       });
                     }
                     input.key(QKeySequence(Qt::Key_Return));
                     input.await(QStringLiteral("the change"), [&] {
                       return dialog.summary() == QLatin1String("2 captions were changed.");
                     });
                     // The summary of a replacement stays, even if the new text would match again.
                     input.fill(dialog.search(), QStringLiteral("cube"));
                     input.fill(dialog.replacement(), QStringLiteral("cubes"));
                     input.await(QStringLiteral("the preview"), [&] {
                       return dialog.summary() == QLatin1String("2 captions will change.");
                     });
                     input.key(QKeySequence(Qt::Key_Return));
                     input.await(QStringLiteral("the change"), [&] {
                       return dialog.summary() == QLatin1String("2 captions were changed.") &&
                              dialog.replaceButton()->isEnabled();
                     });
                     input.key(QKeySequence(Qt::Key_Escape));
                   });
    QCOMPARE(captions()[1], std::string("A red cubes, number 2"));
  }

  /// The preview shows removed and added text in different colours.
  void whatWillChangeIsInColour() {
    proposeForFive();
    ReplaceDialog dialog(m_app->clips(), browser().model()->query(), {}, &page());
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    const auto tinted = [&](int column, Tint tint) {
      QAbstractItemView& view = *dialog.preview();
      const QImage cell = view.viewport()->grab(view.visualRect(view.model()->index(0, column))).toImage();
      const QColor mark =
          blended(view.palette().color(QPalette::Base), tintColor(tint, view.palette()), 0.22);
      int count = 0;
      for (int y = 0; y < cell.height(); ++y) {
        for (int x = 0; x < cell.width(); ++x) count += cell.pixelColor(x, y) == mark ? 1 : 0;
      }
      return count;
    };
    QTest::keyClicks(dialog.search(), QStringLiteral("red ball"));
    QTest::keyClicks(dialog.replacement(), QStringLiteral("green ball"));
    QTRY_COMPARE(dialog.preview()->model()->rowCount(), 2);
    dialog.preview()->setCurrentIndex({});
    keepPictureOf(dialog, QStringLiteral("replace"));
    m_app->theme().setMode(ThemeMode::light);
    QTRY_VERIFY(tinted(0, Tint::bad) > 50);
    QVERIFY(tinted(1, Tint::good) > 50);
    QCOMPARE(tinted(0, Tint::good) + tinted(1, Tint::bad), 0);
  }

  void nothingIsClipped_data() {
    QTest::addColumn<QString>("language");
    for (const char* const language : {"en", "de", "zh_CN"})
      QTest::newRow(language) << QString::fromLatin1(language);
  }
  void nothingIsClipped() {
    QFETCH(QString, language);
    Settings().setLanguage(language);
    restart();
    window().resize(1280, 800);
    proposeForFive();
    QTRY_VERIFY(page().findChild<CaptionBench*>()->proposal()->isVisible());
    QTest::qWait(100);
    QCOMPARE(clippedTexts(page()).join(u'\n'), QString());
    keepPicture(QStringLiteral("bench-one-") + language);
    window().resize(1280, 800);
    browser().grid()->selectAll();
    QTRY_VERIFY(page().findChild<CaptionBench*>()->proposal()->summary()->isVisible());
    QTest::qWait(100);
    QCOMPARE(clippedTexts(page()).join(u'\n'), QString());
    keepPicture(QStringLiteral("bench-many-") + language);
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
