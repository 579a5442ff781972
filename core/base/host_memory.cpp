// SPDX-License-Identifier: Apache-2.0
#include "base/host_memory.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

namespace fw {

namespace {

namespace fs = std::filesystem;

/// The number in the file; nullopt for "max" or if the file does not exist.
std::optional<uint64_t> number_in(const fs::path& file) {
  std::ifstream in(file);
  uint64_t number = 0;
  return in >> number ? std::optional(number) : std::nullopt;
}

/// Names in lines of the form "name number".
using Names = std::array<std::string_view, 2>;

/// Sum of the lines with these names.
uint64_t sum_in(const fs::path& file, const Names& names) {
  std::ifstream in(file);
  uint64_t sum = 0, number = 0;
  for (std::string name; in >> name >> number;)
    if (std::ranges::find(names, name) != names.end()) sum += number;
  return sum;
}

/// The files of one version of the interface.
struct Interface {
  const char *limit, *used;
  Names cached_files;  ///< in memory.stat, including descendants
};
constexpr Interface version_1{
    "memory.limit_in_bytes", "memory.usage_in_bytes", {"total_inactive_file", "total_active_file"}};
constexpr Interface version_2{"memory.max", "memory.current", {"inactive_file", "active_file"}};

void apply_limit(HostMemory& memory, const fs::path& group, const Interface& interface) {
  const auto limit = number_in(group / interface.limit), used = number_in(group / interface.used);
  // Version 1 reports "unlimited" as a number larger than any memory.
  if (!limit || !used || *limit >= memory.total) return;
  memory.total = *limit;
  // Cached files count as used, but are evicted before the limit is enforced.
  const uint64_t kept = *used - std::min(*used, sum_in(group / "memory.stat", interface.cached_files));
  memory.free = std::min(memory.free, *limit - std::min(kept, *limit));
}

/// @param group  "/user.slice/x". In a container it may name a folder of the host that does not exist here;
///               then `root` is the container's own group.
void apply_limits(HostMemory& memory, const fs::path& root, const std::string& group,
                  const Interface& interface) {
  apply_limit(memory, root, interface);
  fs::path folder = root;
  for (const fs::path& name : fs::path(group).relative_path()) apply_limit(memory, folder /= name, interface);
}

}  // namespace

uint64_t HostMemory::reserve() const {
  return std::max(uint64_t{2} << 30, total / 10);
}

HostMemory host_memory(const HostFiles& files) {
  HostMemory memory;
  std::ifstream meminfo(files.proc / "meminfo");
  for (std::string line; std::getline(meminfo, line);) {
    std::istringstream fields(line);
    std::string key;
    uint64_t kib = 0;
    fields >> key >> kib;
    if (key == "MemTotal:") memory.total = kib << 10;
    if (key == "MemAvailable:") memory.free = kib << 10;
  }
  // "0::/group" in version 2, "4:cpu,memory:/group" in version 1.
  std::ifstream groups(files.proc / "self" / "cgroup");
  for (std::string line; std::getline(groups, line);) {
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (line.starts_with("0::")) apply_limits(memory, files.cgroups, group, version_2);
    if (controllers.find(",memory,") != std::string::npos)
      apply_limits(memory, files.cgroups / "memory", group, version_1);
  }
  return memory;
}

}  // namespace fw
