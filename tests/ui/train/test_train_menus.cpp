// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>
#include <QTimer>

#include "run/preset.h"
#include "ui/run_settings/setting_row.h"
#include "ui/run_settings/setting_text.h"
#include "ui/shell/guide_window.h"
#include "ui/support/menu_opener.h"
#include "ui/support/train_test.h"
#include "ui/train/preset_button.h"
#include "ui/train/preset_changes.h"
#include "ui/train/preset_list.h"
#include "ui/train/setting_differences.h"

using namespace fw;
using namespace fw::ui;

/// The menus of settings and presets, by mouse and by keyboard: each entry does what it says.
class TestTrainMenus : public TrainTest {
  Q_OBJECT

  std::unique_ptr<UserInput> m_input;

  static const catalog::Setting& setting(const char* key) { return *run::find_setting(key); }
  QWidget* editor(const char* key) { return page().form().row(key)->editor(); }
  void choose(QWidget* widget, const char* id, QStringList* entries = nullptr) {
    // A closing menu returns the keyboard to the window.
    window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window()));
    widget->setFocus();
    QTRY_VERIFY(widget->hasFocus());
    m_input->contextEntry(*widget, id, menuOpener(), entries);
  }
  PresetButton* preset(const QString& id) {
    for (PresetButton* const button : page().presets().buttons())
      if (QString::fromStdString(button->id()) == id) return button;
    return nullptr;
  }
  /// The first shipped preset that is usable.
  PresetButton* shipped() {
    for (PresetButton* const button : page().presets().buttons())
      if (button->isEnabled() && button->isVisible() && !button->isUsed()) return button;
    return nullptr;
  }
  /// Does `opens`, then `does` in the dialog that opens, which must close it.
  template <typename Dialog>
  void inDialog(const std::function<void()>& opens, const std::function<void(Dialog& dialog)>& does) {
    bool done = false;
    QTimer poll;
    connect(&poll, &QTimer::timeout, this, [&] {
      auto* const dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr || !dialog->isVisible()) return;
      poll.stop();
      does(*dialog);
      done = true;
    });
    poll.start(10);
    opens();
    QTRY_VERIFY(done);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void initTestCase_data() { addMenuOpeners(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
    open([](project::Project& made) { add_test_clips(made, 1); }, largeModel());
    m_input = menuInput(window());
    QTRY_VERIFY(!page().presets().buttons().empty());
  }
  void cleanup() { m_app.reset(); }

  void aSettingIsReset() {
    const catalog::Setting& steps = setting("training.train_steps");
    page().draft().setValue(steps, catalog::Value(int64_t{77}));
    QStringList entries;
    choose(editor("training.train_steps"), "setting.reset", &entries);
    QVERIFY(!page().draft().isChanged(steps));
    QVERIFY(entries.contains(QStringLiteral("setting.copyKey")));
    QVERIFY(entries.contains(QStringLiteral("setting.help")));
    QVERIFY(entries.size() > 6);  // a text field's own entries stay
    // A setting at its default offers no reset.
    QVERIFY_EXCEPTION_THROWN(choose(editor("training.train_steps"), "setting.reset"), std::runtime_error);
  }

  /// Undo names a preset as its card does, in the window's language.
  void anUndoneStepNamesThePresetsCard() {
    PresetButton* const button = shipped();
    QVERIFY(button != nullptr);
    const QString id = QString::fromStdString(button->id());
    m_input->press(button);
    QVERIFY(button->isUsed());
    QCOMPARE(page().draft().undoStack().undoText(),
             QStringLiteral("Use the preset “%1”").arg(button->accessibleName()));
    MainWindow* const before = &window();
    m_app->settings().setLanguage(QStringLiteral("de"));
    Q_EMIT before->languageChanged();
    QTRY_VERIFY(m_app->window() != before);
    QTRY_VERIFY(preset(id) != nullptr && preset(id)->isUsed());
    QCOMPARE(page().draft().undoStack().undoText(),
             QStringLiteral("Vorlage „%1“ benutzen").arg(preset(id)->accessibleName()));
  }

  /// To the value of the preset used last, which is not always the default.
  void aSettingGoesBackToItsPreset() {
    page().form().advanced()->setChecked(true);
    PresetButton* const button = shipped();
    QVERIFY(button != nullptr);
    button->click();
    QVERIFY(button->isUsed());
    const run::RunSettings& now = page().draft().run().settings;
    const catalog::Setting* found = nullptr;
    for (const catalog::Setting& each : run::settings()) {
      const catalog::Value value = value_of(now, each);
      const bool isOpen = page().form().row(each.key) != nullptr && editor(each.key.data())->isEnabled();
      if (isOpen && std::holds_alternative<int64_t>(value) && value != run::default_of(each, now.family))
        found = &each;
    }
    QVERIFY(found != nullptr);
    const catalog::Setting& changed = *found;
    const catalog::Value wanted = value_of(now, changed);
    const char* const key = changed.key.data();
    QStringList entries;
    choose(editor(key), "setting.copyKey", &entries);
    QVERIFY(entries.contains(QStringLiteral("setting.reset")));
    QVERIFY(!entries.contains(QStringLiteral("setting.resetToPreset")));
    const catalog::Value other = std::get<int64_t>(wanted) + 1;
    page().draft().setValue(changed, other);
    QVERIFY(!button->isUsed());
    choose(editor(key), "setting.resetToPreset", &entries);
    QVERIFY(entries.contains(QStringLiteral("setting.reset")));
    const QString text =
        page().form().row(key)->findChild<QAction*>(QStringLiteral("setting.resetToPreset"))->text();
    QCOMPARE(text,
             QStringLiteral("Reset to the preset “%1”: %2").arg(button->accessibleName(), valueText(wanted)));
    QVERIFY(value_of(now, changed) == wanted);
    QVERIFY(button->isUsed());
    // That is a separate step, and the preset is undone with its own.
    page().draft().undoStack().undo();
    QVERIFY(value_of(now, changed) == other);
    page().draft().undoStack().undo();
    page().draft().undoStack().undo();
    QVERIFY(page().draft().preset().empty());
    page().draft().setValue(changed, other);
    entries.clear();
    choose(editor(key), "setting.reset", &entries);
    QVERIFY(!entries.contains(QStringLiteral("setting.resetToPreset")));
  }

  /// Settings that the preset leaves at their default are removed from the file, as the preset does.
  void whatAPresetDoesNotSetIsTakenOut() {
    PresetButton* const button = shipped();
    QVERIFY(button != nullptr);
    button->click();
    page().form().advanced()->setChecked(true);
    const std::string before = page().draft().text();
    const catalog::Setting* left = nullptr;
    for (const std::string& key : run::preset_keys({})) {
      const catalog::Setting& each = *run::find_setting(key);
      const bool isOpen = page().form().row(key) != nullptr && editor(key.c_str())->isEnabled();
      const bool isSwitch = std::holds_alternative<bool>(run::default_of(each));
      if (isOpen && isSwitch && !page().draft().isGiven(each)) left = &each;
    }
    QVERIFY(left != nullptr);
    const catalog::Value usual = run::default_of(*left, page().draft().run().settings.family);
    page().draft().setValue(*left, !std::get<bool>(usual));
    QVERIFY(page().draft().isChanged(*left));
    choose(editor(left->key.data()), "setting.resetToPreset");
    QCOMPARE(page().draft().text(), before);
    QVERIFY(button->isUsed());
    // A setting that no preset has offers no preset value.
    page().draft().setValue(setting("training.train_steps"), int64_t{77});
    QVERIFY_EXCEPTION_THROWN(choose(editor("training.train_steps"), "setting.resetToPreset"),
                             std::runtime_error);
  }

  /// Each kind of editor has it, and the label for the mouse.
  void theKeyIsCopied() {
    page().form().advanced()->setChecked(true);
    std::vector<std::pair<QWidget*, QString>> all;
    const char* const keys[]{"training.train_steps", "validation.enable_tiling", "optimizer.optimizer",
                             "validation.validation_prompts"};
    for (const char* const key : keys) {
      if (page().form().row(key) == nullptr) QFAIL(key);
      all.emplace_back(editor(key), QLatin1String(key));
    }
    if (menuOpener() == UserInput::Opener::rightClick) {
      for (auto* const label : page().form().findChildren<QLabel*>())
        if (label->buddy() == editor("training.train_steps"))
          all.emplace_back(label, QStringLiteral("training.train_steps"));
      QCOMPARE(all.size(), std::size(keys) + 1);
    }
    for (const auto& [widget, key] : all) {
      QGuiApplication::clipboard()->clear();
      if (qobject_cast<QLabel*>(widget) == nullptr)
        choose(widget, "setting.copyKey");
      else
        m_input->contextEntry(*widget, "setting.copyKey", menuOpener());
      QTRY_COMPARE(QGuiApplication::clipboard()->text(), key);
    }
  }

  void aSettingsHelpOpens() {
    choose(editor("training.train_steps"), "setting.help");
    QTRY_VERIFY(window().findChild<GuideWindow*>() != nullptr);
    QTRY_VERIFY(window().findChild<GuideWindow*>()->page().contains(QLatin1String("settings.md")));
    window().findChild<GuideWindow*>()->close();
  }

  void aPresetTellsWhatItChanges() {
    PresetButton* const button = shipped();
    QVERIFY(button != nullptr);
    const std::string before = page().draft().text();
    const run::RunSettings now = page().draft().run().settings;
    QStringList entries, told;
    inDialog<PresetChanges>([&] { choose(button, "preset.changes", &entries); },
                            [&](PresetChanges& dialog) {
                              QVERIFY(dialog.windowTitle().contains(button->accessibleName()));
                              const QAbstractItemModel& rows = *dialog.table()->model();
                              for (int row = 0; row < rows.rowCount(); ++row)
                                told << rows.index(row, 0).data().toString() + QStringLiteral(" → ") +
                                            rows.index(row, 2).data().toString();
                              dialog.reject();
                            });
    QCOMPARE(entries, (QStringList{QStringLiteral("preset.changes"), QStringLiteral("preset.copy")}));
    QCOMPARE(page().draft().text(), before);
    // Neither more nor less than using it does.
    button->click();
    QStringList changed;
    for (const catalog::Setting& each : run::settings()) {
      const catalog::Value value = value_of(page().draft().run().settings, each);
      if (value != value_of(now, each))
        changed << QStringLiteral("%1: %2 → %3").arg(groupTitle(each), settingLabel(each), valueText(value));
    }
    QVERIFY(!changed.isEmpty());
    QCOMPARE(told, changed);
  }

  void aShippedPresetIsCopied() {
    PresetButton* const button = shipped();
    QVERIFY(button != nullptr);
    const std::string id = button->id();
    const run::Preset wanted = run::find_preset(run::preset_folder(), id);
    inDialog<QInputDialog>([&] { choose(button, "preset.copy"); },
                           [&](QInputDialog& dialog) {
                             QCOMPARE(dialog.textValue(), button->accessibleName());
                             dialog.setTextValue(QStringLiteral("Mine"));
                             dialog.accept();
                           });
    QTRY_VERIFY(preset(QStringLiteral("Mine")) != nullptr);
    const run::Preset made = run::find_preset(run::preset_folder(), "Mine");
    QVERIFY(made.is_own);
    QCOMPARE(made.name, std::string("Mine"));
    for (const auto& [key, line] :
         run::parse_run_file(wanted.text, file("preset.toml"), run::Extent::preset).given) {
      const catalog::Setting& each = *run::find_setting(key);
      QVERIFY2(value_of(made.settings, each) == value_of(wanted.settings, each), key.c_str());
    }
    // A user's preset has all of its commands, and a copy under the same name asks first.
    QStringList entries;
    bool asked = false;
    inDialog<QInputDialog>([&] { choose(preset(QStringLiteral("Mine")), "preset.copy", &entries); },
                           [&](QInputDialog& dialog) {
                             dialog.accept();
                             answer(QString(), &asked);
                           });
    QTRY_VERIFY(asked);
    QCOMPARE(entries, (QStringList{QStringLiteral("preset.changes"), QStringLiteral("preset.copy"),
                                   QStringLiteral("preset.rename"), QStringLiteral("preset.replace"),
                                   QStringLiteral("preset.delete")}));
  }
};

QTEST_MAIN(TestTrainMenus)
#include "test_train_menus.moc"
