// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fw::tensor {

/// A device that can compute, with its memory as it is now.
struct DeviceInfo {
  std::string id;    ///< "cpu" or "cuda:N", as parse_device takes it
  std::string name;  ///< what the maker calls it
  uint64_t memory_total_bytes = 0;
  uint64_t memory_free_bytes = 0;  ///< for the CPU: as HostMemory has it
  std::string compute_capability;  ///< "8.9"; empty for the CPU
  bool has_context = false;        ///< this process has one on the card, which is not free any more
};

/// The GPUs that LibTorch can use, in CUDA's order, then the CPU. A GPU that does not answer is left out.
/// Opens no context on a GPU whose driver has NVML. Cost: starts CUDA, up to a second. Thread: any.
std::vector<DeviceInfo> list_devices();

/// Cards without kernels in LibTorch, as "NVIDIA GeForce GTX 1080 (compute capability 6.1)".
/// Thread and cost: as list_devices().
std::vector<std::string> unsupported_cards();

/// The maker's name for a device; for other devices than NVIDIA's, "privateuseone:0" and the like. Opens no
/// context.
std::string device_name(torch::Device device);

/// "cpu", "cuda", "cuda:N", or "auto": the first GPU, else the CPU. @throws fw::Error tensor.unknown_device,
/// which lists what there is.
torch::Device parse_device(std::string_view text);

/// Whether the device has a memory and streams of its own: neither the CPU nor the meta device.
inline bool is_accelerator(torch::Device device) {
  return !device.is_cpu() && !device.is_meta();
}

/// The GPUs that LibTorch can use, without a context on any. Cost: as list_devices().
/// @throws fw::Error cuda.broken, as all that look for devices
std::vector<torch::Device> accelerators();
/// What computes fastest here: "auto" of parse_device().
torch::Device best_device();

/// Waits until the device has done all its work. Nothing on the CPU.
void synchronize(torch::Device device);

/// What a device's memory is used for now, in bytes. Of the CPU `held` is 0.
struct DeviceMemory {
  uint64_t total = 0;
  uint64_t free = 0;    ///< for other programs too; of the CPU: as HostMemory has it
  uint64_t held = 0;    ///< by LibTorch's allocator, in use or not
  uint64_t unused = 0;  ///< of `held`: what new tensors can have
};
/// Thread: any. Cost: below a millisecond.
DeviceMemory device_memory(torch::Device device);

/// Gives memory that LibTorch keeps for later tensors back: the device's to other programs, page-locked and
/// ordinary host memory to the system. Cost: waits for the device; seconds for gigabytes. Thread: any.
void release_unused_memory(torch::Device device);

/// The driver's own version, "580.65.06"; empty when there is no NVIDIA driver.
std::string nvidia_driver_version();

}  // namespace fw::tensor
