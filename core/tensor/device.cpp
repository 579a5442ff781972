// SPDX-License-Identifier: Apache-2.0
#include "tensor/device.h"

#include <malloc.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "base/error.h"
#include "base/join.h"

#include <ATen/DeviceAccelerator.h>
#include <ATen/core/CachingHostAllocator.h>
#include <c10/core/CachingDeviceAllocator.h>
#include "cuda/part.h"
#include "tensor/memory_counter.h"

namespace fw::tensor {

namespace {

constexpr ErrorCode unknown_device{"tensor.unknown_device",
                                   FW_TEXT("errors", "This computer has no device “{device}”."),
                                   FW_TEXT("errors", "Available devices: {devices}."), Blame::input};

DeviceInfo cpu_info() {
  DeviceInfo info{"cpu", "CPU", 0, 0, ""};
  std::ifstream cpus("/proc/cpuinfo");
  for (std::string line; std::getline(cpus, line);) {
    if (line.starts_with("model name")) {
      info.name = line.substr(line.find(':') + 2);
      break;
    }
  }
  std::ifstream memory("/proc/meminfo");
  for (std::string line; std::getline(memory, line);) {
    std::istringstream fields(line);
    std::string key;
    uint64_t kib = 0;
    fields >> key >> kib;
    if (key == "MemTotal:") info.memory_total_bytes = kib << 10;
    if (key == "MemAvailable:") info.memory_free_bytes = kib << 10;
  }
  return info;
}

/// What only the maker of a GPU knows of it.
void add_properties(DeviceInfo& info, torch::Device device) {
  cuda::CardProperties properties;
  if (!device.is_cuda() || !cuda::loaded_part().properties(device.index(), properties)) return;
  info.name = properties.name;
  info.compute_capability = std::to_string(properties.major) + "." + std::to_string(properties.minor);
}

c10::DeviceIndex index_of(torch::Device device) {
  return device.has_index() ? device.index() : at::accelerator::getDeviceIndex();
}

}  // namespace

std::vector<torch::Device> accelerators() {
  cuda::check();
  std::vector<torch::Device> all;
  const auto type = at::accelerator::getAccelerator(/*checked=*/false);
  for (c10::DeviceIndex i = 0; type && i < at::accelerator::deviceCount(); ++i) all.emplace_back(*type, i);
  return all;
}

std::vector<DeviceInfo> list_devices() {
  std::vector<DeviceInfo> devices;
  for (const torch::Device device : accelerators()) {
    DeviceInfo info{device.str(), device.str(), 0, 0, ""};
    try {
      const DeviceMemory memory = device_memory(device);
      info.memory_total_bytes = memory.total;
      info.memory_free_bytes = memory.free;
    } catch (const c10::Error&) {
      continue;  // the others may be well
    }
    add_properties(info, device);
    devices.push_back(std::move(info));
  }
  devices.push_back(cpu_info());
  return devices;
}

torch::Device best_device() {
  const std::vector<torch::Device> devices = accelerators();
  return devices.empty() ? torch::Device(torch::kCPU) : devices.front();
}

torch::Device parse_device(std::string_view text) {
  // Their memory is not asked for: that starts each of them.
  if (text == "auto") return best_device();
  std::string known;
  for (const torch::Device device : accelerators()) {
    if (text == device.str() || text == c10::DeviceTypeName(device.type(), /*lower_case=*/true))
      return device;
    append_item(known, device.str());
  }
  if (text == "cpu") return torch::kCPU;
  append_item(known, "cpu");
  throw Error(unknown_device, {{"device", text}, {"devices", known}});
}

void synchronize(torch::Device device) {
  if (is_accelerator(device)) at::accelerator::synchronizeDevice(index_of(device));
}

DeviceMemory device_memory(torch::Device device) {
  if (is_accelerator(device)) {
    const auto [free, total] = at::accelerator::getMemoryInfo(index_of(device));
    const auto stats = at::accelerator::getDeviceStats(index_of(device));
    const auto aggregate = static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE);
    const auto held = static_cast<uint64_t>(stats.reserved_bytes[aggregate].current);
    return {total, free, held, held - static_cast<uint64_t>(stats.allocated_bytes[aggregate].current)};
  }
  const DeviceInfo cpu = cpu_info();
  return {cpu.memory_total_bytes, cpu.memory_free_bytes, 0, 0};
}

void release_unused_memory(torch::Device device) {
  ::malloc_trim(0);
  release_cpu_memory();
  if (!is_accelerator(device)) return;
  at::accelerator::emptyCache();
  at::getHostAllocator(device.type())->empty_cache();
}

std::string nvidia_driver_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  static const std::regex version(R"(\b(\d{3,}\.\d+(\.\d+)?)\b)");
  std::smatch match;
  return std::regex_search(line, match, version) ? match[1].str() : "";
}

}  // namespace fw::tensor
