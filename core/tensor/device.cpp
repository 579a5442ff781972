// SPDX-License-Identifier: Apache-2.0
#include "tensor/device.h"

#include <malloc.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "base/error.h"
#include "base/join.h"

#ifdef FW_CUDA
#include <ATen/core/CachingHostAllocator.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>
#endif

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

}  // namespace

std::vector<DeviceInfo> list_devices() {
  std::vector<DeviceInfo> devices;
#ifdef FW_CUDA
  for (c10::DeviceIndex index = 0; index < c10::cuda::device_count(); ++index) {
    const c10::cuda::CUDAGuard guard(index);
    cudaDeviceProp properties{};
    size_t free_bytes = 0;
    size_t total_bytes = 0;
    C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, index));
    C10_CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
    devices.push_back({"cuda:" + std::to_string(index), properties.name, total_bytes, free_bytes,
                       std::to_string(properties.major) + "." + std::to_string(properties.minor)});
  }
#endif
  devices.push_back(cpu_info());
  return devices;
}

torch::Device parse_device(std::string_view text) {
  const std::string wanted = text == "cuda" ? "cuda:0" : std::string(text);
  std::string known;
  for (const DeviceInfo& device : list_devices()) {
    if (device.id == wanted || wanted == "auto") return torch::Device(device.id);
    append_item(known, device.id);
  }
  throw Error(unknown_device, {{"device", text}, {"devices", known}});
}

void synchronize(torch::Device device) {
#ifdef FW_CUDA
  if (device.is_cuda()) {
    const c10::cuda::CUDAGuard guard(device);
    c10::cuda::device_synchronize();
  }
#else
  (void)device;
#endif
}

DeviceMemory device_memory(torch::Device device) {
#ifdef FW_CUDA
  if (device.is_cuda()) {
    const c10::cuda::OptionalCUDAGuard guard(device);
    size_t free_bytes = 0, total_bytes = 0;
    C10_CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
    const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(c10::cuda::current_device());
    const auto aggregate = static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE);
    const auto held = static_cast<uint64_t>(stats.reserved_bytes[aggregate].current);
    return {total_bytes, free_bytes, held,
            held - static_cast<uint64_t>(stats.allocated_bytes[aggregate].current)};
  }
#endif
  const DeviceInfo cpu = cpu_info();
  return {cpu.memory_total_bytes, cpu.memory_free_bytes, 0, 0};
}

void release_unused_memory(torch::Device device) {
  ::malloc_trim(0);
#ifdef FW_CUDA
  if (!device.is_cuda()) return;
  c10::cuda::CUDACachingAllocator::emptyCache();
  at::getHostAllocator(at::kCUDA)->empty_cache();
#else
  static_cast<void>(device);
#endif
}

std::string nvidia_driver_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  static const std::regex version(R"(\b(\d{3,}\.\d+(\.\d+)?)\b)");
  std::smatch match;
  return std::regex_search(line, match, version) ? match[1].str() : "";
}

std::string minimum_driver_version() {
#ifdef FW_CUDA
  static_assert(CUDART_VERSION / 1000 == 13, "look up the minimum driver of this CUDA version");
  return "580.65.06";  // CUDA 13.0 release notes, table of toolkit driver versions, Linux
#else
  return "";
#endif
}

std::string cuda_version() {
#ifdef FW_CUDA
  return std::to_string(CUDART_VERSION / 1000) + "." + std::to_string(CUDART_VERSION % 1000 / 10);
#else
  return "";
#endif
}

}  // namespace fw::tensor
