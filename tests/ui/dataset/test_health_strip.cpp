// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <filesystem>

#include "core/project/test_clip.h"
#include "support/project_changes.h"
#include "ui/dataset/clip_panel.h"
#include "ui/dataset/duplicates_dialog.h"
#include "ui/dataset/health_strip.h"
#include "ui/dataset/row_fault_card.h"
#include "ui/player/player.h"
#include "ui/player/timeline.h"
#include "ui/state/clip_roles.h"
#include "ui/state/thumbnail_cache.h"
#include "ui/support/access_walk.h"
#include "ui/support/dataset_test.h"
#include "ui/support/user_input.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

/// Rejected, missing and duplicate files: the strip follows every change.
class TestHealthStrip : public DatasetTest {
  Q_OBJECT

  std::filesystem::path clips() const { return path(QStringLiteral("clips")).toStdString(); }
  HealthStrip& strip() { return *browser().health(); }
  void import(int count) {
    QTRY_COMPARE_WITH_TIMEOUT(browser().model()->rowCount(), count, 30000);
    QTRY_VERIFY(m_app->jobs().activeJob() == nullptr);
  }
  void importClips(int count) {
    makeProject();
    for (int i = 1; i <= count; ++i)
      make_test_clip(clips() / ("clip " + std::to_string(i) + ".mp4"), i, 17, {160, 96});
    page().importPaths({path(QStringLiteral("clips"))});
    import(count);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
    window().showPage(PageId::dataset);
    activate();
  }
  void cleanup() { m_app.reset(); }

  /// Uncounted problems are not shown as fine.
  void duplicatesOfAVeryLargeProjectAreNotCounted() {
    makeProject();
    QTRY_COMPARE(page().browser()->health()->count(HealthStrip::Duplicate), 0);
    const QToolButton& duplicates = *page().browser()->health()->button(HealthStrip::Duplicate);
    m_app->clips().edit([](project::Project& project) { add_test_clips(project, 20001); });
    QTRY_VERIFY_WITH_TIMEOUT(duplicates.text().endsWith(QStringLiteral("–")), 60000);
    QVERIFY(duplicates.icon().isNull());
    QVERIFY(duplicates.toolTip().contains(QLatin1String("20,000")));
  }

