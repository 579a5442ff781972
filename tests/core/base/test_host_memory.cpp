// SPDX-License-Identifier: Apache-2.0
#include "base/host_memory.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <fstream>

using fw::host_memory;
using fw::HostFiles;
using fw::HostMemory;

namespace {

constexpr uint64_t mib = uint64_t{1} << 20, gib = uint64_t{1} << 30;

/// A machine of 64 GiB, of which 48 are free.
class MadeUpMachine {
 public:
  explicit MadeUpMachine(const std::string& groups) {
    write("proc/meminfo", "MemTotal: 67108864 kB\nMemFree: 1024 kB\nMemAvailable: 50331648 kB\n");
    write("proc/self/cgroup", groups);
  }
  void write(const std::string& path, const std::string& text) {
    const auto file = std::filesystem::path(folder_.path().toStdString()) / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  /// @param group  under cgroup/
  void limit_2(const std::string& group, const std::string& limit, uint64_t used, uint64_t cached = 0) {
    write("cgroup/" + group + "/memory.max", limit + "\n");
    write("cgroup/" + group + "/memory.current", std::to_string(used) + "\n");
    write("cgroup/" + group + "/memory.stat", "anon 5\nfile 7\ninactive_file " + std::to_string(cached / 2) +
                                                  "\nactive_file " + std::to_string(cached - cached / 2) +
                                                  "\n");
  }
  HostMemory read() const {
    const std::filesystem::path root = folder_.path().toStdString();
    return host_memory({root / "proc", root / "cgroup"});
  }

 private:
  QTemporaryDir folder_;
};

}  // namespace

/// Limits of a machine and of its containers.
class TestHostMemory : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void without_a_limit_it_is_the_machines() {
    MadeUpMachine machine("0::/user.slice\n");
    machine.limit_2("user.slice", "max", 30 * gib);
    QCOMPARE(machine.read().total, 64 * gib);
    QCOMPARE(machine.read().free, 48 * gib);
    QCOMPARE(MadeUpMachine("").read().free, 48 * gib);
  }

  void a_container_has_what_its_limit_leaves() {
    MadeUpMachine machine("0::/\n");  // as a container with its own namespace sees itself
    machine.limit_2("", std::to_string(16 * gib), 6 * gib);
    QCOMPARE(machine.read().total, 16 * gib);
    QCOMPARE(machine.read().free, 10 * gib);
    QCOMPARE(machine.read().usable(), 8 * gib);
  }

  void files_that_were_read_give_way() {
    MadeUpMachine machine("0::/\n");
    machine.limit_2("", std::to_string(16 * gib), 15 * gib, 12 * gib);
    QCOMPARE(machine.read().free, 13 * gib);
  }

  void the_tightest_group_above_counts() {
    MadeUpMachine machine("0::/jobs/one\n");
    machine.limit_2("jobs", std::to_string(20 * gib), 19 * gib);
    machine.limit_2("jobs/one", std::to_string(24 * gib), 1 * gib);
    QCOMPARE(machine.read().total, 20 * gib);
    QCOMPARE(machine.read().free, 1 * gib);
    QCOMPARE(machine.read().usable(), uint64_t{0});
  }

  void a_limit_never_adds_to_what_is_free() {
    MadeUpMachine machine("0::/\n");
    machine.limit_2("", std::to_string(60 * gib), 1 * gib);
    QCOMPARE(machine.read().free, 48 * gib);
    machine.limit_2("", std::to_string(8 * gib), 9 * gib);  // a limit may be set below the current use
    QCOMPARE(machine.read().free, uint64_t{0});
  }

  void version_1_is_read_too() {
    MadeUpMachine machine("5:cpu,cpuacct:/\n4:memory:/docker/abc\n0::/\n");
    const auto limit = [&](const std::string& group, uint64_t bytes, uint64_t used) {
      machine.write("cgroup/memory" + group + "/memory.limit_in_bytes", std::to_string(bytes));
      machine.write("cgroup/memory" + group + "/memory.usage_in_bytes", std::to_string(used));
      machine.write("cgroup/memory" + group + "/memory.stat",
                    "cache 1\ntotal_inactive_file " + std::to_string(gib) + "\n");
    };
    limit("", 9223372036854771712U, 40 * gib);
    QCOMPARE(machine.read().total, 64 * gib);
    limit("/docker/abc", 12 * gib, 5 * gib);
    QCOMPARE(machine.read().free, 8 * gib);
  }

  // The host's path does not exist, and the root is the container's own group.
  void version_1_in_a_container_is_the_root() {
    MadeUpMachine machine("4:memory:/docker/abc\n");
    machine.write("cgroup/memory/memory.limit_in_bytes", std::to_string(12 * gib));
    machine.write("cgroup/memory/memory.usage_in_bytes", std::to_string(2 * gib));
    QCOMPARE(machine.read().free, 10 * gib);
  }

  void a_tenth_or_2_gib_stay_free() {
    QCOMPARE((HostMemory{256 * gib, 100 * gib}.usable()), 100 * gib - 256 * gib / 10);
    QCOMPARE((HostMemory{16 * gib, 10 * gib}.usable()), 8 * gib);
    QCOMPARE((HostMemory{4 * gib, 100 * mib}.usable()), uint64_t{0});
  }

  void this_machine_has_some() {
    const HostMemory here = host_memory();
    QVERIFY(here.total > 0 && here.free <= here.total);
  }
};

QTEST_GUILESS_MAIN(TestHostMemory)
#include "test_host_memory.moc"
