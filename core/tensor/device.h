// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fw::tensor {

/// A device that can compute, with its current memory.
struct DeviceInfo {
  std::string id;    ///< "cpu" or "cuda:N", as parse_device takes it
  std::string name;  ///< manufacturer's name
  uint64_t memory_total_bytes = 0;
  uint64_t memory_free_bytes = 0;  ///< for the CPU, as in HostMemory
  std::string compute_capability;  ///< "8.9"; empty for the CPU
  bool has_context = false;        ///< of this process on the GPU; its memory is not free
};

/// The GPUs that LibTorch can use, in CUDA's order, followed by the CPU. Skips GPUs that do not respond.
/// Opens no context on a GPU if its driver has NVML. Cost: starts CUDA, up to a second. Thread: any.
std::vector<DeviceInfo> list_devices();

/// GPUs without kernels in LibTorch, such as "NVIDIA GeForce GTX 1080 (compute capability 6.1)".
/// Thread and cost: as list_devices().
std::vector<std::string> unsupported_cards();

/// The manufacturer's name of an NVIDIA GPU; "privateuseone:0" and the like for other devices. Opens no
/// context.
std::string device_name(torch::Device device);

/// Parses "cpu", "cuda", "cuda:N" or "auto", which is the first GPU or else the CPU. @throws fw::Error
/// tensor.unknown_device, which lists the devices.
torch::Device parse_device(std::string_view text);

/// True for devices with their own memory and streams: not for the CPU and the meta device.
inline bool is_accelerator(torch::Device device) {
  return !device.is_cpu() && !device.is_meta();
}

/// The GPUs that LibTorch can use, without opening a context. Cost: as list_devices().
/// @throws fw::Error cuda.broken, as all functions that look for devices
std::vector<torch::Device> accelerators();
/// The fastest device: "auto" of parse_device().
torch::Device best_device();

/// Waits until the device has finished all its work. Does nothing on the CPU.
void synchronize(torch::Device device);

/// Current memory use of a device, in bytes. On the CPU `held` is 0.
struct DeviceMemory {
  uint64_t total = 0;
  uint64_t free = 0;    ///< for other programs as well; for the CPU, as in HostMemory
  uint64_t held = 0;    ///< by LibTorch's allocator, in use or cached
  uint64_t unused = 0;  ///< part of `held` that is available to new tensors
};
/// Thread: any. Cost: below a millisecond.
DeviceMemory device_memory(torch::Device device);

/// Returns memory cached by LibTorch: device memory to other programs, page-locked and pageable host memory
/// to the system. Cost: waits for the device; seconds for gigabytes. Thread: any.
void release_unused_memory(torch::Device device);

/// Version of NVIDIA's driver, such as "580.65.06"; empty if there is none.
std::string nvidia_driver_version();

}  // namespace fw::tensor
