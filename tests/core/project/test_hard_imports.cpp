// SPDX-License-Identifier: Apache-2.0
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <chrono>

#include "dataset/dataset_manifest.h"
#include "dataset_files.h"
#include "fixture.h"
#include "media/errors.h"
#include "project/check.h"
#include "project/export.h"
#include "project/import.h"
#include "project/relink.h"
#include "project/rows.h"
#include "project/samples.h"
#include "test_clip.h"

using fw::project::Project;

namespace {

/// Runs `work` such that a folder without permissions is unreadable, which does not hold for root.
/// @return its result
int without_privileges(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0 && (::setgid(nobody) != 0 || ::setuid(nobody) != 0)) ::_exit(120);
    ::_exit(work());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 121;
}

fw::project::BucketRequest small_bucket() {
  fw::project::BucketRequest request;
  request.buckets = {{5, 32, 32}};
  return request;
}

QStringList codes(const std::vector<fw::Fault>& faults) {
  QStringList list;
  for (const auto& fault : faults) list << fault.code.c_str();
  return list;
}

}  // namespace

/// Irregular input that must not stop the rest of the work.
class TestHardImports : public QObject {
  Q_OBJECT

 private:
  TestFolder folder_;
  fs::path root_;
  std::optional<Project> project_;

  fw::project::ImportReport import(const fs::path& path) { return import_clips(*project_, {&path, 1}); }
  /// Gives the file other bytes and another time, as an editor does.
  void change(const fs::path& file) {
    make_test_clip(file, 77);
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(3));
  }

 private Q_SLOTS:
  void init() {
    project_.reset();
    root_ = folder_.path();
    fs::remove_all(root_);
    project_ = Project::create(root_ / "project");
  }

  void a_caption_that_changed_is_told_and_taken() {
    const fs::path folder = root_ / "data";
    for (const char* name : {"a", "b", "c"}) make_test_clip(folder / (std::string(name) + ".mp4"), name[0]);
    write(folder / "a.txt", "one");
    write(folder / "b.txt", "two");
    QCOMPARE(import(folder).imported, int64_t{3});
    const auto ids = list_clips(*project_);
    const auto captions = [&] {
      QStringList list;
      for (const int64_t id : ids) {
        const auto row = read_clip(*project_, id);
        list << (row.caption ? QString::fromStdString(row.caption->text) : QString());
      }
      return list;
    };
    QCOMPARE(captions(), (QStringList{"one", "two", ""}));
    set_caption(*project_, ids[1], "a person's");
    QVERIFY(import(folder).warnings.empty());  // the files are unchanged
    write(folder / "a.txt", "one, changed");
    write(folder / "c.txt", "three, new");
    fs::last_write_time(folder / "c.mp4", fs::last_write_time(folder / "c.mp4") + std::chrono::seconds(3));
    auto report = import(folder);
    QCOMPARE(report.already_there, int64_t{3});
    QCOMPARE(summary(report.warnings),
             (QStringList{"project.caption_changed:0", "project.caption_changed:0"}));
    QCOMPARE(captions(), (QStringList{"one", "a person's", ""}));
    report = import_clips(*project_, {&folder, 1}, {}, {.update_captions = true});
    QCOMPARE(report.captions_updated, int64_t{2});
    QVERIFY(report.warnings.empty());
    QCOMPARE(captions(), (QStringList{"one, changed", "a person's", "three, new"}));
    QVERIFY(import(folder).warnings.empty());
    QVERIFY(project_->undo());
    QCOMPARE(captions(), (QStringList{"one", "a person's", ""}));
    write(folder / "b.txt", "two, changed");
    QCOMPARE(import(folder).warnings.size(), size_t{3});
    // Of those that are taken, the edited one is named.
    report = import_clips(*project_, {&folder, 1}, {}, {.update_captions = true});
    QCOMPARE(report.captions_updated, int64_t{3});
    QCOMPARE(summary(report.warnings), QStringList{"project.caption_replaced:0"});
    QVERIFY(report.warnings[0].fault.message().find("b.mp4") != std::string::npos);
    QCOMPARE(captions(), (QStringList{"one, changed", "two, changed", "three, new"}));
    QCOMPARE(caption_history(*project_, ids[1]).at(0).text, std::string("a person's"));
  }

  void what_a_source_warns_of_is_found_and_checked() {
    const std::vector<const fw::ErrorCode*> warnings{&fw::media::interlaced, &fw::media::transparent,
                                                     &fw::media::truncated, nullptr};
    for (size_t i = 0; i < warnings.size(); ++i)
      make_test_clip(root_ / "data" / (std::to_string(i) + ".mp4"), i + 1);
    import(root_ / "data");
    const auto ids = list_clips(*project_);
    project_->edit("x", [&](SQLite::Database& database) {
      for (size_t i = 0; i < 3; ++i) {
        // A file's name is not a warning.
        const std::vector<fw::Fault> list{fw::Fault(*warnings[i], {{"file", "\"media.damaged\""}})};
        fw::project::run(database, "UPDATE sources SET warnings = ? WHERE id = ?",
                         nlohmann::json(list).dump(), read_clip(*project_, ids[i]).source.id);
      }
    });
    const auto found = [&](const char* term) {
      return list_clips(*project_, std::get<fw::project::ClipFilter>(fw::project::ClipFilter::parse(term)));
    };
    using Ids = std::vector<int64_t>;
    QCOMPARE(found("is:interlaced"), Ids{ids[0]});
    QCOMPARE(found("is:transparent"), Ids{ids[1]});
    QCOMPARE(found("is:damaged"), Ids{ids[2]});
    QCOMPARE(found("-is:damaged -is:interlaced -is:transparent"), Ids{ids[3]});
    project_->edit("x", [&](SQLite::Database& database) {
      fw::project::run(database, "UPDATE sources SET is_hdr = 1 WHERE id = ?",
                       read_clip(*project_, ids[3]).source.id);
    });
    const QStringList checked = codes(check_dataset(*project_, small_bucket(), "", {}).warnings);
    for (const char* code : {"project.sources_interlaced", "project.sources_transparent",
                             "project.sources_damaged", "project.sources_hdr"})
      QVERIFY2(checked.contains(code), code);
  }

  void a_video_is_found_by_its_content() {
    const fs::path folder = root_ / "data";
    make_test_clip(folder / "a.mp4", 1);
    fs::rename(folder / "a.mp4", folder / "a.bin");
    write(folder / "a.txt", "of an unknown ending");
    make_test_clip(folder / "b.mp4", 2);
    fs::rename(folder / "b.mp4", folder / "b");
    make_test_clip(folder / "c.mp4", 3);
    fs::rename(folder / "c.mp4", folder / "c.mp4.part");
    write(folder / "weights.safetensors", std::string(8, '\0') + "{}" + std::string(5000, '\1'));
    write(folder / "noise.npz", "PK\3\4" + std::string(5000, '\0'));
    const auto report = import(folder);
    QCOMPARE(report.imported, int64_t{2});
    QVERIFY(report.faults.empty());
    QCOMPARE(report.warnings.size(), size_t{1});
    QCOMPARE(report.warnings[0].fault.arguments.at("names"),
             std::string("c.mp4.part, noise.npz, weights.safetensors"));
    QCOMPARE(read_clip(*project_, list_clips(*project_)[0]).caption->text,
             std::string("of an unknown ending"));
  }

  // ---- what cannot be read

  void what_cannot_be_looked_at_is_a_fault_of_its_own() {
    const fs::path folder = root_ / "data";
    make_test_clip(folder / "a.mp4", 1);
    make_test_clip(folder / "z" / "b.mp4", 2);
    fs::create_symlink("nowhere.mp4", folder / "broken.mp4");
    fs::create_symlink("loop.mp4", folder / "loop.mp4");
    fs::create_directories(folder / "circle");
    fs::create_symlink("metadata.csv",
                       folder / "circle" / "metadata.csv");  // the first file looked for
    fs::create_symlink("..", folder / "circle" / "up");
    fs::create_directories(folder / "tables" / "metadata.csv");
    write(folder / "list" / "metadata.jsonl", R"({"file_name":")" + std::string(300, 'x') + R"(.mp4"})" +
                                                  "\n" + R"({"file_name":"../a.mp4/b.mp4"})" + "\n");
    const auto report = import(folder);
    QCOMPARE(report.imported, int64_t{2});
    QCOMPARE(summary(report.faults), (QStringList{"interchange.missing_file:0", "media.unreadable:1",
                                                  "interchange.missing_file:2", "media.unreadable:0"}));
  }

  void an_unreadable_list_is_a_fault_of_its_own() {
    fs::create_symlink("loop.csv", root_ / "loop.csv");
    for (const char* name : {"loop.csv", "none.jsonl", "none.txt"})
      QCOMPARE(summary(read_one(root_ / name).faults), QStringList{"base.read_failed:0"});
  }

  void a_huge_sidecar_is_no_caption() {
    const fs::path folder = root_ / "data";
    write(folder / "a.mp4", "x");
    write(folder / "a.txt", std::string((1 << 20) + 1, 'a'));
    const ImportList list = read_one(folder);
    QCOMPARE(summary(list.warnings), QStringList{"base.file_too_large:0"});
    QVERIFY(list.faults.empty());
    QVERIFY(list.rows.size() == 1 && list.rows[0].caption.empty());
  }

  void a_folder_without_permission_is_a_fault_of_its_own() {
    const fs::path folder = root_ / "data";
    for (const char* name : {"a.mp4", "closed/b.mp4", "names only/c.mp4", "z.mp4"}) write(folder / name, "x");
    for (fs::path up = folder; up != "/" && up != "/dev/shm" && up != "/tmp"; up = up.parent_path())
      fs::permissions(up, fs::perms::others_exec | fs::perms::others_read, fs::perm_options::add);
    fs::permissions(folder / "closed", fs::perms::none);
    fs::permissions(folder / "names only", fs::perms::owner_read | fs::perms::others_read);
    const int result = without_privileges([&] {
      const ImportList list = read_one(folder);
      const bool good =
          list.rows.size() == 2 &&
          summary(list.faults) == QStringList{"interchange.unreadable_folder:0", "media.unreadable:0"};
      return good ? 0 : 1;
    });
    for (const char* name : {"closed", "names only"}) fs::permissions(folder / name, fs::perms::owner_all);
    QCOMPARE(result, 0);
  }

  void files_that_vanish_meanwhile_are_faults() {
    const fs::path folder = root_ / "data";
    for (const char* name : {"a.mp4", "b.mp4", "c/d.mp4"}) write(folder / name, "x");
    std::vector<fw::interchange::RowFault> faults;
    fw::interchange::visit_import_rows({&folder, 1}, {},
                                       {.on_row =
                                            [&](const auto&) {
                                              fs::remove(folder / "b.mp4");
                                              fs::remove_all(folder / "c");
                                            },
                                        .on_fault = [&](auto fault) { faults.push_back(std::move(fault)); },
                                        .on_warning = [](const auto&) {}});
    QCOMPARE(summary(faults), QStringList{"interchange.missing_file:0"});
  }

  void a_list_of_missing_files_does_not_fill_the_memory() {
    std::string list;
    for (int i = 0; i < 10'500; ++i) list += "missing.mp4\n";
    write(root_ / "list.txt", list);
    const auto report = import(root_ / "list.txt");
    QCOMPARE(report.faults.size(), size_t{10'000});
    QCOMPARE(report.more_faults, int64_t{500});
  }

  // ---- numbers that cannot be

  void impossible_numbers_are_faults_of_their_rows_data() {
    QTest::addColumn<QByteArray>("details");
    QTest::addColumn<QString>("code");  // empty: good
    const auto row = [](const char* details, const char* code) {
      QTest::newRow(details) << QByteArray(details) << QString(code);
    };
    row(R"("clip_in":1,"clip_out":8)", "");
    row(R"("clip_in":1.0,"clip_out":"8")", "");
    row(R"("clip_crop":[0,0,64,48],"clip_bucket":"5x32x32")", "");
    row(R"("clip_crop":null,"clip_bucket":"","clip_in":"")", "");
    row(R"("clip_in":-1)", "interchange.bad_row");
    row(R"("clip_in":1e300)", "interchange.bad_row");
    row(R"("clip_in":1.5)", "interchange.bad_row");
    row(R"("clip_in":true)", "interchange.bad_row");
    row(R"("clip_in":"NaN")", "interchange.bad_row");
    row(R"("clip_out":18446744073709551615)", "interchange.bad_row");
    row(R"("clip_out":10)", "project.outside");
    row(R"("clip_in":9007199254740992)", "project.outside");
    row(R"("clip_in":5,"clip_out":5)", "project.outside");
    row(R"("clip_crop":[-1,0,32,32])", "interchange.bad_row");
    row(R"("clip_crop":[0,0,32])", "interchange.bad_row");
    row(R"("clip_crop":[0,0,32,32,32])", "interchange.bad_row");
    row(R"("clip_crop":{"x":0})", "interchange.bad_row");
    row(R"("clip_crop":[0,0,"a",32])", "interchange.bad_row");
    row(R"("clip_crop":[0,0,0,32])", "project.crop_outside");
    row(R"("clip_crop":[33,0,32,32])", "project.crop_outside");
    row(R"("clip_crop":[0,0,9007199254740992,32])", "project.crop_outside");
    row(R"("clip_crop":[9007199254740992,0,9007199254740992,32])", "project.crop_outside");
    row(R"("clip_bucket":"49")", "interchange.bad_row");
    row(R"("clip_bucket":"5x32x99999999999")", "interchange.bad_row");
    row(R"("clip_bucket":5)", "interchange.bad_row");
    row(R"("clip_tags":"[1]")", "interchange.bad_row");
  }
  void impossible_numbers_are_faults_of_their_rows() {
    QFETCH(QByteArray, details);
    QFETCH(QString, code);
    make_test_clip(root_ / "data" / "a.mp4", 1);
    make_test_clip(root_ / "data" / "b.mp4", 2);
    write(root_ / "data" / "metadata.jsonl",
          R"({"file_name":"a.mp4",)" + details.toStdString() + "}\n" + R"({"file_name":"b.mp4"})" + "\n");
    const auto report = import(root_ / "data");
    QCOMPARE(summary(report.faults), code.isEmpty() ? QStringList{} : QStringList{code + ":1"});
    // And what was imported can be planned, written and read.
    const auto check = check_dataset(*project_, small_bucket(), "", {});
    const auto manifest = make_manifest(*project_, check.plan.assignments, {});
    QCOMPARE(manifest.size(), code.isEmpty() ? size_t{2} : size_t{1});
    QVERIFY(fw::dataset::parse_dataset_manifest(fw::dataset::format_dataset_manifest(manifest), "m") ==
            manifest);
  }

  void a_crop_that_was_imported_before_spoils_its_own_clip_only() {
    for (int i = 1; i <= 2; ++i) make_test_clip(root_ / "data" / (std::to_string(i) + ".mp4"), i);
    import(root_ / "data");
    for (const int64_t x : {int64_t{-5}, int64_t{33}, INT64_MAX - 10}) {
      project_->write([&](SQLite::Database& database) {
        fw::project::run(
            database,
            "UPDATE clips SET crop_x = ?, crop_y = 0, crop_width = 32, crop_height = 32 WHERE id = 1", x);
      });
      const auto plan = plan_buckets(*project_, small_bucket());
      QCOMPARE(codes(plan.unfit), QStringList{"dataset.no_size"});
      const auto manifest = make_manifest(*project_, plan.assignments, {});
      QCOMPARE(manifest.size(), size_t{1});
      QVERIFY(fw::dataset::parse_dataset_manifest(fw::dataset::format_dataset_manifest(manifest), "m") ==
              manifest);
    }
  }

  void impossible_rates_are_refused() {
    make_test_clip(root_ / "data" / "a.mp4", 1);
    import(root_ / "data");
    for (const double fps : {1e15, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
      auto request = small_bucket();
      request.fps = fps;
      try {
        plan_buckets(*project_, request);
        QFAIL("planned");
      } catch (const fw::Error& error) {
        QCOMPARE(error.fault().code, std::string("project.bad_fps"));
      }
    }
  }

  // ---- sources that change after their import

  void a_changed_source_is_noticed() {
    const fs::path file = root_ / "data" / "a.mp4";
    make_test_clip(file, 1);
    make_test_clip(root_ / "data" / "b.mp4", 2);
    import(root_ / "data");
    QCOMPARE(codes(check_dataset(*project_, small_bucket(), "", {}).errors), QStringList{});
    // A new time alone is not a change of content, and is updated by the next import.
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(5));
    QVERIFY(changed_sources(*project_).empty());
    QCOMPARE(import(root_ / "data").already_there, int64_t{2});
    const auto clip = read_clips(*project_, list_clips(*project_)).front();
    QVERIFY(fw::media::file_stamp(file) == clip.source.stamp());

    fs::copy_file(file, root_ / "kept.mp4");
    change(file);
    const auto check = check_dataset(*project_, small_bucket(), "", {});
    QCOMPARE(codes(check.errors), QStringList{"project.sources_changed"});
    QVERIFY(check.errors[0].message().find("a.mp4") != std::string::npos);
    fw::project::ExportOptions cut{.layout = fw::interchange::Layout::jsonl,
                                   .clips = fw::project::ExportedClips::cut};
    const auto report = export_clips(*project_, root_ / "export", cut);
    QCOMPARE(summary(report.faults), QStringList{"media.source_changed:0"});
    QCOMPARE(report.faults[0].clip, int64_t{1});
    QCOMPARE(report.files, int64_t{1});

    const fs::path kept = root_ / "kept.mp4";
    QCOMPARE(relink_sources(*project_, {&kept, 0}).still_missing.size(), size_t{1});
    QCOMPARE(relink_sources(*project_, std::array{root_}).relinked, int64_t{1});
    QCOMPARE(codes(check_dataset(*project_, small_bucket(), "", {}).errors), QStringList{});
  }

  void samples_carry_what_tells_of_a_change() {
    make_test_clip(root_ / "data" / "a.mp4", 1);
    import(root_ / "data");
    const auto manifest = make_manifest(*project_, plan_buckets(*project_, small_bucket()).assignments, {});
    const auto stamp = fw::media::file_stamp(root_ / "data" / "a.mp4");
    QCOMPARE(manifest.at(0).source_bytes, stamp->bytes);
    QCOMPARE(manifest.at(0).source_modified_ms, stamp->modified_ms);
  }
};

QTEST_GUILESS_MAIN(TestHardImports)
#include "test_hard_imports.moc"
