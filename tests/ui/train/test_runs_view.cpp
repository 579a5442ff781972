// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDialog>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTest>
#include <atomic>

#include "base/atomic_file.h"
#include "engine_api/results.h"
#include "project/clips.h"
#include "run/run_notes.h"
#include "support/project_changes.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/dataset_page.h"
#include "ui/state/file_path.h"
#include "ui/support/run_folders.h"
#include "ui/support/user_input.h"
#include "ui/support/window_test.h"
#include "ui/train/loss_dialog.h"
#include "ui/train/run_compare.h"
#include "ui/train/runs_view.h"
#include "ui/train/setting_differences.h"
#include "ui/train/train_page.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/message_bar.h"

using namespace fw;
using namespace fw::ui;

/// The user's notes on a run, and deleting one.
class TestRunsView : public WindowTest {
  Q_OBJECT

  QString m_run;

  RunsView& view() { return *pageOf<TrainPage>().findChild<RunsView*>(); }
  const RunRow& row() { return *m_app->runs().run(m_run); }
  QString shown(int column) { return m_app->runs().index(0, column).data().toString(); }
  /// Types into the dialog that a command opens, and accepts.
  void answerWith(const QString& text) {
    auto* const timer = new QTimer(qApp);
    connect(timer, &QTimer::timeout, timer, [text, timer] {
      auto* const dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return;
      timer->deleteLater();
      if (auto* const note = dialog->findChild<QPlainTextEdit*>()) {
        note->selectAll();
        for (const QString& line : text.split(u'\n')) {
          QTest::keyClicks(note, line);
          if (!text.endsWith(line)) QTest::keyClick(note, Qt::Key_Return);
        }
        return dialog->accept();
      }
      auto* const line = dialog->findChild<QLineEdit*>();
      line->selectAll();
      QTest::keyClicks(line, text);
      QTest::keyClick(line, Qt::Key_Return);
    });
    timer->start(10);
  }

 private Q_SLOTS:
  void initTestCase() {
    isolate();
    qputenv("HOME", QDir::tempPath().toUtf8());  // location of the trash
  }
  void init() {
    makeFolder();
    restart();
    m_app->project().create(path(QStringLiteral("Cats")));
    QTRY_VERIFY(m_app->project().isOpen());
    RunFolder run(path(QStringLiteral("Cats")), QStringLiteral("q2"), 40);
    run.metrics(20, {{QStringLiteral("loss"), 0.1}});
    run.checkpoint(20);
    run.flush();
    run.write(QStringLiteral("weights.bin"), QString(5000, QLatin1Char('x')));
    m_run = run.path();
    window().showPage(PageId::train);
    pageOf<TrainPage>().findChild<QTabWidget*>()->setCurrentIndex(2);
    activate();
    m_app->runs().refresh();
    QTRY_COMPARE(m_app->runs().rowCount(), 1);
    view().table()->setFocus();
    view().table()->setCurrentIndex(view().table()->model()->index(0, 0));
  }
  void cleanup() { m_app.reset(); }

  void runsAreRenamedNotedAndStarred() {
    answerWith(QStringLiteral("Foxes, rank 16"));
    key(Qt::Key_F2);
    QTRY_COMPARE(shown(RunListModel::NameColumn), QStringLiteral("Foxes, rank 16"));
    activate();  // as a window manager would, after the dialog
    answerWith(QStringLiteral("Colours\ntoo strong"));
    key(Qt::Key_N, Qt::AltModifier | Qt::ShiftModifier);
    QTRY_COMPARE(shown(RunListModel::NoteColumn), QStringLiteral("Colours too strong"));
    activate();
    key(Qt::Key_S, Qt::AltModifier | Qt::ShiftModifier);
    QTRY_VERIFY(row().notes.starred);
    keepPicture(QStringLiteral("train-runs-noted"));
    // The folder is authoritative: another program, or the next start, sees the same.
    const run::RunNotes notes = run::read_run_notes({m_run.toStdString()});
    QCOMPARE(notes, (run::RunNotes{"Foxes, rank 16", "Colours\ntoo strong", true}));
    QCOMPARE(run::read_run_file(run::RunPaths{m_run.toStdString()}.run_file()).settings.name,
             std::string("q2"));
  }

  /// Another run appears while the question is open, which clears the selection.
  void theRunThatWasAskedAboutIsExtended() {
    RunFolder(path(QStringLiteral("Cats")), QStringLiteral("q2"), 20).flush();
    QTRY_COMPARE(row().status.total_steps, 20);
    view().table()->setFocus();
    key(Qt::Key_Home);
    QTRY_VERIFY(action("train.extendRun")->isEnabled());
    UserInput input(UserInput::Way::keyboard, window());
    input.inDialog([this] { key(Qt::Key_X, Qt::AltModifier | Qt::ShiftModifier); },
                   [&](QDialog&) {
                     RunFolder(path(QStringLiteral("Cats")), QStringLiteral("other"), 60).flush();
                     input.await(QStringLiteral("it is listed"),
                                 [this] { return m_app->runs().rowCount() == 2; });
                     input.key(QKeySequence(Qt::Key_Return));
                   });
    QTRY_COMPARE(m_app->jobs().rowCount(), 1);
    QCOMPARE(toText(engine_api::trained_run(m_app->bridge().jobs()[0].spec)), m_run);
  }

