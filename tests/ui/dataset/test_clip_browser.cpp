// SPDX-License-Identifier: GPL-3.0-or-later
#include <QHeaderView>
#include <QLabel>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "core/project/test_clip.h"
#include "ui/dataset/clip_panel.h"
#include "ui/dataset/health_strip.h"
#include "ui/player/player.h"
#include "ui/support/dataset_test.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

/// Letters are commands of a clip among the pictures, and letters in the table.
class TestClipBrowser : public DatasetTest {
  Q_OBJECT

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
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
    activate();
  }
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
    // Letters that come before the cell is open would be commands.
    QTRY_VERIFY(QApplication::focusWidget() != table && table->isAncestorOf(QApplication::focusWidget()));
    type(QStringLiteral("a person juicing, co."));
    key(Qt::Key_Return);
    QTRY_COMPARE(QString::fromStdString(captions()[0]), QStringLiteral("a person juicing, co."));
    // A cell that cannot be edited takes no letter as a command either.
    const QModelIndex name = browser().model()->index(0, ClipModel::NameColumn);
    QTest::mouseDClick(window().windowHandle(), Qt::LeftButton, {},
                       table->viewport()->mapTo(&window(), table->visualRect(name).center()));
    type(QStringLiteral("iosuc"));
    QTest::qWait(200);
    const auto after = rows();
    QCOMPARE(after.size(), before.size());
    for (size_t i = 0; i < after.size(); ++i) QVERIFY(after[i].clip == before[i].clip);
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
      const auto buttons = page().browser()->health()->findChildren<QToolButton*>();
      QVERIFY(std::ranges::any_of(buttons, [&](const QToolButton* button) {
        return button->isVisible() && button->defaultAction() == action(id);
      }));
    }
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
    key(Qt::Key_C);  // a command of the clip that the menu shows enabled
    QVERIFY(action("clip.crop")->isChecked());
  }
};

QTEST_MAIN(TestClipBrowser)
#include "test_clip_browser.moc"
