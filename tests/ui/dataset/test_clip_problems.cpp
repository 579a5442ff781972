// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "core/project/test_clip.h"
#include "project/figures.h"
#include "support/project_changes.h"
#include "ui/dataset/bucket_panel.h"
#include "ui/dataset/clip_model.h"
#include "ui/dataset/clip_panel.h"
#include "ui/dataset/finding_list.h"
#include "ui/dataset/import_dialog.h"
#include "ui/dataset/row_fault_card.h"
#include "ui/dataset/scene_review.h"
#include "ui/player/player.h"
#include "ui/player/timeline.h"
#include "ui/state/job_list_model.h"
#include "ui/support/access_walk.h"
#include "ui/support/dataset_test.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

namespace {

constexpr ErrorCode finding{"test.finding", "Finding {number}.", "Mend it."};

}  // namespace

/// Problems of clips and list rows: named, and one click away from the clip.
class TestClipProblems : public DatasetTest {
  Q_OBJECT

  std::filesystem::path clips() const { return path(QStringLiteral("clips")).toStdString(); }
  void import(const QString& what, int count) {
    page().importPaths({what});
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), count, 30000);
    QTRY_VERIFY(m_app->jobs().activeJob() == nullptr);
    window().showPage(PageId::dataset);
    QTRY_VERIFY(browser().grid()->isVisible());
  }
  void importClips(int count) {
    makeProject();
    for (int i = 1; i <= count; ++i)
      make_test_clip(clips() / ("clip " + std::to_string(i) + ".mp4"), i, 17, {160, 96});
    import(path(QStringLiteral("clips")), count);
  }
  FlatTable& problems() { return *page().faults()->table(); }
  QString place(int row) { return problems().model()->index(row, 0).data().toString(); }
  void click(QAbstractItemView& view, int row) {
    const QPoint at = view.visualRect(view.model()->index(row, 0)).center();
    QTest::mouseClick(window().windowHandle(), Qt::LeftButton, {}, view.viewport()->mapTo(&window(), at));
  }
  QAction* problemAction(const QString& text) {
    for (QAction* const action : problems().actions())
      if (action->text() == text) return action;
    return nullptr;
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { openWithoutEngine(); }
  void cleanup() { m_app.reset(); }

  void aCaptionersProblemLeadsToItsClip() {
    importClips(3);
    workflow::CaptionRequest request;
    request.project = project().toStdString();
    request.captioner.command = "sh -c 'echo no model >&2; exit 3' {file}";
    request.propose = true;
    m_app->bridge().submit(engine_api::job_of(request, {}));
    QTRY_COMPARE(page().faults()->count(), 3);
    QCOMPARE(place(1), QStringLiteral("clip 2.mp4"));
    keepPicture(QStringLiteral("problems-captioner"));
    QVERIFY(browser().showClip(browser().model()->idAt(0)));
    QTRY_VERIFY(page().faults()->isVisible());
    QTest::qWait(100);  // until the page has made room for it
    click(problems(), 1);
    QTRY_COMPARE(browser().selectedClips(), (std::vector<int64_t>{2}));
    problems().setFocus();
    key(Qt::Key_Down);
    QCOMPARE(browser().selectedClips(), (std::vector<int64_t>{2}));  // moving through them selects nothing
    key(Qt::Key_Return);
    QTRY_COMPARE(browser().selectedClips(), (std::vector<int64_t>{3}));
    key(Qt::Key_A, Qt::ControlModifier);
    QVERIFY(problemAction(QStringLiteral("Select the clip"))->isVisible());
    problemAction(QStringLiteral("Select the clip"))->trigger();
    QTRY_COMPARE(browser().selectedClips(), (std::vector<int64_t>{1, 2, 3}));
    QVERIFY(!page().faults()->dismissButton()->isVisible());
  }

  void clipsOfOneFileAreToldApart() {
    importClips(2);
    m_app->clips().edit([](project::Project& project) { split(project, 1, {8}); });
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    workflow::CaptionRequest request;
    request.project = project().toStdString();
    request.captioner.command = "sh -c 'exit 3' {file}";
    request.propose = true;
    m_app->bridge().submit(engine_api::job_of(request, {}));
    QTRY_COMPARE(page().faults()->count(), 3);
    for (const auto& [row, name] : {std::pair(0, QStringLiteral("clip 1.mp4 [0–7]")),
                                    {1, QStringLiteral("clip 1.mp4 [8–16]")},
                                    {2, QStringLiteral("clip 2.mp4")}}) {
      QCOMPARE(place(row), name);
      QCOMPARE(browser().model()->index(row, ClipModel::NameColumn).data().toString(), name);
      QAccessibleTableInterface* const cells =
          QAccessible::queryAccessibleInterface(&problems())->tableInterface();
      QCOMPARE(cells->cellAt(row, 0)->text(QAccessible::Name), name);
    }
    QTest::qWait(100);  // until the page has made room for it
    click(problems(), 1);
    QTRY_COMPARE(browser().selectedClips(), (std::vector<int64_t>{rows()[1].clip.id}));
  }

  void badRowsOfAListStayUntilTheyAreDismissed() {
    makeProject();
    make_test_clip(clips() / "a.mp4", 1, 17, {160, 96});
    QFile list(path(QStringLiteral("clips/metadata.csv")));
    QVERIFY(list.open(QIODevice::WriteOnly) &&
            list.write("file_name,text\na.mp4,a ball\nb.mp4,gone\n,no name\n") > 0);
    list.close();
    import(list.fileName(), 1);
    QTRY_COMPARE(page().faults()->count(), 2);
    QCOMPARE(place(0), QStringLiteral("metadata.csv, line 3"));
    QVERIFY(!problems().model()->index(0, 2).data().toString().isEmpty());  // the remedy
    QVERIFY(!problemAction(QStringLiteral("Select the clip"))->isVisible());
    // They are still there after a restart, and can be dismissed one by one.
    restart();
    window().resize(1280, 800);
    m_app->project().open(project());
    window().showPage(PageId::dataset);
    activate();
    QTRY_VERIFY(action("dataset.problems")->isEnabled());
    action("dataset.problems")->trigger();
    QTRY_COMPARE(page().faults()->count(), 2);
    QTRY_VERIFY(problems().isVisible());
    QTest::qWait(100);
    click(problems(), 0);
    QVERIFY(problems().hasFocus());
    key(Qt::Key_Delete);
    QTRY_COMPARE(page().faults()->count(), 1);
    QCOMPARE(place(0), QStringLiteral("metadata.csv, line 4"));
    QCOMPARE(browser().model()->rowCount(), 1);              // no clip was removed
    QVERIFY(problems().selectionModel()->isRowSelected(0));  // the next one
    problems().clearSelection();
    key(Qt::Key_Delete);
    QTest::mouseClick(page().faults()->dismissButton(), Qt::LeftButton);
    QCOMPARE(page().faults()->count(), 1);  // not by a user's choice
    click(problems(), 0);
    QTest::mouseClick(page().faults()->dismissButton(), Qt::LeftButton);
    QTRY_VERIFY(!page().faults()->isVisible());
    QTRY_VERIFY(!action("dataset.problems")->isEnabled());
  }

  void sceneCutsAreThoseOfATrimmedClip() {
    makeProject();
    make_test_scenes(clips() / "scenes.mp4");  // others at the frames 15 and 30, of 45
    import(path(QStringLiteral("clips")), 1);
    QVERIFY(browser().showClip(browser().model()->idAt(0)));
    Player& player = *page().panel()->player();
    const Timeline& timeline = *page().panel()->timeline();
    QTRY_VERIFY_WITH_TIMEOUT(player.isOpen() && player.isShown(), 20000);
    QTRY_COMPARE(timeline.marks(), (std::vector<qint64>{15, 30}));
    browser().grid()->setFocus();
    player.goTo(20);
    key(Qt::Key_I);
    QTRY_COMPARE(rows()[0].clip.in_frame, int64_t{20});
    QTRY_COMPARE(timeline.marks(), (std::vector<qint64>{30}));
    // Filters exclude it until it is scanned.
    QToolButton& strip = *browser().health()->button(HealthStrip::NotScanned);
    QTRY_COMPARE(browser().health()->count(HealthStrip::NotScanned), 1);
    QVERIFY(strip.isVisible());
    {
      SceneReview review(m_app->clips(), {rows()[0].clip.id}, &window());
      QTRY_COMPARE(review.model()->rowCount(), 1);
      QCOMPARE(review.model()->cuts()[0].cut.frame, int64_t{30});
      QTest::mouseClick(review.splitButton(), Qt::LeftButton);
    }
    QTRY_COMPARE(browser().model()->rowCount(), 2);
    QCOMPARE(rows()[0].clip.in_frame, int64_t{20});
    QCOMPARE(rows()[0].clip.out_frame, int64_t{30});
    QCOMPARE(rows()[1].clip.out_frame, int64_t{45});
    QTRY_COMPARE(browser().health()->count(HealthStrip::NotScanned), 2);
    key(Qt::Key_Q, Qt::ControlModifier | Qt::AltModifier);
    QTRY_COMPARE_WITH_TIMEOUT(browser().health()->count(HealthStrip::NotScanned), 0, 20000);
    QVERIFY(!strip.isVisible() && !action("dataset.scan")->isEnabled());
    const auto read = project::Project::open(project().toStdString(), project::Access::read_only);
    QVERIFY(figures(read, rows()[1].clip.id));
  }

  void whatNobodyLookedThroughSaysSo() {
    makeProject();
    m_app->clips().edit([](project::Project& project) { add_test_clips(project, 2); });
    QTRY_COMPARE(browser().model()->rowCount(), 2);
    SceneReview review(m_app->clips(), {1, 2}, &window());
    QTRY_VERIFY(review.countLabel()->text().contains(QLatin1String("2 clips were not scanned")));
  }

  void adviceBeyondTheSixthIsALinkAway() {
    FindingList list;
    std::vector<FindingList::Finding> findings;
    for (int i = 0; i < 9; ++i) findings.push_back({Fault(finding, {{"number", i}}), false, {i + 1}});
    list.setFindings(findings);
    list.show();
    list.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&list));
    QCOMPARE(list.shown(), size_t{6});
    auto* const more = list.findChildren<QLabel*>().last();
    QVERIFY(more->text().contains(QLatin1String("3 more")));
    QCOMPARE(unnamedWidgets(list).join(u'\n'), QString());
    QTest::mouseClick(more, Qt::LeftButton, {}, {20, more->fontMetrics().height() / 2});
    QCOMPARE(list.shown(), size_t{9});
    findings.pop_back();
    list.setFindings(findings);  // a new plan collapses nothing
    QCOMPARE(list.shown(), size_t{8});
  }

  /// In the window, which moves the focus itself; does not replace the plan's own findings.
  void adviceBeyondTheSixthIsOneKeyAway() {
    importClips(1);
    auto* const list = new FindingList;
    page().layout()->addWidget(list);
    std::vector<FindingList::Finding> findings;
    for (int i = 0; i < 9; ++i) findings.push_back({Fault(finding, {{"number", i}}), false, {i + 1}});
    list->setFindings(findings);
    QSignalSpy wanted(list, &FindingList::clipsRequested);
    UserInput input(UserInput::Way::keyboard, window());
    browser().grid()->setFocus();
    input.focus(list->findChildren<QLabel*>().last());
    input.key(QKeySequence(Qt::Key_Return));
    QCOMPARE(list->shown(), size_t{9});
    // Keyboard navigation continues from the first additional row.
    auto* const first = qobject_cast<QLabel*>(QApplication::focusWidget());
    QVERIFY(first != nullptr && list->isAncestorOf(first));
    QVERIFY2(first->text().contains(QLatin1String("Finding 6")), qPrintable(first->text()));
    input.key(QKeySequence(Qt::Key_Return));
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].value<std::vector<int64_t>>(), (std::vector<int64_t>{7}));
    input.key(QKeySequence(Qt::Key_Tab));
    input.key(QKeySequence(Qt::Key_Return));
    QCOMPARE(wanted.size(), 2);
    QCOMPARE(wanted[1][0].value<std::vector<int64_t>>(), (std::vector<int64_t>{8}));
  }

  /// For keyboards without a Menu key.
  void shiftF10OpensTheMenu() {
    importClips(2);
    const auto entriesAfterKey = [&](QAbstractItemView& view) {
      QStringList entries;
      view.setFocus();
      QTimer::singleShot(300, this, [&] {
        auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (menu == nullptr) return;
        for (const QAction* const entry : menu->actions()) entries << entry->objectName();
        menu->close();
      });
      key(Qt::Key_F10, Qt::ShiftModifier);
      return entries;
    };
    QVERIFY(browser().showClip(browser().model()->idAt(0)));
    QVERIFY(entriesAfterKey(*browser().grid()).contains(QStringLiteral("dataset.remove")));
    action("dataset.table")->trigger();
    QVERIFY(entriesAfterKey(*browser().table()).contains(QStringLiteral("dataset.scan")));
  }

  void bucketsHaveAMenu() {
    importClips(1);
    FlatTable& table = *window().findChild<BucketPanel*>()->table();
    QTRY_VERIFY(table.model()->rowCount() > 0);
    QStringList entries;
    for (const QAction* const entry : table.actions()) entries << entry->text();
    QCOMPARE(entries.size(), 3);
    QVERIFY(!table.actions()[0]->isEnabled());
    browser().selectClips({});
    table.setCurrentIndex(table.model()->index(0, 0));
    QVERIFY(table.actions()[0]->isEnabled());
    table.actions()[0]->trigger();
    QTRY_COMPARE(browser().selectedClips(), (std::vector<int64_t>{1}));
  }

  /// All clips, those left by a filter or the health strip, or the selected ones.
  void theSelectedClipsAreExported() {
    importClips(3);
    UserInput input(UserInput::Way::keyboard, window());
    const auto scopes = [&](const std::function<void(ExportDialog&)>& does) {
      browser().grid()->setFocus();
      input.inDialog([&] { input.command("dataset.export"); },
                     [&](QDialog& dialog) { does(dynamic_cast<ExportDialog&>(dialog)); });
    };
    scopes([&](ExportDialog& dialog) {
      QCOMPARE(dialog.scope()->currentText(), QStringLiteral("All clips"));
      QCOMPARE(dialog.scope()->count(), 2);
      QVERIFY(dialog.request().clips.empty());
      input.key(QKeySequence(Qt::Key_Escape));
    });
    browser().health()->choose(HealthStrip::NoCaption);
    QTRY_VERIFY(!browser().model()->query().isAll());
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    browser().selectClips({1, 3});
    QTRY_COMPARE(browser().selectedClips().size(), size_t{2});
    scopes([&](ExportDialog& dialog) {
      QCOMPARE(dialog.scope()->count(), 3);
      QCOMPARE(dialog.request().clips, (std::vector<int64_t>{1, 3}));
      dialog.scope()->setCurrentIndex(1);
      QCOMPARE(dialog.request().clips.size(), size_t{3});
      dialog.scope()->setCurrentIndex(2);
      input.fill(dialog.folder(), path(QStringLiteral("out")));
      input.key(QKeySequence(Qt::Key_Return));
    });
    QTRY_VERIFY(QFile::exists(path(QStringLiteral("out/videos.txt"))));
    QFile list(path(QStringLiteral("out/videos.txt")));
    QVERIFY(list.open(QIODevice::ReadOnly));
    QCOMPARE(list.readAll().trimmed().split('\n').size(), 2);
  }
};

QTEST_MAIN(TestClipProblems)
#include "test_clip_problems.moc"
