// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDirIterator>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTabWidget>
#include <QToolButton>
#include <set>

#include "project/clips.h"
#include "project/runs.h"
#include "run/run_folder.h"
#include "support/project_changes.h"
#include "ui/dataset/bucket_panel.h"
#include "ui/dataset/bucket_planner.h"
#include "ui/dataset/caption_editor.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/dataset_page.h"
#include "ui/monitor/monitor_page.h"
#include "ui/run_settings/setting_row.h"
#include "ui/shell/job_dock.h"
#include "ui/support/run_folders.h"
#include "ui/support/train_test.h"
#include "ui/support/user_input.h"
#include "ui/train/model_card.h"
#include "ui/train/plan_card.h"
#include "ui/train/runs_view.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/wrap_label.h"
#include "workflow/project_samples.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

/// A run trains on what the user sees, and nothing else is written, started or sent.
class TestSessionProject : public TrainTest {
  Q_OBJECT

  DatasetPage& clips() { return pageOf<DatasetPage>(); }
  UserInput mouse() { return {UserInput::Way::mouse, window()}; }
  QPushButton* start() { return page().findChild<QPushButton*>(QStringLiteral("train.start.button")); }
  const run::RunSettings& settings() { return page().draft().run().settings; }
  std::vector<run::RunPaths> runs() const { return run::list_runs(file("project") / "runs"); }
  void openThreeClips(const std::filesystem::path& model) {
    open([](project::Project& made) { add_test_clips(made, 3); }, model);
  }
  void awaitCheck() { QTRY_VERIFY(page().check().isCurrent() && page().check().facts().model); }
  /// Starts the run, and returns its samples.
  dataset::DatasetManifest samplesOfARun() {
    const size_t before = runs().size();
    mouse().press(start());
    [&] { QTRY_COMPARE(runs().size(), before + 1); }();
    [&] { QTRY_VERIFY(m_app->jobs().activeJob() != nullptr); }();
    return dataset::read_dataset_manifest(runs().front().dataset());
  }
  void edit(const ClipStore::Edit& work) {
    bool done = false;
    m_app->clips().edit(work);
    m_app->clips().readAfterEdits([](const project::Project&, const std::stop_token&) { return true; },
                                  [&](bool) { done = true; });
    QTRY_VERIFY(done);
  }
  QString advice() {
    QStringList texts;
    for (const WrapLabel* const label : card().findChildren<WrapLabel*>()) texts << label->text();
    return card().isVisible() ? texts.join(QLatin1Char('\n')) : QString();
  }
  /// Files below a folder with their content.
  static std::map<QString, QByteArray> filesIn(const QString& folder) {
    std::map<QString, QByteArray> files;
    for (QDirIterator all(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); all.hasNext();) {
      QFile each(all.next());
      if (each.open(QIODevice::ReadOnly)) files[each.fileName()] = each.readAll();
    }
    return files;
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
    activate();
  }
  void cleanup() {
    m_gate->open = true;
    m_app.reset();
  }

  /// Every change between "Train on this" and Start.
  void editsCountUntilStart() {
    openThreeClips(sampleModel());
    UserInput input = mouse();
    input.page(PageId::dataset);
    QTRY_COMPARE(clips().browser()->model()->rowCount(), 3);
    QTRY_VERIFY(action("dataset.train")->isEnabled());
    input.command("dataset.train");
    QTRY_VERIFY(page().isVisible());
    input.page(PageId::dataset);
    QVERIFY(clips().browser()->showClip(2));
    input.fill(clips().caption()->edit(), QStringLiteral("a green owl"));
    edit([](project::Project& project) {
      const std::vector<int64_t> ids = list_clips(project);
      set_cut(project, ids[2], 3, 60);
      remove_clips(project, {&ids[0], 1});
    });
    input.page(PageId::train);
    awaitCheck();
    QVERIFY(settings().dataset.empty());
    const dataset::DatasetManifest samples = samplesOfARun();
    QCOMPARE(samples.size(), size_t{2});
    QCOMPARE(samples[0].caption, std::string("a green owl"));
    QCOMPARE(samples[1].source_in, int64_t{3});
  }

