// SPDX-License-Identifier: Apache-2.0
// An export must not touch anything that existed before it.
#include <QtTest>
#include <map>
#include <set>

#include "dataset_files.h"
#include "fixture.h"
#include "media/probe.h"
#include "project/export.h"
#include "project/import.h"
#include "test_clip.h"

using fw::interchange::Layout;
using fw::project::ExportedClips;
using fw::project::Project;

class TestExport : public QObject {
  Q_OBJECT

 private:
  std::string export_fault(const fs::path& folder, const fw::project::ExportOptions& options) const {
    try {
      export_clips(*project_, folder, options);
    } catch (const fw::Error& error) {
      return error.fault().code;
    }
    return {};
  }

  void import_folder(const fs::path& folder) { import_clips(*project_, {&folder, 1}); }

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

  void cut_export_never_touches_what_is_there() {
    const fs::path data = root_ / "data";
    make_test_clip(data / "videos" / "a.mp4", 1, 12);
    make_test_clip(data / "b.mp4", 2, 12);
    import_folder(data);
    for (const int64_t id : list_clips(*project_)) split(*project_, id, {4, 8});  // several of each source
    fs::create_directories(root_ / "links" / "videos");
    fs::create_hard_link(data / "b.mp4", root_ / "links" / "videos" / "b.mp4");
    fs::create_symlink(data / "videos" / "a.mp4", root_ / "links" / "videos" / "a.mp4");
    const auto contents = [&] {
      std::map<std::string, std::string> found;
      for (const auto& entry : fs::recursive_directory_iterator(root_)) {
        if (entry.is_regular_file() && entry.path().string().find("/project/") == std::string::npos)
          found[entry.path().string()] = fw::read_file(entry.path());
      }
      return found;
    };
    const auto before = contents();
    for (const Layout layout : {Layout::lists, Layout::sidecars, Layout::csv, Layout::jsonl})
      for (const char* folder : {"data", "links", "data/videos"})
        QCOMPARE(export_fault(root_ / folder, {.layout = layout, .clips = ExportedClips::cut}),
                 std::string("base.folder_not_empty"));
    QVERIFY(contents() == before);
    const auto report =
        export_clips(*project_, root_ / "out", {.layout = Layout::jsonl, .clips = ExportedClips::cut});
    QCOMPARE(report.files, int64_t{6});
    auto after = contents();
    std::erase_if(after, [&](const auto& file) { return file.first.starts_with((root_ / "out").string()); });
    QVERIFY(after == before);
    for (const auto& row : read_one(root_ / "out").rows)
      QCOMPARE(fw::media::probe(row.file).frames, int64_t{4});
  }

  void lists_come_beside_clips_and_replace_nothing() {
    const fs::path data = root_ / "data";
    make_test_clip(data / "a.mp4", 1);
    import_folder(data);
    write(data / "videos.txt", "mine\n");
    QCOMPARE(export_fault(data, {.layout = Layout::lists}), std::string("base.file_exists"));
    QVERIFY(!fs::exists(data / "prompts.txt"));
    QCOMPARE(export_fault(data, {.layout = Layout::sidecars}), std::string("base.folder_not_empty"));
    QCOMPARE(export_clips(*project_, data, {.layout = Layout::csv}).clips, int64_t{1});
    QCOMPARE(fw::read_file(data / "videos.txt"), std::string("mine\n"));
    QCOMPARE(read_one(data / "metadata.csv").rows.size(), size_t{1});
  }

  void failed_export_takes_back_what_it_made() {
    for (int i = 1; i <= 4; ++i) make_test_clip(root_ / "data" / ("clip" + std::to_string(i) + ".mp4"), i);
    import_folder(root_ / "data");
    std::stop_source stop;
    fw::project::ExportOptions options{.layout = Layout::sidecars, .clips = ExportedClips::cut};
    options.work = {.threads = 1,
                    .on_progress =
                        [&](const fw::Progress& progress) {
                          if (progress.done == 2) stop.request_stop();
                        },
                    .stop = stop.get_token()};
    QVERIFY_EXCEPTION_THROWN(export_clips(*project_, root_ / "out", options), fw::Cancelled);
    QVERIFY(fs::is_empty(root_ / "out"));
    options.work = {};
    QCOMPARE(export_clips(*project_, root_ / "out", options).clips, int64_t{4});
  }

