// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"

namespace fw {

/// Available memory and disk space at one moment, in bytes.
struct ResourceReading {
  uint64_t host_total = 0, host_free = 0;  ///< free: available without swapping
  uint64_t disk_free = 0;                  ///< where the work is written
  struct Device {
    uint64_t total = 0, free = 0;  ///< as reported by the driver
    uint64_t held = 0;             ///< by this program's allocator
  };
  std::optional<Device> device;
};

/// Free bytes on the disk of `folder`, or of its nearest existing parent. UINT64_MAX if unknown. Thread: any.
uint64_t free_disk_bytes(std::filesystem::path folder);
/// Warning that the disk is filling up.
inline constexpr ErrorCode disk_low{
    "resources.disk_low", FW_TEXT("errors", "The disk is filling up: {free} free where the run is written."),
    FW_TEXT("errors", "Free some space before the next checkpoint.")};
/// True if free space there is below ResourceWatch's warning level. Thread: any.
bool is_disk_low(const std::filesystem::path& folder);
/// True if both are on one file system; false if unknown. Thread: any.
bool on_one_disk(const std::filesystem::path& one, const std::filesystem::path& other);

/// Checks memory and disk periodically on its own thread and collects warnings before a shortage ends the
/// work: host memory or disk running low, and device memory taken by other programs, beyond which some
/// drivers spill into host memory and everything becomes slow. Each warning is given once, and again only
/// after the situation had improved. Thread: any. Cost: one reading every few seconds.
class ResourceWatch {
 public:
  using Read = std::function<ResourceReading()>;
  /// @param read  called on the watch's thread; an exception ends the watch, not the work
  explicit ResourceWatch(Read read, std::chrono::milliseconds every = std::chrono::seconds(5));
  ~ResourceWatch();
  ResourceWatch(const ResourceWatch&) = delete;
  ResourceWatch& operator=(const ResourceWatch&) = delete;

  /// Returns the warnings since the last call.
  std::vector<Fault> take();

 private:
  enum class Cause { host, disk, device_full, device_shared };
  void judge(const ResourceReading& reading);
  void note(Cause cause, bool present, const Fault& warning);

  Read read_;
  std::optional<uint64_t> device_others_at_start_;  // bytes used by other programs
  std::set<Cause> present_;
  std::mutex mutex_;  // guards warnings_
  std::condition_variable_any stopped_;
  std::vector<Fault> warnings_;
  std::jthread thread_;  // last: starts when all other members exist
};

}  // namespace fw
