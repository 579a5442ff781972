// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>

#include "core/project/test_clip.h"
#include "ui/dataset/bucket_panel.h"
#include "ui/dataset/bucket_planner.h"
#include "ui/dataset/crop_row.h"
#include "ui/dataset/duplicates_dialog.h"
#include "ui/dataset/scene_review.h"
#include "ui/player/timeline.h"
#include "ui/player/video_view.h"
#include "ui/state/clip_roles.h"
#include "ui/support/session_test.h"

using namespace fw;
using namespace fw::ui;

/// The clip editor: clips are viewed, cut, cropped, split, compared and found by their problems.
class TestSessionEditor : public SessionTest {
  Q_OBJECT

  static constexpr int frames = 40;
  enum Row { first, looksLikeFirst, other, scenes, rowCount };

  std::filesystem::path videos() const { return path(QStringLiteral("videos")).toStdString(); }
  Timeline& timeline() { return *page().panel()->timeline(); }
  VideoView& view() { return *player().view(); }
  CropRow& cropRow() { return *page().panel()->cropRow(); }
  QPoint inView(double x, double y) { return view().toView(QRectF(x, y, 0, 0)).topLeft().toPoint(); }
  QRect crop() {
    const auto crop = browser().currentRow()->clip.crop.value_or(catalog::Crop());
    return QRect(int(crop.x), int(crop.y), int(crop.width), int(crop.height));
  }

  void importClips(UserInput& input) {
    make_test_clip(videos() / "a.mp4", 1, frames, {160, 96});
    make_test_clip(videos() / "b.mp4", 1, frames, {128, 96});
    make_test_clip(videos() / "c.mp4", 6, frames, {160, 96});
    make_test_scenes(videos() / "d.mp4");
    input.chooseFile(path(QStringLiteral("videos")), [&] { input.press(buttonOf("dataset.addFolder")); });
    awaitClips(input, rowCount);
    awaitCount(input, HealthStrip::Duplicate, 2);  // measured
  }

  /// Scrubs under the pointer; by keyboard the player does, without leaving the pictures.
  void lookThrough(UserInput& input) {
    if (!input.usesMouse()) {
      openClip(input, other);
      for (const int frame : {1, 2}) {
        input.key(QKeySequence(Qt::Key_Period));
        input.await(QStringLiteral("the next frame is shown"),
                    [&] { return player().frame() == frame && player().isShown(); });
      }
      return;
    }
    const QModelIndex card = browser().model()->index(other, 0);
    QWidget& pictures = *browser().grid()->viewport();
    const QRect room = ClipDelegate::pictureRoom(browser().grid()->visualRect(card));
    const auto pictureAt = [&](double share) {
      const auto picture = [&] { return card.data(ClipThumbnailRole).value<QPixmap>(); };
      const qint64 before = picture().cacheKey();
      input.point(&pictures, QPoint(room.left() + int(share * room.width()), room.center().y()));
      input.await(QStringLiteral("another frame is on the card"),
                  [&] { return card.data(ClipScrubRole).isValid() && picture().cacheKey() != before; });
      return picture().toImage();
    };
    const QImage early = pictureAt(0.05);
    QVERIFY(early != pictureAt(0.9));
    input.point(browser().filterEdit(), {5, 5});
    input.await(QStringLiteral("it is as before"), [&] { return !card.data(ClipScrubRole).isValid(); });
  }

  /// Both ends, dragged or set at the current frame.
  void cut(UserInput& input) {
    openClip(input, first);
    if (input.usesMouse()) {
      const int step = (timeline().handle(false).x() - timeline().handle(true).x()) / frames;
      const QPoint in = timeline().handle(true);
      input.drag(&timeline(), in, in + QPoint(10 * step, 0));
      awaitClip(input, QStringLiteral("it begins later"), [](const auto& clip) { return clip.in_frame > 0; });
      const QPoint out = timeline().handle(false);
      input.drag(&timeline(), out, out - QPoint(5 * step, 0));
    } else {
      input.focus(&timeline());
      input.command("dataset.player.forward");
      input.await(QStringLiteral("the next frame is shown"), [&] { return player().frame() == 1; });
      input.command("clip.markIn");
      awaitClip(input, QStringLiteral("it begins later"),
                [](const auto& clip) { return clip.in_frame == 1; });
      input.command("dataset.player.last");
      input.await(QStringLiteral("the last frame is shown"), [&] { return player().frame() == frames - 1; });
      input.command("dataset.player.back");
      input.await(QStringLiteral("the one before is shown"), [&] { return player().frame() == frames - 2; });
      input.command("clip.markOut");
    }
    awaitClip(input, QStringLiteral("it ends earlier"),
              [](const auto& clip) { return clip.out_frame < frames; });
    input.command("clip.whole");
    awaitClip(input, QStringLiteral("it is whole again"),
              [](const auto& clip) { return clip.in_frame == 0 && clip.out_frame == frames; });
  }

