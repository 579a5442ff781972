// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "machine.h"

/// libnvidia-ml.so.1: a card's memory without a context on it.

namespace {

struct MemoryInfo {  // nvmlMemory_t
  unsigned long long total, free, used;
};

constexpr int uninitialised = 1, unsupported = 3, not_found = 6;

}  // namespace

extern "C" {

int nvmlInit_v2() {
  made_up_count("nvmlInit_v2");
  return made_up::machine().has_nvml ? 0 : uninitialised;
}
int nvmlSystemGetDriverVersion(char* text, unsigned length) {
  std::snprintf(text, length, "%s", "580.95.05");
  return 0;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* bus, void** card) {
  // "0000:01:00.0", or LibTorch's "00000000:01:00.0"
  const long number = std::strtol(std::strchr(bus, ':') + 1, nullptr, 16) - 1;
  if (number < 0 || number >= made_up::machine().cards) return not_found;
  *card = reinterpret_cast<void*>(static_cast<intptr_t>(number + 1));
  return 0;
}
int nvmlDeviceGetMemoryInfo(void* card, MemoryInfo* memory) {
  const auto number = static_cast<int>(reinterpret_cast<intptr_t>(card)) - 1;
  memory->total = made_up::machine().card_bytes + (300ull << 20);  // including the driver's own
  memory->free = made_up::free_bytes(number);
  memory->used = memory->total - memory->free;
  return 0;
}

// LibTorch looks these up with the rest.
int nvmlDeviceGetNvLinkRemoteDeviceType() {
  return unsupported;
}
int nvmlDeviceGetNvLinkRemotePciInfo_v2() {
  return unsupported;
}
int nvmlDeviceGetComputeRunningProcesses(void*, unsigned* number, void*) {
  *number = 0;  // LibTorch lists them when memory runs out
  return 0;
}
int nvmlSystemGetCudaDriverVersion_v2() {
  return unsupported;
}

}  // extern "C"
