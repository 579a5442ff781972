// SPDX-License-Identifier: Apache-2.0
#include "cuda/nvml.h"

#include <dlfcn.h>

#include <array>

namespace fw::cuda {

namespace {

// Declared here because LibTorch's wheel lacks nvml.h. Source: NVML API Reference Guide; the ABI is stable.
struct MemoryInfo {  // nvmlMemory_t
  unsigned long long total, free, used;
};

struct Nvml {
  int (*init)() = nullptr;
  int (*driver_version)(char* text, unsigned length) = nullptr;
  int (*card_of_bus)(const char* bus_id, void** card) = nullptr;
  int (*memory)(void* card, MemoryInfo* memory) = nullptr;
  bool is_ready = false;

  Nvml() {
    void* const library = ::dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) return;
    const auto find = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
      return function != nullptr;
    };
    is_ready = find(init, "nvmlInit_v2") && find(driver_version, "nvmlSystemGetDriverVersion") &&
               find(card_of_bus, "nvmlDeviceGetHandleByPciBusId_v2") &&
               find(memory, "nvmlDeviceGetMemoryInfo") && init() == 0;
  }
};

const Nvml& nvml() {
  static const Nvml one;
  return one;
}

}  // namespace

std::optional<CardMemory> card_memory(const std::string& bus_id) {
  void* card = nullptr;
  MemoryInfo found{};
  if (!nvml().is_ready || nvml().card_of_bus(bus_id.c_str(), &card) != 0 || nvml().memory(card, &found) != 0)
    return std::nullopt;
  return CardMemory{found.total, found.free};
}

std::string nvml_driver_version() {
  std::array<char, 81> text{};
  if (!nvml().is_ready || nvml().driver_version(text.data(), text.size() - 1) != 0) return {};
  return text.data();
}

}  // namespace fw::cuda
