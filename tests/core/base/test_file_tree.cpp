// SPDX-License-Identifier: Apache-2.0
// Folders, links and copies: existing files stay, and limited file systems get a fallback.
#include <fcntl.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>
#include <cerrno>
#include <filesystem>
#include <functional>

#include "base/error.h"
#include "base/file_tree.h"

namespace fs = std::filesystem;
using fw::Existing;

namespace {

bool has_links = true;  // FAT has none

}  // namespace

extern "C" int symlink(const char* source, const char* target) {
  if (has_links) return ::symlinkat(source, AT_FDCWD, target);
  errno = EPERM;
  return -1;
}

class TestFileTree : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  fs::path root_;

  static std::string code_of(const std::function<void()>& work) {
    try {
      work();
    } catch (const fw::Error& error) {
      return error.fault().code;
    }
    return {};
  }
  void write(const fs::path& name, std::string_view text) const {
    fs::create_directories((root_ / name).parent_path());
    fw::write_file_atomically(root_ / name, text, Existing::refuse);
  }
  std::string read(const fs::path& name) const { return fw::read_file(root_ / name); }

 private Q_SLOTS:
  void names_of_files_are_checked() {
    for (const std::string name : {"Rain", "Füchse im Schnee", "a.b", "雨"}) fw::check_file_name(name);
    for (const std::string& name :
         {std::string(), std::string("Rain / city?"), std::string("../up"), std::string(".hidden"),
          std::string("Rain "), std::string(" Rain"), std::string("two\nlines"), std::string(201, 'a')})
      QCOMPARE(code_of([&] { fw::check_file_name(name); }), std::string("base.bad_file_name"));
  }

  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    root_ = folder_->path().toStdString();
    has_links = true;
  }

  void links_become_copies_where_there_are_none_data() {
    QTest::addColumn<bool>("links");
    QTest::newRow("with links") << true;
    QTest::newRow("without") << false;
  }
  void links_become_copies_where_there_are_none() {
    QFETCH(bool, links);
    has_links = links;
    write("model/vae/config.json", "{}");
    write("model/vae/deep/weights", std::string(3 << 20, 'w'));
    fs::create_directories(root_ / "result");
    fw::link_or_copy(root_ / "model/vae", root_ / "result/vae");
    fw::link_or_copy(root_ / "model/vae/config.json", root_ / "result/config.json");
    QCOMPARE(fs::is_symlink(root_ / "result/vae"), links);
    QCOMPARE(fs::is_symlink(root_ / "result/config.json"), links);
    QCOMPARE(read("result/vae/config.json"), std::string("{}"));
    QVERIFY(read("result/vae/deep/weights") == std::string(3 << 20, 'w'));
    for (const char* name : {"result/vae", "result/config.json"})
      QCOMPARE(code_of([&] { fw::link_or_copy(root_ / "model/vae", root_ / name); }),
               std::string("base.file_exists"));
    QCOMPARE(read("result/config.json"), std::string("{}"));
  }

  void a_file_is_not_copied_onto_itself() {
    write("a.mp4", "clip");
    fs::create_hard_link(root_ / "a.mp4", root_ / "b.mp4");
    QCOMPARE(code_of([&] { fw::copy_file(root_ / "a.mp4", root_ / "b.mp4", Existing::replace); }),
             std::string("base.target_is_source"));
    QCOMPARE(code_of([&] { fw::copy_file(root_ / "gone.mp4", root_ / "c.mp4", Existing::replace); }),
             std::string("base.read_failed"));
    QVERIFY(!fs::exists(root_ / "c.mp4"));
  }

  void only_an_empty_folder_is_filled() {
    fw::make_empty_folder(root_ / "new/folder");
    fw::make_empty_folder(root_ / "new/folder");
    write("new/folder/mine.txt", "mine");
    write("file", "mine");
    QCOMPARE(code_of([&] { fw::make_empty_folder(root_ / "new/folder"); }),
             std::string("base.folder_not_empty"));
    QCOMPARE(code_of([&] { fw::make_empty_folder(root_ / "file"); }), std::string("base.file_exists"));
    QCOMPARE(code_of([&] { fw::AtomicFolder(root_ / "new/folder"); }), std::string("base.folder_not_empty"));
    QCOMPARE(code_of([&] { fw::AtomicFolder(root_ / "file"); }), std::string("base.file_exists"));
  }

  void a_folder_appears_whole_or_not_at_all() {
    fs::create_directories(root_ / "empty");
    fs::create_directories(root_ / "frames.part-framewright-1");  // of a dead process
    write("frames.part-framewright-1/old.png", "half");
    {
      fw::AtomicFolder dropped(root_ / "frames");
      write(fs::relative(dropped.part(), root_) / "000000.png", "dropped");
    }
    QVERIFY(fs::is_empty(root_ / "empty"));
    QCOMPARE(std::distance(fs::directory_iterator(root_), {}), std::ptrdiff_t{1});
    for (const char* name : {"frames/", "empty"}) {
      fw::AtomicFolder folder(root_ / name);
      fw::AtomicFolder living(root_ / name);
      QVERIFY(living.part() != folder.part());
      write(fs::relative(folder.part(), root_) / "000000.png", "whole");
      folder.commit();
      QCOMPARE(read(fs::path(name) / "000000.png"), std::string("whole"));
      QCOMPARE(code_of([&] { living.commit(); }), std::string("base.folder_not_empty"));
    }
    QCOMPARE(std::distance(fs::directory_iterator(root_), {}), std::ptrdiff_t{2});
  }

  void moving_takes_no_name() {
    write("a", "a");
    write("b", "b");
    write("full/b", "b");
    fs::create_directories(root_ / "empty");
    for (const auto& [from, to] : {std::pair("a", "b"), {"a", "empty"}, {"full", "empty"}, {"full", "a"}})
      QCOMPARE(code_of([&] { fw::move_to_free_name(root_ / from, root_ / to); }),
               std::string("base.file_exists"));
    fw::move_to_free_name(root_ / "a", root_ / "full/a");
    fw::move_to_free_name(root_ / "full", root_ / "moved");
    QCOMPARE(read("moved/a"), std::string("a"));
    QCOMPARE(read("b"), std::string("b"));
    QCOMPARE(code_of([&] { fw::move_to_free_name(root_ / "gone", root_ / "new"); }),
             std::string("base.write_failed"));
  }

  void free_names_count_on() {
    write("clip.mp4", "");
    write("clip-2.mp4", "");
    const auto is_taken = [](const fs::path& path) { return fs::exists(path); };
    QCOMPARE(fw::free_name(root_ / "clip.mp4", is_taken), root_ / "clip-3.mp4");
    QCOMPARE(fw::free_name(root_ / "other.mp4", is_taken), root_ / "other.mp4");
  }
};

QTEST_GUILESS_MAIN(TestFileTree)
#include "test_file_tree.moc"
