// SPDX-License-Identifier: Apache-2.0
#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <csignal>
#include <fstream>
#include <random>

#include "base/atomic_file.h"
#include "fixture.h"
#include "project/figures.h"
#include "project/runs.h"
#include "project/schema.h"

using fw::project::Access;
using fw::project::Project;

namespace {

/// The simulated file system of every folder, as reported by statfs(); 0: the real one.
long pretended_file_system = 0;

}  // namespace

/// Replaces the C library's, since a test cannot mount a network drive.
extern "C" int statfs(const char* path, struct statfs* about) noexcept {
  const long result = ::syscall(SYS_statfs, path, about);
  if (result == 0 && pretended_file_system != 0) about->f_type = pretended_file_system;
  return static_cast<int>(result);
}

namespace {

std::string code_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const fw::Error& error) {
    return error.fault().code;
  }
  return "no error";
}

/// Everything that undo has to restore, as one text.
std::string contents(const Project& project) {
  return project.read([](SQLite::Database& database) {
    std::string all;
    for (const char* table :
         {"sources", "clips", "captions", "caption_history", "clip_tags", "buckets", "settings"}) {
      SQLite::Statement query(database, std::string("SELECT * FROM ") + table + " ORDER BY 1, 2");
      while (query.executeStep()) {
        for (int i = 0; i < query.getColumnCount(); ++i) all += query.getColumn(i).getString() + '|';
        all += '\n';
      }
      all += "--\n";
    }
    return all;
  });
}

}  // namespace

