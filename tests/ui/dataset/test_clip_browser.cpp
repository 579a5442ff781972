// SPDX-License-Identifier: GPL-3.0-or-later
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>

#include "core/project/test_clip.h"
#include "project/captions.h"
#include "ui/dataset/clip_panel.h"
#include "ui/dataset/health_strip.h"
#include "ui/player/player.h"
#include "ui/support/dataset_test.h"
#include "ui/support/user_input.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

/// Letters are commands among the clip pictures, and text in the table.
class TestClipBrowser : public DatasetTest {
  Q_OBJECT

  int m_tipsAsked = 0;

  bool eventFilter(QObject* /*viewport*/, QEvent* event) override {
    m_tipsAsked += event->type() == QEvent::ToolTip ? 1 : 0;
    return false;
  }
  /// Waits until the desktop would show a tooltip.
  void rest(const QPoint& place) {
    m_tipsAsked = 0;
    QTest::mouseMove(window().windowHandle(), browser().grid()->viewport()->mapTo(&window(), place));
    QTRY_VERIFY(m_tipsAsked > 0);
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
    QTRY_VERIFY(browser().grid()->isVisible());
    browser().showClip(browser().model()->idAt(0));
    QTRY_VERIFY_WITH_TIMEOUT(page().panel()->player()->isOpen(), 20000);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { openWithoutEngine(); }
  void cleanup() { m_app.reset(); }

  void lettersInTheTableEditItsCell() {
    importClips(2);
    const auto before = rows();
    action("dataset.table")->trigger();
    FlatTable* const table = browser().table();
    QTRY_VERIFY(table->isVisible());
    const QModelIndex cell = browser().model()->index(0, ClipModel::CaptionColumn);
    table->scrollTo(cell);
    const QPoint place = table->viewport()->mapTo(&window(), table->visualRect(cell).center());
    QTest::mouseClick(window().windowHandle(), Qt::LeftButton, {}, place);
    QTest::mouseDClick(window().windowHandle(), Qt::LeftButton, {}, place);
    // Letters typed before the cell is open would be commands.
    QTRY_VERIFY(QApplication::focusWidget() != table && table->isAncestorOf(QApplication::focusWidget()));
    const QPointer<QLineEdit> line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(line != nullptr);
    QCOMPARE(table->currentIndex(), cell);
    type(QStringLiteral("a person juicing, co."));
    QVERIFY(line != nullptr);
    QCOMPARE(line->text(), QStringLiteral("a person juicing, co."));
    key(Qt::Key_Return);
    QTRY_COMPARE(QString::fromStdString(captions()[0]), QStringLiteral("a person juicing, co."));
    // In a cell that is not editable, letters are not commands either.
    const QModelIndex name = browser().model()->index(0, ClipModel::NameColumn);
    QTest::mouseDClick(window().windowHandle(), Qt::LeftButton, {},
                       table->viewport()->mapTo(&window(), table->visualRect(name).center()));
    type(QStringLiteral("iosuc"));
    QTest::qWait(200);
    const auto after = rows();
    QCOMPARE(after.size(), before.size());
    for (size_t i = 0; i < after.size(); ++i) QVERIFY(after[i].clip == before[i].clip);
  }

  /// Changes by jobs and other edits appear once the cell is closed; no letter is lost.
  void whatIsTypedInACellOutlastsChanges() {
    importClips(2);
    action("dataset.table")->trigger();
    FlatTable* const table = browser().table();
    QTRY_VERIFY(table->isVisible());
    const QModelIndex cell = browser().model()->index(1, ClipModel::CaptionColumn);
    const auto open = [&] {
      table->setFocus();
      table->setCurrentIndex(cell);
      key(Qt::Key_F2);
      QTRY_VERIFY(QApplication::focusWidget() != table && table->isAncestorOf(QApplication::focusWidget()));
    };
    open();
    type(QStringLiteral("a person "));
    QSignalSpy listed(browser().model(), &ClipModel::listed);
    m_app->clips().edit([](project::Project& project) {
      set_caption(project, list_clips(project)[0], "a wave");  // all rows are reported as changed
    });
    QTRY_VERIFY(!listed.isEmpty());
    type(QStringLiteral("juicing "));
    listed.clear();
    make_test_clip(path(QStringLiteral("clips/clip 0.mp4")).toStdString(), 9, 40, {160, 96});
    page().importPaths({path(QStringLiteral("clips"))});
    QTRY_COMPARE_WITH_TIMEOUT(rows().size(), size_t{3}, 30000);
    QTRY_VERIFY(m_app->jobs().activeJob() == nullptr);
    QTRY_VERIFY(!browser().model()->isListing());
    QVERIFY(QApplication::focusWidget() != table);
    type(QStringLiteral("oranges"));
    key(Qt::Key_Return);
    QTRY_COMPARE(QString::fromStdString(captions()[1]), QStringLiteral("a person juicing oranges"));
    QCOMPARE(captions()[0], std::string("a wave"));
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    // Rows keep their height while the pictures are out of view: none moves under the pointer.
    table->horizontalScrollBar()->setValue(table->horizontalScrollBar()->maximum());
    QVERIFY(table->horizontalScrollBar()->value() > 280);
    listed.clear();
    browser().model()->refresh();
    QTRY_VERIFY(!listed.isEmpty());
    QTest::qWait(50);
    QVERIFY(table->visualRect(cell).height() >= table->iconSize().height());
    // Closing the project saves the text being typed.
    open();
    type(QStringLiteral("pears"));
    m_app->project().close();
    QTRY_COMPARE(QString::fromStdString(captions()[1]), QStringLiteral("pears"));
  }

  void theTableShowsPicturesAndIssues() {
    importClips(1);
    action("dataset.table")->trigger();
    const ClipModel& model = *browser().model();
    const QModelIndex name = model.index(0, ClipModel::NameColumn);
    QTRY_VERIFY(!name.data(Qt::DecorationRole).value<QIcon>().isNull());
    QVERIFY(browser().table()->visualRect(name).height() >= browser().table()->iconSize().height());
    const QModelIndex issues = model.index(0, ClipModel::IssueColumn);
    QTRY_COMPARE(issues.data().toString(), QStringLiteral("No caption"));
    browser().model()->setData(model.index(0, ClipModel::CaptionColumn), QStringLiteral("a person juicing"));
    QTRY_COMPARE(issues.data().toString(), QString());
    keepPicture(QStringLiteral("dataset-table"));
    for (const char* const id : {"dataset.addFiles", "dataset.addFolder"}) {
      const auto buttons = page().findChildren<QToolButton*>();
      QVERIFY(std::ranges::any_of(buttons, [&](const QToolButton* button) {
        return button->isVisible() && button->defaultAction() == action(id);
      }));
    }
  }

  /// Over the picture it would hide the scrubbed frame.
  void aTooltipComesForTheNameAndNotForThePicture() {
    importClips(1);
    ClipGrid& grid = *browser().grid();
    grid.viewport()->installEventFilter(this);
    const QModelIndex clip = browser().model()->index(0, 0);
    const QRect picture = ClipDelegate::pictureRoom(grid.visualRect(clip));
    const QPoint name(picture.center().x(), picture.bottom() + grid.fontMetrics().height());
    for (int round = 0; round < 2; ++round) {
      rest(name);
      QTRY_VERIFY(QToolTip::isVisible());
      QCOMPARE(QToolTip::text(), clip.data(Qt::ToolTipRole).toString());
      rest(picture.center());
      QTRY_VERIFY(!QToolTip::isVisible());
    }
  }

  void aCutToOneFrameIsAskedAbout_data() {
    QTest::addColumn<int>("letter");
    QTest::addColumn<int>("frame");
    QTest::addColumn<QString>("answer");
    QTest::addColumn<qint64>("left");
    for (const auto& [name, letter, frame] : {std::tuple("out", Qt::Key_O, 0), {"in", Qt::Key_I, 39}})
      for (const auto& [answer, left] : {std::pair("keepClip", qint64{40}), {"cutToOneFrame", qint64{1}}})
        QTest::addRow("%s, %s", name, answer) << int{letter} << frame << QString::fromLatin1(answer) << left;
  }
  void aCutToOneFrameIsAskedAbout() {
    QFETCH(int, letter);
    QFETCH(int, frame);
    QFETCH(QString, answer);
    QFETCH(qint64, left);
    importClips(1);
    activate();
    browser().grid()->setFocus();
    page().panel()->player()->goTo(frame);
    UserInput input(UserInput::Way::mouse, window());
    input.answer(answer, [&] { key(static_cast<Qt::Key>(letter)); });
    QTRY_VERIFY(!m_app->clips().isEditing());
    QTRY_COMPARE(rows()[0].clip.frames(), int64_t{left});
  }

  void lettersInTheGridCutAndCanBeUndone() {
    importClips(1);
    browser().grid()->setFocus();
    page().panel()->player()->goTo(9);
    key(Qt::Key_O);
    QTRY_COMPARE(rows()[0].clip.out_frame, int64_t{10});
    QTRY_VERIFY(page().panel()->player()->frameLabel()->text().contains(QLatin1String("9 of 10 in the cut")));
    QTRY_VERIFY(action("edit.undo")->isEnabled());
    key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(rows()[0].clip.out_frame, int64_t{40});
    key(Qt::Key_C);  // a command of the clip, enabled in the menu
    QVERIFY(action("clip.crop")->isChecked());
  }
};

QTEST_MAIN(TestClipBrowser)
#include "test_clip_browser.moc"
