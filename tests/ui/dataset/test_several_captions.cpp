// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include "project/caption_rules.h"
#include "support/project_changes.h"
#include "ui/dataset/caption_rules_dialog.h"
#include "ui/dataset/other_captions.h"
#include "ui/support/access_walk.h"
#include "ui/support/clip_walk.h"
#include "ui/support/dataset_test.h"
#include "ui/support/user_input.h"
#include "ui/widgets/clip_grid.h"

using namespace fw;
using namespace fw::ui;

Q_DECLARE_METATYPE(UserInput::Way)

/// Several captions of a clip, and what the project adds to all captions, by mouse and by keyboard only.
class TestSeveralCaptions : public DatasetTest {
  Q_OBJECT

  using Texts = std::vector<std::string>;

  static void bothWays() {
    QTest::addColumn<UserInput::Way>("way");
    QTest::newRow("mouse") << UserInput::Way::mouse;
    QTest::newRow("keyboard") << UserInput::Way::keyboard;
  }
  /// Two clips; the second has a caption and is shown.
  void makeClips() {
    makeProject();
    m_app->clips().edit([](project::Project& project) { add_test_clips(project, 2); });
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 2, 20000);
    window().showPage(PageId::dataset);
    QVERIFY(browser().showClip(browser().model()->idAt(1)));
    QTRY_VERIFY(editor().edit()->isEnabled());
    browser().grid()->setFocus();
  }
  OtherCaptions& others() { return *page().findChild<OtherCaptions*>(); }
  Texts captionsOf(size_t clip) const { return project::captions_of(rows()[clip]); }
  dataset::CaptionRules rules() const {
    return project::caption_rules(
        project::Project::open(project().toStdString(), project::Access::read_only));
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { openWithoutEngine(); }
  void cleanup() { m_app.reset(); }

  void captionsAreAddedEditedAndRemoved_data() { bothWays(); }
  void captionsAreAddedEditedAndRemoved() {
    QFETCH(UserInput::Way, way);
    makeClips();
    UserInput input(way, window());
    const std::string first = "A red ball, number 2";
    QVERIFY(!others().isVisible());
    for (int i = 0; i < 2; ++i) {
      input.command("caption.add");
      QTRY_COMPARE(others().edits().size(), i + 1);
      QTRY_VERIFY(others().edits().last()->hasFocus());
      QTest::keyClicks(others().edits().last(),
                       i == 0 ? QStringLiteral("a toy") : QStringLiteral("it rolls"));
      input.focus(editor().edit());
      input.await(QStringLiteral("the caption is saved"),
                  [&] { return captionsOf(1).size() == static_cast<size_t>(i + 2); });
    }
    QCOMPARE(captionsOf(1), (Texts{first, "a toy", "it rolls"}));
    QCOMPARE(unnamedWidgets(page()).join(u'\n'), QString());
    QCOMPARE(clippedTexts(page()).join(u'\n'), QString());
    keepPicture(QStringLiteral("several-captions"));
    // Another clip does not show them; moving to it saves the typed text.
    input.fill(others().edits()[1], QStringLiteral("it rolls away"));
    QVERIFY(browser().showClip(browser().model()->idAt(0)));
    QTRY_VERIFY(!others().isVisible());
    QTRY_COMPARE(captionsOf(1), (Texts{first, "a toy", "it rolls away"}));
    QVERIFY(captionsOf(0).empty());
    QVERIFY(browser().showClip(browser().model()->idAt(1)));
    QTRY_COMPARE(others().edits().size(), 2);
    QTRY_COMPARE(others().edits()[1]->toPlainText(), QStringLiteral("it rolls away"));
    input.press(others().removers()[0]);
    QTRY_COMPARE(captionsOf(1), (Texts{first, "it rolls away"}));
    QTRY_COMPARE(others().edits().size(), 1);
    action("edit.undo")->trigger();
    QTRY_COMPARE(captionsOf(1), (Texts{first, "a toy", "it rolls away"}));
    QTRY_COMPARE(others().edits().size(), 2);
    // An emptied caption is removed with its field.
    input.command("caption.add");
    QTRY_COMPARE(others().edits().size(), 3);
    input.focus(editor().edit());
    QTRY_COMPARE(others().edits().size(), 2);
    QCOMPARE(captionsOf(1).size(), size_t{3});
    // Without a first caption the next takes its place.
    input.focus(editor().edit());
    input.key(QKeySequence(Qt::CTRL | Qt::Key_A));
    input.key(QKeySequence(Qt::Key_Delete));
    input.focus(others().edits()[0]);
    QTRY_COMPARE(captionsOf(1), (Texts{"a toy", "it rolls away"}));
    QTRY_COMPARE(others().edits().size(), 1);
    QTRY_COMPARE(editor().edit()->toPlainText(), QStringLiteral("a toy"));
  }

  void severalClipsShowNone() {
    makeClips();
    m_app->clips().edit([](project::Project& project) {
      const auto ids = list_clips(project);
      project::add_caption(project, ids, "a toy");
    });
    QTRY_COMPARE(others().edits().size(), 1);
    browser().selectClips({1, 2});
    QTRY_VERIFY(!others().isVisible());
    QVERIFY(!action("caption.add")->isEnabled());
    browser().selectClips({2});
    QTRY_VERIFY(others().isVisible());
    QTRY_VERIFY(action("caption.add")->isEnabled());
    QCOMPARE(captionsOf(1), (Texts{"A red ball, number 2", "a toy"}));
  }

  void rulesAreSetInOnePlace_data() { bothWays(); }
  void rulesAreSetInOnePlace() {
    QFETCH(UserInput::Way, way);
    makeClips();
    UserInput input(way, window());
    const auto open = [&] { input.command("caption.rules"); };
    const auto asRules = [](QDialog& dialog) -> CaptionRulesDialog& {
      return dynamic_cast<CaptionRulesDialog&>(dialog);
    };
    const auto button = [](QDialog& dialog, QDialogButtonBox::StandardButton which) {
      return dialog.findChild<QDialogButtonBox*>()->button(which);
    };
    input.inDialog(open, [&](QDialog& opened) {
      CaptionRulesDialog& dialog = asRules(opened);
      QCOMPARE(unnamedWidgets(dialog).join(u'\n'), QString());
      QCOMPARE(clippedTexts(dialog).join(u'\n'), QString());
      QCOMPARE(dialog.preview()->toPlainText(), QStringLiteral("A red ball, number 2"));
      QVERIFY(!dialog.versions()->isEnabled() && !dialog.kept()->isEnabled());
      input.fill(dialog.trigger(), QStringLiteral("sks"));
      input.fill(dialog.prefix(), QStringLiteral("film of"));
      input.fill(dialog.suffix(), QStringLiteral(", grainy"));
      QCOMPARE(dialog.preview()->toPlainText(), QStringLiteral("sks film of A red ball, number 2, grainy"));
      input.press(dialog.shuffle());
      QVERIFY(dialog.versions()->isEnabled() && dialog.kept()->isEnabled());
      input.press(dialog.choices());
      keepPictureOf(dialog, QStringLiteral("caption-rules"));
      input.press(button(dialog, QDialogButtonBox::Save));
    });
    const auto saved = [&] { return rules().prefix == "film of"; };
    input.await(QStringLiteral("the rules are saved"), saved);
    QCOMPARE(rules(), (dataset::CaptionRules{.trigger = "sks",
                                             .prefix = "film of",
                                             .suffix = ", grainy",
                                             .shuffles_tags = true,
                                             .has_choices = true}));
    input.inDialog(open, [&](QDialog& opened) {
      CaptionRulesDialog& dialog = asRules(opened);
      QCOMPARE(dialog.trigger()->text(), QStringLiteral("sks"));
      QVERIFY(dialog.shuffle()->isChecked() && dialog.choices()->isChecked());
      input.fill(dialog.trigger(), QStringLiteral("other"));
      input.press(button(dialog, QDialogButtonBox::Cancel));
    });
    QCOMPARE(rules().trigger, std::string("sks"));
    action("edit.undo")->trigger();  // all of them in one step
    QTRY_COMPARE(rules(), dataset::CaptionRules());
  }
};

QTEST_MAIN(TestSeveralCaptions)
#include "test_several_captions.moc"
