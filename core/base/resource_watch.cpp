// SPDX-License-Identifier: Apache-2.0
#include "base/resource_watch.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/units.h"

namespace fw {

namespace {

constexpr uint64_t gib = uint64_t{1} << 30;
constexpr uint64_t low_disk = 2 * gib;
/// Below this, drivers that can spill start to do so.
constexpr uint64_t full_device_bytes = gib / 8;
constexpr uint64_t much_of_others = gib;

constexpr ErrorCode host_low{"resources.host_low",
                             FW_TEXT("errors", "Host memory is running low: {free} of {total} free."),
                             FW_TEXT("errors", "Close other programs, or stream fewer blocks.")};
constexpr ErrorCode device_full{"resources.device_full",
                                FW_TEXT("errors",
                                        "Device memory is full ({free} free). Some drivers now spill into "
                                        "host memory, which is many times slower."),
                                ""};
constexpr ErrorCode device_shared{
    "resources.device_shared",
    FW_TEXT("errors", "Other programs or the driver have taken {bytes} of device memory since the start."),
    FW_TEXT("errors", "Close other programs that use the GPU.")};

/// A twentieth, but at most what a large machine needs.
uint64_t low_host(uint64_t total) {
  return std::min(total / 20, 2 * gib);
}

/// The folder, or its nearest existing parent.
std::filesystem::path nearest_folder(std::filesystem::path folder) {
  std::error_code error;
  folder = std::filesystem::absolute(folder, error);
  while (!std::filesystem::exists(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
  return folder;
}

}  // namespace

uint64_t free_disk_bytes(std::filesystem::path folder) {
  std::error_code error;
  folder = nearest_folder(std::move(folder));
  const auto space = std::filesystem::space(folder, error);
  return error ? UINT64_MAX : space.available;
}

bool is_disk_low(const std::filesystem::path& folder) {
  return free_disk_bytes(folder) < low_disk;
}

bool on_one_disk(const std::filesystem::path& one, const std::filesystem::path& other) {
  struct stat first = {}, second = {};
  return ::stat(nearest_folder(one).c_str(), &first) == 0 &&
         ::stat(nearest_folder(other).c_str(), &second) == 0 && first.st_dev == second.st_dev;
}

ResourceWatch::ResourceWatch(Read read, std::chrono::milliseconds every)
    : read_(std::move(read)), thread_([this, every](const std::stop_token& stop) {
        try {
          while (!stop.stop_requested()) {
            judge(read_());
            std::unique_lock lock(mutex_);
            stopped_.wait_for(lock, stop, every, [] { return false; });
          }
        } catch (const std::exception& error) {
          spdlog::warn("Monitoring of memory and disk space has stopped: {}", error.what());
        }
      }) {}

ResourceWatch::~ResourceWatch() = default;

std::vector<Fault> ResourceWatch::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(warnings_, {});
}

void ResourceWatch::note(Cause cause, bool present, const Fault& warning) {
  if (!present) {
    present_.erase(cause);
  } else if (present_.insert(cause).second) {
    const std::lock_guard lock(mutex_);
    warnings_.push_back(warning);
  }
}

void ResourceWatch::judge(const ResourceReading& reading) {
  note(Cause::host, reading.host_free < low_host(reading.host_total),
       Fault(host_low,
             {{"free", format_bytes(reading.host_free)}, {"total", format_bytes(reading.host_total)}}));
  note(Cause::disk, reading.disk_free < low_disk,
       Fault(disk_low, {{"free", format_bytes(reading.disk_free)}}));
  if (!reading.device) return;
  const ResourceReading::Device& device = *reading.device;
  const uint64_t used = device.total - std::min(device.free, device.total);
  const uint64_t others = used - std::min(device.held, used);
  if (!device_others_at_start_) device_others_at_start_ = others;
  note(Cause::device_full, device.free < full_device_bytes,
       Fault(device_full, {{"free", format_bytes(device.free)}}));
  note(Cause::device_shared, others > *device_others_at_start_ + much_of_others,
       Fault(device_shared, {{"bytes", format_bytes(others - std::min(others, *device_others_at_start_))}}));
}

}  // namespace fw
