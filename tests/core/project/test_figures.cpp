// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "dataset_files.h"
#include "fixture.h"
#include "project/figures.h"
#include "project/import.h"
#include "project/project.h"
#include "test_clip.h"

using fw::project::Project;

namespace {

fw::project::ImportReport import_one(Project& project, const fs::path& path) {
  return import_clips(project, {&path, 1}, {});
}

}  // namespace

/// Measured figures of clips as they are cut, split and removed.
class TestFigures : public QObject {
  Q_OBJECT

 private:
  TestFolder folder_;
  fs::path root_;
  std::optional<Project> project_;

 private Q_SLOTS:
  void init() {
    project_.reset();
    root_ = folder_.path();
    fs::remove_all(root_);
    project_ = Project::create(root_ / "project");
  }

  void figures_follow_the_cut() {
    make_test_clip(root_ / "data" / "clip.mp4", 1, 20);
    import_one(*project_, root_ / "data");
    const int64_t id = list_clips(*project_)[0];
    const auto whole = figures(*project_, id);
    QVERIFY(whole);
    const auto pieces = split(*project_, id, {10});
    QVERIFY(!figures(*project_, pieces[0]) && !figures(*project_, pieces[1]));
    QVERIFY(measure_clips(*project_).empty());
    QVERIFY(figures(*project_, pieces[0]) && figures(*project_, pieces[1]));
    QCOMPARE(count_clips(*project_,
                         std::get<fw::project::ClipFilter>(fw::project::ClipFilter::parse("is:measured"))),
             int64_t{2});
    fs::remove(root_ / "data" / "clip.mp4");
    set_cut(*project_, pieces[0], 1, 9);
    QCOMPARE(measure_clips(*project_).size(), size_t{1});
  }

  /// Scenes begin at the frames 15 and 30.
  void scene_cuts_are_those_of_the_clips_own_frames() {
    make_test_scenes(root_ / "data" / "scenes.mp4");
    import_one(*project_, root_ / "data");
    const int64_t id = list_clips(*project_)[0];
    const auto cuts = [&](int64_t clip) {
      std::vector<int64_t> frames;
      const auto known = scene_cuts(*project_, clip).value();
      for (const auto& cut : known) frames.push_back(cut.frame);
      return frames;
    };
    using Frames = std::vector<int64_t>;
    QCOMPARE(cuts(id), (Frames{15, 30}));
    set_cut(*project_, id, 10, 30);  // the second one is its end
    QVERIFY(!figures(*project_, id));
    QCOMPARE(cuts(id), (Frames{15}));
    QVERIFY(measure_clips(*project_).empty());
    QCOMPARE(cuts(id), (Frames{15}));
    // A piece has the cuts of the whole, even if the piece with the old id is gone.
    set_cut(*project_, id, 5, 45);
    const auto pieces = split(*project_, id, {20});
    QCOMPARE(cuts(pieces[0]), (Frames{15}));
    QCOMPARE(cuts(pieces[1]), (Frames{30}));
    remove_clips(*project_, {&pieces[0], 1});
    QCOMPARE(cuts(pieces[1]), (Frames{30}));
    // Splitting works with frame numbers of the file and of the piece.
    const auto scenes = split_at_scenes(*project_, list_clips(*project_));
    QCOMPARE(scenes.size(), size_t{2});
    const auto rows = read_clips(*project_, scenes);
    QCOMPARE(rows[0].clip.in_frame, int64_t{20});
    QCOMPARE(rows[0].clip.out_frame, int64_t{30});
    QCOMPARE(rows[1].clip.out_frame, int64_t{45});
  }

  void a_cut_that_was_never_looked_through_has_no_known_scenes() {
    make_test_scenes(root_ / "data" / "scenes.mp4");
    write(root_ / "data" / "metadata.jsonl",
          R"({"file_name": "scenes.mp4", "text": "", "clip_in": 20, "clip_out": 45})");
    import_one(*project_, root_ / "data");
    const int64_t id = list_clips(*project_)[0];
    QVERIFY(scene_cuts(*project_, id));
    set_cut(*project_, id, 0, 45);
    QVERIFY(!scene_cuts(*project_, id));
    measure_clips(*project_);
    QCOMPARE(scene_cuts(*project_, id).value().size(), size_t{2});
  }

  void scenes_become_clips_and_filters_find_flaws() {
    make_test_scenes(root_ / "data" / "scenes.mp4");
    import_one(*project_, root_ / "data");
    const auto pieces = split_at_scenes(*project_, list_clips(*project_));
    QCOMPARE(pieces.size(), size_t{3});
    QCOMPARE(project_->undo_label(), std::optional<std::string>("Split clips"));
    measure_clips(*project_);
    const auto count = [&](const char* text) {
      return count_clips(*project_, std::get<fw::project::ClipFilter>(fw::project::ClipFilter::parse(text)));
    };
    QCOMPARE(count("is:black"), int64_t{1});
    QCOMPARE(count("is:black is:dark brightness<0.05"), int64_t{1});
    QCOMPARE(count("is:letterboxed bars>0.2"), int64_t{1});
    QCOMPARE(count("is:frozen frozen>0.9"), int64_t{3});
    QCOMPARE(count("is:cuttable"), int64_t{0});
    QVERIFY(project_->undo());
    QCOMPARE(count("is:cuttable"), int64_t{1});
  }

  void similar_clips_are_found() {
    make_test_clip(root_ / "data" / "a.mp4", 1, 12);
    make_test_clip(root_ / "data" / "b.mp4", 1, 12, {128, 96});
    make_test_clip(root_ / "data" / "c.mp4", 6, 12);
    import_one(*project_, root_ / "data");
    const auto groups = find_similar(*project_);
    QCOMPARE(groups.size(), size_t{1});
    QCOMPARE(groups[0].size(), size_t{2});
    const auto count = [&](const char* text) {
      return count_clips(*project_, std::get<fw::project::ClipFilter>(fw::project::ClipFilter::parse(text)));
    };
    QCOMPARE(count("is:similar"), int64_t{2});
    QCOMPARE(count("is:duplicate"), int64_t{2});
    // Without the other one a clip is not a duplicate, until undo.
    remove_clips(*project_, {&groups[0][0], 1});
    QCOMPARE(count("is:duplicate"), int64_t{0});
    QVERIFY(project_->undo());
    QCOMPARE(count("is:duplicate"), int64_t{2});
    set_cut(*project_, groups[0][0], 2, 9);
    QCOMPARE(count("is:duplicate"), int64_t{0});
    QVERIFY(project_->undo());
    QCOMPARE(count("is:duplicate"), int64_t{2});
  }
};

QTEST_GUILESS_MAIN(TestFigures)
#include "test_figures.moc"
