// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

namespace fw {

/// Memory of the computer, or of the container that this process runs in if that has less.
struct HostMemory {
  uint64_t total = 0;
  uint64_t free = 0;  ///< without swapping; cached files count as free

  /// Left to the system and to other programs: 2 GiB or a tenth of all, whichever is more.
  uint64_t reserve() const;
  /// Free memory beyond the reserve: a program may plan with it and page-lock it.
  uint64_t usable() const { return free - (free < reserve() ? free : reserve()); }
};

/// Where Linux keeps these figures. A test has folders of its own.
struct HostFiles {
  std::filesystem::path proc = "/proc";
  std::filesystem::path cgroups = "/sys/fs/cgroup";
};

/// MemTotal and MemAvailable of /proc/meminfo, lowered to the limits of the process's control group and of
/// all groups above it, in version 1 and 2 of Linux's interface.
/// Source: Linux, Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst.
/// Thread: any. Cost: below a millisecond.
HostMemory host_memory(const HostFiles& files = {});

}  // namespace fw
