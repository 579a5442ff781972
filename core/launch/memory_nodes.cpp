// SPDX-License-Identifier: Apache-2.0
#include "launch/memory_nodes.h"

#include <sched.h>

#include <algorithm>
#include <cctype>
#include <fstream>

namespace fw::launch {

namespace {

namespace fs = std::filesystem;

/// Parses "0-3,8,10-11". Anything else ends the list.
std::set<int> cpus_of(std::istream& list) {
  std::set<int> cpus;
  for (int first = 0; list >> first;) {
    int last = first;
    if (list.peek() == '-') list.ignore() >> last;
    for (int cpu = first; list && cpu <= last && cpu < CPU_SETSIZE; ++cpu) cpus.insert(cpu);
    if (list.peek() != ',') break;
    list.ignore();
  }
  return cpus;
}

}  // namespace

std::set<int> near_cpus(const std::string& bus_id, const fs::path& sysfs) {
  std::string device = bus_id;  // CUDA writes capitals, the kernel lower case
  std::ranges::transform(device, device.begin(), [](unsigned char letter) { return std::tolower(letter); });
  int node = -1;
  std::ifstream(sysfs / "bus/pci/devices" / device / "numa_node") >> node;
  const fs::path nodes = sysfs / "devices/system/node";
  if (node < 0 || !fs::exists(nodes / "node1")) return {};
  std::ifstream list(nodes / ("node" + std::to_string(node)) / "cpulist");
  return cpus_of(list);
}

void stay_on(const std::set<int>& cpus) {
  cpu_set_t allowed, chosen;
  CPU_ZERO(&chosen);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  for (const int cpu : cpus)
    if (CPU_ISSET(cpu, &allowed)) CPU_SET(cpu, &chosen);
  if (CPU_COUNT(&chosen) > 0) ::sched_setaffinity(0, sizeof chosen, &chosen);
}

}  // namespace fw::launch
