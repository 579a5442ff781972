// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QContextMenuEvent>
#include <QInputDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>
#include <QToolButton>

#include "ui/run_settings/setting_row.h"
#include "ui/run_settings/setting_text.h"
#include "ui/shell/job_dock.h"
#include "ui/state/fault_text.h"
#include "ui/support/answer.h"
#include "ui/support/train_test.h"
#include "ui/support/user_input.h"
#include "ui/theme/palettes.h"
#include "ui/train/plan_card.h"
#include "ui/train/preset_button.h"
#include "ui/train/preset_list.h"
#include "ui/train/toml_colors.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/wrap_label.h"

using namespace fw;
using namespace fw::ui;

/// The Train page as a user operates it: all keys and clicks go to the window.
class TestTrainInput : public TrainTest {
  Q_OBJECT

  UserInput mouse() { return {UserInput::Way::mouse, window()}; }
  static void addWays() {
    QTest::addColumn<bool>("byMouse");
    QTest::newRow("mouse") << true;
    QTest::newRow("keyboard") << false;
  }
  UserInput chosenWay() {
    QFETCH(bool, byMouse);
    return {byMouse ? UserInput::Way::mouse : UserInput::Way::keyboard, window()};
  }
  QWidget* editor(const char* key) { return page().form().row(key)->editor(); }
  QString saidIn(const QWidget& part) const {
    QStringList told;
    for (const WrapLabel* const label : part.findChildren<WrapLabel*>())
      if (label->isVisibleTo(&part)) told << label->text();
    return told.join(u'\n');
  }

