// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QComboBox>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <atomic>
#include <random>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "run/run_folder.h"
#include "ui/plan/memory_bars.h"
#include "ui/run_settings/setting_row.h"
#include "ui/run_settings/setting_text.h"
#include "ui/state/fault_text.h"
#include "ui/support/access_walk.h"
#include "ui/support/train_folders.h"
#include "ui/support/window_test.h"
#include "ui/train/plan_card.h"
#include "ui/train/preset_button.h"
#include "ui/train/preset_list.h"
#include "ui/train/run_file_view.h"
#include "ui/train/runs_view.h"
#include "ui/train/train_page.h"
#include "ui/widgets/cache_size_label.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/wrap_label.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

/// From a dataset to a run in the queue.
class TestTrainPage : public WindowTest {
  Q_OBJECT

  TrainPage& page() { return pageOf<TrainPage>(); }
  RunDraft& draft() { return page().draft(); }
  std::filesystem::path file(const char* name) { return path(QLatin1String(name)).toStdString(); }
  static const catalog::Setting& setting(const char* key) { return *run::find_setting(key); }
  template <typename Editor>
  Editor* editor(const char* key) {
    return qobject_cast<Editor*>(page().form().row(key)->editor());
  }
  /// The visible presets, and their list and card, that are lower than they need.
  QStringList cutPresets() {
    QList<const QWidget*> all{&page().presets(), page().presets().parentWidget()};
    for (const PresetButton* const button : page().presets().buttons())
      if (button->isVisible()) all << button;
    QStringList cut;
    for (const QWidget* const each : all)
      if (each->height() < each->heightForWidth(each->width()))
        cut << QStringLiteral("%1 %2: %3 of %4")
                   .arg(QLatin1String(each->metaObject()->className()), each->accessibleName())
                   .arg(each->height())
                   .arg(each->heightForWidth(each->width()));
    const QLayout& column = *all[1]->parentWidget()->layout();
    for (int i = 1; i + 1 < column.count(); ++i) {  // the last one takes the rest
      const int gap = column.itemAt(i)->geometry().top() - column.itemAt(i - 1)->geometry().bottom() - 1;
      if (gap < column.spacing())
        cut << QStringLiteral("gap %1: %2 of %3").arg(i).arg(gap).arg(column.spacing());
    }
    return cut;
  }
  QPushButton* start() { return page().findChild<QPushButton*>(QStringLiteral("train.start.button")); }

  /// Opens a project with this many clips, on the Train page.
  void open(int clips) {
    if (clips > 0) {
      fake::makeBucketedProject(file("project"), clips);
    } else {
      project::Project::create(file("project"));
    }
    m_app->project().open(m_folder->filePath(QStringLiteral("project")));
    QTRY_VERIFY(m_app->project().isOpen() && !draft().file().empty());
    window().showPage(PageId::train);
    QTRY_VERIFY(page().check().isCurrent());
  }

  /// Plans for a card with 24 GiB free: 30 GiB less half a GiB per streamed block, two seconds per step.
  void addPlanner() {
    m_app->bridge().addKind(engine_api::kind_of<engine_api::PlanRequest>(
        [](const engine_api::PlanRequest& request, engine_api::JobContext&) {
          return fake::planOf(request);
        }));
  }

  void chooseModel(const char* model = "cogvideox-5b") {
    fake::makeModelFolder(file("model"), model);
    draft().setValue(setting("model.folder"), to_utf8(file("model")));
    QTRY_VERIFY(page().check().isCurrent() && page().check().facts().model);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
  }

  void cleanup() { m_app.reset(); }

  void withoutAProjectItOffersOne() {
    window().showPage(PageId::train);
    QVERIFY(!start()->isVisible());
    auto* const make = page().findChild<QPushButton*>(QStringLiteral("project.new.button"));
    QVERIFY(make != nullptr && make->isVisible() && make->isEnabled());
    QVERIFY2(unnamedWidgets(page()).isEmpty(), qPrintable(unnamedWidgets(page()).join(QLatin1Char('\n'))));
    keepPicture(QStringLiteral("train-no-project"));
  }

  void aSmallPlanIsSeenBesideMuchFreeMemory() {
    MemoryBars bars;
    bars.setPhases({{QStringLiteral("Training"), 1 << 20, {{0, 1 << 20}}}});
    bars.setFree(uint64_t{1} << 34);
    bars.resize(400, bars.heightForWidth(400));
    const QImage image = bars.grab().toImage();
    const auto middle = static_cast<int>((bars.fontMetrics().lineSpacing() + 9) * image.devicePixelRatio());
    const auto along = [&](double part) {
      return image.pixelColor(static_cast<int>(image.width() * part), middle);
    };
    QCOMPARE(along(0.01), along(0.2));  // the weights
    QVERIFY(along(0.01) != along(0.9));
  }

