// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <fstream>
#include <thread>

#include "dataset_files.h"
#include "fixture.h"
#include "media/image.h"
#include "media/probe.h"
#include "project/check.h"
#include "project/export.h"
#include "project/figures.h"
#include "project/import.h"
#include "project/relink.h"
#include "project/runs.h"
#include "project/samples.h"
#include "test_clip.h"

using fw::interchange::Layout;
using fw::interchange::ListOptions;
using fw::project::ExportedClips;
using fw::project::Project;

namespace {

fw::project::ImportReport import_one(Project& project, const fs::path& path,
                                     const ListOptions& options = {}) {
  return import_clips(project, {&path, 1}, options);
}

std::vector<fw::project::ClipRow> all_rows(const Project& project) {
  return read_clips(project, list_clips(project));
}

/// Data that a round trip has to preserve, as one text per clip, sorted.
QStringList essence(const Project& project, bool with_details) {
  QStringList list;
  for (const auto& row : all_rows(project)) {
    QString text =
        QString("%1|%2").arg(row.source.hash.c_str(), row.caption ? row.caption->text.c_str() : "");
    if (with_details) {
      text += QString("|%1-%2").arg(row.clip.in_frame).arg(row.clip.out_frame);
      if (row.clip.crop) text += QString("|%1,%2").arg(row.clip.crop->x).arg(row.clip.crop->width);
      if (row.clip.bucket) text += QString("|%1").arg(to_string(*row.clip.bucket).c_str());
      for (const std::string& tag : row.tags) text += QString("|%1").arg(tag.c_str());
    }
    list << text;
  }
  list.sort();
  return list;
}

}  // namespace

class TestDataset : public QObject {
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

  // ---- importing

  void good_rows_come_in_and_bad_ones_are_told() {
    const fs::path folder = root_ / "data";
    for (int i = 1; i <= 3; ++i) make_test_clip(folder / ("clip" + std::to_string(i) + ".mp4"), i);
    make_test_clip(folder / "short.mp4", 9, 2);
    fs::copy_file(folder / "clip1.mp4", folder / "copy.mp4");
    write(folder / "fake.webm", "Only text, whatever the name says.\n");
    write(folder / "empty.mp4", "");
    write(folder / "videos.txt",
          "clip1.mp4\nfake.webm\nclip2.mp4\nempty.mp4\ncopy.mp4\nshort.mp4\nclip3.mp4\nclip3.mp4\n");
    write(folder / "prompts.txt", "one\n2\ntwo\n4\n5\n6\nthree\nthree again\n");
    const auto report = import_clips(*project_, {&folder, 1}, {}, {.min_frames = 3});
    QCOMPARE(report.imported, int64_t{3});
    QCOMPARE(report.already_there, int64_t{1});
    QCOMPARE(summary(report.faults), (QStringList{"media.not_media:2", "media.empty_file:4",
                                                  "project.duplicate:5", "project.too_short:6"}));
    const auto rows = all_rows(*project_);
    QCOMPARE(rows.size(), size_t{3});
    QCOMPARE(rows[1].caption->text, std::string("two"));
    QCOMPARE(rows[1].caption->origin, fw::project::CaptionOrigin::import);
    QCOMPARE(rows[1].source.frames, int64_t{9});
    QCOMPARE(rows[1].source.width, int64_t{64});
    QVERIFY(std::abs(rows[1].clip.duration_s - 9 / 24.0) < 1e-9);
    QVERIFY(figures(*project_, rows[1].clip.id));
    QVERIFY(project_->undo());
    QVERIFY(list_clips(*project_).empty());
  }

  void importing_again_adds_only_what_is_new() {
    const fs::path folder = root_ / "data";
    for (int i = 1; i <= 2; ++i) make_test_clip(folder / ("clip" + std::to_string(i) + ".mp4"), i);
    QCOMPARE(import_one(*project_, folder).imported, int64_t{2});
    make_test_clip(folder / "clip3.mp4", 3);
    const auto report = import_one(*project_, folder);
    QCOMPARE(report.imported, int64_t{1});
    QCOMPARE(report.already_there, int64_t{2});
    QCOMPARE(summary(report.faults), QStringList{});
    // New content under a known name is not confused with the old one.
    make_test_clip(folder / "clip2.mp4", 20);
    QCOMPARE(summary(import_one(*project_, folder).faults), QStringList{"project.source_changed:0"});
  }