  void theSettingsOfTwoRunsAreCompared_data() {
    QTest::addColumn<bool>("areBothSelected");
    QTest::newRow("one and another one") << false;
    QTest::newRow("two that are selected") << true;
  }
  void theSettingsOfTwoRunsAreCompared() {
    QFETCH(bool, areBothSelected);
    QVERIFY(!action("train.compareRuns")->isEnabled());  // it is the only run
    if (areBothSelected) RunFolder(path(QStringLiteral("Cats")), QStringLiteral("newest"), 80).flush();
    RunFolder longer(path(QStringLiteral("Cats")), QStringLiteral("longer"), 60);
    longer.flush();
    m_app->runs().refresh();
    QTRY_COMPARE(m_app->runs().rowCount(), areBothSelected ? 3 : 2);
    view().table()->clearSelection();
    bool isFirst = true;
    for (int row = 0; row < m_app->runs().rowCount(); ++row) {
      const RunRow& each = m_app->runs().runs()[size_t(row)];
      const bool isTaken = each.folder == m_run || each.folder == longer.path();
      if (!isTaken || (!areBothSelected && !isFirst)) continue;
      const QPoint place = view().table()->visualRect(m_app->runs().index(row, 0)).center();
      QTest::mouseClick(view().table()->viewport(), Qt::LeftButton,
                        isFirst ? Qt::NoModifier : Qt::ControlModifier, place);
      isFirst = false;
    }
    QCOMPARE(view().table()->selectionModel()->selectedRows().size(), areBothSelected ? 2 : 1);
    QVERIFY(action("train.compareRuns")->isEnabled());
    QStringList differences;
    auto* const timer = new QTimer(qApp);
    connect(timer, &QTimer::timeout, timer, [&, timer] {
      auto* const dialog = qobject_cast<RunCompare*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return;
      timer->deleteLater();
      keepPictureOf(*dialog, QStringLiteral("runs-compared"));
      const QAbstractItemModel& rows = *dialog->table()->model();
      for (int row = 0; row < rows.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < 3; ++column) cells << rows.index(row, column).data().toString();
        differences << cells.join(QStringLiteral(" | "));
      }
      dialog->reject();
    });
    timer->start(10);
    key(Qt::Key_D, Qt::AltModifier | Qt::ShiftModifier);
    QTRY_VERIFY(!differences.isEmpty());
    const QString steps = differences.filter(QStringLiteral("Steps")).value(0);
    QVERIFY2(steps.contains(QLatin1String("| 40")) && steps.contains(QLatin1String("| 60")),
             qPrintable(differences.join(u'\n')));
    QVERIFY2(differences.filter(QStringLiteral("Rank")).isEmpty(), qPrintable(differences.join(u'\n')));
  }

  /// Measured by a job, ranked, and one key press from the clips themselves.
  void theHardestClipsAreSelectedInTheDataset() {
    std::vector<int64_t> clips;
    std::atomic<bool> isMade = false;
    m_app->clips().edit([&](project::Project& project) {
      clips = add_test_clips(project, 3);
      dataset::ManifestWriter dataset(m_run.toStdString() + "/dataset.jsonl", Existing::refuse);
      for (const int64_t clip : clips)
        dataset.add({.id = std::to_string(clip) + "-0",
                     .source = project.absolute_path(read_clip(project, clip).source.path),
                     .source_out = 9,
                     .frame_count = 9,
                     .crop = {0, 0, 96, 64},
                     .bucket = {9, 64, 96},
                     .caption = "a fox"});
      dataset.commit();
      isMade = true;
    });
    QTRY_VERIFY(isMade);
    engine_api::LossRequest asked;
    m_app->bridge().addKind(
        {std::string(engine_api::LossRequest::kind), {}, [&](const nlohmann::json& params) {
           read_fields(params, asked, "loss");
           engine_api::LossReport report{.timesteps = {500}};
           for (const int64_t clip : clips)
             report.samples.push_back({std::to_string(clip) + "-0", {clip == clips[1] ? 0.9 : 0.1}});
           return engine_api::make_job(
               [report](engine_api::JobContext&) { return engine_api::Outcome::finished(report); });
         }});
    const QString lora =
        m_run + QStringLiteral("/checkpoints/step-00000020/pytorch_lora_weights.safetensors");
    write_file_atomically(toPath(lora), "", Existing::refuse);
    const std::filesystem::path runFile = toPath(m_run) / "run.toml";
    write_file_atomically(runFile, read_file(runFile) + "[model.parts]\nvae = \"/other/vae\"\n",
                          Existing::replace);
    auto* const timer = new QTimer(qApp);
    int turns = 0;
    connect(timer, &QTimer::timeout, timer, [&, timer] {
      auto* const dialog = qobject_cast<LossDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return;
      if (turns++ == 0) QTest::keyClick(dialog, Qt::Key_Return);  // Measure is the default
      if (dialog->table()->model()->rowCount() == 0 && turns < 500) return;
      timer->deleteLater();
      keepPictureOf(*dialog, QStringLiteral("loss-by-clip"));
      if (turns >= 500) dialog->reject();
      QVERIFY2(turns < 500, qPrintable(dialog->findChild<QLabel*>()->text()));
      QCOMPARE(dialog->table()->model()->index(0, 2).data().toString(), QStringLiteral("0.9000"));
      dialog->table()->setFocus();
      QTest::keyClick(dialog->table(), Qt::Key_Home);
      QTest::keyClick(dialog->table(), Qt::Key_Return);
    });
    timer->start(10);
    key(Qt::Key_L, Qt::AltModifier | Qt::ShiftModifier);
    QTRY_VERIFY(pageOf<DatasetPage>().isVisible());
    QTRY_COMPARE(pageOf<DatasetPage>().browser()->selectedClips(), std::vector<int64_t>{clips[1]});
    QCOMPARE(asked.loras.size(), size_t{1});
    QCOMPARE(toText(asked.loras.front().file), lora);
    QCOMPARE(toText(asked.dataset), m_run + QStringLiteral("/dataset.jsonl"));
    QVERIFY((asked.parts == catalog::Parts{{"vae", "/other/vae"}}));
  }

  void aRunIsDeletedOnlyAfterAQuestion() {
    QString said;
    const auto answerQuestion = [&said](const char* button) {
      auto* const timer = new QTimer(qApp);
      connect(timer, &QTimer::timeout, timer, [&said, button, timer] {
        auto* const question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (question == nullptr) return;
        said = question->informativeText();
        if (!said.contains(QLatin1String("KiB"))) return;  // it is being counted
        timer->deleteLater();
        QVERIFY(question->defaultButton()->objectName() != QLatin1String("deleteRun"));
        if (*button == 0) return question->reject();
        question->findChild<QPushButton*>(QLatin1String(button))->click();
      });
      timer->start(10);
    };
    answerQuestion("");
    key(Qt::Key_Delete);
    QTRY_VERIFY(!said.isEmpty());
    QVERIFY2(said.contains(QLatin1String("KiB")), qPrintable(said));
    QTest::qWait(50);
    QVERIFY(QDir(m_run).exists());
    said.clear();
    activate();
    answerQuestion("deleteRun");
    key(Qt::Key_Delete);
    QTRY_VERIFY2(!QDir(m_run).exists(), qPrintable(window().messages().text()));
    QTRY_COMPARE(m_app->runs().rowCount(), 0);
  }

  void manyRunsAreHandledTogether() {
    for (const char* const name : {"q3", "q4"}) {
      RunFolder run(path(QStringLiteral("Cats")), QLatin1String(name), 40);
      run.checkpoint(20);
      run.flush();
    }
    m_app->runs().refresh();
    QTRY_COMPARE(m_app->runs().rowCount(), 3);
    FlatTable& table = *view().table();
    const auto click = [&](int row, Qt::KeyboardModifiers modifiers) {
      QTest::mouseClick(table.viewport(), Qt::LeftButton, modifiers,
                        table.visualRect(m_app->runs().index(row, 0)).center());
    };
    click(0, Qt::NoModifier);
    click(1, Qt::ControlModifier);
    QVERIFY(!action("train.renameRun")->isEnabled());
    key(Qt::Key_S, Qt::AltModifier | Qt::ShiftModifier);
    const auto starred = [&] {
      return std::ranges::count_if(m_app->runs().runs(), [](const RunRow& run) { return run.notes.starred; });
    };
    QTRY_COMPARE(starred(), 2);
    action("train.starredRuns")->trigger();
    QVERIFY(!table.isRowHidden(0, {}) && !table.isRowHidden(1, {}) && table.isRowHidden(2, {}));
    click(0, Qt::NoModifier);
    click(1, Qt::ControlModifier);
    auto* const timer = new QTimer(qApp);
    connect(timer, &QTimer::timeout, timer, [timer] {
      auto* const question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (question == nullptr) return;
      timer->deleteLater();
      QTest::mouseClick(question->findChild<QPushButton*>(QStringLiteral("deleteRun")), Qt::LeftButton);
    });
    timer->start(10);
    key(Qt::Key_Delete);
    QTRY_COMPARE(m_app->runs().rowCount(), 1);
  }
};

QTEST_MAIN(TestRunsView)
#include "test_runs_view.moc"