  void anEmptyProjectIsToldEverythingAtItsFields() {
    open(0);
    QVERIFY(!page().status().isEmpty());
    keepPicture(QStringLiteral("train-empty"));
    QVERIFY(start()->isEnabled());
    draft().setValue(setting("lora.rank"), int64_t{0});
    auto* const rate = editor<QLineEdit>("optimizer.lr");
    rate->setFocus();
    rate->selectAll();
    QTest::keyClicks(rate, QStringLiteral("fast"));
    QTest::mouseClick(start(), Qt::LeftButton);
    QCOMPARE(m_app->jobs().rowCount(), 0);
    QStringList told;
    for (const WrapLabel* const label : page().findChildren<WrapLabel*>()) {
      if (label->isVisibleTo(&page())) told << label->text();
    }
    const QString all = told.join(QLatin1Char('\n'));
    QStringList codes;
    for (const Fault& fault : page().check().faults()) {
      codes << QString::fromStdString(faultKey(fault) + " " + fault.code);
      QVERIFY2(all.contains(shortFaultText(fault)), qPrintable(all));
    }
    codes.sort();
    QCOMPARE(codes.join(u'\n'), QStringLiteral("data.dataset train.no_dataset\n"
                                               "lora.rank run.out_of_range\n"
                                               "model.folder run.missing\n"
                                               "optimizer.lr run.wrong_type"));
    QCOMPARE(editor<QLineEdit>("optimizer.lr")->text(), QStringLiteral("fast"));
    keepPicture(QStringLiteral("train-faults"));
  }

  void twoClicksFromBucketsToARun() {
    open(6);
    chooseModel();
    QTRY_VERIFY(!page().presets().buttons().empty());
    PresetButton* preset = nullptr;
    QSet<QString> names;
    for (PresetButton* const button : page().presets().buttons()) {
      if (button->id() == "cogvideox-5b-lora-12gb") preset = button;
      names << button->accessibleName();
    }
    QVERIFY(preset != nullptr);
    QCOMPARE(names.size(), qsizetype(page().presets().buttons().size()));  // names are unique
    PresetButton* const last = page().presets().buttons().back();
    QVERIFY(!last->isVisible());  // one row leaves the settings in view
    QTest::mouseClick(page().presets().all(), Qt::LeftButton);
    QTRY_VERIFY(last->isVisible());
    QTRY_VERIFY2(cutPresets().isEmpty(), qPrintable(cutPresets().join(u'\n')));
    QTest::mouseClick(preset, Qt::LeftButton);
    QTest::mouseClick(page().presets().all(), Qt::LeftButton);
    QVERIFY(!last->isVisible() && preset->isVisible());  // the one in use stays
    QVERIFY(preset->isUsed());
    QCOMPARE(action("train.undo")->toolTip(), QStringLiteral("Undo: Use the preset “LoRA, 12 GB”"));
    for (const int width : {1280, 1920, 1500, 1024}) {
      window().resize(width, 800);
      QCoreApplication::processEvents();
      QTRY_VERIFY2(cutPresets().isEmpty(), qPrintable(cutPresets().join(u'\n')));
    }
    keepPicture(QStringLiteral("train-ready"));
    QTest::mouseClick(start(), Qt::LeftButton);
    QTRY_COMPARE(m_app->jobs().rowCount(), 1);  // it encodes what is missing
    const std::vector<run::RunPaths> runs = run::list_runs(file("project") / "runs");
    QCOMPARE(runs.size(), size_t{1});
    // Later edits are for the next run.
    draft().setValue(setting("lora.rank"), int64_t{3});
    const run::RunFile frozen = run::read_run_file(runs.front().run_file());
    QCOMPARE(frozen.faults.size(), size_t{0});
    QCOMPARE(frozen.settings.rank, int64_t{64});
    QVERIFY(frozen.settings.streamed_blocks > 0);
    QCOMPARE(frozen.settings.model_folder, to_utf8(file("model")));
    QCOMPARE(dataset::read_dataset_manifest(runs.front().dataset()).size(), size_t{6});
    m_gate->open = true;
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
    QCOMPARE(m_app->jobs().job(m_app->jobs().index(0, 0))->state, JobState::finished);
    keepPicture(QStringLiteral("train-started"));
  }