  void beginCropping(UserInput& input) {
    if (!input.usesMouse()) input.focus(browser().grid());  // in a field letters are text
    if (!view().isCropping()) input.command("clip.crop");
    input.await(QStringLiteral("the picture can be cropped"),
                [&] { return view().isCropping() && cropRow().isVisible() && player().isShown(); });
    if (!input.usesMouse()) input.focus(&view());
  }
  /// Drags from one place of the picture to another one, or presses keys and Return.
  /// @return the crop, once it has changed
  QRect change(UserInput& input, const QString& what, QPoint from, QPoint to,
               const QList<QKeySequence>& keys) {
    const QRect before = crop();
    beginCropping(input);
    if (input.usesMouse()) {
      input.drag(&view(), inView(from.x(), from.y()), inView(to.x(), to.y()));
    } else {
      for (const QKeySequence& key : keys) input.key(key);
      input.key(QKeySequence(Qt::Key_Return));
    }
    input.await(what, [&] { return crop() != before && cropRow().numbers()[0]->value() == crop().x(); });
    return crop();
  }

  /// Drawn, moved, enlarged by its corner, then by numbers and in a bucket's aspect ratio.
  void cropClip(UserInput& input) {
    const auto keys = [](const char* keys) { return QKeySequence(QLatin1String(keys)); };
    const QRect drawn = change(input, QStringLiteral("it is cropped"), {20, 10}, {100, 60},
                               {keys("Ctrl+Left"), keys("Ctrl+Left"), keys("Ctrl+Up"), keys("Ctrl+Up")});
    const QRect moved = change(input, QStringLiteral("the crop is moved"), {60, 35}, {70, 45},
                               {keys("Right"), keys("Shift+Down")});
    QCOMPARE(moved.size(), drawn.size());
    const QRect larger = change(input, QStringLiteral("the crop is larger"),
                                moved.bottomRight() + QPoint(1, 1), {150, 90}, {keys("Ctrl+Shift+Right")});
    QCOMPARE(larger.topLeft(), moved.topLeft());
    QVERIFY(larger.width() > moved.width());
    beginCropping(input);
    input.fill(cropRow().numbers()[2], QStringLiteral("48"));
    input.key(QKeySequence(Qt::Key_Return));
    input.await(QStringLiteral("it is as wide as was typed"), [&] { return crop().width() == 48; });
    input.choose(*cropRow().shape(), 1);
    const double aspect = cropRow().aspect();
    const auto hasShape = [&] { return qAbs(crop().width() - aspect * crop().height()) <= 1 + aspect; };
    input.await(QStringLiteral("it has the shape of the bucket"), hasShape);
    const QRect shaped = crop();
    change(input, QStringLiteral("the crop is smaller"), shaped.bottomRight() + QPoint(1, 1),
           shaped.bottomRight() - QPoint(12, 2), {keys("Ctrl+Left")});
    QVERIFY(hasShape());
    if (!input.usesMouse()) input.focus(browser().grid());
    if (view().isCropping()) input.command("clip.crop");
    input.command("clip.clearCrop");
    awaitClip(input, QStringLiteral("it is not cropped"), [](const auto& clip) { return !clip.crop; });
  }

  /// One end for all selected clips, and one step to undo it.
  void cutAll(UserInput& input) {
    chooseAll(input);
    awaitOpen(input);
    if (input.usesMouse()) {
      const QPoint in = timeline().handle(true);
      input.drag(&timeline(), in, in + QPoint(timeline().width() / 4, 0));
    } else {
      input.focus(&timeline());
      input.command("dataset.player.first");
      input.await(QStringLiteral("the first frame is shown"), [&] { return player().frame() == 0; });
      input.command("dataset.player.forward");
      input.await(QStringLiteral("the next frame is shown"), [&] { return player().frame() == 1; });
      input.command("clip.markIn");
    }
    const auto beginLater = [&] {
      return std::ranges::count_if(rows(), [](const project::ClipRow& row) { return row.clip.in_frame > 0; });
    };
    input.await(QStringLiteral("all begin later"), [&] { return beginLater() == rowCount; });
    input.command("edit.undo");
    input.await(QStringLiteral("none does"), [&] { return beginLater() == 0; });
  }

  /// Cuts are accepted by the amount of change; one of two is rejected by hand, and stays rejected.
  void reviewScenes(UserInput& input) {
    openClip(input, scenes);
    input.inDialog(
        [&] { input.command("clip.reviewScenes"); },
        [&](QDialog& opened) {
          auto& review = dynamic_cast<SceneReview&>(opened);
          const auto awaitAccepted = [&](int count) {
            input.await(QStringLiteral("%1 of two cuts are accepted").arg(count), [&] {
              return review.model()->rowCount() == 2 && review.model()->accepted() == count &&
                     review.splitButton()->isEnabled() == (count > 0);
            });
          };
          const auto setThreshold = [&](bool highest) {
            QSlider& slider = *review.threshold();
            const int y = slider.height() / 2, least = 6, most = slider.width() - 6;
            if (input.usesMouse())
              return input.drag(&slider, {highest ? least : most, y}, {highest ? most + 20 : least - 20, y});
            input.focus(&slider);
            input.key(QKeySequence(highest ? Qt::Key_End : Qt::Key_Home));
          };
          const auto tick = [&](int row) {
            const QRect cell = review.table()->visualRect(review.model()->index(row, 0));
            if (input.usesMouse())
              return input.click(review.table()->viewport(), {cell.left() + 12, cell.center().y()});
            chooseRow(input, *review.table(), row);
            input.key(QKeySequence(Qt::Key_Space));
          };
          awaitAccepted(2);
          setThreshold(true);
          awaitAccepted(0);
          tick(1);
          awaitAccepted(1);
          setThreshold(false);
          awaitAccepted(2);
          tick(0);
          awaitAccepted(1);
          input.press(review.splitButton());
        });
    awaitClips(input, rowCount + 1);
    QCOMPARE(rows()[scenes].clip.out_frame, int64_t{30});  // the second of the cuts
    input.command("edit.undo");
    awaitClips(input, rowCount);
  }

