// SPDX-License-Identifier: Apache-2.0
#include "training/resources.h"

#include "tensor/device.h"

namespace fw::training {

ResourceReading read_resources(const std::filesystem::path& folder, torch::Device device) {
  const tensor::DeviceMemory host = tensor::device_memory(torch::kCPU);
  ResourceReading reading{host.total, host.free, free_disk_bytes(folder), {}};
  if (tensor::is_accelerator(device)) {
    const tensor::DeviceMemory memory = tensor::device_memory(device);
    reading.device = {memory.total, memory.free, memory.held};
  }
  return reading;
}

}  // namespace fw::training
