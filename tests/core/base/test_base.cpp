// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <csignal>
#include <cstdlib>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file_lock.h"
#include "base/json_text.h"
#include "base/log.h"
#include "base/paths.h"
#include "base/progress.h"
#include "base/resource_watch.h"
#include "base/units.h"

using namespace std::chrono_literals;

class TestBase : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fault_fills_its_sentence() {
    constexpr fw::ErrorCode code{"test.code", "{file} has {n} bytes, {unknown}", "Mend {file}."};
    const fw::Fault fault(code, {{"file", "a.mp4"}, {"n", 3}});
    QCOMPARE(fault.message(), std::string("a.mp4 has 3 bytes, {unknown}"));
    QCOMPARE(fault.full_message(), std::string("a.mp4 has 3 bytes, {unknown} Mend a.mp4."));
    QCOMPARE(nlohmann::json(fault).get<fw::Fault>(), fault);
    QCOMPARE(std::string(fw::Error(fault).what()), fault.full_message());
  }

  void json_from_elsewhere() {
    std::string problem;
    QCOMPARE(fw::parse_json("{\"a\": [1, \"]][\"]}", &problem).at("a").size(), size_t{2});
    QCOMPARE(problem, std::string());
    const auto nested = [](size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    QVERIFY(fw::parse_json(nested(fw::deepest_json)).is_array());
    for (const std::string& text :
         {nested(fw::deepest_json + 1), nested(1'000'000), "{\"a\":" + std::string(1'000'000, '[')}) {
      QVERIFY(fw::parse_json("\n" + text, &problem).is_discarded());
      QCOMPARE(problem, std::string("line 2: lists and objects lie in one another more than 64 deep"));
    }
    QVERIFY(fw::parse_json(std::string(fw::largest_json + 1, ' '), &problem).is_discarded());
    QCOMPARE(problem, std::string("it has more than 16777216 bytes"));
    QVERIFY(fw::parse_json("{\n1e999", &problem).is_discarded());
    QVERIFY(problem.starts_with("parse error at line 2"));
    QVERIFY(fw::parse_json("1e999", &problem).is_discarded());
    for (const char* text : {"1.5", "true", "9223372036854775808", "1e3", "\"1\"", "null"})
      QVERIFY_THROWS_EXCEPTION(std::invalid_argument, fw::whole_number(fw::parse_json(text)));
    QCOMPARE(fw::whole_number(fw::parse_json("-9223372036854775808")), std::numeric_limits<int64_t>::min());
  }

  void files_from_elsewhere_have_a_limit() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("a").toStdString();
    fw::write_file_atomically(file, "0123456789", fw::Existing::refuse);
    QCOMPARE(fw::read_file(file, 10), std::string("0123456789"));
    for (const std::filesystem::path& large : {file, std::filesystem::path("/dev/zero")}) {
      try {
        fw::read_file(large, 9);
        QFAIL("more than the limit was read");
      } catch (const fw::Error& error) {
        QCOMPARE(error.fault().code, std::string("base.file_too_large"));
        QVERIFY(error.fault().message().find("9 bytes") != std::string::npos);
      }
    }
  }

  void placeholders_survive_odd_text() {
    QCOMPARE(fw::fill_placeholders("{", {}), std::string("{"));
    QCOMPARE(fw::fill_placeholders("a{b", {{"b", "x"}}), std::string("a{b"));
    QCOMPARE(fw::fill_placeholders("{b}{b}", {{"b", "{b}"}}), std::string("{b}{b}"));
    QCOMPARE(fw::fill_placeholders("{n:a|b", {{"n", "1"}}), std::string("{n:a|b"));
    QCOMPARE(fw::fill_placeholders("{n:a}{n:}{m:a|b}", {{"n", "2"}}), std::string("{m:a|b}"));
  }

  void counts_choose_their_words() {
    const char* const sentence = "{n} {n:clip has|clips have} no caption.";
    QCOMPARE(fw::fill_placeholders(sentence, {{"n", "1"}}), std::string("1 clip has no caption."));
    QCOMPARE(fw::fill_placeholders(sentence, {{"n", "11"}}), std::string("11 clips have no caption."));
  }

  /// Of the disk that a folder is on, or will be on: not of the program's.
  void free_disk_is_that_of_the_folder() {
    namespace fs = std::filesystem;
    const fs::path memory = "/dev/shm";
    QTemporaryDir folder;
    const fs::path disk = folder.path().toStdString();
    struct stat one {
    }, other{};
    if (stat(memory.c_str(), &one) != 0 || stat(disk.c_str(), &other) != 0 || one.st_dev == other.st_dev)
      QSKIP("there is one file system only");
    constexpr double gib = 1 << 30;
    if (std::abs(static_cast<double>(fs::space(memory).available) -
                 static_cast<double>(fs::space(disk).available)) < gib)
      QSKIP("the two disks have too much the same room to tell them apart");
    // Other programs write too: compare which disk's value is nearer.
    const auto is_of = [](const fs::path& wanted, const fs::path& place, const fs::path& elsewhere) {
      const auto distance = [&](const fs::path& to) {
        return std::abs(static_cast<double>(fw::free_disk_bytes(wanted)) -
                        static_cast<double>(fs::space(to).available));
      };
      return distance(place) < distance(elsewhere);
    };
    for (const char* const name : {"", "runs", "not there/neither/runs"}) {
      QVERIFY2(is_of(memory / name, memory, disk), name);
      QVERIFY2(is_of(disk / name, disk, memory), name);
    }
  }

  void low_memory_and_disk_are_said_once_until_it_is_better() {
    constexpr uint64_t gib = uint64_t{1} << 30;
    using Device = fw::ResourceReading::Device;
    struct Moment {
      fw::ResourceReading reading;
      const char* warning;  // the code of its only warning; empty: none
    };
    const std::vector<Moment> moments = {
        {{64 * gib, 30 * gib, 100 * gib, Device{24 * gib, 20 * gib, 3 * gib}}, ""},
        {{64 * gib, gib, 100 * gib, Device{24 * gib, 20 * gib, 3 * gib}}, "resources.host_low"},
        {{64 * gib, gib, 100 * gib, Device{24 * gib, 20 * gib, 3 * gib}}, ""},
        {{64 * gib, 30 * gib, gib, Device{24 * gib, 20 * gib, 3 * gib}}, "resources.disk_low"},
        {{64 * gib, gib, 100 * gib, Device{24 * gib, 10 * gib, 13 * gib}}, "resources.host_low"},
        {{64 * gib, 30 * gib, 100 * gib, Device{24 * gib, 5 * gib, 13 * gib}}, "resources.device_shared"},
        {{64 * gib, 30 * gib, 100 * gib, Device{24 * gib, 0, 23 * gib}}, "resources.device_full"},
        {{64 * gib, 30 * gib, 100 * gib, {}}, ""},
        {{0, 0, 100 * gib, {}}, ""},
    };
    std::atomic<size_t> next{0};
    std::atomic<int> handed{-1};
    fw::ResourceWatch watch(
        [&] {
          const size_t now = std::min(next.load(), moments.size() - 1);
          handed = static_cast<int>(now);
          return moments[now].reading;
        },
        1ms);
    for (; next < moments.size(); ++next) {
      // Twice: the first call may still evaluate the previous reading.
      for (int i = 0; i < 2; ++i) {
        handed = -1;
        QTRY_COMPARE_WITH_TIMEOUT(handed.load(), static_cast<int>(next.load()), 5000);
      }
      QTest::qWait(2);
      const auto warnings = watch.take();
      const std::string wanted = moments[next].warning;
      QCOMPARE(warnings.size(), size_t(wanted.empty() ? 0 : 1));
      if (!wanted.empty()) QCOMPARE(warnings[0].code, wanted);
      if (wanted == "resources.device_shared")
        QCOMPARE(warnings[0].arguments.at("bytes"), std::string("5.0 GiB"));
    }
  }

  void progress_forgets_the_slow_start() {
    const auto start = fw::ProgressMeter::Clock::now();
    fw::ProgressMeter meter("denoising", 100, start);
    auto now = start + 10s;
    fw::Progress progress = meter.update(1, now);
    QCOMPARE(*progress.seconds_left, 990.0);  // no better estimate yet
    for (int step = 2; step <= 50; ++step) {
      progress = meter.update(step, now += 100ms);
      QVERIFY(std::abs(progress.rate_per_s - 10) < 1e-6);
      QVERIFY(std::abs(*progress.seconds_left - 0.1 * (100 - step)) < 1e-6);
    }
  }

  void units() {
    QCOMPARE(fw::format_bytes(1023), std::string("1023 B"));
    QCOMPARE(fw::format_bytes(1536), std::string("1.5 KiB"));
    QCOMPARE(fw::format_duration(125), std::string("2:05"));
    QCOMPARE(fw::format_duration(3725.4), std::string("1:02:05"));
  }

  void folders_follow_xdg() {
    QTemporaryDir folder;
    const QByteArray old = qgetenv("XDG_CACHE_HOME");
    qputenv("XDG_CACHE_HOME", folder.path().toUtf8());
    QCOMPARE(fw::cache_folder(), std::filesystem::path(folder.path().toStdString()) / "framewright");
    QVERIFY(std::filesystem::is_directory(fw::cache_folder()));
    qputenv("XDG_CACHE_HOME", "/dev/null");
    QVERIFY_EXCEPTION_THROWN(fw::cache_folder(), fw::Error);
    old.isNull() ? qunsetenv("XDG_CACHE_HOME") : qputenv("XDG_CACHE_HOME", old);
  }

  void uncommitted_file_leaves_nothing() {
    QTemporaryDir folder;
    const std::filesystem::path target =
        std::filesystem::path(folder.path().toStdString()) / "Ärger 漢字.toml";
    fw::write_file_atomically(target, "old", fw::Existing::replace);
    {
      fw::AtomicFile file(target, fw::Existing::replace);
      file.write("new");
    }
    QCOMPARE(fw::read_file(target), std::string("old"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
  }

  void full_disk_keeps_the_old_file() {
    QTemporaryDir folder;
    const std::filesystem::path target = std::filesystem::path(folder.path().toStdString()) / "file";
    fw::write_file_atomically(target, "old", fw::Existing::replace);
    const pid_t child = fork();
    if (child == 0) {
      // A file size limit instead of a full disk: both make the write fail.
      const rlimit limit{16, 16};
      setrlimit(RLIMIT_FSIZE, &limit);
      signal(SIGXFSZ, SIG_IGN);
      try {
        fw::write_file_atomically(target, std::string(100, 'x'), fw::Existing::replace);
        _exit(1);
      } catch (const fw::Error& error) {
        _exit(error.fault().code == "base.write_failed" ? 0 : 2);
      }
    }
    int status = 0;
    waitpid(child, &status, 0);
    QCOMPARE(WEXITSTATUS(status), 0);
    QCOMPARE(fw::read_file(target), std::string("old"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
  }

  void killed_writer_leaves_old_or_new_data() {
    QTest::addColumn<QString>("point");
    QTest::addColumn<bool>("is_new");
    for (const char* point : {"file.before_write", "file.after_write", "file.before_fsync",
                              "file.after_fsync", "file.before_rename"}) {
      QTest::newRow(point) << point << false;
    }
    QTest::newRow("file.after_rename") << "file.after_rename" << true;
  }
  void killed_writer_leaves_old_or_new() {
    QFETCH(QString, point);
    QFETCH(bool, is_new);
    QTemporaryDir folder;
    const std::filesystem::path target = std::filesystem::path(folder.path().toStdString()) / "file";
    fw::write_file_atomically(target, "old", fw::Existing::replace);
    QProcess writer;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("FW_KILL_AT", point);
    environment.insert("FW_TEST_WRITE", QString::fromStdString(target.string()));
    writer.setProcessEnvironment(environment);
    writer.start(QCoreApplication::applicationFilePath(), {"-silent", "write_when_asked"});
    QVERIFY(writer.waitForFinished());
    QCOMPARE(writer.exitStatus(), QProcess::CrashExit);
    QCOMPARE(fw::read_file(target), std::string(is_new ? "new" : "old"));
  }
  /// The child of the test above: writes where the environment says.
  void write_when_asked() {
    const QByteArray target = qgetenv("FW_TEST_WRITE");
    if (!target.isEmpty()) fw::write_file_atomically(target.toStdString(), "new", fw::Existing::replace);
  }

  void lock_has_one_holder() {
    QTemporaryDir folder;
    const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "lock";
    QVERIFY(!fw::FileLock::is_held(file));
    auto lock = fw::FileLock::try_lock(file);
    QVERIFY(lock);
    QVERIFY(!fw::FileLock::try_lock(file));
    QVERIFY(fw::FileLock::is_held(file));
    QVERIFY(fw::FileLock::holder(file).starts_with("process " + std::to_string(getpid())));
    lock.reset();
    QVERIFY(!fw::FileLock::is_held(file));
    QVERIFY_EXCEPTION_THROWN(fw::FileLock::try_lock("/no/such/folder/lock"), fw::Error);
  }

  void lock_of_a_killed_process_is_free() {
    QTemporaryDir folder;
    const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "lock";
    int ready[2];
    QCOMPARE(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
      const auto lock = fw::FileLock::try_lock(file);
      if (write(ready[1], "x", 1) == 1) pause();
      _exit(1);
    }
    char byte;
    QCOMPARE(read(ready[0], &byte, 1), ssize_t{1});
    QVERIFY(fw::FileLock::is_held(file));
    QVERIFY(!fw::FileLock::try_lock(file));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    QVERIFY(fw::FileLock::try_lock(file));
  }

  void unreadable_file_is_an_error_that_names_it() {
    try {
      fw::read_file("/no/such/file");
      QFAIL("no error");
    } catch (const fw::Error& error) {
      QVERIFY(error.fault().message().find("/no/such/file") != std::string::npos);
    }
    QVERIFY_EXCEPTION_THROWN(fw::read_file("/tmp"), fw::Error);
  }

  void log_reaches_listener_and_file() {
    QTemporaryDir folder;
    qputenv("XDG_STATE_HOME", folder.path().toUtf8());
    fw::log::start(fw::log::Console::off);
    std::vector<fw::log::Line> lines;
    const int id = fw::log::add_listener([&](const fw::log::Line& line) { lines.push_back(line); });
    spdlog::warn("hello {}", 7);
    const fw::Fault fault(fw::ErrorCode{"a.b", "{x} is wrong.", "Mend {x}."}, {{"x", "y"}});
    fw::log::fault(spdlog::level::err, fault, {"Job {job}: ", 3});
    spdlog::info("free");
    fw::log::remove_listener(id);
    spdlog::warn("unheard");
    QCOMPARE(lines.size(), size_t{3});
    QCOMPARE(lines[0].text, std::string("hello 7"));
    QCOMPARE(lines[1].text, std::string("Job 3: y is wrong. Mend y. [a.b]"));
    QVERIFY(lines[1].fault == fault && !lines[0].fault && !lines[2].fault);
    QVERIFY(fw::read_file(fw::state_folder() / "framewright.log").find("hello 7") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TestBase)
#include "test_base.moc"
