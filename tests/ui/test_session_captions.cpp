// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>
#include <QToolButton>

#include "core/project/test_clip.h"
#include "text/tokenizer.h"
#include "ui/dataset/caption_bench.h"
#include "ui/dataset/captioner_dialog.h"
#include "ui/dataset/proposal_pane.h"
#include "ui/dataset/replace_dialog.h"
#include "ui/dataset/tag_row.h"
#include "ui/dataset/token_bar.h"
#include "ui/support/session_test.h"

using namespace fw;
using namespace fw::ui;

/// Captions are proposed, written for many clips at once, replaced, counted and tagged.
class TestSessionCaptions : public SessionTest {
  Q_OBJECT

  using Texts = std::vector<std::string>;
  enum Row { first, second, third, last, rowCount };

  ProposalPane& proposal() { return *page().findChild<CaptionBench*>()->proposal(); }
  TagRow& tags() { return *page().findChild<CaptionBench*>()->tags(); }
  Texts proposals() const {
    Texts texts;
    for (const project::ClipRow& row : rows()) texts.push_back(row.proposal ? row.proposal->text : "");
    return texts;
  }
  void awaitCaptions(UserInput& input, const QString& what, const Texts& texts) {
    input.await(what, [&] { return captions() == texts; });
  }

  void importClips(UserInput& input) {
    const std::filesystem::path videos = path(QStringLiteral("videos")).toStdString();
    for (int row = first; row < rowCount; ++row)
      make_test_clip(videos / (std::string(1, char('a' + row)) + ".mp4"), row + 1, 9);
    input.chooseFile(path(QStringLiteral("videos")), [&] { input.press(buttonOf("dataset.addFolder")); });
    awaitClips(input, rowCount);
  }