class TestProject : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void create_and_open() {
    TestFolder folder;
    const auto place = folder.path() / "new" / "project";
    {
      Project project = Project::create(place);
      QVERIFY(!project.read_only() && !project.read_only_reason());
      add_test_clips(project, 3);
    }
    QCOMPARE(code_of([&] { Project::create(place); }), std::string("project.exists"));
    for (const auto& path : {place, place / fw::project::database_name}) {
      const Project project = Project::open(path);
      QCOMPARE(list_clips(project).size(), size_t{3});
      QCOMPARE(project.folder(), std::filesystem::canonical(place));
    }
    QCOMPARE(code_of([&] { Project::open(folder.path()); }), std::string("project.missing"));
  }

  void damaged_or_foreign_file() {
    TestFolder folder;
    for (const std::string& content :
         {std::string("this is no database, whatever its name says, and long enough"),
          std::string(5000, '\0')}) {
      fw::write_file_atomically(folder.path() / fw::project::database_name, content, fw::Existing::replace);
      QCOMPARE(code_of([&] { Project::open(folder.path()); }), std::string("project.damaged"));
    }
    // A truncated database, as left by a full disk or an interrupted copy.
    const auto file = folder.path() / fw::project::database_name;
    std::filesystem::remove(file);
    { add_test_clips(*std::make_unique<Project>(Project::create(folder.path())), 300); }
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    QCOMPARE(code_of([&] { contents(Project::open(folder.path())); }), std::string("project.damaged"));
    // A process killed while creating a project leaves an empty file: that is a project without clips.
    fw::write_file_atomically(folder.path() / fw::project::database_name, "", fw::Existing::replace);
    QVERIFY(list_clips(Project::open(folder.path())).empty());
  }

  void newer_schema_is_refused() {
    TestFolder folder;
    Project::create(folder.path());
    SQLite::Database((folder.path() / fw::project::database_name).string(), SQLite::OPEN_READWRITE)
        .exec("PRAGMA user_version = 999");
    const std::string before = fw::read_file(folder.path() / fw::project::database_name);
    for (const Access access : {Access::read_write, Access::read_only}) {
      try {
        Project::open(folder.path(), access);
        QFAIL("opened");
      } catch (const fw::Error& error) {
        QCOMPARE(error.fault().code, std::string("project.newer"));
        QVERIFY(error.fault().message().find("schema 999") != std::string::npos);
        QVERIFY(error.fault().full_message().find("Update Framewright") != std::string::npos);
      }
    }
    QCOMPARE(fw::read_file(folder.path() / fw::project::database_name), before);
  }

  void older_schema_is_not_changed_by_a_reader() {
    TestFolder folder;
    make_old_project(folder, QString(FW_SOURCE_FOLDER) + "/tests/core/project/schema/version1.sql");
    QCOMPARE(code_of([&] { Project::open(folder.path(), Access::read_only); }), std::string("project.older"));
    const int version = Project::open(folder.path()).read([](SQLite::Database& database) {
      return database.execAndGet("PRAGMA user_version").getInt();
    });
    QCOMPARE(version, fw::project::newest_schema());
  }

  void every_earlier_version_has_a_fixture() {
    for (int version = 1; version < fw::project::newest_schema(); ++version) {
      const QString name = QString("/tests/core/project/schema/version%1.sql").arg(version);
      QVERIFY2(QFile::exists(FW_SOURCE_FOLDER + name), qPrintable(name));
    }
  }

  void lock_that_is_a_link_is_refused() {
    TestFolder folder;
    const auto shared = folder.path() / "shared", theirs = folder.path() / "theirs.txt";
    Project::create(shared);
    fw::write_file_atomically(theirs, "theirs", fw::Existing::refuse);
    std::filesystem::rename(shared / "project.lock", folder.path() / "old.lock");
    std::filesystem::create_symlink(theirs, shared / "project.lock");
    QCOMPARE(code_of([&] { Project::open(shared); }), std::string("base.lock_failed"));
    QCOMPARE(fw::read_file(theirs), std::string("theirs"));
  }
  void second_opener_is_told_and_reads() {
    TestFolder folder;
    Project first = Project::create(folder.path());
    add_test_clips(first, 2);
    Project second = Project::open(folder.path());
    QVERIFY(second.read_only());
    QCOMPARE(second.read_only_reason()->code, std::string("project.locked"));
    QVERIFY(second.read_only_reason()->message().find("process " + std::to_string(getpid())) !=
            std::string::npos);
    QCOMPARE(list_clips(second).size(), size_t{2});
    add_tag(first, list_clips(first), "seen later");
    QCOMPARE(list_tags(second).size(), size_t{1});
    QCOMPARE(code_of([&] { add_tag(second, list_clips(second), "no"); }), std::string("project.read_only"));
    QCOMPARE(code_of([&] { second.undo(); }), std::string("project.read_only"));
  }

  void second_process_reads_until_the_first_is_gone() {
    TestFolder folder;
    Project::create(folder.path());
    int ready[2];
    QCOMPARE(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
      Project project = Project::open(folder.path());
      add_test_clips(project, 5);
      if (write(ready[1], "x", 1) == 1) pause();
      _exit(1);
    }
    char byte;
    QCOMPARE(read(ready[0], &byte, 1), ssize_t{1});
    QVERIFY(Project::open(folder.path()).read_only());
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const Project project = Project::open(folder.path());
    QVERIFY(!project.read_only());
    QCOMPARE(list_clips(project).size(), size_t{5});
  }

  void a_log_that_cannot_be_read_is_not_passed_over() {
    TestFolder folder;
    const std::filesystem::path file = folder.path() / fw::project::database_name;
    std::filesystem::path index = file, log = file;
    index += "-shm";
    log += "-wal";
    { Project project = Project::create(folder.path()); }
    // Reading needs the log's index, which cannot be created here; without a log the file alone suffices.
    QVERIFY(!std::filesystem::exists(log) && !std::filesystem::exists(index));
    std::filesystem::create_symlink(index.filename(), index);  // a dangling link, even for root
    QVERIFY(list_clips(Project::open(folder.path(), Access::read_only)).empty());
    std::filesystem::remove(index);

    TestFolder copy;
    {
      Project project = Project::open(folder.path());
      add_test_clips(project, 3);
      QVERIFY(std::filesystem::file_size(log) > 0);
      for (const auto& entry : {file, log}) std::filesystem::copy_file(entry, copy.path() / entry.filename());
    }
    std::filesystem::create_symlink(index.filename(), copy.path() / index.filename());
    QCOMPARE(code_of([&] { Project::open(copy.path(), Access::read_only); }),
             std::string("project.log_unreadable"));
    std::filesystem::remove(copy.path() / index.filename());
    QCOMPARE(list_clips(Project::open(copy.path(), Access::read_only)).size(), size_t{3});
  }

  void a_network_drive_gets_a_rollback_journal() {
    const auto truth = qScopeGuard([] { pretended_file_system = 0; });
    const auto journal_of = [](const Project& project) {
      return project.read(
          [](SQLite::Database& database) { return database.execAndGet("PRAGMA journal_mode").getString(); });
    };
    TestFolder folder;
    std::string before;
    {
      Project project = Project::create(folder.path());
      QVERIFY(!project.caution());
      QCOMPARE(journal_of(project), std::string("wal"));
      add_test_clips(project, 3);
      before = contents(project);
    }
    for (const long magic : {0x6969L, 0xff534d42L, 0xfe534d42L, 0x517bL}) {
      pretended_file_system = magic;
      Project project = Project::open(folder.path());
      QCOMPARE(journal_of(project), std::string("delete"));
      QCOMPARE(contents(project), before);
      QCOMPARE(project.caution()->code, std::string("project.on_network"));
      QVERIFY(!project.read_only_reason() && !project.read_only());
      add_tag(project, list_clips(project), "there");
      QVERIFY(project.undo());
      QCOMPARE(list_clips(Project::open(folder.path(), Access::read_only)).size(), size_t{3});
    }
    pretended_file_system = 0;
    QCOMPARE(journal_of(Project::open(folder.path())), std::string("wal"));  // moved back
  }

  void read_only_medium() {
    if (geteuid() == 0) QSKIP("root may write anywhere");
    TestFolder folder;
    { add_test_clips(*std::make_unique<Project>(Project::create(folder.path())), 2); }
    std::filesystem::permissions(folder.path(),
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    {
      const Project project = Project::open(folder.path());
      QCOMPARE(project.read_only_reason()->code, std::string("project.not_writable"));
      QCOMPARE(list_clips(project).size(), size_t{2});
    }
    std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
  }

  void a_moved_project_keeps_its_paths() {
    TestFolder folder;
    const auto before = folder.path() / "before";
    const auto after = folder.path() / "after";
    {
      const Project project = Project::create(before);
      const std::string inside = project.stored_path(before / "videos" / "Ä.mp4");
      QCOMPARE(inside, std::string("videos/Ä.mp4"));
      QCOMPARE(project.absolute_path(inside), std::filesystem::canonical(before) / "videos" / "Ä.mp4");
      QCOMPARE(project.stored_path("/elsewhere/a.mp4"), std::string("/elsewhere/a.mp4"));
      QCOMPARE(project.absolute_path("/elsewhere/a.mp4"), std::filesystem::path("/elsewhere/a.mp4"));
      // A neighbour with the same prefix is outside.
      QCOMPARE(project.stored_path(folder.path() / "before2" / "a.mp4"),
               (folder.path() / "before2" / "a.mp4").string());
    }
    std::filesystem::rename(before, after);
    const Project project = Project::open(after);
    QCOMPARE(project.absolute_path("videos/Ä.mp4"), std::filesystem::canonical(after) / "videos" / "Ä.mp4");
  }

  void failed_edit_leaves_nothing() {
    TestFolder folder;
    Project project = Project::create(folder.path());
    const std::string before = contents(project);
    QVERIFY_EXCEPTION_THROWN(project.edit("Broken",
                                          [&](SQLite::Database& database) {
                                            add_source(database, test_source(1));
                                            throw std::runtime_error("half-way");
                                          }),
                             std::runtime_error);
    QCOMPARE(contents(project), before);
    QVERIFY(!project.undo_label());
    QCOMPARE(code_of([&] {
               project.edit("Bad SQL", [](SQLite::Database& database) { database.exec("nonsense"); });
             }),
             std::string("project.database"));
  }

  void undo_and_redo() {
    TestFolder folder;
    auto project = std::make_unique<Project>(Project::create(folder.path()));
    QVERIFY(!project->undo() && !project->redo() && !project->undo_label() && !project->redo_label());
    const auto ids = add_test_clips(*project, 4);
    fw::project::set_caption(*project, ids[0], "Ein Ball");
    QCOMPARE(project->undo_label(), std::optional<std::string>("Edit a caption"));
    QVERIFY(project->undo());
    QCOMPARE(project->redo_label(), std::optional<std::string>("Edit a caption"));
    // The history survives the session.
    project.reset();
    project = std::make_unique<Project>(Project::open(folder.path()));
    QVERIFY(project->redo());
    QCOMPARE(read_clip(*project, ids[0]).caption->text, std::string("Ein Ball"));
    QVERIFY(project->undo() && project->undo());
    QVERIFY(list_clips(*project).empty());
    // A new edit clears redo; one that changes nothing does not.
    fw::project::set_setting(*project, "id_token", "BW_STYLE");
    QVERIFY(!project->redo_label());
    QVERIFY(project->undo());
    fw::project::set_project_buckets(*project, {});
    QVERIFY(project->redo_label());
  }

  void edits_that_belong_together_are_one_step() {
    TestFolder folder;
    Project project = Project::create(folder.path());
    int64_t step = 0;
    for (int i = 1; i <= 5; ++i) {
      step = project.edit(
          "Import", [&](SQLite::Database& database) { add_source(database, test_source(i)); }, step);
    }
    const std::string after = contents(project);
    QVERIFY(project.undo());
    QVERIFY(!project.undo_label());
    QVERIFY(contents(project).find("hash") == std::string::npos);
    QVERIFY(project.redo());
    QCOMPARE(contents(project), after);
  }

  void undoing_everything_is_the_start() {
    TestFolder folder;
    Project project = Project::create(folder.path());
    std::mt19937 random(3);
    std::vector<std::string> states{contents(project)};
    while (states.size() < 60) {
      random_edit(project, random);
      if (contents(project) != states.back()) states.push_back(contents(project));
    }
    for (int round = 0; round < 2; ++round) {
      for (size_t i = states.size() - 1; i-- > 0;) {
        QVERIFY(project.undo());
        QCOMPARE(contents(project), states[i]);
      }
      QVERIFY(!project.undo());
      for (size_t i = 1; i < states.size(); ++i) {
        QVERIFY(project.redo());
        QCOMPARE(contents(project), states[i]);
      }
      QVERIFY(!project.redo());
    }
  }

  void a_project_that_is_gone_takes_no_change() {
    for (const bool is_moved : {false, true}) {
      TestFolder folder;
      const auto place = folder.path() / "project";
      Project project = Project::create(place);
      Project beside = project.open_beside();
      add_test_clips(project, 2);
      QVERIFY(project.is_in_place());
      if (is_moved) {
        std::filesystem::rename(place, folder.path() / "moved");
        Project::create(place);  // another one in its place is different
      } else {
        std::filesystem::remove_all(place);
      }
      QVERIFY(!project.is_in_place());
      for (Project* const each : {&project, &beside})
        QCOMPARE(code_of([&] { add_tag(*each, list_clips(*each), "lost"); }), std::string("project.gone"));
      QCOMPARE(code_of([&] { project.open_beside(); }), std::string("project.gone"));
      QCOMPARE(code_of([&] { project.make_folder("datasets"); }), std::string("project.gone"));
      QCOMPARE(std::filesystem::exists(place), is_moved);
      if (is_moved) QVERIFY(list_tags(Project::open(folder.path() / "moved")).empty());
    }
  }

  void a_project_that_is_gone_can_be_copied() {
    TestFolder folder;
    const auto place = folder.path() / "project", kept = folder.path() / "kept" / "project";
    Project project = Project::create(place);
    const Project beside = project.open_beside();
    add_test_clips(project, 3);
    add_tag(project, list_clips(project), "dog");
    std::filesystem::remove_all(place);
    beside.save_copy(kept);
    Project copy = Project::open(kept);
    QCOMPARE(list_clips(copy).size(), size_t{3});
    QCOMPARE(list_tags(copy).size(), size_t{1});
    QVERIFY(copy.undo());  // its history is copied too
    QVERIFY(list_tags(copy).empty());
    QCOMPARE(code_of([&] { beside.save_copy(kept); }), std::string("project.exists"));
    QVERIFY(!std::filesystem::exists(place));
  }

  void opening_never_makes_a_project() {
    TestFolder folder;
    QCOMPARE(code_of([&] { Project::open(folder.path() / "none"); }), std::string("project.missing"));
    QVERIFY(!std::filesystem::exists(folder.path() / "none"));
  }

  void old_steps_are_dropped() {
    TestFolder folder;
    Project project = Project::create(folder.path());
    for (int i = 0; i < 510; ++i) fw::project::set_setting(project, "number", std::to_string(i));
    int undone = 0;
    while (project.undo()) ++undone;
    QCOMPARE(undone, 500);
    QCOMPARE(fw::project::setting(project, "number"), std::string("9"));
  }

  void every_version_is_brought_up_to_date_data() {
    QTest::addColumn<QString>("fixture");
    const QDir fixtures(QString(FW_SOURCE_FOLDER) + "/tests/core/project/schema");
    for (const QString& name : fixtures.entryList({"version*.sql"}, QDir::Files, QDir::Name)) {
      QTest::newRow(qPrintable(name)) << fixtures.filePath(name);
    }
  }
  void every_version_is_brought_up_to_date() {
    QFETCH(QString, fixture);
    TestFolder folder;
    const int version = make_old_project(folder, fixture);
    Project project = Project::open(folder.path());
    // Contents of each fixture: two clips of a source with a crop, a caption with history, a tag, undoable.
    const auto rows = read_clips(project, list_clips(project));
    QCOMPARE(rows.size(), size_t{2});
    QCOMPARE(rows[0].source.path, std::string("videos/Füchse.mp4"));
    QCOMPARE(rows[0].source.warnings.size(), size_t{1});
    QVERIFY(rows[0].clip.crop == (fw::catalog::Crop{10, 0, 300, 200}));
    QCOMPARE(rows[1].clip.in_frame, int64_t{60});
    QCOMPARE(rows[1].caption->text, std::string("Two foxes,\n\"playing\""));
    QCOMPARE(caption_history(project, rows[1].clip.id).size(), size_t{1});
    QCOMPARE(rows[1].tags, std::vector<std::string>{"snow"});
    QCOMPARE(project_buckets(project).size(), size_t{1});
    QCOMPARE(fw::project::setting(project, "id_token"), std::string("BW_STYLE"));
    if (version >= 2) check_version_2(project, rows[1].clip.id);
    for (const char* filter : {"", "fox"}) check_orders(project, filter);
    QCOMPARE(project.undo_label(), std::optional<std::string>("Add a tag"));
    QVERIFY(project.undo());
    QVERIFY(read_clip(project, rows[1].clip.id).tags.empty());
    while (project.undo()) continue;
    QVERIFY(list_clips(project).empty());
    while (project.redo()) continue;
    QCOMPARE(read_clips(project, list_clips(project)).back().tags, rows[1].tags);
    // It can be edited like a new project.
    add_test_clips(project, 2);
    QCOMPARE(list_clips(project).size(), size_t{4});
    const auto copy =
        folder.path() / (std::string(fw::project::database_name) + ".v" + std::to_string(version));
    SQLite::Database kept(copy.string());
    QCOMPARE(kept.execAndGet("PRAGMA user_version").getInt(), version);
    QCOMPARE(kept.execAndGet("SELECT count(*) FROM clips").getInt(), 2);
  }

 private:
  /// @return its version
  static int make_old_project(const TestFolder& folder, const QString& fixture) {
    SQLite::Database database((folder.path() / fw::project::database_name).string(),
                              SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec(fw::read_file(fixture.toStdString()));
    return database.execAndGet("PRAGMA user_version").getInt();
  }

  /// Added in version 2: figures, and the index of runs.
  static void check_version_2(const Project& project, int64_t clip) {
    const auto figures = fw::project::figures(project, clip);
    QVERIFY(figures);
    QCOMPARE(figures->quality.sharpness, 123.5);
    QCOMPARE(figures->cuts.size(), size_t{1});
    QCOMPARE(list_runs(project).size(), size_t{1});
    QCOMPARE(read_metric(project, 1, "train/loss").size(), size_t{2});
    QCOMPARE(list_samples(project).front().prompt, std::string("A fox"));
    QCOMPARE(sample_losses(project, 1).front().mean_loss, 0.5);
  }

  /// Every order contains all clips that pass.
  static void check_orders(const Project& project, const char* text) {
    using fw::project::ClipOrder;
    const auto filter = std::get<fw::project::ClipFilter>(fw::project::ClipFilter::parse(text));
    const auto expected = list_clips(project, filter);
    QCOMPARE(expected.size(), size_t{2});
    for (const ClipOrder order : {ClipOrder::newest, ClipOrder::name, ClipOrder::width, ClipOrder::frames,
                                  ClipOrder::seconds, ClipOrder::caption}) {
      auto ids = list_clips(project, filter, order);
      std::ranges::sort(ids);
      QVERIFY(ids == expected);
    }
  }
};

QTEST_GUILESS_MAIN(TestProject)
#include "test_project.moc"
