// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>
#include <cmath>

#include "core/project/test_clip.h"
#include "ui/dataset/bucket_panel.h"
#include "ui/dataset/bucket_planner.h"
#include "ui/dataset/clip_panel.h"
#include "ui/dataset/crop_row.h"
#include "ui/dataset/finding_list.h"
#include "ui/dataset/scene_review.h"
#include "ui/player/player.h"
#include "ui/player/timeline.h"
#include "ui/player/video_view.h"
#include "ui/support/access_walk.h"
#include "ui/support/dataset_test.h"
#include "ui/support/user_input.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

/// Cutting and cropping clips manually, with events as from the desktop.
class TestClipEditor : public DatasetTest {
  Q_OBJECT

  static constexpr int frames = 40;

  void importClips(int count, const std::vector<media::Size>& sizes = {{160, 96}}) {
    makeProject();
    const QString folder = path(QStringLiteral("clips"));
    for (int i = 0; i < count; ++i)
      make_test_clip(folder.toStdString() + "/clip " + std::to_string(i + 1) + ".mp4", i + 1, frames,
                     sizes[static_cast<size_t>(i) % sizes.size()]);
    page().importPaths({folder});
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), count, 30000);
    QTRY_VERIFY(m_app->jobs().activeJob() == nullptr);
    window().showPage(PageId::dataset);
    QTRY_VERIFY(browser().grid()->isVisible());
    browser().showClip(browser().model()->idAt(0));
    QTRY_VERIFY_WITH_TIMEOUT(player().isOpen() && player().isShown(), 20000);
    QTRY_VERIFY(page().planner()->plan() != nullptr);
  }
  Player& player() { return *page().panel()->player(); }
  Timeline& timeline() { return *page().panel()->timeline(); }
  VideoView& view() { return *player().view(); }
  CropRow& cropRow() { return *page().panel()->cropRow(); }

  void press(QWidget& widget, const QPointF& at) {
    QTest::mousePress(window().windowHandle(), Qt::LeftButton, {}, widget.mapTo(&window(), at.toPoint()));
  }
  void move(QWidget& widget, const QPointF& to) {
    QTest::mouseMove(window().windowHandle(), widget.mapTo(&window(), to.toPoint()));
  }
  void release(QWidget& widget, const QPointF& at) {
    QTest::mouseRelease(window().windowHandle(), Qt::LeftButton, {}, widget.mapTo(&window(), at.toPoint()));
  }
  void drag(QWidget& widget, const QPointF& from, const QPointF& to) {
    press(widget, from);
    move(widget, (from + to) / 2);
    move(widget, to);
    release(widget, to);
  }
  QPointF inView(double x, double y) { return view().toView(QRectF(x, y, 0, 0)).topLeft(); }
  QRect crop() {
    const auto kept = rows()[0].clip.crop;
    return kept ? QRect(int(kept->x), int(kept->y), int(kept->width), int(kept->height)) : QRect();
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { openWithoutEngine(); }
  void cleanup() { m_app.reset(); }

  void endsAreDraggedOnTheTimeline() {
    importClips(1);
    const double step = double(timeline().handle(false).x() - timeline().handle(true).x()) / frames;
    const QPointF in = timeline().handle(true);
    drag(timeline(), in, in + QPointF(10 * step, 0));
    QTRY_COMPARE(rows()[0].clip.in_frame, int64_t{10});
    QCOMPARE(player().frame(), 10);  // the frame at that end is shown
    const QPointF out = timeline().handle(false);
    drag(timeline(), out, out - QPointF(5 * step, 0));
    QTRY_COMPARE(rows()[0].clip.out_frame, int64_t{35});
    QCOMPARE(player().frame(), 34);
    keepPicture(QStringLiteral("editor-timeline"));
    QTRY_VERIFY(action("edit.undo")->isEnabled());
    action("edit.undo")->trigger();
    QTRY_COMPARE(rows()[0].clip.out_frame, int64_t{frames});
  }

  void anEndGivenUpStaysWhereItWas() {
    importClips(1);
    const QPointF in = timeline().handle(true);
    press(timeline(), in);
    move(timeline(), in + QPointF(120, 0));
    key(Qt::Key_Escape);
    release(timeline(), in + QPointF(120, 0));
    QTest::qWait(200);
    QCOMPARE(rows()[0].clip.in_frame, int64_t{0});
    QCOMPARE(timeline().handle(true), in.toPoint());
  }

  void eachSampleHasItsFrames() {
    importClips(1);
    m_app->clips().edit([](project::Project& project) {
      const catalog::Bucket bucket{9, 96, 160};
      set_project_buckets(project, {&bucket, 1});
      set_setting(project, "fps", "0");
    });
    m_app->clips().edit([](project::Project& project) { set_setting(project, "long_clips", "split"); });
    QTRY_COMPARE(timeline().used().size(), size_t{4});
    QCOMPARE(timeline().used()[1].first, 9);
    QCOMPARE(timeline().used()[3].last, 35);
  }

  /// Times may fall within frames: their spacing follows the clock, not the frames.
  void theRulerIsEven() {
    importClips(1);
    for (int zoom = 0; zoom < 3; ++zoom) {
      const auto ticks = timeline().ticks();
      QVERIFY(ticks.size() >= 3);
      for (size_t i = 2; i < ticks.size(); ++i)
        QVERIFY(std::abs(ticks[i].x - 2 * ticks[i - 1].x + ticks[i - 2].x) < 0.1);
      timeline().zoomBy(1.5, 0);
    }
  }

  void cropsHaveHandlesAndNumbers() {
    importClips(1);
    browser().grid()->setFocus();
    key(Qt::Key_C);
    QTRY_VERIFY(view().isCropping() && cropRow().isVisible());
    QCOMPARE(unnamedWidgets(cropRow()).join(u'\n'), QString());
    drag(view(), inView(20, 10), inView(100, 60));
    QTRY_VERIFY(crop().width() > 70);
    QVERIFY(view().isCropping());
    // Its inside moves it, its corner resizes it, once the row was reloaded.
    const QRect drawn = crop();
    QTRY_COMPARE(cropRow().numbers()[2]->value(), drawn.width());
    drag(view(), inView(60, 35), inView(70, 45));
    QTRY_VERIFY(crop() != drawn);
    QCOMPARE(crop().size(), drawn.size());
    const QRect moved = crop();
    QTRY_COMPARE(cropRow().numbers()[0]->value(), moved.x());
    drag(view(), inView(moved.x() + moved.width(), moved.y() + moved.height()), inView(150, 90));
    QTRY_VERIFY(crop().width() > moved.width());
    QCOMPARE(crop().topLeft(), moved.topLeft());
    keepPicture(QStringLiteral("editor-crop"));
    QSpinBox* const width = cropRow().numbers()[2];
    QTRY_COMPARE(width->value(), crop().width());
    width->setFocus();
    width->selectAll();
    type(QStringLiteral("48"));
    key(Qt::Key_Return);
    QTRY_COMPARE(crop().width(), 48);
    view().setFocus();
    key(Qt::Key_Escape);
    QVERIFY(!view().isCropping() && !cropRow().isVisible());
  }

  void aCropKeepsTheShapeOfABucket() {
    importClips(1);
    m_app->clips().edit([](project::Project& project) {
      set_project_buckets(project, std::vector{catalog::Bucket{9, 64, 64}});
    });
    QTRY_COMPARE(cropRow().shape()->itemText(1), QStringLiteral("As bucket 64×64"));
    action("clip.crop")->trigger();
    QTRY_VERIFY(cropRow().isVisible());
    UserInput input(UserInput::Way::keyboard, window());
    input.focus(cropRow().shape());
    key(Qt::Key_C);
    QVERIFY(view().isCropping());  // a letter in a list is not a command for the clip
    key(Qt::Key_Down);
    QTRY_COMPARE(crop(), QRect(32, 0, 96, 96));
    view().setFocus();
    QTRY_COMPARE(cropRow().numbers()[0]->value(), 32);
    drag(view(), inView(127, 95), inView(99, 79));
    QTRY_VERIFY(crop().width() < 96 && crop().width() == crop().height());
    QCOMPARE(crop().topLeft(), QPoint(32, 0));
    input.fill(cropRow().numbers()[2], QStringLiteral("160"));  // larger than a square allows
    key(Qt::Key_Return);
    QTRY_VERIFY(crop().size() == QSize(96, 96) && cropRow().numbers()[2]->value() == 96);
    m_app->clips().edit([](project::Project& project) {
      set_project_buckets(project, std::vector{catalog::Bucket{9, 48, 96}});
    });
    QTRY_COMPARE(cropRow().shape()->itemText(1), QStringLiteral("As bucket 96×48"));
    drag(view(), inView(127, 95), inView(117, 45));
    QTRY_VERIFY(crop().width() > crop().height() + 20);
  }

  void allSelectedClipsAreCropped() {
    importClips(3, {{160, 96}, {80, 48}, {160, 96}});
    browser().grid()->setFocus();
    key(Qt::Key_A, Qt::ControlModifier);
    action("clip.crop")->trigger();
    drag(view(), inView(40, 24), inView(120, 72));
    QTRY_VERIFY(rows()[2].clip.crop.has_value());
    const auto all = rows();
    QVERIFY(all[0].clip.crop == all[2].clip.crop);
    QCOMPARE(all[1].clip.crop->width, (all[0].clip.crop->width + 1) / 2);
    QTRY_VERIFY(action("edit.undo")->isEnabled());
    action("edit.undo")->trigger();
    QTRY_VERIFY(!rows()[0].clip.crop && !rows()[1].clip.crop);
  }

  void allSelectedClipsAreCut() {
    importClips(3);
    browser().grid()->setFocus();
    key(Qt::Key_A, Qt::ControlModifier);
    const auto ends = [this] {
      QList<QPair<int64_t, int64_t>> all;
      for (const project::ClipRow& row : rows()) all << qMakePair(row.clip.in_frame, row.clip.out_frame);
      return all;
    };
    using Ends = QList<QPair<int64_t, int64_t>>;
    player().goTo(6);
    key(Qt::Key_I);
    QTRY_COMPARE(ends(), Ends(3, {6, frames}));
    const QPointF out = timeline().handle(false);
    drag(timeline(), out, out - QPointF(timeline().width() / 4.0, 0));
    QTRY_VERIFY(ends()[2].second < frames);
    QCOMPARE(ends(), Ends(3, ends()[0]));
    QTRY_VERIFY(action("edit.undo")->isEnabled());
    action("edit.undo")->trigger();  // one step for all
    QTRY_COMPARE(ends(), Ends(3, {6, frames}));
    browser().grid()->setFocus();
    QTRY_VERIFY(action("clip.whole")->isEnabled());
    key(Qt::Key_I, Qt::ShiftModifier);
    QTRY_COMPARE(ends(), Ends(3, {0, frames}));
  }

  /// After a click on the picture the page's shortcuts work, and typing in the filter does not cut.
  void keysOfThePageWorkInThePlayer() {
    importClips(3);
    activate();
    const auto clickPicture = [this] {
      const QPoint middle = view().mapTo(&window(), view().rect().center());
      QTest::mouseClick(window().windowHandle(), Qt::LeftButton, {}, middle);
      QTRY_VERIFY(page().panel()->isAncestorOf(QApplication::focusWidget()));
    };
    clickPicture();
    key(Qt::Key_A, Qt::ControlModifier);
    QTRY_COMPARE(browser().selectedClips().size(), size_t{3});
    key(Qt::Key_Delete);
    QTRY_COMPARE(browser().model()->rowCount(), 0);
    QTRY_VERIFY(action("edit.undo")->isEnabled());
    action("edit.undo")->trigger();
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    QTRY_VERIFY(player().isOpen() && player().isShown());
    clickPicture();
    key(Qt::Key_F, Qt::ControlModifier);
    type(QStringLiteral("ocean"));
    QCOMPARE(browser().filterEdit()->text(), QStringLiteral("ocean"));
    QVERIFY(!action("clip.crop")->isChecked());
    for (const project::ClipRow& row : rows()) QCOMPARE(row.clip.frames(), int64_t{frames});
  }

  void theTimelineIsZoomed() {
    importClips(1);
    const auto turn = [&](double x, int by, Qt::KeyboardModifiers held) {
      const QPoint at(static_cast<int>(x), timeline().height() / 2);
      QWheelEvent event(at, timeline().mapToGlobal(at), {}, {0, by}, Qt::NoButton, held, Qt::NoScrollPhase,
                        false);
      QApplication::sendEvent(&timeline(), &event);
    };
    const auto span = [&] { return timeline().inView().last - timeline().inView().first; };
    QCOMPARE(span(), frames);
    // The frame under the pointer stays there.
    const double middle = timeline().width() / 2.0;
    for (int step = 0; step < 3; ++step) turn(middle, 120, Qt::ControlModifier);
    QVERIFY(timeline().isZoomed() && span() < 25);
    QVERIFY(std::abs(timeline().inView().first + timeline().inView().last - frames) <= 1);
    const qint64 first = timeline().inView().first;
    turn(middle, 120, Qt::ShiftModifier);
    QVERIFY(timeline().inView().first < first);
    keepPicture(QStringLiteral("editor-timeline-zoomed"));
    // Stepping scrolls to the frame, and an end can be dragged as before.
    player().goTo(frames - 1);
    QCOMPARE(timeline().inView().last, frames);
    const qint64 shown = span();
    const QPointF out = timeline().handle(false);
    drag(timeline(), out, out - QPointF(5.0 * (timeline().width() - 16) / shown, 0));
    QTRY_COMPARE(rows()[0].clip.out_frame, int64_t{frames - 5});
    browser().grid()->setFocus();
    key(Qt::Key_Z, Qt::ShiftModifier);
    QVERIFY(!timeline().isZoomed());
    key(Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(span(), frames / 2);
    for (int step = 0; step < 9; ++step) key(Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(span(), 8);
    for (int step = 0; step < 9; ++step) key(Qt::Key_Minus, Qt::ControlModifier);
    QVERIFY(!timeline().isZoomed());
  }

  void sceneCutsAreReviewed() {
    makeProject();
    make_test_scenes(path(QStringLiteral("clips/scenes.mp4")).toStdString());
    page().importPaths({path(QStringLiteral("clips"))});
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), 1, 30000);
    QTRY_VERIFY(m_app->jobs().activeJob() == nullptr);
    window().showPage(PageId::dataset);
    QTRY_VERIFY(browser().grid()->isVisible());
    browser().showClip(browser().model()->idAt(0));
    QTRY_VERIFY_WITH_TIMEOUT(player().isOpen(), 20000);
    QString problem = QStringLiteral("no dialog");
    QTimer poll;
    connect(&poll, &QTimer::timeout, this, [&] {
      auto* const review = qobject_cast<SceneReview*>(QApplication::activeModalWidget());
      if (review == nullptr || !review->isVisible()) return;
      poll.stop();
      problem = [&]() -> QString {
        if (!QTest::qWaitFor([&] { return review->model()->rowCount() == 2; }))
          return QStringLiteral("%1 cuts").arg(review->model()->rowCount());
        if (const QStringList names = unnamedWidgets(*review); !names.isEmpty()) return names.join(u'\n');
        QTest::qWait(500);
        if (qEnvironmentVariableIsSet("FW_TEST_PICTURES"))
          review->grab().save(qEnvironmentVariable("FW_TEST_PICTURES") + QStringLiteral("/scenes.png"));
        QTest::keyClick(review->threshold(), Qt::Key_End);
        if (review->model()->accepted() != 0 || review->splitButton()->isEnabled())
          return QStringLiteral("accepted below the threshold");
        QTest::keyClick(review->threshold(), Qt::Key_Home);
        if (review->model()->accepted() != 2) return QStringLiteral("not accepted above the threshold");
        review->table()->setFocus();
        QTest::keyClick(review->table(), Qt::Key_A, Qt::ControlModifier);
        review->table()->actions()[1]->trigger();  // for all selected ones
        if (review->model()->accepted() != 0) return QStringLiteral("not rejected");
        review->table()->setCurrentIndex(review->model()->index(0, 0));
        QTest::keyClick(review->table(), Qt::Key_Space);
        QTest::keyClick(review->threshold(), Qt::Key_End);  // does not affect those set by hand
        if (review->model()->accepted() != 1) return QStringLiteral("not accepted by its key");
        QTest::mouseClick(review->splitButton(), Qt::LeftButton);
        return {};
      }();
      if (!problem.isEmpty()) review->reject();
    });
    poll.start(50);
    action("clip.reviewScenes")->trigger();
    QCOMPARE(problem, QString());
    QTRY_COMPARE(browser().model()->rowCount(), 2);
    QTRY_COMPARE(rows()[0].clip.out_frame, int64_t{15});
    QCOMPARE(rows()[1].clip.frames(), int64_t{30});
    action("edit.undo")->trigger();
    QTRY_COMPARE(browser().model()->rowCount(), 1);
  }

  void aClickOnABucketSelectsItsClips() {
    importClips(3, {{160, 96}, {96, 160}, {160, 96}});
    m_app->clips().edit([](project::Project& project) {
      const std::vector<catalog::Bucket> buckets{{9, 96, 160}, {9, 160, 96}};
      set_project_buckets(project, buckets);
    });
    auto& buckets = *window().findChild<BucketPanel*>();
    auto* const table = buckets.findChild<FlatTable*>();
    QTRY_VERIFY(!page().planner()->isProposal());
    QTRY_COMPARE(table->model()->rowCount(), 2);
    for (QTabWidget* const tabs : page().findChildren<QTabWidget*>()) tabs->setCurrentIndex(1);
    QTRY_VERIFY(table->isVisible());
    const auto click = [&](const char* bucket) {
      const int row = table->model()->index(0, 0).data().toString() == QLatin1String(bucket) ? 0 : 1;
      const QPoint at = table->visualRect(table->model()->index(row, 0)).center();
      press(*table->viewport(), at);
      release(*table->viewport(), at);
    };
    click("9x96x160");
    QTRY_COMPARE(browser().selectedClips(), (std::vector<int64_t>{1, 3}));
    click("9x160x96");
    QTRY_COMPARE(browser().selectedClips(), (std::vector<int64_t>{2}));
    // A filter that hides them is cleared.
    browser().filterEdit()->setText(QStringLiteral("name:2"));
    QTRY_COMPARE(browser().model()->rowCount(), 1);
    click("9x96x160");
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    QTRY_COMPARE(browser().selectedClips(), (std::vector<int64_t>{1, 3}));
  }

  void adviceSelectsTheClipsItIsAbout() {
    importClips(3, {{160, 96}, {96, 160}, {160, 96}});
    m_app->clips().edit([](project::Project& project) {
      set_project_buckets(project, std::vector{catalog::Bucket{9, 96, 160}});
    });
    FindingList& advice = *window().findChild<BucketPanel*>()->findings();
    const QString name = QString::fromStdString(std::filesystem::path(rows()[1].source.path).filename());
    QTRY_VERIFY2(advice.text().contains(name), qPrintable(advice.text()));
    QVERIFY(!advice.text().contains(QLatin1String("clip 2 ")));
    for (QTabWidget* const tabs : page().findChildren<QTabWidget*>()) tabs->setCurrentIndex(1);
    QLabel* link = nullptr;
    for (auto* const label : advice.findChildren<QLabel*>())
      if (label->text().contains(name) && label->text().contains(QLatin1String("href"))) link = label;
    QVERIFY(link != nullptr && link->isVisible());
    QVERIFY(browser().selectedClips() != (std::vector<int64_t>{2}));
    QTest::mouseClick(link, Qt::LeftButton, {}, {20, link->fontMetrics().height() / 2});
    QTRY_COMPARE(browser().selectedClips(), (std::vector<int64_t>{2}));
    browser().selectClips({1, 3});
    QTRY_COMPARE(browser().selectedClips(), (std::vector<int64_t>{1, 3}));
    link->setFocus(Qt::TabFocusReason);
    QTest::keyClick(link, Qt::Key_Return);
    QTRY_COMPARE(browser().selectedClips(), (std::vector<int64_t>{2}));
  }

  void allSelectedClipsAreSplitIntoPieces() {
    importClips(2);
    browser().grid()->setFocus();
    key(Qt::Key_A, Qt::ControlModifier);
    UserInput input(UserInput::Way::keyboard, window());
    input.inDialog([&] { input.command("clip.splitEvery"); },
                   [&](QDialog& dialog) {
                     QCOMPARE(unnamedWidgets(dialog).join(u'\n'), QString());
                     input.fill(dialog.findChild<QDoubleSpinBox*>(), QStringLiteral("1"));
                     input.key(QKeySequence(Qt::Key_Return));
                   });
    QTRY_COMPARE(browser().model()->rowCount(), 4);  // 40 frames at 24 fps
    QCOMPARE(rows()[0].clip.frames(), int64_t{24});
    QTRY_VERIFY(action("edit.undo")->isEnabled());
    action("edit.undo")->trigger();
    QTRY_COMPARE(browser().model()->rowCount(), 2);
  }

  /// By hand, for all selected clips, and reset again.
  void clipsArePutIntoABucket() {
    importClips(2);
    m_app->clips().edit([](project::Project& project) {
      const std::vector<catalog::Bucket> buckets{{9, 96, 160}, {9, 64, 64}};
      set_project_buckets(project, buckets);
      set_setting(project, "fps", "0");
    });
    QTRY_VERIFY(!page().planner()->isProposal());
    browser().grid()->setFocus();
    key(Qt::Key_A, Qt::ControlModifier);
    const auto choose = [&](const QString& text) {
      QMenu& menu = *page().panel()->bucketMenu();
      Q_EMIT menu.aboutToShow();
      for (QAction* const entry : menu.actions())
        if (entry->text() == text) return entry->trigger();
      QFAIL(qPrintable(text));
    };
    choose(QStringLiteral("9x64x64"));
    const auto chosen = [this](size_t row) { return rows()[row].clip.bucket; };
    QTRY_COMPARE(chosen(1), std::optional(catalog::Bucket{9, 64, 64}));
    QCOMPARE(chosen(0), chosen(1));
    QTRY_VERIFY(page().panel()->fitLabel()->text().contains(QLatin1String("9x64x64")));
    const auto noneIsChosen = [this] {
      Q_EMIT page().panel()->bucketMenu()->aboutToShow();
      return page().panel()->bucketMenu()->actions()[0]->isChecked();
    };
    QTRY_VERIFY(!noneIsChosen());  // once the row was reloaded
    choose(page().panel()->bucketMenu()->actions()[0]->text());
    QTRY_VERIFY(!chosen(0) && !chosen(1));
  }

  void clipsHaveAMenu() {
    importClips(2);
    QStringList entries;
    QTimer::singleShot(300, this, [&] {
      auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (menu == nullptr) return;
      for (const QAction* const entry : menu->actions()) entries << entry->objectName();
      menu->close();
    });
    const QPoint place = browser().grid()->visualRect(browser().model()->index(0, 0)).center();
    QContextMenuEvent asked(QContextMenuEvent::Mouse, place,
                            browser().grid()->viewport()->mapToGlobal(place));
    QApplication::sendEvent(browser().grid()->viewport(), &asked);
    QTRY_VERIFY(entries.contains(QStringLiteral("dataset.remove")) &&
                entries.contains(QStringLiteral("clip.clearCrop")) &&
                entries.contains(QStringLiteral("caption.captioner")) &&
                entries.contains(QStringLiteral("dataset.relink")));
  }
};

QTEST_MAIN(TestClipEditor)
#include "test_clip_editor.moc"
