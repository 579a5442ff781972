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

/// What there is of memory and disk at a moment, in bytes.
struct ResourceReading {
  uint64_t host_total = 0, host_free = 0;  ///< free: what can be had without swapping
  uint64_t disk_free = 0;                  ///< where the work is written
  struct Device {
    uint64_t total = 0, free = 0;  ///< as the driver sees it
    uint64_t held = 0;             ///< by this program's allocator
  };
  std::optional<Device> device;
};

/// Free bytes of the disk where `folder` is, or would be: the nearest folder above it that is there says so.
/// UINT64_MAX when that is not known. Thread: any.
uint64_t free_disk_bytes(std::filesystem::path folder);
/// The warning that the disk is filling up.
inline constexpr ErrorCode disk_low{
    "resources.disk_low", FW_TEXT("errors", "The disk is filling up: {free} free where the run is written."),
    FW_TEXT("errors", "Free some space before the next checkpoint.")};
/// Whether so little is free there that ResourceWatch warns of it. Thread: any.
bool is_disk_low(const std::filesystem::path& folder);
/// Whether what is written into both takes from the same free space. No where that is not known. Thread: any.
bool on_one_disk(const std::filesystem::path& one, const std::filesystem::path& other);

/// Looks at memory and disk from time to time on a thread of its own and keeps what a user should know before
/// it ends the work: host memory or disk running low, and device memory that others take, from where on some
/// drivers spill into host memory and everything becomes slow. Each is said once, and again only after it was
/// better in between. Thread: any. Cost: one reading every few seconds.
class ResourceWatch {
 public:
  using Read = std::function<ResourceReading()>;
  /// @param read  called on the watch's thread; what it throws ends the watch, not the work
  explicit ResourceWatch(Read read, std::chrono::milliseconds every = std::chrono::seconds(5));
  ~ResourceWatch();
  ResourceWatch(const ResourceWatch&) = delete;
  ResourceWatch& operator=(const ResourceWatch&) = delete;

  /// Warnings since the last call.
  std::vector<Fault> take();

 private:
  enum class Cause { host, disk, device_full, device_shared };
  void judge(const ResourceReading& reading);
  void note(Cause cause, bool present, const Fault& warning);

  Read read_;
  std::optional<uint64_t> device_others_at_start_;  // bytes that other programs held
  std::set<Cause> present_;
  std::mutex mutex_;  // guards warnings_
  std::condition_variable_any stopped_;
  std::vector<Fault> warnings_;
  std::jthread thread_;  // last: starts when all else is there
};

}  // namespace fw