  void queuedBehindOrBeforeTheOthers() {
    open(4);
    chooseModel();
    for (int i = 0; i < 2; ++i) m_app->bridge().submit({"gate", "Other", {}});
    QTRY_VERIFY(m_app->jobs().activeJob() != nullptr && m_app->jobs().waitingCount() == 1);
    action("train.enqueue")->trigger();
    QTRY_COMPARE(m_app->jobs().waitingCount(), 2);
    action("train.start")->trigger();
    QTRY_COMPARE(m_app->jobs().waitingCount(), 3);
    QStringList kinds;
    const auto read = [&] {
      kinds.clear();
      for (int row = 1; row < 4; ++row)
        kinds << QString::fromStdString(m_app->jobs().job(m_app->jobs().index(row, 0))->kind);
      return kinds.join(QLatin1Char(' '));
    };
    QTRY_COMPARE(read(), QStringLiteral("train gate train"));
  }

  void formAndFileAreOne() {
    open(0);
    page().tabs().setCurrentIndex(0);
    const std::string before = draft().text();
    page().fileView().setPlainText(QString::fromStdString(before) +
                                   QStringLiteral("\n[lora]\n# mine\nrank = 8  # small\n"));
    QCOMPARE(editor<QLineEdit>("lora.rank")->text(), QStringLiteral("8"));
    auto* const rank = editor<QLineEdit>("lora.rank");
    rank->setFocus();
    rank->selectAll();
    QTest::keyClicks(rank, QStringLiteral("32"));
    QVERIFY(page().fileView().toPlainText().contains(QLatin1String("# mine\nrank = 32  # small")));
    // Typing two digits is one step; text typed before is another.
    page().draft().undoStack().undo();
    QVERIFY(page().fileView().toPlainText().contains(QLatin1String("rank = 8  # small")));
    QCOMPARE(rank->text(), QStringLiteral("8"));
    draft().undoStack().undo();
    QCOMPARE(draft().text(), before);
    QCOMPARE(page().fileView().toPlainText().toStdString(), before);
    page().fileView().setPlainText(QStringLiteral("schema = = 1\n"));
    QVERIFY(!rank->isEnabled());
    draft().undoStack().undo();
    QVERIFY(rank->isEnabled());
  }

  void undoingEverythingReturnsToTheStart() {
    open(4);
    chooseModel();
    std::mt19937 random(7);
    const std::string before = draft().text();
    const int steps = draft().undoStack().index();
    for (int edit = 0; edit < 60; ++edit) {
      const auto all = run::settings();
      const catalog::Setting& each = all[random() % all.size()];
      if (each.key == "schema" || each.key == "model.folder" || each.key == "model.family") continue;
      switch (random() % 3) {
        case 0:
          draft().reset(each);
          break;
        case 1:
          draft().setValue(each, run::default_of(each, {}));
          break;
        default:
          page().presets().buttons()[random() % page().presets().buttons().size()]->click();
      }
    }
    QVERIFY(draft().undoStack().index() > steps + 10);
    while (draft().undoStack().index() > steps) draft().undoStack().undo();
    QCOMPARE(draft().text(), before);
  }

  void anotherPresetLeavesNothingBehind() {
    open(4);
    chooseModel();
    const auto press = [&](const char* id) {
      for (PresetButton* const button : page().presets().buttons()) {
        if (button->id() == id) return button->click();
      }
      QFAIL(id);
    };
    press("cogvideox-5b-lora-8gb");
    QVERIFY(draft().run().settings.streamed_blocks > 0);
    press("cogvideox-5b-lora-80gb");
    QCOMPARE(draft().run().settings.streamed_blocks, int64_t{0});
    QCOMPARE(draft().run().settings.activation_offload, false);
    // The dataset has no clips of the preset's shape.
    QVERIFY(draft().run().settings.video_resolution_buckets.empty());
    QVERIFY(page().check().faults().empty());
    const QString said = page().status();
    QVERIFY2(said.contains(QLatin1String("17x480x640")) && said.contains(QLatin1String("49x480x720")),
             qPrintable(said));
  }