  /// The page shows how the clips differ from a frozen dataset, and one button updates it.
  void aFrozenDatasetShowsWhatHasChanged() {
    open(
        [](project::Project& made) {
          add_test_clips(made, 3);
          project::set_project_buckets(made,
                                       std::vector{catalog::Bucket{9, 64, 96}, catalog::Bucket{17, 64, 96}});
        },
        sampleModel());
    samplesOfARun();
    m_gate->open = true;
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
    QTRY_COMPARE(m_app->runs().rowCount(), 1);
    UserInput input = mouse();
    input.page(PageId::train);
    input.tab(page().tabs().tabBar(), 2);
    page().runs().table()->setCurrentIndex(page().runs().table()->model()->index(0, 0));
    input.command("train.useRun");
    QTRY_COMPARE(settings().dataset, to_utf8(runs()[0].dataset()));
    awaitCheck();
    QCOMPARE(advice(), QString());
    QVERIFY(!action("train.updateDataset")->isEnabled());
    using Ids = std::vector<int64_t>;
    const std::pair<const char*, std::function<void(project::Project&, const Ids&)>> edits[]{
        {": 1 caption.", [](auto& project, const Ids& ids) { set_caption(project, ids[1], "new"); }},
        {": 2 captions.",
         [](auto& project, const Ids& ids) {
           set_captions(project, std::vector{ids[0], ids[1]}, "new");
         }},
        {": 1 cut.", [](auto& project, const Ids& ids) { set_cut(project, ids[1], 2, 80); }},
        {": 1 crop.",
         [](auto& project, const Ids& ids) {
           set_crop(project, std::vector{ids[1]}, catalog::Crop{0, 0, 300, 200});
         }},
        {": 1 clip in another bucket.",
         [](auto& project, const Ids& ids) {
           set_bucket(project, std::vector{ids[1]}, catalog::Bucket{9, 64, 96});
         }},
        {": 1 clip removed.", [](auto& project, const Ids& ids) {
           remove_clips(project, {&ids[1], 1});
         }}};
    for (const auto& [told, change] : edits) {
      edit([&change](project::Project& project) { change(project, list_clips(project)); });
      page().lookAgain();
      QTRY_VERIFY2(advice().contains(QLatin1String(told)), qPrintable(advice()));
      keepPicture(QStringLiteral("train-dataset-changed"));
      m_app->clips().undo();
      edit([](project::Project&) {});
      page().lookAgain();
      QTRY_COMPARE(advice(), QString());
    }
    edit([](project::Project& project) { add_test_clips(project, 4); });
    page().lookAgain();
    QTRY_VERIFY2(advice().contains(QLatin1String("added.")), qPrintable(advice()));
    const size_t all = page().check().facts().changes.added + 3;
    input.press(page().findChild<QPushButton*>(QStringLiteral("train.updateDataset.button")));
    QTRY_VERIFY(settings().dataset.empty());
    awaitCheck();
    QVERIFY(!card().holds("train.dataset_changed"));
    m_gate->open = false;
    QCOMPARE(samplesOfARun().size(), all);
  }

