// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QLineEdit>
#include <QPointer>
#include <QUndoStack>

#include "ui/run_settings/setting_row.h"
#include "ui/support/train_test.h"
#include "ui/support/user_input.h"
#include "ui/train/preset_button.h"
#include "ui/train/preset_list.h"

using namespace fw;
using namespace fw::ui;

/// The user's actions on the Train page while input is being checked.
class TestTrainLive : public TrainTest {
  Q_OBJECT

  QWidget* editor(const char* key) { return page().form().row(key)->editor(); }
  UserInput keys() { return {UserInput::Way::keyboard, window()}; }

  void open(const std::filesystem::path& model) {
    TrainTest::open(
        [](project::Project& made) {
          add_test_clips(made, 4);
          project::set_project_buckets(made, std::vector{catalog::Bucket{17, 480, 640}});
        },
        model);
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

  /// An invalid advanced setting is visible only because of its fault, which the first letter may fix.
  void aSettingStaysWhileItIsTyped() {
    open(largeModel());
    UserInput input = keys();
    const auto type = [&](const char* text) {
      input.fill(editor("data.caption_dropout_p"), QLatin1String(text));
    };
    const auto isShown = [this] { return page().form().isShown("data.caption_dropout_p"); };
    input.press(page().form().advanced());
    type("7");
    input.press(page().form().advanced());
    QVERIFY(!page().form().advanced()->isChecked() && isShown());
    type("0.25");
    QCOMPARE(page().draft().run().settings.caption_dropout_p, 0.25);
    QVERIFY(isShown() && page().form().search()->text().isEmpty());
    input.key(QKeySequence(Qt::Key_Tab));
    QTRY_VERIFY(!isShown());
    // A click elsewhere reaches its target.
    input.press(page().form().advanced());
    type("7");
    input.press(page().form().advanced());
    type("0.5");
    UserInput(UserInput::Way::mouse, window()).focus(editor("training.train_steps"));
    QVERIFY(editor("training.train_steps")->hasFocus());
    QTRY_VERIFY(!isShown());
  }

  /// Each letter triggers a check because it goes into captions, but not of the model.
  void presetsStayWhileTheTriggerWordIsTyped() {
    open(largeModel());
    QTRY_VERIFY(!page().presets().buttons().empty());
    const QPointer<QWidget> preset = page().presets().buttons().front();
    UserInput input = keys();
    QWidget* const word = editor("data.id_token");
    input.focus(word);
    const int place = word->mapTo(page().form().parentWidget(), QPoint(0, 0)).y();
    for (const char letter : {'f', 'o', 'x'}) {
      key(static_cast<Qt::Key>(Qt::Key_A + letter - 'a'));
      QTRY_VERIFY(page().check().isCurrent());
      QVERIFY(preset != nullptr && preset->isVisible());
      QCOMPARE(word->mapTo(page().form().parentWidget(), QPoint(0, 0)).y(), place);
    }
    QCOMPARE(page().draft().run().settings.id_token, std::string("fox"));
    // Another model's presets are replaced.
    fake::makeModelFolder(file("other"), "cogvideox-2b");
    page().draft().setValue(*run::find_setting("model.folder"), file("other").string());
    QVERIFY(page().presets().buttons().empty());
    QTRY_VERIFY(!page().presets().buttons().empty());
  }

  /// Another model is read while the user moves through the undo history: redo stays possible.
  void whatCanBeRedoneStays() {
    open(largeModel());
    const auto settings = [this] { return page().draft().run().settings; };
    const auto isLooked = [this] { return page().check().isCurrent(); };
    QUndoStack& history = page().draft().undoStack();
    const std::string before = settings().family;
    const QString other = QStringLiteral(FW_SOURCE_FOLDER "/tests/reference/cases/models/ltx-0.9.5");
    Q_EMIT m_app->navigator().modelRequested(other);
    QTRY_VERIFY(isLooked() && settings().family != before);
    const std::string family = settings().family;
    UserInput input = keys();
    input.fill(editor("lora.rank"), QStringLiteral("3"));
    input.focus(page().form().advanced());  // has no history of its own
    const int steps = history.count();
    QVERIFY(steps >= 3);
    const auto goBackToTheFirstStep = [&] {
      while (history.canUndo()) key(Qt::Key_Z, Qt::ControlModifier);
      QTRY_VERIFY(isLooked() && settings().family == before);
      key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
      QCOMPARE(settings().model_folder, other.toStdString());
      QTRY_VERIFY(isLooked());
      QCOMPARE(history.count(), steps);
      QCOMPARE(history.index(), 1);
    };
    goBackToTheFirstStep();
    while (history.canRedo()) key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(settings().family, family);
    QCOMPARE(settings().rank, int64_t{3});
    // Continuing from there gets the model's family all the same.
    QTRY_VERIFY(isLooked());
    goBackToTheFirstStep();
    input.fill(editor("lora.rank"), QStringLiteral("5"));
    QTRY_COMPARE(settings().family, family);
    QCOMPARE(settings().rank, int64_t{5});
  }
};

QTEST_MAIN(TestTrainLive)
#include "test_train_live.moc"