  void stopped_import_keeps_what_was_committed() {
    const fs::path folder = root_ / "data";
    for (int i = 1; i <= 6; ++i) make_test_clip(folder / ("clip" + std::to_string(i) + ".mp4"), i, 3);
    std::stop_source stop;
    fw::project::ImportOptions options;
    options.work.stop = stop.get_token();
    options.work.threads = 1;
    options.work.on_progress = [&](const fw::Progress& progress) {
      if (progress.done == 2) stop.request_stop();
    };
    QVERIFY_EXCEPTION_THROWN(import_clips(*project_, {&folder, 1}, {}, options), fw::Cancelled);
    QCOMPARE(list_clips(*project_).size(), size_t{2});
    QCOMPARE(import_one(*project_, folder).imported, int64_t{4});
  }

  // ---- round trips

  void round_trip_by_reference_data() {
    QTest::addColumn<int>("layout");
    QTest::addColumn<bool>("with_details");
    QTest::newRow("lists") << static_cast<int>(Layout::lists) << false;
    QTest::newRow("sidecars") << static_cast<int>(Layout::sidecars) << false;
    QTest::newRow("csv") << static_cast<int>(Layout::csv) << true;
    QTest::newRow("jsonl") << static_cast<int>(Layout::jsonl) << true;
  }
  void round_trip_by_reference() {
    QFETCH(int, layout);
    QFETCH(bool, with_details);
    const auto ids = import_hard_captions(static_cast<Layout>(layout) != Layout::lists);
    if (with_details) {
      add_tag(*project_, std::vector<int64_t>{ids[0], ids[1]}, "a, \"tag\"");
      set_crop(*project_, std::vector<int64_t>{ids[1]}, fw::catalog::Crop{2, 4, 40, 30});
      set_bucket(*project_, std::vector<int64_t>{ids[2]}, fw::catalog::Bucket{9, 16, 32});
      split(*project_, ids[3], {4});
    }
    const auto report = export_clips(*project_, root_ / "out", {.layout = static_cast<Layout>(layout)});
    QCOMPARE(summary(report.faults), QStringList{});
    QCOMPARE(report.clips, static_cast<int64_t>(list_clips(*project_).size()));
    Project again = Project::create(root_ / "again");
    const auto imported = import_one(again, root_ / "out");
    QCOMPARE(summary(imported.faults), QStringList{});
    QCOMPARE(essence(again, with_details), essence(*project_, with_details));
  }

  void round_trip_of_cut_clips_data() { round_trip_by_reference_data(); }
  void round_trip_of_cut_clips() {
    QFETCH(int, layout);
    import_hard_captions(static_cast<Layout>(layout) != Layout::lists);
    const auto report = export_clips(*project_, root_ / "out",
                                     {.layout = static_cast<Layout>(layout), .clips = ExportedClips::cut});
    QCOMPARE(summary(report.faults), QStringList{});
    Project again = Project::create(root_ / "again");
    QCOMPARE(summary(import_one(again, root_ / "out").faults), QStringList{});
    QStringList before;
    QStringList after;
    for (const auto& row : all_rows(*project_)) before << QString::fromStdString(row.caption->text);
    for (const auto& row : all_rows(again)) {
      after << QString::fromStdString(row.caption->text);
      QCOMPARE(row.source.frames, int64_t{9});
      QCOMPARE(row.source.width, int64_t{64});
      QVERIFY(std::abs(row.source.fps() - 24) < 1e-9);
    }
    before.sort();
    after.sort();
    QCOMPARE(after, before);
  }