  void chosen_clips_alone_are_exported_and_faults_name_their_file() {
    for (int i = 1; i <= 3; ++i) make_test_clip(root_ / "data" / ("clip" + std::to_string(i) + ".mp4"), i, 9);
    import_folder(root_ / "data");
    const auto ids = list_clips(*project_);
    set_caption(*project_, ids[1], "two\nlines");
    set_cut(*project_, ids[2], 1, 5);
    const std::vector<int64_t> chosen{ids[1], ids[2]};
    const auto report = export_clips(
        *project_, root_ / "out", {.layout = Layout::lists, .filter = fw::project::ClipFilter::of(chosen)});
    QCOMPARE(report.clips, int64_t{1});
    QCOMPARE(report.faults.size(), size_t{2});
    QCOMPARE(report.faults[0].clip, ids[1]);
    QVERIFY(report.faults[0].list.ends_with("clip2.mp4") && report.faults[0].line == 0);
    QVERIFY(report.faults[0].fault.message().find("clip2.mp4") != std::string::npos);
    QCOMPARE(report.faults[1].clip, ids[2]);
    QCOMPARE(count_clips(*project_, fw::project::ClipFilter::of({})), int64_t{0});
  }

  void names_that_a_layout_cannot_hold_are_told_or_changed() {
    const fs::path data = root_ / "data";
    const QStringList names{"aa", "bb\nx", " cc", "dd, \"quoted\"\ttab", QString(245, 'x')};
    for (int i = 0; i < names.size(); ++i) {
      make_test_clip(data / (names[i].toStdString() + ".mp4"), i + 1, 9);
      write(data / (names[i].toStdString() + ".txt"), "caption " + std::to_string(i));
    }
    import_folder(data);
    const auto found = [](const fs::path& folder) {
      const ImportList list = read_one(folder);
      QStringList captions = summary(list.faults);
      for (const auto& row : list.rows) captions << QString::fromStdString(row.caption);
      captions.sort();
      return captions;
    };
    QStringList all;
    for (int i = 0; i < names.size(); ++i) all << QString("caption %1").arg(i);
    for (const ExportedClips clips : {ExportedClips::by_reference, ExportedClips::cut}) {
      for (const Layout layout : {Layout::lists, Layout::sidecars, Layout::csv, Layout::jsonl}) {
        const fs::path out = root_ / "out";
        fs::remove_all(out);
        const auto report = export_clips(*project_, out, {.layout = layout, .clips = clips});
        const bool is_lost = layout == Layout::lists && clips == ExportedClips::by_reference;
        QCOMPARE(summary(report.faults), is_lost ? QStringList{"project.name_not_held:0"} : QStringList{});
        QStringList kept = all;
        if (is_lost) kept.removeAt(1);
        QCOMPARE(found(out), kept);
      }
    }
    // In the clips' own folder; a name begins its line.
    const auto beside = export_clips(*project_, data, {.layout = Layout::lists});
    QCOMPARE(beside.clips, int64_t{3});
    QCOMPARE(beside.faults.size(), size_t{2});
    QCOMPARE(read_one(data).rows.size(), size_t{3});
    export_clips(*project_, data, {.layout = Layout::csv});
    QCOMPARE(read_one(data / "metadata.csv").rows.size(), size_t{5});
  }

  void names_differ_by_more_than_capitals() {
    make_test_clip(root_ / "data" / "Fox.mp4", 1);
    make_test_clip(root_ / "data" / "fox.mp4", 2);
    import_folder(root_ / "data");
    export_clips(*project_, root_ / "out", {.layout = Layout::sidecars});
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(root_ / "out"))
      names.insert(QString::fromStdString(entry.path().filename().string()).toLower().toStdString());
    QCOMPARE(names, (std::set<std::string>{"fox.mp4", "fox-2.mp4"}));
  }
};

QTEST_GUILESS_MAIN(TestExport)
#include "test_export.moc"
