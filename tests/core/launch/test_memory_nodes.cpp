// SPDX-License-Identifier: Apache-2.0
#include <sched.h>

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <thread>

#include "launch/memory_nodes.h"

namespace fs = std::filesystem;
using fw::launch::near_cpus;

/// A folder like the /sys of a fictitious machine with several sockets.
class TestMemoryNodes : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path sysfs() const { return folder_.path().toStdString(); }

  void write(const fs::path& file, const char* text) const {
    fs::create_directories((sysfs() / file).parent_path());
    std::ofstream(sysfs() / file) << text << "\n";
  }
  static int count_allowed() {
    cpu_set_t allowed;
    ::sched_getaffinity(0, sizeof allowed, &allowed);
    return CPU_COUNT(&allowed);
  }

 private Q_SLOTS:
  void a_gpu_s_node_has_its_cpus() {
    write("bus/pci/devices/0000:c1:00.0/numa_node", "1");
    write("bus/pci/devices/0000:01:00.0/numa_node", "0");
    write("bus/pci/devices/0000:02:00.0/numa_node", "-1");
    write("devices/system/node/node0/cpulist", "0-3,8-11");
    // One node leaves no choice.
    QVERIFY(near_cpus("0000:01:00.0", sysfs()).empty());
    write("devices/system/node/node1/cpulist", "4-7,12,14-15");
    const std::set<int> second{4, 5, 6, 7, 12, 14, 15}, first{0, 1, 2, 3, 8, 9, 10, 11};
    QVERIFY(near_cpus("0000:C1:00.0", sysfs()) == second);
    QVERIFY(near_cpus("0000:01:00.0", sysfs()) == first);
    QVERIFY(near_cpus("0000:02:00.0", sysfs()).empty());  // the kernel does not know
    QVERIFY(near_cpus("0000:03:00.0", sysfs()).empty());
    write("devices/system/node/node1/cpulist", "many");
    QVERIFY(near_cpus("0000:c1:00.0", sysfs()).empty());
  }

  void a_thread_stays_where_it_may() {
    const int before = count_allowed();
    std::thread([&] {
      fw::launch::stay_on({CPU_SETSIZE - 1});  // not present
      QCOMPARE(count_allowed(), before);
      fw::launch::stay_on({});
      QCOMPARE(count_allowed(), before);
      const int own = ::sched_getcpu();
      fw::launch::stay_on({own, CPU_SETSIZE - 1});
      QCOMPARE(count_allowed(), 1);
      QCOMPARE(::sched_getcpu(), own);
      std::thread([&] { QCOMPARE(::sched_getcpu(), own); }).join();
    }).join();
    QCOMPARE(count_allowed(), before);
  }
};

QTEST_GUILESS_MAIN(TestMemoryNodes)
#include "test_memory_nodes.moc"