  void export_tells_what_a_layout_cannot_hold() {
    const auto ids = import_hard_captions(true);
    split(*project_, ids[0], {4});
    const auto report = export_clips(*project_, root_ / "out", {.layout = Layout::lists});
    QCOMPARE(report.clips, int64_t{5});
    QCOMPARE(report.faults.size(), size_t{3});  // two pieces and a caption of several lines
    QVERIFY_EXCEPTION_THROWN(export_clips(*project_, root_ / "out", {.layout = Layout::lists}), fw::Error);
    fs::remove(all_sources()[1]);
    QCOMPARE(export_clips(*project_, root_ / "csv", {.layout = Layout::csv}).faults.size(), size_t{1});
  }

  void export_brings_clips_to_buckets() {
    make_test_clip(root_ / "data" / "long.mp4", 1, 48, {96, 64});
    make_test_clip(root_ / "data" / "short.mp4", 2, 3, {96, 64});
    import_one(*project_, root_ / "data");
    const auto report = export_clips(*project_, root_ / "out",
                                     {.layout = Layout::csv,
                                      .clips = ExportedClips::cut,
                                      .id_token = "TOK",
                                      .buckets = {{5, 32, 32}},
                                      .fps = 8,
                                      .long_clips = fw::dataset::LongClips::split});
    // Two seconds at 8 frames per second: 16 frames, three samples of five.
    QCOMPARE(report.files, int64_t{3});
    QCOMPARE(report.clips, int64_t{1});
    QCOMPARE(report.faults.size(), size_t{1});
    for (const auto& row : read_one(root_ / "out").rows) {
      const auto info = fw::media::probe(row.file);
      QVERIFY(info.size == (fw::media::Size{32, 32}));
      QCOMPARE(info.frames, int64_t{5});
      QVERIFY(std::abs(info.fps.value() - 8) < 1e-9);
      QCOMPARE(row.caption, std::string("TOK"));
    }
  }

  void pictures_are_clips_of_one_frame() {
    fs::create_directories(root_ / "data");
    fw::media::write_image(root_ / "data" / "picture.png", fw::media::RgbImage(33, 21));
    write(root_ / "data" / "picture.txt", "black");
    QCOMPARE(import_one(*project_, root_ / "data").imported, int64_t{1});
    QVERIFY(all_rows(*project_)[0].source.is_image);
    export_clips(*project_, root_ / "out", {.layout = Layout::sidecars, .clips = ExportedClips::cut});
    Project again = Project::create(root_ / "again");
    import_one(again, root_ / "out");
    QCOMPARE(all_rows(again)[0].source.width, int64_t{33});
    QCOMPARE(all_rows(again)[0].caption->text, std::string("black"));
  }

  // ---- relinking

  void moved_sources_are_found_by_content() {
    for (int i = 1; i <= 3; ++i) make_test_clip(root_ / "data" / ("clip" + std::to_string(i) + ".mp4"), i);
    import_one(*project_, root_ / "data");
    fs::create_directories(root_ / "moved" / "deep");
    fs::rename(root_ / "data" / "clip1.mp4", root_ / "moved" / "deep" / "renamed.mp4");
    fs::remove(root_ / "data" / "clip2.mp4");
    QCOMPARE(missing_sources(*project_).size(), size_t{2});
    const fs::path moved = root_ / "moved";
    const auto report = relink_sources(*project_, {&moved, 1});
    QCOMPARE(report.relinked, int64_t{1});
    QCOMPARE(report.still_missing.size(), size_t{1});
    QCOMPARE(missing_sources(*project_).size(), size_t{1});
    QVERIFY(project_->undo());
    QCOMPARE(missing_sources(*project_).size(), size_t{2});
  }

  // ---- runs

