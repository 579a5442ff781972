// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

namespace fw {

/// Memory of the computer, or of the container that this process runs in if that has less.
struct HostMemory {
  uint64_t total = 0;
  uint64_t free = 0;  ///< without swapping; cached files count as free

  /// Left for the system and other programs: 2 GiB or a tenth of the total, whichever is larger.
  uint64_t reserve() const;
  /// Free memory beyond the reserve, available for plans and page locks.
  uint64_t usable() const { return free - (free < reserve() ? free : reserve()); }
};

/// Folders of Linux with these figures. Tests use their own.
struct HostFiles {
  std::filesystem::path proc = "/proc";
  std::filesystem::path cgroups = "/sys/fs/cgroup";
};

/// MemTotal and MemAvailable of /proc/meminfo, reduced to the limits of the process's control group and all
/// its ancestors. Supports versions 1 and 2 of the interface. Source: Linux,
/// Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst.
/// Thread: any. Cost: below a millisecond.
HostMemory host_memory(const HostFiles& files = {});

}  // namespace fw