  /// There is one model, and one plan of buckets for it.
  void bothPagesPlanForTheChosenModel() {
    m_app->settings().setLastModelFolder(QString::fromStdString(to_utf8(sampleModel())));
    { add_test_clips(*std::make_unique<project::Project>(project::Project::create(file("project"))), 3); }
    m_app->project().open(path(QStringLiteral("project")));
    QTRY_VERIFY(m_app->project().isOpen() && !page().draft().file().empty());
    UserInput input = mouse();
    input.page(PageId::train);
    QVERIFY(settings().model_folder.empty());  // nobody trains a model they did not choose
    QTRY_VERIFY(page().check().isCurrent());
    input.press(start());
    QCOMPARE(m_app->jobs().rowCount(), 0);
    input.page(PageId::dataset);
    input.tab(clips().findChild<QTabWidget*>()->tabBar(), 1);
    QTRY_VERIFY(clips().planner()->plan() != nullptr);
    QVERIFY(clips().buckets()->ruleLabel()->text().contains(QLatin1String("CogVideoX-2b")));
    input.page(PageId::train);
    input.fill(page().findChild<ModelCard*>()->editor("model.folder"),
               QString::fromStdString(to_utf8(sampleModel())));
    awaitCheck();
    QTRY_VERIFY(clips().buckets()->ruleLabel()->text().contains(QLatin1String("Sample model")));
    QTRY_VERIFY(clips().planner()->isProposal());
    const auto planned = [this] {
      std::map<catalog::Bucket, int64_t> samples;
      for (const dataset::BucketAssignment& each : clips().planner()->plan()->assignments)
        if (each.fit) samples[each.fit->bucket] += each.fit->parts;
      return samples;
    };
    QTRY_COMPARE(planned(), page().check().facts().samples_of);
    const auto* const line = page().findChild<WrapLabel*>(QStringLiteral("train.samples"));
    QVERIFY(line->isVisible());
    for (const auto& [bucket, count] : planned())
      QVERIFY2(line->text().contains(QStringLiteral("%1 (%2)").arg(
                   QString::fromStdString(catalog::to_string(bucket)), QString::number(count))),
               qPrintable(line->text()));
    QVERIFY(line->text().startsWith(QLatin1String("3 samples: ")));
    keepPicture(QStringLiteral("train-samples"));
    input.page(PageId::dataset);
    keepPicture(QStringLiteral("dataset-chosen-model"));
    input.page(PageId::train);
    awaitCheck();
    std::map<catalog::Bucket, int64_t> frozen;
    for (const dataset::DatasetSample& sample : samplesOfARun()) ++frozen[sample.bucket];
    QCOMPARE(frozen, planned());
  }

  /// A model folder chosen on the Dataset page becomes the next run's.
  void theDatasetPageChoosesTheSameModel() {
    openThreeClips(largeModel());
    UserInput input = mouse();
    input.page(PageId::dataset);
    Q_EMIT m_app->navigator().modelNamed(QString::fromStdString(to_utf8(sampleModel())));
    QTRY_COMPARE(settings().model_folder, to_utf8(sampleModel()));
    QVERIFY(clips().isVisible());
    QTRY_VERIFY(clips().planner()->settings().model.rules.model.starts_with("Sample model"));
  }

  void aModelWithoutWeightsIsPlannedAndNotStarted() {
    const std::filesystem::path weights =
        largeModel() / "transformer" / "diffusion_pytorch_model.safetensors";
    const std::string content = read_file(weights);
    std::filesystem::remove(weights);
    m_app->bridge().addKind(engine_api::kind_of<engine_api::PlanRequest>(
        [](const engine_api::PlanRequest& request, engine_api::JobContext&) {
          return fake::planOf(request);
        }));
    {
      auto made = project::Project::create(file("project"));
      add_test_clips(made, 3);
    }
    fake::chooseModel(file("project"), file("model"));
    m_app->project().open(path(QStringLiteral("project")));
    QTRY_VERIFY(m_app->project().isOpen() && !page().draft().file().empty());
    window().showPage(PageId::train);
    QTRY_COMPARE(page().status(),
                 QStringLiteral("The model is incomplete: transformer has no weights (.safetensors)."));
    QVERIFY(!start()->isEnabled() && !action("train.enqueue")->isEnabled());
    QTRY_VERIFY(!page().plan().verdict().startsWith(QLatin1String("No plan")));
    keepPicture(QStringLiteral("train-incomplete-model"));
    action("train.start")->trigger();
    QTest::qWait(100);
    QVERIFY(runs().empty() && m_app->jobs().rowCount() == 0);
    write_file_atomically(weights, content, Existing::refuse);
    page().lookAgain();
    QTRY_VERIFY(start()->isEnabled());
    QVERIFY(page().status().startsWith(QLatin1String("Ready")));
  }

