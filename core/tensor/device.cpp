// SPDX-License-Identifier: Apache-2.0
#include "tensor/device.h"

#include <malloc.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <regex>

#include "base/error.h"
#include "base/host_memory.h"
#include "base/join.h"

#include <ATen/DeviceAccelerator.h>
#include <ATen/core/CachingHostAllocator.h>
#include <c10/core/CachingDeviceAllocator.h>
#include "cuda/nvml.h"
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
  const HostMemory memory = host_memory();
  info.memory_total_bytes = memory.total;
  info.memory_free_bytes = memory.free;
  return info;
}

/// @return  nullopt for devices other than NVIDIA's and for GPUs that do not respond
std::optional<cuda::CardProperties> card_of(torch::Device device) {
  cuda::CardProperties card;
  if (!device.is_cuda() || !cuda::loaded_part().properties(device.index(), card)) return std::nullopt;
  return card;
}

/// @throws c10::Error if the device does not respond
DeviceInfo describe_device(torch::Device device) {
  const std::optional<cuda::CardProperties> card = card_of(device);
  const auto memory = card ? cuda::card_memory(card->bus_id) : std::nullopt;
  // NVML describes the whole GPU, but a MIG partition has less memory.
  if (memory && memory->total_bytes < card->total_bytes + card->total_bytes / 8)
    return {
        device.str(),
        card->name,
        card->total_bytes,
        std::min(memory->free_bytes, card->total_bytes),
        card->capability(),
        at::globalContext().getAcceleratorHooksInterface(device.type()).hasPrimaryContext(device.index())};
  const DeviceMemory asked = device_memory(device);  // opens a context
  return {device.str(), card ? card->name : device.str(), asked.total,
          asked.free,   card ? card->capability() : "",   card.has_value()};
}

/// All devices that CUDA reports, including those that are too old.
std::vector<torch::Device> all_devices() {
  cuda::check();
  std::vector<torch::Device> all;
  const auto type = at::accelerator::getAccelerator(/*checked=*/false);
  const c10::DeviceIndex count = type ? at::accelerator::deviceCount() : c10::DeviceIndex{0};
  // Creates LibTorch's allocator, which must exist before it reports memory. Opens no context.
  if (count > 0) at::globalContext().lazyInitDevice(*type);
  for (c10::DeviceIndex i = 0; i < count; ++i) all.emplace_back(*type, i);
  return all;
}

c10::DeviceIndex index_of(torch::Device device) {
  return device.has_index() ? device.index() : at::accelerator::getDeviceIndex();
}

}  // namespace

std::vector<torch::Device> accelerators() {
  std::vector<torch::Device> devices = all_devices();
  std::erase_if(devices, [](torch::Device device) {
    const auto card = card_of(device);
    return card && !card->is_supported();
  });
  return devices;
}

std::vector<std::string> unsupported_cards() {
  std::vector<std::string> cards;
  for (const torch::Device device : all_devices())
    if (const auto card = card_of(device); card && !card->is_supported())
      cards.push_back(card->name + " (compute capability " + card->capability() + ")");
  return cards;
}

std::vector<DeviceInfo> list_devices() {
  std::vector<DeviceInfo> devices;
  for (const torch::Device device : accelerators()) {
    try {
      devices.push_back(describe_device(device));
    } catch (const c10::Error&) {
      // It does not respond; the others may.
    }
  }
  devices.push_back(cpu_info());
  return devices;
}

std::string device_name(torch::Device device) {
  if (device.is_cpu()) return cpu_info().name;
  const auto card = card_of(device);
  return card ? card->name : device.str();
}

torch::Device best_device() {
  const std::vector<torch::Device> devices = accelerators();
  return devices.empty() ? torch::Device(torch::kCPU) : devices.front();
}

torch::Device parse_device(std::string_view text) {
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
  const HostMemory host = host_memory();
  return {host.total, host.free, 0, 0};
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
  // WSL and some containers have a driver but not this file.
  return std::regex_search(line, match, version) ? match[1].str() : cuda::nvml_driver_version();
}

}  // namespace fw::tensor