  void settingsAreFound_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("key");
    QTest::newRow("label") << QStringLiteral("weight decay") << QStringLiteral("optimizer.weight_decay");
    QTest::newRow("key") << QStringLiteral("lr_power") << QStringLiteral("lr_scheduler.lr_power");
    QTest::newRow("other alias") << QStringLiteral("--blocks_to_swap")
                                 << QStringLiteral("memory.streamed_blocks");
    QTest::newRow("alias") << QStringLiteral("--max_train_steps") << QStringLiteral("training.train_steps");
  }
  void settingsAreFound() {
    QFETCH(QString, words);
    QFETCH(QString, key);
    open(0);
    SettingsForm& form = page().form();
    form.search()->setText(words);
    QVERIFY(form.isShown(key.toStdString()));
    QVERIFY(!form.isShown("lora.rank"));
    form.search()->clear();
    QVERIFY(form.isShown("lora.rank") && !form.isShown("optimizer.weight_decay"));
    form.advanced()->setChecked(true);
    for (const catalog::Setting& each : run::settings()) {
      if (form.row(each.key) != nullptr) QVERIFY2(form.isShown(each.key), std::string(each.key).c_str());
    }
    keepPicture(QStringLiteral("train-advanced"));
  }

  void theCacheSaysHowLargeItIs() {
    open(0);
    const QString cache = path(QStringLiteral("some cache"));
    QVERIFY(QDir().mkpath(cache + QStringLiteral("/latents")));
    QFile entry(cache + QStringLiteral("/latents/%1.safetensors").arg(QString(32, QLatin1Char('a'))));
    QVERIFY(entry.open(QIODevice::WriteOnly) && entry.resize(3000));
    page().form().advanced()->setChecked(true);
    const auto* const size = page().findChild<CacheSizeLabel*>();
    QTRY_COMPARE(size->text(), CacheSizeLabel::tr("%1 in %n entries", nullptr, 0).arg(bytesText(0)));
    draft().setValue(setting("data.cache"), cache.toStdString());
    QTRY_COMPARE(size->text(), CacheSizeLabel::tr("%1 in %n entries", nullptr, 1).arg(bytesText(3000)));
  }

  void whatDoesNotApplyIsGreyedWithItsReason() {
    open(0);
    page().form().advanced()->setChecked(true);
    QVERIFY(editor<QLineEdit>("lora.rank")->isEnabled());
    auto* const type = editor<QComboBox>("training.training_type");
    type->setFocus();
    QTest::keyClick(type, Qt::Key_Down);
    QVERIFY(draft().run().settings.training_type == run::TrainingType::sft);
    QVERIFY(!editor<QLineEdit>("lora.rank")->isEnabled());
    QVERIFY(editor<QLineEdit>("lora.rank")
                ->accessibleDescription()
                .contains(settingCondition(setting("lora.rank"))));
    QVERIFY(settingCondition(setting("lora.rank")).contains(choiceText("lora")));
  }

  void changedValuesGoBack() {
    open(0);
    draft().setValue(setting("lora.rank"), int64_t{7});
    QVERIFY(draft().isChanged(setting("lora.rank")));
    auto* const back = page().form().findChild<QToolButton*>(QStringLiteral("lora.rank.reset"));
    QVERIFY(back->isVisibleTo(&page()));
    back->click();
    QVERIFY(!draft().isGiven(setting("lora.rank")) && !back->isVisibleTo(&page()));
    QCOMPARE(editor<QLineEdit>("lora.rank")->text(), QStringLiteral("64"));
  }

  void theDraftIsKeptWithTheProject() {
    open(0);
    draft().setValue(setting("run.name"), std::string("kept"));
    m_app.reset();
    QVERIFY(read_file(file("project") / "run.toml").find("kept") != std::string::npos);
  }

  void modelsTaskIsTaken() {
    open(4);
    chooseModel("cogvideox-5b-i2v");
    QTRY_VERIFY(draft().run().settings.task == catalog::VideoTask::image_to_video);
    QVERIFY(!draft().isGiven(setting("training.task")));  // it follows from the model
  }

  void aRunThatEndedHasMeasuredTheTime() {
    using namespace engine_api;
    const auto seconds = std::make_shared<std::atomic<double>>(2);
    open(4);
    m_app->bridge().addKind(kind_of<PlanRequest>([seconds](const PlanRequest& request, JobContext&) {
      Outcome outcome = fake::planOf(request);
      outcome.result["step_times"][0]["seconds"] = seconds->load();
      return outcome;
    }));
    m_app->bridge().addKind({"train", {}, [seconds](const nlohmann::json&) {
                               return make_job([seconds](JobContext&) {
                                 *seconds = 0.5;
                                 return Outcome::finished({});
                               });
                             }});
    chooseModel();
    QTRY_COMPARE(page().plan().seconds(), 1000 * 2.0);
    m_app->bridge().submit({"train", "cats", {}});
    QTRY_COMPARE(page().plan().seconds(), 1000 * 0.5);
  }

  void thePlanFollowsTheSettingsAndFits() {
    open(4);
    addPlanner();
    chooseModel();
    QTRY_VERIFY(page().plan().bars().phases().size() == 2);
    // The fake plan needs 30 GiB, less half a GiB per streamed block.
    QTRY_VERIFY2(page().plan().verdict().contains(QLatin1String("30.0 GiB")),
                 qPrintable(page().plan().verdict()));
    QVERIFY(!page().plan().fits());
    draft().setValue(setting("memory.streamed_blocks"), int64_t{4});
    QTRY_VERIFY(page().plan().verdict().contains(QLatin1String("28.0 GiB")));
    QCOMPARE(page().plan().seconds(), 1000 * 2.0);
    keepPicture(QStringLiteral("train-plan-too-large"));
    QTRY_VERIFY(action("train.fit")->isEnabled());
    action("train.fit")->trigger();
    QTRY_COMPARE(draft().run().settings.streamed_blocks, int64_t{16});
    QTRY_VERIFY(page().plan().fits());
    QVERIFY(page().plan().verdict().contains(QLatin1String("16 of 42 blocks streamed")));
    keepPicture(QStringLiteral("train-plan-fits"));
    draft().undoStack().undo();
    QCOMPARE(draft().run().settings.streamed_blocks, int64_t{4});
    // The card has enough memory, the host has not.
    draft().setValue(setting("memory.streamed_blocks"), int64_t{16});
    draft().setValue(setting("optimizer.offload"), true);
    QTRY_VERIFY2(page().plan().verdict().contains(QLatin1String("10.0 GiB short of system memory")),
                 qPrintable(page().plan().verdict()));
    // An invalid setting: no plan, with an explanation.
    draft().setValue(setting("lora.rank"), int64_t{0});
    QTRY_VERIFY(page().plan().bars().phases().empty());
  }

  void runsGoOnAndBranch() {
    open(4);
    chooseModel();
    m_gate->open = true;
    action("train.start")->trigger();
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
    const run::RunPaths run = run::list_runs(file("project") / "runs").front();
    page().tabs().setCurrentIndex(2);
    QTRY_COMPARE(m_app->runs().rowCount(), 1);
    page().runs().table()->setCurrentIndex(m_app->runs().index(0, 0));
    QVERIFY(action("train.useRun")->isEnabled() && action("train.resumeRun")->isEnabled());
    QVERIFY(!action("train.branchRun")->isEnabled() && !action("train.extendRun")->isEnabled());
    std::filesystem::create_directories(run.checkpoint(1000));
    m_app->runs().refresh();
    QTRY_VERIFY(action("train.branchRun")->isEnabled() && action("train.extendRun")->isEnabled());
    keepPicture(QStringLiteral("train-runs"));
    action("train.branchRun")->trigger();
    QTRY_COMPARE(draft().run().settings.start_from, to_utf8(run.checkpoint(1000)));
    QCOMPARE(draft().run().settings.dataset, to_utf8(run.dataset()));
    action("train.resumeRun")->trigger();
    QTRY_COMPARE(m_app->jobs().endedCount(), 2);
  }

  void theProjectsClipsAreTakenFromAnotherPage() {
    open(4);
    chooseModel();
    draft().setValue(setting("data.dataset"), std::string("/nonexistent.jsonl"));
    QTRY_VERIFY(page().check().isCurrent() && !page().check().faults().empty());
    window().showPage(PageId::start);
    Q_EMIT m_app->navigator().trainingRequested();
    QVERIFY(page().isVisible());
    QTRY_VERIFY(page().check().isCurrent() && page().check().facts().is_from_project);
    QCOMPARE(page().check().facts().samples, int64_t{4});
    QVERIFY(page().check().faults().empty());
  }

  void theQueuePausesAfterTheRunningJob() {
    for (int i = 0; i < 2; ++i) m_app->bridge().submit({"gate", "Job", {}, 100});
    QTRY_VERIFY(m_app->jobs().activeJob() != nullptr && m_app->jobs().waitingCount() == 1);
    // The running one reports 2.8 s itself.
    QTRY_COMPARE(m_app->jobs().timeLeft().seconds, 102.8);
    QCOMPARE(m_app->jobs().timeLeft().unknown, 0);
    action("jobs.pauseQueue")->trigger();
    m_gate->open = true;
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
    QTest::qWait(100);
    QCOMPARE(m_app->jobs().waitingCount(), 1);
    action("jobs.pauseQueue")->trigger();
    QTRY_COMPARE(m_app->jobs().endedCount(), 2);
  }

  void everyFocusableWidgetHasAName() {
    open(4);
    chooseModel();
    QCOMPARE(unnamedWidgets(window()).join(u'\n'), QString());
  }
};

QTEST_MAIN(TestTrainPage)
#include "test_train_page.moc"