  void runs_are_indexed_from_their_folders() {
    const fs::path run = root_ / "project" / "runs" / "first";
    write(run / "run.toml", "schema = 1\n[run]\nname = \"first\"\n[model]\nfamily = \"cogvideox\"\n");
    const auto event = [](const char* name, int step, const char* rest) {
      return QString("{\"event\":\"%1\",\"step\":%2,\"time_ms\":5%3}\n")
          .arg(name)
          .arg(step)
          .arg(rest)
          .toStdString();
    };
    const auto metrics = [&](int step, double loss) {
      return event(
          "metrics", step,
          qPrintable(QString(",\"values\":{\"loss\":%1,\"lr\":null},\"clips\":[{\"id\":\"7-0\",\"t\":500,"
                             "\"loss\":%1}]")
                         .arg(loss)));
    };
    const std::string start = event("started", 0, "") + metrics(1, 0.5) + metrics(2, 0.25);
    write(run / "events.jsonl", start + "not an event\n" + metrics(3, 0.125).substr(0, 20));
    const fw::run::RunPaths paths{project_->folder() / "runs" / "first"};
    QCOMPARE(import_run_events(*project_, paths).events, int64_t{3});
    const auto runs = list_runs(*project_);
    QCOMPARE(runs.at(0).name, std::string("first"));
    QCOMPARE(runs.at(0).family, std::string("cogvideox"));
    QCOMPARE(runs.at(0).last_step, int64_t{2});
    const int64_t id = runs[0].id;
    using Points = std::vector<fw::project::MetricPoint>;
    QVERIFY(read_metric(*project_, id, "loss") == (Points{{1, 0.5}, {2, 0.25}}));
    QVERIFY(metric_names(*project_, id) == std::vector<std::string>{"loss"});
    // The run continues; only new events are read.
    const std::string more =
        start + "not an event\n" + metrics(3, 0.125) +
        event("sample", 3, ",\"path\":\"samples/s/a.mp4\",\"prompt\":\"a fox\",\"seed\":42") +
        // A run from elsewhere shows nothing from outside its folder.
        event("sample", 3, ",\"path\":\"/etc/passwd\"") + event("sample", 3, ",\"path\":\"../first/x.mp4\"") +
        event("sample", 3, ",\"path\":\"samples/../../../x.mp4\"");
    write(run / "events.jsonl", more);
    const auto grown = import_run_events(*project_, paths);
    QCOMPARE(grown.events, int64_t{5});
    QVERIFY(grown.changed_from == int64_t{3});
    QVERIFY(!import_run_events(*project_, paths).changed_from);
    const auto samples = list_samples(*project_, id);
    QCOMPARE(samples.size(), size_t{1});
    QCOMPARE(samples.at(0).path, std::string("runs/first/samples/s/a.mp4"));
    QCOMPARE(samples.at(0).prompt, std::string("a fox"));
    QCOMPARE(sample_losses(*project_, id).at(0).times, int64_t{3});
    // Resumed from step 1: later events are gone from the file, and so from the index, however long it is
    // now.
    write(run / "events.jsonl", event("started", 0, "") + metrics(1, 0.5) + event("started", 1, "") +
                                    metrics(2, 0.3) + std::string(2000, ' ') + "\n");
    QVERIFY(import_run_events(*project_, paths).changed_from == int64_t{0});
    QVERIFY(read_metric(*project_, id, "loss") == (Points{{1, 0.5}, {2, 0.3}}));
    QVERIFY(list_samples(*project_, id).empty());
    // The same from scratch; a run without a readable run file is reported and left out.
    write(root_ / "project" / "runs" / "second" / "run.toml", "[run]\nname = \"second\"\n");
    const auto report = reindex_runs(*project_);
    QCOMPARE(report.runs, int64_t{2});
    QCOMPARE(list_runs(*project_).size(), size_t{2});
    // A run on another disk also belongs to the project once it is registered.
    const fw::run::RunPaths elsewhere{root_ / "large disk" / "third"};
    write(elsewhere.run_file(), "[run]\nname = \"third\"\n");
    import_run_events(*project_, elsewhere);
    QCOMPARE(run_folders(*project_).back().folder, elsewhere.folder);
    QCOMPARE(reindex_runs(*project_).runs, int64_t{3});
    fs::remove_all(run);
    fs::remove_all(elsewhere.folder);
    reindex_runs(*project_);
    QCOMPARE(list_runs(*project_).size(), size_t{1});
    QVERIFY(list_samples(*project_).empty());
  }

  // ---- samples and checks