  /// A project with clips in one bucket on the Train page, and a planner for two disks.
  void open(const std::filesystem::path& model, const catalog::Bucket& bucket = {17, 480, 640}) {
    m_app->bridge().addKind(engine_api::kind_of<engine_api::PlanRequest>(
        [](const engine_api::PlanRequest& request, engine_api::JobContext&) {
          return fake::planOnTwoDisks(request);
        }));
    TrainTest::open(
        [&](project::Project& made) {
          add_test_clips(made, 4);
          project::set_project_buckets(made, std::vector{bucket});
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

  /// The free space is that of the disk that the run is written to, and a shortage is reported before the
  /// start.
  void aDiskThatIsTooSmallIsSaidBeforeTheStart() {
    open(largeModel());
    const PlanCard& plan = *page().findChild<PlanCard*>();
    QTRY_VERIFY2(saidIn(plan).contains(bytesText(700 * fake::gib)), qPrintable(saidIn(plan)));
    QVERIFY(!card().holds("train.disk_short"));
    UserInput input = mouse();
    input.press(page().form().advanced());
    input.fill(editor("run.output_dir"), path(QStringLiteral("small")));
    input.key(QKeySequence(Qt::Key_Tab));
    QTRY_VERIFY2(saidIn(plan).contains(bytesText(fake::gib)), qPrintable(saidIn(plan)));
    QTRY_VERIFY(card().holds("train.disk_short"));
    QVERIFY(card().isVisible());
    input.fill(editor("run.output_dir"), path(QStringLiteral("large")));
    input.key(QKeySequence(Qt::Key_Tab));
    QTRY_VERIFY(!card().holds("train.disk_short"));
    // Nothing free at all, and two needs on one disk.
    input.fill(editor("run.output_dir"), path(QStringLiteral("full")));
    input.key(QKeySequence(Qt::Key_Tab));
    QTRY_VERIFY(card().holds("train.disk_short"));
    input.fill(editor("data.cache"), path(QStringLiteral("cache")));
    input.fill(editor("run.output_dir"), path(QStringLiteral("shared")));
    input.key(QKeySequence(Qt::Key_Tab));
    QTRY_VERIFY(card().holds("train.both_short"));
    QVERIFY(!card().holds("train.disk_short") && !card().holds("train.cache_short"));
  }

  /// From its card's menu, by keyboard.
  void anOwnPresetIsRenamedAndDeleted() {
    qputenv("HOME", m_folder->path().toUtf8());  // location of the trash
    run::save_preset(run::preset_folder(), "Foxes", "schema = 1\n[lora]\nrank = 5\n", true);
    restart();
    open(largeModel());
    const auto find = [&](const char* id) -> PresetButton* {
      for (PresetButton* const button : page().presets().buttons())
        if (button->id() == id) return button;
      return nullptr;
    };
    /// Opens the card's menu, moves down this many lines and chooses the command.
    const auto choose = [&](PresetButton* button, int lines) {
      auto* const timer = new QTimer(qApp);
      connect(timer, &QTimer::timeout, timer, [timer, lines] {
        QWidget* const menu = QApplication::activePopupWidget();
        if (menu == nullptr) return;
        timer->deleteLater();
        for (int line = 0; line < lines; ++line) QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
      });
      timer->start(10);
      QContextMenuEvent event(QContextMenuEvent::Keyboard, button->rect().center(),
                              button->mapToGlobal(button->rect().center()));
      QApplication::sendEvent(button, &event);
    };
    QTRY_VERIFY(find("Foxes") != nullptr);
    auto* const typing = new QTimer(qApp);
    connect(typing, &QTimer::timeout, typing, [typing] {
      auto* const dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return;
      typing->deleteLater();
      auto* const line = dialog->findChild<QLineEdit*>();
      line->selectAll();
      QTest::keyClicks(line, QStringLiteral("Owls"));
      QTest::keyClick(line, Qt::Key_Return);
    });
    typing->start(10);
    choose(find("Foxes"), 3);
    QTRY_VERIFY(find("Owls") != nullptr && find("Foxes") == nullptr);
    bool asked = false;
    answer(QString(), &asked);
    choose(find("Owls"), 5);
    QTRY_VERIFY(asked);
    QVERIFY(find("Owls") != nullptr);
    asked = false;
    answer(QStringLiteral("agree"), &asked);
    choose(find("Owls"), 5);
    QTRY_VERIFY(asked && find("Owls") == nullptr);
  }

  /// A preset's figures for its own clips do not hold for much larger ones.
  void aPresetIsNotBelievedForLargerClips() {
    open(sampleModel(), {33, 480, 640});
    QTRY_VERIFY(!page().presets().buttons().empty());
    PresetButton* const preset = page().presets().buttons().front();
    mouse().click(preset, preset->rect().center());
    QTRY_VERIFY(preset->isUsed());
    QTRY_VERIFY(card().holds("train.bucket_large") && card().isVisible());
    QVERIFY2(saidIn(card()).contains(QLatin1String("33x480x640")), qPrintable(saidIn(card())));
    QVERIFY2(saidIn(card()).contains(QLatin1String("9x64x96")), qPrintable(saidIn(card())));
  }

  /// A run is a single job, and titles are unique.
  void runsOfOneNameAreQueuedAndToldApart_data() { addWays(); }
  void runsOfOneNameAreQueuedAndToldApart() {
    open(largeModel());
    UserInput input = chosenWay();
    auto* const enqueue = page().findChild<QPushButton*>(QStringLiteral("train.enqueue.button"));
    for (int run = 1; run <= 3; ++run) {
      input.page(PageId::train);
      QTRY_VERIFY(enqueue->isEnabled());
      input.fill(editor("run.name"), QStringLiteral("q2"));
      input.press(enqueue);  // immediately: the input is still being checked
      QTRY_COMPARE(m_app->jobs().rowCount(), run);
    }
    QTRY_VERIFY(m_app->jobs().activeJob() != nullptr && m_app->runs().runs().size() == 3);
    std::set<QString> names, titles;
    for (const RunRow& run : m_app->runs().runs()) names.insert(m_app->runs().nameOf(run));
    for (int row = 0; row < 3; ++row) {
      const JobRow& job = *m_app->jobs().job(m_app->jobs().index(row, 0));
      QCOMPARE(job.kind, std::string("train"));
      titles.insert(job.title());
    }
    QCOMPARE(names.size(), size_t{3});
    QCOMPARE(titles.size(), size_t{3});
    // The last one moves to the front.
    const engine_api::JobId last = m_app->jobs().job(m_app->jobs().index(2, 0))->id;
    QTRY_VERIFY(window().jobDock().isVisible());
    auto& table = *window().jobDock().findChild<FlatTable*>();
    if (input.usesMouse()) {
      input.clickItem(table, m_app->jobs().index(2, 0));
    } else {
      input.focus(&table);
      input.key(QKeySequence(Qt::Key_End));
    }
    input.key(QKeySequence(QStringLiteral("Alt+Up")));
    QTRY_COMPARE(m_app->jobs().waitingPosition(last), 0);
  }

  void flagsOfOtherTrainersFindTheirSetting_data() {
    QTest::addColumn<QString>("flag");
    QTest::addColumn<QString>("key");
    QTest::newRow("rank") << QStringLiteral("--network_dim") << QStringLiteral("lora.rank");
    QTest::newRow("alpha") << QStringLiteral("--network_alpha") << QStringLiteral("lora.lora_alpha");
    QTest::newRow("rate") << QStringLiteral("--learning_rate") << QStringLiteral("optimizer.lr");
  }
  void flagsOfOtherTrainersFindTheirSetting() {
    QFETCH(QString, flag);
    QFETCH(QString, key);
    open(largeModel());
    mouse().fill(page().form().search(), flag);
    QVERIFY(page().form().isShown(key.toStdString()));
    QVERIFY(!page().form().isShown("training.train_steps"));
  }

  void numbersAreReadAndShownInTheLanguage() {
    Settings().setLanguage(QStringLiteral("de"));
    restart();
    open(sampleModel(), {9, 64, 96});
    auto* const edit = qobject_cast<QLineEdit*>(page().form().row("lora.lora_alpha")->editor());
    for (const char* const typed : {"12,5", "12.5"}) {
      edit->setText(QLatin1String(typed));
      Q_EMIT edit->textEdited(edit->text());
      QCOMPARE(page().draft().run().settings.lora_alpha, 12.5);
      QVERIFY(QString::fromStdString(page().draft().text()).contains(QLatin1String("lora_alpha = 12.5")));
      page().draft().undoStack().undo();
    }
    QVERIFY2(!edit->text().contains(QLatin1Char('.')), qPrintable(edit->text()));
  }

  /// In the window's language; the run file has true and false.
  void switchesAreWords_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("on");
    QTest::addColumn<QString>("off");
    QTest::newRow("English") << "en"
                             << "On"
                             << "Off";
    QTest::newRow("German") << "de"
                            << "An"
                            << "Aus";
    QTest::newRow("Chinese") << "zh_CN"
                             << "开"
                             << "关";
  }
  void switchesAreWords() {
    QFETCH(QString, language);
    QFETCH(QString, on);
    QFETCH(QString, off);
    Settings().setLanguage(language);
    restart();
    open(sampleModel(), {9, 64, 96});
    page().form().advanced()->setChecked(true);
    QCOMPARE(valueText(true), on);
    QCOMPARE(valueText(false), off);
    const auto* const tiling =
        qobject_cast<QCheckBox*>(page().form().row("validation.enable_tiling")->editor());
    QCOMPARE(tiling->text(), on);
    page().draft().setValue(*run::find_setting("validation.enable_tiling"), false);
    QVERIFY(page().draft().text().find("enable_tiling = false") != std::string::npos);
    const auto* const back =
        page().form().findChild<QToolButton*>(QStringLiteral("validation.enable_tiling.reset"));
    QVERIFY2(back->toolTip().endsWith(on), qPrintable(back->toolTip()));
    for (const catalog::Setting& each : run::settings()) {
      const QString condition = settingCondition(each);
      QVERIFY2(!condition.contains(QLatin1String("true")) && !condition.contains(QLatin1String("false")),
               qPrintable(condition));
    }
  }

  /// A clicked arrow that disappears is not highlighted when it reappears.
  void theArrowOfASettingLetsGo_data() { addWays(); }
  void theArrowOfASettingLetsGo() {
    open(largeModel());
    UserInput input = chosenWay();
    SettingRow& row = *page().form().row("lora.rank");
    QToolButton* reset = nullptr;
    const auto change = [&] {
      input.fill(row.editor(), QStringLiteral("3"));
      input.key(QKeySequence(Qt::Key_Tab));
      for (auto* const button : page().findChildren<QToolButton*>())
        if (button->objectName() == QLatin1String("lora.rank.reset")) reset = button;
    };
    change();
    QVERIFY(reset != nullptr);
    QTRY_VERIFY(reset->isVisible());
    const int gap = row.editor()->mapTo(&window(), QPoint(0, 0)).x() -
                    reset->mapTo(&window(), QPoint(reset->width(), 0)).x();
    QVERIFY2(gap >= 0 && gap <= 20, qPrintable(QString::number(gap)));  // next to what it resets
    input.press(reset);
    QTRY_VERIFY(!reset->isVisible());
    QCOMPARE(page().draft().run().settings.rank, int64_t{64});
    change();
    QTRY_VERIFY(reset->isVisible());
    QVERIFY(!reset->underMouse() && !reset->isDown());
  }

  /// All four kinds of TOML strings, and a number sign inside one is not a comment.
  void aRunFileHasItsColors() {
    QTextDocument document;
    TomlColors colors(&document, QPalette());
    const auto colored = [&](int line, Tint tint) {
      QStringList parts;
      const QTextBlock block = document.findBlockByNumber(line);
      for (const QTextLayout::FormatRange& range : block.layout()->formats())
        if (range.format.foreground().color() == tintColor(tint, QPalette()))
          parts << block.text().mid(range.start, range.length);
      return parts.join(u'|');
    };
    document.setPlainText(
        QStringLiteral("a = 'C:\\# no\\' # \"comment\"\nb = \"say \\\"#\\\"\" # more\nc = \"\"\"one \"#\" "
                       "\n[two]\nthree\"\"\" # end\n"
                       "d = '''x\ny'''\ne = ['p', \"q\"]"));
    colors.rehighlight();  // and not only in the next event loop turn
    const QStringList texts{"'C:\\# no\\'", "\"say \\\"#\\\"\"", "\"\"\"one \"#\" ",
                            "[two]",        "three\"\"\"",       "'''x",
                            "y'''",         "'p'|\"q\""};
    for (int line = 0; line < texts.size(); ++line) QCOMPARE(colored(line, Tint::good), texts[line]);
    QCOMPARE(colored(0, Tint::accent), QStringLiteral("a "));
    QCOMPARE(colored(3, Tint::accent), QString());
  }

  void numbersAreThoseOfTheLanguage() {
    const QLocale before;
    const auto restore = qScopeGuard([&] { QLocale::setDefault(before); });
    QLocale::setDefault(QLocale(QLocale::German));
    Fault fault;
    fault.text = "{file}: {needed} of {free}.";
    fault.arguments = {{"file", "1.5 GiB.mp4"}, {"needed", "11.4 GiB"}, {"free", "3 B"}};
    QCOMPARE(faultText(fault), QStringLiteral("1.5 GiB.mp4: 11,4 GiB of 3 B."));
    run::FitVerdict verdict;
    verdict.fits = true;
    verdict.needed_bytes = int64_t{11} << 30;
    verdict.limit_bytes = int64_t{24} << 30;
    QVERIFY2(verdictText(verdict).contains(QLatin1String("11,0 GiB of 24,0 GiB")),
             qPrintable(verdictText(verdict)));
  }
};

QTEST_MAIN(TestTrainInput)
#include "test_train_input.moc"