  void refusedFilesStayListed() {
    QVERIFY(QDir().mkpath(path(QStringLiteral("clips"))));
    QFile broken(path(QStringLiteral("clips/broken.mp4")));
    QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("no video") > 0);
    broken.close();
    QVERIFY(!action("dataset.problems")->isEnabled());
    importClips(1);
    QTRY_VERIFY(page().faults()->isVisible());
    QCOMPARE(page().faults()->count(), 1);
    // The sentences are complete.
    auto* const table = page().faults()->findChild<FlatTable*>();
    for (const int column : {1, 2}) {
      const QModelIndex sentence = table->model()->index(0, column);
      const QRect cell = table->visualRect(sentence).adjusted(4, 0, -4, 0);
      const QRect needed = table->fontMetrics().boundingRect(QRect(0, 0, cell.width(), 0), Qt::TextWordWrap,
                                                             sentence.data().toString());
      QVERIFY(needed.height() <= cell.height() && cell.bottom() < table->viewport()->height());
    }
    keepPicture(QStringLiteral("dataset-problems"));
    // After closing, a shortcut shows it again.
    key(Qt::Key_M, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(!page().faults()->isVisible());
    browser().grid()->setFocus();
    key(Qt::Key_M, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(page().faults()->isVisible());
    QCOMPARE(page().faults()->count(), 1);
    m_app->project().close();
    QVERIFY(!page().faults()->isVisible() && !action("dataset.problems")->isEnabled());
    // It is still there after a restart, until the file is fixed or deleted.
    restart();
    m_app->project().open(project());
    window().showPage(PageId::dataset);
    QTRY_VERIFY(action("dataset.problems")->isEnabled());
    QVERIFY(!page().faults()->isVisible());
    action("dataset.problems")->trigger();
    QVERIFY(page().faults()->isVisible());
    QCOMPARE(page().faults()->count(), 1);
    // Together with the rejected files of the next import.
    QFile other(path(QStringLiteral("more/also broken.mp4")));
    QVERIFY(QDir().mkpath(path(QStringLiteral("more"))));
    QVERIFY(other.open(QIODevice::WriteOnly) && other.write("no video either") > 0);
    other.close();
    page().importPaths({path(QStringLiteral("more"))});
    QTRY_COMPARE(page().faults()->count(), 2);
    // One is fixed and retried.
    QVERIFY(QFile::remove(path(QStringLiteral("clips/broken.mp4"))));
    make_test_clip(clips() / "broken.mp4", 5, 17, {160, 96});
    QTRY_VERIFY(page().faults()->retryButton()->isVisible());
    QTest::qWait(100);  // until the page has made room for it
    QTest::mouseClick(page().faults()->retryButton(), Qt::LeftButton);
    import(2);
    QTRY_COMPARE(page().faults()->count(), 1);
    QVERIFY(page().faults()->isVisible());
    QVERIFY(QFile::remove(path(QStringLiteral("more/also broken.mp4"))));
    restart();
    m_app->project().open(project());
    QTRY_VERIFY(m_app->project().isOpen());
    QTest::qWait(300);
    QVERIFY(!action("dataset.problems")->isEnabled());
  }

  void movedFilesAreNoticedAndFound() {
    importClips(2);
    QTRY_COMPARE(strip().count(HealthStrip::Missing), 0);
    QVERIFY(!action("dataset.relink")->isEnabled());
    std::filesystem::create_directories(clips().parent_path() / "moved");
    std::filesystem::rename(clips() / "clip 1.mp4", clips().parent_path() / "moved" / "other name.mp4");
    // As when the user returns from the file manager.
    QEvent back(QEvent::WindowActivate);
    QApplication::sendEvent(&window(), &back);
    QTRY_COMPARE(strip().count(HealthStrip::Missing), 1);
    QVERIFY(action("dataset.relink")->isEnabled());
    // The clip itself shows the problem with a remedy.
    const ClipModel& model = *browser().model();
    const QModelIndex issues = model.index(0, ClipModel::IssueColumn);
    QTRY_VERIFY(issues.data().toString().startsWith(QLatin1String("File missing")));
    QVERIFY(issues.data(Qt::ToolTipRole).toString().contains(QLatin1String("Find missing files")));
    QVERIFY(issues.data(ClipIssueRole).toBool());
    QVERIFY(!model.index(1, 0).data(ClipIssueRole).toBool());
    keepPicture(QStringLiteral("dataset-missing"));
    UserInput input(UserInput::Way::mouse, window());
    const auto look = [&](const QString& folder) {
      input.chooseFile(folder, [&] { input.command("dataset.relink"); });
      QTRY_VERIFY(m_app->jobs().activeJob() == nullptr);
    };
    // If it is not there, a message suggests other places.
    QVERIFY(QDir().mkpath(path(QStringLiteral("elsewhere"))));
    look(path(QStringLiteral("elsewhere")));
    QTRY_VERIFY(page().faults()->isVisible());
    QCOMPARE(page().faults()->count(), 1);
    QVERIFY(page().faults()->table()->model()->index(0, 1).data().toString().contains(
        QLatin1String("clip 1.mp4")));
    QVERIFY(!page().faults()->retryButton()->isVisible());
    keepPicture(QStringLiteral("dataset-not-found"));
    look(path(QStringLiteral("moved")));
    QTRY_COMPARE_WITH_TIMEOUT(strip().count(HealthStrip::Missing), 0, 20000);
    QVERIFY(!action("dataset.relink")->isEnabled());
    QTRY_VERIFY(!page().faults()->isVisible());
    QTRY_COMPARE(issues.data().toString(), QStringLiteral("No caption"));
  }

  /// Even while the window stays active: the unplayable clip is counted, and can be located.
  void aMissingFileIsCountedWhenItsClipIsOpened() {
    importClips(2);
    ClipPanel& panel = *page().panel();
    QVERIFY(browser().showClip(browser().model()->idAt(0)));
    QTRY_VERIFY_WITH_TIMEOUT(panel.player()->isOpen() && panel.player()->isShown(), 20000);
    QTRY_COMPARE(strip().count(HealthStrip::Missing), 0);
    std::filesystem::create_directories(clips().parent_path() / "moved");
    std::filesystem::rename(clips() / "clip 2.mp4", clips().parent_path() / "moved" / "other name.mp4");
    QVERIFY(browser().showClip(browser().model()->idAt(1)));
    QTRY_COMPARE(strip().count(HealthStrip::Missing), 1);
    QVERIFY(action("dataset.relink")->isEnabled() && !panel.player()->isOpen());
    QVERIFY(!panel.timeline()->hasFile() && panel.timeline()->marks().empty());  // of the previous clip
    keepPicture(QStringLiteral("dataset-locate"));
    UserInput input(UserInput::Way::mouse, window());
    input.chooseFile(path(QStringLiteral("moved")), [&] { input.press(panel.locateButton()); });
    QTRY_COMPARE_WITH_TIMEOUT(strip().count(HealthStrip::Missing), 0, 20000);
    QTRY_VERIFY_WITH_TIMEOUT(panel.player()->isOpen() && panel.player()->isShown(), 20000);
    QVERIFY(!panel.locateButton()->isVisible());
  }

  /// The next dialog starts where the last one ended.
  void dialogsRememberTheirFolder() {
    importClips(1);
    UserInput input(UserInput::Way::keyboard, window());
    QVERIFY(QDir().mkpath(path(QStringLiteral("here/more"))));
    browser().grid()->setFocus();
    input.chooseFile(path(QStringLiteral("here/more")), [&] { input.command("dataset.addFolder"); });
    QTRY_VERIFY(m_app->jobs().activeJob() == nullptr);
    browser().grid()->setFocus();
    QString begun;
    input.inDialog([&] { input.command("dataset.addFiles"); },
                   [&](QDialog& dialog) {
                     begun = dynamic_cast<QFileDialog&>(dialog).directory().absolutePath();
                     input.key(QKeySequence(Qt::Key_Escape));
                   });
    QCOMPARE(begun, path(QStringLiteral("here")));
  }

  void duplicatesFollowCutsAndRemovals() {
    makeProject();
    make_test_clip(clips() / "a.mp4", 1, 17, {160, 96});
    make_test_clip(clips() / "b.mp4", 1, 17, {128, 96});
    make_test_clip(clips() / "c.mp4", 6, 17, {160, 96});
    page().importPaths({path(QStringLiteral("clips"))});
    import(3);
    QTRY_COMPARE_WITH_TIMEOUT(strip().count(HealthStrip::Duplicate), 2, 20000);
    QVERIFY(browser().showClip(browser().model()->idAt(0)));
    browser().grid()->setFocus();
    key(Qt::Key_Delete);
    QTRY_COMPARE(browser().model()->rowCount(), 2);
    QTRY_COMPARE(strip().count(HealthStrip::Duplicate), 0);
    key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    QTRY_COMPARE(strip().count(HealthStrip::Duplicate), 2);
    // A cut clip is no longer a duplicate.
    QVERIFY(browser().showClip(browser().model()->idAt(0)));
    Player& player = *page().panel()->player();
    QTRY_VERIFY_WITH_TIMEOUT(browser().currentRow() != nullptr && player.isOpen() && player.isShown() &&
                                 player.cache().file().filename() == "a.mp4",
                             20000);
    browser().grid()->setFocus();
    player.goTo(5);
    key(Qt::Key_O);
    QTRY_COMPARE(rows()[0].clip.out_frame, int64_t{6});
    QTRY_COMPARE(strip().count(HealthStrip::Duplicate), 0);
    key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(strip().count(HealthStrip::Duplicate), 2);
  }

  void oneOfLookAlikesIsKept() {
    makeProject();
    make_test_clip(clips() / "a.mp4", 1, 17, {160, 96});
    make_test_clip(clips() / "b.mp4", 1, 17, {128, 96});
    make_test_clip(clips() / "c.mp4", 6, 17, {160, 96});
    make_test_clip(clips() / "d.mp4", 6, 17, {128, 96});
    QVERIFY(!action("dataset.duplicates")->isEnabled());
    page().importPaths({path(QStringLiteral("clips"))});
    import(4);
    QTRY_COMPARE_WITH_TIMEOUT(strip().count(HealthStrip::Duplicate), 4, 20000);
    QString problem = QStringLiteral("no dialog");
    QTimer poll;
    connect(&poll, &QTimer::timeout, this, [&] {
      auto* const dialog = qobject_cast<DuplicatesDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr || !dialog->isVisible()) return;
      poll.stop();
      problem = [&]() -> QString {
        if (!QTest::qWaitFor([&] { return dialog->keepButtons().size() == 2; }))
          return QStringLiteral("no pair");
        if (const QStringList names = unnamedWidgets(*dialog); !names.isEmpty()) return names.join(u'\n');
        QTest::qWait(500);
        if (qEnvironmentVariableIsSet("FW_TEST_PICTURES"))
          dialog->grab().save(qEnvironmentVariable("FW_TEST_PICTURES") + QStringLiteral("/duplicates.png"));
        const std::vector<QPushButton*> pair = dialog->keepButtons();
        QAction* const decided = pair[1]->parentWidget()->actions()[0];
        QTest::mouseClick(pair[1], Qt::LeftButton);
        decided->trigger();  // again, from a menu that is about to close: must not affect the next group
        // A picture may be ready before any other event.
        Q_EMIT dialog->findChild<ThumbnailCache*>()->ready(0);
        if (dialog->keepButtons() == pair) return QStringLiteral("the pair that was decided is still shown");
        if (!QTest::qWaitFor([&] { return dialog->groups() == 1 && dialog->keepButtons().size() == 2; }))
          return QStringLiteral("not the next group");
        // A clip's menu offers the same as its buttons.
        QWidget* const clip = dialog->keepButtons()[0]->parentWidget();
        if (clip->contextMenuPolicy() != Qt::CustomContextMenu || clip->actions().size() != 3 ||
            clip->actions()[0]->text() != dialog->keepButtons()[0]->text())
          return QStringLiteral("no menu");
        QTest::mouseClick(dialog->nextButton(), Qt::LeftButton);  // keeps both
        return dialog->keepButtons().empty() ? QString() : QStringLiteral("not the last group");
      }();
      dialog->close();
    });
    poll.start(50);
    browser().grid()->setFocus();
    key(Qt::Key_U, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(problem, QString());
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    QVERIFY(std::ranges::none_of(
        rows(), [](const project::ClipRow& row) { return row.source.path.ends_with("a.mp4"); }));
    QTRY_COMPARE(strip().count(HealthStrip::Duplicate), 2);
    activate();  // as a window manager would, after the dialog
    browser().grid()->setFocus();
    QTRY_VERIFY(action("edit.undo")->text().contains(QLatin1String("Remove clips")));
    QTRY_VERIFY(browser().grid()->hasFocus());
    key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(browser().model()->rowCount(), 4);
  }

  /// As from a fixed camera: of thousands of similar clips not all are drawn.
  void aLargeGroupShowsItsFirstDozen() {
    makeProject();
    constexpr int count = 14;
    for (int i = 0; i < count; ++i)
      make_test_clip(clips() / (std::to_string(100 + i) + ".mp4"), 1, 17, {96 + 16 * i, 96 + 8 * i});
    page().importPaths({path(QStringLiteral("clips"))});
    import(count);
    QTRY_COMPARE_WITH_TIMEOUT(strip().count(HealthStrip::Duplicate), count, 30000);
    UserInput input(UserInput::Way::mouse, window());
    input.inDialog([&] { input.command("dataset.duplicates"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<DuplicatesDialog&>(opened);
                     QTRY_COMPARE(dialog.keepButtons().size(), size_t{12});
                     keepPictureOf(dialog, QStringLiteral("duplicates-many"));
                     QVERIFY2(dialog.placeText().contains(QLatin1String("2 more")),
                              qPrintable(dialog.placeText()));
                     QTest::mouseClick(dialog.keepButtons()[3], Qt::LeftButton);
                     QTest::keyClick(&dialog, Qt::Key_Escape);
                   });
    QTRY_COMPARE(browser().model()->rowCount(), 1);  // those not shown were removed, too
    QVERIFY(rows()[0].source.path.ends_with("103.mp4"));
  }

  void aFilterThatFindsNothingSaysSo() {
    importClips(1);
    const QImage full = browser().grid()->viewport()->grab().toImage();
    browser().filterEdit()->setFocus();
    type(QStringLiteral("zebra OR clip"));
    QTest::qWait(400);
    QCOMPARE(browser().model()->rowCount(), 1);  // a rejected term changes nothing
    browser().filterEdit()->clear();
    type(QStringLiteral("is:duplicate"));
    QTRY_COMPARE(browser().model()->rowCount(), 0);
    browser().filterEdit()->clear();
    QTRY_COMPARE(browser().model()->rowCount(), 1);
    type(QStringLiteral("zebra"));
    QTRY_COMPARE(browser().model()->rowCount(), 0);
    QTest::qWait(50);
    const QImage empty = browser().grid()->viewport()->grab().toImage();
    QSet<QRgb> colors;
    for (int y = 0; y < empty.height(); ++y)
      for (int x = 0; x < empty.width(); ++x) colors << empty.pixel(x, y);
    QVERIFY(colors.size() > 2);  // words
    keepPicture(QStringLiteral("dataset-no-match"));
  }
};

QTEST_MAIN(TestHealthStrip)
#include "test_health_strip.moc"
