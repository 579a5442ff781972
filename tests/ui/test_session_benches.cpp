// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTest>
#include <QTimer>

#include "core/project/test_clip.h"
#include "ui/dataset/caption_bench.h"
#include "ui/dataset/captioner_dialog.h"
#include "ui/dataset/clip_panel.h"
#include "ui/dataset/crop_row.h"
#include "ui/dataset/duplicates_dialog.h"
#include "ui/dataset/proposal_pane.h"
#include "ui/dataset/replace_dialog.h"
#include "ui/dataset/scene_review.h"
#include "ui/dataset/tag_row.h"
#include "ui/player/player.h"
#include "ui/player/timeline.h"
#include "ui/player/video_view.h"
#include "ui/support/dataset_test.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

/// Clips are cut, cropped, split and told apart, then captioned, each by what the two benches have for it:
/// once with the mouse and once with the keyboard alone.
class TestSessionBenches : public DatasetTest {
  Q_OBJECT

  static constexpr int frames = 40;
  using Texts = std::vector<std::string>;
  enum Row { first, looksLikeFirst, other, scenes, rowCount };

  Player& player() { return *page().panel()->player(); }
  Timeline& timeline() { return *page().panel()->timeline(); }
  VideoView& view() { return *player().view(); }
  CropRow& cropRow() { return *page().panel()->cropRow(); }
  ProposalPane& proposal() { return *page().findChild<CaptionBench*>()->proposal(); }
  QPoint inView(double x, double y) { return view().toView(QRectF(x, y, 0, 0)).topLeft().toPoint(); }
  Texts proposals() const {
    Texts texts;
    for (const project::ClipRow& row : rows()) texts.push_back(row.proposal ? row.proposal->text : "");
    return texts;
  }
  /// Until what was written is what the window has read.
  void awaitClip(UserInput& input, const QString& what,
                 const std::function<bool(const project::Clip& clip)>& isSo) {
    input.await(what, [&] {
      const project::ClipRow* const row = browser().currentRow();
      return row != nullptr && isSo(row->clip);
    });
  }
  /// Its video is open then.
  void choose(UserInput& input, Row row) {
    if (input.usesMouse()) {
      const QRect card = browser().grid()->visualRect(browser().model()->index(row, 0));
      input.click(browser().grid()->viewport(), card.center());
    } else {
      input.focus(browser().grid());
      input.key(QKeySequence(Qt::Key_Home));
      for (int step = 0; step < row; ++step) input.key(QKeySequence(Qt::Key_Right));
    }
    input.await(QStringLiteral("the clip is open"), [&] {
      const project::ClipRow* const now = browser().currentRow();
      return now != nullptr && now->clip.id == browser().model()->idAt(row) && player().isOpen() &&
             player().isShown() &&
             player().cache().file().filename() == std::filesystem::path(now->source.path).filename();
    });
  }
  void chooseAll(UserInput& input) {
    input.focus(browser().grid());
    input.key(QKeySequence(QKeySequence::SelectAll));
    input.await(QStringLiteral("all are selected"),
                [&] { return browser().selectedClips().size() == size_t{rowCount}; });
  }
  void chooseEntry(UserInput& input, QComboBox& box, int entry) {
    input.focus(&box);
    for (int step = box.currentIndex(); step < entry; ++step) input.key(QKeySequence(Qt::Key_Down));
    if (QApplication::activePopupWidget() != nullptr)  // a click may open the list
      input.key(QKeySequence(Qt::Key_Return));
    input.await(QStringLiteral("it is chosen"), [&] { return box.currentIndex() == entry; });
  }

