// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QDragEnterEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <random>

#include "core/project/test_clip.h"
#include "support/project_changes.h"
#include "text/t5_tokenizer.h"
#include "ui/dataset/bucket_panel.h"
#include "ui/dataset/bucket_planner.h"
#include "ui/dataset/caption_editor.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/clip_panel.h"
#include "ui/dataset/dataset_page.h"
#include "ui/dataset/encoding_row.h"
#include "ui/dataset/health_strip.h"
#include "ui/dataset/replace_dialog.h"
#include "ui/dataset/row_fault_card.h"
#include "ui/player/player.h"
#include "ui/player/video_view.h"
#include "ui/state/clip_roles.h"
#include "ui/support/access_walk.h"
#include "ui/support/watchdog.h"
#include "ui/support/window_test.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/message_bar.h"

using namespace fw;
using namespace fw::ui;

class TestDatasetPage : public WindowTest {
  Q_OBJECT

  DatasetPage& page() { return pageOf<DatasetPage>(); }
  ClipBrowser& browser() { return *page().browser(); }

  void makeProject() {
    m_app->project().create(path(QStringLiteral("project")));
    QTRY_VERIFY(m_app->project().isOpen());
    QTRY_VERIFY(!browser().model()->isListing());
  }
  /// Four short videos with different pictures; every second one has a caption file.
  QString makeClips(int count = 4) {
    const QString folder = path(QStringLiteral("clips"));
    for (int i = 1; i <= count; ++i) {
      const std::string stem = folder.toStdString() + "/clip " + std::to_string(i);
      make_test_clip(stem + ".mp4", i, 9 + 8 * i, {160, 96});
      QFile text(QString::fromStdString(stem + ".txt"));
      if (i % 2 == 0 && text.open(QIODevice::WriteOnly))
        text.write("soft waves, number " + QByteArray::number(i));
    }
    return folder;
  }
  void importClips(int count = 4) {
    makeProject();
    page().importPaths({makeClips(count)});
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), count, 30000);
    QTRY_VERIFY(m_app->jobs().activeJob() == nullptr);
  }
  /// Rows as if imported; their files do not exist.
  void addRows(int count) {
    makeProject();
    m_app->clips().edit([count](project::Project& project) { add_test_clips(project, count); });
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), count, 60000);
  }
  void typeFilter(const QString& text) {
    browser().filterEdit()->setText(text);
    QTest::qWait(300);
    QTRY_VERIFY(!browser().model()->isListing());
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
    window().showPage(PageId::dataset);
    QTRY_COMPARE_WITH_TIMEOUT(m_app->bridge().engineState(), EngineBridge::State::failed, 30000);
    window().messages().dismiss("jobs.engine_missing");
  }
  void cleanup() { m_app.reset(); }

  void withoutAProjectNothingCanBeDone() {
    QVERIFY(page().isVisible() && !browser().isVisible());
    for (const char* const id :
         {"dataset.addFiles", "dataset.addFolder", "dataset.remove", "dataset.filter", "dataset.table",
          "caption.keep", "buckets.suggest", "edit.undo", "edit.redo"})
      QVERIFY2(!action(id)->isEnabled(), id);
    QCOMPARE(unnamedWidgets(page()).join(u'\n'), QString());
    keepPicture(QStringLiteral("dataset-no-project"));
  }

  void anEmptyProjectAsksForClips() {
    makeProject();
    QTRY_VERIFY(action("dataset.addFiles")->isEnabled());
    QVERIFY(!browser().isVisible());
    QVERIFY(!action("edit.undo")->isEnabled());
    keepPicture(QStringLiteral("dataset-empty"));
  }

  void droppedFoldersAreImported() {
    makeProject();
    const QString clips = makeClips();
    QFile broken(clips + QStringLiteral("/broken.mp4"));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("no video");
    broken.close();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(clips)});
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&page(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&page(), &drop);
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 4, 30000);
    QTRY_VERIFY(browser().isVisible());
    QTRY_VERIFY(page().faults()->isVisible());  // the non-video, with a remedy
    QCOMPARE(page().faults()->table()->model()->rowCount(), 1);
    QVERIFY(page().faults()->table()->model()->index(0, 1).data().toString().contains(
        QLatin1String("broken.mp4")));
    const auto& health = *browser().health();
    QTRY_COMPARE(health.count(HealthStrip::AllClips), 4);
    QTRY_COMPARE(health.count(HealthStrip::NoCaption), 2);
    QCOMPARE(health.count(HealthStrip::TooShort), 1);  // 17 frames at 24 fps are six at the model's 8
    QCOMPARE(health.count(HealthStrip::WrongRate), 0);
    m_app->clips().edit([](project::Project& project) { project::set_setting(project, "fps", "0"); });
    QTRY_COMPARE(health.count(HealthStrip::WrongRate), 4);
    QCOMPARE(health.count(HealthStrip::TooShort), 0);
    QCOMPARE(health.count(HealthStrip::Missing), 0);
    const QModelIndex first = browser().model()->index(0, 0);
    QTRY_VERIFY(!first.data(ClipThumbnailRole).value<QPixmap>().isNull());
    QVERIFY(QDir(path(QStringLiteral("framewright/thumbnails"))).exists());
    QCOMPARE(unnamedWidgets(page()).join(u'\n'), QString());
    keepPicture(QStringLiteral("dataset-full"));
    action("dataset.table")->trigger();
    keepPicture(QStringLiteral("dataset-table"));
  }

  void aFolderWhoseListIsEmptyIsReported() {
    makeProject();
    const QString clips = makeClips(1);
    QFile list(clips + QStringLiteral("/metadata.jsonl"));
    QVERIFY(list.open(QIODevice::WriteOnly));
    page().importPaths({clips});
    QTRY_VERIFY_WITH_TIMEOUT(page().faults()->isVisible(), 30000);
    QCOMPARE(page().faults()->table()->model()->rowCount(), 1);
    QCOMPARE(browser().model()->rowCount(), 0);
  }

  void projectsAreNotImported() {
    makeProject();
    window().setAcceptDrops(false);  // otherwise it accepts what the page rejects, and opens it
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path(QStringLiteral("project")))});
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&page(), &enter);
    QVERIFY(!enter.isAccepted());
  }

  void filtersAndHealthNarrowDown() {
    addRows(10);
    const auto& health = *browser().health();
    QTRY_COMPARE(health.count(HealthStrip::Missing), 10);
    QCOMPARE(health.count(HealthStrip::NoCaption), 5);
    typeFilter(QStringLiteral("id>4"));
    QCOMPARE(browser().model()->rowCount(), 6);
    health.button(HealthStrip::NoCaption)->click();
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    typeFilter(QStringLiteral("is:nonsense"));
    QCOMPARE(browser().model()->rowCount(), 3);  // the list stays while a term is invalid
    typeFilter({});
    QCOMPARE(browser().model()->rowCount(), 5);
    health.button(HealthStrip::Missing)->click();
    QTRY_COMPARE(browser().model()->rowCount(), 10);
    // The tooltip explains the sign on each card.
    QTRY_VERIFY(browser()
                    .model()
                    ->index(0, 0)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QLatin1String("\nFile missing Put it back")));
    health.button(HealthStrip::Damaged)->click();
    QTRY_COMPARE(browser().model()->rowCount(), 0);
    QVERIFY(browser().isVisible());  // not the page for a project without clips
  }

  /// Includes clips hidden by the filter.
  void clipsAreSelectedBeyondTheFilter() {
    addRows(10);
    typeFilter(QStringLiteral("id>4"));
    QCOMPARE(browser().model()->rowCount(), 6);
    browser().selectClips({2, 5, 9});
    QTRY_COMPARE(browser().selectedClips(), (std::vector<int64_t>{2, 5, 9}));
    QTRY_COMPARE(browser().model()->rowCount(), 10);
    QVERIFY(browser().filterEdit()->text().isEmpty());
    QTRY_COMPARE(browser().table()->selectionModel()->selectedRows().size(), 3);
    // A filter that shows the clip is kept.
    typeFilter(QStringLiteral("id>4"));
    browser().selectClips({6});
    QCOMPARE(browser().selectedClips(), (std::vector<int64_t>{6}));
    QCOMPARE(browser().model()->rowCount(), 6);
  }

  void sortingAndSelectionStay() {
    addRows(10);
    QVERIFY(browser().showClip(3));
    browser().table()->sortByColumn(ClipModel::FramesColumn, Qt::DescendingOrder);
    QTRY_COMPARE(browser().model()->idAt(0), 10);
    QCOMPARE(browser().currentClip(), 3);
    QCOMPARE(browser().selectedClips(), std::vector<int64_t>{3});
    QTRY_COMPARE(browser().model()->index(0, ClipModel::FramesColumn).data().toString(),
                 QStringLiteral("110"));
    // Clicking the header of an unsortable column keeps the arrow at the sorted one.
    action("dataset.table")->trigger();
    QHeaderView& header = *browser().table()->header();
    for (const int column : {ClipModel::RateColumn, ClipModel::SizeColumn}) {
      browser().table()->scrollTo(browser().model()->index(0, column));
      QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                        {header.sectionViewportPosition(column) + 20, header.height() / 2});
      const bool isOrder = column == ClipModel::SizeColumn;
      QCOMPARE(header.sortIndicatorSection(), isOrder ? column : ClipModel::FramesColumn);
      QTRY_COMPARE(browser().model()->idAt(0), isOrder ? 1 : 10);
    }
    action("dataset.table")->trigger();
  }

  void removedClipsComeBack() {
    addRows(5);
    QVERIFY(browser().showClip(2));
    action("dataset.remove")->trigger();
    QTRY_COMPARE(browser().model()->rowCount(), 4);
    QCOMPARE(browser().currentClip(), 3);  // the clip now in its place
    QTRY_VERIFY(action("edit.undo")->text().contains(QLatin1String("Remove clips")));
    action("edit.undo")->trigger();
    QTRY_COMPARE(browser().model()->rowCount(), 5);
    QTRY_VERIFY(action("edit.redo")->isEnabled());
    action("edit.redo")->trigger();
    QTRY_COMPARE(browser().model()->rowCount(), 4);
    m_app->project().close();
    QTRY_COMPARE(browser().model()->rowCount(), 0);
    QVERIFY(!action("edit.undo")->isEnabled());
    QVERIFY(!browser().isVisible());
  }

  void cutsAndCropsAreEditsWithNames() {
    importClips();
    QVERIFY(browser().showClip(3));  // 33 frames
    Player& player = *page().panel()->player();
    QTRY_VERIFY(player.isOpen() && player.isShown());
    QVERIFY(!action("clip.whole")->isEnabled());
    player.goTo(5);
    action("clip.markIn")->trigger();
    player.goTo(20);
    action("clip.markOut")->trigger();  // immediately: the row is still the old one
    QTRY_VERIFY(action("edit.undo")->text().contains(QLatin1String("in and out points")));
    const auto cut = [&] {
      const project::ClipRow* const row = browser().currentRow();
      return row != nullptr ? std::pair(row->clip.in_frame, row->clip.out_frame)
                            : std::pair(int64_t{-1}, int64_t{-1});
    };
    QTRY_COMPARE(cut(), std::pair(int64_t{5}, int64_t{21}));
    action("clip.crop")->trigger();
    QVERIFY(player.view()->isCropping());
    QTest::keyClick(player.view(), Qt::Key_Left, Qt::ControlModifier);
    QTest::keyClick(player.view(), Qt::Key_Return);
    QTRY_VERIFY(browser().currentRow() != nullptr && browser().currentRow()->clip.crop.has_value());
    QCOMPARE(browser().currentRow()->clip.crop->width, 152);
    QVERIFY(!player.view()->isCropping());
    keepPicture(QStringLiteral("dataset-clip"));
    for (int step = 0; step < 3; ++step) action("edit.undo")->trigger();
    QTRY_COMPARE(cut(), std::pair(int64_t{0}, int64_t{33}));
    QVERIFY(!browser().currentRow()->clip.crop.has_value());
  }

  void splittingMakesTwoClips() {
    importClips(1);
    QVERIFY(browser().showClip(1));
    Player& player = *page().panel()->player();
    QTRY_VERIFY(player.isOpen());
    QVERIFY(!action("clip.split")->isEnabled());  // there is nothing before the first frame
    player.goTo(9);
    action("clip.split")->trigger();
    QTRY_COMPARE(browser().model()->rowCount(), 2);
    action("edit.undo")->trigger();
    QTRY_COMPARE(browser().model()->rowCount(), 1);
  }

  void captionsAreKeptWhenLeft() {
    addRows(4);
    QVERIFY(browser().showClip(1));
    QPlainTextEdit& edit = *page().caption()->edit();
    QTRY_VERIFY(edit.isEnabled());
    QCOMPARE(edit.toPlainText(), QString());
    edit.setPlainText(QStringLiteral("A new caption"));
    action("caption.next")->trigger();  // clip 2 has one
    QTRY_COMPARE(browser().currentClip(), 3);
    QTRY_COMPARE(browser().health()->count(HealthStrip::NoCaption), 1);
    QVERIFY(browser().showClip(1));
    QTRY_COMPARE(edit.toPlainText(), QStringLiteral("A new caption"));
    edit.setPlainText(QStringLiteral("Typed at the end"));
    m_app->project().close();
    QTRY_VERIFY(!browser().isVisible());
    // Until the last edit releases the project's lock.
    QTRY_VERIFY(!project::Project::open(path(QStringLiteral("project")).toStdString()).read_only());
    m_app->project().open(path(QStringLiteral("project")));
    QTRY_COMPARE(browser().model()->rowCount(), 4);
    QVERIFY(browser().showClip(1));
    QTRY_COMPARE(edit.toPlainText(), QStringLiteral("Typed at the end"));
    action("edit.undo")->trigger();  // of the previous session
    QTRY_COMPARE(edit.toPlainText(), QStringLiteral("A new caption"));
  }

  void tokensAreCountedAsTheModelDoes() {
    if (!text::has_sentencepiece()) QSKIP("built without sentencepiece");
    addRows(2);
    QVERIFY(browser().showClip(2));
    QTRY_VERIFY(page().caption()->countText().contains(QLatin1String("words")));
    m_app->clips().edit([](project::Project& project) {
      project::set_setting(project, "model_folder",
                           FW_SOURCE_FOLDER "/tests/reference/cases/models/cogvideox-2b");
    });
    QTRY_VERIFY2(page().caption()->countText().contains(QLatin1String("tokens")),
                 qPrintable(page().caption()->countText()));
    QString text;
    for (int word = 0; word < 400; ++word) text += QStringLiteral("ball ");
    page().caption()->edit()->setPlainText(text);
    QTRY_VERIFY(page().caption()->isTooLong());
    const auto marks = page().caption()->edit()->extraSelections();
    QCOMPARE(marks.size(), 1);
    QVERIFY(marks[0].cursor.selectionStart() > 0 && marks[0].format.fontStrikeOut());
  }

  void replacingShowsWhatItWillDo() {
    addRows(6);  // captions of 2, 4 and 6
    ReplaceDialog dialog(m_app->clips(), browser().model()->query(), {}, &page());
    dialog.show();
    QVERIFY(!dialog.replaceButton()->isEnabled());
    dialog.search()->setText(QStringLiteral("red"));
    dialog.replacement()->setText(QStringLiteral("blue"));
    QTRY_COMPARE(dialog.preview()->model()->rowCount(), 3);
    QVERIFY(
        dialog.preview()->model()->index(0, 1).data().toString().startsWith(QLatin1String("A blue ball")));
    QCOMPARE(unnamedWidgets(dialog).join(u'\n'), QString());
    dialog.replaceButton()->click();
    QTRY_COMPARE(dialog.preview()->model()->rowCount(), 0);
    QTRY_COMPARE(dialog.summary(), QStringLiteral("3 captions were changed."));
    QTRY_VERIFY(action("edit.undo")->text().contains(QLatin1String("Find and replace")));
    typeFilter(QStringLiteral("caption:blue"));
    QCOMPARE(browser().model()->rowCount(), 3);
    action("edit.undo")->trigger();
    QTRY_COMPARE(browser().model()->rowCount(), 0);
  }

  void bucketsAreSuggestedAndUsed() {
    importClips();
    BucketPlanner& planner = *page().planner();
    BucketPanel& buckets = *page().buckets();
    QTRY_VERIFY(planner.plan() != nullptr && planner.plan()->totals.clips == 4);
    QVERIFY(buckets.ruleLabel()->text().contains(QLatin1String("CogVideoX")));
    // Small clips, which fit any model.
    m_app->clips().edit([](project::Project& project) {
      project::set_setting(project, "model", "cogvideox-1.5-5b");
      project::set_setting(project, "fps", "0");
      const std::vector<catalog::Bucket> two{{17, 96, 160}, {17, 48, 80}};
      project::set_project_buckets(project, two);
    });
    const auto is_ours = [&](int row) {
      return buckets.table()->model()->index(row, 0).data().toString().startsWith(QLatin1String("17"));
    };
    QTRY_VERIFY(buckets.table()->model()->rowCount() == 2 && is_ours(0) && is_ours(1));
    // The selected bucket stays selected when the plan is renewed.
    buckets.table()->setCurrentIndex(buckets.table()->model()->index(1, 0));
    const QString chosen = buckets.table()->currentIndex().data().toString();
    QSignalSpy filled(buckets.table()->model(), &QAbstractItemModel::rowsInserted);
    m_app->clips().edit(
        [](project::Project& project) { set_caption(project, list_clips(project)[0], "new"); });
    QTRY_VERIFY(filled.size() >= 2);
    QTRY_COMPARE(buckets.table()->currentIndex().data().toString(), chosen);
    QCOMPARE(buckets.table()->selectionModel()->selectedRows().size(), 1);
    QVERIFY(action("buckets.remove")->isEnabled());
    QTRY_COMPARE(planner.plan()->totals.samples, 4);
    QVERIFY(browser().showClip(4));
    QTRY_VERIFY(page().panel()->player()->isOpen());
    QTRY_VERIFY(page().panel()->fitLabel()->text().contains(QLatin1String("17x96x160")));
    keepPicture(QStringLiteral("dataset-fit"));
    page().findChild<QTabWidget*>()->setCurrentIndex(1);
    keepPicture(QStringLiteral("dataset-buckets"));
    buckets.newBucket()->setText(QStringLiteral("17x50x50"));  // not a multiple of 16
    QTest::keyClick(buckets.newBucket(), Qt::Key_Return);
    QCOMPARE(planner.plan()->buckets.size(), size_t{2});
    // Nothing is encoded yet, and nothing can be: there is neither engine nor model.
    QTRY_VERIFY2(page().findChild<EncodingRow*>()->label()->text().contains(QLatin1String("4 of 4 samples")),
                 qPrintable(page().findChild<EncodingRow*>()->label()->text()));
    QVERIFY(!action("dataset.encode")->isEnabled());
    QTRY_VERIFY(action("dataset.train")->isEnabled());
    QSignalSpy wanted(&m_app->navigator(), &Navigator::trainingRequested);
    action("dataset.train")->trigger();
    QTRY_COMPARE(wanted.size(), 1);
    page().findChild<QTabWidget*>()->setCurrentIndex(0);
  }

  void suggestionsBecomeTheProjectsBuckets() {
    addRows(8);
    QTRY_VERIFY(page().planner()->plan() != nullptr && page().planner()->plan()->totals.clips == 8);
    QVERIFY(page().planner()->isProposal());
    action("buckets.suggest")->trigger();
    QTRY_VERIFY(!page().planner()->isProposal());
    QVERIFY(page().buckets()->table()->model()->rowCount() > 0);
    action("edit.undo")->trigger();
    QTRY_VERIFY(page().planner()->isProposal());
  }

  void manyClipsScrollWithoutAStall() {
    addRows(20000);
    std::mt19937 random(1);
    Watchdog watchdog;
    for (const bool asTable : {false, true}) {
      if (asTable) action("dataset.table")->trigger();
      QAbstractItemView* const view =
          asTable ? static_cast<QAbstractItemView*>(browser().table()) : browser().grid();
      for (int jump = 0; jump < 30; ++jump) {
        view->verticalScrollBar()->setValue(
            static_cast<int>(random() % static_cast<unsigned>(view->verticalScrollBar()->maximum())));
        QTest::qWait(20);
      }
      view->scrollToBottom();
    }
    const QModelIndex last = browser().model()->index(19999, ClipModel::NameColumn);
    QTRY_COMPARE(last.data().toString(), QStringLiteral("clip 20000.mp4"));
    QVERIFY(!watchdog.wasBlocked());
  }

  /// Each change cancels the running count, and only the last count is reported.
  void manyClipsAreCountedBesideTheWindow() {
    constexpr int count = 20000;
    addRows(count);
    page().findChild<QTabWidget*>()->setCurrentIndex(1);
    Watchdog watchdog;
    const QLabel& label = *page().encoding()->label();
    for (const int cut : {50, 40, 20}) {
      m_app->clips().edit([cut](project::Project& project) {
        project::set_setting(project, "model_folder", FW_SOURCE_FOLDER "/resources/sample/model");
        project::set_project_buckets(project, std::vector{catalog::Bucket{9, 64, 96}});
        set_cut(project, list_clips(project)[0], 0, cut);
      });
      QTRY_VERIFY_WITH_TIMEOUT(!label.text().isEmpty(), 60000);
    }
    m_app->clips().edit([](project::Project& project) {
      const int64_t first = list_clips(project).front();
      remove_clips(project, {&first, 1});
    });
    const QString all = QStringLiteral("To encode: %1 of %1 samples").arg(QLocale().toString(count - 1));
    QTRY_VERIFY2_WITH_TIMEOUT(label.text().startsWith(all), qPrintable(label.text()), 60000);
    QVERIFY(!watchdog.wasBlocked());
  }
};

QTEST_MAIN(TestDatasetPage)
#include "test_dataset_page.moc"
