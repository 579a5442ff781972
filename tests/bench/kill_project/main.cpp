// SPDX-License-Identifier: Apache-2.0
//
// bench_kill_project [KILLS] [SEED]   200 kills by default
//
// A child process makes changes to a project and reports before and after each one. It is killed with
// SIGKILL: half of the times at any moment, half around a write, fsync, rename or commit. Then the project is
// opened and compared with a second one, to which this process applies the changes that the child has
// reported.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "base/atomic_file.h"
#include "changes.h"
#include "kill_vfs.h"

namespace {

namespace fs = std::filesystem;
using fw::project::Project;

constexpr int journal_descriptor = 3;
constexpr char before_change = '<', after_change = '>';
constexpr int max_changes = 5000;
/// After this many kills a new project begins, as one of an earlier version that needs migrating.
constexpr int kills_of_a_project = 10;

struct Point {
  const char* name;
  int most_passes;  ///< it is killed at one of the first passes, up to this number
  int kills = 0;
  int64_t changes = 0;   ///< that the child had reported as made
  int64_t complete = 0;  ///< kills after which the change in progress was complete as well
  int64_t lost = 0;
};

std::array points{Point{"any moment", 0},
                  Point{"sqlite.before_write", 60},
                  Point{"sqlite.in_write", 60},
                  Point{"sqlite.after_write", 60},
                  Point{"sqlite.before_fsync", 20},
                  Point{"sqlite.after_fsync", 20},
                  Point{"database.before_commit", 20},
                  Point{"database.after_commit", 20},
                  Point{"file.before_write", 3},
                  Point{"file.after_write", 3},
                  Point{"file.before_fsync", 3},
                  Point{"file.after_fsync", 3},
                  Point{"file.before_rename", 3},
                  Point{"file.after_rename", 3}};

void tell(char what) {
  if (::write(journal_descriptor, &what, 1) != 1) std::_Exit(1);
}

int run_child(const fs::path& folder, const fs::path& videos, unsigned seed) {
  add_kill_points_to_sqlite();
  Project project = Project::open(folder);
  std::mt19937 random(seed);
  for (int i = 0; i < max_changes; ++i) {
    tell(before_change);
    make_change(project, videos, random);
    tell(after_change);
  }
  return 0;
}

/// The child's reports until it died.
struct Journal {
  int changes = 0;
  bool one_under_way = false;
  bool was_killed = false;
};

/// @param kill_after  nullopt: it kills itself at the point `kill_at`
Journal run_and_kill(const fs::path& folder, const fs::path& videos, unsigned seed,
                     const std::string& kill_at, std::optional<std::chrono::microseconds> kill_after) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
  const std::string seed_text = std::to_string(seed);
  const pid_t child = ::fork();
  if (child == 0) {
    if (ends[1] == journal_descriptor)
      ::fcntl(ends[1], F_SETFD, 0);
    else
      ::dup2(ends[1], journal_descriptor);
    if (!kill_at.empty()) ::setenv("FW_KILL_AT", kill_at.c_str(), 1);
    ::execl("/proc/self/exe", "bench_kill_project", "--child", folder.c_str(), videos.c_str(),
            seed_text.c_str(), nullptr);
    std::_Exit(127);
  }
  ::close(ends[1]);
  if (kill_after) {
    std::this_thread::sleep_for(*kill_after);
    ::kill(child, SIGKILL);
  }
  Journal journal;
  char told = 0;
  while (::read(ends[0], &told, 1) == 1) {
    journal.one_under_way = told == before_change;
    journal.changes += told == after_change ? 1 : 0;
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  journal.was_killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  return journal;
}

/// The project that is killed, and the one with the expected content.
class Pair {
 public:
  Pair(const fs::path& folder, fs::path videos) : killed_(folder / "killed"), videos_(std::move(videos)) {
    for (const fs::path& place : {killed_, folder / "whole"}) {
      fs::create_directories(place);
      SQLite::Database old((place / fw::project::database_name).string(),
                           SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
      old.exec(fw::read_file(FW_SOURCE_FOLDER "/tests/core/project/schema/version1.sql"));
    }
    whole_.emplace(Project::open(folder / "whole"));
  }

  /// @return what is wrong, or nothing
  std::string kill_once(Point& point, unsigned seed, std::mt19937& random) {
    std::string kill_at;
    std::optional<std::chrono::microseconds> kill_after;
    if (point.most_passes > 0)
      kill_at = point.name + (":" + std::to_string(1 + random() % static_cast<unsigned>(point.most_passes)));
    else
      kill_after = std::chrono::microseconds(random() % 150'000);
    const Journal journal = run_and_kill(killed_, videos_, seed, kill_at, kill_after);
    ++point.kills;
    point.changes += journal.changes;
    if (!journal.was_killed) return "the child ended by itself, " + kill_at + " was not reached";
    std::mt19937 same_random(seed);
    for (int i = 0; i < journal.changes; ++i) make_change(*whole_, videos_, same_random);
    const Project opened = Project::open(killed_);
    if (opened.read_only()) return "it can only be read: " + opened.read_only_reason()->message();
    const std::string damage = find_damage(opened);
    if (!damage.empty()) return damage;
    const std::string content = content_of(opened);
    if (content == content_of(*whole_)) return {};
    if (!journal.one_under_way) return "its content is not what was committed";
    make_change(*whole_, videos_, same_random);
    ++point.complete;
    return content == content_of(*whole_)
               ? ""
               : "its content is neither that before the last change nor that after it";
  }

 private:
  std::string find_damage(const Project& opened) const {
    const std::string damage = opened.read([](SQLite::Database& database) {
      const std::string found = database.execAndGet("PRAGMA integrity_check").getString();
      SQLite::Statement foreign(database, "PRAGMA foreign_key_check");
      return found != "ok"           ? found
             : foreign.executeStep() ? std::string("a foreign key leads nowhere")
                                     : std::string();
    });
    const fs::path copy = killed_ / (std::string(fw::project::database_name) + ".v1");
    if (!damage.empty() || !fs::exists(copy)) return damage;
    SQLite::Database old(copy.string());
    return old.execAndGet("SELECT count(*) FROM clips").getInt() == 2
               ? ""
               : "the copy of the old version is not whole";
  }

  fs::path killed_;
  fs::path videos_;
  std::optional<Project> whole_;
};

int run(int kills, unsigned seed) {
  std::string pattern = (fs::temp_directory_path() / "framewright-kill-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
  const fs::path folder = pattern;
  make_videos(folder / "videos");
  std::mt19937 random(seed);
  std::optional<Pair> pair;
  const unsigned first = random() % (points.size() - 1);
  for (int i = 0; i < kills; ++i) {
    if (i % kills_of_a_project == 0 || !pair) {
      pair.reset();
      fs::remove_all(folder / "pair");
      pair.emplace(folder / "pair", folder / "videos");
    }
    Point& point =
        i % 2 == 0 ? points[0] : points[1 + (first + static_cast<unsigned>(i) / 2) % (points.size() - 1)];
    const unsigned child_seed = static_cast<unsigned>(random());
    std::string fault;
    try {
      fault = pair->kill_once(point, child_seed, random);
    } catch (const std::exception& exception) {
      fault = exception.what();
    }
    if (fault.empty()) continue;
    ++point.lost;
    std::printf("kill %d at %s: %s\n", i + 1, point.name, fault.c_str());
    pair.reset();
  }
  pair.reset();
  fs::remove_all(folder);

  int64_t changes = 0, lost = 0;
  std::printf("%-24s %6s %14s %20s %6s\n", "point", "kills", "changes made", "last one complete", "lost");
  for (const Point& point : points) {
    std::printf("%-24s %6d %14lld %20lld %6lld\n", point.name, point.kills,
                static_cast<long long>(point.changes), static_cast<long long>(point.complete),
                static_cast<long long>(point.lost));
    changes += point.changes;
    lost += point.lost;
  }
  std::printf("%d kills, %lld changes, %lld lost or half (limit 0)\n", kills, static_cast<long long>(changes),
              static_cast<long long>(lost));
  return lost == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 5 && std::string_view(argv[1]) == "--child")
    return run_child(argv[2], argv[3], static_cast<unsigned>(std::stoul(argv[4])));
  return run(argc > 1 ? std::stoi(argv[1]) : 200, argc > 2 ? static_cast<unsigned>(std::stoul(argv[2])) : 1);
} catch (const std::exception& exception) {
  std::fprintf(stderr, "%s\n", exception.what());
  return 2;
}
