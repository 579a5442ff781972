// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <thread>

#include "base/file_lock.h"
#include "base/paths.h"
#include "run/cache_cleanup.h"
#include "run/run_folder.h"

using namespace fw;
using namespace fw::dataset;
using namespace fw::run;
namespace fs = std::filesystem;

class TestCacheCleanup : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path root() const { return m_folder->path().toStdString(); }
  fs::path cache() const { return root() / "cache"; }

  static std::string key(int number) { return std::string(31, 'a') + static_cast<char>('0' + number); }
  static void write(const fs::path& file, size_t bytes) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << std::string(bytes, 'x');
  }
  fs::path entry(const char* kind, int number) const {
    return cache() / kind / (key(number) + ".safetensors");
  }
  /// 1000 bytes each, last used at that second.
  void add(const char* kind, int number, int64_t used_s) {
    write(entry(kind, number), 1000);
    const timespec times[]{{used_s, 0}, {used_s, 0}};
    QCOMPARE(::utimensat(AT_FDCWD, entry(kind, number).c_str(), times, 0), 0);
  }
  RunPaths add_run(const char* name, std::vector<int> latents, int64_t steps, bool has_result) {
    const RunPaths run{root() / "runs" / name};
    write(run.run_file(), 0);
    std::ofstream(run.run_file()) << "schema = 1\n[training]\ntrain_steps = 40\n";
    DatasetManifest samples;
    for (const int number : latents) {
      DatasetSample sample;
      sample.id = std::to_string(number) + "-0";
      sample.source = "/clips/a.mp4";
      sample.source_out = 9;
      sample.frame_count = 9;
      sample.bucket = {9, 64, 96};
      sample.crop = {0, 0, 96, 64};
      sample.caption = "a";
      sample.keys = {key(number), key(9), "", key(9)};
      samples.push_back(sample);
    }
    std::ofstream(run.dataset()) << format_dataset_manifest(samples);
    fs::create_directories(run.checkpoint(steps));
    std::ofstream(run.events()) << R"({"event":"started","step":0,"time_ms":1,"total_steps":40})" << '\n';
    if (has_result) fs::create_directories(run.result());
    return run;
  }
  std::vector<std::string> names(const CacheCleanup& plan) const {
    std::vector<std::string> all;
    for (const fs::path& file : plan.files) all.push_back(to_utf8(fs::relative(file, cache())));
    return all;
  }
  std::string code_of(const std::function<void()>& work) const {
    try {
      work();
    } catch (const Error& error) {
      return error.fault().code;
    }
    return "";
  }

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void a_run_is_encoded_when_all_its_entries_are_there() {
    const RunPaths run = add_run("fox", {1, 2}, 0, false);
    RunSettings settings;
    settings.cache = to_utf8(cache());
    add("latents", 1, 1);
    add("text", 9, 1);
    DatasetSample sample = read_dataset_manifest(run.dataset()).back();
    QVERIFY(is_encoded(settings, sample) && !has_entries(cache(), sample));
    add("latents", 2, 1);
    QVERIFY(has_entries(cache(), sample));
    sample.keys = {};  // it could not be encoded, or was never tried
    QVERIFY(!is_encoded(settings, sample));
  }

  void the_least_recently_used_goes_first() {
    add("latents", 1, 300);
    add("latents", 2, 100);
    add("image", 3, 200);
    add("text", 4, 400);
    QCOMPARE(cache_size(cache()).bytes, uint64_t{4000});
    const auto plan = plan_cleanup(cache(), 2500, {});
    QCOMPARE(names(plan), (std::vector<std::string>{"latents/" + key(2) + ".safetensors",
                                                    "image/" + key(3) + ".safetensors"}));
    QVERIFY(fs::exists(entry("latents", 2)));  // a plan removes nothing
    QCOMPARE(clean_cache(cache(), 2500, {}).removed.bytes, uint64_t{2000});
    QVERIFY(!fs::exists(entry("latents", 2)) && !fs::exists(entry("image", 3)));
    QVERIFY(fs::exists(entry("latents", 1)) && fs::exists(entry("text", 4)));
    QCOMPARE(clean_cache(cache(), 2500, {}).removed.entries, int64_t{0});
  }

  void what_unfinished_runs_need_stays() {
    for (int number = 1; number <= 6; ++number) add("latents", number, number);
    add("text", 9, 1);
    const RunPaths waiting = add_run("waiting", {1}, 0, false);
    fs::remove_all(waiting.checkpoints());
    const RunPaths paused = add_run("paused", {2}, 5, false);
    const RunPaths stopped = add_run("stopped early", {3}, 5, true);
    const RunPaths finished = add_run("finished", {4}, 40, true);
    // The same when counting epochs.
    for (const RunPaths& run : {stopped, finished})
      std::ofstream(run.run_file()) << "schema = 1\n[training]\ntrain_steps = 0\ntrain_epochs = 20\n";
    const RunPaths extended = add_run("extended at this moment", {5}, 40, true);
    const auto training = FileLock::try_lock(extended.lock());
    for (const RunPaths& run : {waiting, paused, finished, extended}) note_cache_user(cache(), run.dataset());
    note_cache_user(cache(), waiting.dataset());  // once more
    const std::vector<fs::path> more{stopped.folder};
    const auto plan = clean_cache(cache(), 0, more);
    QCOMPARE(names(plan), (std::vector<std::string>{"latents/" + key(4) + ".safetensors",
                                                    "latents/" + key(6) + ".safetensors"}));
    QCOMPARE(plan.needed.entries, int64_t{5});
    for (const int number : {1, 2, 3, 5}) QVERIFY(fs::exists(entry("latents", number)));
    QVERIFY(fs::exists(entry("text", 9)));
    QVERIFY(has_entries(cache(), read_dataset_manifest(paused.dataset()).front()));
    QVERIFY(!has_entries(cache(), read_dataset_manifest(finished.dataset()).front()));
  }

  void a_run_that_cannot_be_read_keeps_everything() {
    add("latents", 1, 1);
    const RunPaths run = add_run("broken", {1}, 5, false);
    std::ofstream(run.dataset()) << "no json\n";
    note_cache_user(cache(), run.dataset());
    QCOMPARE(code_of([&] { clean_cache(cache(), 0, {}); }), std::string("run.cache_run"));
    QVERIFY(fs::exists(entry("latents", 1)));
    fs::remove_all(run.folder);  // a deleted run needs nothing
    QCOMPARE(clean_cache(cache(), 0, {}).removed.entries, int64_t{1});
  }

  void a_run_that_cannot_be_found_is_given_up_only_when_asked() {
    add("latents", 1, 1);
    const RunPaths run = add_run("paused", {1}, 5, false);
    note_cache_user(cache(), run.dataset());
    note_cache_user(cache(), root() / "gone/datasets/list.jsonl");  // not a run's
    fs::rename(root() / "runs", root() / "moved");                  // as when a disk is not mounted
    const auto plan = plan_cleanup(cache(), 0, {});
    QCOMPARE(plan.missing, std::vector{run.folder});
    try {
      clean_cache(cache(), 0, {});
      QFAIL("it removed what is needed");
    } catch (const Error& error) {
      QCOMPARE(error.fault().code, std::string("run.cache_missing_runs"));
      QVERIFY(error.fault().message().find(to_utf8(run.folder)) != std::string::npos);
    }
    QVERIFY(fs::exists(entry("latents", 1)));
    fs::rename(root() / "moved", root() / "runs");
    QCOMPARE(clean_cache(cache(), 0, {}).needed.entries, int64_t{1});
    fs::rename(root() / "runs", root() / "moved");
    QCOMPARE(clean_cache(cache(), 0, {}, {}, plan.missing).removed.entries, int64_t{1});
    // If only its own folder is gone, the run was deleted.
    add("latents", 1, 1);
    fs::create_directory(root() / "runs");
    QVERIFY(plan_cleanup(cache(), 0, {}).missing.empty());
    QCOMPARE(clean_cache(cache(), 0, {}).removed.entries, int64_t{1});
  }

  void who_may_write_to_the_folder_may_use_its_files() {
    const RunPaths run = add_run("paused", {1}, 5, false);
    const mode_t before = ::umask(022);
    for (const mode_t mode : {0777, 0775, 0755}) {
      fs::remove_all(cache());
      fs::create_directory(cache());
      QCOMPARE(::chmod(cache().c_str(), mode), 0);
      share_cache(cache());
      note_cache_user(cache(), run.dataset());
      for (const char* name : {"cache.lock", "runs.txt"}) {
        struct stat file {};
        QCOMPARE(::stat((cache() / name).c_str(), &file), 0);
        QCOMPARE(file.st_mode & 0777, mode & 0666);
      }
    }
    ::umask(before);
  }

  void a_list_of_runs_that_cannot_be_read_or_written_keeps_everything() {
    add("latents", 1, 1);
    const RunPaths run = add_run("paused", {1}, 5, false);
    fs::create_directory(cache() / "runs.txt");
    QCOMPARE(code_of([&] { note_cache_user(cache(), run.dataset()); }), std::string("base.read_failed"));
    QCOMPARE(code_of([&] { clean_cache(cache(), 0, {}); }), std::string("base.read_failed"));
    QVERIFY(fs::exists(entry("latents", 1)));
    fs::remove(cache() / "runs.txt");
    std::ofstream(cache() / "runs.txt") << "/cut off by a full di";
    note_cache_user(cache(), run.dataset());
    QCOMPARE(clean_cache(cache(), 0, {}).needed.entries, int64_t{1});
  }

  void only_entries_go() {
    add("latents", 1, 1);
    write(cache() / "latents/notes.txt", 10);
    write(cache() / "latents/my-lora.safetensors", 10);
    write(cache() / ("other/" + key(2) + ".safetensors"), 10);
    write(root() / ("elsewhere/" + key(3) + ".safetensors"), 10);
    fs::create_directory_symlink(root() / "elsewhere", cache() / "text");
    fs::create_directories(cache() / "image");
    fs::create_symlink(root() / ("elsewhere/" + key(3) + ".safetensors"), entry("image", 3));
    QCOMPARE(cache_size(cache()).entries, int64_t{1});
    QCOMPARE(clean_cache(cache(), 0, {}).removed.entries, int64_t{1});
    QVERIFY(fs::exists(cache() / "latents/notes.txt") && fs::exists(cache() / "latents/my-lora.safetensors"));
    QVERIFY(fs::exists(cache() / ("other/" + key(2) + ".safetensors")));
    QVERIFY(fs::exists(root() / ("elsewhere/" + key(3) + ".safetensors")));
    QVERIFY(fs::is_symlink(entry("image", 3)));
    QCOMPARE(clean_cache(root() / "none", 0, {}).removed.entries, int64_t{0});
    QVERIFY(!fs::exists(root() / "none"));
  }

  void nothing_goes_while_somebody_writes() {
    add("latents", 1, 1);
    {
      const FileLock first = share_cache(cache());
      const FileLock second = share_cache(cache());
      QCOMPARE(code_of([&] { clean_cache(cache(), 0, {}); }), std::string("run.cache_busy"));
      QVERIFY(fs::exists(entry("latents", 1)));
    }
    // And writers wait for a clean-up to end.
    auto cleaning = FileLock::try_lock(cache() / "cache.lock");
    QVERIFY(cleaning);
    std::jthread end([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      cleaning.reset();
    });
    share_cache(cache());
    end.join();
    QVERIFY(!cleaning);
  }
};

QTEST_APPLESS_MAIN(TestCacheCleanup)
#include "test_cache_cleanup.moc"
