// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include "project/repeats.h"
#include "project/weights.h"
#include "support/project_changes.h"
#include "ui/dataset/sets_dialog.h"
#include "ui/dataset/weight_row.h"
#include "ui/support/access_walk.h"
#include "ui/support/clip_walk.h"
#include "ui/support/dataset_test.h"
#include "ui/support/user_input.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

Q_DECLARE_METATYPE(UserInput::Way)

/// How much clips and sets of them count, by mouse and by keyboard only.
class TestWeights : public DatasetTest {
  Q_OBJECT

  static void bothWays() {
    QTest::addColumn<UserInput::Way>("way");
    QTest::newRow("mouse") << UserInput::Way::mouse;
    QTest::newRow("keyboard") << UserInput::Way::keyboard;
  }
  void makeClips() {
    makeProject();
    m_app->clips().edit([](project::Project& project) { add_test_clips(project, 3); });
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 3, 20000);
    window().showPage(PageId::dataset);
    QVERIFY(browser().showClip(browser().model()->idAt(0)));
    QTRY_VERIFY(weights().times()->isEnabled());
    browser().grid()->setFocus();
  }
  WeightRow& weights() { return *page().findChild<WeightRow*>(); }
  std::vector<std::optional<int64_t>> times() const {
    std::vector<std::optional<int64_t>> found;
    for (const project::ClipRow& row : rows()) found.push_back(row.times);
    return found;
  }
  project::Project read() const {
    return project::Project::open(project().toStdString(), project::Access::read_only);
  }
  void enter(UserInput& input, QAbstractSpinBox* field, const QString& value) {
    input.focus(field);
    input.key(QKeySequence(Qt::CTRL | Qt::Key_A));
    QTest::keyClicks(field, value);
    input.key(QKeySequence(Qt::Key_Tab));
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { openWithoutEngine(); }
  void cleanup() { m_app.reset(); }

  void selectedClipsGetRepeatsAndLossWeights_data() { bothWays(); }
  void selectedClipsGetRepeatsAndLossWeights() {
    QFETCH(UserInput::Way, way);
    makeClips();
    UserInput input(way, window());
    using Times = std::vector<std::optional<int64_t>>;
    QCOMPARE(weights().times()->text(), weights().times()->specialValueText());
    enter(input, weights().times(), QStringLiteral("4"));
    QTRY_COMPARE(times(), (Times{4, std::nullopt, std::nullopt}));
    enter(input, weights().lossWeight(), QLocale().toString(0.5, 'f', 2));
    QTRY_COMPARE(rows()[0].loss_weight, std::optional(0.5));
    QCOMPARE(unnamedWidgets(page()).join(u'\n'), QString());
    QCOMPARE(clippedTexts(page()).join(u'\n'), QString());
    keepPicture(QStringLiteral("weights"));
    // Clips that differ, and one number for all of them.
    browser().selectClips({1, 2});
    QTRY_VERIFY(weights().times()->text() != QStringLiteral("4"));
    const QString differ = weights().times()->specialValueText();
    enter(input, weights().times(), QStringLiteral("2"));
    QTRY_COMPARE(times(), (Times{2, 2, std::nullopt}));
    QTRY_COMPARE(weights().times()->value(), 2);
    action("edit.undo")->trigger();  // one step
    QTRY_COMPARE(times(), (Times{4, std::nullopt, std::nullopt}));
    QTRY_COMPARE(weights().times()->text(), differ);
    // Back to the rules: the lowest value.
    browser().selectClips({1});
    QTRY_COMPARE(weights().times()->value(), 4);
    input.focus(weights().times());
    for (int i = 0; i < 5; ++i) input.key(QKeySequence(Qt::Key_Down));
    input.key(QKeySequence(Qt::Key_Tab));
    QTRY_COMPARE(times(), (Times{std::nullopt, std::nullopt, std::nullopt}));
    QVERIFY(weights().times()->specialValueText() != differ);
  }

  void setsAreWeighed_data() { bothWays(); }
  void setsAreWeighed() {
    QFETCH(UserInput::Way, way);
    makeClips();
    UserInput input(way, window());
    const auto open = [&] { input.command("dataset.sets"); };
    const auto button = [](QDialog& dialog, QDialogButtonBox::StandardButton which) {
      return dialog.findChild<QDialogButtonBox*>()->button(which);
    };
    input.inDialog(open, [&](QDialog& opened) {
      auto& dialog = dynamic_cast<SetsDialog&>(opened);
      QVERIFY(!dialog.filter()->isEnabled() && !dialog.remove()->isEnabled());
      input.press(dialog.add());
      QVERIFY(dialog.filter()->hasFocus());
      input.fill(dialog.filter(), QStringLiteral("frames>x"));
      enter(input, dialog.times(), QStringLiteral("3"));
      input.press(button(dialog, QDialogButtonBox::Save));
      QVERIFY(dialog.isVisible() && dialog.fault()->isVisible());  // no such filter
      input.fill(dialog.filter(), QStringLiteral("name:clip"));
      QVERIFY(!dialog.fault()->isVisible());
      enter(input, dialog.lossWeight(), QLocale().toString(0.5, 'f', 2));
      input.press(dialog.add());
      input.fill(dialog.filter(), QStringLiteral("tag:class"));
      enter(input, dialog.share(), QStringLiteral("20"));
      enter(input, dialog.dropout(), QStringLiteral("10"));
      input.press(dialog.regularises());
      QCOMPARE(unnamedWidgets(dialog).join(u'\n'), QString());
      QCOMPARE(clippedTexts(dialog).join(u'\n'), QString());
      keepPictureOf(dialog, QStringLiteral("sets"));
      input.press(button(dialog, QDialogButtonBox::Save));
    });
    input.await(QStringLiteral("the sets are saved"), [&] { return !project::set_rules(read()).empty(); });
    QCOMPARE(project::repeats(read()), (std::vector<project::Repeat>{{"name:clip", 3}}));
    QCOMPARE(project::set_rules(read()),
             (std::vector<project::SetRule>{
                 {.filter = "name:clip", .loss_weight = 0.5},
                 {.filter = "tag:class", .caption_dropout = 0.1, .share = 0.2, .regularises = true}}));
    input.inDialog(open, [&](QDialog& opened) {
      auto& dialog = dynamic_cast<SetsDialog&>(opened);
      QCOMPARE(dialog.filter()->text(), QStringLiteral("name:clip"));
      QCOMPARE(dialog.times()->value(), 3);
      input.press(dialog.remove());
      QCOMPARE(dialog.filter()->text(), QStringLiteral("tag:class"));
      QVERIFY(dialog.regularises()->isChecked());
      input.press(button(dialog, QDialogButtonBox::Save));
    });
    input.await(QStringLiteral("one is removed"), [&] { return project::repeats(read()).empty(); });
    QCOMPARE(project::set_rules(read()).size(), size_t{1});
    action("edit.undo")->trigger();
    QTRY_COMPARE(project::repeats(read()).size(), size_t{1});
    QCOMPARE(project::set_rules(read()).size(), size_t{2});
  }
};

QTEST_MAIN(TestWeights)
#include "test_weights.moc"