  /// Pausing frees the device: the next job waits unless the user chooses otherwise.
  void pausingHoldsTheQueue() {
    for (const char* const name : {"First", "Second"}) m_app->bridge().submit({"train", name, {}});
    QTRY_COMPARE(stateOf(1), JobState::running);
    UserInput input = mouse();
    auto& dock = *window().findChild<JobDock*>();
    QTRY_VERIFY(dock.isVisible());
    for (auto* const button : dock.findChildren<QToolButton*>())
      if (button->defaultAction() == action("jobs.pauseQueue"))
        QCOMPARE(button->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
    keepPicture(QStringLiteral("jobs-pause-label"));
    input.answer(QStringLiteral("pauseEverything"), [&] { input.command("jobs.pause"); });
    QTRY_COMPARE(stateOf(1), JobState::paused);
    QTest::qWait(200);
    QCOMPARE(stateOf(2), JobState::queued);
    QVERIFY(action("jobs.pauseQueue")->isChecked());
    QVERIFY2(dock.windowTitle().contains(QLatin1String("Paused")), qPrintable(dock.windowTitle()));
    // Resuming it ends the pause; the other job runs after it.
    dock.select(1);
    input.command("jobs.resume");
    QTRY_COMPARE(stateOf(1), JobState::running);
    QVERIFY(!action("jobs.pauseQueue")->isChecked());
    QCOMPARE(stateOf(2), JobState::queued);
    input.answer(QStringLiteral("pauseJob"), [&] { input.command("jobs.pause"); });
    QTRY_COMPARE(stateOf(2), JobState::running);
    QCOMPARE(stateOf(1), JobState::paused);
    // No job waits: there is nothing to ask.
    dock.select(2);
    input.command("jobs.pause");
    QTRY_COMPARE(stateOf(2), JobState::paused);
    QVERIFY(!action("jobs.pauseQueue")->isChecked());
  }

  /// Another window has the project open: this one writes none of it, whatever it offers.
  void aReadOnlyWindowWritesNothing() {
    const std::filesystem::path folder = file("project");
    std::optional<project::Project> other(project::Project::create(folder));
    add_test_clips(*other, 3);
    fake::chooseModel(folder, sampleModel());
    RunFolder crashed(path(QStringLiteral("project")), QStringLiteral("crashed"), 1000);
    crashed.checkpoint(300);
    crashed.flush();
    project::import_run_events(*other, {crashed.path().toStdString()});
    m_app->settings().addRecentProject(path(QStringLiteral("project")));
    m_app->project().open(path(QStringLiteral("project")));
    QTRY_VERIFY(m_app->project().isOpen() && m_app->project().read_only_reason());
    QTRY_COMPARE(m_app->runs().rowCount(), 1);
    const auto before = filesIn(path(QStringLiteral("project")));
    window().showPage(PageId::start);
    QTest::qWait(300);
    QVERIFY(!window().findChild<QWidget*>(QStringLiteral("interruptedRuns"))->isVisible());
    // No enabled command of a page changes clips or runs, or queues work on them.
    const std::set<QString> harmless{QStringLiteral("dataset.export"),
                                     QStringLiteral("dataset.selectAll"),
                                     QStringLiteral("dataset.filter"),
                                     QStringLiteral("dataset.table"),
                                     QStringLiteral("dataset.reveal"),
                                     QStringLiteral("dataset.problems"),
                                     QStringLiteral("caption.next"),
                                     QStringLiteral("caption.proposals"),
                                     QStringLiteral("train.search"),
                                     QStringLiteral("train.fit"),
                                     QStringLiteral("train.undo"),
                                     QStringLiteral("train.redo"),
                                     QStringLiteral("train.branchRun"),
                                     QStringLiteral("train.useRun"),
                                     QStringLiteral("train.compareRuns"),
                                     QStringLiteral("train.lossByClip"),
                                     QStringLiteral("train.starredRuns"),
                                     QStringLiteral("train.reveal"),
                                     QStringLiteral("train.updateDataset"),
                                     QStringLiteral("monitor.fit"),
                                     QStringLiteral("monitor.export"),
                                     QStringLiteral("monitor.logarithmic"),
                                     QStringLiteral("clip.showUsed"),
                                     QStringLiteral("gallery.single"),
                                     QStringLiteral("gallery.sideBySide"),
                                     QStringLiteral("gallery.wipe"),
                                     QStringLiteral("gallery.dividerLeft"),
                                     QStringLiteral("gallery.dividerRight"),
                                     QStringLiteral("gallery.showRun"),
                                     QStringLiteral("gallery.showSettings")};
    static const QRegularExpression pages(QStringLiteral(
        "^(dataset|clip|caption|buckets|edit|train|monitor|gallery|generate)\\.(?!player\\.)"));
    QStringList on;
    for (const PageId shown :
         {PageId::dataset, PageId::train, PageId::monitor, PageId::gallery, PageId::generate}) {
      window().showPage(shown);
      if (shown == PageId::dataset) {
        QTRY_COMPARE(clips().browser()->model()->rowCount(), 3);
        clips().browser()->selectClips({1, 2});
      }
      if (shown == PageId::train) {
        page().tabs().setCurrentIndex(2);
        page().runs().table()->setCurrentIndex(page().runs().table()->model()->index(0, 0));
      }
      QTest::qWait(100);
      for (const QAction* const action : window().actions().actions()) {
        const QString id = action->objectName();
        if (action->isEnabled() && pages.match(id).hasMatch() && !harmless.contains(id)) on << id;
      }
    }
    on.removeDuplicates();
    QVERIFY2(on.isEmpty(), qPrintable(on.join(u' ')));
    const auto* const buckets = window().findChild<BucketPanel*>();
    for (const QLineEdit* const field : buckets->findChildren<QLineEdit*>())
      QVERIFY2(!field->isEnabled(), qPrintable(field->accessibleName()));
    window().showPage(PageId::monitor);
    auto* const resume = pageOf<MonitorPage>().findChild<QToolButton*>(QStringLiteral("monitor-resume"));
    QVERIFY(resume->isVisible() && !resume->isEnabled());
    keepPicture(QStringLiteral("monitor-read-only"));
    page().draft().setValue(*run::find_setting("lora.rank"), int64_t{7});
    QTest::qWait(1000);  // a draft is saved after a delay
    QVERIFY(filesIn(path(QStringLiteral("project"))) == before);
    QCOMPARE(m_app->jobs().rowCount(), 0);
    // The other window is closed: everything is possible here.
    other.reset();
    m_app->project().close();
    QTRY_VERIFY(!m_app->project().isOpen());
    m_app->project().open(path(QStringLiteral("project")));
    QTRY_VERIFY(m_app->project().canWrite());
    window().showPage(PageId::start);
    QTRY_VERIFY(window().findChild<QWidget*>(QStringLiteral("interruptedRuns"))->isVisible());
    window().showPage(PageId::monitor);
    QTRY_VERIFY(resume->isEnabled());
  }

  /// Symlinks in a received project never cause anything to be overwritten.
  void aSharedProjectReachesNothingOutside() {
    const std::string theirs = "schema = 1  # somebody's own\n";
    const std::filesystem::path folder = file("project");
    {
      auto made = project::Project::create(folder);
      add_test_clips(made, 3);
    }
    RunFolder planted(path(QStringLiteral("project")), QStringLiteral("planted"), 1000);
    planted.checkpoint(300);
    planted.flush();
    std::vector<std::filesystem::path> outside;
    for (const char* const name :
         {"run.toml", "dataset.jsonl", "runs/planted/notes.json", "runs/planted/prompts.json"}) {
      outside.push_back(file("outside-") += std::to_string(outside.size()));
      write_file_atomically(outside.back(), theirs, Existing::refuse);
      std::filesystem::create_symlink(outside.back(), folder / name);
    }
    m_app->project().open(path(QStringLiteral("project")));
    QTRY_VERIFY(m_app->project().isOpen() && !page().draft().file().empty());
    window().showPage(PageId::train);
    UserInput input = mouse();
    input.fill(page().findChild<ModelCard*>()->editor("model.folder"),
               QString::fromStdString(to_utf8(sampleModel())));
    awaitCheck();
    page().draft().setValue(*run::find_setting("data.cache"), to_utf8(file("cache")));
    QTRY_VERIFY(start()->isEnabled());
    samplesOfARun();
    input.page(PageId::train);
    input.tab(page().tabs().tabBar(), 2);
    QTRY_COMPARE(m_app->runs().rowCount(), 2);
    m_app->runs().setNotes(planted.path(), {.name = "Foxes"});
    QTRY_VERIFY(!std::filesystem::is_symlink(folder / "runs/planted/notes.json"));
    for (const std::filesystem::path& file : outside) QCOMPARE(read_file(file), theirs);
    QVERIFY(!std::filesystem::is_symlink(folder / "run.toml"));
    QVERIFY(!std::filesystem::is_symlink(folder / "dataset.jsonl"));
  }
};

QTEST_MAIN(TestSessionProject)
#include "test_session_project.moc"
