// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>

#include "core/project/test_clip.h"
#include "project/tags.h"
#include "support/project_changes.h"
#include "ui/dataset/bucket_panel.h"
#include "ui/dataset/bucket_planner.h"
#include "ui/dataset/caption_bench.h"
#include "ui/dataset/clip_panel.h"
#include "ui/dataset/crop_row.h"
#include "ui/dataset/tag_row.h"
#include "ui/player/player.h"
#include "ui/player/video_view.h"
#include "ui/support/dataset_test.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

/// The user's work continues while a job changes the clips.
class TestListChanges : public DatasetTest {
  Q_OBJECT

  void addClips(int count) {
    makeProject();
    m_app->clips().edit([count](project::Project& project) { add_test_clips(project, count); });
    QTRY_COMPARE(browser().model()->rowCount(), count);
    window().showPage(PageId::dataset);
    QTRY_VERIFY(browser().grid()->isVisible());
    browser().grid()->setFocus();
  }
  /// As a job does: the last clip becomes two.
  void growList() {
    const int before = browser().model()->rowCount();
    m_app->clips().edit([](project::Project& project) {
      const project::Clip last = read_clip(project, list_clips(project).back()).clip;
      const project::ClipCuts cuts{last.id, {(last.in_frame + last.out_frame) / 2}};
      split_clips(project, {&cuts, 1});
    });
    QTRY_COMPARE(browser().model()->rowCount(), before + 1);
    QTRY_VERIFY(!m_app->clips().isEditing());
  }
  void click(int row, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QAbstractItemView& grid = *browser().grid();
    const QPoint at = grid.visualRect(browser().model()->index(row, 0)).center();
    QTest::mouseClick(window().windowHandle(), Qt::LeftButton, modifiers,
                      grid.viewport()->mapTo(&window(), at));
  }
  void importClips(int count) {
    makeProject();
    const QString folder = path(QStringLiteral("clips"));
    for (int i = 1; i <= count; ++i)
      make_test_clip(folder.toStdString() + "/clip " + std::to_string(i) + ".mp4", i, 40, {160, 96});
    page().importPaths({folder});
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), count, 30000);
    QTRY_VERIFY(m_app->jobs().activeJob() == nullptr);
    window().showPage(PageId::dataset);
    browser().showClip(browser().model()->idAt(0));
    QTRY_VERIFY_WITH_TIMEOUT(player().isOpen() && player().isShown(), 20000);
    browser().grid()->setFocus();
  }
  void beginCropping() {
    key(Qt::Key_C);
    QTRY_VERIFY(player().view()->isCropping() && numbers()[0]->isVisible());
  }
  Player& player() { return *page().panel()->player(); }
  const std::vector<QSpinBox*>& numbers() { return page().panel()->cropRow()->numbers(); }
  std::optional<catalog::Crop> crop() { return rows()[0].clip.crop; }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { openWithoutEngine(); }
  void cleanup() { m_app.reset(); }

  void aCaptionForManyIsTyped() {
    addClips(5);
    m_app->clips().edit([](project::Project& project) { set_captions(project, list_clips(project), ""); });
    click(4);
    click(1, Qt::ControlModifier);
    QTRY_VERIFY(editor().edit()->isEnabled() && editor().way()->isVisible());
    QCOMPARE(browser().selectedClips(), (std::vector<int64_t>{2, 5}));  // not in the order of the clicks
    click(0);
    click(2);
    click(1, Qt::ControlModifier);
    QTRY_VERIFY(editor().edit()->isEnabled() && editor().way()->isVisible());
    editor().edit()->setFocus();
    type(QStringLiteral("at ni"));
    growList();
    type(QStringLiteral("ght"));
    key(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(captions()[1], std::string("at night"));
    QCOMPARE(captions()[2], std::string("at night"));
    QCOMPARE(captions()[3], std::string());
  }

  void aClipStaysListedWhileItsCaptionIsTyped() {
    addClips(5);
    browser().filterEdit()->setText(QStringLiteral("is:uncaptioned"));
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    click(0);
    QTRY_COMPARE(browser().currentClip(), 1);
    QTRY_VERIFY(!editor().edit()->isReadOnly());
    editor().edit()->setFocus();
    type(QStringLiteral("a c"));
    m_app->clips().edit([](project::Project& project) {
      set_caption(project, 1, "of a captioner");
      set_caption(project, 5, "of a captioner");
    });
    QTRY_COMPARE(captions()[4], std::string("of a captioner"));
    QTRY_VERIFY(!m_app->clips().isEditing() && !browser().model()->isListing());
    type(QStringLiteral("at"));
    key(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(captions()[0], std::string("a cat"));
    QCOMPARE(captions()[2], std::string());
    QTRY_COMPARE(browser().model()->rowCount(), 1);  // now that it is done
    QCOMPARE(browser().currentClip(), 3);
  }

  void aTagIsChosenFromThoseThatAreOffered() {
    addClips(3);
    m_app->clips().edit([](project::Project& project) {
      for (const char* const tag : {"cap", "cat"}) add_tag(project, std::array{int64_t{1}}, tag);
    });
    TagRow& row = *page().findChild<CaptionBench*>()->tags();
    click(0);
    QTRY_COMPARE(row.chips().size(), 2);
    UserInput input(UserInput::Way::keyboard, window());
    input.fill(row.field(), QStringLiteral("ca"));
    QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
    QWidget* const offered = QApplication::activePopupWidget();
    for (int i = 0; i < 2; ++i) QTest::keyClick(offered, Qt::Key_Down);
    m_app->clips().edit([](project::Project& project) { add_tag(project, std::array{int64_t{2}}, "cab"); });
    QTRY_COMPARE(rows()[1].tags.size(), size_t{1});
    QTRY_VERIFY(!m_app->clips().isEditing());
    QTest::qWait(50);  // a late answer would find the list open
    QTest::keyClick(offered, Qt::Key_Return);
    QTRY_COMPARE(row.field()->text(), QStringLiteral("cat, "));
    // New entries are offered the next time.
    input.fill(row.field(), QStringLiteral("ab"));
    QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);
  }

  void theListStaysWhereItWasScrolledTo() {
    addClips(200);
    click(0);
    for (const bool asTable : {false, true}) {
      if (asTable) action("dataset.table")->trigger();
      auto& view = asTable ? static_cast<QAbstractItemView&>(*browser().table()) : *browser().grid();
      QTRY_VERIFY(view.isVisible() && view.verticalScrollBar()->maximum() > 0);
      const int place = view.verticalScrollBar()->maximum() / 2;
      view.verticalScrollBar()->setValue(place);
      growList();
      QCOMPARE(view.verticalScrollBar()->value(), place);
      QCOMPARE(browser().currentClip(), 1);
      // Another list shows the current clip.
      browser().filterEdit()->setText(QStringLiteral("width<=800"));
      QTRY_COMPARE(browser().model()->rowCount(), 160);
      QVERIFY(view.visualRect(browser().model()->index(0, 0)).intersects(view.viewport()->rect()));
      browser().filterEdit()->clear();
      QTRY_VERIFY(browser().model()->rowCount() > 200);
    }
  }

  void aNumberIsTypedWhileTheClipChanges() {
    importClips(1);
    beginCropping();
    UserInput(UserInput::Way::keyboard, window()).fill(numbers()[2], QStringLiteral("4"));
    m_app->clips().edit([](project::Project& project) {
      set_crop(project, list_clips(project), catalog::Crop{10, 20, 64, 32});
    });
    QTRY_COMPARE(numbers()[0]->value(), 10);
    type(QStringLiteral("8"));
    key(Qt::Key_Return);
    QTRY_COMPARE(crop(), std::optional(catalog::Crop{10, 20, 48, 32}));
  }

  void aCropIsSteppedWithoutGoingBack() {
    importClips(1);
    beginCropping();
    UserInput(UserInput::Way::keyboard, window()).fill(numbers()[2], QStringLiteral("100"));
    key(Qt::Key_Return);
    QTRY_COMPARE(crop(), std::optional(catalog::Crop{0, 0, 100, 96}));
    QTRY_VERIFY(!m_app->clips().isEditing() && browser().isCurrentFresh());
    std::vector<int> shown;
    connect(browser().model(), &ClipModel::listed, this, [&] { shown.push_back(numbers()[0]->value()); });
    connect(browser().model(), &ClipModel::rowsChanged, this,
            [&] { shown.push_back(numbers()[0]->value()); });
    numbers()[0]->setFocus();
    key(Qt::Key_Up);
    QTRY_COMPARE(crop(), std::optional(catalog::Crop{1, 0, 100, 96}));
    QTRY_VERIFY(!shown.empty() && !m_app->clips().isEditing() && browser().isCurrentFresh());
    QVERIFY(std::ranges::all_of(shown, [](int value) { return value == 1; }));
    // A step forward and back immediately.
    key(Qt::Key_Up);
    key(Qt::Key_Down);
    QTRY_VERIFY(!m_app->clips().isEditing());
    QCOMPARE(crop(), std::optional(catalog::Crop{1, 0, 100, 96}));
    browser().model()->disconnect(this);
  }

  void allSelectedClipsAreSplit() {
    importClips(2);
    key(Qt::Key_A, Qt::ControlModifier);
    QTRY_COMPARE(browser().selectedClips().size(), size_t{2});
    player().goTo(10);
    key(Qt::Key_S);
    QTRY_COMPARE(browser().model()->rowCount(), 4);
    for (const project::ClipRow& row : rows()) QVERIFY(row.clip.in_frame == 10 || row.clip.out_frame == 10);
  }

  void aFieldThatIsLeftWritesNothingOld() {
    addClips(3);
    QTRY_VERIFY(page().planner()->plan() != nullptr);
    page().findChild<QTabWidget*>()->setCurrentIndex(1);
    page().findChild<QTabWidget*>()->setCurrentIndex(1);
    const auto settings = [&] { return page().planner()->settings(); };
    auto& batch = *page().buckets()->findChild<QSpinBox*>();
    UserInput input(UserInput::Way::keyboard, window());
    input.fill(&batch, QStringLiteral("8"));
    key(Qt::Key_Return);
    QTRY_COMPARE(settings().batchSize, int64_t{8});
    action("edit.undo")->trigger();
    QTRY_COMPARE(settings().batchSize, int64_t{1});
    QTRY_COMPARE(batch.value(), 1);
    browser().grid()->setFocus();
    QTRY_VERIFY(!m_app->clips().isEditing());
    QCOMPARE(settings().batchSize, int64_t{1});
    // Another dialog sets the word while the field has the focus.
    QLineEdit* word = nullptr;
    for (auto* const field : page().buckets()->findChildren<QLineEdit*>())
      if (field->accessibleName() == QStringLiteral("Trigger word")) word = field;
    QVERIFY(word != nullptr);
    word->setFocus();
    page().planner()->setSetting("id_token", "ohwx");
    QTRY_COMPARE(settings().idToken, std::string("ohwx"));
    QTRY_COMPARE(word->text(), QStringLiteral("ohwx"));
    browser().grid()->setFocus();
    QTRY_VERIFY(!m_app->clips().isEditing());
    QCOMPARE(settings().idToken, std::string("ohwx"));
  }
};

QTEST_MAIN(TestListChanges)
#include "test_list_changes.moc"
