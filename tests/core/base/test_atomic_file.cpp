// SPDX-License-Identifier: Apache-2.0
// Other owners' files: links, modes, taken names, limited file systems, failing disks.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <string_view>

#include "base/atomic_file.h"
#include "base/error.h"

namespace fs = std::filesystem;
using fw::AtomicFile;
using fw::Existing;

namespace {

/// Faults of the file system instead of the requested operation; the functions below override the C
/// library's.
struct Faults {
  int no_replace_rename = 0, link = 0, fsync = 0, close = 0;  ///< errno to fail with
  std::function<void()> before_rename;
} faults;

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

int failed(int reason) {
  errno = reason;
  return -1;
}

}  // namespace

extern "C" {
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  if (faults.before_rename) faults.before_rename();
  if (faults.no_replace_rename != 0) return failed(faults.no_replace_rename);
  return real<int(int, const char*, int, const char*, unsigned)>("renameat2")(from_folder, from, to_folder,
                                                                              to, flags);
}
int link(const char* from, const char* to) {
  if (faults.link != 0) return failed(faults.link);
  return real<int(const char*, const char*)>("link")(from, to);
}
int fsync(int descriptor) {
  if (faults.fsync != 0) return failed(faults.fsync);
  return real<int(int)>("fsync")(descriptor);
}
int close(int descriptor) {
  const int result = real<int(int)>("close")(descriptor);
  return faults.close != 0 ? failed(faults.close) : result;
}
}