  /// A captioner is tried on a clip, then run on the selected clips as a job; its proposals are accepted,
  /// edited and refused.
  void propose(UserInput& input) {
    openClip(input, first);
    for (const Row until : {second, third}) {
      if (input.usesMouse())
        input.click(browser().grid()->viewport(), cardOf(until), Qt::ControlModifier);
      else
        input.key(QKeySequence(QStringLiteral("Shift+Right")));
      input.await(QStringLiteral("one more is selected"),
                  [&] { return browser().selectedClips().size() == size_t(until) + 1; });
    }
    input.inDialog([&] { input.command("caption.captioner"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<CaptionerDialog&>(opened);
                     input.fill(dialog.command(), QStringLiteral("sh -c 'echo seen ${0##*/}' {file}"));
                     input.press(dialog.testButton());
                     input.await(QStringLiteral("it says what it sees"),
                                 [&] { return dialog.answer()->text().startsWith(QLatin1String("seen ")); });
                     input.press(dialog.runButton());
                   });
    input.await(QStringLiteral("three captions are proposed"), [&] {
      return proposals() == Texts{"seen a.mp4", "seen b.mp4", "seen c.mp4", ""} &&
             m_app->jobs().activeJob() == nullptr;
    });
    openClip(input, first);
    const auto awaitProposal = [&](const char* text) {
      input.await(QStringLiteral("its proposal is shown"), [&] {
        return proposal().isVisible() && proposal().edit()->toPlainText() == QLatin1String(text);
      });
    };
    awaitProposal("seen a.mp4");
    input.command("caption.accept");
    awaitProposal("seen b.mp4");
    input.fill(proposal().edit(), QStringLiteral("a wave of mine"));
    input.command("caption.accept");
    awaitProposal("seen c.mp4");
    input.command("caption.refuse");
    input.await(QStringLiteral("none is left"), [&] { return proposals() == Texts(rowCount); });
    QCOMPARE(captions(), (Texts{"seen a.mp4", "a wave of mine", "", ""}));
  }

  /// For clips with different captions: the typed text is added to each, unless one of the captions, or
  /// another one, is chosen to replace all.
  void captionMany(UserInput& input) {
    const Texts before = captions();
    chooseAll(input);
    input.await(QStringLiteral("it is said that the captions differ"), [&] {
      return editor().values()->isVisible() && editor().values()->text().contains(QLatin1Char('3')) &&
             editor().edit()->placeholderText().contains(QLatin1String("differ"));
    });
    QVERIFY(editor().edit()->toPlainText().isEmpty());
    input.fill(editor().edit(), QStringLiteral("at dusk"));
    input.key(QKeySequence(Qt::CTRL | Qt::Key_Return));
    awaitCaptions(input, QStringLiteral("each got more"),
                  {"seen a.mp4 at dusk", "a wave of mine at dusk", "at dusk", "at dusk"});
    input.await(QStringLiteral("the field is empty again"),
                [&] { return editor().edit()->toPlainText().isEmpty(); });
    input.chooseInMenu([&] { input.press(editor().values()); }, 1);
    input.await(QStringLiteral("one of them is in the field"),
                [&] { return !editor().edit()->toPlainText().isEmpty(); });
    const std::string chosen = editor().edit()->toPlainText().toStdString();
    input.key(QKeySequence(Qt::CTRL | Qt::Key_Return));
    awaitCaptions(input, QStringLiteral("all have it"), Texts(rowCount, chosen));
    input.focus(browser().grid());
    for (int step = 0; step < 2; ++step) {
      const Texts now = captions();
      input.command("edit.undo");
      input.await(QStringLiteral("a step is taken back"), [&] { return captions() != now; });
    }
    QCOMPARE(captions(), before);
  }

  /// By a regular expression, then a prefix and a suffix for all.
  void replace(UserInput& input) {
    input.focus(browser().grid());
    input.inDialog([&] { input.command("caption.replace"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<ReplaceDialog&>(opened);
                     const auto awaitPreview = [&](const char* text) {
                       input.await(QStringLiteral("it is shown what changes"), [&] {
                         return dialog.preview()->model()->index(0, 1).data().toString() ==
                                QLatin1String(text);
                       });
                     };
                     const auto replaceNow = [&](const char* summary) {
                       input.press(dialog.replaceButton());
                       input.await(QStringLiteral("it is said what changed"),
                                   [&] { return dialog.summary() == QLatin1String(summary); });
                     };
                     input.press(dialog.findChildren<QCheckBox*>()[0]);
                     input.fill(dialog.search(), QStringLiteral("seen (.)"));
                     input.fill(dialog.replacement(), QStringLiteral("\\1 in"));
                     awaitPreview("a in.mp4");
                     replaceNow("1 caption was changed.");
                     input.choose(*dialog.kind(), ReplaceDialog::Prefix);
                     input.fill(dialog.replacement(), QStringLiteral("film, "));
                     input.fill(dialog.triggerWord(), QStringLiteral("ohwx"));
                     awaitPreview("film, a in.mp4");
                     replaceNow("4 captions were changed.");
                     input.choose(*dialog.kind(), ReplaceDialog::Suffix);
                     input.fill(dialog.replacement(), QStringLiteral(", grainy"));
                     awaitPreview("film, a in.mp4, grainy");
                     replaceNow("4 captions were changed.");
                     input.key(QKeySequence(Qt::Key_Escape));
                   });
    QCOMPARE(captions()[first], std::string("film, a in.mp4, grainy"));
    QCOMPARE(captions()[second], std::string("film, a wave of mine, grainy"));
    const auto read = project::Project::open(project().toStdString(), project::Access::read_only);
    QCOMPARE(setting(read, "id_token"), std::string("ohwx"));
  }

  /// For the chosen model, including the trigger word; captions that are too long are marked, counted and
  /// listed.
  void countTokens(UserInput& input) {
    if (!text::has_sentencepiece()) return;
    openClip(input, last);
    auto* const choose = editor().findChild<QPushButton*>(QStringLiteral("chooseModel"));
    input.chooseModel(QStringLiteral(FW_SOURCE_FOLDER "/resources/sample/model"),
                      [&] { input.press(choose); });
    const TokenBar& bar = *page().findChild<TokenBar*>();
    input.await(QStringLiteral("its tokens are counted"), [&] {
      return bar.isVisible() && bar.texts().value(0).endsWith(QLatin1String(" of 32 tokens")) &&
             !editor().isTooLong();
    });
    awaitCount(input, HealthStrip::TooLong, 0);
    input.fill(editor().edit(), QStringLiteral("ball ").repeated(40));
    input.await(QStringLiteral("it is marked"),
                [&] { return editor().isTooLong() && editor().edit()->extraSelections().size() == 1; });
    input.key(QKeySequence(Qt::CTRL | Qt::Key_Return));
    awaitCount(input, HealthStrip::TooLong, 1);
    list(input, HealthStrip::TooLong, 1);
    list(input, HealthStrip::AllClips, rowCount);
  }

  /// Typed, completed, counted, and removed by its chip.
  void tag(UserInput& input) {
    const auto chips = [&](const QStringList& texts) {
      QStringList shown;
      for (const QPushButton* const chip : tags().chips())
        if (chip->isVisible())
          shown << chip->text().simplified();  // others will take the focus
      return shown == texts;
    };
    openClip(input, first);
    input.fill(tags().field(), QStringLiteral("seaside"));
    input.key(QKeySequence(Qt::Key_Return));
    input.await(QStringLiteral("one clip has the tag"), [&] { return chips({QStringLiteral("seaside")}); });
    chooseAll(input);
    input.await(QStringLiteral("it is counted"),
                [&] { return chips({QStringLiteral("seaside 1/4")}) && !tags().chips()[0]->isChecked(); });
    input.press(tags().chips()[0]);
    input.await(QStringLiteral("all have the tag"),
                [&] { return chips({QStringLiteral("seaside 4/4")}) && tags().chips()[0]->isChecked(); });
    input.fill(tags().field(), QStringLiteral("night, SEA"));
    input.await(QStringLiteral("it is completed"),
                [] { return QApplication::activePopupWidget() != nullptr; });
    auto& completions = dynamic_cast<QAbstractItemView&>(*QApplication::activePopupWidget());
    QCOMPARE(completions.model()->index(0, 0).data().toString().simplified(), QStringLiteral("seaside (4)"));
    if (input.usesMouse()) {
      input.clickItem(completions, completions.model()->index(0, 0));
    } else {
      QTest::keyClick(&completions, Qt::Key_Down);
      QTest::keyClick(&completions, Qt::Key_Return);
    }
    input.await(QStringLiteral("it is taken"),
                [&] { return tags().field()->text() == QLatin1String("night, seaside, "); });
    input.key(QKeySequence(Qt::Key_Return));
    input.await(QStringLiteral("all have two tags"), [&] {
      return chips({QStringLiteral("night 4/4"), QStringLiteral("seaside 4/4")});
    });
    input.press(tags().chips()[0]);
    input.await(QStringLiteral("one is taken away"), [&] { return chips({QStringLiteral("seaside 4/4")}); });
    for (const project::ClipRow& clip : rows()) QCOMPARE(clip.tags, std::vector<std::string>{"seaside"});
  }

  void session(UserInput& input) {
    makeProject(input);
    importClips(input);
    propose(input);
    captionMany(input);
    replace(input);
    countTokens(input);
    tag(input);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { open(); }
  void cleanup() { m_app.reset(); }

  void clipsAreCaptioned_data() { bothWays(); }
  void clipsAreCaptioned() {
    walk([this](UserInput& input) { session(input); });
  }
};

QTEST_MAIN(TestSessionCaptions)
#include "test_session_captions.moc"