  void keepOne(UserInput& input) {
    awaitCount(input, HealthStrip::Duplicate, 2);
    input.inDialog(
        [&] { input.command("dataset.duplicates"); },
        [&](QDialog& opened) {
          auto& dialog = dynamic_cast<DuplicatesDialog&>(opened);
          input.await(QStringLiteral("a pair is shown"), [&] { return dialog.keepButtons().size() == 2; });
          keepPictureOf(dialog, QStringLiteral("duplicates"));
          input.press(dialog.keepButtons()[1]);
          input.await(QStringLiteral("there is no other pair"), [&] { return dialog.groups() == 0; });
          input.key(QKeySequence(Qt::Key_Escape));
        });
    awaitClips(input, rowCount - 1);
    awaitCount(input, HealthStrip::Duplicate, 0);
    input.focus(browser().grid());
    input.command("edit.undo");
    awaitClips(input, rowCount);
    awaitCount(input, HealthStrip::Duplicate, 2);
  }

  /// A clip's menu does the same as the menu bar.
  void useMenu(UserInput& input) {
    openClip(input, first);
    input.contextCommand(*browser().grid(), browser().model()->index(first, 0), "clip.crop",
                         input.usesMouse() ? UserInput::Opener::rightClick : UserInput::Opener::menuKey);
    input.await(QStringLiteral("the crop is on"), [&] { return action("clip.crop")->isChecked(); });
    input.command("clip.crop");
    QVERIFY(!action("clip.crop")->isChecked());
  }

  /// Selecting a bucket selects its clips.
  void selectByBucket(UserInput& input) {
    input.tab(page().findChild<QTabWidget*>()->tabBar(), 1);
    BucketPanel& buckets = *page().buckets();
    input.fill(buckets.newBucket(), QStringLiteral("9x96x128"));
    input.key(QKeySequence(Qt::Key_Return));
    FlatTable& table = *buckets.findChild<FlatTable*>();
    const auto clipsOf = [&](int row) {
      std::vector<int64_t> clips;
      const auto bucket = catalog::parse_bucket(table.model()->index(row, 0).data().toString().toStdString());
      for (const dataset::BucketAssignment& each : page().planner()->plan()->assignments)
        if (bucket && each.fit && each.fit->bucket == *bucket) clips.push_back(each.clip_id);
      return clips;
    };
    const auto isPart = [&](int row) { return !clipsOf(row).empty() && clipsOf(row).size() < rowCount; };
    input.await(QStringLiteral("there are buckets for some of the clips"), [&] {
      return !page().planner()->isProposal() && table.model()->rowCount() > 1 && isPart(0) && isPart(1);
    });
    for (const int row : {0, 1}) {
      chooseRow(input, table, row);
      if (!input.usesMouse()) input.key(QKeySequence(Qt::Key_Return));
      input.await(QStringLiteral("its clips are selected"),
                  [&] { return browser().selectedClips() == clipsOf(row); });
    }
    input.tab(page().findChild<QTabWidget*>()->tabBar(), 0);
  }

  /// A truncated file is reported, counted and listed.
  void listDamaged(UserInput& input) {
    const std::filesystem::path file = videos() / "e.mp4";
    make_test_clip(file, 9, frames, {160, 96});
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    input.chooseFile(path(QStringLiteral("videos/e.mp4")), [&] { input.command("dataset.addFiles"); });
    awaitClips(input, rowCount + 1);
    awaitCount(input, HealthStrip::Damaged, 1);
    list(input, HealthStrip::Damaged, 1);
    QCOMPARE(browser().model()->idAt(0), rows().back().clip.id);
    list(input, HealthStrip::AllClips, rowCount + 1);
  }

  void session(UserInput& input) {
    makeProject(input);
    importClips(input);
    lookThrough(input);
    cut(input);
    cropClip(input);
    cutAll(input);
    reviewScenes(input);
    keepOne(input);
    useMenu(input);
    selectByBucket(input);
    listDamaged(input);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { open(); }
  void cleanup() { m_app.reset(); }

  void clipsAreEdited_data() { bothWays(); }
  void clipsAreEdited() {
    walk([this](UserInput& input) { session(input); });
  }
};

QTEST_MAIN(TestSessionEditor)
#include "test_session_editor.moc"
