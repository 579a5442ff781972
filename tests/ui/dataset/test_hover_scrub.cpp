// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "core/project/test_clip.h"
#include "ui/state/clip_roles.h"
#include "ui/support/dataset_test.h"
#include "ui/widgets/clip_grid.h"

using namespace fw;
using namespace fw::ui;

/// Scrubbing a clip under the pointer, with events as from the desktop.
class TestHoverScrub : public DatasetTest {
  Q_OBJECT

  ClipGrid& grid() { return *browser().grid(); }
  QAbstractItemModel& clips() { return *browser().model(); }
  QString folder() const { return path(QStringLiteral("clips")); }
  void makeClip(int number) {
    make_test_clip(folder().toStdString() + "/clip " + std::to_string(number) + ".mp4", number, 40,
                   {160, 96});
  }
  void importClips(int count) {
    makeProject();
    for (int number = 1; number <= count; ++number) makeClip(number);
    page().importPaths({folder()});
    QTRY_COMPARE_WITH_TIMEOUT(clips().rowCount(), count, 60000);
    QTRY_VERIFY(m_app->jobs().activeJob() == nullptr);
    window().showPage(PageId::dataset);
    QTRY_VERIFY(grid().isVisible());
    for (int row = 0; row < count; ++row) QTRY_VERIFY(browser().model()->isFresh(row));
  }
  QRect pictureRoom(int row) { return ClipDelegate::pictureRoom(grid().visualRect(clips().index(row, 0))); }
  void move(QWidget& widget, QPoint to) {
    m_pointer = widget.mapTo(&window(), to);
    QTest::mouseMove(window().windowHandle(), m_pointer);
  }
  void moveOver(int row, double share) {
    const QRect room = pictureRoom(row);
    move(*grid().viewport(), {room.left() + int(share * room.width()), room.center().y()});
  }
  int rowUnderPointer() { return grid().indexAt(grid().viewport()->mapFrom(&window(), m_pointer)).row(); }
  /// Whether only the picture under the pointer scrubs, at the pointer's position.
  bool isFollowed() {
    const QPoint place = grid().viewport()->mapFrom(&window(), m_pointer);
    const int under = grid().indexAt(place).row();
    for (int row = 0; row < clips().rowCount(); ++row) {
      const QVariant scrubbed = clips().index(row, 0).data(ClipScrubRole);
      if (scrubbed.isValid() != (row == under)) return false;
      const QRect room = pictureRoom(row);
      if (row == under &&
          std::abs(scrubbed.toDouble() - double(place.x() - room.left()) / (room.width() - 1)) > 1e-6)
        return false;
    }
    return under >= 0;
  }

  QPoint m_pointer;  // in window coordinates

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { openWithoutEngine(); }
  void cleanup() { m_app.reset(); }

  void thePictureUnderThePointerRunsThroughTheClip() {
    importClips(2);
    const QModelIndex second = browser().model()->index(1, 0);
    ClipGrid& grid = *browser().grid();
    const QRect room = ClipDelegate::pictureRoom(grid.visualRect(second));
    const auto pictureAt = [&](double place) {
      const QPoint at(room.left() + int(place * room.width()), room.center().y());
      const qint64 before = browser().model()->data(second, ClipThumbnailRole).value<QPixmap>().cacheKey();
      QElapsedTimer clock;
      clock.start();
      move(*grid.viewport(), at);
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

  /// Jobs and edits continue while the pointer rests on a card.
  void thePictureUnderThePointerStaysThroughChanges() {
    importClips(2);
    const QModelIndex second = browser().model()->index(1, 0);
    moveOver(1, 0.1);
    QTRY_VERIFY(browser().model()->data(second, ClipScrubRole).isValid());
    QSignalSpy listed(browser().model(), &ClipModel::listed);
    m_app->clips().edit([](project::Project& project) { set_setting(project, "fps", "0"); });
    QTRY_VERIFY(!listed.isEmpty());
    QVERIFY(browser().model()->data(second, ClipScrubRole).isValid());
  }

  void thePointerIsThereBeforeTheRowIs() {
    importClips(1);
    bool wasOnItsWay = false;
    connect(browser().model(), &ClipModel::listed, this, [&] {
      if (clips().rowCount() != 2 || wasOnItsWay) return;
      wasOnItsWay = browser().model()->clip(1) == nullptr;
      moveOver(1, 0.9);
    });
    makeClip(2);
    page().importPaths({folder()});
    QTRY_COMPARE_WITH_TIMEOUT(clips().rowCount(), 2, 30000);
    QVERIFY(wasOnItsWay);
    QTRY_VERIFY(isFollowed());
  }

  void picturesThatMoveUnderTheRestingPointerAreFollowed() {
    window().resize(1280, 600);
    importClips(12);
    moveOver(0, 0.7);
    QTRY_VERIFY(isFollowed());
    const int wide = pictureRoom(0).width();
    window().resize(1100, 600);
    QTRY_VERIFY(pictureRoom(0).width() != wide);
    QTRY_VERIFY(isFollowed());

    const int before = rowUnderPointer();
    grid().verticalScrollBar()->setValue(grid().gridSize().height());
    QTRY_VERIFY(rowUnderPointer() > before);
    QTRY_VERIFY(isFollowed());
  }
};

QTEST_MAIN(TestHoverScrub)
#include "test_hover_scrub.moc"