class TestAtomicFile : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  fs::path root_;

  /// The code of the error thrown by `work`, or nothing.
  static std::string code_of(const std::function<void()>& work) {
    try {
      work();
    } catch (const fw::Error& error) {
      return error.fault().code;
    }
    return {};
  }
  fs::path file(std::string_view name, std::string_view text = "old") const {
    fw::write_file_atomically(root_ / name, text, Existing::refuse);
    return root_ / name;
  }
  /// Everything in the folder except `names`.
  std::vector<std::string> others(std::initializer_list<std::string_view> names) const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(root_)) {
      const std::string name = entry.path().filename().string();
      if (std::ranges::find(names, name) == names.end()) found.push_back(name);
    }
    return found;
  }
  static unsigned mode_of(const fs::path& path) {
    struct stat found {};
    return ::stat(path.c_str(), &found) == 0 ? found.st_mode & 07777 : 0;
  }

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    root_ = folder_->path().toStdString();
    faults = {};
  }
  void cleanup() { faults = {}; }

  void mode_of_a_new_file_follows_the_umask_data() {
    QTest::addColumn<unsigned>("mask");
    QTest::addColumn<unsigned>("mode");
    QTest::newRow("private") << 0077U << 0600U;
    QTest::newRow("group may write") << 0002U << 0664U;
  }
  void mode_of_a_new_file_follows_the_umask() {
    QFETCH(unsigned, mask);
    const mode_t before = ::umask(static_cast<mode_t>(mask));
    const fs::path made = file("new");
    ::umask(before);
    QTEST(mode_of(made), "mode");
  }

  void replaced_file_keeps_mode_and_owner() {
    const fs::path target = file("run.toml");
    const bool is_root = ::geteuid() == 0;
    if (is_root) QCOMPARE(::chown(target.c_str(), 1234, 4321), 0);
    QCOMPARE(::chmod(target.c_str(), 0640), 0);
    fw::write_file_atomically(target, "new", Existing::replace);
    QCOMPARE(fw::read_file(target), std::string("new"));
    QCOMPARE(mode_of(target), 0640U);
    struct stat found {};
    QCOMPARE(::stat(target.c_str(), &found), 0);
    QCOMPARE(found.st_uid, is_root ? 1234U : ::geteuid());
    if (is_root) QCOMPARE(found.st_gid, 4321U);
  }

  void link_stays_and_its_file_is_replaced() {
    fs::create_directories(root_ / "other");
    const fs::path real = file("other/run.toml");
    fs::create_symlink("other/run.toml", root_ / "second.toml");
    fs::create_symlink(root_ / "second.toml", root_ / "first.toml");
    fs::create_symlink("other/not yet.toml", root_ / "empty.toml");
    fw::write_file_atomically(root_ / "first.toml", "new", Existing::replace);
    fw::write_file_atomically(root_ / "empty.toml", "new", Existing::replace);
    QVERIFY(fs::is_symlink(root_ / "first.toml"));
    QVERIFY(fs::is_symlink(root_ / "second.toml"));
    QVERIFY(!fs::is_symlink(real));
    QCOMPARE(fw::read_file(real), std::string("new"));
    QCOMPARE(fw::read_file(root_ / "other/not yet.toml"), std::string("new"));
  }

  /// In a folder that may come from somebody else the program's own file replaces the symlink.
  void link_gives_way_to_the_programs_own_file() {
    const fs::path theirs = root_ / "theirs.txt";
    fw::write_file_atomically(theirs, "theirs", Existing::refuse);
    fs::create_symlink(theirs, root_ / "run.toml");
    fs::create_symlink("nowhere", root_ / "notes.json");
    for (const char* name : {"run.toml", "notes.json", "new.json"}) {
      for (const char* text : {"first", "second"}) {
        fw::write_file_atomically(root_ / name, text, Existing::own);
        QVERIFY(!fs::is_symlink(root_ / name));
        QCOMPARE(fw::read_file(root_ / name), std::string(text));
      }
    }
    QCOMPARE(fw::read_file(theirs), std::string("theirs"));
    QVERIFY(!fs::exists(root_ / "nowhere"));
  }

  void what_is_no_regular_file_is_never_replaced() {
    fs::create_directories(root_ / "folder");
    QCOMPARE(::mkfifo((root_ / "pipe").c_str(), 0600), 0);
    fs::create_symlink("loop", root_ / "loop");
    for (const char* name : {"folder", "pipe", "loop"})
      QCOMPARE(code_of([&] { AtomicFile(root_ / name, Existing::replace); }),
               std::string("base.file_exists"));
    QCOMPARE(code_of([&] { AtomicFile("/dev/null", Existing::replace); }), std::string("base.file_exists"));
    QCOMPARE(others({"folder", "pipe", "loop"}), std::vector<std::string>{});
  }

  void existing_name_is_refused_at_the_beginning() {
    const fs::path target = file("clip.mp4");
    fs::create_symlink("nowhere", root_ / "dangling");
    for (const fs::path& taken : {target, root_ / "dangling", root_}) {
      QCOMPARE(code_of([&] { AtomicFile(taken, Existing::refuse); }), std::string("base.file_exists"));
      QCOMPARE(code_of([&] { fw::refuse_existing(taken); }), std::string("base.file_exists"));
    }
    fw::refuse_existing(root_ / "free");
    QCOMPARE(fw::read_file(target), std::string("old"));
  }

  void name_taken_meanwhile_is_refused_data() {
    QTest::addColumn<int>("no_replace_rename");
    QTest::addColumn<int>("link");
    QTest::newRow("a local disk") << 0 << 0;
    QTest::newRow("without such a rename") << EINVAL << 0;
    QTest::newRow("without links either") << ENOSYS << EPERM;
  }
  void name_taken_meanwhile_is_refused() {
    QFETCH(int, no_replace_rename);
    QFETCH(int, link);
    faults.no_replace_rename = no_replace_rename;
    faults.link = link;
    const fs::path target = root_ / "clip.mp4";
    faults.before_rename = [&] {
      faults.before_rename = nullptr;
      fw::write_file_atomically(target, "theirs", Existing::replace);
    };
    QCOMPARE(code_of([&] { fw::write_file_atomically(target, "ours", Existing::refuse); }),
             std::string("base.file_exists"));
    QCOMPARE(fw::read_file(target), std::string("theirs"));
    fw::write_file_atomically(root_ / "free", "ours", Existing::refuse);
    QCOMPARE(fw::read_file(root_ / "free"), std::string("ours"));
    QCOMPARE(others({"clip.mp4", "free"}), std::vector<std::string>{});
  }

  void failing_disk_keeps_the_old_file_data() {
    QTest::addColumn<int>("fsync");
    QTest::addColumn<int>("close");
    QTest::newRow("at fsync") << EIO << 0;
    QTest::newRow("at close") << 0 << EDQUOT;
  }
  void failing_disk_keeps_the_old_file() {
    QFETCH(int, fsync);
    QFETCH(int, close);
    const fs::path target = file("run.toml");
    const std::string code = code_of([&] {
      AtomicFile out(target, Existing::replace);
      out.write("new");
      faults.fsync = fsync;
      faults.close = close;
      out.commit();
    });
    faults = {};
    QCOMPARE(code, std::string("base.write_failed"));
    QCOMPARE(fw::read_file(target), std::string("old"));
    QCOMPARE(others({"run.toml"}), std::vector<std::string>{});
  }

  void leftovers_of_the_dead_go_and_the_living_stay() {
    const fs::path target = file("run.toml");
    for (const char* name : {"run.toml.part-framewright-1", "run.toml.part-framewright-3", "run.toml.part-1",
                             "other.toml.part-framewright-1"})
      file(name, "half");
    AtomicFile living(target, Existing::replace);  // takes the first, which was abandoned
    living.write("living");
    AtomicFile second(target, Existing::replace);
    fw::write_file_atomically(target, "third", Existing::replace);  // replaces the other one
    QCOMPARE(fw::read_file(target), std::string("third"));
    second.write("second");
    second.commit();
    QCOMPARE(fw::read_file(target), std::string("second"));
    living.commit();
    QCOMPARE(fw::read_file(target), std::string("living"));
    // A file that only looks like one belongs to somebody else.
    QCOMPARE(others({"run.toml", "run.toml.part-1", "other.toml.part-framewright-1"}),
             std::vector<std::string>{});
  }

  void longest_names_can_be_written() {
    std::string name;
    while (name.size() + 3 <= 255) name += "漢";
    QCOMPARE(name.size(), size_t{255});
    const fs::path target = file(name);
    AtomicFile out(target, Existing::replace);
    const std::string part = out.part().filename().string();
    QVERIFY(part.size() <= 255);
    QVERIFY(QString::fromStdString(part).toStdString() == part);  // no character is split
    out.write("new");
    out.commit();
    QCOMPARE(fw::read_file(target), std::string("new"));
    QCOMPARE(code_of([&] { AtomicFile(root_ / (name + "x"), Existing::refuse); }),
             std::string("base.write_failed"));  // before the work, not after it
  }

  void file_that_may_not_be_written_stays() {
    if (::geteuid() == 0) QSKIP("root may write everything");
    const fs::path target = file("run.toml");
    QCOMPARE(::chmod(target.c_str(), 0444), 0);
    QCOMPARE(code_of([&] { AtomicFile(target, Existing::replace); }), std::string("base.write_failed"));
  }

  void target_that_is_a_source_is_refused() {
    const std::array sources{root_ / "a.mp4", root_ / "missing.mp4"};
    file("a.mp4");
    file("b.mp4");
    fs::create_hard_link(root_ / "a.mp4", root_ / "hard.mp4");
    fs::create_symlink("hard.mp4", root_ / "soft.mp4");
    fs::create_directories(root_ / "x");
    for (const char* name : {"a.mp4", "x/../a.mp4", "hard.mp4", "soft.mp4"})
      QCOMPARE(code_of([&] { fw::refuse_sources(root_ / name, sources); }),
               std::string("base.target_is_source"));
    fw::refuse_sources(root_ / "b.mp4", sources);
    fw::refuse_sources(root_ / "missing.mp4", sources);
  }
};

QTEST_GUILESS_MAIN(TestAtomicFile)
#include "test_atomic_file.moc"