  void manifest_of_clips() {
    make_test_clip(root_ / "data" / "clip.mp4", 1, 48, {96, 64});
    import_one(*project_, root_ / "data");
    const int64_t id = list_clips(*project_)[0];
    set_cut(*project_, id, 6, 48);
    set_crop(*project_, {&id, 1}, fw::catalog::Crop{10, 2, 80, 60});
    set_caption(*project_, id, "a bar");
    const auto shapes = clip_shapes(*project_, 8);
    QCOMPARE(shapes[0].frames, int64_t{14});  // 42 frames at 24 are 1.75 s
    QCOMPARE(clip_shapes(*project_, 0)[0].frames, int64_t{42});
    const std::vector<fw::catalog::Bucket> buckets{{5, 32, 32}};
    const auto manifest =
        make_manifest(*project_, fw::dataset::assign_buckets(shapes, buckets, fw::dataset::LongClips::split),
                      {.fps = 8, .id_token = "TOK"});
    QCOMPARE(manifest.size(), size_t{2});
    QCOMPARE(manifest[1].id, std::to_string(id) + "-1");
    QCOMPARE(manifest[1].first_frame, int64_t{5});
    QCOMPARE(manifest[1].source_in, int64_t{6});
    QVERIFY(manifest[1].crop == (fw::catalog::Crop{20, 2, 60, 60}));
    QCOMPARE(manifest[1].caption, std::string("TOK a bar"));
    QVERIFY(fw::dataset::parse_dataset_manifest(fw::dataset::format_dataset_manifest(manifest), "m") ==
            manifest);
  }

  void check_says_what_is_wrong() {
    for (int i = 1; i <= 3; ++i)
      make_test_clip(root_ / "data" / ("clip" + std::to_string(i) + ".mp4"), i, 30);
    import_one(*project_, root_ / "data");
    const auto ids = list_clips(*project_);
    set_caption(*project_, ids[0], "one two three four five");
    fs::remove(all_sources()[2]);
    const auto words = [](std::string_view text) -> fw::project::CaptionTokens {
      const auto spaces = std::ranges::count(text, ' ');
      return {.tokens = spaces + 1, .kept_bytes = spaces < 3 ? text.size() : text.find("four")};
    };
    const fw::project::BucketRequest request{.model = *fw::catalog::find_model("cogvideox-2b"),
                                             .buckets = {{9, 48, 64}, {33, 48, 60}},
                                             .budget = {.batch_size = 4},
                                             .fps = 24};
    const auto check = check_dataset(*project_, request, "", words);
    QStringList codes;
    for (const auto& list : {check.errors, check.warnings}) {
      for (const fw::Fault& fault : list) {
        codes << QString::fromStdString(fault.code);
        QVERIFY2(fault.full_message().find('{') == std::string::npos, fault.full_message().c_str());
      }
    }
    QCOMPARE(codes,
             (QStringList{"catalog.bucket_size", "project.sources_missing", "dataset.bucket_small",
                          "dataset.bucket_empty", "project.no_captions", "project.captions_too_long"}));
    QCOMPARE(check.long_captions.at(0).cut_off, std::string("four five"));
    QCOMPARE(check.plan.totals.samples, int64_t{3});
  }

 private:
  /// @return ids; the fourth caption has several lines unless `lines` is false
  std::vector<int64_t> import_hard_captions(bool lines) {
    for (size_t i = 0; i < hard_captions.size(); ++i) {
      make_test_clip(root_ / "data" / ("clip " + std::to_string(i) + ", ä.mp4"), static_cast<int>(i));
    }
    import_one(*project_, root_ / "data");
    const auto ids = list_clips(*project_);
    for (size_t i = 0; i < ids.size(); ++i) {
      std::string caption = hard_captions[i];
      if (!lines) std::ranges::replace(caption, '\n', ' ');
      set_caption(*project_, ids[i], caption);
    }
    return ids;
  }

  std::vector<fs::path> all_sources() {
    std::vector<fs::path> files;
    for (const auto& row : all_rows(*project_)) {
      const fs::path file = project_->absolute_path(row.source.path);
      if (std::ranges::find(files, file) == files.end()) files.push_back(file);
    }
    return files;
  }
};

QTEST_GUILESS_MAIN(TestDataset)
#include "test_dataset.moc"