  void importClips(UserInput& input) {
    const std::filesystem::path videos = path(QStringLiteral("videos")).toStdString();
    make_test_clip(videos / "a.mp4", 1, frames, {160, 96});
    make_test_clip(videos / "b.mp4", 1, frames, {128, 96});
    make_test_clip(videos / "c.mp4", 6, frames, {160, 96});
    make_test_scenes(videos / "d.mp4");
    input.chooseFile(path(QStringLiteral("videos")), [&] { input.press(buttonOf("dataset.addFolder")); });
    awaitClips(input, rowCount);
    awaitCount(input, HealthStrip::Duplicate, 2);  // measured
  }

  /// Both ends, dragged or set at the frame that is shown.
  void cut(UserInput& input) {
    choose(input, first);
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

  /// Drawn, then larger by its corner or by its numbers, then in a shape.
  void crop(UserInput& input) {
    input.command("clip.crop");
    input.await(QStringLiteral("the picture can be cropped"),
                [&] { return view().isCropping() && cropRow().isVisible() && player().isShown(); });
    const auto width = [&] { return cropRow().numbers()[2]->value(); };
    if (input.usesMouse()) {
      input.drag(&view(), inView(20, 10), inView(100, 60));
    } else {
      input.focus(&view());
      input.key(QKeySequence(QStringLiteral("Ctrl+Left")));
      input.key(QKeySequence(Qt::Key_Return));
    }
    awaitClip(input, QStringLiteral("it is cropped"),
              [&](const auto& clip) { return clip.crop && clip.crop->width == width(); });
    const project::Clip drawn = browser().currentRow()->clip;
    if (input.usesMouse()) {
      input.drag(
          &view(),
          inView(double(drawn.crop->x + drawn.crop->width), double(drawn.crop->y + drawn.crop->height)),
          inView(150, 90));
    } else {
      input.command("clip.crop");  // Return has ended it
      input.fill(cropRow().numbers()[2], QStringLiteral("64"));
      input.key(QKeySequence(Qt::Key_Return));
    }
    awaitClip(input, QStringLiteral("it has another size"), [&](const auto& clip) {
      return clip.crop && clip.crop->width != drawn.crop->width && clip.crop->width == width();
    });
    QCOMPARE(browser().currentRow()->clip.crop->x, drawn.crop->x);
    if (!input.usesMouse()) input.focus(browser().grid());  // in a field letters are text
    if (view().isCropping()) input.command("clip.crop");
    input.command("clip.clearCrop");
    awaitClip(input, QStringLiteral("it is not cropped"), [](const auto& clip) { return !clip.crop; });
  }

  /// One end for all that are selected, and one step to take it back.
  void cutAll(UserInput& input) {
    chooseAll(input);
    if (input.usesMouse()) {
      const QPoint in = timeline().handle(true);
      input.drag(&timeline(), in, in + QPoint(timeline().width() / 4, 0));
    } else {
      input.focus(&timeline());
      const qint64 before = player().frame();
      input.command("dataset.player.forward");
      input.await(QStringLiteral("the next frame is shown"), [&] { return player().frame() == before + 1; });
      input.command("clip.markIn");
    }
    const auto beginLater = [&] {
      return std::ranges::count_if(rows(), [](const project::ClipRow& row) { return row.clip.in_frame > 0; });
    };
    input.await(QStringLiteral("all begin later"), [&] { return beginLater() == rowCount; });
    input.command("edit.undo");
    input.await(QStringLiteral("none does"), [&] { return beginLater() == 0; });
  }

  /// One of two cuts is rejected, at the other one the clip is split.
  void reviewScenes(UserInput& input) {
    choose(input, scenes);
    input.inDialog(
        [&] { input.command("clip.reviewScenes"); },
        [&](QDialog& opened) {
          auto& review = dynamic_cast<SceneReview&>(opened);
          input.await(QStringLiteral("two cuts are listed"), [&] { return review.model()->rowCount() == 2; });
          FlatTable& table = *review.table();
          if (input.usesMouse()) {
            const QRect cell = table.visualRect(review.model()->index(0, 0));
            input.click(table.viewport(), QPoint(cell.left() + 12, cell.center().y()));
          } else {
            input.focus(&table);
            input.key(QKeySequence(Qt::Key_Home));
            input.key(QKeySequence(Qt::Key_Space));
          }
          input.await(QStringLiteral("one is rejected"), [&] { return review.model()->accepted() == 1; });
          input.press(review.splitButton());
        });
    awaitClips(input, rowCount + 1);
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

  /// The menu of a clip does what the menu bar does.
  void useMenu(UserInput& input) {
    choose(input, first);
    QTimer poll;
    connect(&poll, &QTimer::timeout, this, [&] {
      auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (menu == nullptr || !menu->isVisible()) return;
      poll.stop();
      if (input.usesMouse())
        return QTest::mouseClick(menu, Qt::LeftButton, {},
                                 menu->actionGeometry(action("clip.crop")).center());
      QTest::keyClick(menu, Qt::Key_Down);
      QTest::keyClick(menu, Qt::Key_Return);
    });
    poll.start(20);
    if (input.usesMouse()) {
      ClipGrid& grid = *browser().grid();
      const QPoint place = grid.visualRect(browser().model()->index(first, 0)).center();
      QTest::mouseClick(window().windowHandle(), Qt::RightButton, {},
                        grid.viewport()->mapTo(&window(), place));
    } else {
      // As a desktop makes of the Menu key.
      QContextMenuEvent asked(QContextMenuEvent::Keyboard, {}, QCursor::pos());
      QApplication::sendEvent(QApplication::focusWidget(), &asked);
    }
    input.await(QStringLiteral("the crop is on"), [&] { return action("clip.crop")->isChecked(); });
    input.command("clip.crop");
    QVERIFY(!action("clip.crop")->isChecked());
  }

  /// Of those that are selected, as a job; then accepted, edited and refused.
  void propose(UserInput& input) {
    choose(input, first);
    for (const Row last : {looksLikeFirst, other}) {
      input.key(QKeySequence(QStringLiteral("Shift+Right")));
      input.await(QStringLiteral("one more is selected"),
                  [&] { return browser().selectedClips().size() == size_t(last) + 1; });
    }
    input.inDialog([&] { input.command("caption.captioner"); },
                   [&](QDialog& opened) {
                     auto& dialog = dynamic_cast<CaptionerDialog&>(opened);
                     input.fill(dialog.command(), QStringLiteral("sh -c 'echo seen ${0##*/}' {file}"));
                     input.press(dialog.runButton());
                   });
    input.await(QStringLiteral("three captions are proposed"), [&] {
      return proposals() == Texts{"seen a.mp4", "seen b.mp4", "seen c.mp4", ""} &&
             m_app->jobs().activeJob() == nullptr;
    });
    choose(input, first);
    const auto awaitProposal = [&](const char* text) {
      input.await(QStringLiteral("its proposal is shown"), [&] {
        return proposal().isVisible() && proposal().edit()->toPlainText() == QLatin1String(text);
      });
    };
    awaitProposal("seen a.mp4");
    input.command("caption.accept");
    awaitProposal("seen b.mp4");
    input.fill(proposal().edit(), QStringLiteral("a wave of mine"));
    input.command("caption.accept");
    awaitProposal("seen c.mp4");
    input.command("caption.refuse");
    input.await(QStringLiteral("none is left"), [&] { return proposals() == Texts(rowCount); });
    QCOMPARE(captions(), (Texts{"seen a.mp4", "a wave of mine", "", ""}));
  }

  /// By an expression, then what stands in front of all of them and behind.
  void replace(UserInput& input) {
    input.focus(browser().grid());
    input.inDialog(
        [&] { input.command("caption.replace"); },
        [&](QDialog& opened) {
          auto& dialog = dynamic_cast<ReplaceDialog&>(opened);
          input.press(dialog.findChildren<QCheckBox*>()[0]);
          input.fill(dialog.search(), QStringLiteral("seen (.)"));
          input.fill(dialog.replacement(), QStringLiteral("\\1 in"));
          input.await(QStringLiteral("it is shown what changes"), [&] {
            return dialog.preview()->model()->index(0, 1).data().toString() == QLatin1String("a in.mp4");
          });
          input.press(dialog.replaceButton());
          input.await(QStringLiteral("it is said what changed"),
                      [&] { return dialog.summary() == QLatin1String("1 caption was changed."); });
          chooseEntry(input, *dialog.kind(), ReplaceDialog::Prefix);
          input.fill(dialog.replacement(), QStringLiteral("film, "));
          input.fill(dialog.triggerWord(), QStringLiteral("ohwx"));
          input.press(dialog.replaceButton());
          input.await(QStringLiteral("all got a prefix"),
                      [&] { return dialog.summary() == QLatin1String("4 captions were changed."); });
          chooseEntry(input, *dialog.kind(), ReplaceDialog::Suffix);
          input.fill(dialog.replacement(), QStringLiteral(", grainy"));
          input.await(QStringLiteral("it is shown what changes"), [&] {
            return dialog.preview()->model()->index(0, 1).data().toString() ==
                   QLatin1String("film, a in.mp4, grainy");
          });
          input.press(dialog.replaceButton());
          input.await(QStringLiteral("all got a suffix"),
                      [&] { return dialog.summary() == QLatin1String("4 captions were changed."); });
          input.key(QKeySequence(Qt::Key_Escape));
        });
    QCOMPARE(captions()[first], std::string("film, a in.mp4, grainy"));
    QCOMPARE(captions()[looksLikeFirst], std::string("film, a wave of mine, grainy"));
    const auto read = project::Project::open(project().toStdString(), project::Access::read_only);
    QCOMPARE(setting(read, "id_token"), std::string("ohwx"));
  }

  /// Typed, completed, and taken away by its chip.
  void tag(UserInput& input) {
    chooseAll(input);
    TagRow& row = *page().findChild<CaptionBench*>()->tags();
    input.fill(row.field(), QStringLiteral("seaside"));
    input.key(QKeySequence(Qt::Key_Return));
    input.await(QStringLiteral("all have the tag"),
                [&] { return row.chips().size() == 1 && row.chips()[0]->isChecked(); });
    input.fill(row.field(), QStringLiteral("night, SEA"));
    input.await(QStringLiteral("it is completed"),
                [] { return QApplication::activePopupWidget() != nullptr; });
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Down);
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
    input.await(QStringLiteral("it is taken"),
                [&] { return row.field()->text() == QLatin1String("night, seaside, "); });
    input.key(QKeySequence(Qt::Key_Return));
    input.await(QStringLiteral("all have two tags"), [&] { return row.chips().size() == 2; });
    input.press(row.chips()[0]);
    input.await(QStringLiteral("one is taken away"), [&] { return row.chips().size() == 1; });
    for (const project::ClipRow& clip : rows()) QCOMPARE(clip.tags.size(), size_t{1});
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { openWithoutEngine(); }
  void cleanup() { m_app.reset(); }

  void bothBenches_data() {
    QTest::addColumn<bool>("mouse");
    QTest::newRow("mouse") << true;
    QTest::newRow("keyboard") << false;
  }
  void bothBenches() {
    QFETCH(bool, mouse);
    UserInput input(mouse ? UserInput::Way::mouse : UserInput::Way::keyboard, window());
    try {
      DatasetTest::makeProject(input);
      importClips(input);
      cut(input);
      crop(input);
      cutAll(input);
      reviewScenes(input);
      keepOne(input);
      useMenu(input);
      propose(input);
      replace(input);
      tag(input);
    } catch (const std::runtime_error& error) {
      QFAIL((std::string(error.what()) + "; messages: " + window().messages().text().toStdString()).c_str());
    }
  }
};

QTEST_MAIN(TestSessionBenches)
#include "test_session_benches.moc"
