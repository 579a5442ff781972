// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMenu>
#include <QTabWidget>
#include <QTest>
#include <QTimer>

#include "core/project/test_clip.h"
#include "ui/dataset/bucket_panel.h"
#include "ui/dataset/bucket_planner.h"
#include "ui/dataset/clip_panel.h"
#include "ui/player/player.h"
#include "ui/state/clip_roles.h"
#include "ui/support/dataset_test.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

/// Clips that are looked through and chosen by hand, with events as from the desktop.
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

  void press(QWidget& widget, const QPointF& at) {
    QTest::mousePress(window().windowHandle(), Qt::LeftButton, {}, widget.mapTo(&window(), at.toPoint()));
  }
  void move(QWidget& widget, const QPointF& to) {
    QTest::mouseMove(window().windowHandle(), widget.mapTo(&window(), to.toPoint()));
  }
  void release(QWidget& widget, const QPointF& at) {
    QTest::mouseRelease(window().windowHandle(), Qt::LeftButton, {}, widget.mapTo(&window(), at.toPoint()));
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

  void thePictureUnderThePointerRunsThroughTheClip() {
    importClips(2);
    const QModelIndex second = browser().model()->index(1, 0);
    ClipGrid& grid = *browser().grid();
    const QRect room = ClipDelegate::pictureRoom(grid.visualRect(second));
    const auto pictureAt = [&](double place) {
      const QPoint at(room.left() + int(place * room.width()), room.center().y());
      QElapsedTimer clock;
      clock.start();
      move(*grid.viewport(), at);
      const qint64 before = browser().model()->data(second, ClipThumbnailRole).value<QPixmap>().cacheKey();
      while (browser().model()->data(second, ClipThumbnailRole).value<QPixmap>().cacheKey() == before &&
             clock.elapsed() < 5000)
        QTest::qWait(2);
      qInfo("the frame under the pointer came after %lld ms", static_cast<long long>(clock.elapsed()));
      return browser().model()->data(second, ClipThumbnailRole).value<QPixmap>().toImage();
    };
    const QImage early = pictureAt(0.05);
    QVERIFY(browser().model()->data(second, ClipScrubRole).isValid());
    const QImage late = pictureAt(0.9);
    QVERIFY(!early.isNull() && !late.isNull() && early != late);
    keepPicture(QStringLiteral("editor-hover"));
    move(*browser().filterEdit(), QPoint(5, 5));
    QTRY_VERIFY(!browser().model()->data(second, ClipScrubRole).isValid());
  }

  void aClickOnABucketSelectsItsClips() {
    importClips(3, {{160, 96}, {96, 160}, {160, 96}});
    m_app->clips().edit([](project::Project& project) {
      const std::vector<catalog::Bucket> buckets{{9, 96, 160}, {9, 160, 96}};
      set_project_buckets(project, buckets);
    });
    auto& buckets = *window().findChild<BucketPanel*>();
    auto* const table = buckets.findChild<FlatTable*>();
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
    // A filter that hides them gives way.
    browser().filterEdit()->setText(QStringLiteral("name:2"));
    QTRY_COMPARE(browser().model()->rowCount(), 1);
    click("9x96x160");
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    QTRY_COMPARE(browser().selectedClips(), (std::vector<int64_t>{1, 3}));
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
                entries.contains(QStringLiteral("clip.clearCrop")));
  }
};

QTEST_MAIN(TestClipEditor)
#include "test_clip_editor.moc"
